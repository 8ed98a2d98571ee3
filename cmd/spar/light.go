package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) fitLightCommand() *cobra.Command {
	var where scopeFlags
	var out string
	var f api.Fitting
	cmd := &cobra.Command{
		Use: "fit-light [TEXT]...", Short: "Fit the light encoder to passages or texts",
		Long: `The light encoder is a table of token vectors, which puts files in the order of reading by their names. Fit-light
makes it better for what this data directory holds: it is fitted to the passages that have vectors, begins with the
table there is, and replaces it if it agrees better with passages that were held back. No text is embedded for it.

With TEXT, files or folders of plain text or of lines {"text"} as *.jsonl, these are embedded and a table is fitted to
them alone, from nothing; --out says where it is written.`,
		Example: "  spar model fit-light\n  spar model fit-light --share docs\n  spar model fit-light ./texts --out light.spar",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && out == "" {
				return spar.Errorf(spar.Invalid, "a table that is fitted to texts needs --out, the file to write it to")
			}
			if len(args) == 0 && out != "" {
				return spar.Errorf(spar.Invalid, "--out is for tables that are fitted to texts; name a folder of texts, or leave it out")
			}
			p := a.progress()
			defer p.done()
			fitting := func(round, rounds int) { p.show("fitting the light encoder: round %d of %d", round, rounds) }
			fit := func() (api.LightFit, error) {
				text, err := where.query()
				if err != nil {
					return api.LightFit{}, err
				}
				s, who, err := a.service(cmd)
				if err != nil {
					return api.LightFit{}, err
				}
				return s.FitLight(cmd.Context(), who, text, f, fitting)
			}
			if len(args) > 0 {
				fit = func() (api.LightFit, error) { return a.fitTexts(cmd, args, out, f, fitting, p) }
			}
			r, err := fit()
			p.done()
			return printOne(a, r, err, func() { a.printFit(r) })
		},
	}
	where.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "file for a table that is fitted to texts")
	cmd.Flags().StringVar(&f.Title, "title", "light", "what the table is called")
	cmd.Flags().IntVar(&f.Values, "dim", 256, "values of a vector, for a table that is fitted to texts")
	cmd.Flags().IntVar(&f.Rounds, "rounds", 6, "how often each text is looked at")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 0, "of the random order; the same seed and texts give the same table")
	return cmd
}

func (a *app) fitTexts(cmd *cobra.Command, paths []string, out string, f api.Fitting, fitting func(round, rounds int), p *progress) (api.LightFit, error) {
	if err := a.configure(cmd); err != nil {
		return api.LightFit{}, err
	}
	encoder, err := a.config.Encoder()
	if err != nil {
		return api.LightFit{}, err
	}
	return service.FitTexts(cmd.Context(), a.config.DataDir(), encoder, paths, out, f, func(done, total int) {
		p.show("embedding texts: %s of %s", thousands(done), thousands(total))
	}, fitting)
}

func (a *app) printFit(r api.LightFit) {
	switch {
	case r.File != "":
		fmt.Fprintf(a.out, "fitted to %s; agreement with the encoder on %s of them: %.3f; %s has it\n",
			plural(r.Samples, "text", "texts"), thousands(r.Compared), r.After, printable(r.File))
	case r.Kept:
		a.printRefit(r, "kept")
	default:
		a.printRefit(r, "thrown away: the one there was agrees better")
	}
}

func (a *app) printRefit(r api.LightFit, outcome string) {
	fmt.Fprintf(a.out, "fitted to %s; agreement with the encoder on %s held back: %.3f, before %.3f; %s\n",
		plural(r.Samples, "passage", "passages"), thousands(r.Held), r.After, *r.Before, outcome)
}
