package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog/invented"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// A Hidden says how soon questions find the files that answer them among very many unread others.
type Hidden struct {
	Schema    string       `json:"schema"`
	Commit    string       `json:"commit"`
	Machine   string       `json:"machine"`
	Files     int          `json:"files"`
	Questions int          `json:"questions"`
	Limit     float64      `json:"limit"`    // seconds for a question
	Making    float64      `json:"making"`   // seconds to make the folder
	Scanning  float64      `json:"scanning"` // seconds of the scan, and of the sketches of the names
	Ways      []HiddenAway `json:"ways"`
	ToAsk     int          `json:"to_ask"` // planned questions; a piece may end before
	Random    float64      `json:"random"` // share that reading as many files in random order would find
}

// A HiddenAway is one way to ask: in fresh processes, or in one that stays.
type HiddenAway struct {
	Way    string  `json:"way"`
	Found  float64 `json:"found"`       // share of the questions whose answer cites a file that answers
	CPU    float64 `json:"cpu"`         // processor time in seconds until that answer, median over found questions
	CPUAll float64 `json:"cpu_all"`     // median over all questions, a missed one counting as infinite; 0 stands for infinite
	Took   float64 `json:"took"`        // seconds, median over found questions
	Read   float64 `json:"read_median"` // files read until then, or until the end

	FoundIn   measure.Interval `json:"found_interval"`
	Questions int              `json:"questions"`
}

// hiddenOptions say how large the measurement is.
type hiddenOptions struct {
	files, questions int
	limit            time.Duration
	program          string
	within           time.Duration // begin no further question after this time; 0: no limit
	keep             string        // a folder that keeps the share and the data directory for the next run; "" for none
}

// textBytes bounds the text of a file to one block of most disks.
const textBytes = 3500

func (p *program) hiddenCommand() *cobra.Command {
	o := hiddenOptions{}
	cmd := &cobra.Command{
		Use: "hidden", Short: "Measure how soon files are found among very many others of which nothing was read",
		Long: `Hidden makes a folder of as many files as you say, named as those of "spar-eval bench catalog", with abstracts of SciFact and PubMedQA in them.
Among them are the Markdown files of RAG-Multi-Corpus and the handbook. It scans the folder, and asks questions about the former of all files:
each in a fresh process over a data directory in which nothing was read, and all in one process that stays. A question ends when an answer cites a file
that answers it, or when its time is over. The folder takes 4 kB a file in TMPDIR, and is removed. --keep makes it in a folder that stays, with the
data directory of the scan, and the next run with --keep takes both from there. With --keep a question that was asked before is not asked again, so that
the measurement may be made in pieces; remove rows-*.jsonl and the folder resident to ask anew.`,
		Example: `  SPAR_EVAL_DATA=/data spar-eval hidden --files 1000000 --questions 40 --cache .cache/eval --spar bin/spar
  SPAR_EVAL_DATA=/data spar-eval hidden --files 1000000 --questions 20 --keep /var/tmp/hidden --cache .cache/eval --spar bin/spar`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.files < 1 || o.questions < 1 || o.limit <= 0 {
				return spar.Errorf(spar.Invalid, "--files, --questions and --limit must be above 0")
			}
			h, err := p.hidden(cmd.Context(), o)
			if err != nil {
				return err
			}
			return p.print(h, h.WriteText)
		},
	}
	cmd.Flags().IntVar(&o.files, "files", 1_000_000, "files besides")
	cmd.Flags().IntVar(&o.questions, "questions", 40, "questions, drawn evenly")
	cmd.Flags().DurationVar(&o.limit, "limit", time.Minute, "time that a question has")
	cmd.Flags().DurationVar(&o.within, "within", 0, "time after which no other question is begun, for pieces with --keep; 0: all are asked")
	cmd.Flags().StringVar(&o.program, "spar", "spar", "the program")
	cmd.Flags().StringVar(&o.keep, "keep", "", "folder in which to keep the files and the scan for the next run")
	return cmd
}

func (p *program) hidden(ctx context.Context, o hiddenOptions) (*Hidden, error) {
	work, err := o.keep, error(nil)
	if work != "" {
		if work, err = filepath.Abs(work); err != nil {
			return nil, err
		}
	} else {
		if work, err = os.MkdirTemp("", "spar-eval-"); err != nil {
			return nil, err
		}
		defer os.RemoveAll(work)
	}
	h := &Hidden{Schema: "spar.bench.hidden/1", Commit: eval.Commit(), Machine: eval.Machine(), Limit: o.limit.Seconds()}
	began := time.Now()
	root := filepath.Join(work, "share")
	made := filepath.Join(work, fmt.Sprintf("scanned-%d", o.files)) // this file marks a complete share and scan
	_, missing := os.Stat(made)
	asked, err := p.hide(ctx, root, o, missing != nil)
	if err != nil {
		return nil, err
	}
	h.Making, h.Questions = time.Since(began).Seconds(), len(asked)
	m := soon{o.program, work}
	began = time.Now()
	for _, args := range [][]string{{"share", "add", "known", root}, {"scan"}, {"files", "--like", "anything", "--limit", "1"}} {
		if missing == nil {
			break
		}
		if err := m.command(ctx, "base", args...).Run(); err != nil {
			return nil, fmt.Errorf("spar %s: %w", strings.Join(args, " "), err)
		}
	}
	if err := os.WriteFile(made, nil, 0o600); err != nil {
		return nil, err
	}
	h.Scanning = time.Since(began).Seconds()
	fmt.Fprintf(os.Stderr, "made in %.0f s, scanned in %.0f s\n", h.Making, h.Scanning)
	rows := ""
	if o.keep != "" {
		rows = filepath.Join(o.keep, fmt.Sprintf("rows-%d-%d.jsonl", o.files, len(asked)))
	}
	runs, err := readRows[hiddenRun](rows)
	if err != nil {
		return nil, err
	}
	todo := func(way string) []knownFile {
		return slices.DeleteFunc(slices.Clone(asked), func(q knownFile) bool {
			return slices.ContainsFunc(runs, func(r hiddenRun) bool { return r.Way == way && r.Question == q.question })
		})
	}
	ends := func() bool { return o.within > 0 && time.Since(began) > o.within }
	for i, q := range todo(freshWay) {
		if ends() {
			break
		}
		if err := m.copy("fresh"); err != nil {
			return nil, err
		}
		run, err := m.seek(ctx, "fresh", q, o.limit)
		if err != nil {
			return nil, err
		}
		run.Way, run.Question = freshWay, q.question
		runs = append(runs, run)
		if err := keepRow(rows, run); err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%d, fresh: found %v, %.1f s of processor time, %.1f s, %d files read: %s\n", i+1, run.Found, run.CPU, run.Took, run.Read, q.question)
	}
	resident := filepath.Join(work, "resident")
	if _, err := os.Stat(resident); err != nil {
		if err := m.copy("resident"); err != nil {
			return nil, err
		}
	}
	if left := todo(residentWay); len(left) > 0 && !ends() {
		err := p.resident(ctx, resident, left, o.limit, func(run hiddenRun) (bool, error) {
			runs = append(runs, run)
			return !ends(), keepRow(rows, run)
		})
		if err != nil {
			return nil, err
		}
	}
	h.sum(runs, o.limit)
	return h, nil
}

// The ways to ask.
const freshWay, residentWay = "fresh processes", "one process"

// sum adds the figures of the runs.
func (h *Hidden) sum(runs []hiddenRun, limit time.Duration) {
	rate := 0.0
	for _, r := range runs {
		if h.Files = max(h.Files, r.InScope); r.Took > 0 && r.Way == freshWay {
			rate = max(rate, float64(r.Read)/r.Took)
		}
	}
	h.Random = min(1, rate*limit.Seconds()/float64(max(1, h.Files)))
	for _, way := range []string{freshWay, residentWay} {
		h.Ways = append(h.Ways, away(way, slices.DeleteFunc(slices.Clone(runs), func(r hiddenRun) bool { return r.Way != way })))
	}
	h.ToAsk, h.Questions = h.Questions, h.Ways[0].Questions
}

// hide makes the folder, if making is set, and returns the questions with the files that answer them.
func (p *program) hide(ctx context.Context, root string, o hiddenOptions, making bool) (asked []knownFile, err error) {
	rag, err := p.set(ctx, "rag-md")
	if err != nil {
		return nil, err
	}
	if making {
		if err := p.makeHiding(ctx, root, rag, o.files); err != nil {
			return nil, err
		}
	}
	return knownOf(rag, "Firms/", o.questions), nil
}

// knownOf returns at most most questions of a set (0: all), drawn evenly, with the files that answer them.
func knownOf(set *measure.Set, below string, most int) (asked []knownFile) {
	n := len(set.Queries)
	if most > 0 {
		n = min(most, n)
	}
	for i := range n {
		q := set.Queries[i*len(set.Queries)/n]
		k := knownFile{question: q.Text}
		for doc, score := range set.Judged(q.ID) {
			if score >= 1 {
				k.paths = append(k.paths, below+doc)
			}
		}
		asked = append(asked, k)
	}
	return asked
}

// makeHiding makes the folder: the files of a set, the handbook, and as many others.
func (p *program) makeHiding(ctx context.Context, root string, rag *measure.Set, files int) error {
	if err := os.CopyFS(filepath.Join(root, "Firms"), os.DirFS(rag.ShareDir())); err != nil {
		return err
	}
	if err := markdownOf(filepath.Join(os.Getenv(public.DataEnv), "handbook_18f"), filepath.Join(root, "Handbook")); err != nil {
		return err
	}
	var texts []string
	for _, name := range []string{"scifact", "pubmedqa"} {
		set, err := p.set(ctx, name)
		if err != nil {
			return err
		}
		for d, err := range set.Docs() {
			if err != nil {
				return err
			}
			texts = append(texts, strings.ToValidUTF8(d.Text[:min(len(d.Text), textBytes)], ""))
		}
	}
	last, n := "", 0
	for name := range invented.Names(files, 1, "txt") {
		path := filepath.Join(root, filepath.FromSlash(name))
		if dir := filepath.Dir(path); dir != last {
			if last = dir; ctx.Err() != nil {
				return ctx.Err()
			}
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
		}
		// The number makes each text another one.
		if err := os.WriteFile(path, fmt.Appendf(nil, "%s\n\nRecord %d.\n", texts[n%len(texts)], n), 0o644); err != nil {
			return err
		}
		n++
	}
	return nil
}

// markdownOf copies the Markdown files of a folder.
func markdownOf(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		path = filepath.Join(to, rel)
		return errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o644))
	})
}

// A hiddenRun has the result of one question.
type hiddenRun struct {
	Way      string  `json:"way"`
	Question string  `json:"question"`
	Found    bool    `json:"found"`
	CPU      float64 `json:"cpu"` // seconds
	Took     float64 `json:"took"`
	Read     int     `json:"read"`
	InScope  int     `json:"in_scope"`
}

// seek asks in a fresh process, and ends it as soon as an answer cites one of the files sought.
func (m soon) seek(ctx context.Context, data string, q knownFile, limit time.Duration) (out hiddenRun, err error) {
	cmd := m.command(ctx, data, "ask", "--share", "known", "--stream", "--json", q.question, "--until", "1", "--budget", limit.String())
	events, err := cmd.StdoutPipe()
	if err != nil {
		return out, err
	}
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return out, err
	}
	for d := json.NewDecoder(events); ; {
		var e api.AnswerEvent
		if err := d.Decode(&e); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return out, errors.Join(err, cmd.Process.Kill(), cmd.Wait())
		}
		if e.Reading != nil {
			out.Read = e.Reading.Read
		}
		if e.Answer == nil || out.Found {
			continue
		}
		out.Read, out.InScope = e.Answer.Coverage.Read, e.Answer.Coverage.InScope
		out.Found = slices.ContainsFunc(e.Answer.Citations, func(c api.Citation) bool { return slices.Contains(q.paths, c.Path.Name) })
		if out.CPU, out.Took = treeCPU(cmd.Process.Pid), time.Since(began).Seconds(); out.Found {
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				return out, err
			}
		}
	}
	var ended *exec.ExitError
	if err := cmd.Wait(); err != nil && !(out.Found && errors.As(err, &ended)) {
		return out, err
	}
	return out, nil
}

// resident asks all questions in this process, one after the other. A question finds the files that earlier ones read, a few of very many.
func (p *program) resident(ctx context.Context, dir string, asked []knownFile, limit time.Duration, each func(hiddenRun) (goOn bool, err error)) (err error) {
	o, err := p.engine()
	if err != nil {
		return err
	}
	o.Dir = dir
	e, err := engine.Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	who, err := service.New(e, service.Options{}).Process()
	if err != nil {
		return err
	}
	for i, q := range asked {
		var run hiddenRun
		began, before := time.Now(), treeCPU(os.Getpid())
		asking, found := context.WithCancel(ctx)
		told := func(a spar.Answer) {
			if run.Found {
				return
			}
			run.Read, run.InScope = a.Coverage.Read, a.Coverage.InScope
			run.Found = slices.ContainsFunc(a.Citations, func(c spar.Citation) bool { return slices.Contains(q.paths, c.Path) })
			if run.CPU, run.Took = treeCPU(os.Getpid())-before, time.Since(began).Seconds(); run.Found {
				found()
			}
		}
		a, _, err := e.Ask(asking, engine.Request{
			Selection: engine.Selection{Who: who, Budget: order.Of(limit)}, Question: q.question, Until: 1, Tells: engine.Tells{Interim: true},
			Tell: func(news engine.News) {
				if i, ok := news.(engine.Interim); ok {
					told(i.Answer)
				}
			},
		})
		if found(); err == nil {
			told(a)
		} else if !run.Found {
			return err
		}
		run.Way, run.Question = residentWay, q.question
		fmt.Fprintf(os.Stderr, "%d of %d, one process: found %v, %.1f s of processor time, %.1f s, %d files read\n", i+1, len(asked), run.Found, run.CPU, run.Took, run.Read)
		if goOn, err := each(run); err != nil || !goOn {
			return err
		}
	}
	return nil
}

func away(way string, runs []hiddenRun) HiddenAway {
	out := HiddenAway{Way: way, Questions: len(runs)}
	var cpu, took, read, found []float64
	for _, r := range runs {
		found = append(found, oneIf(r.Found))
		if read = append(read, float64(r.Read)); r.Found {
			cpu, took = append(cpu, r.CPU), append(took, r.Took)
			out.Found += 1 / float64(len(runs))
		}
	}
	out.FoundIn = measure.Bootstrap(make([]float64, len(found)), found, 1)
	out.CPU, out.Took, out.Read = median(cpu), median(took), median(read)
	if at := len(runs) / 2; at < len(cpu) {
		out.CPUAll = cpu[at] // median has sorted them
	}
	return out
}

// WriteText writes the measurement for people.
func (h *Hidden) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%d files, %d of %d questions, %.0f s each; made in %.0f s, scanned in %.0f s\n", h.Files, h.Questions, h.ToAsk, h.Limit, h.Making, h.Scanning)
	for _, a := range h.Ways {
		all := "without end"
		if a.CPUAll > 0 {
			all = fmt.Sprintf("%.1f s", a.CPUAll)
		}
		fmt.Fprintf(w, "%-16s %d questions, found %.3f (95 %%: %.3f to %.3f); processor time until then, median %.1f s, "+
			"of all questions %s; %.1f s; %.0f files read\n", a.Way, a.Questions, a.Found, a.FoundIn.Low, a.FoundIn.High, a.CPU, all, a.Took, a.Read)
	}
	_, err := fmt.Fprintf(w, "in random order  found %.3f, at the fastest rate of reading that was seen\n", h.Random)
	return err
}
