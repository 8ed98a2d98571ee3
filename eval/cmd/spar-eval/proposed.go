package main

import (
	"fmt"
	"os"

	"github.com/sparsearch/spar/eval/proposed"
	"github.com/spf13/cobra"
)

func (p *program) tagsCommand() *cobra.Command {
	var o proposed.Options
	cmd := &cobra.Command{
		Use: "tags SET", Short: "Measure the tags that SPAR proposes for files",
		Long: `Tags reads the share of a set, tags one half of its files as the set says, and proposes tags for the other half. It compares them with those of the set. With
--fit it fits the model to the first half instead of using the one that is shipped; the JSON has it.`,
		Example: "  SPAR_EVAL_DATA=/data spar-eval tags pubmedqa-share --vocabulary mesh2022.jsonl",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			set, err := p.set(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			if o.Engine, o.Service, err = asSettingsSay(); err != nil {
				return err
			}
			o.Log = func(format string, args ...any) { fmt.Fprintf(os.Stderr, "spar-eval: "+format+"\n", args...) }
			report, err := proposed.Measure(cmd.Context(), set, o)
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&o.Vocabulary, "vocabulary", "", "a `FILE` that spar taxonomy import takes")
	cmd.Flags().StringVar(&o.Names, "names", "", "keep the vectors of the names of tags in this `FOLDER`, from one run to the next")
	cmd.Flags().BoolVar(&o.Fit, "fit", false, "fit the model to the half whose tags are known")
	return cmd
}
