package entity

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

// scripted is a model that finds the given names.
type scripted struct {
	names map[string]Kind
	err   error
	calls []int // texts of each
}

func (*scripted) Name() string   { return "scripted" }
func (*scripted) Recipe() string { return "scripted 1" }

func (s *scripted) Names(_ context.Context, texts []string) ([][]Entity, error) {
	s.calls = append(s.calls, len(texts))
	out := make([][]Entity, len(texts))
	for i, t := range texts {
		for name, kind := range s.names {
			if at := strings.Index(t, name); at >= 0 {
				out[i] = append(out[i], Named(kind, t, at, at+len(name)))
			}
		}
		slices.SortFunc(out[i], func(a, b Entity) int { return a.Start - b.Start })
	}
	return out, s.err
}

func shown(list []spar.Property) (out []string) {
	for _, p := range list {
		out = append(out, strings.TrimPrefix(p.Key, "entity.")+" "+p.Value.String())
	}
	return out
}

// TestNamesOfModel has a model's names go before those of the dictionary, and behind what rules find.
func TestNamesOfModel(t *testing.T) {
	passages := []spar.Passage{
		{Kind: spar.TextPassage, Text: "Zyxwa  Quell of Blixt met John Smith in Paris on 2020-05-03.", Lang: "en"},
		{Kind: spar.TablePassage, Text: "Blixt"},
		{Kind: spar.TextPassage, Text: "Write to quell@blixt.org about Blixt.", Lang: "en"},
	}
	m := &scripted{names: map[string]Kind{"Zyxwa  Quell": Person, "Blixt": Organisation, "Smith in Paris": Place, "quell@blixt": Person}}
	got, hints, err := Properties(t.Context(), passages, Standard(), m)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"date 2020-05-03", "email quell@blixt.org", "organisation Blixt", "person Zyxwa Quell", "place Smith in Paris", "by scripted"}
	if diff := cmp.Diff(want, shown(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	// Of one passage the same is found again without the model.
	var again []string
	for _, e := range hints.Of(2, passages[2].Text, Standard()) {
		again = append(again, fmt.Sprint(e.Kind, " ", e.Text, " ", e.By))
	}
	if diff := cmp.Diff([]string{"email quell@blixt.org rules", "organisation Blixt model"}, again); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	// Marks that do not fit the text, as of a damaged note, are no names.
	hints.Names = []Mark{{2, Person, -1, 3}, {2, Person, 5, 5}, {2, Person, 0, 99}}
	if list := hints.Of(2, passages[2].Text, Standard()); len(list) != 1 {
		t.Errorf("%v", list)
	}
	if Recipe(Standard(), nil) == Recipe(Standard(), m) || Recipe(nil, m) != "" {
		t.Error("the recipe does not tell with which model names were found")
	}
	m.err = errors.New("broken weights")
	if _, _, err := Properties(t.Context(), passages, Standard(), m); !errors.Is(err, m.err) {
		t.Errorf("%v", err)
	}
}

// TestNamesBound has a model read no more of a file than it may, in batches.
func TestNamesBound(t *testing.T) {
	var passages []spar.Passage
	for range 1000 {
		passages = append(passages, spar.Passage{Kind: spar.TextPassage, Text: "Blixt " + strings.Repeat("x", 300)})
	}
	m := &scripted{names: map[string]Kind{"Blixt": Organisation}}
	got, hints, err := Properties(t.Context(), passages, Standard(), m)
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, n := range m.calls {
		if read += n; n > namedBatch {
			t.Errorf("%d texts at a time", n)
		}
	}
	if want := maxNamed / 306; read != want || !hints.Cut || len(hints.Names) != want {
		t.Errorf("%d passages read, %d names, cut %v; want %d", read, len(hints.Names), hints.Cut, want)
	}
	if by := got[len(got)-1]; by.Key != "entity.by" || by.Value.Text != "scripted (the first 128 kB)" {
		t.Errorf("%v", by)
	}
}

func TestKindOfLabel(t *testing.T) {
	for label, want := range map[string]Kind{"PER": Person, "Person": Person, "ORG": Organisation, "LOC": Place, "GPE": Place, "MISC": "", "": "", "DATE": ""} {
		if got, ok := KindOfLabel(label); got != want || ok != (want != "") {
			t.Errorf("%q: %q", label, got)
		}
	}
}
