package measure

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/measure/evaltest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestTakingNames: the taking stands behind the name of a system, and only the product's own rankings use it.
func TestTakingNames(t *testing.T) {
	from := append(Systems(nil), SystemSpec{Name: "other", New: func() System { return &scripted{} }})
	choices, err := Choose("bm25+parsed, lazy+strict,bm25+paper,bm25+scope+strict,bm25", from)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range choices {
		names = append(names, c.FullName())
	}
	if got := strings.Join(names, " "); got != "bm25+parsed lazy+strict bm25+paper bm25+scope+strict bm25" {
		t.Errorf("chosen: %s", got)
	}
	if _, err := Choose("bm25+guessed", from); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "+parsed") {
		t.Errorf("an unknown taking: %v", err)
	}
	set, err := Load(evaltest.Write(t, nil))
	if err != nil {
		t.Fatal(err)
	}
	other, err := Choose("other+strict", from)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Run(t.Context(), set, other, Options{}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a system of others with a taking: %v", err)
	}
}

// TestTagged: a set with tags is asked which of them a question is about, by the product and by the paper's rule.
func TestTagged(t *testing.T) {
	var corpus strings.Builder
	for i, of := range []string{"Diabetes", "Asthma", "Hip fractures"} {
		for n := range 4 {
			fmt.Fprintf(&corpus, "{\"_id\":\"d%d\",\"text\":\"report %d\",\"metadata\":{\"tags\":[%q]}}\n", 4*i+n, 4*i+n, of)
		}
	}
	for n := range 12 { // so that a tag is on at most a fifth of all
		fmt.Fprintf(&corpus, "{\"_id\":\"e%d\",\"text\":\"letter %d\"}\n", n, n)
	}
	set, err := Load(evaltest.Write(t, map[string]string{
		"corpus.jsonl": corpus.String(), "queries.jsonl": `{"_id":"q1","text":"does insulin help in diabetes?"}` + "\n", "qrels/test.tsv": "q1\td1\t1\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	a := asker{as: Strictly, set: set, known: map[string]*taken{}}
	if a.tagged, err = OpenTagged(t.Context(), set, t.TempDir(), TaggedOptions{}); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = a.close() }()
	got, err := a.of(t.Context(), set.Queries[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	if !got.wall["d1"] || got.wall["e1"] || len(got.wall) > 12 {
		t.Errorf("strictly: %v", got.wall)
	}
	if f := a.figures(); f.Taken != 1 || f.In != 1 || f.Size != float64(len(got.wall)) {
		t.Errorf("figures: %+v", f)
	}
	paper, err := a.tagged.Paper(t.Context(), "does insulin help in diabetes?")
	if err != nil || !strings.Contains(paper, "Diabetes") {
		t.Errorf("by the paper's rule %q, %v", paper, err)
	}
}
