// Package checked measures which statements of a model the check removes from an answer. False statements are made by rules from true
// sentences of public texts, or written by people; true ones are in other words. A scripted model says each statement and cites the
// passage. The package counts the statements that remain.
package checked

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// A Pair is a statement with the passage that it cites.
type Pair struct {
	ID        string `json:"id"`
	Passage   string `json:"passage"`
	Statement string `json:"statement"`
	True      bool   `json:"true"`
	Kind      string `json:"kind"`
	Source    string `json:"source"`
}

// Read reads pairs from a file with one JSON object a line.
func Read(name string) (list []Pair, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for d := json.NewDecoder(f); d.More(); {
		var p Pair
		if err := d.Decode(&p); err != nil {
			return nil, fmt.Errorf("%s, after pair %d: %w", name, len(list), err)
		}
		list = append(list, p)
	}
	return list, nil
}

// Write writes pairs as Read reads them.
func Write(name string, list []Pair) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	e := json.NewEncoder(f)
	e.SetEscapeHTML(false)
	for _, p := range list {
		if err := e.Encode(p); err != nil {
			f.Close()
			return err
		}
	}
	return f.Close()
}

// A Count is how many statements of one kind were said, and how many of them were taken out.
type Count struct {
	Kind string `json:"kind"`
	N    int    `json:"n"`
	Out  int    `json:"out"` // false: taken out or marked; true: taken out

	Marked int `json:"marked"` // as doubtful
}

// A Miss is a statement that was judged wrongly, with what was said of it.
type Miss struct {
	Pair
	Notes []string `json:"notes,omitempty"`
}

// A Report says how many false statements were caught and how many true ones were lost.
type Report struct {
	False  []Count `json:"false"`
	True   []Count `json:"true"`
	Missed []Miss  `json:"missed"`
}

// script is a model that says one thing.
type script string

func (script) Model() string { return "script" }

func (s script) Reply(context.Context, string, string) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) { yield(string(s), nil) }
}

// even weights count all words alike.
type even struct{}

func (even) Terms(text, lang string) []string { return chunk.Terms(text, lang) }
func (even) Nowhere(string) bool              { return true }
func (even) Weight(string) float64            { return 1 }

// questions are by language what the scripted model is asked: they hold nothing that a statement could say.
var questions = map[string]string{"": "What does the file say?", "de": "Was sagt die Datei und was steht dort?",
	"fr": "Que dit le fichier et que contient-il ?", "es": "¿Qué dice el archivo y qué hay en él?"}

// Measure has the scripted model say every statement, and counts the removed and the doubtful ones.
func Measure(ctx context.Context, pairs []Pair) (*Report, error) {
	r := &Report{}
	for _, p := range pairs {
		lang := chunk.Language(p.Passage)
		question := questions[lang]
		if question == "" {
			question = questions[""]
			if lang != "" {
				lang = "en"
			}
		}
		h := spar.Hit{Share: "docs", Path: "file.md", Score: 1, Passage: spar.Passage{Kind: spar.TextPassage, Text: p.Passage, Lang: lang}}
		u := spar.Unit{N: 1, Kind: spar.TextUnit, Share: h.Share, Path: h.Path, Text: p.Passage, Lang: lang}
		line := "- " + strings.Join(strings.Fields(p.Statement), " ") + " [1]"
		a, _ := answer.Written(ctx, script(line), question, []spar.Unit{u}, []spar.Hit{h}, even{}, answer.Options{Bold: true}, nil)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		gone := a.Model == "" || len(a.Bullets) == 0
		marked := !gone && len(a.Notes) > 0
		out := gone || marked && !p.True // a true statement that is marked is not lost
		list := &r.False
		if p.True {
			list = &r.True
		}
		at := slices.IndexFunc(*list, func(c Count) bool { return c.Kind == p.Kind })
		if at < 0 {
			at = len(*list)
			*list = append(*list, Count{Kind: p.Kind})
		}
		c := &(*list)[at]
		c.N++
		if out {
			c.Out++
		}
		if marked {
			c.Marked++
		}
		if out == p.True {
			r.Missed = append(r.Missed, Miss{p, a.Notes})
		}
	}
	for _, list := range [][]Count{r.False, r.True} {
		slices.SortFunc(list, func(a, b Count) int { return strings.Compare(a.Kind, b.Kind) })
	}
	return r, nil
}

// total returns the counts of all kinds.
func total(list []Count) Count {
	t := Count{Kind: "all"}
	for _, c := range list {
		t.N, t.Out, t.Marked = t.N+c.N, t.Out+c.Out, t.Marked+c.Marked
	}
	return t
}

// WriteMarkdown writes the figures by kind, and then every statement that was judged wrongly.
func (r *Report) WriteMarkdown(w io.Writer) error {
	for _, t := range []struct {
		name, out string
		list      []Count
	}{{"false", "caught", r.False}, {"true", "lost", r.True}} {
		fmt.Fprintf(w, "| %s statements | said | %s | | marked |\n|---|---|---|---|---|\n", t.name, t.out)
		for _, c := range append([]Count{total(t.list)}, t.list...) {
			if c.N > 0 {
				fmt.Fprintf(w, "| %s | %d | %d | %.0f %% | %d |\n", c.Kind, c.N, c.Out, 100*float64(c.Out)/float64(c.N), c.Marked)
			}
		}
		fmt.Fprintln(w)
	}
	for _, m := range r.Missed {
		what := "not caught"
		if m.True {
			what = "lost"
		}
		fmt.Fprintf(w, "- %s, %s (%s): %s\n", what, m.Kind, m.ID, m.Statement)
		for _, n := range m.Notes {
			fmt.Fprintf(w, "  - %s\n", n)
		}
	}
	return nil
}
