package eval

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"github.com/sparsearch/spar/internal/measure"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/catalog/invented"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A CatalogBench has the costs to select files of a large catalog.
type CatalogBench struct {
	Schema      string `json:"schema"`
	Files       int    `json:"files"`
	Assignments int    `json:"assignments"`
	Tags        int    `json:"tags"`
	Scope       string `json:"scope"`
	Closure     int    `json:"closure_tags"` // that the tag of the scope stands for
	Selected    int    `json:"selected"`     // files

	Select     float64 `json:"select_cpu_ms"`   // of the process, for one selection in a snapshot
	SelectAs   float64 `json:"select_as_ms"`    // the same for somebody who may not read everything, with rights decided anew
	SQL        float64 `json:"sql_cpu_ms"`      // of the process, for the join of assignments and files
	Over       float64 `json:"sql_over_select"` // of these two
	Start      float64 `json:"start_seconds"`   // from opening to the first selection, in a fresh process
	StartPeak  int64   `json:"start_peak_bytes,omitempty"`
	Visible    float64 `json:"visible_ms"` // from the end of a commit in another process to a selection that has it
	FirstLine  float64 `json:"list_seconds"`
	IndexBytes int64   `json:"index_bytes"`    // of the saved index
	HeapBytes  int64   `json:"heap_bytes"`     // of a snapshot that has selected, beside it
	PerFile    float64 `json:"bytes_per_file"` // of these two
	Database   int64   `json:"database_bytes"`

	Fill      float64 `json:"fill_seconds"`  // making the catalog
	Build     float64 `json:"build_seconds"` // saving the index
	BuildPeak int64   `json:"build_peak_bytes,omitempty"`
}

// CatalogOptions of a measurement.
type CatalogOptions struct {
	Sample  invented.Options
	Rounds  int      // selections that are timed; 0: 20
	Program []string // the program, to which the words below are added for a fresh process
	Log     func(format string, args ...any)
}

// The words with which the program becomes the fresh process of a measurement, before the data directory; see CatalogChild.
var (
	catalogStart = "start"
	catalogTag   = "tag"
)

// window is the years of the scope.
const (
	fromYear = 2010
	toYear   = 2013
)

func catalogScope() spar.Scope {
	s, err := scope.Parse(fmt.Sprintf("tag:%q modified:%d..%d", invented.Group(6), fromYear, toYear))
	if err != nil {
		panic(err)
	}
	return s
}

// MeasureCatalog makes a catalog in a temporary data directory, and measures the selection of files from it.
func MeasureCatalog(ctx context.Context, o CatalogOptions) (b *CatalogBench, err error) {
	if o.Sample.Tags < 2*invented.Groups || o.Sample.Files < 1 || o.Sample.PerFile < 1 {
		return nil, spar.Errorf(spar.Invalid, "a catalog to be measured has at least one file, one assignment a file and %d tags", 2*invented.Groups)
	}
	if o.Rounds == 0 {
		o.Rounds = 20
	}
	dir, err := os.MkdirTemp("", "spar-bench-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	sc := catalogScope()
	b = &CatalogBench{Schema: "spar.bench.catalog/1", Files: o.Sample.Files, Assignments: o.Sample.Assignments(), Tags: o.Sample.Tags, Scope: scope.Print(sc)}

	d, err := db.Open(ctx, dir, catalog.Schema)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	o.Sample.Root = filepath.Join(dir, "share")
	if b.Fill, err = secondsOf(func() error { return invented.Fill(ctx, d, o.Sample) }); err != nil {
		return nil, err
	}
	if err := d.Checkpoint(ctx); err != nil {
		return nil, err
	}
	if info, err := os.Stat(filepath.Join(dir, db.FileName)); err == nil {
		b.Database = info.Size()
	}
	o.Log("made in %.1f s", b.Fill)

	x := catalogIndex(d, dir)
	measure.ResetPeakRSS()
	if b.Build, err = secondsOf(func() error { return x.Rebuild(ctx) }); err != nil {
		return nil, err
	}
	b.BuildPeak, _ = measure.PeakRSS()
	info, err := os.Stat(filepath.Join(dir, index.Folder, "base"))
	if err != nil {
		return nil, err
	}
	b.IndexBytes = info.Size()
	o.Log("index saved in %.1f s", b.Build)

	if err := b.start(ctx, o, dir); err != nil {
		return nil, err
	}
	if err := b.selecting(ctx, o, x, sc); err != nil {
		return nil, err
	}
	if err := b.join(ctx, o, d, x); err != nil {
		return nil, err
	}
	return b, b.visible(ctx, o, d, x, dir)
}

func catalogIndex(d *db.DB, dir string) *index.Index {
	return index.New(catalog.New(d), filepath.Join(dir, index.Folder), index.Options{})
}

// start lets a fresh process select.
func (b *CatalogBench) start(ctx context.Context, o CatalogOptions, dir string) error {
	out, err := o.child(ctx, catalogStart, dir).Output()
	if err != nil {
		return childError(err)
	}
	var s started
	if err := json.Unmarshal(out, &s); err != nil {
		return fmt.Errorf("a fresh process answered %q: %w", out, err)
	}
	b.Start, b.StartPeak, b.FirstLine, b.Selected = s.Seconds, s.Peak, s.Listed, s.Selected
	return nil
}

func (o CatalogOptions) child(ctx context.Context, words ...string) *exec.Cmd {
	return exec.CommandContext(ctx, o.Program[0], append(o.Program[1:len(o.Program):len(o.Program)], words...)...)
}

func childError(err error) error {
	var failed *exec.ExitError
	if errors.As(err, &failed) && len(failed.Stderr) > 0 {
		return fmt.Errorf("the fresh process: %s", bytes.TrimSpace(failed.Stderr))
	}
	return fmt.Errorf("the fresh process: %w", err)
}

// selecting times selections in one snapshot, and what it holds.
func (b *CatalogBench) selecting(ctx context.Context, o CatalogOptions, x *index.Index, sc spar.Scope) error {
	before := heap()
	s, err := x.Snapshot(ctx)
	if err != nil {
		return err
	}
	all := spar.Principal{All: true}
	first, err := s.Eval(ctx, all, sc)
	if err != nil {
		return err
	}
	b.HeapBytes = max(0, heap()-before)
	b.PerFile = float64(b.IndexBytes+b.HeapBytes) / float64(b.Files)
	if n := int(first.Known.GetCardinality()); n != b.Selected {
		return fmt.Errorf("a fresh process selected %d files, and this one %d", b.Selected, n)
	}
	if b.Select, err = cpuOf(o.Rounds, func(int) error {
		_, err := s.Eval(ctx, all, sc)
		return err
	}); err != nil {
		return err
	}
	b.SelectAs, err = cpuOf(o.Rounds, func(round int) error {
		_, err := s.Eval(ctx, spar.Principal{UID: uint32(1000 + round), Groups: []uint32{100, 101, 102}, Operator: true}, sc)
		return err
	})
	return err
}

// join lets SQL select the same.
func (b *CatalogBench) join(ctx context.Context, o CatalogOptions, d *db.DB, x *index.Index) error {
	s, err := x.Snapshot(ctx)
	if err != nil {
		return err
	}
	closure, err := s.TagClosure(spar.Principal{All: true}, invented.Group(6))
	if err != nil {
		return err
	}
	b.Closure = len(closure)
	args := make([]any, 0, len(closure)+2)
	for id := range closure {
		args = append(args, id)
	}
	args = append(args, yearBegins(fromYear), yearBegins(toYear+1))
	query := "SELECT DISTINCT f.id FROM assignments a JOIN files f ON f.id = a.file WHERE a.tag IN (" +
		strings.TrimSuffix(strings.Repeat("?, ", len(closure)), ", ") + ") AND f.mtime >= ? AND f.mtime < ?"
	b.SQL, err = cpuOf(max(1, o.Rounds/5), func(int) error {
		return d.Read(ctx, func(t *db.Tx) error {
			var n int
			if err := t.QueryRow("SELECT count(*) FROM ("+query+") AS q", args...).Scan(&n); err != nil {
				return err
			}
			if n != b.Selected {
				return fmt.Errorf("SQL selects %d files, and the index %d", n, b.Selected)
			}
			return nil
		})
	})
	b.Over = b.SQL / b.Select
	return err
}

func yearBegins(year int) int64 { return time.Date(year, 1, 1, 0, 0, 0, 0, time.UTC).UnixNano() }

// visible lets another process tag a file, and selects by that tag.
func (b *CatalogBench) visible(ctx context.Context, o CatalogOptions, d *db.DB, x *index.Index, dir string) error {
	tag, err := catalog.New(d).AddTag(ctx, spar.Tag{Name: "Fresh"})
	if err != nil {
		return err
	}
	if _, err := x.Snapshot(ctx); err != nil {
		return err
	}
	c := o.child(ctx, catalogTag, dir, strconv.Itoa(int(tag.ID)))
	c.Stderr = os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	line, readErr := bufio.NewReader(out).ReadString('\n')
	s, err := x.Snapshot(ctx)
	if err != nil {
		return errors.Join(err, c.Wait())
	}
	sc, err := scope.Parse("tag:Fresh")
	if err != nil {
		return errors.Join(err, c.Wait())
	}
	selected, err := s.Eval(ctx, spar.Principal{All: true}, sc)
	now := time.Now()
	if err := errors.Join(readErr, err, c.Wait()); err != nil {
		return err
	}
	committed, err := strconv.ParseInt(strings.TrimSpace(line), 10, 64)
	if err != nil || selected.Known.GetCardinality() != 1 {
		return fmt.Errorf("another process said %q, and %d files have its tag", line, selected.Known.GetCardinality())
	}
	b.Visible = milliseconds(now.Sub(time.Unix(0, committed)))
	return nil
}

// started is the report of a fresh process on its start.
type started struct {
	Seconds  float64 `json:"seconds"`
	Listed   float64 `json:"listed"` // until the first file of all files was listed
	Peak     int64   `json:"peak"`
	Selected int     `json:"selected"`
}

// CatalogChild is the fresh process of a measurement: it selects files of the data directory, or tags one.
func CatalogChild(ctx context.Context, args []string, out io.Writer) (err error) {
	began := time.Now()
	if len(args) < 2 {
		return spar.Errorf(spar.Invalid, "the process of a measurement needs a word and a data directory")
	}
	d, err := db.Open(ctx, args[1], catalog.Schema)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if args[0] == catalogTag && len(args) == 3 {
		tag, err := strconv.Atoi(args[2])
		if err != nil {
			return err
		}
		if _, err := catalog.New(d).Assign(ctx, []spar.Assignment{{File: 1, Tag: spar.TagID(tag), Origin: spar.ByPerson, Confidence: 1}}); err != nil {
			return err
		}
		_, err = fmt.Fprintln(out, time.Now().UnixNano())
		return err
	}
	s, err := catalogIndex(d, args[1]).Snapshot(ctx)
	if err != nil {
		return err
	}
	selected, err := s.Eval(ctx, spar.Principal{All: true}, catalogScope())
	if err != nil {
		return err
	}
	r := started{Seconds: time.Since(began).Seconds(), Selected: int(selected.Known.GetCardinality())}
	all, err := s.Eval(ctx, spar.Principal{All: true}, spar.Scope{})
	if err != nil {
		return err
	}
	for range s.In(all.Known) {
		break
	}
	r.Listed = time.Since(began).Seconds()
	r.Peak, _ = measure.PeakRSS()
	return json.NewEncoder(out).Encode(r)
}

// secondsOf measures how long do takes.
func secondsOf(do func() error) (float64, error) {
	began := time.Now()
	err := do()
	return time.Since(began).Seconds(), err
}

// cpuOf returns the processor time of this process, in milliseconds, that one of several rounds takes.
func cpuOf(rounds int, do func(round int) error) (float64, error) {
	runtime.GC()
	before := cpuTime()
	for i := range rounds {
		if err := do(i); err != nil {
			return 0, err
		}
	}
	return milliseconds(cpuTime()-before) / float64(rounds), nil
}

// heap returns the bytes in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// WriteText writes the figures for a person.
func (b *CatalogBench) WriteText(w io.Writer) error {
	mb := func(n int64) float64 { return float64(n) / 1e6 }
	_, err := fmt.Fprintf(w, `%d files, %d assignments, %d tags
%s: %d tags, %d files
  selecting        %8.2f ms of processor time
  as one of many   %8.2f ms, rights decided anew
  SQL join         %8.2f ms, %.0f times as much
  first selection  %8.2f s after the start of a process, first file of all listed after %.2f s
  visible          %8.2f ms after a commit in another process
  memory           %8.0f bytes a file: %.0f MB mapped, %.1f MB beside it
  saving the index %8.1f s; making the catalog of %.0f MB %.1f s
`, b.Files, b.Assignments, b.Tags, b.Scope, b.Closure, b.Selected, b.Select, b.SelectAs, b.SQL, b.Over, b.Start, b.FirstLine, b.Visible,
		b.PerFile, mb(b.IndexBytes), mb(b.HeapBytes), b.Build, mb(b.Database), b.Fill)
	return err
}
