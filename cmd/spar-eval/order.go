package main

import (
	"os"

	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

func (p *program) replayCommand() *cobra.Command {
	var most int
	var rows string
	cmd := &cobra.Command{
		Use: "replay SET", Short: "Measure what questions find when only a part of the files has been read",
		Long: `Replay asks the questions of a set of the first files of the order of reading, of a random order and of that of the folders, and
compares the stated chance that an unread file holds something better with what came about.`,
		Example: "  spar-eval replay scifact --cache .cache/eval --most 150",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.set(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			dir := p.cache
			if dir == "" {
				if dir, err = os.MkdirTemp("", "spar-eval-"); err != nil {
					return err
				}
				defer os.RemoveAll(dir)
			}
			r, err := eval.MeasureReplay(cmd.Context(), set, dir, most)
			if err != nil {
				return err
			}
			if rows != "" {
				f, err := os.Create(rows)
				if err != nil {
					return err
				}
				defer f.Close()
				if err := r.WriteRows(f); err != nil {
					return err
				}
			}
			return p.print(r, r.WriteText)
		},
	}
	cmd.Flags().IntVar(&most, "most", 0, "questions at most, drawn evenly; 0 for all")
	cmd.Flags().StringVar(&rows, "rows", "", "file to write what was observed to, one object a line")
	return cmd
}

func (p *program) firstCommand() *cobra.Command {
	var o SoonOptions
	cmd := &cobra.Command{
		Use: "first FOLDER QUESTIONS", Short: "Measure how soon a folder of which nothing was read answers",
		Long: `First asks questions whose file is known of a folder that was scanned and not read, and says when the first answer with a citation
comes, whether it cites the file, and how that compares with reading everything. QUESTIONS has a question, a tab and the path of the
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
	cmd.Flags().IntVar(&o.Times, "times", 1, "how often each question is asked")
	return cmd
}
