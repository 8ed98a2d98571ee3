package main

import (
	"context"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) sidecarCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "sidecar", Short: "Take tags and attributes of files from a table",
		Example: "  spar sidecar apply metadata.csv --share docs"}
	var share string
	var create, dry bool
	apply := &cobra.Command{
		Use: "apply FILE", Short: "Apply a table of paths, tags and attributes to the files of a share", Args: cobra.ExactArgs(1),
		Long: `The table is a CSV with a column path, perhaps a column tags with names between semicolons, and a column for each
attribute. Paths count from the folder of the table if it lies in the share, and from the root of the share otherwise.
Applied again, it replaces what it gave before. Tables in a share that are to be followed by themselves are named in the
rules file under sidecars; docs/rules.md describes them.`,
		Example: "  spar sidecar apply metadata.csv --share docs\n  spar sidecar apply /mnt/docs/projects/list.csv --share docs --create --dry-run",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if share == "" {
				return spar.Errorf(spar.Invalid, "say with --share which files the table speaks of")
			}
			done, err := s.ApplyTable(ctx, who, args[0], share, create, dry)
			return a.printTagging(s, who, done, err)
		}),
	}
	apply.Flags().StringVar(&share, "share", "", "the share whose files the table speaks of")
	apply.Flags().BoolVar(&create, "create", false, "make the tags that do not exist")
	apply.Flags().BoolVar(&dry, "dry-run", false, "only say what would change")
	cmd.AddCommand(apply)
	return cmd
}
