package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestNoMoreThanNeeded: a question about a table that it names reads only that table. A question about files as such, or about the parts
// of a table, reads no other file. A question that only texts answer reads all files, and so does an asker who wants that.
func TestNoMoreThanNeeded(t *testing.T) {
	files := map[string]string{"hr/employees.csv": "Name,Department,Salary\nAnn,Sales,10\nBen,Sales,20\nCara,Stores,30\nDora,Sales,40\n"}
	for i := range 30 {
		files[fmt.Sprintf("notes/note-%02d.txt", i)] = fmt.Sprintf("Note %d: the lift of house %d is serviced in spring.\n", i, i)
	}
	everything := 1.
	for _, tc := range []struct {
		question, said string
		until          *float64
		read           int
	}{
		{"How many employees are in Sales?", "3 (", nil, 1},
		{"How many employees are in Sales?", "3 (", &everything, 31},
		{"What is the average salary of the employees?", "25 (", nil, 1},
		{"How many rows does employees.csv have?", "4 rows", nil, 1},
		{"How many rows does employees.csv have?", "4 rows", &everything, 31},
		{"How many txt files are there?", "30 files", nil, 0},
		{"When is the lift of house 7 serviced?", "", nil, 31},
		{"How many employees does the lift of house 7 carry?", "", nil, 31},
	} {
		s, _ := open(t, files)
		if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
			t.Fatal(err)
		}
		events, err := all(s.Ask(t.Context(), owner, api.Question{Question: tc.question, Until: tc.until, Extract: true}))
		if err != nil {
			t.Fatal(err)
		}
		if a := events[len(events)-1].Answer; a == nil || !strings.Contains(a.Answer, tc.said) || a.Coverage.Read != tc.read {
			t.Errorf("%s: %d files read, not %d: %+v", tc.question, a.Coverage.Read, tc.read, a)
		}
	}
}
