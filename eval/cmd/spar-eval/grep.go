package main

import (
	"github.com/sparsearch/spar/eval/grepped"
	"github.com/spf13/cobra"
)

// grepCommand compares full text with grep.
func (p *program) grepCommand() *cobra.Command {
	files, n, seed := 2000, 500, uint64(1)
	cmd := &cobra.Command{
		Use: "grep SET", Short: "Compare the files that full text selects with those that grep finds", Args: cobra.ExactArgs(1),
		Example: "  SPAR_EVAL_DATA=/data spar-eval grep scifact --seed 2",
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.set(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			e, s, err := asSettingsSay()
			if err != nil {
				return err
			}
			r, err := grepped.Run(cmd.Context(), set, files, n, seed, e, s)
			if err != nil {
				return err
			}
			return p.print(r, r.WriteMarkdown)
		},
	}
	cmd.Flags().IntVar(&files, "files", files, "texts of the set, from its beginning")
	cmd.Flags().IntVar(&n, "expressions", n, "random expressions")
	cmd.Flags().Uint64Var(&seed, "seed", seed, "of the expressions")
	return cmd
}
