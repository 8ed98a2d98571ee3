package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar"
)

// A RunLine is what one system found for one question, a line of a runs file.
type RunLine struct {
	System string         `json:"system"`
	Query  string         `json:"query"`
	Text   string         `json:"text"`
	Gold   map[string]int `json:"gold,omitempty"` // rank of each relevant document, from 1; 0: not found
	Found  int            `json:"found"`          // length of the whole ranking
	Ranked []Ranked       `json:"ranked"`         // its first 100
}

// keptRanks bounds a line of a runs file.
const keptRanks = 100

func newRunLine(system string, q Query, ranked []Ranked, judged map[string]float64) RunLine {
	line := RunLine{System: system, Query: q.ID, Text: q.Text, Found: len(ranked), Ranked: ranked[:min(len(ranked), keptRanks)]}
	for doc, score := range judged {
		if score >= 1 {
			if line.Gold == nil {
				line.Gold = map[string]int{}
			}
			line.Gold[doc] = 1 + slices.IndexFunc(ranked, func(r Ranked) bool { return r.Doc == doc })
		}
	}
	return line
}

// best is the rank of the relevant document that stands highest, 0 when none was found.
func (l RunLine) best() int {
	best := 0
	for _, rank := range l.Gold {
		if rank > 0 && (best == 0 || rank < best) {
			best = rank
		}
	}
	return best
}

// RunWriter writes run lines as JSON Lines; give it to Options.Runs.
func RunWriter(w io.Writer) func(RunLine) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	return func(line RunLine) error {
		if err := e.Encode(line); err != nil {
			return fmt.Errorf("the runs cannot be written: %w", err)
		}
		return nil
	}
}

// ReadRuns reads the lines of one system from a runs file; "" reads the first system that stands there.
func ReadRuns(path, system string) ([]RunLine, error) {
	var out []RunLine
	err := EachLine(path, func(n int, line []byte) error {
		var r RunLine
		if err := json.Unmarshal(line, &r); err != nil {
			return spar.Errorf(spar.Invalid, "%s:%d: is no line of a runs file: %w", path, n, err)
		}
		if system == "" {
			system = r.System
		}
		if r.System == system {
			out = append(out, r)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, spar.Errorf(spar.NotFound, "%s has no line of a system %q", path, system)
	}
	return out, nil
}

// A Lost question had a relevant document in first place in one run and has none there in another.
type Lost struct {
	Query string
	Text  string
	Gold  string // the relevant document that stood first
	Rank  int    // of the best relevant document in the other run; 0: not found
	First string // what stands first in the other run; "": nothing was found
}

// LostQuestions lists the questions that run b loses against run a, in a's order, and counts those that it wins. Runs
// of different formats of one set can be compared: questions are matched by their id, not by their documents.
func LostQuestions(a, b []RunLine) (lost []Lost, won int) {
	other := map[string]RunLine{}
	for _, line := range b {
		other[line.Query] = line
	}
	for _, before := range a {
		after, ok := other[before.Query]
		if !ok || len(before.Gold) == 0 {
			continue
		}
		switch {
		case before.best() != 1 && after.best() == 1:
			won++
		case before.best() == 1 && after.best() != 1:
			l := Lost{Query: before.Query, Text: before.Text, Gold: before.Ranked[0].Doc, Rank: after.best()}
			if len(after.Ranked) > 0 {
				l.First = after.Ranked[0].Doc
			}
			lost = append(lost, l)
		}
	}
	return lost, won
}

// WriteLost writes the lost questions as a Markdown table, after a line that counts them.
func WriteLost(w io.Writer, lost []Lost, won int) error {
	var b strings.Builder
	fmt.Fprintf(&b, "lost %d, won %d\n", len(lost), won)
	t := tabwriter.NewWriter(&b, 0, 0, 1, ' ', 0)
	fmt.Fprintf(t, "| question\t| relevant\t| its rank\t| first instead\t| text\t|\n|---\t|---\t|---\t|---\t|---\t|\n")
	for _, l := range lost {
		rank := "not found"
		if l.Rank > 0 {
			rank = fmt.Sprint(l.Rank)
		}
		fmt.Fprintf(t, "| %s\t| %s\t| %s\t| %s\t| %s\t|\n", Cell(l.Query), Cell(l.Gold), rank, Cell(l.First), Cell(l.Text))
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

// Cell makes text safe for a cell of a Markdown table.
func Cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}
