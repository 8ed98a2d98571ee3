package answer

import (
	"bytes"
	"context"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
)

// library makes hits of the first passages of files, the first file best, and what gives their text.
func library(t *testing.T, files ...string) ([]spar.Hit, Options) {
	t.Helper()
	var hits []spar.Hit
	texts := map[spar.SegmentID]passages{}
	for i := 0; i < len(files); i += 2 {
		doc := extract.Document(t.Context(), extract.Input{Name: files[i], Size: int64(len(files[i+1])), R: bytes.NewReader([]byte(files[i+1]))})
		id := spar.SegmentID{byte(i + 1)}
		texts[id] = chunk.Split(slices.Values(doc.Blocks), chunk.Options{})
		for n, p := range texts[id] {
			hits = append(hits, spar.Hit{Share: "docs", Path: files[i], Index: n, Passage: p, Score: 1 - float64(i+n)/100, Segment: id})
		}
	}
	return hits, Options{Passages: 20, Text: func(_ context.Context, id spar.SegmentID) (Text, error) { return texts[id], nil }}
}

// A question about versions is answered from the versions that it means: the one in force unless it names another.
func TestVersionsAsked(t *testing.T) {
	hits, o := library(t,
		"Key rules v1.md", "# Key rules\n\nVersion 1.0, effective 1 May 2020.\n\nA lost key costs 20 crowns. Keys are lent for 3 days.\n",
		"Key rules v2.md", "# Key rules\n\nVersion 2.0, effective 1 June 2023. Replaces version 1.0.\n\nA lost key costs 35 crowns. Keys are lent for 3 days. Guests get no key.\n",
		"Key rules v3 draft.md", "# Key rules\n\nDRAFT\n\nA lost key costs 60 crowns. Keys are lent for 9 days.\n",
	)
	for _, tc := range []struct {
		question string
		want     []string
	}{
		{"What does a lost key cost?", []string{"A lost key costs 35 crowns."}},
		{"What did version 1 say about a lost key?", []string{"A lost key costs 20 crowns."}},
		{"In 2020, what did a lost key cost?", []string{"A lost key costs 20 crowns."}},
		{"What did a lost key cost under the previous rules?", []string{"A lost key costs 20 crowns."}},
		{"What does a lost key cost in the draft?", []string{"A lost key costs 60 crowns."}},
		{"Which version of the key rules is in force?", []string{
			"Key rules v2.md: version 2.0, 2023-06-01; in force; it replaces version 1.0", "Key rules v1.md: version 1.0, 2020-05-01; replaced", "Key rules v3 draft.md: version 3, draft; not in force",
		}},
		{"What changed between version 1 and version 2 of the key rules?", []string{
			"version 1.0, 2020-05-01: A lost key costs 20 crowns.", "version 2.0, 2023-06-01: A lost key costs 35 crowns.", "version 2.0, 2023-06-01: Guests get no key.",
		}},
	} {
		if diff := cmp.Diff(tc.want, texts(Extractive(t.Context(), tc.question, hits, weights{}, o))); diff != "" {
			t.Errorf("%s: -want +got\n%s", tc.question, diff)
		}
	}
}

// reciter is a model that keeps its prompt and says one line.
type reciter struct{ asked, says string }

func (*reciter) Model() string { return "reciter" }
func (r *reciter) Reply(_ context.Context, _, user string) iter.Seq2[string, error] {
	r.asked = user
	return func(yield func(string, error) bool) { yield(r.says, nil) }
}

// A model is told which version each passage is of, and gets none that is not in force; its citations say so, too.
func TestVersionsInPrompt(t *testing.T) {
	hits, o := library(t,
		"Key rules v1.md", "# Key rules\n\nVersion 1.0, effective 1 May 2020.\n\nA lost key costs 20 crowns.\n",
		"Key rules v2.md", "# Key rules\n\nVersion 2.0, effective 1 June 2023.\n\nA lost key costs 35 crowns.\n",
	)
	for i := range hits {
		hits[i].Modified = time.Date(2024, 2, 3, 0, 0, 0, 0, time.UTC)
	}
	m := &reciter{says: "- A lost key costs 35 crowns. [1]"}
	a := grounded(t, m, "What does a lost key cost?", hits, o)
	if want := `dated="2024-02-03" version="version 2.0, 2023-06-01" in-force="yes"`; !strings.Contains(m.asked, want) || strings.Contains(m.asked, "20 crowns") {
		t.Errorf("the model is told %s", m.asked)
	}
	if len(a.Citations) != 1 || a.Citations[0].Version != "version 2.0, 2023-06-01" || !a.Citations[0].InForce || a.Citations[0].Dated.IsZero() {
		t.Errorf("the citations are %+v", a.Citations)
	}
}

// Sides whose names differ in a number are told apart, also by the names of their files alone.
func TestCodesOfSides(t *testing.T) {
	hits, o := library(t,
		"LIC-2", "Whoever passes it on states 2 changes in a notice. No warranty of the LIC is given by anybody.\n",
		"LIC-3", "Whoever passes it on gives the source for 3 years. A warranty of the LIC is given by its seller.\n",
	)
	got := Extractive(t.Context(), "Compare the warranty in LIC-2 and LIC-3", hits, weights{}, o)
	var files []string
	for _, c := range got.Citations {
		files = append(files, c.Path)
	}
	if !slices.Equal(files, []string{"LIC-2", "LIC-3"}) {
		t.Errorf("%q cites %q", texts(got), files)
	}
}
