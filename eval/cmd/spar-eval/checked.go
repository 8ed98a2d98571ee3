package main

import (
	"os"

	"github.com/sparsearch/spar/eval/checked"
	"github.com/sparsearch/spar/eval/public"
	"github.com/spf13/cobra"
)

func (p *program) checkedCommand() *cobra.Command {
	var each int
	var seed uint64
	var keep string
	cmd := &cobra.Command{
		Use: "checked [FILE...]", Short: "Measure which statements of a model are taken out for what they cite",
		Long: `Checked has a model that follows a script say statements, each citing a passage, and counts the false ones that are taken
out of the answer and the true ones that are lost. The statements are those of files, one JSON object a line with id, passage,
statement, true, kind and source; without a file they are made of sentences of the public texts below
` + public.DataEnv + ` by rules: so many false, and so many true in other words.`,
		Example: "  spar-eval checked\n  spar-eval checked eval/checked/testdata/half1.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			var list []checked.Pair
			var err error
			if len(args) == 0 {
				list, err = checked.Make(os.Getenv(public.DataEnv), seed, each)
			}
			for _, name := range args {
				if err == nil {
					var more []checked.Pair
					more, err = checked.Read(name)
					list = append(list, more...)
				}
			}
			if err != nil {
				return err
			}
			if keep != "" {
				if err := checked.Write(keep, list); err != nil {
					return err
				}
			}
			report, err := checked.Measure(cmd.Context(), list)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().IntVar(&each, "each", 150, "false and true statements that are made, each")
	cmd.Flags().StringVar(&keep, "keep", "", "file to write the statements to, as they are read")
	cmd.Flags().Uint64Var(&seed, "seed", 1, "of what is made")
	return cmd
}
