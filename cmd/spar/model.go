package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
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
	return engine.ModelsDir(a.values["data-dir"]), nil
}

// modelFolder finds a model that was added, or a folder.
func (a *app) modelFolder(cmd *cobra.Command, name string) (string, error) {
	if err := a.configure(cmd); err != nil {
		return "", err
	}
	return engine.ModelFolder(a.values["data-dir"], name)
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
			if err := modelName(name); err != nil {
				return err
			}
			kind, err := tryModel(from)
			if err != nil {
				return err
			}
			dir, err := a.modelsDir(cmd)
			if err != nil {
				return err
			}
			if err := addModel(dir, from, name); err != nil {
				return err
			}
			a.note("added the %s %s; `spar model check %s` checks it", kind, name, name)
			return nil
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "its name; the folder's if not given")
	return cmd
}

// tryModel opens a model as what it says that it is.
func tryModel(dir string) (embed.Kind, error) {
	kind, err := embed.KindOf(dir)
	if err != nil {
		return kind, err
	}
	o := embed.Options{Threads: 1}
	switch kind {
	case embed.Scores:
		_, err = embed.OpenScorer(dir, o)
	case embed.Tags:
		_, err = embed.OpenTagger(dir, o)
	default:
		_, err = embed.Open(dir, o)
	}
	return kind, err
}

// addModel copies what a model is read from, beside first, so that nobody meets half a model.
func addModel(dir, from, name string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	to := filepath.Join(dir, name)
	if _, err := os.Lstat(to); err == nil {
		return takenModel(dir, name)
	}
	beside, err := os.MkdirTemp(dir, ".adding-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(beside)
	for _, pattern := range embed.ModelFiles() {
		found, err := filepath.Glob(filepath.Join(from, pattern))
		if err != nil {
			return err
		}
		for _, file := range found {
			rel, err := filepath.Rel(from, file)
			if err != nil {
				return err
			}
			if info, err := os.Stat(file); err != nil || !info.Mode().IsRegular() {
				continue
			}
			if err := copyModelFile(filepath.Join(beside, rel), file); err != nil {
				return err
			}
		}
	}
	if _, err := tryModel(beside); err != nil { // what was copied is whole
		return err
	}
	return os.Rename(beside, to)
}

func copyModelFile(to, from string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	if err := out.Sync(); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}

// modelTexts are what a model is checked and timed with.
var modelTexts = []string{
	"Parental leave is ten days for each child.", "The invoice is due within thirty days of its date.",
	"Wie viele Urlaubstage gibt es im Jahr?", "A boiler must be serviced once a year by an engineer.", "",
	strings.Repeat("The minutes of the meeting were approved, and the budget was not. ", 60),
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
					if err := runHead(ctx, kind, dir); err != nil {
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
			texts, want := modelTexts, [][]float32(nil)
			if dir != "" {
				if stored, vectors, err := referenceLines(filepath.Join(dir, "reference.jsonl"), plain.Dim()); err == nil {
					texts, want = stored, vectors
				} else if !errors.Is(err, fs.ErrNotExist) {
					return err
				}
			}
			least, least8, err := checkEncoder(ctx, plain, small, texts, want)
			if err != nil {
				return spar.Errorf(spar.Invalid, "the model %s does not compute what it should: %w", args[0], err)
			}
			against := "itself alone"
			if want != nil {
				against = "the stored vectors"
			}
			fmt.Fprintf(a.out, "%s: %s, %d values; least cosine with %s %.6f, in 8-bit arithmetic %.4f\n",
				printable(args[0]), plural(len(texts), "text", "texts"), plain.Dim(), against, least, least8)
			return nil
		},
	}
}

func runHead(ctx context.Context, kind embed.Kind, dir string) error {
	if kind == embed.Scores {
		s, err := embed.OpenScorer(dir, embed.Options{})
		if err != nil {
			return err
		}
		_, err = s.Score(ctx, modelTexts[0], modelTexts)
		return err
	}
	t, err := embed.OpenTagger(dir, embed.Options{})
	if err != nil {
		return err
	}
	_, err = t.Tag(ctx, modelTexts)
	return err
}

// checkEncoder compares vectors with want, or where there is none with those of each text alone, and gives the least
// cosine of either arithmetic.
func checkEncoder(ctx context.Context, plain, small embed.Encoder, texts []string, want [][]float32) (least, least8 float64, err error) {
	got, err := plain.Embed(ctx, texts)
	if err != nil {
		return 0, 0, err
	}
	got8, err := small.Embed(ctx, texts)
	if err != nil {
		return 0, 0, err
	}
	least, least8 = 1, 1
	for i, v := range got {
		if d := cosine(v, v); !(math.Abs(d-1) < 1e-3) {
			return 0, 0, fmt.Errorf("text %d has a vector of length %v", i+1, math.Sqrt(d))
		}
		var reference []float32
		if want != nil {
			reference = want[i]
		} else {
			alone, err := plain.Embed(ctx, texts[i:i+1])
			if err != nil {
				return 0, 0, err
			}
			reference = alone[0]
		}
		least, least8 = min(least, cosine(v, reference)), min(least8, cosine(got8[i], reference))
	}
	distinct := slices.ContainsFunc(got[1:], func(v []float32) bool { return cosine(v, got[0]) < .999 })
	switch {
	case !(least >= .9999):
		return 0, 0, fmt.Errorf("the least cosine is %.6f, not .9999", least)
	case !(least8 >= .97):
		return 0, 0, fmt.Errorf("the least cosine in 8-bit arithmetic is %.4f, not .97", least8)
	case len(texts) > 1 && !distinct:
		return 0, 0, errors.New("it gives all texts the same vector")
	}
	return least, least8, nil
}

func cosine(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}

// referenceLines reads texts and vectors, these at length 1.
func referenceLines(path string, dim int) (texts []string, vectors [][]float32, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		var l struct {
			Text   string    `json:"text"`
			Vector []float32 `json:"vector"`
		}
		err := json.Unmarshal(lines.Bytes(), &l)
		length := math.Sqrt(cosine(l.Vector, l.Vector))
		if err != nil || len(l.Vector) != dim || !(length > 0) {
			return nil, nil, spar.Errorf(spar.Invalid, "%s, line %d, has no vector of %d values: write {\"text\", \"vector\"} a line", path, n, dim)
		}
		for i := range l.Vector {
			l.Vector[i] /= float32(length)
		}
		texts, vectors = append(texts, l.Text), append(vectors, l.Vector)
	}
	if err := lines.Err(); err != nil {
		return nil, nil, spar.Errorf(spar.Invalid, "%s: %w", path, err)
	}
	if len(texts) == 0 {
		return nil, nil, spar.Errorf(spar.Invalid, "%s is empty: delete it, or write {\"text\", \"vector\"} a line", path)
	}
	return texts, vectors, nil
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
						rate, err := encoderRate(cmd.Context(), e, lengths, time.Duration(seconds*float64(time.Second)))
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

// encoderRate is the tokens a second of the best round, of some 2,000 tokens, in the given time.
func encoderRate(ctx context.Context, e embed.Encoder, lengths []int, limit time.Duration) (float64, error) {
	counter, ok := e.(interface{ Tokens(texts []string) int })
	if !ok {
		return 0, spar.Errorf(spar.Invalid, "%s does not say how many tokens a text has", e.Name())
	}
	words := strings.Fields(strings.Join(modelTexts, " "))
	var texts []string
	for i, tokens := 0, 0; tokens < 2048; i++ {
		n := lengths[i%len(lengths)]
		var text []string
		for len(text) < n && counter.Tokens([]string{strings.Join(text, " ")}) < n {
			text = append(text, words[(i*7+len(text))%len(words)])
		}
		texts = append(texts, strings.Join(text, " "))
		tokens += n
	}
	tokens, best := counter.Tokens(texts), 0.
	for begin := time.Now(); best == 0 || time.Since(begin) < limit; {
		round := time.Now()
		if _, err := e.Embed(ctx, texts); err != nil {
			return 0, err
		}
		best = max(best, float64(tokens)/time.Since(round).Seconds())
	}
	return best, nil
}
