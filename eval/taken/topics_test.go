package taken

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/measure/evaltest"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

func TestTopsOf(t *testing.T) {
	graph := taxonomy.New([]spar.Tag{
		{ID: 1, Name: "Diseases"}, {ID: 2, Name: "Tumours", Parents: []spar.TagID{1}}, {ID: 3, Name: "Sarcoma", Parents: []spar.TagID{2, 4}},
		{ID: 4, Name: "Tissues"}, {ID: 5, Name: "alone"},
	})
	for id, want := range map[spar.TagID][]spar.TagID{1: {1}, 2: {1}, 3: {1, 4}, 5: {5}} {
		got := topsOf(graph, id)
		if len(got) != len(want) {
			t.Errorf("the tops of %d are %v, want %v", id, got, want)
		}
		for _, w := range want {
			if !got[w] {
				t.Errorf("the tops of %d are %v, want %v", id, got, want)
			}
		}
	}
}

func TestTopics(t *testing.T) {
	var corpus strings.Builder
	for i, of := range []string{"Diabetes", "Asthma", "Hip fractures"} {
		for n := range 4 {
			fmt.Fprintf(&corpus, "{\"_id\":\"d%d\",\"text\":\"report %d\",\"metadata\":{\"tags\":[%q]}}\n", 4*i+n, 4*i+n, of)
		}
	}
	for n := range 12 { // so that a tag is on at most a fifth of all
		fmt.Fprintf(&corpus, "{\"_id\":\"e%d\",\"text\":\"letter %d\"}\n", n, n)
	}
	set, err := measure.Load(evaltest.Write(t, map[string]string{"corpus.jsonl": corpus.String()}))
	if err != nil {
		t.Fatal(err)
	}
	tagged, err := measure.OpenTagged(t.Context(), set, t.TempDir(), measure.TaggedOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer tagged.Close()
	topics, err := topicsOf(t.Context(), tagged, "does insulin help in diabetes?")
	if err != nil || !strings.Contains(topics, "Diabetes") {
		t.Errorf("by topics %q, %v", topics, err)
	}
	if in, err := tagged.In(t.Context(), topics); err != nil || !in["d1"] || in["e1"] {
		t.Errorf("by topics %q: %v, %v", topics, in, err)
	}
}
