package llm

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestEnd: a stream that says that it is done is whole, whether or not a reason is given.
func TestEnd(t *testing.T) {
	for name, end := range map[string]string{"with a line": "data: [DONE]\n\n", "without one": "data: [DONE]", "without a space": "data:[DONE]\r\n\r\n"} {
		o := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, chunkLine("Good ", ""), chunkLine("day", ""), end)
		})
		if got, err := reply(t, o); err != nil || got != "Good day" {
			t.Errorf("%s: the reply is %q, %v", name, got, err)
		}
	}
	// A model that writes the end itself has not ended.
	o := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, chunkLine("\ndata: [DONE]\n", ""))
	})
	if _, err := reply(t, o); err == nil || !strings.Contains(err.Error(), "lost connection") {
		t.Errorf("error %v, want one of a lost connection", err)
	}
}

// TestParameters: the part of the server's address behind a ? goes with every request, and into no error.
func TestParameters(t *testing.T) {
	asked := map[string]string{}
	o := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked[r.URL.Path] = r.URL.Query().Encode()
		if strings.HasSuffix(r.URL.Path, "/models") {
			fmt.Fprint(w, `{"data":[{"id":"other"}]}`)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: {nonsense\n\n")
	})
	o.URL = strings.Replace(o.URL, "http://", "http://ada:geheim@", 1) + "?api-version=1&key=sesame"
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	_, failed := reply(t, o)
	for what, err := range map[string]error{"reply": failed, "check": c.Check(t.Context())} {
		if err == nil || strings.Contains(err.Error(), "sesame") || strings.Contains(err.Error(), "geheim") || !strings.Contains(err.Error(), "?api-version=1&key=xxxxx") {
			t.Errorf("%s: error %v, want one with the address and without its secrets", what, err)
		}
	}
	if strings.Contains(c.Address(), "sesame") || strings.Contains(c.Address(), "geheim") {
		t.Errorf("the address is shown as %s", c.Address())
	}
	for _, path := range []string{"/v1/chat/completions", "/v1/models"} {
		if got := asked[path]; got != "api-version=1&key=sesame" {
			t.Errorf("%s was asked with %q", path, got)
		}
	}
	o.URL = "http://127.0.0.1:1/v1?key=sesame"
	if _, err := reply(t, o); spar.CodeOf(err) != spar.Unavailable || strings.Contains(err.Error(), "sesame") {
		t.Errorf("error %v, want an unavailable one without the key", err)
	}
}
