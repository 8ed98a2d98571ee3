package catalog

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// writerChild makes the test binary do random things to the catalog of a data directory.
const writerChild = "SPAR_TEST_CATALOG_WRITER"

// writeAtRandom is a process with the arguments in writerChild: SEED STEPS FOLDER, the last one for its shares.
func writeAtRandom(ctx context.Context, dir string) error {
	var seed uint64
	var steps int
	var folder string
	if _, err := fmt.Sscan(os.Getenv(writerChild), &seed, &steps, &folder); err != nil {
		return err
	}
	d, err := db.Connect(ctx, dir, os.Getenv("DATABASE"), Schema)
	if err != nil {
		return err
	}
	defer d.Close()
	return work(newOperator(ctx, New(d), folder, seed), steps)
}

func work(o *operator, steps int) error {
	for range steps {
		if op, err := o.step(); err != nil {
			return fmt.Errorf("%s: %w", op, err)
		}
	}
	return nil
}

// A follower keeps what the journal tells it of: it asks for what changed since it last looked, and for nothing else.
type follower struct {
	seq   int64
	world *world // only Files, Tags and Values are used
	links map[Link]bool
}

func (f *follower) follow(ctx context.Context, c *Catalog) error {
	return c.View(ctx, func(v *View) error {
		touched := map[spar.FileID]bool{}
		tags := false
		for ch, err := range v.Changes(f.seq) {
			if err != nil {
				return err
			}
			if ch.Seq < f.seq {
				return fmt.Errorf("entry %d of the journal comes after %d", ch.Seq, f.seq)
			}
			f.seq = ch.Seq
			if ch.File != 0 {
				touched[ch.File] = true
			} else if ch.Tag != 0 {
				tags = true
				if ch.Kind == TagRemoved {
					maps.DeleteFunc(f.links, func(l Link, _ bool) bool { return l.Tag == ch.Tag })
				}
			}
		}
		for id := range touched {
			f.world.forget(id)
			maps.DeleteFunc(f.links, func(l Link, _ bool) bool { return l.File == id })
		}
		ids := slices.Sorted(maps.Keys(touched))
		for file, err := range v.FilesByID(ids) {
			if err != nil {
				return err
			}
			f.world.Files[file.ID] = unnamed(fileOf(file))
		}
		for l, err := range v.LinksOf(ids) {
			if err != nil {
				return err
			}
			f.links[l] = true
		}
		for a, err := range v.AttributesOf(ids) {
			if err != nil {
				return err
			}
			f.world.addValue(a)
		}
		if !tags {
			return nil
		}
		clear(f.world.Tags)
		list, err := v.Tags()
		for _, t := range list {
			f.world.Tags[t.ID] = tagOf(t)
		}
		return err
	})
}

// unnamed leaves out the name of a file's share, whose changes are told of the share.
func unnamed(f worldFile) worldFile {
	f.Share = ""
	return f
}

// TestSeveralWriters has goroutines and processes do random things at once. A follower of the journal, a little at a time, has in the end
// the same as the catalog, and so has a reader of all of it afterwards.
func TestSeveralWriters(t *testing.T) { dbtest.Each(t, testSeveralWriters) }

func testSeveralWriters(t *testing.T) {
	const inside, processes = 3, 3
	steps := 50
	if dbtest.Long() {
		steps = 250
	}
	dir, shares := t.TempDir(), t.TempDir()
	c := openCatalog(t, dir)
	var wg sync.WaitGroup
	base := 100 * seed(t)
	for w := range inside {
		o := newOperator(context.Background(), openCatalog(t, dir), shares, base+uint64(w))
		wg.Go(func() {
			if err := work(o, steps); err != nil {
				t.Error(err)
			}
		})
	}
	for w := range processes {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), crashChild+"="+dir, "DATABASE="+dbtest.Database(t, dir),
			fmt.Sprintf("%s=%d %d %s", writerChild, base+uint64(inside+w), steps, shares))
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			if err := cmd.Wait(); err != nil {
				t.Errorf("a process: %v: %s", err, said.String())
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	f := &follower{world: newWorld(), links: map[Link]bool{}}
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		default:
		}
		if err := f.follow(t.Context(), c); err != nil {
			t.Fatal(err)
		}
	}
	late := &follower{world: newWorld(), links: map[Link]bool{}}
	if err := late.follow(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	now, err := load(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	links := map[Link]bool{}
	for l, a := range now.Links {
		if a.Review != spar.Rejected {
			links[Link{l.File, l.Tag}] = true
		}
	}
	for id, file := range now.Files {
		now.Files[id] = unnamed(file)
	}
	if len(now.Files) < 20 || len(links) < 20 || len(now.Values) < 20 {
		t.Errorf("only %d files, %d links, %d values", len(now.Files), len(links), len(now.Values))
	}
	for who, f := range map[string]*follower{"who followed": f, "who came late": late} {
		for what, d := range map[string]string{
			"files": cmp.Diff(now.Files, f.world.Files), "links": cmp.Diff(links, f.links),
			"attributes": cmp.Diff(now.Values, f.world.Values), "tags": cmp.Diff(now.Tags, f.world.Tags),
		} {
			if d != "" {
				t.Errorf("%s has other %s (-catalog +follower): %s", who, what, d)
			}
		}
	}
	replay(t, c)
	if faults, err := c.db.Faults(t.Context()); err != nil || len(faults) > 0 {
		t.Error(faults, err)
	}
}
