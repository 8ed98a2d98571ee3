package main

import (
	"github.com/spf13/cobra"
)

func (p *program) firstCommand() *cobra.Command {
	var o SoonOptions
	cmd := &cobra.Command{
		Use: "first FOLDER QUESTIONS", Short: "Measure how soon a folder of which nothing was read answers",
		Long: `First asks questions whose file is known of a folder that was scanned and not read, and says when the first answer with a citation
comes, whether it cites the file, and how that compares with reading everything. Then it lets each question stop by itself. QUESTIONS has a question, a tab and the path of the
file in each line.`,
		Example: "  spar-eval first /usr/share/doc questions.tsv --spar bin/spar --times 3",
		Args:    cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Questions = args[1]
			r, err := MeasureSoon(cmd.Context(), args[0], o)
			if err != nil {
				return err
			}
			return p.print(r, r.WriteText)
		},
	}
	cmd.Flags().StringVar(&o.Program, "spar", "spar", "the program")
	cmd.Flags().IntVar(&o.Times, "times", 1, "how often each question is asked under a time; 0: they are only let stop by themselves")
	cmd.Flags().Float64Var(&o.Until, "until", .95, "the chance of being the best from which on a question stops by itself")
	return cmd
}
