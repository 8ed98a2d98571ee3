package main

import (
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/eval/asked"
	"github.com/spf13/cobra"
)

// askedCommand asks the questions of a set of shares with documents and tables.
func (p *program) askedCommand(set, short, long string) *cobra.Command {
	var half string
	cmd := &cobra.Command{
		Use: set, Short: short, Long: long, Example: "  spar-eval " + set + " --half a --json", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			report, err := asked.Ask(cmd.Context(), set, half, spar.Options{Configured: true, Log: logger()})
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&half, "half", "a", "the half that is asked: a, or b, which is held back and tells totals alone")
	return cmd
}

func (p *program) mixedCommand() *cobra.Command {
	return p.askedCommand("mixed", "Measure answers over documents and tables beside each other", `Mixed makes the share of an invented organisation, policies, minutes, manuals, mails and tables in seven formats, asks what people ask
of it, as spar ask does, and prints by kind how many questions were answered right, wrong and refused: what a text says, what the rows of
a table give, the files as such, what nothing says (none) and what only something near is said of (near). No language model takes part.`)
}
func (p *program) filesCommand() *cobra.Command {
	return p.askedCommand("files", "Measure answers to questions about files as such", `Files makes shares of invented organisations, one in English, one in German, one in French and one in Spanish, and asks about their files as
such: how many, which is the newest, who wrote it, which mention something, what all of it is about, whether a paper is in force. Some of the
questions sound so and are not (decoy), some have no answer (none).`)
}
