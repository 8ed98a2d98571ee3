package main

import (
	"os"
	"path/filepath"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/eval"
	"github.com/spf13/cobra"
)

func (a *app) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "bench", Short: "Measure how long things take on this machine",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.benchAnswerCommand(), a.benchOrderCommand(), a.benchFormatsCommand(), a.benchScanCommand(), a.benchCatalogCommand(), a.benchServiceCommand(), benchCatalogProcess(a))
	return cmd
}

func (a *app) benchAnswerCommand() *cobra.Command {
	var cache, question string
	cmd := &cobra.Command{
		Use: "answer SET-OR-FOLDER", Short: "Measure the first answer from files that were never read",
		Long: `Answer asks one question of a folder as "spar ask FOLDER" does on its first day, with a data directory of its own that
is removed at the end, and compares the time with that of reading the files and of embedding passages alone.

SET-OR-FOLDER is an evaluation set with a share, whose first answerable question is asked, or any folder with --question.`,
		Example: "  spar bench answer ./some/folder --question \"how many days of parental leave are there?\"\n  SPAR_EVAL_DATA=/data spar bench answer mixed --cache .cache/eval --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder, err := a.benchFolder(cmd, args[0], cache, &question)
			if err != nil {
				return err
			}
			read, err := a.readOptions(cmd)
			if err != nil {
				return err
			}
			f, err := eval.MeasureFirstAnswer(cmd.Context(), folder, eval.FirstOptions{
				Engine: engine.Options{Read: read, Log: a.logger()}, Who: a.principal, Question: question,
			})
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(f)
			}
			return f.WriteText(a.out)
		},
	}
	cmd.Flags().StringVar(&question, "question", "", "the question that is asked")
	cmd.Flags().StringVar(&cache, "cache", "", "folder in which public sets are made")
	return cmd
}

// benchFolder gives the folder to be asked, and a question if there is none yet.
func (a *app) benchFolder(cmd *cobra.Command, arg, cache string, question *string) (string, error) {
	info, err := os.Stat(arg)
	if err == nil && info.IsDir() && *question != "" {
		return filepath.Abs(arg)
	}
	data, _ := a.env(eval.DataEnv)
	set, err := eval.OpenSet(cmd.Context(), arg, data, cache)
	if err != nil {
		return "", err
	}
	if set.ShareDir() == "" {
		return "", spar.Errorf(spar.Invalid, "the set %s has no files to be read: choose one with a share", set.Name)
	}
	for _, q := range set.Queries {
		if *question == "" && !q.Refuse {
			*question = q.Text
		}
	}
	return filepath.Abs(set.ShareDir())
}
