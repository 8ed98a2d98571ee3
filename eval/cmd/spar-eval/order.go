package main

import (
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (p *program) firstCommand() *cobra.Command {
	var o SoonOptions
	cmd := &cobra.Command{
		Use: "first FOLDER QUESTIONS | SET", Short: "Measure how soon a folder of which nothing was read answers",
		Long: `First asks questions whose file is known of a folder that was scanned and not read, and says when the first answer with a citation
comes, whether it cites the file, and how that compares with reading everything. Then it lets each question stop by itself. QUESTIONS has a question, a tab and the path of the
file in each line. A set has questions of its own. With --keep the measurement may be made in pieces: a question that the file has a row of is asked
under a time only as often as --times is more, each piece measures anew how long reading everything takes, and the report is of all rows.`,
		Example: "  spar-eval first /usr/share/doc questions.tsv --spar bin/spar --times 3\n  spar-eval first rag-pdf --cache .cache/eval --most 40 --times 0 --spar bin/spar",
		Args:    cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 2 {
				o.Questions = args[1]
			} else {
				set, err := p.set(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				args[0] = set.ShareDir()
				if o.asked = knownOf(set, "", o.Most); len(o.asked) == 0 {
					return spar.Errorf(spar.Invalid, "the set %s has no question whose file is known: choose another", set.Name)
				}
			}
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
	cmd.Flags().IntVar(&o.Most, "most", 0, "questions at most, drawn evenly; 0 for all")
	cmd.Flags().StringVar(&o.Keep, "keep", "", "file that keeps a row for each question, so that the next piece goes on with the others")
	cmd.Flags().DurationVar(&o.Within, "within", 0, "time after which no other question is begun; 0: all are asked")
	cmd.Flags().BoolVar(&o.Sketched, "sketched", false, "the sketches of the names are made before the first question")
	return cmd
}
