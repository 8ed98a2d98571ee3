package service_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestSureHeadings: headings to make questions of are those of documents that the asker may read, one a document, and of two words or more.
func TestSureHeadings(t *testing.T) {
	s, _ := open(t, map[string]string{
		"leave.md":  "# Leave\n\n## Carrying leave over\n\nLeave of up to 240 hours is carried into the next leave year.\n\n## Unused leave hours\n\nThey end in January.\n",
		"travel.md": "# Travel\n\nTravel is booked by the office.\n",
		"staff.csv": "Name,Leave days\nAda,3\n",
	})
	if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
		t.Fatal(err)
	}
	tried := func(who spar.Principal, in api.Trying) []string {
		t.Helper()
		out, err := s.SureQuestions(t.Context(), who, in)
		if err != nil {
			t.Fatal(err)
		}
		var list []string
		for _, h := range out.Headings {
			list = append(list, h.Path.Name+": "+h.Heading)
		}
		return list
	}
	got := tried(owner, api.Trying{Headings: 12})
	if len(got) != 1 || !slices.Contains([]string{"leave.md: Carrying leave over", "leave.md: Unused leave hours"}, got[0]) {
		t.Errorf("headings %q", got)
	}
	if got := tried(owner, api.Trying{Headings: 12, Scope: "name:travel.md"}); len(got) != 0 {
		t.Errorf("headings of another scope: %q", got)
	}
	if got := tried(owner, api.Trying{}); got != nil {
		t.Errorf("headings that nobody asked for: %q", got)
	}
	if _, err := s.SureQuestions(t.Context(), owner, api.Trying{Headings: 1000}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a thousand headings: %v", err)
	}
}

// TestSureFigures: a table with figures and a column that groups them is told, of files that the asker may read, and again once the files change.
func TestSureFigures(t *testing.T) {
	rows := "Staff number,Department,Monthly Income\n"
	for i := range 12 {
		rows += fmt.Sprintf("%d,%s,%d\n", 100+i, []string{"Sales", "Stores", "Workshop"}[i%3], 2000+37*i)
	}
	h := enginetest.Open(t, map[string]string{"staff/people.csv": rows, "notes.md": "# How leave is asked for\n\nAsk early.\n"}, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	for range 2 { // the second time from memory
		out, err := s.SureQuestions(ctx, owner, api.Trying{Figures: 2})
		if err != nil || len(out.Figures) != 1 || out.Figures[0].Of != "Monthly Income" || out.Figures[0].By != "Department" || len(out.Headings) != 0 {
			t.Fatalf("told are %+v: %v", out, err)
		}
	}
	sure, err := s.SureQuestions(ctx, owner, api.Trying{Questions: []string{"What is the average Monthly Income by Department?"}})
	if err != nil || len(sure.Sure) != 1 {
		t.Errorf("computed is %+v: %v", sure, err)
	}
	if out, err := s.SureQuestions(ctx, owner, api.Trying{Figures: 2, Scope: "name:notes.md"}); err != nil || len(out.Figures) != 0 {
		t.Errorf("of a scope without tables are told %+v: %v", out, err)
	}
	if err := os.Chmod(filepath.Join(h.Root, "staff", "people.csv"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	if out, err := s.SureQuestions(ctx, stranger, api.Trying{Figures: 2}); err != nil || len(out.Figures) != 0 {
		t.Errorf("a stranger is told %+v: %v", out, err)
	}
}
