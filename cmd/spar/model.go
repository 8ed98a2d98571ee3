package main

import (
	"fmt"
	"path/filepath"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/models"
	"github.com/spf13/cobra"
)

func (a *app) modelCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "model", Short: "List, add, choose, fit, check and time models",
		Long: `A model is "precise", the encoder that is built in, the name of one that was added, or a Hugging Face folder with
config.json, a vocabulary and model.safetensors: encoders of the BERT and MPNet families, and cross-encoders (rerankers)
and taggers of the BERT family. Nothing is downloaded but by "spar model pull".`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(a.modelListCommand(), a.modelAddCommand(), a.modelPullCommand(), a.modelUseCommand(), a.modelRevertCommand(), a.modelCheckCommand(), a.modelBenchCommand(), a.fitLightCommand())
	return cmd
}

// modelsDir holds the models that were added.
func (a *app) modelsDir(cmd *cobra.Command) (string, error) {
	if err := a.configure(cmd); err != nil {
		return "", err
	}
	return models.Dir(a.config.DataDir()), nil
}

// modelFolder finds a model that was added, or a folder.
func (a *app) modelFolder(cmd *cobra.Command, name string) (string, error) {
	if err := a.configure(cmd); err != nil {
		return "", err
	}
	return models.Folder(a.config.DataDir(), name)
}

func (a *app) modelAddCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use: "add FOLDER", Short: "Copy a model into the data directory",
		Long: `Add checks that the model in a folder can be used and copies its files into the data directory, so that it stays
what it is when the folder changes. Folders with pickled weights only (pytorch_model.bin) are refused.`,
		Example: "  spar model add ./all-mpnet-base-v2\n  spar model add ./download --name reranker", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			if name == "" {
				name = filepath.Base(from)
			}
			if err := models.CheckName(name); err != nil {
				return err
			}
			kind, err := models.Try(from)
			if err != nil {
				return err
			}
			dir, err := a.modelsDir(cmd)
			if err != nil {
				return err
			}
			if err := models.Add(dir, from, name); err != nil {
				return err
			}
			a.note("added the %s %s; `spar model check %s` checks it", kind, name, name)
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "its name; the folder's if not given")
	return cmd
}

// openModel opens a model as an encoder.
func (a *app) openModel(cmd *cobra.Command, name string, o embed.Options) (embed.Encoder, string, error) {
	if name == precise {
		e, err := embed.Precise(o)
		return e, "", err
	}
	dir, err := a.modelFolder(cmd, name)
	if err != nil {
		return nil, "", err
	}
	e, err := embed.Open(dir, o)
	return e, dir, err
}

func (a *app) modelCheckCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check MODEL", Short: "Check that a model computes what it should",
		Long: `Check embeds texts and looks whether vectors have length 1, do not depend on what is embedded with them, tell texts
apart, and are nearly the same in 8-bit arithmetic. A folder may hold reference.jsonl, lines {"text", "vector"} that
another program computed; then each vector must have a cosine of .9999 with its own, .97 in 8-bit arithmetic. Rerankers
and taggers are opened and run.`,
		Example: "  spar model check precise\n  spar model check ./all-mpnet-base-v2", Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			if args[0] != precise {
				dir, err := a.modelFolder(cmd, args[0])
				if err != nil {
					return err
				}
				kind, err := embed.KindOf(dir)
				if err != nil {
					return err
				}
				if kind != embed.Vectors {
					if err := models.RunHead(ctx, kind, dir); err != nil {
						return err
					}
					fmt.Fprintf(a.out, "%s: the %s runs\n", printable(args[0]), kind)
					return nil
				}
			}
			plain, dir, err := a.openModel(cmd, args[0], embed.Options{Arithmetic: embed.Float32})
			if err != nil {
				return err
			}
			small, _, err := a.openModel(cmd, args[0], embed.Options{Arithmetic: embed.Int8})
			if err != nil {
				return err
			}
			c, err := models.CheckEncoder(ctx, plain, small, dir)
			if err != nil {
				return spar.Errorf(spar.Invalid, "the model %s does not compute what it should: %w", args[0], err)
			}
			against := "itself alone"
			if c.Stored {
				against = "the stored vectors"
			}
			fmt.Fprintf(a.out, "%s: %s, %d values; least cosine with %s %.6f, in 8-bit arithmetic %.4f\n",
				printable(args[0]), plural(c.Texts, "text", "texts"), c.Dim, against, c.Float32, c.Int8)
			return nil
		},
	}
}

func (a *app) modelBenchCommand() *cobra.Command {
	var seconds float64
	cmd := &cobra.Command{
		Use: "bench [MODEL]", Short: "Measure how many tokens a second an encoder takes in",
		Long: `Bench embeds texts of 32, 128 and 256 tokens and a mixture, in float32 and 8-bit arithmetic, on one and two
processors, and prints tokens a second of the best of several rounds. Other load on the machine lowers them.`,
		Example: "  spar model bench\n  spar model bench ./all-mpnet-base-v2 --seconds 5", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name := precise
			if len(args) > 0 {
				name = args[0]
			}
			if !(seconds > 0 && seconds <= 3600) {
				return spar.Errorf(spar.Invalid, "--seconds is %v and must be more than 0 and at most 3600", seconds)
			}
			t := a.table()
			t.row("arithmetic", "threads", "32", "128", "256", "mix")
			for _, arithmetic := range []embed.Arithmetic{embed.Float32, embed.Int8} {
				for threads := 1; threads <= 2; threads++ {
					e, _, err := a.openModel(cmd, name, embed.Options{Threads: threads, Arithmetic: arithmetic})
					if err != nil {
						return err
					}
					cells := []any{arithmetic, threads}
					for _, lengths := range [][]int{{32}, {128}, {256}, {24, 60, 110, 180, 250}} {
						rate, err := models.Rate(cmd.Context(), e, lengths, time.Duration(seconds*float64(time.Second)))
						if err != nil {
							return err
						}
						cells = append(cells, fmt.Sprintf("%.0f", rate))
					}
					t.row(cells...)
				}
			}
			return t.flush()
		},
	}
	cmd.Flags().Float64Var(&seconds, "seconds", 1, "how long each of the sixteen measurements takes")
	return cmd
}
