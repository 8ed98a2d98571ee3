package llm

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// serve is a model server that misbehaves as it is told.
func serve(t *testing.T, handler http.HandlerFunc) Options {
	t.Helper()
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return Options{URL: s.URL + "/v1", Model: "m", Key: "secret", Timeout: 5 * time.Second, Silence: time.Second, First: 300 * time.Millisecond}
}

func chunkLine(text, finish string) string {
	reason := "null"
	if finish != "" {
		reason = fmt.Sprintf("%q", finish)
	}
	return fmt.Sprintf("data: {\"id\":\"1\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"content\":%q},\"finish_reason\":%s}]}\n\n", text, reason)
}

func reply(t *testing.T, o Options) (string, error) {
	t.Helper()
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for piece, err := range c.Reply(context.Background(), "be brief", "hello?") {
		if err != nil {
			return b.String(), err
		}
		b.WriteString(piece)
	}
	return b.String(), nil
}

func TestReply(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "of somebody else")
	t.Setenv("OPENAI_BASE_URL", "http://192.0.2.1/")
	o := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer secret" {
			t.Errorf("got a request for %s with %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, chunkLine("Good ", ""), chunkLine("day", ""), chunkLine("", "stop"), "data: [DONE]\n\n")
	})
	if got, err := reply(t, o); err != nil || got != "Good day" {
		t.Errorf("the reply is %q, %v", got, err)
	}
}

func TestMisbehaviour(t *testing.T) {
	stream := func(lines ...string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, strings.Join(lines, ""))
		}
	}
	status := func(code int) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(code)
			fmt.Fprint(w, `{"error":{"message":"secret"}}`)
		}
	}
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		t.Error("a redirect was followed")
	}))
	defer elsewhere.Close()
	for _, tc := range []struct {
		name    string
		handler http.HandlerFunc
		text    string
		want    string
	}{
		{"cut at the token limit", stream(chunkLine("half", "length"), "data: [DONE]\n\n"), "half", "cut short at"},
		{"connection lost", stream(chunkLine("half", "")), "half", "lost connection"},
		{"endless", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			for range 1000 {
				fmt.Fprint(w, chunkLine(strings.Repeat("x", 1000), ""))
			}
		}, "", "longer than"},
		{"silent", func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-r.Context().Done():
			case <-time.After(3 * time.Second):
			}
		}, "", "said nothing for"},
		{"no JSON", stream("data: {nonsense\n\n"), "", "does not answer as expected"},
		{"no key", status(401), "", "refuses the key"},
		{"no model", status(404), "", `no model "m"`},
		{"broken", status(500), "", "status 500"},
		{"redirect", http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect).ServeHTTP, "", "not followed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := reply(t, serve(t, tc.handler))
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error %v, want one that contains %q", err, tc.want)
			}
			if err != nil && strings.Contains(err.Error(), "secret") {
				t.Errorf("the error tells a secret: %v", err)
			}
			if tc.text != "" && got != tc.text {
				t.Errorf("text %q, want %q", got, tc.text)
			}
		})
	}
}

func TestNoServer(t *testing.T) {
	_, err := reply(t, Options{URL: "http://127.0.0.1:1/v1", Model: "m"})
	if spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("error %v, want an unavailable one", err)
	}
}

func TestNew(t *testing.T) {
	for _, o := range []Options{{}, {URL: "localhost:11434", Model: "m"}, {URL: "http://localhost:11434/v1"}} {
		if _, err := New(o); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("New(%+v): %v, want an invalid-error", o, err)
		}
	}
}

// TestIdle: a request that comes when the server may have closed its connection gets a new one.
func TestIdle(t *testing.T) {
	seen := map[string]bool{} // addresses that requests come from, each one connection
	o := serve(t, func(w http.ResponseWriter, r *http.Request) {
		seen[r.RemoteAddr] = true
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, chunkLine("Good day", "stop"), "data: [DONE]\n\n")
	})
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	ask := func() {
		for _, err := range c.Reply(t.Context(), "be brief", "hello?") {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	ask()
	time.Sleep(3 * mostIdle / 2)
	if ask(); len(seen) != 2 {
		t.Errorf("two requests with a pause between came by %d connections", len(seen))
	}
}
