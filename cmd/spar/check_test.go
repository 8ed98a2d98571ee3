package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/engine"
)

// spare runs a command line over a data directory, and gives its status and output.
func spare(t *testing.T, dir string, args ...string) (status int, out string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := map[string]string{"SPAR_DATA_DIR": dir, "SPAR_CONFIG": ""}
	status = run(t.Context(), args, strings.NewReader(""), &stdout, &stderr, func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	})
	if status > 1 {
		t.Fatalf("spar %q: status %d: %s", args, status, stderr.String())
	}
	return status, stdout.String()
}

// copyData makes a data directory that is as another one.
func copyData(t *testing.T, to, from string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	if err := filepath.WalkDir(to, func(p string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			err = os.Chmod(p, 0o700)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

// TestCheckFinds damages each part of a data directory by turns.
func TestCheckFinds(t *testing.T) {
	t.Parallel()
	good := filepath.Join(t.TempDir(), "data")
	share := t.TempDir()
	for name, text := range map[string]string{"a.txt": "Leave is granted for thirty days.", "b.md": "# Pay\n\nPay is due on Monday."} {
		if err := os.WriteFile(filepath.Join(share, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	spare(t, good, "share", "add", "docs", share)
	spare(t, good, "scan", "docs")
	spare(t, good, "tag", "add", "HR")
	spare(t, good, "search", "leave")
	if status, out := spare(t, good, "check"); status != 0 {
		t.Fatalf("before anything is damaged: %s", out)
	}
	flip := func(pattern string, from float64) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			names, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil || len(names) == 0 {
				t.Skipf("there is no %s", pattern) // without the encoder no vectors
			}
			b, err := os.ReadFile(names[0])
			if err != nil {
				t.Fatal(err)
			}
			for i := int(float64(len(b)) * from); i < len(b); i += 16 {
				b[i] ^= 0x55
			}
			if err := os.WriteFile(names[0], b, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	statement := func(query string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			d, err := sql.Open("sqlite", filepath.Join(dir, "catalog.db")) // which checks no keys
			if err != nil {
				t.Fatal(err)
			}
			defer d.Close()
			if _, err := d.Exec(query); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, tt := range []struct {
		what, part string
		spoil      func(*testing.T, string)
	}{
		{"changed text", "text", flip("packs/*.pack", 0.5)},
		{"changed vectors", "vectors", flip("packs/vectors/*.col", 0)},
		{"a pack that is gone", "text", func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, "packs", "000001.pack")); err != nil {
				t.Fatal(err)
			}
		}},
		{"text that no table lists", "text", statement("DELETE FROM segments")},
		{"a tag of a file that is gone", "tables", statement("INSERT INTO assignments (file, tag, origin, confidence, evidence) VALUES (99, 1, 'person', 1, '')")},
		{"a state that cannot be", "tables", statement("UPDATE files SET segment = NULL WHERE id = 1")},
	} {
		t.Run(tt.what, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "data")
			copyData(t, dir, good)
			tt.spoil(t, dir)
			status, out := spare(t, dir, "check", "--json")
			var c engine.Checked
			if err := json.Unmarshal([]byte(out), &c); err != nil {
				t.Fatal(err)
			}
			if status != exitInternal || !slices.ContainsFunc(c.Flaws, func(f engine.Flaw) bool { return f.Part == tt.part && f.What != "" && f.Remedy != "" }) {
				t.Errorf("status %d, %s; want something of %s", status, out, tt.part)
			}
		})
	}
}

// TestCheckWithoutCatalog: without a catalog the commands that maintain the data directory say so and create nothing.
func TestCheckWithoutCatalog(t *testing.T) {
	t.Parallel()
	share, top := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(share, "a.txt"), []byte("Leave is granted for thirty days."), 0o644); err != nil {
		t.Fatal(err)
	}
	lost := filepath.Join(top, "lost")
	spare(t, lost, "share", "add", "docs", share)
	spare(t, lost, "search", "leave")
	for _, name := range []string{"catalog.db", "catalog.db-wal", "catalog.db-shm"} {
		if err := os.Remove(filepath.Join(lost, name)); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	for dir, says := range map[string]string{lost: "there is no catalog", filepath.Join(top, "never"): "there is no data directory"} {
		before, _ := filepath.Glob(filepath.Join(dir, "*"))
		status, out := spare(t, dir, "check")
		if status != 1 || !strings.Contains(out, says) || strings.Contains(out, "read 0 files") {
			t.Errorf("check has status %d and says %q", status, out)
		}
		var c engine.Checked
		if _, out := spare(t, dir, "check", "--json"); json.Unmarshal([]byte(out), &c) != nil || len(c.Flaws) != 1 {
			t.Errorf("check --json says %q", out)
		}
		for _, args := range [][]string{{"store", "check"}, {"store", "purge"}, {"backup", filepath.Join(top, "to.tar")}} {
			if status, _ := spare(t, dir, args...); status != 1 {
				t.Errorf("%v has status %d", args, status)
			}
		}
		if after, _ := filepath.Glob(filepath.Join(dir, "*")); !slices.Equal(before, after) {
			t.Errorf("%s had %q and has %q", dir, before, after)
		}
	}
}
