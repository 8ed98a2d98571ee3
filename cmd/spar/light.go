package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
	"github.com/spf13/cobra"
)

func (a *app) fitLightCommand() *cobra.Command {
	var where scopeFlags
	var out string
	f := embed.Fitting{}
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
			f.Progress = func(epoch, epochs int) { p.show("fitting the light encoder: round %d of %d", epoch, epochs) }
			if len(args) > 0 {
				return a.fitTexts(cmd, args, out, f, p)
			}
			return a.refit(cmd, where, f, p)
		},
	}
	where.add(cmd)
	cmd.Flags().StringVar(&out, "out", "", "file for a table that is fitted to texts")
	cmd.Flags().StringVar(&f.Name, "title", "light", "what the table is called")
	cmd.Flags().IntVar(&f.Dim, "dim", 256, "values of a vector, for a table that is fitted to texts")
	cmd.Flags().IntVar(&f.Epochs, "rounds", 6, "how often each text is looked at")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 0, "of the random order; the same seed and texts give the same table")
	return cmd
}

// refitJSON is what fit-light prints.
type refitJSON struct {
	Schema  string   `json:"schema"`
	Samples int      `json:"samples"`
	Held    int      `json:"held_back"`
	Before  *float64 `json:"agreement_before,omitempty"`
	After   float64  `json:"agreement"`
	Kept    bool     `json:"kept"`
	File    string   `json:"file,omitempty"`
}

func (a *app) refit(cmd *cobra.Command, where scopeFlags, f embed.Fitting, p *progress) error {
	e, who, s, err := a.scoped(cmd, &where)
	if err != nil {
		return err
	}
	r, err := e.RefitLight(cmd.Context(), engine.Refitting{Who: who, Scope: s, Fitting: f})
	if err != nil {
		return err
	}
	p.done()
	if a.json {
		return a.printJSON(refitJSON{"spar.light/1", r.Samples, r.Held, &r.Before, r.After, r.Kept, ""})
	}
	outcome := "kept"
	if !r.Kept {
		outcome = "thrown away: the one there was agrees better"
	}
	fmt.Fprintf(a.out, "fitted to %s; agreement with the encoder on %s held back: %.3f, before %.3f; %s\n",
		plural(r.Samples, "passage", "passages"), thousands(r.Held), r.After, r.Before, outcome)
	return nil
}

func (a *app) fitTexts(cmd *cobra.Command, paths []string, out string, f embed.Fitting, p *progress) error {
	if err := a.configure(cmd); err != nil {
		return err
	}
	o, err := a.config.Encoder()
	if err != nil {
		return err
	}
	encoder, err := o.Open(cmd.Context(), a.config.DataDir())
	if err != nil {
		return err
	}
	var texts []string
	for _, path := range paths {
		if texts, err = models.Texts(texts, path); err != nil {
			return err
		}
	}
	samples, err := models.Samples(cmd.Context(), encoder, texts, func(done int) {
		p.show("embedding texts: %s of %s", thousands(done), thousands(len(texts)))
	})
	if err != nil {
		return err
	}
	light, err := f.Fit(cmd.Context(), encoder, samples)
	if err != nil {
		return err
	}
	if err := models.WriteLight(out, light, fmt.Sprintf("%d texts", len(samples))); err != nil {
		return err
	}
	p.done()
	// It was fitted to these texts, so that this says whether it was fitted, not how good it is.
	_, some := embed.HoldBack(samples, min(1, 2000/float64(len(samples))))
	agreement, err := embed.Agreement(cmd.Context(), light, some)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(refitJSON{"spar.light/1", len(samples), 0, nil, agreement, true, out})
	}
	fmt.Fprintf(a.out, "fitted to %s; agreement with the encoder on %s of them: %.3f; %s has it\n",
		plural(len(samples), "text", "texts"), thousands(len(some)), agreement, printable(out))
	return nil
}
