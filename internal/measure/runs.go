package measure

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
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

// Cell makes text safe for a cell of a Markdown table.
func Cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}
