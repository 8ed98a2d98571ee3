package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// TestBusy: a server that is loading or busy is waited for, and who listens is told for what; not for longer than the first word may take.
func TestBusy(t *testing.T) {
	var asked atomic.Int32
	o := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		switch asked.Add(1) {
		case 1:
			w.WriteHeader(http.StatusServiceUnavailable)
		case 2:
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		default:
			w.Header().Set("Content-Type", "text/event-stream")
			fmt.Fprint(w, chunkLine("ready", "stop"), "data: [DONE]\n\n")
		}
	})
	o.First = 20 * time.Second
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	var text string
	for piece, err := range c.Reply(WhileWaiting(t.Context(), func(w Waiting) { told = append(told, w.For) }), "", "hello") {
		if err != nil {
			t.Fatal(err)
		}
		text += piece
	}
	if text != "ready" || !slices.Equal(told, []string{Loading, Busy}) {
		t.Errorf("said %q, waited for %q", text, told)
	}

	asked.Store(0)
	always := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	always.First = 700 * time.Millisecond
	if _, err := reply(t, always); err == nil || !strings.Contains(err.Error(), "said nothing for 700ms") {
		t.Errorf("error %v, want that it said nothing", err)
	}
	if n := asked.Load(); n < 2 || n > 4 {
		t.Errorf("asked %d times in 700 ms", n)
	}
}

// TestFirst: on this machine the first word may take long, elsewhere as long as any other.
func TestFirst(t *testing.T) {
	for url, want := range map[string]time.Duration{
		"http://localhost:1/v1": FirstHere, "http://127.0.0.1:1/v1": FirstHere, "http://[::1]:1/v1": FirstHere,
		"http://model.test/v1": DefaultSilence, "http://127.0.0.1.test/v1": DefaultSilence,
	} {
		c, err := New(Options{URL: url, Model: "m"})
		if err != nil || c.o.First != want {
			t.Errorf("%s: %v, %v; want %v", url, c.o.First, err, want)
		}
	}
}

// A fake is a server of this machine that ends as often as it is told to before it answers.
type fake struct {
	url     string
	reached int
	why     string
}

func (f *fake) Reach(_ context.Context, waiting func()) (string, string, error) {
	if f.reached++; f.url == "" {
		return "", "", spar.Errorf(spar.Unavailable, "it does not start")
	}
	if waiting != nil {
		waiting()
	}
	return f.url, "inner", nil
}
func (f *fake) Used()        {}
func (f *fake) Why() string  { return f.why }
func (f *fake) Loaded() bool { return true }

// TestLocal: a server of this machine is asked where it says that it is, with its own key; one that ends before its first word is started
// again, and in the end its own reason is told.
func TestLocal(t *testing.T) {
	lose := 1
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer inner" {
			t.Errorf("the key is %q", r.Header.Get("Authorization"))
		}
		if strings.HasSuffix(r.URL.Path, "/models") {
			fmt.Fprint(w, `{"data":[{"id":"m","meta":{"n_ctx":4096}}]}`)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprint(w, "data: {\"choices\":[],\"prompt_progress\":{\"total\":9,\"processed\":4}}\n\n")
		w.(http.Flusher).Flush()
		if lose--; lose >= 0 {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, chunkLine("here", "stop"), "data: [DONE]\n\n")
	}))
	defer server.Close()
	f := &fake{url: server.URL + "/v1"}
	c, err := New(Options{Model: "m", Local: f, Key: "outer"})
	if err != nil {
		t.Fatal(err)
	}
	ask := func() (text string, waited []Waiting, failed error) {
		for piece, err := range c.Reply(WhileWaiting(t.Context(), func(w Waiting) { waited = append(waited, w) }), "", "hello") {
			text += piece
			failed = errors.Join(failed, err)
		}
		return text, waited, failed
	}
	text, waited, err := ask()
	toldAll := slices.Contains(waited, Waiting{Reading, 4, 9}) && slices.Contains(waited, Waiting{For: Loading})
	if text != "here" || err != nil || f.reached != 2 || !toldAll {
		t.Errorf("%q, %v, reached %d times, waited for %v", text, err, f.reached, waited)
	}
	if a := c.About(t.Context()); a.Context != 4096 {
		t.Errorf("the context is %d", a.Context)
	}
	lose, f.why = 100, "it held too much memory"
	if _, _, err := ask(); err == nil || !strings.Contains(err.Error(), "too much memory") {
		t.Errorf("error %v, want the reason of the server", err)
	}
	f.url = ""
	if _, _, err := ask(); spar.CodeOf(err) != spar.Unavailable || !strings.Contains(err.Error(), "does not start") {
		t.Errorf("error %v, want that it does not start", err)
	}
}

// TestFind: servers at usual addresses are told with their models; other programs there are none.
func TestFind(t *testing.T) {
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Error("a key was shown")
		}
		fmt.Fprintf(w, `{"data":[{"id":"qwen"},{"id":"%s"},{"id":"gemma"}]}`, strings.Repeat("x", 1000))
	}))
	defer model.Close()
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>") }))
	defer other.Close()
	got := find(t.Context(), []Found{
		{Name: "a", URL: model.URL + "/v1"}, {Name: "b", URL: other.URL + "/v1"}, {Name: "c", URL: "http://127.0.0.1:1/v1"},
	})
	if len(got) != 1 || got[0].Name != "a" || !slices.Equal(got[0].Models, []string{"qwen", "gemma"}) {
		t.Errorf("found %+v", got)
	}
}
