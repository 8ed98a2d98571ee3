package main

import (
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/eval/company"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (p *program) answersCommand() *cobra.Command {
	var half, of, keep string
	var seed uint64
	cmd := &cobra.Command{
		Use: "answers", Short: "Measure the answers to questions about a company that does not exist",
		Long: `Answers makes the share of a company that does not exist, with old and new versions of its papers, asks questions whose
answers are known, and prints by form how many were answered right, partly right and wrong, and how many were refused. No
language model takes part. Halves a, c, e, f and g are there to be looked at while the program is changed; b, d and h are held
back. With --keep the files of the share stay in a folder, to ask more of them. With --questions-of the questions of another
half are asked: what is another company's is refused, but for the little that all companies have.`,
		Example: "  spar-eval answers --half a --json\n  spar-eval answers --half c --keep /tmp/waterboard\n  spar-eval answers --half g --questions-of c",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, s, err := asSettingsSay()
			if err != nil {
				return err
			}
			if keep != "" {
				c, err := company.Make(half, seed)
				if err != nil {
					return err
				}
				if err := c.Write(keep); err != nil {
					return spar.Errorf(spar.Invalid, "the share cannot be kept: %w; name a folder that can be written", err)
				}
			}
			report, err := company.Ask(cmd.Context(), half, of, seed, e, s)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&half, "half", "a", "the half that is asked: a, b, c, d, e, f, g or h")
	cmd.Flags().StringVar(&of, "questions-of", "", "the half whose questions are asked, in place of the share's own")
	cmd.Flags().StringVar(&keep, "keep", "", "a folder in which the files of the share stay")
	cmd.Flags().Uint64Var(&seed, "seed", company.Seed, "seed of the figures in it")
	return cmd
}

// asSettingsSay are the options of an engine and of a service over it that asks as the settings of SPAR say.
func asSettingsSay() (e engine.Options, s service.Options, err error) {
	c, err := settings()
	if err != nil {
		return e, s, err
	}
	r, err := reading()
	if err != nil {
		return e, s, err
	}
	e = engine.Options{Read: r, Log: r.Log}
	e.Encoder, err = c.Encoder()
	return e, service.Options{Settings: c.Questions}, err
}
