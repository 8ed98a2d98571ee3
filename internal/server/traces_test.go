package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/server"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

// TestTraces: a request is a span with what it took as spans below it, and none of them tells what was asked, of what, or by whom.
func TestTraces(t *testing.T) {
	kept := tracetest.NewInMemoryExporter()
	h := open(t, files, func(o *server.Options) {
		o.Traces = sdktrace.NewTracerProvider(sdktrace.WithSyncer(kept))
	})
	ada := h.token("ada")
	if status, text, _ := h.do(ada, "POST", "/api/v1/ask", leave, "Traceparent", "00-11111111111111111111111111111111-2222222222222222-01"); status != 200 || !strings.Contains(text, "26 days") {
		t.Fatal(status, text)
	}
	h.do(ada, "GET", "/api/v1/open?at=docs:policies/travel.md", "")
	h.do(ada, "GET", "/api/v1/open?at=docs:none.md", "")
	h.do("", "GET", "/api/v1/nothing/of/the/kind", "")
	status, text, _ := h.do(ada, "POST", "/api/v1/answers", leave)
	job := decode[struct{ ID string }](t, text)
	if status != 202 {
		t.Fatal(status, text)
	}
	h.do(ada, "GET", "/api/v1/answers/"+job.ID+"/events", "")
	var names []string
	root := ""
	deadline := time.Now().Add(2 * time.Minute)
	for !slices.Contains(names, "endAnswer") && time.Now().Before(deadline) { // its span ends after its last event
		names = nil
		for _, s := range kept.GetSpans() {
			names = append(names, s.Name)
			if s.Name == "ask" {
				root = s.SpanContext.TraceID().String()
			}
		}
		time.Sleep(5 * time.Millisecond)
	}
	for _, want := range []string{"ask", "scope", "read", "retrieve", "answer", "wait for a processor", "open", "other", "startAnswer", "endAnswer", "answerEvents"} {
		if !slices.Contains(names, want) {
			t.Errorf("no span is called %q: %v", want, names)
		}
	}
	if strings.Contains(root, "1111") {
		t.Error("a stranger says of which trace a request is")
	}
	for _, s := range kept.GetSpans() {
		if s.Name == "retrieve" && !s.Parent.IsValid() {
			t.Error("what is retrieved belongs to no request")
		}
		var told []any
		for _, a := range s.Attributes {
			told = append(told, string(a.Key), a.Value.String())
		}
		for _, e := range s.Events {
			told = append(told, e)
		}
		text, err := json.Marshal(append(told, s.Name, s.Status.Description))
		if err != nil {
			t.Fatal(err)
		}
		for _, word := range []string{"paid", "leave", "travel", "policies", "docs", "none.md", `\bada\b`, "127.0.0.1", job.ID} { // a random number may hold the letters of "ada"
			if regexp.MustCompile(word).Match(text) {
				t.Errorf("a span tells %q: %s", word, text)
			}
		}
	}
}

// TestTracesAreSent: a collector is sent what ended, by the end of the server at last.
func TestTracesAreSent(t *testing.T) {
	var mu sync.Mutex
	var sent []string
	collector := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // of a test
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, r.URL.Path+" "+r.Header.Get("Content-Type")+" "+string(body))
	}))
	defer collector.Close()
	p, err := server.Traces(t.Context(), collector.URL, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	h := open(t, files, func(o *server.Options) { o.Traces = p })
	h.do(h.token("ada"), "POST", "/api/v1/ask", leave)
	if err := p.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(sent) != 1 || !strings.HasPrefix(sent[0], "/v1/traces application/x-protobuf ") || !strings.Contains(sent[0], "retrieve") || !strings.Contains(sent[0], "1.2.3") {
		t.Errorf("%q", sent)
	}
}
