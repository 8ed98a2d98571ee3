package door

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sparsearch/spar/eval/judge"
)

// TestRelay: a reply is made once for what a model is told, whatever fence a program made for it, by the prompt that stands in place of the
// program's; and what was kept is told again by the next relay.
func TestRelay(t *testing.T) {
	var told []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		told = append(told, string(text))
		for _, piece := range []string{"The ferry ", "leaves at nine. [1]"} {
			fmt.Fprintf(w, "data: {\"choices\":[{\"delta\":{\"content\":%q}}]}\n\n", piece)
		}
		fmt.Fprint(w, `data: {"choices":[{"delta":{},"finish_reason":"stop"}],"timings":{"prompt_n":70,"cache_n":30,"predicted_n":9}}`+
			"\n\ndata: [DONE]\n\n")
	}))
	t.Cleanup(server.Close)
	dir := t.TempDir()
	ask := func(r *Relay, fence, question string) string {
		t.Helper()
		body, _ := json.Marshal(map[string]any{"model": "m", "stream": true, "messages": []map[string]string{
			{"role": "system", "content": "You answer."},
			{"role": "user", "content": fmt.Sprintf("Excerpts:\n<excerpt-%s>\nNine.\n</excerpt-%[1]s>\nQuestion: %s\n", fence, question)}}})
		reply, err := http.Post(r.from+"/v1/chat/completions", "application/json", strings.NewReader(string(body)))
		if err != nil {
			t.Fatal(err)
		}
		defer reply.Body.Close()
		text, err := io.ReadAll(reply.Body)
		if err != nil || reply.StatusCode != http.StatusOK {
			t.Fatal(reply.Status, err)
		}
		return string(text)
	}
	relay := func() *Relay {
		t.Helper()
		r, err := NewRelay(t.Context(), server.URL+"/v1", "m", dir)
		if err != nil {
			t.Fatal(err)
		}
		r.Prompt = Prompt{Name: "other", System: "Be short.", After: "One sentence."}
		return r
	}
	r := relay()
	first := ask(r, "AAAAAAAAAAAAAAAAAAAAAAAAAA", "When?")
	if !strings.Contains(first, `"The ferry "`) || !strings.Contains(first, "leaves at nine. [1]") || !strings.HasSuffix(first, "data: [DONE]\n\n") {
		t.Fatalf("the program was told %s", first)
	}
	if w, err := r.taken(); err != nil || w == nil || w.Prompt != 100 || w.Cached != 30 || w.Said != 9 || w.Finish != "stop" {
		t.Fatalf("taken: %+v, %v", w, err)
	}
	if w, err := r.taken(); w != nil || err != nil {
		t.Fatalf("taken twice: %+v, %v", w, err)
	}
	if again := ask(r, "BBBBBBBBBBBBBBBBBBBBBBBBBB", "When?"); again != first || len(told) != 1 {
		t.Fatalf("the model was asked %d times: %s", len(told), again)
	}
	said := told[0]
	if !strings.Contains(said, "Be short.") || strings.Contains(said, "You answer.") || !strings.Contains(said, `Question: When?\nOne sentence.`) {
		t.Fatalf("the model was told %s", told[0])
	}
	if ask(relay(), "CCCCCCCCCCCCCCCCCCCCCCCCCC", "When?") != first || len(told) != 1 {
		t.Fatal("the next relay asks again")
	}
	if ask(r, "CCCCCCCCCCCCCCCCCCCCCCCCCC", "Where?"); len(told) != 2 {
		t.Fatal("another question is not asked")
	}
	server.Close()
	body := `{"model":"m","messages":[{"role":"system","content":"You answer."},{"role":"user","content":"Excerpts: none. Why?"}]}`
	reply, err := http.Post(r.from+"/v1/chat/completions", "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	if _, err := r.taken(); err == nil || reply.StatusCode != http.StatusBadGateway {
		t.Fatalf("a server that is gone: %s, %v", reply.Status, err)
	}
}

// TestAlone: what a model says is judged as it came; where it says that nothing answers it is a refusal.
func TestAlone(t *testing.T) {
	for text, refused := range map[string]bool{
		"The ferry leaves at nine. [1]":                      false,
		"The excerpts do not say when the ferry leaves.":     true,
		"The fee is not mentioned in the excerpts provided.": true,
		"": true,
	} {
		got := judge.Judge(judge.Question{Required: []string{"nine"}}, judge.Reply{Written: &judge.Written{Pieces: []string{text}}}.Alone())
		if got.Refused != refused || got.Said == refused {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
