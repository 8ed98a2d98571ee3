package server_test

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/server"
)

// work is how some long work is told to be; the zero Work if it is not.
func (h *house) work(token, id string) api.Work {
	h.t.Helper()
	_, text, _ := h.do(token, "GET", "/api/v1/work", "")
	for _, w := range decode[api.Page[api.Work]](h.t, text).Items {
		if w.ID == id {
			return w
		}
	}
	return api.Work{}
}

// until waits for a state of long work.
func (h *house) until(token, id string, is func(api.Work) bool) (w api.Work) {
	h.t.Helper()
	for begin := time.Now(); time.Since(begin) < 2*time.Minute; time.Sleep(20 * time.Millisecond) {
		if w = h.work(token, id); is(w) {
			return w
		}
	}
	h.t.Fatalf("it stays %+v", w)
	return w
}

// TestWork: long work is paused where it is and goes on from there, and only who keeps shares sees it.
func TestWork(t *testing.T) {
	many := map[string]string{}
	for i := range 12 {
		many[fmt.Sprintf("note-%d.md", i)] = fmt.Sprintf("# Note %d\n\nThe lamp %d is lit at dusk.\n", i, i)
	}
	h := open(t, many, administered)
	token, eve := h.token(""), h.token("eve")
	if status, text, _ := h.do(token, "POST", "/api/v1/shares/limits", `{"share": "docs", "opens": "8"}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if status, text, _ := h.do(token, "POST", "/api/v1/reread", `{"scope": "path:**"}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	start := func(body string) (int, string) {
		status, text, _ := h.do(token, "POST", "/api/v1/work", body)
		return status, text
	}
	for _, wrong := range []string{`{"kind": "dig"}`, `{"kind": "read", "scope": "type:"}`, `{"kind": "scan"}`} {
		if status, text := start(wrong); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", wrong, status, text)
		}
	}
	status, text := start(`{"kind": "read"}`)
	begun := decode[api.Work](t, text)
	if status != http.StatusAccepted || begun.State != api.JobRunning || !begun.Pauses {
		t.Fatalf("%d %s", status, text)
	}
	if _, text := start(`{"kind": "read"}`); decode[api.Work](t, text).ID != begun.ID {
		t.Errorf("the same work runs twice: %s", text)
	}
	h.until(token, begun.ID, func(w api.Work) bool { return w.Done > 0 && w.Total == len(many) })
	at := "/api/v1/work/" + begun.ID
	_, text, _ = h.do(token, "POST", at+"/pause", `{}`)
	paused := decode[api.Work](t, text)
	if paused.State != api.JobPaused || paused.Ended != nil || paused.Rate != 0 {
		t.Fatalf("%s", text)
	}
	if paused.Done == 0 || paused.Done >= len(many) {
		t.Errorf("%d of %d were read when it was paused", paused.Done, len(many))
	}
	if status, _, _ := h.do(eve, "POST", at+"/resume", `{}`); status != http.StatusForbidden {
		t.Errorf("a reader resumes: %d", status)
	}
	if status, text, _ := h.do(token, "POST", at+"/resume", `{}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	done := h.until(token, begun.ID, func(w api.Work) bool { return w.Ended != nil })
	if done.State != api.JobDone || done.Done != len(many) || done.Total != len(many) {
		t.Errorf("%+v", done)
	}
	if status, _, _ := h.do(token, "POST", at+"/resume", `{}`); status != http.StatusConflict {
		t.Errorf("what has ended is resumed: %d", status)
	}
	if status, text, _ := h.do(eve, "GET", "/api/v1/work", ""); status != http.StatusForbidden {
		t.Errorf("a reader sees it: %d %s", status, text)
	}
	var ends []string
	for _, e := range h.traced() {
		if e.Operation == "endWork" {
			ends = append(ends, e.Outcome)
		}
	}
	if fmt.Sprint(ends) != "[paused done]" {
		t.Errorf("the trail has %q", ends)
	}
}

// TestPausedScan: a scan is paused and goes on, and what it found stays.
func TestPausedScan(t *testing.T) {
	h := open(t, files, administered)
	token := h.token("")
	if status, text, _ := h.do(token, "POST", "/api/v1/shares/limits", `{"share": "docs", "names": "2"}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if status, text, _ := h.do(token, "POST", "/api/v1/scans", `{"share": "docs"}`); status != http.StatusAccepted {
		t.Fatalf("%d %s", status, text)
	}
	if status, text, _ := h.do(token, "POST", "/api/v1/work/scan:docs/pause", `{}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	h.until(token, "scan:docs", func(w api.Work) bool { return w.State == api.JobPaused })
	h.do(token, "POST", "/api/v1/shares/limits", `{"share": "docs", "names": "0"}`)
	if status, text, _ := h.do(token, "POST", "/api/v1/work/scan:docs/resume", `{}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if w := h.until(token, "scan:docs", func(w api.Work) bool { return w.State != api.JobRunning }); w.State != api.JobDone || w.Done == 0 {
		t.Errorf("%+v", w)
	}
}

// TestToldWork: another process says what a server does, until that has ended.
func TestToldWork(t *testing.T) {
	h := open(t, files, administered)
	for _, list := range [][]api.Work{{{Schema: api.WorkSchema, ID: "x", Kind: api.WorkRead, State: api.JobRunning, Done: 3}}, nil} {
		if err := h.service.TellWork(list); err != nil {
			t.Fatal(err)
		}
		s, err := h.service.Status(t.Context(), enginetest.All)
		if err != nil || len(s.Work) != len(list) || len(list) > 0 && s.Work[0].Done != 3 {
			t.Errorf("%+v, %v", s.Work, err)
		}
	}
}

// TestLeftWork: what a server leaves undone when it ends, the next one tells as interrupted and goes on with.
func TestLeftWork(t *testing.T) {
	many := map[string]string{}
	for i := range 12 {
		many[fmt.Sprintf("note-%d.md", i)] = fmt.Sprintf("# Note %d\n\nThe lamp %d is lit at dusk.\n", i, i)
	}
	h := open(t, many, administered)
	token := h.token("")
	h.do(token, "POST", "/api/v1/shares/limits", `{"share": "docs", "opens": "8"}`)
	h.do(token, "POST", "/api/v1/reread", `{"scope": "path:**"}`)
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	served := make(chan error, 1)
	go func() { served <- h.server.Serve(ctx, on, nil) }()
	_, text, _ := h.do(token, "POST", "/api/v1/work", `{"kind": "read", "scope": "type:markdown"}`)
	begun := decode[api.Work](t, text)
	h.until(token, begun.ID, func(w api.Work) bool { return w.Done > 0 })
	stop()
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	base, err := url.Parse(h.URL)
	if err != nil {
		t.Fatal(err)
	}
	h.server = server.New(server.Options{Service: h.service, Base: base})
	h.Config.Handler = h.server
	left := h.work(token, begun.ID)
	if left.State != api.JobInterrupted || left.Done == 0 || left.Ended != nil || left.Scope != "type:markdown" {
		t.Fatalf("the next server tells %+v", left)
	}
	h.do(token, "POST", "/api/v1/shares/limits", `{"share": "docs", "opens": "0"}`)
	if status, text, _ := h.do(token, "POST", "/api/v1/work/"+begun.ID+"/resume", `{}`); status != http.StatusOK {
		t.Fatalf("%d %s", status, text)
	}
	if w := h.until(token, begun.ID, func(w api.Work) bool { return w.Ended != nil }); w.State != api.JobDone || w.Done != len(many) {
		t.Errorf("%+v", w)
	}
}

// TestCountedShares: the list of shares has the states of their files for who asks for them.
func TestCountedShares(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	for query, counted := range map[string]bool{"": false, "?states=true": true} {
		_, text, _ := h.do(token, "GET", "/api/v1/shares"+query, "")
		list := decode[api.Page[api.Share]](t, text).Items
		_, text, _ = h.do(token, "GET", "/api/v1/shares/docs", "")
		one := decode[api.Share](t, text)
		if len(list) != 1 || (list[0].States != nil) != counted || counted && fmt.Sprint(list[0].States) != fmt.Sprint(one.States) {
			t.Errorf("%q: %+v, and alone %+v", query, list, one.States)
		}
	}
}
