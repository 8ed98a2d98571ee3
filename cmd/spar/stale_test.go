package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestManyStale changes and deletes many more files than a question cites, and scans nothing: no command may answer from
// what they were, nor give up.
func TestManyStale(t *testing.T) {
	t.Parallel()
	const files = 120
	name := func(root string, i int) string {
		return filepath.Join(root, fmt.Sprintf("folder%d", i%3), fmt.Sprintf("file%02d.md", i))
	}
	search := func(t *testing.T, data string) (texts []string) {
		t.Helper()
		out, exit := runSpar(t, data, nil, "search", "--share", "s", "password of a door", "--json", "-k", "1000")
		if exit != exitOK {
			t.Fatalf("exit %d: %s", exit, out)
		}
		var found struct{ Hits []struct{ Text string } }
		if err := json.Unmarshal([]byte(out), &found); err != nil {
			t.Fatal(err)
		}
		for _, h := range found.Hits {
			texts = append(texts, h.Text)
		}
		return texts
	}
	for _, test := range []struct {
		name  string
		do    func(t *testing.T, root string)
		found int // passages afterwards
	}{
		{"most are deleted", func(t *testing.T, root string) {
			for i := range files - 20 {
				if err := os.Remove(name(root, i)); err != nil {
					t.Fatal(err)
				}
			}
		}, 20},
		{"most are changed", func(t *testing.T, root string) {
			for i := range files - 20 {
				if err := os.WriteFile(name(root, i), fmt.Appendf(nil, "The password of door %d is another one now.\n", i), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		}, files},
		{"a folder is moved away", func(t *testing.T, root string) {
			if err := os.Rename(filepath.Join(root, "folder0"), filepath.Join(t.TempDir(), "folder0")); err != nil {
				t.Fatal(err)
			}
		}, files - (files+2)/3},
	} {
		t.Run(test.name, func(t *testing.T) {
			root, data := crashShare(t, files), t.TempDir()
			for _, args := range [][]string{{"share", "add", "s", root}, {"scan"}, {"search", "--share", "s", "password"}} {
				if out, exit := runSpar(t, data, nil, args...); exit != exitOK {
					t.Fatal(out)
				}
			}
			test.do(t, root)
			if out, exit := runSpar(t, data, nil, "ask", "--share", "s", "what is the password of door 3?"); exit != exitOK {
				t.Fatalf("ask: exit %d: %s", exit, out)
			}
			texts := search(t, data)
			if len(texts) != test.found {
				t.Errorf("%d passages are found, want %d", len(texts), test.found)
			}
			for _, text := range texts {
				var door int
				if _, err := fmt.Sscanf(text[strings.Index(text, "door "):], "door %d", &door); err != nil {
					t.Fatal(err, text)
				}
				now, err := os.ReadFile(name(root, door))
				if err != nil || !strings.Contains(string(now), text[strings.Index(text, "The password"):]) {
					t.Errorf("%q is found, and the file holds %q, %v", text, now, err)
				}
			}
		})
	}
}
