package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// precise names the built-in encoder.
const precise = "precise"

func (a *app) modelCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "model", Short: "List, add, choose, fit, check and time models",
		Long: `A model is "precise", the encoder that is built in, the name of one that was added, or a Hugging Face folder with
config.json, a vocabulary and model.safetensors: encoders of the BERT and MPNet families, and cross-encoders (rerankers)
and taggers of the BERT family. A language model, which writes answers, is a GGUF file. Nothing is downloaded but by "spar model pull".`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(a.modelListCommand(), a.modelAddCommand(), a.modelPullCommand(), a.modelUseCommand(),
		a.modelRevertCommand(), a.modelTryCommand(), a.modelCheckCommand(), a.modelBenchCommand(), a.fitLightCommand(), a.fitCoverageCommand())
	return cmd
}

func (a *app) modelAddCommand() *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use: "add FOLDER|FILE.gguf", Short: "Copy a model into the data directory",
		Long: `Add checks that the model in a folder can be used and copies its files into the data directory, so that it stays
what it is when the folder changes. Folders with pickled weights only (pytorch_model.bin) are refused. A GGUF file is a language model,
which writes answers once "spar config set llm NAME" names it.`,
		Example: "  spar model add ./all-mpnet-base-v2\n  spar model add ./download --name reranker\n" +
			"  spar model add ./qwen2.5-1.5b-instruct.gguf --name qwen", Args: cobra.ExactArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			m, err := s.AddModel(ctx, who, args[0], name)
			switch {
			case err == nil && m.Kind == service.LanguageModel:
				a.note("added the %s %s; `spar config set llm %s` has it write answers", m.Kind, m.Name, m.Name)
			case err == nil:
				a.note("added the %s %s; `spar model check %s` checks it", m.Kind, m.Name, m.Name)
			}
			return err
		}),
	}
	cmd.Flags().StringVar(&name, "name", "", "its name; that of the folder or the file if not given")
	return cmd
}

func (a *app) modelTryCommand() *cobra.Command {
	return &cobra.Command{
		Use: "try [NAME]", Short: "Have a language model say something short, and measure how fast it does", Args: cobra.MaximumNArgs(1),
		Example: "  spar model try\n  spar model try qwen --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			out, err := s.TryWriter(ctx, who, strings.Join(args, ""))
			return printOne(a, out, err, func() {
				fmt.Fprintf(a.out, "%s: %s\nfirst word after %.1f s, then %.1f pieces a second\n", printable(out.Model), printable(out.Text), out.First, out.Rate)
			})
		}),
	}
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

func (a *app) modelListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the models, which is in use, and how many passages have vectors of each",
		Long: `List opens every encoder to count its vectors, in the arithmetic that is set. The light encoder is the one that puts
files in the order of reading; it is listed with what it was fitted to.`,
		Example: "  spar model list", Args: cobra.NoArgs,
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return result(s.Models(ctx, who))(a, func(list api.Models) {
				t := a.table()
				for _, m := range list.Models {
					use, vectors := "", ""
					if m.InUse {
						use = "in use"
					}
					if m.Vectors != nil {
						vectors = plural(*m.Vectors, "vector", "vectors")
					}
					t.row(m.Name, m.Kind, use, vectors, m.From, m.Problem)
				}
				t.flush()
			})
		}),
	}
}

func (a *app) modelUseCommand() *cobra.Command {
	var now bool
	cmd := &cobra.Command{
		Use: "use MODEL", Short: "Compare meaning with another encoder from now on",
		Long: `Use gives every passage that has a vector one of the new encoder, beside the old one, and then switches: questions are
answered with the old encoder until then. When it is interrupted, the same command goes on. Vectors of two encoders are
never mixed, and the old ones stay: "spar model revert" goes back. With --now it switches at once, and questions make
the vectors that they need, until "spar watch" has made all in idle time, or the same command without --now.

It holds where the setting encoder is "auto" and a workspace does not name an encoder of its own.`,
		Example: "  spar model use all-mpnet-base-v2\n  spar model use precise --now", Args: cobra.ExactArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			p := a.progress()
			m, err := s.UseModel(ctx, who, args[0], now, func(done, total int) {
				p.show("embedding passages by %s: %s of %s", args[0], thousands(done), thousands(total))
			})
			p.done()
			a.overruled(m)
			return printOne(a, m, err, func() {
				fmt.Fprintf(a.out, "%s is in use; %s embedded\n", printable(m.Model), plural(m.Embedded, "passage was", "passages were"))
			})
		}),
	}
	cmd.Flags().BoolVar(&now, "now", false, "switch without making vectors first")
	return cmd
}

func (a *app) modelRevertCommand() *cobra.Command {
	return &cobra.Command{
		Use: "revert", Short: "Go back to the encoder that was in use before",
		Long: `Revert undoes "spar model use": the encoder that was in use before it is in use again, at once, with the vectors that it
has. Passages that have a vector of the other one alone get one of it when a question needs it, in the idle time of
"spar watch", or all by "spar model use" with its name.`,
		Example: "  spar model revert", Args: cobra.NoArgs,
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			m, err := s.RevertModel(ctx, who)
			a.overruled(m)
			return printOne(a, m, err, func() {
				fmt.Fprintf(a.out, "%s is in use\n", printable(m.Model))
				if len(m.Behind) > 0 {
					a.note("passages that have a vector of %s alone get one of %s when questions need it and "+
						"in the idle time of `spar watch`; `spar model use %s` makes all now", enumerated(m.Behind...), m.Model, m.Model)
				}
			})
		}),
	}
}

// overruled notes that a setting overrides the choice.
func (a *app) overruled(m api.ModelUsed) {
	if m.Overruled {
		a.note("the setting encoder is %q, which goes before it; `spar config` says where it comes from", a.config.Text("encoder"))
	}
}

func (a *app) fitLightCommand() *cobra.Command {
	var f service.LightFitting
	cmd := &cobra.Command{
		Use: "fit-light [TEXT]...", Short: "Fit the light encoder to passages or texts",
		Long: `The light encoder is a table of token vectors, which puts files in the order of reading by their names. Fit-light
makes it better for what this data directory holds: it is fitted to the passages that have vectors, begins with the
table there is, and replaces it if it agrees better with passages that were held back. No text is embedded for it.

With TEXT, files or folders of plain text or of lines {"text"} as *.jsonl, these are embedded and a table is fitted to
them alone, from nothing; --out says where it is written.`,
		Example: "  spar model fit-light\n  spar model fit-light --share docs\n  spar model fit-light ./texts --out light.spar",
	}
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		p := a.progress()
		f.Scope, f.Texts = text, args
		f.Embedding = func(done, total int) { p.show("embedding texts: %s of %s", thousands(done), thousands(total)) }
		f.Round = func(round, rounds int) { p.show("fitting the light encoder: round %d of %d", round, rounds) }
		r, err := s.FitLight(ctx, who, f)
		p.done()
		return printOne(a, r, err, func() {
			if r.File != "" {
				fmt.Fprintf(a.out, "fitted to %s; agreement with the encoder on %s of them: %.3f; %s has it\n",
					plural(r.Samples, "text", "texts"), thousands(r.Compared), r.After, printable(r.File))
				return
			}
			outcome := map[bool]string{true: "kept", false: "thrown away: the one there was agrees better"}[r.Kept]
			fmt.Fprintf(a.out, "fitted to %s; agreement with the encoder on %s held back: %.3f, before %.3f; %s\n",
				plural(r.Samples, "passage", "passages"), thousands(r.Held), r.After, *r.Before, outcome)
		})
	})
	cmd.Flags().StringVar(&f.Out, "out", "", "file for a table that is fitted to texts")
	cmd.Flags().StringVar(&f.Title, "title", "light", "what the table is called")
	cmd.Flags().IntVar(&f.Values, "dim", 256, "values of a vector, for a table that is fitted to texts")
	cmd.Flags().IntVar(&f.Rounds, "rounds", 6, "how often each text is looked at")
	cmd.Flags().Uint64Var(&f.Seed, "seed", 0, "of the random order; the same seed and texts give the same table")
	return cmd
}

func (a *app) fitCoverageCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "fit-coverage QUESTIONS", Short: "Fit the chance that unread files hold something better",
		Long: `A question stops reading when the chance is low that an unread file holds something better. The chance that is shipped was
fitted to public collections. Fit-coverage fits it to this data directory: it asks the questions of a file, one a line, of parts of the files
that were read, as if nothing but their names had been known, and compares what the chance says with what all of them hold.

Only files that everybody may read take part, so that the chance tells nobody anything of other files. What was fitted is judged by
questions that had no part in it. It is kept, as better.json in the data directory, if it can be believed more than the shipped one. Take
20 questions or more, as people ask them. QUESTIONS may be - for standard input; lines that begin with # are left out.`,
		Example: "  spar model fit-coverage questions.txt\n  spar model fit-coverage questions.txt --share docs",
		Args:    cobra.ExactArgs(1),
	}
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		f := service.CoverageFitting{Scope: text}
		var err error
		if f.Questions, err = a.lines(args[0]); err != nil {
			return err
		}
		p := a.progress()
		f.Asked = func(done, of int) { p.show("asking questions: %s of %s", thousands(done), thousands(of)) }
		r, err := s.FitCoverage(ctx, who, f)
		p.done()
		return printOne(a, r, err, func() {
			outcome := map[bool]string{true: "kept", false: "thrown away: the one that is shipped can be believed more"}[r.Kept]
			fmt.Fprintf(a.out,
				"%s to %s, %s; an unread file had the best passage in %.0f %%\n"+
					"calibration error %.3f, before %.3f; Brier score %.3f, before %.3f, best constant %.3f\nthe %s was fitted and is %s\n",
				plural(r.Questions, "question", "questions"), plural(r.Files, "file", "files"), plural(r.Observations, "observation", "observations"), 100*r.CameAbout,
				r.After.Error, r.Before.Error, r.After.Brier, r.Before.Brier, r.Constant, map[string]string{"curve": "curve", "weights": "whole model"}[r.Way], outcome)
		})
	})
	return cmd
}

// lines gives the lines of a file, or of standard input, that say something.
func (a *app) lines(name string) (list []string, err error) {
	from := a.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return nil, spar.Errorf(spar.NotFound, "the questions cannot be read: %w", err)
		}
		defer f.Close()
		from = f
	}
	text := bufio.NewScanner(from)
	text.Buffer(nil, 1<<20)
	for text.Scan() {
		if line := strings.TrimSpace(text.Text()); line != "" && !strings.HasPrefix(line, "#") {
			list = append(list, line)
		}
	}
	if err := text.Err(); err != nil {
		return nil, spar.Errorf(spar.Invalid, "line %d or later of %s cannot be read: %w; write a question in each line", len(list)+1, name, err)
	}
	return list, nil
}

func (a *app) embedCommand() *cobra.Command {
	var model, weights string
	var threads int
	cmd := &cobra.Command{
		Use: "embed", Short: "Turn texts into vectors",
		Long: `Embed reads lines {"id", "text"} from standard input and writes lines {"id", "vector"} in the same order. An id is a
string or a number and comes back as it was written. The rate is printed on standard error at the end.

--model is "precise", the encoder that is built in, the name of a model that was added, or a folder with one.`,
		Example: "  spar admin embed < passages.jsonl > vectors.jsonl\n  spar admin embed --model ./all-MiniLM-L6-v2 --threads 2 < passages.jsonl > vectors.jsonl",
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
			a.note("%s, %s in %.1f s: %.0f tokens/s", counted(count.Texts, "text", "texts"), counted(count.Tokens, "token", "tokens"), took, float64(count.Tokens)/took)
			return nil
		}),
	}
	cmd.Flags().StringVar(&model, "model", precise, "the built-in encoder, a model that was added, or a folder with one")
	cmd.Flags().IntVar(&threads, "threads", 0, "processors to use; 0: all")
	cmd.Flags().StringVar(&weights, "weights", "int8", "int8, or float32, which is slower and a little more exact")
	return cmd
}
