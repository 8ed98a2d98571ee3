package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A WorkspaceBench has the costs to open a workspace and to ask it, over invented files that were all read.
type WorkspaceBench struct {
	Schema   string `json:"schema"`
	Passages int    `json:"passages"`
	Files    int    `json:"files"`

	OpenCold     float64 `json:"open_cold_ms"`  // from the start of a process to its first ten hits, with nothing of the data directory in memory
	OpenFresh    float64 `json:"open_fresh_ms"` // the same with all of it in memory; the median
	OpenCPU      float64 `json:"open_cpu_ms"`   // processor time of such a process
	PrivateBytes int64   `json:"private_bytes"` // of it, beyond mapped files
	BM25         float64 `json:"bm25_ms"`       // processor time of the ranking of four words, mean, in a resident process
	BM25First    float64 `json:"bm25_first_ms"` // the same for the first twenty questions, which fill the caches
	BM25Third    float64 `json:"bm25_third_ms"` // the same over a third of the files
	Search       float64 `json:"search_ms"`     // the same for the whole of a search of the service
	FTS5         float64 `json:"fts5_ms"`       // the same four words by SQLite
	FTS5Over     float64 `json:"fts5_over_bm25"`
	Dense        float64 `json:"dense_ms"`             // processor time of the ten nearest of all vectors
	DenseOver    float64 `json:"dense_over_read_loop"` // beside reading the same bytes
	Recall       float64 `json:"recall_at_10"`         // of these, beside float32 vectors before they were stored
	ReadSeconds  float64 `json:"read_seconds"`         // processor time of reading all files
	Questions    int     `json:"questions"`
}

// WorkspaceOptions of a measurement.
type WorkspaceOptions struct {
	Passages  int // in all
	PerFile   int // passages of a file; 0: 20
	Questions int // 0: 200
	Processes int // fresh ones; 0: 9
	Seed      uint64
	Engine    engine.Options // without Dir
	Program   []string       // the program, to which the data directory, the workspace and a question are added for a fresh process
	Log       func(format string, args ...any)
}

// benchWorkspace is the name of the measured workspace.
const benchWorkspace = "bench"

// MeasureWorkspace makes files in a temporary folder, reads them, and measures a workspace over them.
func MeasureWorkspace(ctx context.Context, o WorkspaceOptions) (b *WorkspaceBench, err error) {
	if o.PerFile == 0 {
		o.PerFile = 20
	}
	if o.Questions == 0 {
		o.Questions = 200
	}
	if o.Processes == 0 {
		o.Processes = 9
	}
	if o.Passages < 100 || o.PerFile < 1 || o.Passages < o.PerFile {
		return nil, spar.Errorf(spar.Invalid, "a workspace of %d passages, %d a file, is too small to be measured: take 100 passages or more", o.Passages, o.PerFile)
	}
	dir, err := os.MkdirTemp("", "spar-bench-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	made, err := inventFiles(filepath.Join(dir, "share"), o)
	if err != nil {
		return nil, err
	}
	b = &WorkspaceBench{Schema: "spar.bench.workspace/1", Files: made.files, Questions: o.Questions}
	o.Engine.Dir = filepath.Join(dir, "data")
	if err := b.read(ctx, o, filepath.Join(dir, "share")); err != nil {
		return nil, err
	}
	if err := b.open(ctx, o, made); err != nil {
		return nil, err
	}
	e, err := engine.Open(ctx, o.Engine)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	sources, err := segmentsOf(ctx, e)
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		b.Passages += s.Segment.Len()
	}
	if err := b.words(ctx, o, e, sources, made); err != nil {
		return nil, err
	}
	o.Log("%d passages of %d files are searched by words", b.Passages, b.Files)
	if err := b.fts5(ctx, sources, made, filepath.Join(dir, "fts5")); err != nil {
		return nil, err
	}
	return b, b.dense(ctx, o, e.Text, sources)
}

// read scans and reads the files, and makes the workspace.
func (b *WorkspaceBench) read(ctx context.Context, o WorkspaceOptions, share string) (err error) {
	e, err := engine.Open(ctx, o.Engine)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if _, err := e.AddShare(ctx, "bench", share, false); err != nil {
		return err
	}
	s := service.New(e, service.Options{})
	who, err := s.Process()
	if err != nil {
		return err
	}
	begin := childTime() + cpuTime()
	if _, err := e.Scan(ctx, "bench", engine.ScanOptions{Wait: true}); err != nil {
		return err
	}
	if _, err := s.CreateWorkspace(ctx, who, api.NewWorkspace{Name: benchWorkspace}, nil); err != nil {
		return err
	}
	w, err := s.UpdateWorkspace(ctx, who, api.WorkspaceEdit{Name: benchWorkspace, Read: true}, nil)
	if err != nil {
		return err
	}
	if w.Coverage.Read != b.Files {
		return fmt.Errorf("of %d files %d were read", b.Files, w.Coverage.Read)
	}
	s.SaveIndex(ctx)
	b.ReadSeconds = (childTime() + cpuTime() - begin).Seconds()
	return nil
}

// An Opened is the report of a fresh process on itself.
type Opened struct {
	Hits    int   `json:"hits"`
	Private int64 `json:"private"`
}

// WorkspaceChild is the fresh process: it opens a data directory, asks a workspace a question by words, prints the hits and what memory
// it has of its own.
func WorkspaceChild(ctx context.Context, o engine.Options, words []string, out io.Writer) (err error) {
	o.Dir = words[0]
	e, err := engine.Open(ctx, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	s := service.New(e, service.Options{Settings: wordsOnly})
	who, err := s.Process()
	if err != nil {
		return err
	}
	found, err := benchSearch(ctx, s, who, strings.Join(words[2:], " "), words[1])
	if err != nil {
		return err
	}
	for _, h := range found {
		if _, err := fmt.Fprintln(out, h.Open); err != nil {
			return err
		}
	}
	return json.NewEncoder(out).Encode(Opened{len(found), privateMemory()})
}

func wordsOnly() (service.Settings, error) {
	return service.Settings{Ranking: retrieve.Options{Rank: retrieve.Words}}, nil
}

// benchSearch returns the ten best hits of a question.
func benchSearch(ctx context.Context, s *service.Service, who spar.Principal, text, in string) (hits []api.Hit, err error) {
	for e, err := range s.Search(ctx, who, api.Question{Question: text, Workspace: in}) {
		if err != nil {
			return nil, err
		}
		if e.Stage == api.StageFinal {
			hits = e.Hits
		}
	}
	return hits, nil
}

// open times fresh processes, each with a question of its own.
func (b *WorkspaceBench) open(ctx context.Context, o WorkspaceOptions, made invention) error {
	var cold, warm, spent []float64
	for i := range o.Processes + 3 {
		if i < 3 {
			if err := forgetPages(o.Engine.Dir); err != nil {
				o.Log("pages of the data directory stay in memory: %v", err)
			}
		}
		words := append(slices.Clone(o.Program), o.Engine.Dir, benchWorkspace, made.question(1000+i))
		cmd := exec.CommandContext(ctx, words[0], words[1:]...)
		begin := time.Now()
		out, err := cmd.Output()
		took := float64(time.Since(begin).Microseconds()) / 1000
		if err != nil {
			return childError(err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		var told Opened
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &told); err != nil || told.Hits == 0 {
			return fmt.Errorf("a fresh process answered %q", out)
		}
		if i < 3 {
			cold = append(cold, took)
			continue
		}
		warm = append(warm, took)
		spent = append(spent, float64((cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()).Microseconds())/1000)
		b.PrivateBytes = max(b.PrivateBytes, told.Private)
	}
	b.OpenCold, b.OpenFresh, b.OpenCPU = middle(cold), middle(warm), middle(spent)
	return nil
}

func middle(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}

// segmentsOf returns all segments that were read.
func segmentsOf(ctx context.Context, e *engine.Opened) (list []retrieve.Source, err error) {
	for f, err := range e.Catalog.Files(ctx) {
		if err != nil {
			return nil, err
		}
		if !f.State.Searchable() {
			continue
		}
		s, err := e.Text.Segment(ctx, f.Segment)
		if err != nil {
			return nil, err
		}
		list = append(list, retrieve.Source{File: f.ID, Share: f.Share, Path: f.Path, Segment: s})
	}
	return list, nil
}

// words times the ranking by words.
func (b *WorkspaceBench) words(ctx context.Context, o WorkspaceOptions, e *engine.Opened, sources []retrieve.Source, made invention) (err error) {
	var third []retrieve.Source
	for i, s := range sources {
		if i%3 == 0 {
			third = append(third, s)
		}
	}
	var kept retrieve.Kept
	rank := func(over []retrieve.Source) func(int) error {
		return func(i int) error {
			hits, _, err := retrieve.Search(ctx, over, made.question(i), retrieve.Options{Limit: 10, Kept: &kept})
			if err == nil && len(hits) == 0 {
				err = fmt.Errorf("nothing was found for %q", made.question(i))
			}
			return err
		}
	}
	const before = 20 // questions that fill the caches
	for _, over := range []struct {
		sources     []retrieve.Source
		first, then *float64
	}{{sources, &b.BM25First, &b.BM25}, {third, new(float64), &b.BM25Third}} {
		if *over.first, err = cpuOf(before, func(i int) error { return rank(over.sources)(o.Questions + i) }); err != nil {
			return err
		}
		if *over.then, err = cpuOf(o.Questions, rank(over.sources)); err != nil {
			return err
		}
	}
	s := service.New(e, service.Options{Settings: wordsOnly})
	who, err := s.Process()
	if err != nil {
		return err
	}
	for i := range before {
		if _, err := benchSearch(ctx, s, who, made.question(o.Questions+i), benchWorkspace); err != nil {
			return err
		}
	}
	b.Search, err = cpuOf(o.Questions, func(i int) error {
		_, err := benchSearch(ctx, s, who, made.question(i), benchWorkspace)
		return err
	})
	return err
}

// fts5 lets SQLite rank the same passages by the same words.
func (b *WorkspaceBench) fts5(ctx context.Context, sources []retrieve.Source, made invention, dir string) (err error) {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	d, err := db.Open(ctx, dir, db.Schema{Room: "bench", Steps: []string{`CREATE VIRTUAL TABLE passages USING fts5(text, tokenize = 'porter unicode61')`}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	err = d.Write(ctx, func(tx *db.Tx) error {
		for _, s := range sources {
			for i := range s.Segment.Len() {
				p, err := s.Segment.Passage(i)
				if err != nil {
					return err
				}
				if _, err := tx.ExecContext(ctx, `INSERT INTO passages (text) VALUES (?)`, p.Text); err != nil {
					return err
				}
			}
		}
		_, err := tx.ExecContext(ctx, `INSERT INTO passages (passages) VALUES ('optimize')`)
		return err
	})
	if err != nil {
		return err
	}
	err = d.Read(ctx, func(tx *db.Tx) error {
		b.FTS5, err = cpuOf(max(10, b.Questions/10), func(i int) error {
			rows, err := tx.QueryContext(ctx, `SELECT rowid FROM passages WHERE passages MATCH ? ORDER BY rank LIMIT 10`, strings.Join(strings.Fields(made.question(i)), " OR "))
			if err != nil {
				return err
			}
			n := 0
			for rows.Next() {
				n++
			}
			if n == 0 {
				return errors.Join(rows.Close(), fmt.Errorf("SQLite finds nothing for %q", made.question(i)))
			}
			return errors.Join(rows.Err(), rows.Close())
		})
		return err
	})
	b.FTS5Over = b.FTS5 / b.BM25
	return err
}

// dense gives every passage a vector and times the ten nearest.
func (b *WorkspaceBench) dense(ctx context.Context, o WorkspaceOptions, s *store.Store, sources []retrieve.Source) (err error) {
	const dim = 384
	encoder := &inventedVectors{dim: dim, seed: o.Seed}
	column, err := s.Column(ctx, encoder.Recipe(), dim)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, column.Close()) }()
	var exact [][]float32
	for n, from := 0, 0; from < len(sources); from += 500 {
		var list []store.Vector
		for _, src := range sources[from:min(from+500, len(sources))] {
			for i := range src.Segment.Len() {
				v := encoder.passage(n)
				exact = append(exact, v)
				list = append(list, store.Vector{Segment: src.Segment.ID(), Len: src.Segment.Len(), Index: i, Values: v})
				n++
			}
		}
		if err := column.Put(ctx, list); err != nil {
			return err
		}
	}
	at := map[spar.FileID]int{} // of the first passage of each file
	n := 0
	for _, src := range sources {
		at[src.File] = n
		n += src.Segment.Len()
	}
	found, of := 0, 0
	vectors := retrieve.Vectors{Column: column, Encoder: encoder}
	search := func(i int) ([]spar.Hit, error) {
		hits, _, err := retrieve.SearchByMeaning(ctx, sources, fmt.Sprint("v", i), vectors, retrieve.Options{Rank: retrieve.Dense, Limit: 10, Candidates: 10}, nil)
		return hits, err
	}
	if b.Dense, err = cpuOf(o.Questions, func(i int) error {
		_, err := search(i)
		return err
	}); err != nil {
		return err
	}
	for i := range min(o.Questions, 1000) {
		hits, err := search(i)
		if err != nil {
			return err
		}
		true10 := nearestOf(exact, encoder.question(i), 10)
		for _, h := range hits {
			if slices.Contains(true10, at[h.File]+h.Index) {
				found++
			}
		}
		of += len(true10)
	}
	b.Recall = float64(found) / float64(of)
	loop, err := cpuOf(o.Questions, func(int) error { return readAll(column, sources) })
	b.DenseOver = b.Dense / loop
	return err
}

// WriteText prints the figures with their names.
func (b *WorkspaceBench) WriteText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	for _, line := range []struct {
		name  string
		value any
	}{
		{"passages", b.Passages}, {"files", b.Files}, {"open, nothing in memory (ms)", b.OpenCold}, {"open, fresh process (ms)", b.OpenFresh}, {"of it processor time (ms)", b.OpenCPU},
		{"private memory (bytes)", b.PrivateBytes}, {"four words, ranking (ms)", b.BM25},
		{"the first twenty (ms)", b.BM25First}, {"over a third of the files (ms)", b.BM25Third}, {"whole search (ms)", b.Search},
		{"SQLite FTS5 (ms)", b.FTS5}, {"FTS5 / ranking", b.FTS5Over}, {"nearest ten (ms)", b.Dense}, {"nearest / reading the bytes", b.DenseOver}, {"recall at 10", b.Recall},
		{"reading all (s)", b.ReadSeconds},
	} {
		switch v := line.value.(type) {
		case float64:
			fmt.Fprintf(t, "%s\t%.3g\n", line.name, v)
		default:
			fmt.Fprintf(t, "%s\t%v\n", line.name, v)
		}
	}
	return t.Flush()
}
