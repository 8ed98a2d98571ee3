package server_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// traced gives the entries of the trail, the oldest first.
func (h *house) traced() (list []api.AuditEntry) {
	h.t.Helper()
	status, text, _ := h.do(h.token(""), "GET", "/api/v1/audit?oldest_first=true&limit=1000", "")
	if status != 200 {
		h.t.Fatalf("%d %s", status, text)
	}
	return decode[api.Page[api.AuditEntry]](h.t, text).Items
}

func administered(o *server.Options) { o.Admin = true }

// TestTrail: the trail says who asked what, from which files, through which interface, and who was refused.
func TestTrail(t *testing.T) {
	h := open(t, files, administered)
	ada, eve := h.token("ada"), h.token("eve")
	h.do(ada, "GET", "/api/v1/me", "")
	h.do(ada, "POST", "/api/v1/ask", leave)
	h.do(ada, "POST", "/api/v1/ask", `{"question": "Who won the race of the snails?"}`)
	h.do(ada, "POST", "/api/v1/ask", leave, "Accept", "text/event-stream")
	h.do(ada, "GET", "/api/v1/open?at=docs:policies/leave.md", "")
	h.do(eve, "POST", "/api/v1/tags", `{"name": "x"}`)
	h.do(eve, "GET", "/api/v1/open?at=docs:secret/merger.md", "")
	h.do("spar_wrong", "GET", "/api/v1/files", "")
	h.do("", "GET", "/api/v1/files", "")
	h.do(eve, "POST", "/v1/chat/completions", `{"model": "spar", "messages": [{"role": "user", "content": "How long does parental leave last?"}]}`)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: h.URL + "/mcp", HTTPClient: &http.Client{Transport: bearing(eve)}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask", Arguments: map[string]any{"question": "Which class are trains booked in?"}}); err != nil {
		t.Fatal(err)
	}
	h.follow(ada, h.start(ada, leave).ID, 0, "")
	h.do(eve, "POST", "/api/v1/tokens", `{"expires": "1d"}`)

	type line struct{ who, via, operation, outcome, question, file string }
	var got []line
	for _, e := range h.traced() {
		l := line{e.Who, e.Via, e.Operation, e.Outcome, e.Question, ""}
		if len(e.Files) > 0 {
			l.file, _, _ = strings.Cut(e.Files[0], "#")
		}
		if e.ID == 0 || e.At.IsZero() || time.Since(e.At) > time.Hour || len(e.Sum) != 64 || e.Schema != api.AuditSchema || e.Request == "" || l.via != "api" && l.via != "mcp" && l.via != "openai" || (e.Who == "") != (e.Key == 0) {
			t.Errorf("%+v", e)
		}
		got = append(got, l)
	}
	for _, want := range []line{
		{"person:ada", "api", "ask", "done", "How many days of paid leave do employees get?", "docs:policies/leave.md"},
		{"person:ada", "api", "ask", "refused", "Who won the race of the snails?", ""},
		{"person:ada", "api", "open", "done", "", "docs:policies/leave.md"},
		{"person:eve", "api", "addTag", "forbidden", "", ""},
		{"person:eve", "api", "open", "not-found", "", "docs:secret/merger.md"},
		{"", "api", "files", "unauthorized", "", ""},
		{"person:eve", "openai", "chat", "done", "How long does parental leave last?", "docs:policies/leave.md"},
		{"person:eve", "mcp", "ask", "done", "Which class are trains booked in?", "docs:policies/travel.md"},
		{"person:ada", "api", "startAnswer", "done", "How many days of paid leave do employees get?", ""},
		{"person:ada", "api", "endAnswer", "done", "", "docs:policies/leave.md"},
		{"person:eve", "api", "createToken", "begun", "", ""},
		{"person:eve", "api", "createToken", "done", "", ""},
	} {
		same := func(l line) bool {
			l.file, _, _ = strings.Cut(l.file, "?")
			return l.who == want.who && l.via == want.via && l.operation == want.operation && l.outcome == want.outcome && l.question == want.question && strings.HasPrefix(l.file, want.file) && (want.file != "") == (l.file != "")
		}
		if !slices.ContainsFunc(got, same) {
			t.Errorf("no %+v among\n%s", want, strings.Join(strings.Split(fmt.Sprintf("%+v", got), "} {"), "\n"))
		}
	}
	for _, l := range got {
		if l.operation == "me" || l.operation == "mcp" {
			t.Errorf("%+v is of no use", l)
		}
	}
	if n := slices.IndexFunc(got, func(l line) bool { return l.who == "" }); n >= 0 && slices.ContainsFunc(got[n+1:], func(l line) bool { return l.who == "" }) {
		t.Error("a request without any key is noted")
	}
	for _, token := range []string{ada, eve} {
		if status, text, _ := h.do(token, "GET", "/api/v1/audit", ""); status != 403 {
			t.Errorf("the trail is told to others: %d %s", status, text)
		}
	}
	check, err := h.service.Check(t.Context(), enginetest.All)
	if err != nil || len(check.Flaws) > 0 || check.Audit < len(got) {
		t.Errorf("%+v, %v", check, err)
	}
}

// TestTrailOfQuestions keeps as much of a question as it is told to.
func TestTrailOfQuestions(t *testing.T) {
	for keep, want := range map[string]string{service.AuditText: "snails", service.AuditHash: "question_sha256", service.AuditNone: "", service.AuditOff: ""} {
		h := open(t, files, administered)
		if err := h.service.Reconfigure(service.Options{Audit: func() (service.Auditing, error) { return service.Auditing{Questions: keep}, nil }}); err != nil {
			t.Fatal(err)
		}
		token := h.token("")
		h.do(token, "POST", "/api/v1/ask", `{"question": "Who won the race of the snails?"}`)
		_, text, _ := h.do(token, "GET", "/api/v1/audit?operation=ask", "")
		n := len(decode[api.Page[api.AuditEntry]](t, text).Items)
		if !strings.Contains(text, want) || strings.Contains(text, "snails") != (want == "snails") || strings.Contains(text, "question_sha256") != (want == "question_sha256") || n != 1 && keep != service.AuditOff || n != 0 && keep == service.AuditOff {
			t.Errorf("%s: %s", keep, text)
		}
	}
}

// TestNoTrail: where the trail cannot be written, nobody is given a key; questions are answered, and the metrics say that entries are lost.
func TestNoTrail(t *testing.T) {
	h := open(t, files, administered)
	token := h.token("")
	s := service.New(h.engine, service.Options{Audit: func() (service.Auditing, error) { return service.Auditing{}, errors.New("no room") }})
	base := &url.URL{Scheme: "http", Host: "spar.test"}
	broken := server.New(server.Options{Service: s, Base: base, Admin: true})
	do := func(method, path, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(method, "http://spar.test"+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		broken.ServeHTTP(w, r)
		return w
	}
	tokens, err := s.Tokens(t.Context(), spar.Principal{Operator: true})
	if err != nil {
		t.Fatal(err)
	}
	if w := do("POST", "/api/v1/tokens", `{}`); w.Code != 503 || !strings.Contains(w.Body.String(), "audit trail") || strings.Contains(w.Body.String(), "no room") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if now, err := s.Tokens(t.Context(), spar.Principal{Operator: true}); err != nil || len(now) != len(tokens) {
		t.Errorf("%d tokens, %v; before %d", len(now), err, len(tokens))
	}
	if w := do("POST", "/login", fmt.Sprintf(`{"token": %q}`, token)); w.Code != 503 || w.Header().Get("Set-Cookie") != "" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	if w := do("POST", "/api/v1/ask", leave); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		w := httptest.NewRecorder()
		broken.Debug().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/metrics", nil))
		if strings.Contains(w.Body.String(), "\nspar_audit_lost_total 5\n") {
			break
		}
		if time.Now().After(end) {
			_, rest, _ := strings.Cut(w.Body.String(), "\nspar_audit_lost_total")
			t.Fatal(rest[:20])
		}
	}
}

// TestTrailLater: what cannot be written now, because the disk is full, is written when it can be, in its order.
func TestTrailLater(t *testing.T) {
	h := open(t, files, administered)
	token := h.token("")
	s := service.New(h.engine, service.Options{Audit: func() (service.Auditing, error) {
		return service.Auditing{}, spar.Errorf(spar.Unavailable, "the disk is full")
	}})
	full := server.New(server.Options{Service: s, Base: &url.URL{Scheme: "http", Host: "spar.test"}, Admin: true})
	questions := []string{"How many days of leave are there?", "Who signs it?", "Where is it kept?"}
	for _, q := range questions {
		r := httptest.NewRequest("POST", "http://spar.test/api/v1/search", strings.NewReader(fmt.Sprintf(`{"question": %q}`, q)))
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		if full.ServeHTTP(w, r); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		time.Sleep(250 * time.Millisecond) // the entry is tried to be written meanwhile
	}
	if err := s.Reconfigure(service.Options{}); err != nil {
		t.Fatal(err)
	}
	owner, err := s.Process()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for end := time.Now().Add(2 * time.Minute); len(got) < len(questions) && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		got = nil
		for e, err := range s.Audit(t.Context(), owner, api.AuditQuery{Operation: "search", OldestFirst: true}) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, e.Question)
		}
	}
	if !slices.Equal(got, questions) {
		t.Errorf("in the trail are %q", got)
	}
	w := httptest.NewRecorder()
	full.Debug().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/metrics", nil))
	if !strings.Contains(w.Body.String(), "\nspar_audit_lost_total 0\n") {
		t.Error("entries are said to be lost")
	}
}
