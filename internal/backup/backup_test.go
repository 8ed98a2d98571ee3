package backup_test

import (
	"archive/tar"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/backup"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/durable"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// child makes the test binary make or restore a backup: "backup|restore DATA BACKUP".
const child = "SPAR_TEST_BACKUP_CHILD"

func TestMain(m *testing.M) {
	words := strings.Fields(os.Getenv(child))
	if len(words) != 3 {
		os.Exit(m.Run())
	}
	err := func() error {
		ctx, database := context.Background(), os.Getenv("DATABASE")
		if words[0] == "restore" {
			_, err := backup.Restore(ctx, words[2], words[1], database, nil, store.Schema)
			return err
		}
		d, err := db.Connect(ctx, words[1], database, store.Schema)
		if err != nil {
			return err
		}
		s, err := store.Open(words[1], d)
		if err != nil {
			return err
		}
		_, err = backup.Make(ctx, d, s, words[2], backup.Options{Schemas: []db.Schema{store.Schema}})
		return err
	}()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

const encoder, dim = "an encoder", 8

// data is a data directory in use.
type data struct {
	t   testing.TB
	dir string
	db  *db.DB
	*store.Store
	column *store.Column
}

func open(t testing.TB, dir string) *data {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	d := &data{t: t, dir: dir, db: dbtest.Open(t, dir, store.Schema)}
	var err error
	if d.Store, err = store.Open(dir, d.db); err != nil {
		t.Fatal(err)
	}
	if d.column, err = d.Column(t.Context(), encoder, dim); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.column.Close(); d.Store.Close() })
	return d
}

func id(i int) spar.SegmentID { return sha256.Sum256(fmt.Append(nil, i)) }

func textOf(i int) string { return fmt.Sprintf("passage of number %d", i) }

// put stores segment i with a vector for its first passage.
func (d *data) put(i int) {
	passages := []spar.Passage{{Kind: spar.TextPassage, Text: textOf(i), Lang: "en"}, {Kind: spar.TextPassage, Text: "more", Lang: "en"}}
	if err := d.Put(context.Background(), id(i), passages); err != nil {
		d.t.Error(err)
		return
	}
	v := make([]float32, dim)
	v[i%dim] = 1
	if err := d.column.Put(context.Background(), []store.Vector{{Segment: id(i), Len: 2, Index: 0, Values: v}}); err != nil {
		d.t.Error(err)
	}
}

// holds checks that segments are there with their text and their vectors, and that everything is whole.
func (d *data) holds(from, to int) {
	d.t.Helper()
	for i := from; i < to; i++ {
		seg, err := d.Segment(d.t.Context(), id(i))
		if err != nil {
			d.t.Errorf("segment %d: %v", i, err)
			continue
		}
		if p, err := seg.Passage(0); err != nil || p.Text != textOf(i) {
			d.t.Errorf("segment %d: %q, %v", i, p.Text, err)
		}
		if s := d.column.Slots(id(i)); !s.Has(0) || s.Has(1) || s.Coarse(0, 1)[i%dim] == 0 {
			d.t.Errorf("segment %d does not have its vector", i)
		}
	}
	d.whole()
}

func (d *data) whole() (segments int) {
	d.t.Helper()
	c, err := d.Check(d.t.Context())
	v, err2 := d.CheckColumns(d.t.Context())
	faults, err3 := d.db.Faults(d.t.Context())
	if err := errors.Join(err, err2, err3); err != nil || len(c.Faults) > 0 || len(v.Faults) > 0 || len(faults) > 0 {
		d.t.Errorf("%v %+v %+v %q", err, c, v, faults)
	}
	return c.Segments
}

func (d *data) backup(to string) (backup.Manifest, error) {
	var done, total int64
	m, err := backup.Make(d.t.Context(), d.db, d.Store, to, backup.Options{Program: "test", Schemas: []db.Schema{store.Schema}, Tell: func(n, of int64) {
		if n <= done || of == 0 || total > 0 && of != total {
			d.t.Errorf("%d of %d bytes after %d of %d", n, of, done, total)
		}
		done, total = n, of
	}})
	if err == nil && (done != total || total != 2*m.Bytes()) {
		d.t.Errorf("%d of %d bytes were told of a backup of %d", done, total, m.Bytes())
	}
	return m, err
}

func restore(t testing.TB, from, dir string) (backup.Manifest, error) {
	return backup.Restore(t.Context(), from, dir, dbtest.Database(t, dir), nil, store.Schema)
}

// always makes a Live that gives the same answer at any time.
func always(live func(spar.SegmentID) bool) store.Live {
	return func(context.Context, *db.Tx, []spar.SegmentID) (func(spar.SegmentID) bool, error) { return live, nil }
}

func TestBackup(t *testing.T) { dbtest.Each(t, testBackup) }

func testBackup(t *testing.T) {
	top := t.TempDir()
	d := open(t, filepath.Join(top, "data"))
	for i := range 20 {
		d.put(i)
	}
	// A purge leaves holes in the column, which are not saved.
	if _, err := d.Purge(t.Context(), always(func(s spar.SegmentID) bool { return s != id(3) }), 0); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(d.dir, "rules.yaml"), []byte("a rule"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"models/m/config.json": "{}", "models/m/1_Pooling/config.json": "[]", "models/.adding-1/config.json": "half", "models/m/.hidden": "x",
	} {
		path := filepath.Join(d.dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"folder", "file.tar"} {
		to, dir := filepath.Join(top, name), filepath.Join(top, "restored "+name)
		made, err := d.backup(to)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.backup(to); spar.CodeOf(err) != spar.Conflict {
			t.Errorf("made over another one: %v", err)
		}
		if err := filepath.WalkDir(to, func(p string, e fs.DirEntry, err error) error {
			if info, err := e.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%s has mode %v, %v", p, info.Mode(), err)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
		again, err := restore(t, to, dir)
		if err != nil || !slices.Equal(again.Files, made.Files) || len(again.Files) != 6 {
			t.Fatalf("%+v, %v; want %+v", again, err, made)
		}
		if _, err := restore(t, to, dir); spar.CodeOf(err) != spar.Conflict {
			t.Errorf("restored over another one: %v", err)
		}
		r := open(t, dir)
		r.holds(0, 3)
		r.holds(4, 20)
		if b, err := os.ReadFile(filepath.Join(dir, "rules.yaml")); string(b) != "a rule" {
			t.Error(string(b), err)
		}
		if b, err := os.ReadFile(filepath.Join(dir, "models", "m", "1_Pooling", "config.json")); string(b) != "[]" {
			t.Error(string(b), err)
		}
		r.put(99) // it goes on
		r.holds(99, 100)
	}
	left(t, top)
}

// left checks that nothing unfinished was left behind.
func left(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestBackupOfWhatChanges(t *testing.T) { dbtest.Each(t, testBackupOfWhatChanges) }

// testBackupOfWhatChanges saves a data directory while others put, purge and move.
func testBackupOfWhatChanges(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "data")
	d := open(t, dir)
	for i := range 30 {
		d.put(i)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	writer, purger := open(t, dir), open(t, dir)
	wg.Go(func() {
		for i := 100; ; i++ {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				writer.put(i)
			}
		}
	})
	wg.Go(func() {
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-time.After(150 * time.Millisecond):
			}
			keep := map[spar.SegmentID]bool{}
			for i := range 30 {
				keep[id(i)] = true
			}
			for i := 100; i < 1000; i++ {
				keep[id(i)] = (i+n)%3 != 0
			}
			if _, err := purger.Purge(context.Background(), always(func(s spar.SegmentID) bool { return keep[s] }), 0); err != nil {
				t.Error(err)
			}
		}
	})
	for n := range 4 {
		to := filepath.Join(top, fmt.Sprintf("saved %d.tar", n))
		if _, err := d.backup(to); err != nil {
			t.Fatal(err)
		}
		into := filepath.Join(top, fmt.Sprint("restored ", n))
		if _, err := restore(t, to, into); err != nil {
			t.Fatal(err)
		}
		open(t, into).holds(0, 30)
	}
	close(stop)
	wg.Wait()
	d.whole()
}

func TestDamagedBackups(t *testing.T) {
	top := t.TempDir()
	d := open(t, filepath.Join(top, "data"))
	d.put(1)
	good := filepath.Join(top, "good")
	if _, err := d.backup(good); err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(dir string) error{
		"a changed pack": func(dir string) error {
			return change(filepath.Join(dir, "packs", "000001.pack"), func(b []byte) []byte { b[len(b)/2]++; return b })
		},
		"a pack cut short": func(dir string) error {
			return change(filepath.Join(dir, "packs", "000001.pack"), func(b []byte) []byte { return b[:len(b)-1] })
		},
		"a changed database": func(dir string) error {
			return change(filepath.Join(dir, "catalog.db"), func(b []byte) []byte { b[len(b)-1]++; return b })
		},
		"a missing column": func(dir string) error { return os.RemoveAll(filepath.Join(dir, "packs", "vectors")) },
		"no manifest":      func(dir string) error { return os.Remove(filepath.Join(dir, "manifest.json")) },
		"a manifest that is none": func(dir string) error {
			return change(filepath.Join(dir, "manifest.json"), func([]byte) []byte { return []byte("{") })
		},
		"a file more": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "packs", "000009.pack"), nil, 0o600)
		},
		"a strange file": func(dir string) error { return os.WriteFile(filepath.Join(dir, "run.sh"), nil, 0o600) },
		"a link": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "packs", "000001.pack")), os.Symlink(filepath.Join(good, "packs", "000001.pack"), filepath.Join(dir, "packs", "000001.pack")))
		},
		"a newer format": func(dir string) error {
			return change(filepath.Join(dir, "manifest.json"), func(b []byte) []byte {
				return bytes.Replace(b, []byte(`"version": 2`), []byte(`"version": 3`), 1)
			})
		},
	} {
		t.Run(what, func(t *testing.T) {
			bad, into := filepath.Join(t.TempDir(), "bad"), filepath.Join(t.TempDir(), "into")
			if err := os.CopyFS(bad, os.DirFS(good)); err != nil {
				t.Fatal(err)
			}
			if err := spoil(bad); err != nil {
				t.Fatal(err)
			}
			_, err := restore(t, bad, into)
			if code := spar.CodeOf(err); code != spar.Invalid && code != spar.Unavailable {
				t.Errorf("%v", err)
			}
			if _, err := os.Stat(into); !errors.Is(err, fs.ErrNotExist) {
				t.Error("a data directory was made of it")
			}
			left(t, filepath.Dir(into))
		})
	}
}

// A backup of the first format, which had no models, is restored.
func TestFirstFormat(t *testing.T) {
	top := t.TempDir()
	d := open(t, filepath.Join(top, "data"))
	d.put(1)
	to := filepath.Join(top, "old")
	if _, err := d.backup(to); err != nil {
		t.Fatal(err)
	}
	if err := change(filepath.Join(to, "manifest.json"), func(b []byte) []byte {
		return bytes.Replace(b, []byte(`"version": 2`), []byte(`"version": 1`), 1)
	}); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(top, "again")
	if m, err := restore(t, to, dir); err != nil || m.Version != 1 {
		t.Fatalf("%+v, %v", m, err)
	}
	open(t, dir).holds(1, 2)
}

func change(file string, f func([]byte) []byte) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return os.WriteFile(file, f(b), 0o600)
}

// TestHostileTar has names that would lead out of the data directory.
func TestHostileTar(t *testing.T) {
	for _, h := range []tar.Header{
		{Name: "../catalog.db", Typeflag: tar.TypeReg}, {Name: "/etc/passwd", Typeflag: tar.TypeReg}, {Name: "packs/../../x.pack", Typeflag: tar.TypeReg},
		{Name: "catalog.db", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}, {Name: "packs", Typeflag: tar.TypeDir}, {Name: "catalog.db-wal", Typeflag: tar.TypeReg},
		{Name: "models/../x.json", Typeflag: tar.TypeReg}, {Name: "models/m/../../../x.json", Typeflag: tar.TypeReg}, {Name: "models/m/a/b/x.json", Typeflag: tar.TypeReg},
		{Name: "models/.adding-1/x.json", Typeflag: tar.TypeReg}, {Name: "models/m/.x", Typeflag: tar.TypeReg}, {Name: `models/a\..\..\x.json`, Typeflag: tar.TypeReg},
	} {
		file := filepath.Join(t.TempDir(), "b.tar")
		f, err := os.Create(file)
		if err != nil {
			t.Fatal(err)
		}
		w := tar.NewWriter(f)
		h.Mode = 0o600
		manifest, _ := json.Marshal(backup.Manifest{Version: 1, Files: []backup.File{{Name: h.Name}}})
		err = errors.Join(w.WriteHeader(&h), w.WriteHeader(&tar.Header{Name: "manifest.json", Size: int64(len(manifest))}))
		_, err2 := w.Write(manifest)
		if err := errors.Join(err, err2, w.Close(), f.Close()); err != nil {
			t.Fatal(err)
		}
		into := filepath.Join(t.TempDir(), "into")
		if _, err := restore(t, file, into); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%s: %v", h.Name, err)
		}
	}
}

func TestNewerSchema(t *testing.T) {
	top := t.TempDir()
	d := open(t, filepath.Join(top, "data"))
	saved := filepath.Join(top, "saved")
	if _, err := d.backup(saved); err != nil {
		t.Fatal(err)
	}
	older := store.Schema
	older.Steps = older.Steps[:len(older.Steps)-1]
	if _, err := backup.Restore(t.Context(), saved, filepath.Join(top, "into"), "", nil, older); spar.CodeOf(err) != spar.Unavailable || !strings.Contains(err.Error(), "newer") {
		t.Errorf("%v", err)
	}
	newer := store.Schema
	newer.Steps = append(slices.Clone(newer.Steps), "ALTER TABLE packs ADD COLUMN more TEXT")
	if _, err := backup.Restore(t.Context(), saved, filepath.Join(top, "migrated"), "", nil, newer); err != nil {
		t.Error(err)
	}
}

func TestKilled(t *testing.T) { dbtest.Each(t, testKilled) }

// testKilled ends a backup and a restore after each of their durable steps: if the target exists under its name, it is whole.
func testKilled(t *testing.T) {
	top := t.TempDir()
	dir := filepath.Join(top, "data")
	d := open(t, dir)
	for i := range 3 {
		d.put(i)
	}
	for _, what := range []string{"backup", "restore"} {
		saved := filepath.Join(top, "saved")
		for at := 1; ; at++ {
			data, to := dir, filepath.Join(top, fmt.Sprint("killed", at))
			if what == "restore" {
				data, to = filepath.Join(top, fmt.Sprint("restored", at)), saved
			}
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), child+"="+what+" "+data+" "+to, "DATABASE="+dbtest.Database(t, data), "SPAR_CRASH_AT="+strconv.Itoa(at))
			out, err := cmd.CombinedOutput()
			var exit *exec.ExitError
			killed := errors.As(err, &exit) && exit.ExitCode() == durable.CrashStatus
			if err != nil && !killed {
				t.Fatalf("%s: %v: %s", what, err, out)
			}
			if what == "backup" {
				if _, err := os.Stat(to); err == nil {
					into := filepath.Join(top, fmt.Sprint("of", at))
					if _, err := restore(t, to, into); err != nil {
						t.Errorf("killed at step %d, the backup is there and not whole: %v", at, err)
					} else {
						open(t, into).holds(0, 3)
					}
				}
			} else if _, err := os.Stat(data); err == nil {
				open(t, data).holds(0, 3)
			}
			if !killed {
				break
			}
		}
		if what == "backup" {
			if _, err := d.backup(saved); err != nil {
				t.Fatal(err)
			}
		}
	}
	d.holds(0, 3)
}
