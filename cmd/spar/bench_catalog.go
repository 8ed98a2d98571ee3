package main

import (
	"os"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog/invented"
	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

// catalogProcess is the hidden command that is the fresh process of bench catalog.
const catalogProcess = "catalog-process"

func (a *app) benchCatalogCommand() *cobra.Command {
	var s invented.Options
	var rounds int
	cmd := &cobra.Command{
		Use: "catalog", Short: "Measure selecting files of a large catalog",
		Long: `Catalog makes a catalog of files that do not exist, with folders, tags in a hierarchy, assignments and attributes, in a
data directory of its own that is removed at the end. Then it measures a selection by a tag with all below it and a range
of years, compares it with the same selection by SQL, and says what memory it takes, how soon a fresh process selects, and
how soon it sees what another process has committed.

A million files take about half a gigabyte in TMPDIR, and a minute or two.`,
		Example: "  spar bench catalog --files 1000000\n  spar bench catalog --files 100000 --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if s.Files < 1 || s.Files > 1<<30 {
				return spar.Errorf(spar.Invalid, "--files is %d and must lie between 1 and %d", s.Files, 1<<30)
			}
			self, err := os.Executable()
			if err != nil {
				return err
			}
			p := a.progress()
			s.Progress = func(n int) { p.show("%s of %s files made", thousands(n), thousands(s.Files)) }
			b, err := eval.MeasureCatalog(cmd.Context(), eval.CatalogOptions{
				Sample: s, Rounds: rounds, Program: []string{self, "bench", catalogProcess},
				Log: func(format string, args ...any) { p.done(); a.note(format, args...) },
			})
			p.done()
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(b)
			}
			return b.WriteText(a.out)
		},
	}
	f := cmd.Flags()
	f.IntVar(&s.Files, "files", 1_000_000, "how many files")
	f.IntVar(&s.Tags, "tags", 20_000, "how many tags")
	f.IntVar(&s.PerFile, "tags-per-file", 5, "how many tags a file has")
	f.Uint64Var(&s.Seed, "seed", 1, "the same seed makes the same catalog")
	f.IntVar(&rounds, "rounds", 20, "selections that are timed")
	return cmd
}

func benchCatalogProcess(a *app) *cobra.Command {
	return &cobra.Command{
		Use: catalogProcess, Hidden: true, Args: cobra.MinimumNArgs(2), Short: "The fresh process of bench catalog",
		RunE: func(cmd *cobra.Command, args []string) error {
			return eval.CatalogChild(cmd.Context(), args, a.out)
		},
	}
}
