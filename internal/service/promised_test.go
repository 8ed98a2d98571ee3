package service_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// where is how a data directory of TestPromisesTellNothing differs from the others.
type where struct {
	closed string // text of a file that its folder names, and only its owner may read; the same length everywhere
	hidden bool   // there is a folder that nobody else may look into
	read   bool   // its owner has asked about the closed files, too
}

// TestPromisesTellNothing: likeness of names, reading order and the chance of something better do not depend on the text of files that
// the asker may not read, on who has read them, or on files that the asker may not know of.
func TestPromisesTellNothing(t *testing.T) {
	keeper := spar.Principal{Name: "keeper", UID: 4_000_000, Operator: true} // may list what it may not read
	reader := spar.Principal{Name: "ada", UID: 4_000_001, Served: true}
	asked := []api.Listing{{Like: "zebra merger"}, {Order: "what is the plan of the merger with zebra?"}, {Like: "accounts of the merger", Limit: 2}, {Order: "zebra", Scope: "title:zebra*"}, {Like: "zebra", Scope: "~author:zoe"}}
	told := func(w where) map[string]string {
		s, h := open(t, nil)
		for name, text := range map[string]string{
			"board/accounts.md": w.closed, "open/boats.md": "# Boats\n\nBoats are kept in the harbour.\n", "open/merger notes.md": "# Notes\n\nThe merger was announced in May.\n",
			"open/lunch.md": "# Lunch\n\nLunch is at noon.\n", "open/plan of the year.md": "# The plan\n\nThe plan of the year has four parts.\n",
		} {
			h.Write(name, text)
		}
		if w.hidden {
			h.Write("secret/zebra merger plan.md", "---\ntitle: Zebra merger plan\nauthor: zoe\n---\nThe plan of the merger with Zebra is to buy it.\n")
			chmod(t, filepath.Join(h.Root, "secret"), 0o700)
		}
		chmod(t, filepath.Join(h.Root, "board/accounts.md"), 0o600)
		still(t, h.Root)
		h.Scanned()
		sc := "path:open/**"
		if w.read {
			sc = ""
		}
		if _, err := all(s.Ask(t.Context(), owner, api.Question{Question: "what is the plan of the merger with zebra?", Scope: sc})); err != nil {
			t.Fatal(err)
		}
		h.Write("open/new merger.md", "# New\n\nNobody has read this file about the merger.\n") // what better is about
		still(t, h.Root)
		h.Scanned()
		out := map[string]string{}
		for _, who := range []spar.Principal{keeper, reader} {
			for _, l := range asked {
				list, err := all(s.Files(t.Context(), who, l))
				if err != nil {
					t.Fatal(err)
				}
				out[who.Name+" "+l.Like+l.Order+l.Scope] = plainly(t, list)
			}
			if who.Served {
				out[who.Name+" asks"] = plainly(t, answered(t, s, who, api.Question{Question: "what is the plan of the merger with zebra?", Budget: "bytes=1"}))
			}
		}
		return out
	}
	zebra := "---\ntitle: Zebra merger plan\nauthor: zoe\n---\n# Zebra\n\nThe plan of the merger is the zebra.\n"
	other := "---\ntitle: Pumps and valves 1\nauthor: bob\n---\n# Pumps\n\nThe pump of the harbour is at rest.\n"
	if other += strings.Repeat("-", max(0, len(zebra)-len(other))); len(other) != len(zebra) {
		t.Fatalf("the texts have %d and %d bytes", len(zebra), len(other))
	}
	want := told(where{closed: zebra})
	if got := want["ada asks"]; !strings.Contains(got, `"better":`) || strings.Contains(got, "accounts") {
		t.Errorf("the reader is told %s", got)
	}
	if got := want["keeper zebra merger"]; !strings.Contains(got, "accounts.md") || !strings.Contains(got, `"promise"`) {
		t.Errorf("the keeper is told %s", got)
	}
	for _, w := range []where{{zebra, false, true}, {other, false, true}, {zebra, true, true}, {zebra, true, false}} {
		for what, got := range told(w) {
			if got != want[what] {
				t.Errorf("%+v: %s is told\n%s\nand else\n%s", w, what, got, want[what])
			}
		}
	}
}

func chmod(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// still gives all files below a folder the same time.
func still(t *testing.T, root string) {
	t.Helper()
	then := time.Date(2024, 5, 1, 12, 0, 0, 0, time.UTC)
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, then, then)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// answered is the last answer to a question.
func answered(t *testing.T, s *service.Service, who spar.Principal, q api.Question) *api.Answer {
	t.Helper()
	events, err := all(s.Ask(t.Context(), who, q))
	if err != nil {
		t.Fatal(err)
	}
	last := events[len(events)-1].Answer
	if last == nil {
		t.Fatalf("the last event is %+v", events[len(events)-1])
	}
	return last
}

var times = regexp.MustCompile(`"(timing_ms|created|asked)":(\{[^}]*\}|"[^"]*"|[0-9.]+)`)

// plainly is what somebody is told, without what differs each time.
func plainly(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return times.ReplaceAllString(string(b), `"$1":0`)
}
