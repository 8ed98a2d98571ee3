package main

import (
	"os"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

// systems are those that can be measured: with --rerank one more.
func (a *app) systems(cmd *cobra.Command, chosen string) ([]eval.SystemSpec, error) {
	if err := a.configure(cmd); err != nil {
		return nil, err
	}
	scorer, err := a.config.Reranker()
	if err != nil {
		return nil, err
	}
	if scorer != nil {
		return append(eval.Systems(), eval.Reranked(scorer)), nil
	}
	if strings.Contains(chosen, eval.RerankedName) {
		return nil, spar.Errorf(spar.Invalid, "the system %s needs a reranker: name a model with --rerank", eval.RerankedName)
	}
	return eval.Systems(), nil
}

func (a *app) evalCommand() *cobra.Command {
	var systems, cache, runs string
	var timed int
	var names []string
	for _, c := range eval.Converters() {
		names = append(names, c.Name)
	}
	cmd := &cobra.Command{
		Use: "eval SET", Short: "Measure retrieval on a set of judged questions",
		Long: `Eval runs systems over an evaluation set and prints their metrics. A set is a folder with share/ or corpus.jsonl,
queries.jsonl and qrels/test.tsv, described in docs/evaluation.md.

SET may also be the name of a public set, which is made from the data below SPAR_EVAL_DATA: ` + strings.Join(names, ", ") + ".",
		Example: "  spar eval testdata/sample --systems bm25\n  SPAR_EVAL_DATA=/data spar eval scifact --systems bm25 --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			measured, err := a.systems(cmd, systems)
			if err != nil {
				return err
			}
			choices, err := eval.Choose(systems, measured)
			if err != nil {
				return err
			}
			data, _ := a.env("SPAR_EVAL_DATA")
			set, err := eval.OpenSet(cmd.Context(), args[0], data, cache)
			if err != nil {
				return err
			}
			p := a.progress()
			defer p.done()
			options := eval.Options{Cache: cache, Timed: timed, Log: a.logger(), Progress: func(system string, done, total int) {
				p.show("%s: question %d of %d", system, done, total)
			}}
			if runs != "" {
				f, err := os.Create(runs)
				if err != nil {
					return err
				}
				defer f.Close()
				options.Runs = eval.RunWriter(f)
			}
			report, err := eval.Run(cmd.Context(), set, choices, options)
			if err != nil {
				return err
			}
			p.done()
			report.Compare(1)
			if a.json {
				return report.WriteJSON(a.out)
			}
			return report.WriteTable(a.out)
		},
	}
	cmd.Flags().StringVar(&systems, "systems", "bm25", "systems to measure, separated by commas; +scope behind a name states each question's scope")
	cmd.Flags().StringVar(&cache, "cache", "", "folder that keeps what was read between runs")
	cmd.Flags().StringVar(&runs, "runs", "", "file to write every question's ranking to")
	cmd.Flags().IntVar(&timed, "timed", 50, "questions whose latency is measured; -1: none")
	return cmd
}
