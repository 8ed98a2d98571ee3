package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A work is long work that continues whether or not somebody waits for it. It ends by itself, when an operator stops it, or with the
// server. What it did stays, so that it goes on from there after a pause.
type work struct {
	mu     sync.Mutex
	told   api.Work
	owners []string // of who began it
	at     service.WorkAt
	from   int          // how much was done when it began, or went on
	since  time.Time    // when that was
	wanted api.JobState // what it becomes when it is held up: paused or stopped
	cancel context.CancelFunc
	ended  chan struct{} // closed when it does not run any more
}

// works has the long work of a server, in the order of its begin.
type works struct {
	mu   sync.Mutex
	list []*work
	kept []service.LeftWork // as it was written last
}

// tellEach is the time between two reports for other processes.
const tellEach = 2 * time.Second

// scanID begins the IDs of scans among the long work.
const scanID = "scan:"

// now says how far the work is, how fast it goes, and how long the rest takes.
func (w *work) now() api.Work {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.told
	out.Done, out.Total = w.at.Done, max(w.at.Total, 0)
	if out.State == api.JobRunning {
		paced(&out, out.Done-w.from, w.since)
	}
	return out
}

// paced adds the rate and the rest of work of which some was done since a time.
func paced(w *api.Work, done int, since time.Time) {
	if took := time.Since(since).Seconds(); done > 0 && took > 0 {
		w.Rate = float64(done) / took
	}
	if w.Rate > 0 && w.Total > w.Done {
		w.Rest = float64(w.Total-w.Done) / w.Rate
	}
}

// take stores how far the work is.
func (w *work) take(at service.WorkAt) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = at
}

// nowFor is now, without the scope that somebody else typed: it may have words of files that who looks may not know of.
func (w *work) nowFor(who spar.Principal) api.Work {
	out := w.now()
	if !who.Oversees() && !slices.Equal(who.Owners(), w.owners) {
		out.Scope = ""
	}
	return out
}

// linger has work that has ended forgotten after a while.
func (w *work) linger(s *Server) {
	time.AfterFunc(scanLingers, func() {
		s.works.mu.Lock()
		defer s.works.mu.Unlock()
		s.works.list = slices.DeleteFunc(s.works.list, func(one *work) bool { return one == w })
	})
}

// hold ends the work for now or for good, and waits until it rests.
func (w *work) hold(ctx context.Context, s *Server, state api.JobState) {
	w.mu.Lock()
	if rests(w.told.State) && state == api.JobStopped {
		ended := time.Now().UTC()
		w.told.State, w.told.Ended = state, &ended
		w.linger(s)
	}
	w.wanted = state
	ended := w.ended
	w.mu.Unlock()
	w.cancel()
	select {
	case <-ended:
	case <-ctx.Done():
	}
}

// rests reports whether work of a state waits until somebody resumes it.
func rests(state api.JobState) bool { return state == api.JobPaused || state == api.JobInterrupted }

// newWork returns work that begins now.
func newWork(kind string) *work {
	id := make([]byte, 16)
	rand.Read(id) // it never fails
	return &work{told: api.Work{Schema: api.WorkSchema, ID: hex.EncodeToString(id), Kind: kind, Begun: time.Now().UTC()}}
}

// startWork begins long work, or replies with the same work that is under way.
func startWork(s *Server, c *call) error {
	in, err := input[api.NewWork](c)
	if err == nil {
		err = s.o.Service.Work(c.r.Context(), c.who, in, service.WorkAt{}, nil)
	}
	if err != nil {
		return err
	}
	s.works.mu.Lock()
	defer s.works.mu.Unlock()
	for _, w := range s.works.list {
		if now := w.now(); now.Kind == in.Kind && now.Scope == in.Scope && now.Ended == nil {
			writeJSON(c.w, c.r, c.op.status, now) // they typed that scope, too
			return nil
		}
	}
	w := newWork(in.Kind)
	w.told.Scope, w.told.Pauses, w.owners = in.Scope, true, c.who.Owners()
	s.works.list = append(s.works.list, w)
	goOn(s, c, w)
	writeJSON(c.w, c.r, c.op.status, w.now())
	return nil
}

// goOn does work from where it is, for who asked for that now.
func goOn(s *Server, c *call, w *work) {
	ctx, cancel := context.WithCancel(s.scans.ctx)
	w.mu.Lock()
	w.told.State, w.wanted = api.JobRunning, api.JobStopped
	w.from, w.since, w.cancel, w.ended = w.at.Done, time.Now(), cancel, make(chan struct{})
	n, at, ended := api.NewWork{Kind: w.told.Kind, Scope: w.told.Scope}, w.at, w.ended
	w.mu.Unlock()
	of, who := inquiryOf(c.r), c.who
	ends := &inquiry{id: of.id, operation: "endWork", who: of.who, begin: time.Now(), metrics: s.metrics,
		entry: api.AuditEntry{Via: of.entry.Via, Key: of.entry.Key, Scope: n.Scope, About: []string{"kind=" + n.Kind}}}
	r := c.r.WithContext(context.WithValue(ctx, inquiryKey{}, ends))
	s.jobs.running.Go(func() {
		defer close(ended)
		defer cancel()
		var fault error
		func() {
			defer s.survive(r, func(err error) { fault = err })
			fault = s.o.Service.Work(r.Context(), who, n, at, w.take)
		}()
		w.end(s, r, ends, fault)
	})
}

// end notes how work ended: by itself, by somebody who holds it up, or by a fault.
func (w *work) end(s *Server, r *http.Request, ends *inquiry, fault error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.told.State = api.JobDone
	switch {
	case fault != nil && r.Context().Err() != nil:
		if w.told.State = w.wanted; w.wanted == api.JobStopped && s.scans.ctx.Err() != nil {
			w.told.State = api.JobInterrupted // the server ends, and nobody wanted that of the work
		}
		ends.entry.Outcome = string(w.told.State)
	case fault != nil:
		f := s.faultOf(r, fault).Fault
		w.told.State, w.told.Fault = api.JobFailed, &f
		ends.code = string(f.Code)
	}
	s.audit(ends, http.StatusOK)
	if rests(w.told.State) {
		return
	}
	now := time.Now().UTC()
	w.told.Ended = &now
	w.linger(s)
}

// worksFor is all long work that somebody may know of, with the scans.
func worksFor(s *Server, c *call) ([]api.Work, error) {
	scans, err := s.scansFor(c)
	if err != nil {
		return nil, err
	}
	list := []api.Work{}
	for _, j := range scans {
		w := workOf(j)
		if sh, err := s.o.Service.Share(c.r.Context(), c.who, j.Share); err == nil && j.State == api.JobRunning {
			for _, n := range sh.States {
				w.Total += n
			}
		}
		if w.Total < w.Done { // there are more than there were
			w.Total = 0
		}
		if w.Rate > 0 && w.Total > 0 {
			w.Rest = float64(w.Total-w.Done) / w.Rate
		}
		list = append(list, w)
	}
	return append(list, s.works.now(c.who)...), nil
}

// now is all long work but scans, as somebody may see it.
func (all *works) now(who spar.Principal) (list []api.Work) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, w := range all.list {
		list = append(list, w.nowFor(who))
	}
	return list
}

// workOf is a scan as one of the long works.
func workOf(j api.ScanJob) api.Work {
	return api.Work{
		Schema: api.WorkSchema, ID: scanID + j.Share, Kind: api.WorkScan, Share: j.Share, State: j.State, Begun: j.Begun, Ended: j.Ended,
		Done: j.Seen, Rate: j.Rate, Pauses: true, Fault: j.Fault,
	}
}

// ofWork finds long work by its ID.
func ofWork(s *Server, id string) (*work, error) {
	s.works.mu.Lock()
	defer s.works.mu.Unlock()
	for _, w := range s.works.list {
		if w.told.ID == id {
			return w, nil
		}
	}
	return nil, spar.Errorf(spar.NotFound, "there is no work %q: it ended some time ago, or with a server before this one", id)
}

// holdWork pauses long work or stops it.
func holdWork(state api.JobState) func(*Server, *call) error {
	return func(s *Server, c *call) error {
		in, err := input[identified](c)
		if err != nil {
			return err
		}
		if share, ok := cutScan(in.ID); ok {
			j, err := holdScan(s, c, share, state)
			if err == nil {
				writeJSON(c.w, c.r, http.StatusOK, workOf(j))
			}
			return err
		}
		w, err := ofWork(s, in.ID)
		if err != nil {
			return err
		}
		switch now := w.now(); {
		case now.Ended != nil:
			return spar.Errorf(spar.Conflict, "this work has ended")
		case !now.Pauses:
			return spar.Errorf(spar.Invalid, "work of the kind %s goes on to its end", now.Kind)
		}
		w.hold(c.r.Context(), s, state)
		writeJSON(c.w, c.r, http.StatusOK, w.nowFor(c.who))
		return nil
	}
}

// resumeWork goes on with work that was paused.
func resumeWork(s *Server, c *call) error {
	in, err := input[identified](c)
	if err != nil {
		return err
	}
	if share, ok := cutScan(in.ID); ok {
		j, err := scanShare(s, c, scanning{Share: share}, true)
		if err == nil {
			writeJSON(c.w, c.r, http.StatusOK, workOf(j))
		}
		return err
	}
	w, err := ofWork(s, in.ID)
	if err != nil {
		return err
	}
	s.works.mu.Lock() // so that two people do not both
	defer s.works.mu.Unlock()
	if now := w.now(); !rests(now.State) {
		return spar.Errorf(spar.Conflict, "this work is not paused: it is %s", spar.Phrase(now.State))
	}
	goOn(s, c, w)
	writeJSON(c.w, c.r, http.StatusOK, w.nowFor(c.who))
	return nil
}

// cutScan returns the share of a scan's ID.
func cutScan(id string) (share string, ok bool) {
	return strings.CutPrefix(id, scanID)
}

// imports shows an import among the long work while it lasts, and returns what tells its progress and what ends it.
func imports(s *Server) (tell func(api.Reading), end func()) {
	w := newWork(api.WorkImport)
	w.told.State, w.since = api.JobRunning, time.Now()
	s.works.mu.Lock()
	defer s.works.mu.Unlock()
	s.works.list = append(s.works.list, w)
	return func(r api.Reading) { w.take(service.WorkAt{Done: r.Read, Total: r.ToRead}) }, func() {
		s.works.mu.Lock()
		defer s.works.mu.Unlock()
		s.works.list = slices.DeleteFunc(s.works.list, func(one *work) bool { return one == w })
	}
}

// tellWork has other processes know what long work this server does, until ctx ends.
func tellWork(ctx context.Context, s *Server) {
	tick := time.NewTicker(tellEach)
	defer tick.Stop()
	for told, failed := false, false; ; {
		select {
		case <-ctx.Done():
			if err := s.o.Service.TellWork(nil); err != nil {
				s.o.Log.Warn("what this server does is still told", "err", err)
			}
			return
		case <-tick.C:
		}
		keepWork(s)
		over := func(w api.Work) bool {
			return w.Ended != nil && w.State != api.JobPaused || w.State == api.JobInterrupted
		}
		list := slices.DeleteFunc(append(s.scans.works(), s.works.now(spar.Principal{})...), over)
		for i := range list {
			list[i].Scope = "" // the reader of a status may not know of its words
		}
		if len(list) == 0 && !told {
			continue
		}
		told = len(list) > 0
		err := s.o.Service.TellWork(list)
		if err != nil && !failed {
			s.o.Log.Warn("other processes do not see what this server does", "err", err)
		}
		failed = err != nil
	}
}

// keepWork writes what work has not ended, so that the next server can say so and go on.
func keepWork(s *Server) {
	s.works.mu.Lock()
	defer s.works.mu.Unlock()
	list := []service.LeftWork{}
	for _, w := range s.works.list {
		if now := w.now(); now.Ended == nil && now.Pauses {
			now.Rate, now.Rest = 0, 0
			w.mu.Lock()
			list = append(list, service.LeftWork{Work: now, At: w.at, Owners: w.owners})
			w.mu.Unlock()
		}
	}
	if len(list) == 0 && len(s.works.kept) == 0 || reflect.DeepEqual(list, s.works.kept) {
		return
	}
	if err := s.o.Service.KeepWork(list); err != nil {
		s.o.Log.Warn("work that has not ended is not kept for the next server", "err", err)
	}
	s.works.kept = list
}

// takeWork takes the work that the server before this one left undone. It rests until somebody resumes or stops it.
func takeWork(s *Server) {
	left, err := s.o.Service.LeftWork()
	if err != nil {
		s.o.Log.Warn("what the server before this one left undone is not known", "err", err)
		return
	}
	s.works.kept = left
	for _, l := range left {
		w := &work{told: l.Work, at: l.At, owners: l.Owners, cancel: func() {}, ended: make(chan struct{})}
		close(w.ended)
		if w.told.State == api.JobRunning {
			w.told.State = api.JobInterrupted
		}
		s.works.list = append(s.works.list, w)
	}
}

var working = []operation{
	{id: "startWork", method: http.MethodPost, path: "/work", needs: spar.CanOperate, status: http.StatusAccepted,
		tells: "begin to read, to recognise the text of pictures, to embed or to propose tags for all files of a scope, whether somebody waits or not",
		in:    reflect.TypeFor[api.NewWork](), out: reflect.TypeFor[api.Work](), serve: startWork},
	{id: "works", method: http.MethodGet, path: "/work", needs: spar.CanOperate, list: true,
		tells: "the long work of this server with its scans and imports: what goes on, what is paused, and what ended in the last ten minutes",
		in:    reflect.TypeFor[nothing](), out: reflect.TypeFor[api.Work](),
		serve: func(s *Server, c *call) error { return list(s, c, listed(worksFor(s, c))) }},
	{id: "pauseWork", method: http.MethodPost, path: "/work/{id}/pause", needs: spar.CanOperate,
		tells: "pause long work; what it has done stays",
		in:    reflect.TypeFor[identified](), out: reflect.TypeFor[api.Work](), serve: holdWork(api.JobPaused)},
	{id: "resumeWork", method: http.MethodPost, path: "/work/{id}/resume", needs: spar.CanOperate,
		tells: "go on with long work that was paused", in: reflect.TypeFor[identified](), out: reflect.TypeFor[api.Work](), serve: resumeWork},
	{id: "stopWork", method: http.MethodDelete, path: "/work/{id}", needs: spar.CanOperate,
		tells: "stop long work; what it has done stays",
		in:    reflect.TypeFor[identified](), out: reflect.TypeFor[api.Work](), serve: holdWork(api.JobStopped)},
}
