package main

import (
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) embedCommand() *cobra.Command {
	var model, weights string
	var threads int
	cmd := &cobra.Command{
		Use: "embed", Short: "Turn texts into vectors",
		Long: `Embed reads lines {"id", "text"} from standard input and writes lines {"id", "vector"} in the same order. An id is a
string or a number and comes back as it was written. The rate is printed on standard error at the end.

--model is "precise", the encoder that is built in, the name of a model that was added, or a folder with one.`,
		Example: "  spar embed < passages.jsonl > vectors.jsonl\n  spar embed --model ./all-MiniLM-L6-v2 --threads 2 < passages.jsonl > vectors.jsonl",
		Args:    cobra.NoArgs,
		RunE: a.configured(func(cmd *cobra.Command, _ []string) error {
			if threads < 0 {
				return spar.Errorf(spar.Invalid, "--threads is %d and must be a number of processors; 0 is all of them", threads)
			}
			begin := time.Now()
			count, err := service.EmbedLines(cmd.Context(), a.config.DataDir(), model, weights, threads, a.in, a.out)
			if err != nil {
				return err
			}
			took := time.Since(begin).Seconds()
			a.note("%s, %s in %.1f s: %.0f tokens/s", plural(count.Texts, "text", "texts"), plural(count.Tokens, "token", "tokens"), took, float64(count.Tokens)/took)
			return nil
		}),
	}
	cmd.Flags().StringVar(&model, "model", precise, "the built-in encoder, a model that was added, or a folder with one")
	cmd.Flags().IntVar(&threads, "threads", 0, "processors to use; 0: all")
	cmd.Flags().StringVar(&weights, "weights", "int8", "int8, or float32, which is slower and a little more exact")
	return cmd
}
