package main

import (
	"os"

	"github.com/sparsearch/spar/eval/commands"
	"github.com/sparsearch/spar/eval/public"
	"github.com/spf13/cobra"
)

func (p *program) commandsCommand() *cobra.Command {
	var half string
	var tongue bool
	var m modelled
	cmd := &cobra.Command{
		Use: "commands", Short: "Measure how sentences that name files are understood",
		Long: `Commands has sentences understood that name files of a generated share, of a handbook and of three firms, and compares the scope of each with
the one that was meant: exactly, by its parts, and by the files that it selects. A wrong wall is a constraint that leaves out files that were meant.
Halves a, c, d, f, g, i and j are there to be looked at while the program is changed, halves b, e and h are not. Halves c, d, e, g and h were written by
people who did not know the program. With --tongue the sentences are German, French and Spanish, of half a, or of half b, which is for reporting.`,
		Example: "  spar-eval commands --half b",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if tongue {
				half = "tongues-" + half
			}
			if m.url != "" {
				return m.sentences(cmd.Context(), p, half)
			}
			report, err := commands.Measure(os.Getenv(public.DataEnv), half)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&half, "half", "a", "the half that is asked: a to j")
	m.add(cmd)
	cmd.Flags().BoolVar(&tongue, "tongue", false, "half a or b of the sentences in German, French and Spanish")
	return cmd
}
