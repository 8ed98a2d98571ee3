package main

import (
	"fmt"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) storeCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "store", Short: "Look after the text of what was read", Args: cobra.NoArgs,
		Example: "  spar store purge --now\n  spar store check",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var now bool
	purge := &cobra.Command{
		Use: "purge", Short: "Remove the text of deleted and changed files from the disk", Args: cobra.NoArgs,
		Long: `Purge rewrites the packs that hold text of files that are gone. Without --now it leaves packs in which little is gone,
and those in which all of it went within the last 7 days, to a later purge.`,
		Example: "  spar store purge --now",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			r, err := e.Purge(cmd.Context(), now)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(map[string]any{"schema": "spar.purge/1", "segments": r.Segments, "bytes": r.Bytes})
			}
			fmt.Fprintf(a.out, "removed %s, %s\n", plural(r.Segments, "segment", "segments"), bytesText(r.Bytes))
			return nil
		},
	}
	purge.Flags().BoolVar(&now, "now", false, "remove all of it at once")
	check := &cobra.Command{
		Use: "check", Short: "Read everything in the store and compare it with its checksums", Args: cobra.NoArgs, Example: "  spar store check",
		RunE: a.change(func(cmd *cobra.Command, e *engine.Engine, _ []string) error { return e.Store.Check(cmd.Context()) }),
	}
	cmd.AddCommand(purge, check)
	return cmd
}
