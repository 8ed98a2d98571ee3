package main

import (
	"os"

	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/eval/restored"
	"github.com/spf13/cobra"
)

// restoredCommand measures the diagnosis of scopes that give nothing.
func (p *program) restoredCommand() *cobra.Command {
	half := "a"
	cmd := &cobra.Command{
		Use: "restored", Short: "Measure how often the diagnosis of an empty scope gives back what was meant", Args: cobra.NoArgs,
		Example: "  SPAR_EVAL_DATA=/data spar-eval restored --half b",
		RunE: func(cmd *cobra.Command, _ []string) error {
			r, err := restored.Run(cmd.Context(), os.Getenv(public.DataEnv), half)
			if err != nil {
				return err
			}
			return p.print(r, r.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&half, "half", half, "of the set: a, by which it was built, or b")
	return cmd
}
