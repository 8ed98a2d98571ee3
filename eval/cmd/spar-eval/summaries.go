package main

import (
	"os"
	"path/filepath"

	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/eval/summaries"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (p *program) summariesCommand() *cobra.Command {
	var m modelled
	var half string
	var n int
	cmd := &cobra.Command{
		Use: "summaries", Short: "Measure summaries of articles beside the abstracts of their authors",
		Long: `Summaries sums up articles whose abstracts are taken out, and compares the words with those of the abstracts. With --llm a language model sums up
some of them, too, and the check of statements says which of its sentences the article bears out.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval summaries --half b",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir := os.Getenv(public.DataEnv)
			if dir == "" {
				return spar.Errorf(spar.Invalid, "%s does not say where the data is", public.DataEnv)
			}
			list, err := summaries.Open(cmd.Context(), filepath.Join(dir, "plos", "share"), half)
			if err != nil {
				return err
			}
			var model *llm.Client
			if m.url != "" {
				if model, err = m.client(cmd.Context()); err != nil {
					return err
				}
			}
			report, err := summaries.Measure(cmd.Context(), list, n, model, m.draw, m.seed)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&half, "half", "a", "a, or b for reporting")
	cmd.Flags().IntVar(&n, "sentences", 5, "of each article at most")
	m.add(cmd)
	return cmd
}
