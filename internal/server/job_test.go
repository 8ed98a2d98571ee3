package server_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// slowModel opens a house whose model writes a word and then nothing until it is let go on.
func slowModel(t *testing.T, set func(*server.Options)) (h *house, goOn func()) {
	t.Helper()
	free := make(chan struct{})
	model := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		say := func(text string) {
			fmt.Fprintf(w, "data: {\"choices\": [{\"delta\": {\"content\": %q}}]}\n\n", text)
			w.(http.Flusher).Flush()
		}
		say("Employees get ")
		select {
		case <-free:
			say("26 days of paid leave a year [1].")
			fmt.Fprint(w, "data: [DONE]\n\n")
		case <-r.Context().Done():
		}
	}))
	t.Cleanup(model.Close)
	client, err := llm.New(llm.Options{URL: model.URL, Model: "slow"})
	if err != nil {
		t.Fatal(err)
	}
	h = openWith(t, files, func() (service.Settings, error) {
		return service.Settings{Model: func() (*llm.Client, error) { return client, nil }}, nil
	}, set)
	return h, func() { close(free) }
}

// follow reads the events of a job until an event of a stage, or to the end. It gives their numbers and stages, and the last one.
func (h *house) follow(token, id string, after int, until string) (numbers []int, stages []string, last api.AnswerEvent) {
	h.t.Helper()
	r, err := http.NewRequestWithContext(h.t.Context(), "GET", h.URL+"/api/v1/answers/"+id+"/events", nil)
	if err != nil {
		h.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", "text/event-stream")
	if after > 0 {
		r.Header.Set("Last-Event-ID", strconv.Itoa(after))
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer reply.Body.Close()
	s := bufio.NewScanner(reply.Body)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if text, ok := strings.CutPrefix(s.Text(), "id: "); ok {
			n, err := strconv.Atoi(text)
			if err != nil {
				h.t.Fatal(err)
			}
			numbers = append(numbers, n)
		}
		if text, ok := strings.CutPrefix(s.Text(), "data: "); ok {
			last = decode[api.AnswerEvent](h.t, text)
			if stages = append(stages, last.Stage); last.Stage == until {
				return numbers, stages, last
			}
		}
	}
	return numbers, stages, last
}

func (h *house) start(token, body string) api.AnswerJob {
	h.t.Helper()
	status, text, _ := h.do(token, "POST", "/api/v1/answers", body)
	if status != http.StatusAccepted {
		h.t.Fatalf("%d %s", status, text)
	}
	return decode[api.AnswerJob](h.t, text)
}

// TestJob: who goes away and comes back, even twice, has seen each event once; others see nothing of it.
func TestJob(t *testing.T) {
	h, goOn := slowModel(t, nil)
	token, eve := h.token(""), h.token("eve")
	j := h.start(token, leave)
	if j.State != api.JobRunning || j.ID == "" {
		t.Fatalf("%+v", j)
	}
	numbers, stages, _ := h.follow(token, j.ID, 0, api.StageDraft)
	for _, c := range []struct{ method, path string }{{"GET", ""}, {"GET", "/events"}, {"DELETE", ""}} {
		if status, text, _ := h.do(eve, c.method, "/api/v1/answers/"+j.ID+c.path, ""); status != 404 {
			t.Errorf("eve, %s %s: %d %s", c.method, c.path, status, text)
		}
	}
	if _, text, _ := h.do(eve, "GET", "/api/v1/answers", ""); strings.Contains(text, j.ID) {
		t.Errorf("eve is told of %s", text)
	}
	if _, text, _ := h.do(token, "GET", "/api/v1/answers", ""); !strings.Contains(text, j.ID) || !strings.Contains(text, `"running"`) {
		t.Errorf("the list: %s", text)
	}
	_, text, _ := h.do(token, "GET", "/api/v1/answers/"+j.ID, "")
	kept := decode[api.AnswerJob](t, text).Thread
	if kept == "" || kept == api.NewThread { // where it is found again is known before there is an answer
		t.Errorf("the answer is kept in %q: %s", kept, text)
	}
	goOn()
	more, laterStages, last := h.follow(token, j.ID, numbers[len(numbers)-1], "")
	numbers, stages = append(numbers, more...), append(stages, laterStages...)
	for i := range numbers[1:] {
		if numbers[i+1] <= numbers[i] {
			t.Errorf("events come as %v", numbers)
		}
	}
	if last.Stage != api.StageFinal || strings.Count(strings.Join(stages, " "), api.StageFinal) != 1 || !strings.Contains(last.Answer.Answer, "26 days") {
		t.Errorf("%v, %+v", stages, last)
	}
	again, _, _ := h.follow(token, j.ID, 0, "")
	for _, n := range again { // how far the reading was may have been seen in parts alone
		if !slices.Contains(numbers, n) {
			t.Errorf("whole they are %v, and in parts %v", again, numbers)
		}
	}
	if last.Answer.Thread != kept {
		t.Errorf("it was told to be kept in %q and is in %q", kept, last.Answer.Thread)
	}
	status, text, _ := h.do(token, "GET", "/api/v1/answers/"+j.ID, "")
	if done := decode[api.AnswerJob](t, text); status != 200 || done.State != api.JobDone || done.Answer == nil || done.Answer.Thread != last.Answer.Thread {
		t.Errorf("%d %s", status, text)
	}
	if status, text, _ := h.do(token, "GET", "/api/v1/answers/"+j.ID+"/events", "", "Last-Event-ID", "x"); status != 400 || !strings.Contains(text, "Last-Event-ID") {
		t.Errorf("%d %s", status, text)
	}
}

// TestJobStops: by its owner and at its deadline; what there is of it is its answer, and another question can be asked.
func TestJobStops(t *testing.T) {
	ended := func(h *house, token string, j api.AnswerJob) {
		t.Helper()
		_, stages, last := h.follow(token, j.ID, 0, "")
		if last.Stage != api.StageFinal || !strings.Contains(last.Answer.Answer, "26 days") || len(last.Answer.Notes) == 0 || strings.Contains(last.Answer.Notes[0], "context") {
			t.Errorf("%v, %+v", stages, last)
		}
		if _, text, _ := h.do(token, "GET", "/api/v1/answers/"+j.ID, ""); decode[api.AnswerJob](t, text).State != api.JobStopped {
			t.Error(text)
		}
	}
	h, _ := slowModel(t, func(o *server.Options) { o.Limits.Answers = 1 })
	token := h.token("")
	j := h.start(token, leave)
	h.follow(token, j.ID, 0, api.StageDraft)
	if status, text, header := h.do(token, "POST", "/api/v1/answers", leave); status != 429 || header.Get("Retry-After") == "" {
		t.Errorf("a second one: %d %s", status, text)
	}
	if status, text, _ := h.do(token, "DELETE", "/api/v1/answers/"+j.ID, ""); status != 200 {
		t.Errorf("%d %s", status, text)
	}
	ended(h, token, j)
	for range 100 { // its place is given back a moment after its last event
		status, text, _ := h.do(token, "POST", "/api/v1/answers", leave)
		if status == http.StatusAccepted {
			h.do(token, "DELETE", "/api/v1/answers/"+decode[api.AnswerJob](t, text).ID, "")
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if status, text, _ := h.do(token, "GET", "/api/v1/threads", ""); status != 200 || !strings.Contains(text, `"questions":1`) {
		t.Errorf("what is kept: %d %s", status, text)
	}

	h, _ = slowModel(t, func(o *server.Options) { o.Deadline = 2 * time.Second })
	token = h.token("")
	ended(h, token, h.start(token, leave))
}

// TestOnce: a request that makes something and comes twice is done once.
func TestOnce(t *testing.T) {
	h := open(t, files, nil)
	token, kim := h.token(""), h.token("kim")
	post := func(token, body, key string) (int, string, http.Header) {
		return h.do(token, "POST", "/api/v1/scopes", body, "Idempotency-Key", key)
	}
	status, first, _ := post(token, `{"name": "a", "text": "type:md"}`, "k1")
	if status != 200 {
		t.Fatalf("%d %s", status, first)
	}
	if status, text, _ := h.do(token, "DELETE", "/api/v1/scopes/a", ""); status != 200 {
		t.Fatalf("%d %s", status, text)
	}
	if status, text, header := post(token, `{"name": "a", "text": "type:md"}`, "k1"); status != 200 || text != first || header.Get("Idempotency-Replayed") != "true" || header.Get("Content-Type") != "application/json" {
		t.Errorf("again: %d %s %v", status, text, header)
	}
	if status, text, _ := h.do(token, "GET", "/api/v1/scopes/a", ""); status != 404 {
		t.Errorf("it was done twice: %d %s", status, text)
	}
	if status, text, _ := post(token, `{"name": "b", "text": "type:md"}`, "k1"); status != 422 || !strings.Contains(text, "another body") {
		t.Errorf("another body: %d %s", status, text)
	}
	if status, text, header := post(kim, `{"name": "a", "text": "type:md"}`, "k1"); status != 200 || header.Get("Idempotency-Replayed") != "" {
		t.Errorf("somebody else's key: %d %s", status, text)
	}
	for range 2 { // what failed is tried again
		if status, text, header := post(token, `{"name": "a", "text": "type:"}`, "k2"); status != 400 || header.Get("Idempotency-Replayed") != "" {
			t.Errorf("a fault: %d %s", status, text)
		}
	}
	if status, text, _ := post(token, `{}`, strings.Repeat("k", 256)); status != 400 {
		t.Errorf("a long key: %d %s", status, text)
	}
	var jobs []string
	for range 2 {
		_, text, _ := h.do(token, "POST", "/api/v1/answers", leave, "Idempotency-Key", "k3")
		var j api.AnswerJob
		if err := json.Unmarshal([]byte(text), &j); err != nil {
			t.Fatal(err)
		}
		jobs = append(jobs, j.ID)
	}
	if jobs[0] != jobs[1] {
		t.Errorf("two jobs: %v", jobs)
	}
}

// A fault of SPAR in the middle of an answer fails this answer, and the server goes on. Whether somebody waits for it or not.
func TestJobPanics(t *testing.T) {
	h := openWith(t, files, func() (service.Settings, error) {
		return service.Settings{Model: func() (*llm.Client, error) { panic("a fault for the test") }}, nil
	}, nil)
	token := h.token("")
	_, stages, last := h.follow(token, h.start(token, leave).ID, 0, "")
	if last.Stage != api.StageError || last.Fault == nil || last.Fault.Code != spar.Internal || strings.Contains(last.Fault.Message, "for the test") {
		t.Errorf("a panic came as %v: %+v", stages, last)
	}
	if status, text, _ := h.do(token, "POST", "/api/v1/ask", leave); status != http.StatusInternalServerError || strings.Contains(text, "for the test") {
		t.Errorf("%d %s", status, text)
	}
	if status, text, _ := h.do(token, "GET", "/api/v1/shares", ""); status != http.StatusOK {
		t.Errorf("behind it: %d %s", status, text)
	}
}

// TestJobWithheld closes a file after an answer was made of it: whoever had it made is not shown its text again.
func TestJobWithheld(t *testing.T) {
	h := open(t, files, nil)
	eve := h.token("eve")
	leaveFile := filepath.Join(h.folder, "policies", "leave.md")
	j := h.start(eve, leave)
	if _, _, last := h.follow(eve, j.ID, 0, ""); last.Stage != api.StageFinal || !strings.Contains(last.Answer.Answer, "26 days") {
		t.Fatalf("%+v", last)
	}
	told := func(when string, want bool) {
		t.Helper()
		status, text, _ := h.do(eve, "GET", "/api/v1/answers/"+j.ID, "")
		if got := decode[api.AnswerJob](t, text); status != 200 || got.Withheld == want || strings.Contains(text, "26 days") != want {
			t.Errorf("%s, the answer: %d %s", when, status, text)
		}
		status, text, _ = h.do(eve, "GET", "/api/v1/answers/"+j.ID+"/events", "")
		if status != 200 || strings.Contains(text, "26 days") != want || strings.Contains(text, "withheld") == want {
			t.Errorf("%s, its events: %d %s", when, status, text)
		}
		if _, text, _ := h.do(eve, "GET", "/api/v1/answers", ""); strings.Contains(text, "26 days") {
			t.Errorf("%s, the list: %s", when, text)
		}
	}
	told("as it was", true)
	time.Sleep(200 * time.Millisecond) // what was seen of the file just now holds for a moment
	if err := os.Chmod(leaveFile, 0o600); err != nil {
		t.Fatal(err)
	}
	told("closed", false)
	if err := os.Remove(leaveFile); err != nil {
		t.Fatal(err)
	}
	told("deleted", false)
}
