package embed

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// script is a server that gives one answer after the other, the last one for ever.
type script struct {
	answers []func(w http.ResponseWriter, texts []string)
	paths   []string
	bodies  []map[string]any
	keys    []string
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	data, _ := io.ReadAll(r.Body)
	var body map[string]any
	if err := json.Unmarshal(data, &body); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var texts []string
	for _, name := range []string{"input", "documents", "texts"} {
		list, _ := body[name].([]any)
		for _, t := range list {
			texts = append(texts, t.(string))
		}
	}
	s.paths, s.bodies, s.keys = append(s.paths, r.URL.Path), append(s.bodies, body), append(s.keys, r.Header.Get("Authorization"))
	s.answers[min(len(s.paths), len(s.answers))-1](w, texts)
}

func text(answer string) func(http.ResponseWriter, []string) {
	return func(w http.ResponseWriter, _ []string) { io.WriteString(w, answer) }
}

func failing(code int, header ...string) func(http.ResponseWriter, []string) {
	return func(w http.ResponseWriter, _ []string) {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		http.Error(w, "no luck", code)
	}
}

// good gives each text the vector (its length, 1), last first.
func good(w http.ResponseWriter, texts []string) {
	var parts []string
	for i, t := range slices.Backward(texts) {
		parts = append(parts, fmt.Sprintf(`{"index":%d,"embedding":[%d,1]}`, i, len(t)))
	}
	fmt.Fprintf(w, `{"data":[%s]}`, strings.Join(parts, ","))
}

// served runs a script and records the waits.
func served(t *testing.T, s *script, o Remote) (Remote, *[]time.Duration) {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	var waits []time.Duration
	o.URL, o.Model = server.URL+"/v1/", "m"
	o.wait = func(ctx context.Context, d time.Duration) error { waits = append(waits, d); return ctx.Err() }
	return o, &waits
}

func TestRemoteEncoder(t *testing.T) {
	t.Setenv("SPAR_TEST_KEY", "secret")
	s := &script{answers: []func(http.ResponseWriter, []string){good}}
	o, _ := served(t, s, Remote{Batch: 2, KeyEnv: "SPAR_TEST_KEY", Question: "q: ", Passage: "p: "})
	e, err := OpenRemote(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if e.Dim() != 2 || e.Name() != "m" || len(e.Recipe()) != 32 {
		t.Errorf("%s with %d values and recipe %q", e.Name(), e.Dim(), e.Recipe())
	}
	got := embedAll(t, e, []string{"", "a", "abc"})
	for i, want := range []float64{3, 4, 6} {
		if ratio := float64(got[i][0] / got[i][1]); math.Abs(ratio-want) > 1e-5 || math.Abs(cosine(got[i], got[i])-1) > 1e-6 {
			t.Errorf("text %d: got %v, want (%v, 1) at length 1", i, got[i], want)
		}
	}
	asked, err := Questions(context.Background(), e, []string{"abcd"})
	if err != nil || math.Abs(float64(asked[0][0]/asked[0][1])-7) > 1e-5 {
		t.Errorf("a question: %v, error %v", asked, err)
	}
	if len(s.paths) != 4 || s.paths[1] != "/v1/embeddings" || s.keys[1] != "Bearer secret" || s.bodies[1]["model"] != "m" {
		t.Errorf("asked %v with keys %q", s.paths, s.keys)
	}
}

func TestRemoteThatMisbehaves(t *testing.T) {
	truncated := func(w http.ResponseWriter, _ []string) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"data":[`)
	}
	vector := `{"index":0,"embedding":[3,4]}`
	type answers = []func(http.ResponseWriter, []string)
	for _, c := range []struct {
		name    string
		answers answers
		asked   int    // requests
		says    string // "" is success
		waits   time.Duration
	}{
		{"good", answers{good}, 1, "", 0},
		{"busy, then good", answers{failing(503), failing(500), good}, 3, "", 0},
		{"busy for ever", answers{failing(503)}, 5, "503", 0},
		{"429 with Retry-After", answers{failing(429, "Retry-After", "7"), good}, 2, "", 7 * time.Second},
		{"429 for an hour", answers{failing(429, "Retry-After", "3600"), good}, 1, "1h0m0s", 0},
		{"truncated, then good", answers{truncated, good}, 2, "", 0},
		{"truncated for ever", answers{truncated}, 5, "breaks off", 0},
		{"wrong key", answers{failing(401)}, 1, "key", 0},
		{"no such model", answers{failing(404)}, 1, "name of the model", 0},
		{"redirect", answers{failing(307, "Location", "http://example.com/"), good}, 1, "not followed", 0},
		{"too few", answers{text(`{"data":[]}`)}, 1, "0 vectors for 1", 0},
		{"too many", answers{text(`{"data":[` + vector + `,` + vector + `]}`)}, 1, "2 vectors for 1", 0},
		{"wrong number", answers{text(`{"data":[{"index":1,"embedding":[3,4]}]}`)}, 1, "out of range", 0},
		{"wrong dimension", answers{text(`{"data":[{"index":0,"embedding":[3,4,5]}]}`)}, 1, "3 values, not 2", 0},
		{"NaN", answers{text(`{"data":[{"index":0,"embedding":[NaN,1]}]}`)}, 1, "not what was asked for", 0},
		{"null", answers{text(`{"data":[{"index":0,"embedding":[null,1]}]}`)}, 1, "no numbers", 0},
		{"huge numbers", answers{text(`{"data":[{"index":0,"embedding":[1e300,1e300]}]}`)}, 1, "no numbers", 0},
		{"zeros", answers{text(`{"data":[{"index":0,"embedding":[0,0]}]}`)}, 1, "zero", 0},
		{"a page", answers{text("<html>")}, 1, "check the address", 0},
		{"nothing", answers{text("")}, 1, "check the address", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &script{answers: c.answers}
			o, waits := served(t, s, Remote{Dim: 2})
			e, err := OpenRemote(context.Background(), o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := e.Embed(context.Background(), []string{"abc"})
			if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || spar.CodeOf(err) != spar.Unavailable) {
				t.Errorf("got error %v of code %s, want %q", err, spar.CodeOf(err), c.says)
			}
			if err == nil && len(got) != 1 {
				t.Errorf("%d vectors", len(got))
			}
			if len(s.paths) != c.asked || len(*waits) != c.asked-1 {
				t.Errorf("asked %d times with pauses %v, want %d", len(s.paths), *waits, c.asked)
			}
			if c.waits > 0 && (*waits)[0] != c.waits {
				t.Errorf("waited %v, want %v", *waits, c.waits)
			}
		})
	}
}

// Whatever the server does, a reranker gives a score for each text or an error.
func TestRemoteScorerThatMisbehaves(t *testing.T) {
	good := text(`{"results":[{"index":0,"relevance_score":0.5}]}`)
	truncated := func(w http.ResponseWriter, _ []string) {
		w.Header().Set("Content-Length", "1000")
		io.WriteString(w, `{"results":[`)
	}
	type answers = []func(http.ResponseWriter, []string)
	for _, c := range []struct {
		name    string
		answers answers
		asked   int
		says    string // "" is success
		waits   time.Duration
	}{
		{"busy, then good", answers{failing(503), failing(502), good}, 3, "", 0},
		{"busy for ever", answers{failing(500)}, 5, "500", 0},
		{"429 with Retry-After", answers{failing(429, "Retry-After", "9"), good}, 2, "", 9 * time.Second},
		{"429 for a day", answers{failing(429, "Retry-After", "86400"), good}, 1, "24h0m0s", 0},
		{"truncated, then good", answers{truncated, good}, 2, "", 0},
		{"truncated for ever", answers{truncated}, 5, "breaks off", 0},
		{"too many", answers{text(`{"results":[{"index":0,"relevance_score":1},{"index":1,"relevance_score":1}]}`)}, 1, "2 scores for 1", 0},
		{"out of range", answers{text(`{"results":[{"index":1,"relevance_score":1}]}`)}, 1, "no text", 0},
		{"without an index", answers{text(`{"results":[{"relevance_score":1}]}`)}, 1, "no text", 0},
		{"NaN", answers{text(`{"results":[{"index":0,"relevance_score":NaN}]}`)}, 1, "not what was asked for", 0},
		{"text", answers{text(`{"results":[{"index":0,"relevance_score":"high"}]}`)}, 1, "not what was asked for", 0},
		{"redirect", answers{failing(302, "Location", "http://example.com/"), good}, 1, "not followed", 0},
		{"wrong key", answers{failing(403)}, 1, "key", 0},
		{"no /rerank", answers{failing(404)}, 1, "address", 0},
		{"never done", answers{failing(501)}, 1, "501", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &script{answers: c.answers}
			o, waits := served(t, s, Remote{})
			r, err := NewRemoteScorer(o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Score(context.Background(), "q", []string{"abc"})
			if (err == nil) != (c.says == "") || err != nil && (!strings.Contains(err.Error(), c.says) || spar.CodeOf(err) != spar.Unavailable) {
				t.Errorf("got error %v of code %s, want %q", err, spar.CodeOf(err), c.says)
			}
			if err == nil && (len(got) != 1 || got[0] != .5) {
				t.Errorf("got %v", got)
			}
			if len(s.paths) != c.asked || len(*waits) != c.asked-1 {
				t.Errorf("asked %d times with pauses %v, want %d", len(s.paths), *waits, c.asked)
			}
			if c.waits > 0 && (*waits)[0] != c.waits {
				t.Errorf("waited %v, want %v", *waits, c.waits)
			}
		})
	}
}

// A server that changes in the middle is found out, and none of its earlier results is handed on.
func TestRemoteThatChanges(t *testing.T) {
	two := text(`{"data":[{"index":0,"embedding":[3,4]}]}`)
	three := text(`{"data":[{"index":0,"embedding":[3,4,5]}]}`)
	s := &script{answers: []func(http.ResponseWriter, []string){two, two, three}}
	o, _ := served(t, s, Remote{Batch: 1})
	e, err := OpenRemote(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	got, err := e.Embed(context.Background(), []string{"a", "b"})
	if got != nil || spar.CodeOf(err) != spar.Unavailable || !strings.Contains(err.Error(), "3 values, not 2") {
		t.Errorf("got %v and error %v", got, err)
	}
}

// An answer that comes drop by drop ends with the time for it, one without end with the size that answers may have.
func TestRemoteWithoutEnd(t *testing.T) {
	drops := func(w http.ResponseWriter, _ []string) {
		for {
			if _, err := io.WriteString(w, " "); err != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
	}
	flood := func(w http.ResponseWriter, _ []string) {
		spaces := strings.Repeat(" ", 1<<20)
		for range remoteAnswer>>20 + 2 {
			if _, err := io.WriteString(w, spaces); err != nil {
				return
			}
		}
	}
	for _, c := range []struct {
		answer func(http.ResponseWriter, []string)
		o      Remote
		says   string
	}{
		{drops, Remote{Dim: 2, Timeout: 50 * time.Millisecond, Retries: -1}, "deadline exceeded"},
		{flood, Remote{Dim: 2}, "more than"},
	} {
		o, _ := served(t, &script{answers: []func(http.ResponseWriter, []string){c.answer}}, c.o)
		e, err := OpenRemote(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Embed(context.Background(), []string{"a"}); err == nil || spar.CodeOf(err) != spar.Unavailable || !strings.Contains(err.Error(), c.says) {
			t.Errorf("got error %v, want %q", err, c.says)
		}
	}
}

// Whoever gives up while a busy server is waited for waits no longer.
func TestRemoteGivenUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := &script{answers: []func(http.ResponseWriter, []string){failing(429, "Retry-After", "60")}}
	o, _ := served(t, s, Remote{Dim: 2})
	o.wait = func(ctx context.Context, d time.Duration) error {
		cancel()
		return sleep(ctx, d)
	}
	e, err := OpenRemote(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) || len(s.paths) != 1 {
		t.Errorf("got error %v after %d requests", err, len(s.paths))
	}
}

func TestRemoteThatIsSlow(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	s := &script{answers: []func(http.ResponseWriter, []string){func(http.ResponseWriter, []string) { <-release }}}
	o, _ := served(t, s, Remote{Dim: 2, Timeout: time.Millisecond, Retries: -1})
	e, err := OpenRemote(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Embed(context.Background(), []string{"a"}); !errors.Is(err, context.DeadlineExceeded) || spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("got error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := e.Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v", err)
	}
}

func TestRemoteScorer(t *testing.T) {
	rank := func(format, name string) func(http.ResponseWriter, []string) {
		return func(w http.ResponseWriter, texts []string) {
			var parts []string
			for i, t := range slices.Backward(texts) {
				parts = append(parts, fmt.Sprintf(`{"index":%d,%q:%d.5}`, i, name, len(t)))
			}
			fmt.Fprintf(w, format, strings.Join(parts, ","))
		}
	}
	jina := `{"model":"m","results":[%s]}`
	for _, c := range []struct {
		name   string
		tei    bool
		answer func(http.ResponseWriter, []string)
		says   string
	}{
		{"Jina", false, rank(jina, "relevance_score"), ""},
		{"TEI", true, rank(`[%s]`, "score"), ""},
		{"the other kind", true, rank(jina, "relevance_score"), "kind of server"},
		{"too few", false, text(`{"results":[]}`), "0 scores"},
		{"twice", false, text(`{"results":[{"index":0,"relevance_score":1},{"index":0,"relevance_score":1}]}`), "two for one"},
		{"null", false, text(`{"results":[{"index":0,"relevance_score":null},{"index":1,"relevance_score":1}]}`), "without a number"},
		{"infinite", false, text(`{"results":[{"index":0,"relevance_score":1e300},{"index":1,"relevance_score":1}]}`), "score 1e+300"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &script{answers: []func(http.ResponseWriter, []string){c.answer}}
			o, _ := served(t, s, Remote{TEI: c.tei, Batch: 2})
			r, err := NewRemoteScorer(o)
			if err != nil {
				t.Fatal(err)
			}
			got, err := r.Score(context.Background(), "q", []string{"a", "abc", "ab"})
			if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got error %v, want %q", err, c.says)
			}
			if err == nil && !slices.Equal(got, []float32{1.5, 3.5, 2.5}) {
				t.Errorf("got %v", got)
			}
			if s.paths[0] != "/v1/rerank" || s.bodies[0]["query"] != "q" {
				t.Errorf("asked %v: %v", s.paths, s.bodies[0])
			}
		})
	}
}

func TestRemoteOptions(t *testing.T) {
	t.Setenv("SPAR_TEST_KEY", "secret")
	t.Setenv("SPAR_TEST_EMPTY", "")
	for _, c := range []struct {
		o    Remote
		says string
	}{
		{Remote{URL: "localhost:11434", Model: "m"}, "URL"},
		{Remote{URL: "http://localhost/v1"}, "without a model"},
		{Remote{URL: "https://name:secret@example.com/v1", Model: "m"}, "environment variable"},
		{Remote{URL: "https://example.com/v1", Model: "m", KeyEnv: "SPAR_TEST_EMPTY"}, "SPAR_TEST_EMPTY"},
		{Remote{URL: "http://example.com/v1", Model: "m", KeyEnv: "SPAR_TEST_KEY"}, "https"},
	} {
		_, err := NewRemoteScorer(c.o)
		if spar.CodeOf(err) != spar.Invalid || err == nil || !strings.Contains(err.Error(), c.says) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%+v: got error %v, want %q", c.o, err, c.says)
		}
	}
	if _, err := NewRemoteScorer(Remote{URL: "http://127.0.0.1:9/v1", Model: "m", KeyEnv: "SPAR_TEST_KEY"}); err != nil {
		t.Error(err)
	}
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for value, want := range map[string]time.Duration{"": 0, "5": 5 * time.Second, "-5": 0, "x": 0, "Fri, 02 Jan 2026 03:04:15 GMT": 10 * time.Second} {
		if got := retryAfter(value, now); got != want {
			t.Errorf("Retry-After %q: %v, want %v", value, got, want)
		}
	}
}
