package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/entity"
)

type answerOut struct {
	Schema    string        `json:"schema"`
	Answer    string        `json:"answer"`
	Bullets   []bulletOut   `json:"bullets"`
	Citations []citationOut `json:"citations"`
	Refused   bool          `json:"refused"`
	Model     string        `json:"model,omitempty"`
	Notes     []string      `json:"notes,omitempty"`
	Coverage  spar.Coverage `json:"coverage"`
	Timing    timingOut     `json:"timing_ms"`
}

type bulletOut struct {
	Text      string `json:"text"`
	Citations []int  `json:"citations"`
}

type citationOut struct {
	N     int    `json:"n"`
	Share string `json:"share"`
	pathJSON
	Locator spar.Locator `json:"locator"`
	Text    string       `json:"text"`
	Lang    string       `json:"lang,omitempty"`
	Open    string       `json:"open"` // what `spar open` takes

	Entities []entity.Entity `json:"entities,omitempty"` // what the passage names
}

type timingOut struct {
	Scope    float64 `json:"scope"`
	Read     float64 `json:"read"`
	Retrieve float64 `json:"retrieve"`
	Answer   float64 `json:"answer"`
	Total    float64 `json:"total"`
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (a *app) printAnswer(answer spar.Answer, r engine.Result, total time.Duration, stream bool) error {
	if a.json {
		out := answerOut{
			Schema: "spar.ask/1", Answer: answer.Text, Refused: answer.Refused, Model: answer.Model, Notes: answer.Notes, Coverage: answer.Coverage,
			Bullets: []bulletOut{}, Citations: []citationOut{},
			Timing: timingOut{milliseconds(r.Timing.Scope), milliseconds(r.Timing.Read), milliseconds(r.Timing.Retrieve), milliseconds(r.Timing.Answer), milliseconds(total)},
		}
		for _, b := range answer.Bullets {
			out.Bullets = append(out.Bullets, bulletOut{b.Text, b.Citations})
		}
		for _, c := range answer.Citations {
			cited := citationOut{N: c.N, Share: c.Share, pathJSON: asPath(c.Path), Locator: c.Locator, Text: c.Text, Open: address(c.Share, c.Path, c.Locator)}
			for i, h := range r.Hits {
				if h.Share == c.Share && h.Path == c.Path && h.Passage.Text == c.Text {
					cited.Lang = h.Passage.Lang
					if i < len(r.Entities) {
						cited.Entities = r.Entities[i]
					}
					break
				}
			}
			out.Citations = append(out.Citations, cited)
		}
		if stream {
			return a.printJSON(askEvent{Schema: askEvents, Stage: stageFinal, Answer: &out})
		}
		return a.printJSON(out)
	}
	if answer.Refused {
		fmt.Fprintln(a.out, printable(answer.Text))
	}
	for _, b := range answer.Bullets {
		var marks strings.Builder
		for _, n := range b.Citations {
			fmt.Fprintf(&marks, " [%d]", n)
		}
		fmt.Fprintf(a.out, "- %s%s\n", strings.TrimLeft(paragraph(b.Text, "  "), " "), marks.String())
	}
	if len(answer.Citations) > 0 {
		fmt.Fprintln(a.out)
	}
	for _, c := range answer.Citations {
		fmt.Fprintf(a.out, "[%d] %s:%s%s\n", c.N, c.Share, printable(c.Path), where(c.Locator))
	}
	for _, n := range answer.Notes {
		a.note("%s", printable(n))
	}
	a.printCoverage(answer.Coverage, answer.Refused)
	return nil
}

// printCoverage says on how little an answer rests, when it does not rest on everything. What could not be read is named
// where its name fits the question; all of it is counted where nothing was found.
func (a *app) printCoverage(c spar.Coverage, nothing bool) {
	switch {
	case c.InScope == 0:
		a.note("no file is in scope; `spar files` with the same flags shows what is selected")
	case c.Waiting > 0:
		a.note("read %s of %s; ask again to read on, or raise --budget", thousands(c.Read), plural(c.InScope, "file", "files"))
	}
	if c.Outdated > 0 {
		a.note("of %s the text is of other settings or another version of SPAR; ask again to read on, or raise --budget", plural(c.Outdated, "file", "files"))
	}
	for _, s := range c.Closed {
		a.note("share %s was not looked at: %s; what was read of it before is searched", printable(s.Share), printable(s.Reason))
	}
	for _, f := range c.Unread {
		switch f.State {
		case spar.Unread:
			a.note("%s:%s was not read yet", f.Share, printable(f.Path))
		case spar.Partial:
			a.note("%s:%s was read in part (%s)", f.Share, printable(f.Path), printable(f.Reason))
		default:
			a.note("%s:%s was not read (%s: %s)", f.Share, printable(f.Path), f.State, printable(f.Reason))
		}
	}
	if c.Unreadable > 0 && nothing {
		a.note("%s in scope could not be read; `spar files --skipped` says why", plural(c.Unreadable, "file", "files"))
	}
}

type hitOut struct {
	Share string `json:"share"`
	pathJSON
	Locator spar.Locator       `json:"locator"`
	Score   float64            `json:"score"`
	Parts   map[string]float64 `json:"parts"`
	Text    string             `json:"text"`
	Lang    string             `json:"lang,omitempty"`
	Open    string             `json:"open"`

	Entities []entity.Entity `json:"entities,omitempty"` // what the passage names
}

func hitsOut(hits []spar.Hit) []hitOut {
	out := []hitOut{}
	for _, h := range hits {
		out = append(out, hitOut{h.Share, asPath(h.Path), h.Passage.Locator, h.Score, h.Parts, h.Passage.Text, h.Passage.Lang, address(h.Share, h.Path, h.Passage.Locator), nil})
	}
	return out
}

// hitsNamed is hitsOut with what the passages name.
func hitsNamed(r engine.Result) []hitOut {
	out := hitsOut(r.Hits)
	for i := range r.Entities {
		out[i].Entities = r.Entities[i]
	}
	return out
}

func (a *app) printHits(r engine.Result, stream bool) error {
	if a.json && stream {
		return a.printJSON(searchEvent{searchEvents, stageFinal, hitsNamed(r), &r.Coverage, r.Notes})
	}
	if a.json {
		return a.printJSON(struct {
			Schema   string        `json:"schema"`
			Hits     []hitOut      `json:"hits"`
			Coverage spar.Coverage `json:"coverage"`
			Notes    []string      `json:"notes,omitempty"`
		}{"spar.search/1", hitsNamed(r), r.Coverage, r.Notes})
	}
	for _, h := range r.Hits {
		fmt.Fprintf(a.out, "%6.2f  %s:%s%s\n%s\n\n", h.Score, h.Share, printable(h.Path), where(h.Passage.Locator), paragraph(h.Passage.Text, "        "))
	}
	if len(r.Hits) == 0 && r.Coverage.InScope > 0 {
		if r.Coverage.Read == 0 {
			fmt.Fprintln(a.out, printable(answer.Refusal(r.Coverage)))
		} else {
			fmt.Fprintln(a.out, "Nothing found.")
		}
	}
	for _, n := range r.Notes {
		a.note("%s", printable(n))
	}
	a.printCoverage(r.Coverage, len(r.Hits) == 0)
	return nil
}

// where says a place in words.
func where(l spar.Locator) string {
	var parts []string
	if l.Page > 0 {
		parts = append(parts, fmt.Sprintf("page %d", l.Page))
	}
	if l.Sheet != "" {
		parts = append(parts, "sheet "+printable(l.Sheet))
	}
	if l.Table > 0 {
		parts = append(parts, fmt.Sprintf("table %d", l.Table))
	}
	switch {
	case l.Column > 0 && l.Sheet != "" && l.Row > 0:
		parts = append(parts, fmt.Sprintf("cell %s%d", spar.ColumnName(l.Column), l.Row))
	case l.Row > 0 && l.Column > 0:
		parts = append(parts, fmt.Sprintf("row %d, column %d", l.Row, l.Column))
	case l.Row > 0:
		parts = append(parts, fmt.Sprintf("row %d", l.Row))
	}
	if l.Heading != "" {
		parts = append(parts, printable(l.Heading))
	}
	if len(parts) == 0 {
		return ""
	}
	return ", " + strings.Join(parts, ", ")
}
