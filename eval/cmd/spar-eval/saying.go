package main

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/eval/saying"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/spf13/cobra"
)

func (p *program) sayingCommand() *cobra.Command {
	var fit, system, keep, length string
	var without []string
	cmd := &cobra.Command{
		Use: "saying SET...", Short: "Measure which statements are said, or fit how their signs weigh and how likely they must be",
		Long: `Saying asks the questions of sets that want a statement or two, and tells how often the likeliest statement answers and how many answers are
right and wrong. A set is a half of the companies that do not exist (company:a) or a public set with evidence, which counts as two parts.

Each part is measured twice: by what is shipped, and by weights and thresholds that were fitted to the other parts. Weights are those by which statements
that answer come first; no statement is read with the question; the thresholds are chosen so that of whole answers most are right and fewest wrong. The second table is the curve of the thresholds.

--fit writes what is fitted to all parts, as internal/answer/saying.json has it. Nothing here states a chance of being right, nor refuses for its sake.`,
		Example: "  spar-eval saying company:a company:c company:e\n  spar-eval saying company:a company:c company:e company:f company:g rag-md --length short --fit internal/answer/saying.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			var list []*saying.Question
			var report *saying.Report
			measure := func() (err error) {
				if keep != "" {
					if err := writeJSON(keep, saying.SignsOf(list)); err != nil {
						return err
					}
				}
				report, err = saying.Measure(cmd.Context(), list, func(sign string) bool { return !slices.Contains(without, sign) }, cmd.ErrOrStderr())
				return err
			}
			for _, name := range slices.Backward(args) {
				last := measure
				measure = func() error {
					return p.saidOf(cmd, name, system, answer.Length(length), func(q *saying.Question) { list = append(list, q) }, last)
				}
			}
			if err := measure(); err != nil {
				return err
			}
			if fit != "" {
				if err := writeJSON(fit, report.Fitted); err != nil {
					return err
				}
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&fit, "fit", "", "file to write the weights and thresholds to")
	cmd.Flags().StringVar(&keep, "keep", "", "file to write the signs of all statements to, and which of them answer")
	cmd.Flags().StringVar(&system, "system", "lazy-full", "system that finds what sets are asked about")
	cmd.Flags().StringVar(&length, "length", "", "length of the answers: short, or as usual")
	cmd.Flags().StringSliceVar(&without, "without", nil, "signs that do not weigh")
	return cmd
}

// saidOf adds the questions of a set.
func (p *program) saidOf(cmd *cobra.Command, name, system string, length answer.Length, add func(*saying.Question), last func() error) error {
	if half, is := strings.CutPrefix(name, "company:"); is {
		o, err := p.engine()
		if err != nil {
			return err
		}
		return saying.OfCompany(cmd.Context(), half, length, o, add, last)
	}
	set, err := p.set(cmd.Context(), name)
	if err != nil {
		return err
	}
	choices, err := measure.Choose(system, measure.Systems(nil))
	if err != nil {
		return err
	}
	return saying.OfSet(cmd.Context(), set, length, choices[0], p.cache, add, last)
}
