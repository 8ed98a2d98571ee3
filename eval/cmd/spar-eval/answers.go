package main

import (
	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (p *program) answersCommand() *cobra.Command {
	var half, of, keep string
	var seed uint64
	var j judging
	cmd := &cobra.Command{
		Use: "answers", Short: "Measure the answers of programs to questions whose answers are known, side by side",
		Long: `Answers asks one or more builds of spar questions whose answers are known, each at its public door, and judges by what stands in front of the
reader: whether it says what is required and nothing that is forbidden, whether the passages shown have it, what is refused though the first passages
say it, and what is told as sure and is not right. Without a language model. docs/evaluation.md says what each figure means. With --keep the
shares and their questions are written to a folder instead, and nothing is asked.

Sets are the halves of what spar-eval makes, or a folder of yours with questions as JSON lines. Halves of companies a, c, e, f and g are there to be
looked at while the program is changed; b, d and h are held back, and only totals of them are told.

With --half the bullets of this program's own answers are judged by an older rule, that of docs/results/answers.md.`,
		Example: "  spar-eval answers --program old=/usr/bin/spar --program new=bin/spar --set company:a --set company:c --replies .cache/replies\n" +
			"  spar-eval answers --program new=bin/spar --share ./files --questions questions.jsonl --failures failures.md\n" +
			"  spar-eval answers --set files:a --keep ./sets\n  spar-eval answers --half g --questions-of c",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("half") {
				j.progress = cmd.ErrOrStderr()
				if keep != "" {
					return j.keep(keep)
				}
				report, err := j.run(cmd.Context())
				if err != nil {
					return err
				}
				return p.print(report, report.WriteMarkdown)
			}
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
	cmd.Flags().StringVar(&half, "half", "", "the half that this program itself is asked, by the older rule: a, b, c, d, e, f, g or h")
	cmd.Flags().StringVar(&of, "questions-of", "", "with --half: the half whose questions are asked, in place of the share's own")
	cmd.Flags().StringVar(&keep, "keep", "", "a `FOLDER` in which shares and questions stay")
	cmd.Flags().Uint64Var(&seed, "seed", company.Seed, "with --half: seed of the figures in it")
	j.add(cmd)
	return cmd
}

// asSettingsSay returns the options of an engine and of a service by the settings of SPAR.
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
