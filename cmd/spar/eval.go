package main

import (
	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

func (a *app) evalCommand() *cobra.Command {
	var systems, runs string
	var o eval.Options
	cmd := &cobra.Command{
		Use: "eval SET", Short: "Measure retrieval on a set of judged questions",
		Long: `Eval runs systems over an evaluation set and prints their metrics. A set is a folder with share/ or corpus.jsonl,
queries.jsonl and qrels/test.tsv, described in docs/evaluation.md. The program spar-eval makes such sets of public data.`,
		Example: "  spar eval testdata/sample --systems bm25\n  spar eval ./my/set --systems bm25,lazy --json",
		Args:    cobra.ExactArgs(1),
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			reranker, err := a.config.Reranker()
			if err != nil {
				return err
			}
			set, err := eval.Load(args[0])
			if err != nil {
				return err
			}
			p := a.progress()
			defer p.done()
			o.Log = a.logger()
			o.Progress = func(system string, done, total int) { p.show("%s: question %d of %d", system, done, total) }
			report, err := eval.Evaluate(cmd.Context(), set, systems, eval.Systems(reranker), runs, o)
			if err != nil {
				return err
			}
			p.done()
			if a.json {
				return report.WriteJSON(a.out)
			}
			return report.WriteTable(a.out)
		}),
	}
	cmd.Flags().StringVar(&systems, "systems", "bm25", "systems to measure, separated by commas; +scope behind a name states each question's scope")
	cmd.Flags().StringVar(&o.Cache, "cache", "", "folder that keeps what was read between runs")
	cmd.Flags().StringVar(&runs, "runs", "", "file to write every question's ranking to")
	cmd.Flags().IntVar(&o.Timed, "timed", 50, "questions whose latency is measured; -1: none")
	return cmd
}
