package main

import (
	"github.com/sparsearch/spar/eval/tongues"
	"github.com/spf13/cobra"
)

func (p *program) tonguesCommand() *cobra.Command {
	var half string
	cmd := &cobra.Command{
		Use: "tongues", Short: "Measure answers to German, French and Spanish questions",
		Long: `Tongues makes shares of organisations that write German, French and Spanish and asks the questions about them, by words and by
the product's default: how often a passage of the right file comes first, how many answers are right, how many questions are refused
that the share answers, and how many of another share's are answered. Halves a, d and e are there to be looked at while the program is changed,
halves b and c are not. For halves c and d, their own questions over the share of half b or a stand for another share's; half e has questions
for a house of another kind.`,
		Example: "  spar-eval tongues --half a --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := p.engine()
			if err != nil {
				return err
			}
			report, err := tongues.Ask(cmd.Context(), half, tongues.Seed, o)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&half, "half", "a", "the half that is asked: a, b, c, d or e")
	return cmd
}
