package main

import (
	"fmt"
	"os"

	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/eval/scoped"
	"github.com/spf13/cobra"
)

func (p *program) scopedCommand() *cobra.Command {
	var half, share string
	cmd := &cobra.Command{
		Use: "scoped", Short: "Measure questions that say in words which files they mean",
		Long: `Scoped asks questions of users over a handbook and the papers of three firms that say in words which files they mean, and counts how often the right file is
cited first: as they are, with what they say of files as a guess, as a wall, and where the same scope is given by flags. Half a is there to be looked at while
the program is changed, half b is not.`,
		Example: "  spar-eval scoped --half b",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			e, s, err := asSettingsSay()
			if err != nil {
				return err
			}
			report, err := scoped.Measure(cmd.Context(), os.Getenv(public.DataEnv), half, share, e, s, func(format string, args ...any) { fmt.Fprintf(os.Stderr, "spar-eval: "+format+"\n", args...) })
			if err != nil {
				return err
			}
			return p.print(report, report.WriteMarkdown)
		},
	}
	cmd.Flags().StringVar(&half, "half", "a", "the half that is asked: a or b")
	cmd.Flags().StringVar(&share, "share", "", "one of handbook and firms; both if not given")
	return cmd
}
