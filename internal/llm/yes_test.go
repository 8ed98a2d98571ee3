package llm

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestYes: the chances of yes and no are those of the first token, however they are written, and a server that tells none says so.
func TestYes(t *testing.T) {
	const yesAndNo = `{"token":"Yes","logprob":-0.5108},{"token":" yes","logprob":-2.3026},{"token":"No","logprob":-1.6094},{"token":"Maybe","logprob":-2.3026}`
	for _, c := range []struct {
		name, first string
		want        float64 // below 0: ErrNoChances
	}{
		{"both are told", yesAndNo, .7 / .9},
		{"only no is told", `{"token":"no","logprob":-0.01}`, 0},
		{"it thinks first", `{"token":"<think>","logprob":-0.0001},{"token":"yes","logprob":-9.2}`, -1},
		{"nothing is told", "", -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				logprobs := "null"
				if c.first != "" {
					logprobs = `{"content":[{"token":"Yes","logprob":-0.5,"top_logprobs":[` + c.first + `]}]}`
				}
				w.Header().Set("Content-Type", "text/event-stream")
				fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Yes\"},\"logprobs\":%s}]}\n\n", logprobs)
				fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"length\"}]}\n\ndata: [DONE]\n\n")
			}))
			defer server.Close()
			m, err := New(Options{URL: server.URL, Model: "scripted"})
			if err != nil {
				t.Fatal(err)
			}
			got, err := m.Yes(t.Context(), "You check.", "Is it so?")
			switch {
			case c.want < 0 && !errors.Is(err, ErrNoChances):
				t.Errorf("got %v, %v, want ErrNoChances", got, err)
			case c.want >= 0 && (err != nil || math.Abs(got-c.want) > .001):
				t.Errorf("got %v, %v, want %v", got, err, c.want)
			}
		})
	}
}
