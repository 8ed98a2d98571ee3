package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) fitLightCommand() *cobra.Command {
	var where scopeFlags
	var f service.LightFitting
	cmd := &cobra.Command{
		Use: "fit-light [TEXT]...", Short: "Fit the light encoder to passages or texts",
		Long: `The light encoder is a table of token vectors, which puts files in the order of reading by their names. Fit-light
makes it better for what this data directory holds: it is fitted to the passages that have vectors, begins with the
table there is, and replaces it if it agrees better with passages that were held back. No text is embedded for it.

With TEXT, files or folders of plain text or of lines {"text"} as *.jsonl, these are embedded and a table is fitted to
them alone, from nothing; --out says where it is written.`,
		Example: "  spar model fit-light\n  spar model fit-light --share docs\n  spar model fit-light ./texts --out light.spar",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) (err error) {
			if f.Scope, err = where.query(); err != nil {
				return err
			}
			p := a.progress()
			f.Texts = args
			f.Embedding = func(done, total int) { p.show("embedding texts: %s of %s", thousands(done), thousands(total)) }
			f.Round = func(round, rounds int) { p.show("fitting the light encoder: round %d of %d", round, rounds) }
			r, err := s.FitLight(ctx, who, f)
			p.done()
			return printOne(a, r, err, func() {
				if r.File != "" {
					fmt.Fprintf(a.out, "fitted to %s; agreement with the encoder on %s of them: %.3f; %s has it\n",
						plural(r.Samples, "text", "texts"), thousands(r.Compared), r.After, printable(r.File))
					return
				}
				outcome := map[bool]string{true: "kept", false: "thrown away: the one there was agrees better"}[r.Kept]
				fmt.Fprintf(a.out, "fitted to %s; agreement with the encoder on %s held back: %.3f, before %.3f; %s\n",
					plural(r.Samples, "passage", "passages"), thousands(r.Held), r.After, *r.Before, outcome)
			})
		}),
	}
	where.add(cmd)
	cmd.Flags().StringVar(&f.Out, "out", "", "file for a table that is fitted to texts")
	cmd.Flags().StringVar(&f.Title, "title", "light", "what the table is called")
	cmd.Flags().IntVar(&f.Values, "dim", 256, "values of a vector, for a table that is fitted to texts")
	cmd.Flags().IntVar(&f.Rounds, "rounds", 6, "how often each text is looked at")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 0, "of the random order; the same seed and texts give the same table")
	return cmd
}
