package summaries

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/spar"
)

// TestMeasure sums up a document by a scripted model: a sentence whose figure the cited part lacks, and one that cites nothing, are not kept.
func TestMeasure(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
			"The pump moves water to the town. [1]\nThe repair cost 900 euros. [2]\nThe river is near the town.")
	}))
	defer server.Close()
	model, err := llm.New(llm.Options{URL: server.URL + "/v1", Model: "scripted"})
	if err != nil {
		t.Fatal(err)
	}
	d := &Document{Gold: "The pump moves water to the town, and its repair cost 400 euros."}
	for i, text := range []string{"The pump moves water from the river to the town.", "The repair of the pump cost 400 euros last year."} {
		d.Passages = append(d.Passages, spar.Passage{Kind: spar.TextPassage, Text: text, Lang: "en", Locator: spar.Locator{Heading: fmt.Sprintf("Report > %d", i)}})
	}
	r, err := Measure(t.Context(), []*Document{d}, 3, model, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if r.Documents != 1 || r.Said != 3 || r.Kept != 1 || r.Failed != 0 || len(r.Scores) != 4 || r.Scores[0] == r.Scores[2] {
		t.Errorf("the report is %+v", r)
	}
	for said, want := range map[string]float64{"pumps moved water": 1, "a pump": .4, "cats": 0, "": 0} {
		if got := overlap(said, "pump moves water", 1); got != want {
			t.Errorf("%q has %v of the stems, want %v", said, got, want)
		}
	}
}
