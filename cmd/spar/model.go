package main

import (
	"context"
	"fmt"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

// precise names the built-in encoder.
const precise = "precise"

func (a *app) modelCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "model", Short: "List, add, choose, fit, check and time models",
		Long: `A model is "precise", the encoder that is built in, the name of one that was added, or a Hugging Face folder with
config.json, a vocabulary and model.safetensors: encoders of the BERT and MPNet families, and cross-encoders (rerankers)
and taggers of the BERT family. Nothing is downloaded but by "spar model pull".`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(a.modelListCommand(), a.modelAddCommand(), a.modelPullCommand(), a.modelUseCommand(), a.modelRevertCommand(), a.modelCheckCommand(), a.modelBenchCommand(), a.fitLightCommand())
	return cmd
}

func (a *app) modelAddCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use: "add FOLDER", Short: "Copy a model into the data directory",
		Long: `Add checks that the model in a folder can be used and copies its files into the data directory, so that it stays
what it is when the folder changes. Folders with pickled weights only (pytorch_model.bin) are refused.`,
		Example: "  spar model add ./all-mpnet-base-v2\n  spar model add ./download --name reranker", Args: cobra.ExactArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			m, err := s.AddModel(ctx, who, args[0], name)
			if err == nil {
				a.note("added the %s %s; `spar model check %s` checks it", m.Kind, m.Name, m.Name)
			}
			return err
		}),
	}
	cmd.Flags().StringVar(&name, "name", "", "its name; the folder's if not given")
	return cmd
}

func (a *app) modelPullCommand() *cobra.Command {
	var name, revision string
	cmd := &cobra.Command{
		Use: "pull HUBNAME", Short: "Fetch a model from a hub and add it",
		Long: `Pull is the one command that fetches a model over the network: from huggingface.co over HTTPS, or from the hub that the
setting hub-url names. All files are of one commit, those that a model is read from and no others; large ones are checked
by the SHA-256 that the hub lists. Models whose weights are pickled (pytorch_model.bin) are refused, and so are models
that cannot be run, as with "spar model add".`,
		Example: "  spar model pull sentence-transformers/all-mpnet-base-v2\n  spar model pull cross-encoder/ms-marco-MiniLM-L-12-v2 --name reranker", Args: cobra.ExactArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			p := a.progress()
			m, err := s.PullModel(ctx, who, args[0], name, revision, func(file string, done, total int64) {
				p.show("%s: %s of %s bytes", file, thousands(int(done)), thousands(int(total)))
			})
			p.done()
			return printOne(a, m, err, func() {
				a.note("added the %s %s, commit %s; `spar model check %s` checks it", m.Kind, m.Name, m.Commit, m.Name)
			})
		}),
	}
	cmd.Flags().StringVar(&name, "name", "", "its name; the last part of HUBNAME if not given")
	cmd.Flags().StringVar(&revision, "revision", "", "branch, tag or commit; main if not given")
	return cmd
}

func (a *app) modelCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check MODEL", Short: "Check that a model computes what it should",
		Long: `Check embeds texts and looks whether vectors have length 1, do not depend on what is embedded with them, tell texts
apart, and are nearly the same in 8-bit arithmetic. A folder may hold reference.jsonl, lines {"text", "vector"} that
another program computed; then each vector must have a cosine of .9999 with its own, .97 in 8-bit arithmetic. Rerankers
and taggers are opened and run.`,
		Example: "  spar model check precise\n  spar model check ./all-mpnet-base-v2", Args: cobra.ExactArgs(1),
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			kind, c, err := service.CheckModel(cmd.Context(), a.config.DataDir(), args[0])
			if err != nil {
				return err
			}
			if c.Texts == 0 {
				fmt.Fprintf(a.out, "%s: the %s runs\n", printable(args[0]), kind)
				return nil
			}
			against := "itself alone"
			if c.Stored {
				against = "the stored vectors"
			}
			fmt.Fprintf(a.out, "%s: %s, %d values; least cosine with %s %.6f, in 8-bit arithmetic %.4f\n",
				printable(args[0]), plural(c.Texts, "text", "texts"), c.Dim, against, c.Float32, c.Int8)
			return nil
		}),
	}
}

func (a *app) modelBenchCommand() *cobra.Command {
	var seconds float64
	cmd := &cobra.Command{
		Use: "bench [MODEL]", Short: "Measure how many tokens a second an encoder takes in",
		Long: `Bench embeds texts of 32, 128 and 256 tokens and a mixture, in float32 and 8-bit arithmetic, on one and two
processors, and prints tokens a second of the best of several rounds. Other load on the machine lowers them.`,
		Example: "  spar model bench\n  spar model bench ./all-mpnet-base-v2 --seconds 5", Args: cobra.MaximumNArgs(1),
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			if !(seconds > 0 && seconds <= 3600) {
				return spar.Errorf(spar.Invalid, "--seconds is %v and must be more than 0 and at most 3600", seconds)
			}
			speeds, err := service.ModelSpeeds(cmd.Context(), a.config.DataDir(), append(args, precise)[0], time.Duration(seconds*float64(time.Second)))
			if err != nil {
				return err
			}
			t := a.table()
			t.row("arithmetic", "threads", "32", "128", "256", "mix")
			for _, s := range speeds {
				cells := []any{s.Arithmetic, s.Threads}
				for _, rate := range s.Rates {
					cells = append(cells, fmt.Sprintf("%.0f", rate))
				}
				t.row(cells...)
			}
			return t.flush()
		}),
	}
	cmd.Flags().Float64Var(&seconds, "seconds", 1, "how long each of the sixteen measurements takes")
	return cmd
}
