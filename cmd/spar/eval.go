package main

import (
	"io"

	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) evalCommand() *cobra.Command {
	var systems, runs string
	var o measure.Options
	var under measure.BudgetOptions
	cmd := &cobra.Command{
		Use: "eval SET", Short: "Measure retrieval on a set of judged questions",
		Long: `Eval runs systems over an evaluation set and prints their metrics. A set is a folder with share/ or corpus.jsonl,
queries.jsonl and qrels/test.tsv, described in docs/evaluation.md. The program spar-eval makes such sets of public data.

+parsed behind the name of a system takes each question to say of files what spar ask takes it to say, as a guess; +strict makes a wall of
that; +paper asks for a tag near to each keyphrase, all of them. The report says how many files that is, and how often a file that answers is
among them.

--budget asks each question as if nothing had been read before, and it may read only so much: what promises most by its name. The
files are read once for all questions. It compares that with reading everything, and the stated chance that an unread file holds
something better with what came about. --budget may stand several times; --keep leaves what a question read to the next.`,
		Example: "  spar admin eval testdata/sample --systems bm25\n  spar admin eval ./my/set --systems bm25,lazy --json\n" +
			"  spar admin eval ./my/set --systems lazy,lazy+parsed,lazy+strict --vocabulary subjects.skos\n" +
			"  spar admin eval ./my/set --budget files=5% --budget bytes=10MB,seconds=2 --keep",
		Args: cobra.ExactArgs(1),
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			reranker, err := a.config.Reranker()
			if err != nil {
				return err
			}
			set, err := measure.Load(args[0])
			if err != nil {
				return err
			}
			p := a.progress()
			defer p.done()
			if len(under.Budgets) > 0 {
				for _, flag := range []string{"systems", "runs", "timed", "vocabulary"} {
					if cmd.Flags().Changed(flag) {
						return spar.Errorf(spar.Invalid, "--budget asks as the product does; leave --%s out", flag)
					}
				}
				under.Cache = o.Cache
				under.Progress = func(budget string, done, total int) { p.show("%s: question %d of %d", budget, done, total) }
				report, err := measure.MeasureBudgets(cmd.Context(), set, under)
				p.done()
				return a.measured(report, err)
			}
			if under.Keep || under.Most > 0 {
				return spar.Errorf(spar.Invalid, "--keep and --most need a --budget")
			}
			o.Log = a.logger()
			if o.Tagged.Engine.Read, err = a.readOptions(cmd); err != nil {
				return err
			}
			o.Tagged.Engine.Log, o.Tagged.Service.Settings = o.Log, a.config.Questions
			o.Progress = func(system string, done, total int) { p.show("%s: question %d of %d", system, done, total) }
			report, err := measure.Evaluate(cmd.Context(), set, systems, measure.Systems(reranker), runs, o)
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
	cmd.Flags().StringVar(&systems, "systems", "bm25", "systems to measure, separated by commas; +scope behind a name states each question's scope, +parsed, +strict and +paper take one from it")
	cmd.Flags().StringVar(&o.Tagged.Vocabulary, "vocabulary", "", "for +parsed, +strict and +paper: a `FILE` that spar taxonomy import takes, of the set's tags")
	cmd.Flags().StringVar(&o.Cache, "cache", "", "folder that keeps what was read between runs")
	cmd.Flags().StringVar(&runs, "runs", "", "file to write every question's ranking to")
	cmd.Flags().IntVar(&o.Timed, "timed", 50, "questions whose latency is measured; -1: none")
	cmd.Flags().StringArrayVar(&under.Budgets, "budget", nil, "what each question may read, such as files=5%, bytes=50MB or seconds=10, several joined by commas; may be repeated")
	cmd.Flags().BoolVar(&under.Keep, "keep", false, "with --budget: what a question read is there for the next")
	cmd.Flags().IntVar(&under.Most, "most", 0, "with --budget: questions that are asked at most, drawn evenly; 0 for all")
	return cmd
}

// measured prints a measurement.
func (a *app) measured(b interface{ WriteText(io.Writer) error }, err error) error {
	switch {
	case err != nil:
		return err
	case a.json:
		return a.printJSON(b)
	}
	return b.WriteText(a.out)
}
