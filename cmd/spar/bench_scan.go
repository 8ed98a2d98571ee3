package main

import (
	"os"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

func (a *app) benchScanCommand() *cobra.Command {
	var o eval.ScanOptions
	cmd := &cobra.Command{
		Use: "scan", Short: "Measure scans beside find over the same tree",
		Long: `Scan makes a tree of small files and runs find and scans of it by turns, whole programs each, from the start of the
process to its end: the first scan, one with nothing changed, and one with a file in a hundred changed. It prints the
medians, and how many times as long as find each took. Tree and data directory are removed at the end.`,
		Example: "  spar bench scan --files 200000\n  spar bench scan --files 1000000 --rounds 1 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Files < 1 || o.Rounds < 1 {
				return spar.Errorf(spar.Invalid, "--files and --rounds must be at least 1")
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			o.Command = []string{self}
			p := a.progress()
			o.Tell = p.show
			t, err := eval.MeasureScan(cmd.Context(), o)
			p.done()
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(t)
			}
			return t.WriteText(a.out)
		},
	}
	cmd.Flags().IntVar(&o.Files, "files", 200_000, "files of the tree")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 5, "rounds of find and scans")
	cmd.Flags().StringVar(&o.Folder, "folder", "", "folder in which the tree is made (default: that for temporary files)")
	return cmd
}
