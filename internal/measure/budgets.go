package measure

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// A BudgetReport tells the answers of questions that may read only so much of an unread share. The files are read once, and each question
// is replayed as if they were not: it reads the files that promise it most.
type BudgetReport struct {
	Schema    string       `json:"schema"`
	Set       string       `json:"set"`
	Files     int          `json:"files"`
	Bytes     int64        `json:"bytes"`
	Seconds   float64      `json:"seconds"` // that the files take to read, one after the other
	Questions int          `json:"questions"`
	Judged    int          `json:"judged"`         // of them: their documents are known, and metrics count them
	Keep      bool         `json:"keep,omitempty"` // files that a question read are there for the next
	Budgets   []BudgetPart `json:"budgets"`        // the last one reads all
}

// A BudgetPart is what came of one budget.
type BudgetPart struct {
	Budget    string                `json:"budget"` // "all" for none
	Read      float64               `json:"read"`   // share of the files that an answer rests on, mean
	ReadBytes float64               `json:"read_bytes"`
	Metrics   Metrics               `json:"metrics"`
	Behind    Interval              `json:"behind"`          // how far hit@5 is behind that of reading all, paired
	Stated    float64               `json:"stated"`          // mean chance that an unread file holds something better
	CameAbout float64               `json:"came_about"`      // share of the questions where one did
	Trust     calibrate.Reliability `json:"trust"`           // in that chance
	Never     int                   `json:"never,omitempty"` // questions for which nothing was read in time

	each []judgedQuestion
}

// BudgetOptions of MeasureBudgets.
type BudgetOptions struct {
	Budgets  []string
	Keep     bool
	Most     int    // questions, drawn evenly; 0: all
	Cache    string // folder that keeps readings between runs; "": a temporary one
	Progress func(budget string, done, total int)
}

// allRead names the budget without bounds.
const allRead = "all"

// MeasureBudgets asks the questions of a set under each of the budgets, and without one.
func MeasureBudgets(ctx context.Context, set *Set, o BudgetOptions) (_ *BudgetReport, err error) {
	budgets := make([]order.Budget, len(o.Budgets))
	timed := false
	for i, text := range o.Budgets {
		if budgets[i], err = order.ParseBudget(text); err != nil {
			return nil, err
		}
		timed = timed || budgets[i].Time > 0
	}
	dir, done, err := workDir(set, o.Cache)
	if err != nil {
		return nil, err
	}
	defer done()
	s, err := OpenReplayed(ctx, set, dir, OwnNames)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	asked, err := s.Asked(o.Most)
	if err != nil {
		return nil, err
	}
	price, err := s.prices(ctx, dir, timed)
	if err != nil {
		return nil, err
	}
	r := &BudgetReport{Schema: "spar.eval.budgets/1", Set: set.Name, Files: len(s.Files), Questions: len(asked), Keep: o.Keep}
	for i := range s.Files {
		r.Bytes, r.Seconds = r.Bytes+price.bytes[i], r.Seconds+price.seconds[i]
	}
	b := budgetRun{s, price, r, o, make([][]spar.Hit, len(asked))}
	all, err := b.run(ctx, asked, allRead, order.Budget{})
	if err != nil {
		return nil, err
	}
	for i, text := range o.Budgets {
		part, err := b.run(ctx, asked, text, budgets[i])
		if err != nil {
			return nil, err
		}
		r.Budgets = append(r.Budgets, *part)
	}
	r.Judged = len(all.each)
	r.Budgets = append(r.Budgets, *all)
	for i := range r.Budgets {
		var with, without []float64
		for j, q := range r.Budgets[i].each {
			with, without = append(with, all.each[j].metrics.Hit5), append(without, q.metrics.Hit5)
		}
		r.Budgets[i].Behind = Bootstrap(without, with, 1)
	}
	return r, nil
}

type budgetRun struct {
	*Replayed
	price  prices
	report *BudgetReport
	o      BudgetOptions
	all    [][]spar.Hit // that each question finds in all files
}

// run asks the questions under one budget.
func (b *budgetRun) run(ctx context.Context, asked []Query, text string, budget order.Budget) (*BudgetPart, error) {
	out := &BudgetPart{Budget: text}
	unread := func() map[spar.FileID]bool { return make(map[spar.FileID]bool, len(b.Files)) }
	read := unread()
	var stated []calibrate.Stated
	n := float64(len(asked))
	for i, q := range asked {
		if !b.o.Keep {
			read = unread()
		}
		ordered, standOut, err := b.Promised(ctx, q)
		if err != nil {
			return nil, err
		}
		for _, f := range b.spend(ordered, read, budget) {
			read[f.ID] = true
		}
		place := make(map[spar.FileID]int, len(ordered))
		var files []spar.File
		for j, f := range ordered {
			if place[f.ID] = j + 1; read[f.ID] {
				files = append(files, f)
				out.ReadBytes += float64(b.price.bytes[f.ID-1]) / max(1, float64(b.report.Bytes)) / n
			}
		}
		out.Read += float64(len(files)) / float64(len(b.Files)) / n
		if len(files) == 0 {
			out.Never++
		}
		hits, stats, err := b.FindIn(ctx, q, files)
		if err != nil {
			return nil, err
		}
		if text == allRead {
			b.all[i] = hits
		}
		if len(files) < len(b.Files) {
			p := b.Progress(q, hits, stats, files, place, standOut)
			s := calibrate.Stated{Chance: p.Better(), Right: Outranked(b.all[i], hits, func(id spar.FileID) bool { return read[id] })}
			stated = append(stated, s)
			if out.Stated += s.Chance / n; s.Right {
				out.CameAbout += 1 / n
			}
		}
		if judged := b.set.Judged(q.ID); len(judged) > 0 {
			ranked, err := b.ranked(ctx, q, files, hits)
			if err != nil {
				return nil, err
			}
			out.each = append(out.each, judgedQuestion{q.ID, q.Group, Measure(ranked, judged)})
		}
		if b.o.Progress != nil {
			b.o.Progress(text, i+1, len(asked))
		}
	}
	out.Trust = calibrate.Reliable(stated)
	if len(out.each) > 0 {
		var all []Metrics
		for _, q := range out.each {
			all = append(all, q.metrics)
		}
		out.Metrics = Mean(all)
	}
	return out, nil
}

// ranked are the documents of the hits that a user gets, and behind them those of a deeper ranking, as Search has them.
func (b *budgetRun) ranked(ctx context.Context, q Query, files []spar.File, hits []spar.Hit) (docs []string, err error) {
	runs := b.sources(files)
	v, err := b.before(q)
	if err != nil {
		return nil, err
	}
	others, _, err := b.ask(ctx, runs, q.Text, v, deepPassages, 1)
	if err != nil {
		return nil, err
	}
	met := map[string]bool{}
	for _, h := range append(slices.Clip(hits), others...) {
		if id := b.docs[h.File-1].id; !met[id] {
			met[id] = true
			docs = append(docs, id)
		}
	}
	return docs, nil
}

// spend gives the files that a question reads under a budget, in the order of their promise, without files read before. It passes over a
// file larger than the bytes that remain, and loses one that is not done in time.
func (b *budgetRun) spend(ordered []spar.File, read map[spar.FileID]bool, budget order.Budget) (out []spar.File) {
	mostFiles, mostBytes := budget.Amounts(len(b.Files), b.report.Bytes)
	begun, bytes := 0, int64(0)
	free := make([]float64, runtime.GOMAXPROCS(0)) // when each worker is
	end := budget.Time.Seconds()
	for _, f := range ordered {
		size := b.price.bytes[f.ID-1]
		if read[f.ID] || mostBytes > 0 && bytes+size > mostBytes {
			continue
		}
		worker := slices.Index(free, slices.Min(free))
		if mostFiles > 0 && begun >= mostFiles || mostBytes > 0 && bytes >= mostBytes || end > 0 && free[worker] >= end {
			break
		}
		begun, bytes = begun+1, bytes+size
		free[worker] += b.price.seconds[f.ID-1]
		if end == 0 || free[worker] <= end {
			out = append(out, f)
		}
	}
	return out
}

// prices are what it takes to read each file, in the order of the files.
type prices struct {
	bytes   []int64
	seconds []float64
}

// pricesFile keeps the seconds of files by their names, in the folder of readings.
const pricesFile = "reading.json"

// prices gives what reading takes. Where time is asked for, files whose time nobody took are read once more for it.
func (r *Replayed) prices(ctx context.Context, dir string, timed bool) (p prices, err error) {
	file := filepath.Join(dir, pricesFile)
	known := map[string]float64{}
	if data, err := os.ReadFile(file); err == nil && json.Unmarshal(data, &known) != nil {
		return p, spar.Errorf(spar.Invalid, "%s cannot be read: remove it", file)
	}
	p = prices{make([]int64, len(r.docs)), make([]float64, len(r.docs))}
	lines := map[string]int64{}
	for d, err := range r.set.Docs() {
		if err != nil {
			return p, err
		}
		lines[d.ID] = int64(len(d.Passage()))
	}
	learnt := false
	for i, d := range r.docs {
		if n, ok := lines[d.id]; ok {
			p.bytes[i] = n // a line is no file that could take time
			continue
		}
		name := filepath.Join(r.set.ShareDir(), filepath.FromSlash(d.id))
		info, err := os.Stat(name)
		if err != nil {
			return p, fmt.Errorf("eval: %w", err)
		}
		p.bytes[i] = info.Size()
		if _, ok := known[d.id]; !ok && timed {
			began := time.Now()
			doc, _, err := ReadFile(ctx, name, dir)
			if err != nil {
				return p, err
			}
			if doc != nil {
				r.cut.file(doc)
			}
			known[d.id], learnt = time.Since(began).Seconds(), true
		}
		p.seconds[i] = known[d.id]
	}
	if !learnt {
		return p, nil
	}
	data, err := json.Marshal(known)
	if err != nil {
		return p, err
	}
	return p, os.WriteFile(file, data, 0o600)
}

// WriteJSON writes the report for programs.
func (r *BudgetReport) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return e.Encode(r)
}

// WriteText writes the report for people.
func (r *BudgetReport) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	how := "nothing read before each"
	if r.Keep {
		how = "what one reads is there for the next"
	}
	fmt.Fprintf(t, "%s: %d files, %.1f MB, %.1f s to read; %d questions, %d judged; %s\n", r.Set, r.Files, float64(r.Bytes)/1e6, r.Seconds, r.Questions, r.Judged, how)
	fmt.Fprintln(t, "budget\tfiles read\tbytes\thit@1\thit@5\tmrr\tndcg@10\thit@5 behind all\tbetter, stated\tcame about\terror\tBrier\tof a constant")
	for _, b := range r.Budgets {
		fmt.Fprintf(t, "%s\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f\t%.3f (%.3f to %.3f)\t", b.Budget, b.Read, b.ReadBytes,
			b.Metrics.Hit1, b.Metrics.Hit5, b.Metrics.MRR, b.Metrics.NDCG10, b.Behind.Mean, b.Behind.Low, b.Behind.High)
		if b.Trust.Questions == 0 {
			fmt.Fprintln(t, "\t\t\t\t")
			continue
		}
		fmt.Fprintf(t, "%.3f\t%.3f\t%.3f\t%.3f\t%.3f\n", b.Stated, b.CameAbout, b.Trust.Error, b.Trust.Brier, b.Trust.Constant)
	}
	return t.Flush()
}
