package db

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	spar "github.com/sparsearch/spar/internal/spar"
)

var v1 = Schema{Room: "room", Steps: []string{"CREATE TABLE t (x INTEGER) STRICT; CREATE INDEX t_x ON t (x)"}}
var v2 = Schema{Room: "room", Steps: append(v1.Steps[:1:1], "ALTER TABLE t ADD COLUMN y TEXT NOT NULL DEFAULT 'old'")}

func open(t *testing.T, dir string, s ...Schema) *DB {
	t.Helper()
	d, err := Open(t.Context(), dir, s...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { d.Close() })
	return d
}

func insert(t *testing.T, d *DB, x int) {
	t.Helper()
	if err := d.Write(t.Context(), func(tx *Tx) error {
		_, err := tx.Exec("INSERT INTO t (x) VALUES (?)", x)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func count(t *testing.T, d *DB) (n int) {
	t.Helper()
	if err := d.Read(t.Context(), func(tx *Tx) error {
		return tx.QueryRow("SELECT count(*) FROM t").Scan(&n)
	}); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestMigrate(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder with ?&#% in its name")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	d := open(t, dir, v1)
	insert(t, d, 1)
	d.Close()

	d = open(t, dir, v2, Schema{Room: "other", Steps: []string{"CREATE TABLE o (x INTEGER)"}})
	var y string
	if err := d.Read(t.Context(), func(tx *Tx) error { return tx.QueryRow("SELECT y FROM t").Scan(&y) }); err != nil || y != "old" {
		t.Errorf("after the migration y = %q, %v", y, err)
	}
	insert(t, d, 2)
	d.Close()

	backups, err := filepath.Glob(filepath.Join(strings.ReplaceAll(dir, "?", "[?]"), FileName+".backup-*"))
	if err != nil || len(backups) != 1 {
		t.Fatalf("backups: %q, %v; want one", backups, err)
	}
	if _, err := Open(t.Context(), dir, v1); spar.CodeOf(err) != spar.Unavailable || !strings.Contains(err.Error(), "newer") {
		t.Errorf("opening a newer catalog: %v", err)
	}

	restored := t.TempDir()
	if err := os.Rename(backups[0], filepath.Join(restored, FileName)); err != nil {
		t.Fatal(err)
	}
	if n := count(t, open(t, restored, v1)); n != 1 {
		t.Errorf("the backup holds %d rows, want 1", n)
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v, %v; want 0600", e.Name(), info.Mode(), err)
		}
		if strings.HasPrefix(e.Name(), ".") {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

func TestMigrateFails(t *testing.T) {
	dir := t.TempDir()
	insert(t, open(t, dir, v1), 1)
	bad := v2
	bad.Steps = append(v2.Steps[:2:2], "CREATE TABLE no such thing")
	if _, err := Open(t.Context(), dir, bad); err == nil || !strings.Contains(err.Error(), "version 2 to 3") {
		t.Fatalf("a broken migration: %v", err)
	}
	if n := count(t, open(t, dir, v1)); n != 1 { // still version 1: all or nothing
		t.Errorf("%d rows, want 1", n)
	}
}

func TestOpenAtOnce(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			d, err := Open(context.Background(), dir, v2)
			if err != nil {
				t.Error(err)
				return
			}
			defer d.Close()
			insert(t, d, i)
		})
	}
	wg.Wait()
	if n := count(t, open(t, dir, v2)); n != 8 {
		t.Errorf("%d rows, want 8", n)
	}
}

func TestSnapshot(t *testing.T) {
	d := open(t, t.TempDir(), v1)
	insert(t, d, 1)
	err := d.Read(t.Context(), func(tx *Tx) error {
		var before, after int
		if err := tx.QueryRow("SELECT count(*) FROM t").Scan(&before); err != nil {
			return err
		}
		insert(t, d, 2)
		if err := tx.QueryRow("SELECT count(*) FROM t").Scan(&after); err != nil {
			return err
		}
		if before != 1 || after != 1 {
			t.Errorf("a snapshot changed from %d rows to %d", before, after)
		}
		if _, err := tx.Exec("DELETE FROM t"); err == nil {
			t.Error("a reader could write")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := count(t, d); n != 2 {
		t.Errorf("%d rows, want 2", n)
	}
}

func TestWriteRollsBack(t *testing.T) {
	d := open(t, t.TempDir(), v1)
	want := spar.Errorf(spar.Invalid, "no")
	err := d.Write(t.Context(), func(tx *Tx) error {
		if _, err := tx.Exec("INSERT INTO t (x) VALUES (1)"); err != nil {
			return err
		}
		return want
	})
	if err != want || count(t, d) != 0 {
		t.Errorf("error %v, %d rows; want %v, 0", err, count(t, d), want)
	}
}

func TestDeletedIsGone(t *testing.T) {
	dir := t.TempDir()
	d := open(t, dir, Schema{Room: "r", Steps: []string{"CREATE TABLE t (x TEXT)"}})
	for _, q := range []string{"INSERT INTO t VALUES ('a secret that nobody may find')", "DELETE FROM t"} {
		if err := d.Write(t.Context(), func(tx *Tx) error { _, err := tx.Exec(q); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Checkpoint(t.Context()); err != nil {
		t.Fatal(err)
	}
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(b), "a secret") {
			t.Errorf("%s still holds deleted text", e.Name())
		}
	}
	if err := d.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestOpenErrors(t *testing.T) {
	notDB := t.TempDir()
	if err := os.WriteFile(filepath.Join(notDB, FileName), []byte(strings.Repeat("not a database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		dir  string
		code spar.Code
		want string
	}{
		{notDB, spar.Internal, "damaged"},
		{filepath.Join(t.TempDir(), "missing"), spar.Unavailable, "folder exists"},
	} {
		_, err := Open(t.Context(), tt.dir, v1)
		if err == nil || spar.CodeOf(err) != tt.code || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("Open: %v; want code %s and %q", err, tt.code, tt.want)
		}
	}
}
