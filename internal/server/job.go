package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/http"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"go.opentelemetry.io/otel/trace"
)

// A job is an answer that is made whether somebody follows its events or not, so that a page can be loaded again and a telephone may
// sleep. It ends by itself, when its owner stops it, at its deadline, or with the server. Its turn of a conversation stays; its events
// were made with the rights of when it was asked, so they go soon after its end.
type job struct {
	id, owner string
	question  api.Question
	asked     time.Time
	cancel    context.CancelFunc

	mu      sync.Mutex
	state   api.JobState
	stopped bool // by its owner
	events  []jobEvent
	last    int           // number of the last event
	thread  string        // that its turn is kept in, once that is known
	best    *api.Answer   // so far
	more    chan struct{} // closed when an event comes
}

// linger is how long a job stays available after its end, for a client that reconnects.
const linger = time.Minute

// A jobEvent has its place among the events of a job, from 1. An event that a later one replaced leaves a gap.
type jobEvent struct {
	n     int
	at    time.Time
	event api.AnswerEvent
}

// shows reports whether an event has text of files.
func (e jobEvent) shows() bool {
	return len(e.event.Hits) > 0 || e.event.Text != "" || e.event.Answer != nil
}

// add takes an event, with which a state begins.
func (j *job) add(e api.AnswerEvent, state api.JobState) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.last++
	if n := len(j.events); n > 0 && e.Stage == api.StageReading && j.events[n-1].event.Stage == api.StageReading {
		j.events = j.events[:n-1] // nobody needs old progress
	}
	j.events = append(j.events, jobEvent{j.last, time.Now(), e})
	if e.Answer != nil {
		j.best = e.Answer
		j.thread = cmp.Or(e.Answer.Thread, j.thread)
	}
	j.thread = cmp.Or(e.Thread, j.thread)
	j.state = state
	close(j.more)
	j.more = make(chan struct{})
}

// follow yields the events after a number, and later ones, until the job ends.
func (j *job) follow(ctx context.Context, after int) iter.Seq[jobEvent] {
	return func(yield func(jobEvent) bool) {
		for {
			j.mu.Lock()
			i, _ := slices.BinarySearchFunc(j.events, after+1, func(e jobEvent, n int) int { return e.n - n })
			news, more, running := slices.Clone(j.events[i:]), j.more, j.state == api.JobRunning
			j.mu.Unlock()
			for _, e := range news {
				if after = e.n; !yield(e) {
					return
				}
			}
			if !running {
				return
			}
			select {
			case <-more:
			case <-ctx.Done():
				return
			}
		}
	}
}

// stop ends a job. The best answer so far becomes its answer.
func (j *job) stop() {
	j.mu.Lock()
	j.stopped = true
	j.mu.Unlock()
	j.cancel()
}

// rests gives the last answer of a job and the hits that were shown before it: they name the files whose text its events have.
func (j *job) rests() (best *api.Answer, hits []api.Hit) {
	j.mu.Lock()
	defer j.mu.Unlock()
	for _, e := range j.events {
		hits = append(hits, e.event.Hits...)
	}
	return j.best, hits
}

// shown reports whether the owner of a job may still see its results.
func (s *Server) shown(c *call, j *job) (bool, error) {
	best, hits := j.rests()
	return s.o.Service.MayStillSee(c.r.Context(), c.who, best, hits)
}

// told returns the state of a job for its owner.
func (j *job) told() api.AnswerJob {
	j.mu.Lock()
	defer j.mu.Unlock()
	return api.AnswerJob{
		Schema: api.AnswerJobSchema, ID: j.id, State: j.state, Asked: j.asked, Question: j.question.Question,
		Workspace: j.question.Workspace, Scope: j.question.Scope, Thread: cmp.Or(j.thread, j.question.Thread), Events: j.last, Answer: j.best,
	}
}

// jobs has the jobs of a server.
type jobs struct {
	mu      sync.Mutex
	byID    map[string]*job
	running sync.WaitGroup
	ctx     context.Context // of all jobs, which outlive their requests
	end     context.CancelFunc
}

func newJobs() *jobs {
	ctx, end := context.WithCancel(context.Background())
	return &jobs{byID: map[string]*job{}, ctx: ctx, end: end}
}

// drain waits for the jobs until ctx ends, and then ends the rest.
func (all *jobs) drain(ctx context.Context) {
	done := make(chan struct{})
	go func() { all.running.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
	all.end()
	<-done
}

// of gives a job of somebody; to others it does not exist.
func (all *jobs) of(who spar.Principal, id string) (*job, error) {
	all.mu.Lock()
	defer all.mu.Unlock()
	if j, ok := all.byID[id]; ok && j.owner == who.Owner() {
		return j, nil
	}
	return nil, spar.Errorf(spar.NotFound, "no answer %q is being made for you; one that was made is in its thread", id).Try(spar.Remedy{Do: spar.ListThreads})
}

// list gives the jobs of somebody, the last one first.
func (all *jobs) list(who spar.Principal) []api.AnswerJob {
	all.mu.Lock()
	defer all.mu.Unlock()
	var list []api.AnswerJob
	for j := range maps.Values(all.byID) {
		if j.owner == who.Owner() {
			told := j.told()
			told.Answer = nil
			list = append(list, told)
		}
	}
	slices.SortFunc(list, func(a, b api.AnswerJob) int { return b.Asked.Compare(a.Asked) })
	return list
}

// startJob begins to answer a question.
func (s *Server) startJob(c *call) error {
	q, err := input[api.Question](c)
	if err != nil {
		return err
	}
	leave, err := s.enter(c.r.Context(), c.who, waitForSearch)
	if err != nil {
		return err
	}
	id := make([]byte, 16)
	rand.Read(id) // it never fails
	ctx, cancel := context.WithTimeout(s.jobs.ctx, s.o.Deadline)
	j := &job{id: hex.EncodeToString(id), owner: c.who.Owner(), question: q, asked: time.Now().UTC(), cancel: cancel, state: api.JobRunning, more: make(chan struct{})}
	s.jobs.mu.Lock()
	s.jobs.byID[j.id] = j
	s.jobs.mu.Unlock()
	of := inquiryOf(c.r)
	in := &inquiry{id: of.id, operation: "endAnswer", who: of.who, begin: time.Now(), metrics: s.metrics, entry: api.AuditEntry{Via: of.entry.Via, Key: of.entry.Key}}
	ctx, span := s.tracer.Start(ctx, in.operation, trace.WithLinks(trace.LinkFromContext(c.r.Context())))
	r := c.r.WithContext(context.WithValue(ctx, inquiryKey{}, in))
	s.jobs.running.Go(func() {
		defer cancel()
		defer leave()
		defer func() { in.tell(span, r.Method, http.StatusOK) }()
		s.runJob(j, &call{op: c.op, r: r, who: c.who})
		s.audit(in, http.StatusOK)
		time.AfterFunc(linger, func() {
			s.jobs.mu.Lock()
			delete(s.jobs.byID, j.id)
			s.jobs.mu.Unlock()
		})
	})
	writeJSON(c.w, c.r, c.op.status, j.told())
	return nil
}

// runJob makes the answer of a job. A fault of SPAR ends this answer and not the server.
func (s *Server) runJob(j *job, c *call) {
	ctx := c.r.Context()
	defer s.survive(c.r, func(err error) {
		j.add(answerStages.fault(s.faultOf(c.r, err).of(c.r)).(api.AnswerEvent), api.JobFailed)
	})
	computing, end, err := s.compute(ctx, c.who)
	if err == nil {
		ctx = computing
		defer end()
	} // else the question says so
	for e, err := range question(ctx, s.o.Service, c.who, j.question, true, s.o.Service.Ask) {
		switch {
		case err == nil && e.Stage == api.StageFinal:
			state := api.JobDone
			if ctx.Err() != nil { // it is the best so far
				state = api.JobStopped
			}
			j.add(e, state)
			return
		case err == nil:
			j.add(e, api.JobRunning)
			continue
		case ctx.Err() == nil:
			j.add(answerStages.fault(s.faultOf(c.r, err).of(c.r)).(api.AnswerEvent), api.JobFailed)
			return
		}
		break
	}
	j.mu.Lock()
	best, stopped := j.best, j.stopped
	j.mu.Unlock()
	if best != nil { // the conversation has it, too
		j.add(api.AnswerEvent{Schema: api.AnswerEventSchema, Stage: api.StageFinal, Answer: best}, api.JobStopped)
		return
	}
	why, request := "the server ends: ask again when it is back", inquiryOf(c.r).id
	switch {
	case stopped:
		why, request = "The answer was stopped before anything was found.", ""
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		why = "the answer took longer than this server lets one take: ask of a smaller scope, or give a budget"
	}
	j.add(api.AnswerEvent{Schema: api.AnswerEventSchema, Stage: api.StageError, Fault: &api.Fault{Code: spar.Unavailable, Message: why}, Request: request}, api.JobStopped)
}

// survive is deferred in work that no request waits for. It logs a panic and reports it as an error.
func (s *Server) survive(r *http.Request, tell func(error)) {
	if fault := recover(); fault != nil {
		s.panicked(inquiryOf(r), fault)
		tell(errFault())
	}
}

// panicked logs a panic. Its text may name files, so it goes to a log that may name them.
func (s *Server) panicked(in *inquiry, fault any) {
	s.o.Log.Error("a request made SPAR panic", "request", in.id, "operation", in.operation, "fault", fmt.Sprintf("%T", fault), "stack", string(debug.Stack()))
	s.o.Log.Debug("what it said", "request", in.id, "fault", fault)
}

// errFault is the error that a client gets after a panic.
func errFault() error {
	return problem(http.StatusInternalServerError, string(spar.Internal), "SPAR has a fault; the log says more under the number of this request")
}

// An identified is a thing by its ID.
type identified struct {
	ID string `json:"id"`
}

// A following is of the events of a job.
type following struct {
	ID    string `json:"id"`
	After int    `json:"after,omitempty"` // the number of the last event that is known
}

var answers = []operation{
	{id: "startAnswer", method: http.MethodPost, path: "/answers", needs: spar.CanRead, status: http.StatusAccepted,
		tells: "begin to answer a question, whether somebody follows or not", in: reflect.TypeFor[api.Question](), out: reflect.TypeFor[api.AnswerJob](), serve: (*Server).startJob},
	{id: "answers", method: http.MethodGet, path: "/answers", needs: spar.CanRead, list: true,
		tells: "your answers that are being made, or were made in the last minute", in: reflect.TypeFor[nothing](), out: reflect.TypeFor[api.AnswerJob](),
		serve: func(s *Server, c *call) error { return list(s, c, listed(s.jobs.list(c.who), nil)) }},
	{id: "answer", method: http.MethodGet, path: "/answers/{id}", needs: spar.CanRead,
		tells: "how far an answer is, with the best one so far", in: reflect.TypeFor[identified](), out: reflect.TypeFor[api.AnswerJob](),
		serve: func(s *Server, c *call) error { return s.ofJob(c, func(*job) {}) }},
	{id: "answerEvents", method: http.MethodGet, path: "/answers/{id}/events", needs: spar.CanRead,
		tells: "the events of an answer from its beginning, or after the one that Last-Event-ID names", in: reflect.TypeFor[following](),
		out: reflect.TypeFor[api.AnswerEvent](), event: reflect.TypeFor[api.AnswerEvent](), serve: (*Server).followJob},
	{id: "stopAnswer", method: http.MethodDelete, path: "/answers/{id}", needs: spar.CanRead,
		tells: "stop an answer; the best one so far stays", in: reflect.TypeFor[identified](), out: reflect.TypeFor[api.AnswerJob](),
		serve: func(s *Server, c *call) error { return s.ofJob(c, (*job).stop) }},
}

// ofJob does something with a job and replies with its state.
func (s *Server) ofJob(c *call, do func(*job)) error {
	in, err := input[identified](c)
	if err != nil {
		return err
	}
	j, err := s.jobs.of(c.who, in.ID)
	if err != nil {
		return err
	}
	do(j)
	told := j.told()
	shown, err := s.shown(c, j)
	if err != nil {
		return err
	}
	if !shown {
		told.Answer, told.Withheld = nil, true
	}
	writeJSON(c.w, c.r, http.StatusOK, told)
	return nil
}

// followJob sends the events of a job after the one that Last-Event-ID or the parameter names.
func (s *Server) followJob(c *call) error {
	in, err := input[following](c)
	if err != nil {
		return err
	}
	j, err := s.jobs.of(c.who, in.ID)
	if err != nil {
		return err
	}
	after := in.After
	if id := c.r.Header.Get("Last-Event-ID"); id != "" {
		if after, err = strconv.Atoi(id); err != nil {
			return spar.Errorf(spar.Invalid, "the header Last-Event-ID is %q and must be the number of an event", id)
		}
	}
	f := formOf(c.r)
	if f == whole {
		f = lines
	}
	out := s.send(c.r.Context(), c.w, f)
	defer out.stop()
	var looked time.Time
	for e := range j.follow(c.r.Context(), after) {
		// The rights for a fresh event were checked when it was made.
		if now := time.Now(); e.shows() && now.Sub(e.at) > fresh && now.Sub(looked) > fresh {
			shown, err := s.shown(c, j)
			if err == nil && !shown {
				err = service.Withheld()
			}
			if err != nil {
				e.event = answerStages.fault(s.faultOf(c.r, err).of(c.r)).(api.AnswerEvent)
			}
			looked = now
		}
		out.n = e.n - 1
		if out.piece(e.event.Stage, e.event) != nil || e.event.Stage == api.StageError {
			return nil // the client is gone, or there are no more events
		}
	}
	return nil
}

// fresh is how long a check of rights holds.
const fresh = 100 * time.Millisecond
