package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

func TestMain(m *testing.M) { enginetest.Main(m) }

// people may ask in these tests. What the file system lets everybody read they may read.
const people = `
people:
  - {name: ada, uid: 4000000, role: curator, also: [ada@house.example]}
  - {name: eve, uid: 4000009}
  - {name: kim, uid: 4000008, role: operator}
`

var files = map[string]string{
	"policies/leave.md":  "# Leave\n\nEmployees get 26 days of paid leave a year.\n\n# Parents\n\nParental leave lasts 14 weeks.\n",
	"policies/travel.md": "# Travel\n\nTrains are booked in second class.\n",
	"secret/merger.md":   "---\nauthor: Zoe Zebra\n---\n# Merger\n\nThe merger with Zebra is called Okapi.\n",
}

// A house is a server over a share with a folder that is closed to all but the owner.
type house struct {
	*httptest.Server
	t       testing.TB
	service *service.Service
	server  *server.Server
	engine  *engine.Opened
	process spar.Principal
	folder  string // of the share
	people  string // the principals file
}

func open(t testing.TB, files map[string]string, set func(*server.Options)) *house {
	t.Helper()
	return openWith(t, files, nil, set)
}

func openWith(t testing.TB, files map[string]string, settings func() (service.Settings, error), set func(*server.Options)) *house {
	t.Helper()
	list := filepath.Join(t.TempDir(), "people.yaml")
	if err := os.WriteFile(list, []byte(people), 0o600); err != nil {
		t.Fatal(err)
	}
	h := enginetest.Open(t, files, nil)
	if _, ok := files["secret/merger.md"]; ok {
		if err := os.Chmod(filepath.Join(h.Root, "secret"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	h.Scanned()
	out := &house{t: t, people: list, folder: h.Root, engine: h.Opened, service: service.New(h.Opened, service.Options{Settings: settings, People: service.PeopleOptions{File: list}})}
	var err error
	if out.process, err = out.service.Process(); err != nil {
		t.Fatal(err)
	}
	var handler http.Handler
	out.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	t.Cleanup(out.Close)
	base, err := url.Parse(out.URL)
	if err != nil {
		t.Fatal(err)
	}
	o := server.Options{Service: out.service, Base: base, Version: "test"}
	if set != nil {
		set(&o)
	}
	out.server = server.New(o)
	handler = out.server
	return out
}

// token is one of somebody's, who may do with it what they may.
func (h *house) token(name string) string {
	h.t.Helper()
	n := api.NewToken{May: []spar.Capability{spar.CanAdminister}}
	if name != "" {
		n.For = name
	}
	made, err := h.service.CreateToken(h.t.Context(), h.process, n)
	if err != nil {
		h.t.Fatal(err)
	}
	return made.Secret
}

// do sends a request and gives the status and the body of the reply.
func (h *house) do(token, method, path, body string, headers ...string) (int, string, http.Header) {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), method, h.URL+path, strings.NewReader(body))
	if err != nil {
		h.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			r.Host = headers[i+1]
		}
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	reply, err := client.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		h.t.Fatal(err)
	}
	return reply.StatusCode, string(text), reply.Header
}

func decode[T any](t testing.TB, text string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return v
}

const leave = `{"question": "How many days of paid leave do employees get?"}`

func TestAsk(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	status, text, _ := h.do(token, "POST", "/api/v1/ask", leave)
	a := decode[api.Answer](t, text)
	if status != 200 || a.Refused || !strings.Contains(text, "26 days") || len(a.Citations) == 0 {
		t.Fatalf("%d %s", status, text)
	}
	// A citation opens.
	status, text, _ = h.do(token, "GET", "/api/v1/open?at="+url.QueryEscape(a.Citations[0].Open), "")
	if p := decode[api.Place](t, text); status != 200 || !strings.Contains(strings.Join(p.Text, " "), "26 days") || p.Before == nil || p.After == nil {
		t.Errorf("%d %s", status, text)
	}
	// A conversation goes on.
	status, text, _ = h.do(token, "POST", "/api/v1/ask", `{"question": "How long does parental leave last?", "thread": "new"}`)
	id := decode[api.Answer](t, text).Thread
	if status != 200 || id == "" {
		t.Fatalf("%d %s", status, text)
	}
	if status, text, _ = h.do(token, "GET", "/api/v1/threads/"+id, ""); status != 200 || !strings.Contains(text, "14 weeks") {
		t.Errorf("%d %s", status, text)
	}
	if status, text, _ = h.do(token, "POST", "/api/v1/threads/"+id+"/rate", `{"rating": "up", "why": "right"}`); status != 200 {
		t.Errorf("%d %s", status, text)
	}
}

// TestEvents reads an answer as it is made: exactly one final, last.
func TestEvents(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	status, text, header := h.do(token, "POST", "/api/v1/ask", leave, "Accept", "text/event-stream")
	if status != 200 || header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%d %v %s", status, header, text)
	}
	var stages []string
	n := 0
	for s := bufio.NewScanner(strings.NewReader(text)); s.Scan(); {
		if data, ok := strings.CutPrefix(s.Text(), "data: "); ok {
			stages = append(stages, decode[api.AnswerEvent](t, data).Stage)
		}
		if s.Text() == fmt.Sprintf("id: %d", n+1) {
			n++
		}
	}
	if n != len(stages) || n < 2 || stages[n-1] != api.StageFinal || strings.Count(strings.Join(stages, " "), api.StageFinal) != 1 {
		t.Errorf("%d events: %v", n, stages)
	}
	// An error after nothing was sent has its status; the same as lines.
	if status, text, _ = h.do(token, "POST", "/api/v1/ask", `{"question": "x", "scope": "share:nowhere/"}`, "Accept", "application/x-ndjson"); status == 200 && !strings.Contains(text, `"stage":"final"`) {
		t.Errorf("%d %s", status, text)
	}
}

// TestPages walks a list page by page and as lines, and finds the same.
func TestPages(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	var names []string
	for after := ""; ; {
		status, text, _ := h.do(token, "GET", "/api/v1/files?limit=2&after="+after, "")
		p := decode[api.Page[api.File]](t, text)
		if status != 200 || len(p.Items) == 0 || len(p.Items) > 2 {
			t.Fatalf("%d %s", status, text)
		}
		for _, f := range p.Items {
			names = append(names, f.Path.Name)
		}
		if after = p.Next; after == "" {
			break
		}
	}
	_, text, _ := h.do(token, "GET", "/api/v1/files", "", "Accept", "application/x-ndjson")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if len(names) != len(files) || len(lines) != len(files) {
		t.Errorf("pages have %v, lines %v", names, lines)
	}
	for i, line := range lines {
		if got := decode[api.File](t, line).Path.Name; got != names[i] {
			t.Errorf("line %d is %s, and of the pages %s", i, got, names[i])
		}
	}
}

// TestParameters: the error for a wrong parameter says what is allowed.
func TestParameters(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	for address, want := range map[string]string{
		"files?limit=0":            "limit is \"0\" and must be a number from 1 to 1000",
		"files?limit=many":         "limit is \"many\" and must be a number from 1 to 1000",
		"files?after=x":            "after is \"x\" and must be what the page before gave as next",
		"files?page=2":             "there is no parameter \"page\"; there are ",
		"files?offset=2":           "limit, after",
		"shares?page=2":            "limit, after",
		"me?page=2":                "this operation takes none",
		"changes?kind=lost":        "choose new, changed, moved, gone or unreadable",
		"view?at=docs:x&from=some": "must be a whole number",
	} {
		status, text, _ := h.do(token, "GET", "/api/v1/"+address, "")
		var failure api.Failure
		if err := json.Unmarshal([]byte(text), &failure); err != nil || status != 400 || !strings.Contains(failure.Error.Message, want) {
			t.Errorf("%s: %d %s", address, status, text)
		}
	}
}

// TestAccess: who does not show a key is told nothing, and a token does no more than it may.
func TestAccess(t *testing.T) {
	h := open(t, files, nil)
	reading, err := h.service.CreateToken(t.Context(), h.process, api.NewToken{})
	if err != nil {
		t.Fatal(err)
	}
	eve := h.token("eve")
	for _, c := range []struct {
		why, token, method, path, body string
		headers                        []string
		status                         int
		says                           string
	}{
		{"nothing is shown", "", "GET", "/api/v1/files", "", nil, 401, "unauthorized"},
		{"a token that is none", "spar_no", "GET", "/api/v1/files", "", nil, 401, "unauthorized"},
		{"a token as a session", "", "GET", "/api/v1/files", "", []string{"Cookie", "spar=" + reading.Secret}, 401, "unauthorized"},
		{"reading with a token to read", reading.Secret, "GET", "/api/v1/files", "", nil, 200, "secret/merger.md"},
		{"curating with it", reading.Secret, "POST", "/api/v1/tags", `{"name": "x"}`, nil, 403, "curate"},
		{"another's token", eve, "GET", "/api/v1/files", "", nil, 200, "travel.md"},
		{"for another by one who is not the owner", eve, "POST", "/api/v1/tokens", `{"for": "ada"}`, nil, 400, "no such role"},
		{"another's key", eve, "DELETE", fmt.Sprintf("/api/v1/tokens/%d", reading.ID), "", nil, 404, "there is no token"},
		{"another name of the server", eve, "GET", "/api/v1/files", "", []string{"Host", "rebound.example"}, 421, "not called by that name"},
		{"another's page", eve, "POST", "/api/v1/ask", leave, []string{"Sec-Fetch-Site", "cross-site"}, 403, ""},
		{"a form", eve, "POST", "/api/v1/ask", leave, []string{"Content-Type", "text/plain"}, 415, "application/json"},
		{"no JSON", eve, "POST", "/api/v1/ask", "{", nil, 400, "not what this operation takes"},
		{"a key that is none", eve, "POST", "/api/v1/ask", `{"query": "x"}`, nil, 400, "query"},
		{"a key of another type", eve, "POST", "/api/v1/ask", `{"question": 1}`, nil, 400, "question"},
		{"two bodies", eve, "POST", "/api/v1/ask", leave + leave, nil, 400, "follows"},
		{"a parameter that is none", eve, "GET", "/api/v1/files?colour=red", "", nil, 400, "colour"},
		{"a page that is none", eve, "GET", "/api/v1/files?after=-1", "", nil, 400, "after"},
		{"a large body", eve, "POST", "/api/v1/ask", `{"question": "` + strings.Repeat("x", 1<<20) + `"}`, nil, 413, "larger"},
		{"a folder of the server", eve, "POST", "/api/v1/ask", `{"question": "x", "folder": "/etc"}`, nil, 400, "not of a folder"},
		{"nowhere", eve, "GET", "/api/v1/nowhere", "", nil, 404, "openapi.json"},
		{"administration", h.token(""), "POST", "/api/v1/check", "", nil, 404, ""},
		{"life", "", "GET", "/healthz", "", nil, 200, "ok"},
		{"readiness", "", "GET", "/readyz", "", nil, 200, "ready"},
		{"the description", "", "GET", "/api/openapi.yaml", "", nil, 200, "openapi: 3.1.0"},
	} {
		status, text, header := h.do(c.token, c.method, c.path, c.body, c.headers...)
		if status != c.status || !strings.Contains(text, c.says) {
			t.Errorf("%s: %d %s", c.why, status, text)
		}
		if header.Get("X-Content-Type-Options") != "nosniff" || header.Get("X-Request-Id") == "" || header.Get("Cache-Control") == "" {
			t.Errorf("%s: headers %v", c.why, header)
		}
		if strings.HasPrefix(c.path, "/api/v1") && status >= 400 && status != 403 && header.Get("Content-Type") == "application/json" {
			if f := decode[api.Failure](t, text); f.Error.Code == "" || f.Error.Message == "" || f.Error.Request != header.Get("X-Request-Id") {
				t.Errorf("%s: %s", c.why, text)
			}
		}
	}
	if status, text, _ := h.do(eve, "GET", "/api/v1/files", ""); status != 200 || strings.Contains(text, "merger") {
		t.Errorf("eve is told of %s", text)
	}
}

// TestSignIn: the link signs in once, its session asks and ends, and programs' endpoints take no cookies.
func TestSignIn(t *testing.T) {
	h := open(t, files, nil)
	link := strings.TrimPrefix(h.server.Link(), h.URL)
	status, _, header := h.do("", "GET", link, "")
	cookie, _, _ := strings.Cut(header.Get("Set-Cookie"), ";")
	if status != http.StatusSeeOther || cookie == "" || !strings.Contains(header.Get("Set-Cookie"), "HttpOnly") {
		t.Fatalf("%d %v", status, header)
	}
	if status, text, _ := h.do("", "GET", link, ""); status != 401 {
		t.Errorf("the link again: %d %s", status, text)
	}
	if status, text, _ := h.do("", "GET", "/api/v1/me", "", "Cookie", cookie); status != 200 || !strings.Contains(text, "administer") {
		t.Errorf("%d %s", status, text)
	}
	if status, text, _ := h.do("", "GET", "/v1/models", "", "Cookie", cookie); status != 401 {
		t.Errorf("a cookie at /v1: %d %s", status, text)
	}
	if status, text, _ := h.do("", "POST", "/logout", "", "Cookie", cookie); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	if status, text, _ := h.do("", "GET", "/api/v1/me", "", "Cookie", cookie); status != 401 {
		t.Errorf("after signing out: %d %s", status, text)
	}
	status, text, header := h.do("", "POST", "/login", `{"token": "`+h.token("ada")+`"}`)
	cookie, _, _ = strings.Cut(header.Get("Set-Cookie"), ";")
	if status != 200 || !strings.Contains(text, "person:ada") {
		t.Fatalf("%d %s", status, text)
	}
	if status, text, _ = h.do("", "GET", "/api/v1/me", "", "Cookie", cookie); status != 200 || strings.Contains(text, "operate") || !strings.Contains(text, "curate") {
		t.Errorf("ada's session: %d %s", status, text)
	}
}

// TestDrain: a server that is told to stop finishes what it has begun.
func TestDrain(t *testing.T) {
	h := open(t, files, nil)
	on, err := newListener(t)
	if err != nil {
		t.Fatal(err)
	}
	base := &url.URL{Scheme: "http", Host: on.Addr().String()}
	s := server.New(server.Options{Service: h.service, Base: base})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, on, nil) }()
	reply, err := http.Get(base.String() + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(base.String() + "/healthz"); err == nil {
		t.Error("the server answers after it has ended")
	}
}

// TestWrongMethod: an address that is there says which methods it takes, and one that is not there says where to look.
func TestWrongMethod(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	for _, c := range []struct {
		method, path string
		status       int
		allow, part  string
	}{
		{"GET", "/api/v1/ask", 405, "POST", "/api/v1/ask takes POST, not GET"},
		{"DELETE", "/api/v1/ask", 405, "POST", "not DELETE"},
		{"PUT", "/api/v1/workspaces", 405, "GET, POST", "GET and POST"},
		{"POST", "/v1/models", 405, "GET", "not POST"},
		{"POST", "/healthz", 405, "GET", "not POST"},
		{"POST", "/v1/embeddings", 404, "", "GET /v1/models and POST /v1/chat/completions"},
		{"GET", "/api/v1/nothing", 404, "", "/api/openapi.json"},
		{"POST", "/nothing", 404, "", "/api/openapi.json"},
		{"PUT", "/api/v1/config", 404, "", "/api/openapi.json"}, // of those who administer, which are not served here
	} {
		r, err := http.NewRequestWithContext(t.Context(), c.method, h.URL+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+token)
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(reply.Body)
		reply.Body.Close()
		if reply.StatusCode != c.status || reply.Header.Get("Allow") != c.allow || !strings.Contains(string(body), c.part) {
			t.Errorf("%s %s: %d, Allow %q, %s", c.method, c.path, reply.StatusCode, reply.Header.Get("Allow"), body)
		}
	}
}
