package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const aboutFarm0 = "walnut harvest of farm 0"

// tells runs a command line over a data directory, and gives its status and all that it prints.
func tells(t *testing.T, dir string, args ...string) (status int, text string) {
	t.Helper()
	var out bytes.Buffer
	env := map[string]string{"SPAR_DATA_DIR": dir, "SPAR_CONFIG": ""}
	status = run(t.Context(), args, strings.NewReader(""), &out, &out, func(name string) (string, bool) {
		v, ok := env[name]
		return v, ok
	})
	return status, out.String()
}

// harvests makes a share of files that each have a word of their own, scans it and asks, so that all are read.
func harvests(t *testing.T, dir, root string, files int) {
	t.Helper()
	if err := os.MkdirAll(root, 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range files {
		text := fmt.Sprintf("The walnut harvest of farm %d was 9%d tons.\n", i, i)
		if err := os.WriteFile(filepath.Join(root, fmt.Sprintf("farm%d.md", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{{"share", "add", "s", root}, {"scan", "s"}} {
		if status, text := tells(t, dir, args...); status != exitOK {
			t.Fatalf("spar %q: %d %s", args, status, text)
		}
	}
	status, text := tells(t, dir, "ask", "--share", "s", "--all", aboutFarm0)
	if status != exitOK || !strings.Contains(text, "90 tons") {
		t.Fatalf("the first question: %d %s", status, text)
	}
}

// noText asks for the text of files that are gone at every door: none gives it.
func noText(t *testing.T, when, dir string) {
	t.Helper()
	for _, tt := range []struct {
		args   []string
		status int
	}{
		{[]string{"ask", "--share", "s", aboutFarm0}, exitOK},
		{[]string{"ask", "--share", "s", aboutFarm0, "--json"}, exitOK},
		{[]string{"search", "--share", "s", "walnut"}, exitOK},
		{[]string{"open", "s:farm0.md"}, exitNotFound},
		{[]string{"open", "s:farm0.md", "--json"}, exitNotFound},
	} {
		status, text := tells(t, dir, tt.args...)
		if status != tt.status || strings.Contains(text, " tons") {
			t.Errorf("%s, spar %q: %d %s", when, tt.args, status, text)
		}
	}
}

// TestAllGone deletes all files of a share, whose folder stays: their text is gone from every answer at once, whether a scan believes
// it or not.
func TestAllGone(t *testing.T) {
	t.Parallel()
	for _, files := range []int{1, 3, 19, 25} {
		t.Run(fmt.Sprint(files), func(t *testing.T) {
			dir, root := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "s")
			harvests(t, dir, root, files)
			for i := range files {
				if err := os.Remove(filepath.Join(root, fmt.Sprintf("farm%d.md", i))); err != nil {
					t.Fatal(err)
				}
			}
			_, text := tells(t, dir, "ask", "--share", "s", aboutFarm0)
			if strings.Contains(text, " tons") || !strings.Contains(text, "gone") {
				t.Errorf("the first question says %s", text)
			}
			noText(t, "before a scan", dir)
			status, text := tells(t, dir, "scan", "s")
			if want := map[bool]int{false: exitOK, true: exitUnavailable}[files >= 20]; status != want {
				t.Errorf("scan: %d %s", status, text)
			}
			noText(t, "after it", dir)
		})
	}
}

// TestEmptiedOrUnmounted tells the folder of a share that was emptied from one where nothing is mounted any more, and from one that is not
// there: in these two nothing is known of the files, so that what was read stays, and is said to be of before.
func TestEmptiedOrUnmounted(t *testing.T) {
	t.Parallel()
	dir, root := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "s")
	harvests(t, dir, root, 3)
	aside := root + " aside"
	if err := os.Rename(root, aside); err != nil {
		t.Fatal(err)
	}
	status, text := tells(t, dir, "ask", "--share", "s", aboutFarm0)
	if status != exitOK || !strings.Contains(text, "90 tons") || !strings.Contains(text, "cannot be reached") {
		t.Errorf("without its folder: %d %s", status, text)
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	status, text = tells(t, dir, "ask", "--share", "s", aboutFarm0)
	if status != exitOK || !strings.Contains(text, "90 tons") || !strings.Contains(text, "not mounted") {
		t.Errorf("with another folder, which is empty: %d %s", status, text)
	}
	if err := os.Remove(root); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(aside, root); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := os.Remove(filepath.Join(root, fmt.Sprintf("farm%d.md", i))); err != nil {
			t.Fatal(err)
		}
	}
	_, text = tells(t, dir, "ask", "--share", "s", aboutFarm0)
	if strings.Contains(text, " tons") || strings.Contains(text, "mounted") {
		t.Errorf("emptied: %s", text)
	}
}

// TestDamagedPackHeals spoils the text of several files at once: the first question reads them again, and answers.
func TestDamagedPackHeals(t *testing.T) {
	t.Parallel()
	dir, root := filepath.Join(t.TempDir(), "data"), filepath.Join(t.TempDir(), "s")
	harvests(t, dir, root, 25)
	pack := filepath.Join(dir, "packs", "000001.pack")
	good, err := os.ReadFile(pack)
	if err != nil {
		t.Fatal(err)
	}
	for trial := range 4 {
		bad := bytes.Clone(good)
		for i := range 50 {
			bad[(i*len(bad)/50+trial*37+11)%len(bad)] ^= 0x5a
		}
		other := filepath.Join(t.TempDir(), "data")
		copyData(t, other, dir)
		if err := os.WriteFile(filepath.Join(other, "packs", "000001.pack"), bad, 0o600); err != nil {
			t.Fatal(err)
		}
		if trial%2 == 1 {
			if status, text := tells(t, other, "open", "s:farm7.md"); status != exitOK || !strings.Contains(text, "97 tons") {
				t.Errorf("trial %d, open: %d %s", trial, status, text)
			}
		}
		status, text := tells(t, other, "ask", "--share", "s", "walnut harvest of farm 7")
		if status != exitOK || !strings.Contains(text, "97 tons") {
			t.Errorf("trial %d: %d %s", trial, status, text)
		}
	}
}
