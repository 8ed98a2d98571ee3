package db_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/access"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/workspace"
)

var rooms = []db.Schema{catalog.Schema, store.Schema, workspace.Schema, access.Schema}

var things = db.Schema{Room: "things", Steps: []string{`
CREATE TABLE things (
	id   INTEGER PRIMARY KEY AUTOINCREMENT, -- a number, e.g. INTEGER
	name TEXT UNIQUE,
	path BLOB,
	size REAL
) STRICT;
CREATE TABLE parts (
	thing INTEGER NOT NULL REFERENCES things ON DELETE CASCADE,
	n     INTEGER NOT NULL,
	PRIMARY KEY (thing, n)
) STRICT, WITHOUT ROWID;`}}

func write(t *testing.T, d *db.DB, query string, args ...any) {
	t.Helper()
	if err := try(d, query, args...); err != nil {
		t.Fatal(err)
	}
}

func try(d *db.DB, query string, args ...any) error {
	return d.Write(context.Background(), func(tx *db.Tx) error {
		_, err := tx.Exec(query, args...)
		return err
	})
}

func number(t *testing.T, d *db.DB, query string, args ...any) (n int) {
	t.Helper()
	if err := d.Read(t.Context(), func(tx *db.Tx) error { return tx.QueryRow(query, args...).Scan(&n) }); err != nil {
		t.Fatal(err)
	}
	return n
}

// TestSameTables compares the tables and columns of both databases.
func TestSameTables(t *testing.T) {
	lite, err := dbtest.Open(t, t.TempDir(), rooms...).Columns(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T) {
		got, err := dbtest.Open(t, t.TempDir(), rooms...).Columns(t.Context())
		if err != nil || len(got) < 15 {
			t.Fatalf("%d tables, %v", len(got), err)
		}
		if d := cmp.Diff(lite, got); d != "" {
			t.Error(d)
		}
	})
}

func TestValues(t *testing.T) { dbtest.Each(t, testValues) }

// testValues has paths in the order of their bytes, and text that is not text.
func testValues(t *testing.T) {
	d := dbtest.Open(t, t.TempDir(), things)
	paths := [][]byte{{0xff, 'x'}, []byte("a b"), []byte("a/b"), []byte("a"), []byte("a\x00b"), []byte("B"), []byte("é"), {1}, {}}
	for i, p := range paths {
		write(t, d, "INSERT INTO things (path, name, size) VALUES (?, ?, ?)", p, fmt.Sprint(i), float64(i)/3)
	}
	for _, names := range []string{"b", "B", "a", "é", "ab", "a b", "Ä"} {
		write(t, d, "INSERT INTO things (name) VALUES (?)", names)
	}
	for _, odd := range []string{"a\x00NUL", "broken \xff\xfe", "\xc3"} {
		write(t, d, "INSERT INTO things (name) VALUES (?)", odd)
	}
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		rows, err := tx.Query("SELECT path FROM things WHERE path IS NOT NULL ORDER BY path")
		if err != nil {
			return err
		}
		var got [][]byte
		for rows.Next() {
			var p []byte
			if err := rows.Scan(&p); err != nil {
				return err
			}
			got = append(got, p)
		}
		want := slices.SortedFunc(slices.Values(paths), bytes.Compare)
		if !slices.EqualFunc(got, want, bytes.Equal) {
			t.Errorf("paths in the order %q, want %q", got, want)
		}
		if rows, err = tx.Query("SELECT name FROM things WHERE path IS NULL ORDER BY name"); err != nil {
			return err
		}
		var names []string
		for rows.Next() {
			var s string
			if err := rows.Scan(&s); err != nil {
				return err
			}
			names = append(names, s)
		}
		if want := []string{"B", "a", "a b", "ab", "a\uFFFDNUL", "b", "broken \uFFFD", "Ä", "é", "\uFFFD"}; !slices.Equal(names, want) {
			t.Errorf("names in the order %q, want %q", names, want)
		}
		var size float64
		if err := tx.QueryRow("SELECT size FROM things WHERE name = ?", "7").Scan(&size); err != nil || size != 7.0/3 {
			t.Errorf("%v, %v", size, err)
		}
		var id int64
		if err := tx.QueryRow("SELECT id FROM things WHERE name = ?", "broken \xff\xfe").Scan(&id); err != nil || id == 0 {
			t.Errorf("text is not found again as it was written: %v", err)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	// A truth value is an integer, and so is every kind of one.
	type kind uint32
	write(t, d, "INSERT INTO parts (thing, n) VALUES (?, ?)", kind(1), true)
	if n := number(t, d, "SELECT n FROM parts WHERE thing = ?", kind(1)); n != 1 {
		t.Errorf("true is %d", n)
	}
}

func TestConstraints(t *testing.T) { dbtest.Each(t, testConstraints) }

func testConstraints(t *testing.T) {
	d := dbtest.Open(t, t.TempDir(), things)
	write(t, d, "INSERT INTO things (name) VALUES ('a')")
	write(t, d, "INSERT INTO parts (thing, n) VALUES (1, 1)")
	for query, is := range map[string]func(error) bool{
		"INSERT INTO things (name) VALUES ('a')":     db.IsUnique,
		"INSERT INTO parts (thing, n) VALUES (1, 1)": db.IsUnique,
		"INSERT INTO parts (thing, n) VALUES (9, 1)": db.IsForeignKey,
	} {
		err := try(d, query)
		if !is(err) || db.IsUnique(err) == db.IsForeignKey(err) {
			t.Errorf("%s: %v", query, err)
		}
		// The same when nobody waits for it.
		err = d.Write(t.Context(), func(tx *db.Tx) error {
			s, err := tx.Prepare(query)
			if err == nil {
				err = s.Queue()
			}
			if err == nil {
				err = tx.QueryRow("SELECT 1").Scan(new(int))
			}
			return err
		})
		if !is(err) {
			t.Errorf("queued: %s: %v", query, err)
		}
	}
	if n := number(t, d, "SELECT (SELECT count(*) FROM things) + (SELECT count(*) FROM parts)"); n != 2 {
		t.Errorf("%d rows, want 2", n)
	}
	write(t, d, "DELETE FROM things")
	if n := number(t, d, "SELECT count(*) FROM parts"); n != 0 {
		t.Errorf("%d parts of no thing", n)
	}
	if faults, err := d.Faults(t.Context()); len(faults) > 0 || err != nil {
		t.Error(faults, err)
	}
}

func TestQueue(t *testing.T) { dbtest.Each(t, testQueue) }

func testQueue(t *testing.T) {
	d := dbtest.Open(t, t.TempDir(), things)
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		s, err := tx.Prepare("INSERT INTO things (name) VALUES (?)")
		if err != nil {
			return err
		}
		for i := range 2500 {
			if err := s.Queue(fmt.Sprint(i)); err != nil {
				return err
			}
			if i == 10 { // queued statements run before the next query
				var n int
				if err := tx.QueryRow("SELECT count(*) FROM things").Scan(&n); err != nil || n != 11 {
					t.Errorf("%d, %v", n, err)
				}
			}
		}
		return nil
	})
	if n := number(t, d, "SELECT count(*) FROM things WHERE name = CAST(id - 1 AS TEXT)"); err != nil || n != 2500 {
		t.Errorf("%d rows in the order in which they were queued, %v", n, err)
	}
}

func TestTransactions(t *testing.T) { dbtest.Each(t, testTransactions) }

func testTransactions(t *testing.T) {
	dir := t.TempDir()
	d := dbtest.Open(t, dir, things)
	write(t, d, "INSERT INTO things (name) VALUES ('a')")
	refused := spar.Errorf(spar.Invalid, "no")
	if err := d.Write(t.Context(), func(tx *db.Tx) error {
		if _, err := tx.Exec("DELETE FROM things"); err != nil {
			return err
		}
		return refused
	}); err != refused {
		t.Errorf("%v", err)
	}
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		var before, after int
		if err := tx.QueryRow("SELECT count(*) FROM things").Scan(&before); err != nil {
			return err
		}
		write(t, d, "INSERT INTO things (name) VALUES ('b')")
		if err := tx.QueryRow("SELECT count(*) FROM things").Scan(&after); err != nil {
			return err
		}
		if before != 1 || after != 1 {
			t.Errorf("a snapshot changed from %d rows to %d", before, after)
		}
		if _, err := tx.Exec("DELETE FROM things"); err == nil {
			t.Error("a reader could write")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n := number(t, d, "SELECT count(*) FROM things"); n != 2 {
		t.Errorf("%d rows, want 2", n)
	}
	if err := d.Checkpoint(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestWritersTakeTurns(t *testing.T) { dbtest.Each(t, testWritersTakeTurns) }

// testWritersTakeTurns has several writers number rows: whoever sees a number has seen all below it.
func testWritersTakeTurns(t *testing.T) {
	dir := t.TempDir()
	const writers, rows = 4, 30
	var wg sync.WaitGroup
	for w := range writers {
		d := dbtest.Open(t, dir, things) // each with connections of its own, as a process has
		wg.Go(func() {
			for i := range rows {
				err := d.Write(context.Background(), func(tx *db.Tx) error {
					if _, err := tx.Exec("INSERT INTO things (name) VALUES (?)", fmt.Sprint(w, " ", i)); err != nil {
						return err
					}
					if i%10 == 9 { // a number that is given out and taken back
						return errors.New("no")
					}
					time.Sleep(time.Millisecond)
					return nil
				})
				if (err != nil) != (i%10 == 9) {
					t.Error(err)
				}
			}
		})
	}
	d := dbtest.Open(t, dir, things)
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	last, seen := 0, 0
	for ended := false; !ended; {
		select {
		case <-done:
			ended = true
		default:
		}
		var n, highest int
		if err := d.Read(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow("SELECT (SELECT count(*) FROM things WHERE id <= ?), coalesce(max(id), 0) FROM things", last).Scan(&n, &highest)
		}); err != nil {
			t.Fatal(err)
		}
		if n != seen {
			t.Fatalf("%d rows up to number %d, and %d a moment before", n, last, seen)
		}
		last = highest
		seen = number(t, d, "SELECT count(*) FROM things WHERE id <= ?", last)
	}
	if seen != writers*rows*9/10 {
		t.Errorf("%d rows", seen)
	}
}

func TestVersions(t *testing.T) { dbtest.Each(t, testVersions) }

func testVersions(t *testing.T) {
	dir := t.TempDir()
	d := dbtest.Open(t, dir, things)
	write(t, d, "INSERT INTO things (name) VALUES ('a')")
	next := things
	next.Steps = append(slices.Clone(things.Steps), "ALTER TABLE things ADD COLUMN more TEXT NOT NULL DEFAULT 'old'")
	broken := things
	broken.Steps = append(slices.Clone(next.Steps), "CREATE TABLE half (x INTEGER); CREATE TABLE no such thing")
	if _, err := db.Connect(t.Context(), dir, dbtest.Database(t, dir), broken); err == nil || !strings.Contains(err.Error(), "version 2 to 3") {
		t.Errorf("a broken migration: %v", err)
	}
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			d, err := db.Connect(context.Background(), dir, dbtest.Database(t, dir), next)
			if err != nil {
				t.Error(err)
				return
			}
			defer d.Close()
			if err := try(d, "INSERT INTO things (more) VALUES ('new')"); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if n := number(t, d, "SELECT count(*) FROM things WHERE more = 'old'"); n != 1 {
		t.Errorf("%d old rows", n)
	}
	if n := number(t, d, "SELECT count(*) FROM things"); n != 7 {
		t.Errorf("%d rows", n)
	}
	if _, err := db.Connect(t.Context(), dir, dbtest.Database(t, dir), things); spar.CodeOf(err) != spar.Unavailable || !strings.Contains(err.Error(), "newer") {
		t.Errorf("opening newer tables: %v", err)
	}
}

// TestDataDirectories ties a data directory to its tables.
func TestDataDirectories(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		dir, other := t.TempDir(), t.TempDir()
		server := dbtest.Database(t, dir)
		if server == "" {
			return
		}
		dbtest.Open(t, dir, things)
		write(t, dbtest.Open(t, dir, things), "INSERT INTO things (name) VALUES ('a')") // opened again
		for _, tt := range []struct{ what, dir, database, says string }{
			{"another directory", other, server, "another data directory"},
			{"the directory without its server", dir, "", "has its tables in the PostgreSQL database"},
		} {
			if _, err := db.Connect(t.Context(), tt.dir, tt.database, things); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%s: %v; want %q", tt.what, err, tt.says)
			}
		}
		// A directory that was tied and has a catalog of its own, or text, is no new one.
		lite := t.TempDir()
		db1, err := db.Open(t.Context(), lite, things)
		if err != nil {
			t.Fatal(err)
		}
		db1.Close()
		if _, err := db.Connect(t.Context(), lite, dbtest.Database(t, lite), things); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("a directory with SQLite: %v", err)
		}
		text := t.TempDir()
		if err := os.Mkdir(filepath.Join(text, "packs"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(text, "packs", "000001.pack"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := db.Connect(t.Context(), text, dbtest.Database(t, text), things); spar.CodeOf(err) != spar.Conflict {
			t.Errorf("a directory with text: %v", err)
		}
	})
}

// TestPasswordIsNotShown has connections fail in every way that needs no server.
func TestPasswordIsNotShown(t *testing.T) {
	for _, connection := range []string{
		"postgres://spar:hunter2@localhost:1/none", "host=/nonexistent user=spar password=hunter2",
		"hunter2", "postgres://spar:hunter2%zz@localhost/", "postgres://spar:hunter2@[::1/", "host=localhost password='hunter2",
	} {
		_, err := db.Connect(t.Context(), t.TempDir(), connection, things)
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", connection, err)
		}
		if code := spar.CodeOf(err); code != spar.Invalid && code != spar.Unavailable {
			t.Errorf("%s has the code %s: %v", connection, code, err)
		}
	}
}

func TestCopy(t *testing.T) { dbtest.Each(t, testCopy) }

// testCopy copies a database to SQLite and back to its first form.
func testCopy(t *testing.T) {
	d := dbtest.Open(t, t.TempDir(), things)
	for i := range 180 {
		write(t, d, "INSERT INTO things (name, path, size) VALUES (?, ?, ?)", fmt.Sprint("name ", i), []byte{byte(i), 0, 0xff}, float64(i)/7)
		write(t, d, "INSERT INTO parts (thing, n) VALUES (?, ?)", i+1, i)
	}
	write(t, d, "INSERT INTO things (name) VALUES (NULL)")
	write(t, d, "DELETE FROM things WHERE id > 170") // numbers that are not given out again
	lite := t.TempDir()
	if err := d.CopyTo(t.Context(), lite, things); err != nil {
		t.Fatal(err)
	}
	copied, err := db.Open(t.Context(), lite, things)
	if err != nil {
		t.Fatal(err)
	}
	defer copied.Close()
	back := dbtest.Open(t, t.TempDir(), things)
	if err := back.Fill(t.Context(), copied); err != nil {
		t.Fatal(err)
	}
	want := rows(t, d)
	if len(want) != 340 {
		t.Fatalf("%d rows", len(want))
	}
	for what, other := range map[string]*db.DB{"the copy": copied, "what was filled from it": back} {
		if diff := cmp.Diff(want, rows(t, other)); diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
		var id int
		if err := other.Write(t.Context(), func(tx *db.Tx) error {
			return tx.QueryRow("INSERT INTO things (name) VALUES ('next') RETURNING id").Scan(&id)
		}); err != nil || id != 182 {
			t.Errorf("%s goes on with the number %d, %v; want 182", what, id, err)
		}
	}
	if err := back.Fill(t.Context(), copied); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("filled twice: %v", err)
	}
}

func rows(t *testing.T, d *db.DB) (all []string) {
	t.Helper()
	err := d.Read(t.Context(), func(tx *db.Tx) error {
		for _, q := range []string{"SELECT id, name, path, size FROM things ORDER BY id", "SELECT thing, n, NULL, NULL FROM parts ORDER BY thing, n"} {
			rows, err := tx.Query(q)
			if err != nil {
				return err
			}
			for rows.Next() {
				var a, b, c, d any
				if err := rows.Scan(&a, &b, &c, &d); err != nil {
					return err
				}
				all = append(all, fmt.Sprint(a, b, c, d))
			}
			if err := rows.Close(); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
