package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// An OverlapBench has the costs of workspaces that share a part of their files, beside one workspace over the same files and beside an
// index for each workspace.
type OverlapBench struct {
	Schema     string        `json:"schema"`
	Workspaces int           `json:"workspaces"`
	Files      int           `json:"files"`    // of each workspace
	Passages   int           `json:"passages"` // of each file
	Overlaps   []Overlapping `json:"overlaps"`
}

// An Overlapping measures one degree of overlap. Disk is the growth of the data directory by reading and embedding after the scan.
type Overlapping struct {
	Shared    float64 `json:"shared"`     // share of each workspace's files that all workspaces have
	Union     int     `json:"union"`      // different files of all workspaces
	Formula   float64 `json:"formula"`    // the paper's: the sum of the files of all workspaces over their union
	Disk      int64   `json:"disk"`       // of all workspaces
	One       int64   `json:"one_disk"`   // of one workspace over their union
	Alone     int64   `json:"alone_disk"` // of one of the workspaces by itself
	Factor    float64 `json:"factor"`     // Disk over One
	Indexes   float64 `json:"indexes"`    // one index for each workspace over One
	Memory    int64   `json:"memory"`     // of a process that asked each workspace
	OneMemory int64   `json:"one_memory"` // of a process that asked the one workspace as often
	Embedded  int     `json:"embedded"`   // passages that got a vector, each counted as often as it got one
}

// OverlapOptions of a measurement.
type OverlapOptions struct {
	Workspaces int       // 0: 10
	Files      int       // of each; 0: 1000. It is rounded to hundreds
	PerFile    int       // passages; 0: 5
	Shared     []float64 // 0 to 1; none: .3, .6, .9
	Seed       uint64
	Engine     engine.Options // without Dir
	Log        func(format string, args ...any)
}

// perFolder is the number of files in an invented folder.
const perFolder = 100

// asksEach is how often each workspace is asked before its memory counts: often enough to fill the caches that its searches share.
const asksEach = 12

// MeasureOverlap makes files in a temporary folder, and overlapping workspaces over them.
func MeasureOverlap(ctx context.Context, o OverlapOptions) (b *OverlapBench, err error) {
	if o.Workspaces == 0 {
		o.Workspaces = 10
	}
	if o.Files == 0 {
		o.Files = 1000
	}
	if o.PerFile == 0 {
		o.PerFile = 5
	}
	if len(o.Shared) == 0 {
		o.Shared = []float64{.3, .6, .9}
	}
	folders := o.Files / perFolder
	if folders < 1 || o.Workspaces < 2 || o.PerFile < 1 {
		return nil, spar.Errorf(spar.Invalid, "%d workspaces of %d files with %d passages cannot overlap: take 2 or more, of 100 files or more, with a passage or more", o.Workspaces, o.Files, o.PerFile)
	}
	b = &OverlapBench{Schema: "spar.bench.overlap/1", Workspaces: o.Workspaces, Files: folders * perFolder, Passages: o.PerFile}
	for _, shared := range o.Shared {
		if shared < 0 || shared > 1 {
			return nil, spar.Errorf(spar.Invalid, "the overlap %g is not between 0 and 1", shared)
		}
		one, err := measureOverlap(ctx, o, folders, shared)
		if err != nil {
			return nil, err
		}
		b.Overlaps = append(b.Overlaps, one)
		o.Log("%.0f %% in all workspaces: %.3f of the disk of one workspace over the same files", 100*one.Shared, one.Factor)
	}
	return b, nil
}

func measureOverlap(ctx context.Context, o OverlapOptions, folders int, shared float64) (out Overlapping, err error) {
	dir, err := os.MkdirTemp("", "spar-bench-")
	if err != nil {
		return out, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	common := int(shared*float64(folders) + .5)
	own := folders - common
	union := common + o.Workspaces*own
	out = Overlapping{Shared: float64(common) / float64(folders), Union: union * perFolder, Formula: float64(o.Workspaces*folders) / float64(union)}
	made, err := inventFiles(filepath.Join(dir, "share"), WorkspaceOptions{Passages: union * perFolder * o.PerFile, PerFile: o.PerFile, Seed: o.Seed})
	if err != nil {
		return out, err
	}
	scopeOf := func(folders ...int) string {
		var parts []string
		for _, n := range folders {
			parts = append(parts, fmt.Sprintf("path:d%03d/**", n))
		}
		return strings.Join(parts, " or ")
	}
	var scopes []string
	for w := range o.Workspaces {
		var its []int
		for n := range common {
			its = append(its, n)
		}
		for n := range own {
			its = append(its, common+w*own+n)
		}
		scopes = append(scopes, scopeOf(its...))
	}
	if out.Disk, out.Memory, out.Embedded, err = overlapping(ctx, o, dir, "several", scopes, made); err != nil {
		return out, err
	}
	if out.One, out.OneMemory, _, err = overlapping(ctx, o, dir, "one", []string{"path:**"}, made); err != nil {
		return out, err
	}
	if out.Alone, _, _, err = overlapping(ctx, o, dir, "alone", scopes[:1], made); err != nil {
		return out, err
	}
	out.Factor = float64(out.Disk) / float64(out.One)
	out.Indexes = float64(o.Workspaces) * float64(out.Alone) / float64(out.One)
	return out, nil
}

// overlapping makes workspaces of scopes in a data directory of its own, reads and embeds each, and asks all of them. disk is the growth
// after the scan, memory the growth of the process since before its first question.
func overlapping(ctx context.Context, o OverlapOptions, dir, name string, scopes []string, made invention) (disk, memory int64, embedded int, err error) {
	o.Engine.Dir = filepath.Join(dir, name)
	within := func(do func(e *engine.Opened, s *service.Service, who spar.Principal) error) error {
		e, err := engine.Open(ctx, o.Engine)
		if err != nil {
			return err
		}
		s := service.New(e, service.Options{Settings: wordsOnly})
		who, err := s.Process()
		if err == nil {
			err = do(e, s, who)
		}
		return errors.Join(err, e.Close())
	}
	err = within(func(e *engine.Opened, _ *service.Service, _ spar.Principal) error {
		if _, err := e.AddShare(ctx, "bench", filepath.Join(dir, "share"), false); err != nil {
			return err
		}
		_, err := e.Scan(ctx, "bench", engine.ScanOptions{Wait: true})
		return err
	})
	if err != nil {
		return 0, 0, 0, err
	}
	before, err := sizeOf(o.Engine.Dir)
	if err != nil {
		return 0, 0, 0, err
	}
	err = within(func(e *engine.Opened, s *service.Service, who spar.Principal) error {
		for i, scope := range scopes {
			w, err := s.CreateWorkspace(ctx, who, api.NewWorkspace{Name: fmt.Sprint("w", i), Scope: scope, Read: true}, nil)
			if err != nil {
				return err
			}
			if w.Coverage.Read == 0 || w.Coverage.Read != w.Coverage.InScope {
				return fmt.Errorf("of %d files of %s %d were read", w.Coverage.InScope, scope, w.Coverage.Read)
			}
			n, err := embedFiles(ctx, e, s, who, w.Ref, o.Seed)
			if err != nil {
				return err
			}
			embedded += n
		}
		s.SaveIndex(ctx)
		return nil
	})
	if err != nil {
		return 0, 0, 0, err
	}
	if disk, err = sizeOf(o.Engine.Dir); err != nil {
		return 0, 0, 0, err
	}
	err = within(func(_ *engine.Opened, s *service.Service, who spar.Principal) error {
		start := heap()
		asks := asksEach * o.Workspaces / len(scopes)
		for w := range scopes {
			for i := range asks {
				if _, err := benchSearch(ctx, s, who, made.question(i), fmt.Sprint("w", w)); err != nil {
					return err
				}
			}
		}
		memory = heap() - start
		runtime.KeepAlive(s)
		return nil
	})
	return disk - before, memory, embedded, err
}

// embedFiles makes the missing vectors of a workspace's passages, as a question does for the passages that it needs.
func embedFiles(ctx context.Context, e *engine.Opened, s *service.Service, who spar.Principal, name string, seed uint64) (n int, err error) {
	const dim = 384
	encoder := &inventedVectors{dim: dim, seed: seed}
	column, err := e.Text.Column(ctx, encoder.Recipe(), dim)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, column.Close()) }()
	var list []store.Vector
	for f, err := range s.WorkspaceFiles(ctx, who, name) {
		if err != nil {
			return 0, err
		}
		known, err := e.Catalog.File(ctx, f.Share, f.Path.Name)
		if err != nil {
			return 0, err
		}
		if column.Slots(known.Segment).Len() > 0 {
			continue
		}
		for i := range f.Passages {
			list = append(list, store.Vector{Segment: known.Segment, Len: f.Passages, Index: i, Values: encoder.passage(n)})
			n++
		}
	}
	return n, column.Put(ctx, list)
}

// sizeOf returns the bytes of the files below a folder.
func sizeOf(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			n += info.Size()
		}
		return err
	})
	return n, err
}

// WriteText prints a line for each degree of overlap.
func (b *OverlapBench) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%d workspaces of %d files of %d passages\n", b.Workspaces, b.Files, b.Passages)
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "shared\tfiles in all\tdisk (MB)\tof one workspace\tone index each\tthe formula\tmemory (MB)\tof one workspace\tvectors made")
	for _, o := range b.Overlaps {
		fmt.Fprintf(t, "%.2f\t%d\t%.1f\t%.3f\t%.2f\t%.2f\t%.1f\t%.1f\t%d\n", o.Shared, o.Union, float64(o.Disk)/1e6,
			o.Factor, o.Indexes, o.Formula, float64(o.Memory)/1e6, float64(o.OneMemory)/1e6, o.Embedded)
	}
	return t.Flush()
}
