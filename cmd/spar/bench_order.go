package main

import (
	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

func (a *app) benchOrderCommand() *cobra.Command {
	var cache string
	cmd := &cobra.Command{
		Use: "order SET", Short: "Measure how soon the reading order comes to a file that answers",
		Long: `Order puts the files of an evaluation set in the order in which a question has them read, by their names alone, and with titles, and says
at which place the first file stands that answers it. No file is read.`,
		Example: "  spar bench order testdata/sample\n  SPAR_EVAL_DATA=/data spar bench order rag-md --cache .cache/eval --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			data, _ := a.env(eval.DataEnv)
			set, err := eval.OpenSet(cmd.Context(), args[0], data, cache)
			if err != nil {
				return err
			}
			r, err := eval.MeasureOrder(cmd.Context(), set)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(r)
			}
			return r.WriteText(a.out)
		},
	}
	cmd.Flags().StringVar(&cache, "cache", "", "folder in which public sets are made")
	return cmd
}
