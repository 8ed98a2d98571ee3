package server_test

import (
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
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
	for begin := time.Now(); time.Since(begin) < 30*time.Second; time.Sleep(20 * time.Millisecond) {
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
