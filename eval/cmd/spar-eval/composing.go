package main

import (
	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/spf13/cobra"
)

func (p *program) composingCommand() *cobra.Command {
	var length string
	cmd := &cobra.Command{
		Use: "composing SET", Short: "Measure the processor time of composing answers, without finding the passages",
		Example: "  SPAR_EVAL_DATA=/data spar-eval composing rag-md --cache .cache/eval",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.set(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			c, err := eval.MeasureComposing(cmd.Context(), set, answer.Length(length), p.cache)
			if err != nil {
				return err
			}
			return p.print(c, c.WriteText)
		},
	}
	cmd.Flags().StringVar(&length, "length", "", "length of the answers: short, long, or as usual")
	return cmd
}
