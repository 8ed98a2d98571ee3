package main

import (
	"archive/tar"
	"compress/gzip"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestOldData opens a data directory that a program with version 4 of the catalog's tables made, which knew devices by the
// numbers of the system and no time of change. It answers the same, and its first scan reads no file.
func TestOldData(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	unpackTar(t, "testdata/data-4.tar.gz", dir)
	root, data := filepath.Join(dir, "files"), filepath.Join(dir, "data")
	names := []string{"a.txt", "d.zip", "sub/b.md", "sub/c.csv"}
	at := time.Date(2021, 3, 4, 5, 6, 7, 0, time.UTC)
	in := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	d, err := sql.Open("sqlite", filepath.Join(data, "catalog.db"))
	must(err)
	defer d.Close()
	exec := func(query string, args ...any) {
		t.Helper()
		_, err := d.Exec(query, args...)
		must(err)
	}
	number := func(path string) (dev, ino int64) {
		var st syscall.Stat_t
		must(syscall.Stat(path, &st))
		return int64(st.Dev), int64(st.Ino)
	}
	dev, ino := number(root)
	exec("UPDATE shares SET root = ?, root_dev = ?, root_ino = ?", []byte(root), dev, ino)
	real := map[string][]byte{}
	for _, name := range names {
		real[name], err = os.ReadFile(in(name))
		must(err)
		must(os.Chtimes(in(name), at, at))
		dev, ino := number(in(name))
		exec("UPDATE files SET dev = ?, ino = ?, mode = ?, uid = ?, gid = ? WHERE path = ?", dev, ino, 0o600, os.Getuid(), os.Getgid(), []byte(name))
	}
	// rows is what the catalog keeps of contents.
	rows := func() (list []string) {
		t.Helper()
		r, err := d.Query("SELECT path, state, coalesce(hex(hash), ''), coalesce(hex(segment), ''), mtime FROM files ORDER BY path")
		must(err)
		defer r.Close()
		for r.Next() {
			var path []byte
			var state, hash, segment, mtime string
			must(r.Scan(&path, &state, &hash, &segment, &mtime))
			list = append(list, strings.Join([]string{string(path), state, hash, segment, mtime}, " "))
		}
		must(r.Err())
		return list
	}
	run := func(args ...string) string {
		t.Helper()
		out, exit := runSpar(t, data, nil, args...)
		if exit != exitOK {
			t.Fatalf("%s: exit %d: %s", strings.Join(args, " "), exit, out)
		}
		return out
	}
	search := func() (texts []string) {
		t.Helper()
		var found struct{ Hits []struct{ Path, Text string } }
		must(json.Unmarshal([]byte(run("search", "--json", "owned belongs sails Riga")), &found))
		for _, h := range found.Hits {
			texts = append(texts, h.Path+": "+h.Text)
		}
		slices.Sort(texts)
		return texts
	}
	want := []string{
		"a.txt: The red house is owned by Anna Bell.", "d.zip!/note.txt: The green boat sails to Bergen.", "sub/b.md: The blue van belongs to Carl Dorn.",
		"sub/c.csv: name | city\nEmma | Riga\nFinn | Cork", "sub/c.csv: name: Emma; city: Riga",
	}
	if got := search(); !cmp.Equal(got, want) {
		t.Errorf("it answers otherwise:\n%s", cmp.Diff(want, got))
	}
	before := rows() // the search has read with today's recipe what an older one had read
	// A scan that read a byte would find others: these say the same of themselves, but for the time that was not known.
	overwrite := func(name string, content []byte) {
		t.Helper()
		f, err := os.OpenFile(in(name), os.O_WRONLY, 0)
		must(err)
		_, err = f.WriteAt(content, 0)
		must(errors.Join(err, f.Close(), os.Chtimes(in(name), at, at)))
	}
	for _, name := range names {
		overwrite(name, []byte(strings.Repeat("x", len(real[name]))))
	}
	if out := run("scan", "s"); !strings.Contains(out, "0 added, 0 changed, 0 moved, 0 deleted, 4 unchanged") {
		t.Errorf("the first scan: %s", out)
	}
	if now := rows(); !cmp.Equal(now, before) {
		t.Errorf("the first scan changed what is known:\n%s", cmp.Diff(before, now))
	}
	var dated, devices int
	must(d.QueryRow("SELECT count(*) FROM files WHERE container = 0 AND ctime > 0 AND dev = 1").Scan(&dated))
	must(d.QueryRow("SELECT count(*) FROM devices WHERE path = CAST('.' AS BLOB)").Scan(&devices))
	if dated != len(names) || devices != 1 {
		t.Errorf("after the first scan %d files and %d devices are known", dated, devices)
	}
	if out := run("tag", "show", "kept"); !strings.Contains(out, "1") {
		t.Errorf("the tag: %s", out)
	}
	// From now on a time that was put back hides nothing.
	for _, name := range names {
		overwrite(name, real[name])
	}
	if got := search(); !cmp.Equal(got, want) {
		t.Errorf("after the first scan it answers otherwise:\n%s", cmp.Diff(want, got))
	}
	overwrite("a.txt", []byte("The red house is owned by Emil Lund."))
	want[0] = "a.txt: The red house is owned by Emil Lund."
	if got := search(); !cmp.Equal(got, want) {
		t.Errorf("after an edit:\n%s", cmp.Diff(want, got))
	}
}

// unpackTar unpacks a compressed archive of files.
func unpackTar(t *testing.T, from, to string) {
	t.Helper()
	f, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(to, filepath.FromSlash(h.Name))
		if h.Typeflag == tar.TypeDir {
			err = os.MkdirAll(path, 0o700)
		} else {
			var content []byte
			if content, err = io.ReadAll(r); err == nil {
				err = os.WriteFile(path, content, 0o600)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
