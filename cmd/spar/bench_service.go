package main

import (
	"path/filepath"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

func (a *app) benchServiceCommand() *cobra.Command {
	var cache string
	var o eval.ServiceOptions
	cmd := &cobra.Command{
		Use: "service SET", Short: "Measure how many questions a second one process answers, for 1 to 32 people at once",
		Long: `Service reads the share of an evaluation set once and then asks its questions of one service, by words and by words and
meaning, in the place of more and more people, each of whom has rights of their own.`,
		Example: "  spar bench service testdata/sample\n  spar bench service testdata/sample --scan --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, _ := a.env(eval.DataEnv)
			set, err := eval.OpenSet(cmd.Context(), args[0], data, cache)
			if err != nil {
				return err
			}
			if set.ShareDir() == "" || len(set.Queries) == 0 {
				return spar.Errorf(spar.Invalid, "the set %s has no files or no questions: choose one with both", set.Name)
			}
			folder, err := filepath.Abs(set.ShareDir())
			if err != nil {
				return err
			}
			read, err := a.readOptions(cmd)
			if err != nil {
				return err
			}
			o.Engine = engine.Options{Read: read, Log: a.logger()}
			b, err := eval.MeasureService(cmd.Context(), set, folder, o)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(b)
			}
			return b.WriteText(a.out)
		},
	}
	cmd.Flags().StringVar(&cache, "cache", "", "folder in which public sets are made")
	cmd.Flags().IntVar(&o.Questions, "questions", 500, "questions that are asked in each round")
	cmd.Flags().BoolVar(&o.Scan, "scan", false, "one more round of each ranking while the share is scanned")
	return cmd
}
