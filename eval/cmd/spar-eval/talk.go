package main

import (
	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/eval/talk"
	"github.com/spf13/cobra"
)

func (p *program) talkCommand() *cobra.Command {
	var half string
	var seed uint64
	var own bool
	cmd := &cobra.Command{
		Use: "talk", Short: "Measure follow-ups, misspelt questions and names that are one letter off, or nowhere",
		Long: `Talk makes the share of a company that does not exist and asks what people type: questions that go on with another one, misspelt ones,
names one letter off and names that are not there. Beside the first two it asks what was meant, self-contained and spelt right. No language
model takes part. Halves a, c, e, f, g and i are there to be looked at while the program is changed, b and h are not; halves c, e, f, g, h and i have
follow-ups and misspelt questions alone. Somebody who did not know the program wrote halves c, g, h and i (i over the share of f); the slips of e and f are at random places.
Half handbook has follow-ups over the handbook of 18F, in the folder that SPAR_EVAL_DATA names.`,
		Example: "  spar-eval talk --half a --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, s, err := asSettingsSay()
			if err != nil {
				return err
			}
			report, err := talk.Ask(cmd.Context(), half, seed, own, e, s)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&half, "half", "a", "the half that is asked: a, b, c, e, f, g, h, i or handbook")
	cmd.Flags().Uint64Var(&seed, "seed", company.Seed, "seed of the figures in it")
	cmd.Flags().BoolVar(&own, "own", false, "ask what the follow-ups mean, said by itself, in threads about something else")
	return cmd
}
