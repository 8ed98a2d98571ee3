package main

import (
	"strings"

	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/eval/confidence"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (p *program) evidenceCommand() *cobra.Command {
	var fit string
	var denied float64
	var seed uint64
	cmd := &cobra.Command{
		Use: "evidence company:HALF...", Short: "Measure or fit the chance that evidence answers where no statement was chosen of it",
		Long: `Evidence asks the questions of companies that do not exist and compares what is refused, by several least chances: of the questions
whose evidence in front has all that a right answer must say, and of near misses. Each company is measured by a model that is fitted to
the others. --fit writes the model of all, as internal/answer/evidence.json has it.`,
		Example: "  spar-eval evidence company:a company:c company:e company:f company:g --fit internal/answer/evidence.json",
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, _, err := asSettingsSay()
			if err != nil {
				return err
			}
			var cases []confidence.EvidenceCase
			for _, name := range args {
				half, ok := strings.CutPrefix(name, "company:")
				if !ok {
					return spar.Errorf(spar.Invalid, "%q is no company; name one as company:a", name)
				}
				some, err := confidence.Evidence(cmd.Context(), half, seed, e)
				if err != nil {
					return err
				}
				cases = append(cases, some...)
			}
			m, err := answer.OfEvidence()
			if fit != "" {
				m, err = confidence.FitEvidence(cases, denied), nil
				if err := writeJSON(fit, m); err != nil {
					return err
				}
			}
			if err != nil {
				return err
			}
			report := confidence.NewEvidenceReport(cases, m, denied)
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&fit, "fit", "", "file to write a model to that is fitted to the answers")
	cmd.Flags().Float64Var(&denied, "denied", .02, "part of the answerable questions that --fit may have refused though the evidence in front answers")
	cmd.Flags().Uint64Var(&seed, "seed", company.Seed, "seed of the figures in the companies")
	return cmd
}
