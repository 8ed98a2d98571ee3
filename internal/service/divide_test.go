package service_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// TestDivide: the counts are of the selection, of what the asker may read, and each value as a constraint selects what was counted.
func TestDivide(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	if _, err := s.AddTag(t.Context(), owner, api.NewTag{Name: "Leave", Parents: []string{"HR"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Assign(t.Context(), owner, "Leave", api.Target{Files: []string{"docs:hr/leave.md"}}, false); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "path:hr/**", "tag:HR"} {
		d, err := s.DivideScope(t.Context(), owner, text)
		if err != nil {
			t.Fatal(err)
		}
		keys := ""
		for _, by := range d.By {
			keys += by.Key + " "
			for _, v := range by.Values {
				n, err := s.Count(t.Context(), owner, api.Listing{Scope: fmt.Sprintf("%s %s:%q", text, by.Key, v.Value)})
				total := 0
				for _, of := range n.States {
					total += of
				}
				if err != nil || total != v.Files {
					t.Errorf("%q: %s:%s is said to have %d files and has %d, %v", text, by.Key, v.Value, v.Files, total, err)
				}
			}
		}
		if !strings.Contains(keys, "share type state tag") && !strings.Contains(keys, "share path type state tag") {
			t.Errorf("%q divides by %s", text, keys)
		}
	}
	// Whoever may not read the files learns of no value.
	if err := os.Chmod(h.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	if d, err := s.DivideScope(t.Context(), reader, ""); err != nil || d.Files != 0 || len(d.By) != 0 {
		t.Errorf("to a stranger: %+v, %v", d, err)
	}
	if _, err := s.DivideScope(t.Context(), owner, "share:none"); spar.CodeOf(err) != spar.NotFound && spar.CodeOf(err) != spar.Invalid {
		t.Errorf("of no share: %v", err)
	}
}
