package service_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestNoMoreThanNeeded: a question that a table answers which it calls by its name reads that table, and one about files as such or about the parts
// of a table no other file. What only texts answer reads all.
func TestNoMoreThanNeeded(t *testing.T) {
	files := map[string]string{"hr/employees.csv": "Name,Department,Salary\nAnn,Sales,10\nBen,Sales,20\nCara,Stores,30\nDora,Sales,40\n"}
	for i := range 30 {
		files[fmt.Sprintf("notes/note-%02d.txt", i)] = fmt.Sprintf("Note %d: the lift of house %d is serviced in spring.\n", i, i)
	}
	for question, want := range map[string]struct {
		said string
		read int
	}{
		"How many employees are in Sales?":                   {"3 (", 1},
		"What is the average salary of the employees?":       {"25 (", 1},
		"How many rows does employees.csv have?":             {"4 rows", 1},
		"How many txt files are there?":                      {"30 files", 0},
		"When is the lift of house 7 serviced?":              {"", 31},
		"How many employees does the lift of house 7 carry?": {"", 31},
	} {
		t.Run(question, func(t *testing.T) {
			s, _ := open(t, files)
			if _, err := all(s.Scan(t.Context(), owner, api.ScanRequest{})); err != nil {
				t.Fatal(err)
			}
			events, err := all(s.Ask(t.Context(), owner, api.Question{Question: question, Extract: true}))
			if err != nil {
				t.Fatal(err)
			}
			a := events[len(events)-1].Answer
			if a == nil || !strings.Contains(a.Answer, want.said) || a.Coverage.Read != want.read {
				t.Errorf("%d files read: %+v", a.Coverage.Read, a)
			}
		})
	}
}
