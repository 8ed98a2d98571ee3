package server

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// A scanJob is a scan of a share that continues whether or not somebody waits for it, so that people can leave the page. It ends by
// itself, when an operator stops it, or with the server; its results stay.
type scanJob struct {
	mu     sync.Mutex
	told   api.ScanJob
	cancel context.CancelFunc
	held   api.JobState // what somebody who held it up wants: stopped or paused
}

// scanLingers is how long the result of a scan stays, for people who come back to the page.
const scanLingers = 10 * time.Minute

// scans has the last scan of each share.
type scans struct {
	mu      sync.Mutex
	byShare map[string]*scanJob
	ctx     context.Context // of all scans, which outlive their requests
	end     context.CancelFunc
}

func newScans() *scans {
	ctx, end := context.WithCancel(context.Background())
	return &scans{byShare: map[string]*scanJob{}, ctx: ctx, end: end}
}

func (j *scanJob) now() api.ScanJob {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.told
}

// take stores the contents of an event, without names of files: an operator may not know of all files.
func (j *scanJob) take(e api.ScanEvent) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.told.Stage, j.told.Reason = e.Stage, ""
	switch {
	case e.Stage == api.StageWaiting || e.Stage == api.StageLate || e.Stage == api.StageFailed:
		j.told.Reason = e.Reason
	case e.Scan != nil:
		s := *e.Scan
		s.Problems = nil
		j.told.Scan, j.told.Seen, j.told.Rate = &s, s.Seen, s.Rate
	case e.Stage == api.StageScanning:
		j.told.Seen, j.told.Rate = e.Seen, e.Rate
	}
}

// startScan begins to scan a share. Where that is being done already it says so.
func (s *Server) startScan(c *call) error {
	in, err := input[scanning](c)
	if err != nil {
		return err
	}
	j, err := scanShare(s, c, in, false)
	if err == nil {
		writeJSON(c.w, c.r, c.op.status, j)
	}
	return err
}

// scanShare begins to scan a share, or with again goes on with a scan that was paused.
func scanShare(s *Server, c *call, in scanning, again bool) (none api.ScanJob, err error) {
	if _, err := s.o.Service.Share(c.r.Context(), c.who, in.Share); err != nil {
		return none, err
	}
	s.scans.mu.Lock()
	defer s.scans.mu.Unlock()
	was := s.scans.byShare[in.Share]
	if was != nil && was.now().State == api.JobRunning {
		return was.now(), nil
	}
	if again && (was == nil || was.now().State != api.JobPaused) {
		return none, spar.Errorf(spar.Conflict, "no scan of the share %s is paused", in.Share)
	}
	ctx, cancel := context.WithCancel(s.scans.ctx)
	j := &scanJob{cancel: cancel, told: api.ScanJob{Schema: api.ScanJobSchema, Share: in.Share, State: api.JobRunning, Begun: time.Now().UTC()}}
	s.scans.byShare[in.Share] = j
	of := inquiryOf(c.r)
	ends := &inquiry{id: of.id, operation: "endScan", who: of.who, begin: time.Now(), metrics: s.metrics,
		entry: api.AuditEntry{Via: of.entry.Via, Key: of.entry.Key, About: []string{"share=" + in.Share}}}
	r := c.r.WithContext(context.WithValue(ctx, inquiryKey{}, ends))
	who := c.who
	s.jobs.running.Go(func() {
		defer cancel()
		var fault error
		func() {
			defer s.survive(r, func(err error) { fault = err })
			for e, err := range s.o.Service.Scan(r.Context(), who, api.ScanRequest{What: []string{in.Share}, NoWait: in.NoWait}) {
				if fault = err; err == nil {
					j.take(e)
				}
			}
		}()
		j.mu.Lock()
		ended := time.Now().UTC()
		j.told.Ended = &ended
		switch {
		case ctx.Err() != nil && (j.held != "" || fault != nil):
			j.told.State = cmp.Or(j.held, api.JobStopped)
			ends.entry.Outcome = string(j.told.State)
		case fault != nil:
			f := s.faultOf(r, fault).Fault
			j.told.State, j.told.Fault = api.JobFailed, &f
			ends.code = string(f.Code)
		default:
			j.told.State = api.JobDone
		}
		s.audit(ends, http.StatusOK) // before anybody sees that it has ended
		j.mu.Unlock()
		time.AfterFunc(scanLingers, func() {
			s.scans.mu.Lock()
			defer s.scans.mu.Unlock()
			if s.scans.byShare[in.Share] == j && j.now().State != api.JobPaused {
				delete(s.scans.byShare, in.Share)
			}
		})
	})
	return j.now(), nil
}

// works are the scans as long work.
func (all *scans) works() (list []api.Work) {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, j := range all.byShare {
		list = append(list, workOf(j.now()))
	}
	return list
}

// scansFor are the scans of the shares that somebody may know of, by the name of the share.
func (s *Server) scansFor(c *call) ([]api.ScanJob, error) {
	shares, err := s.o.Service.Shares(c.r.Context(), c.who)
	if err != nil {
		return nil, err
	}
	s.scans.mu.Lock()
	defer s.scans.mu.Unlock()
	list := []api.ScanJob{}
	for _, sh := range shares {
		if j := s.scans.byShare[sh.Name]; j != nil {
			list = append(list, j.now())
		}
	}
	slices.SortFunc(list, func(a, b api.ScanJob) int { return strings.Compare(a.Share, b.Share) })
	return list, nil
}

// stopScan ends a scan. Its results stay.
func (s *Server) stopScan(c *call) error {
	in, err := input[named](c)
	if err != nil {
		return err
	}
	j, err := holdScan(s, c, in.Name, api.JobStopped)
	if err == nil {
		writeJSON(c.w, c.r, http.StatusOK, j)
	}
	return err
}

// holdScan ends a scan, for good or until it is resumed. Its results stay, and the next scan goes on from there.
func holdScan(s *Server, c *call, share string, state api.JobState) (none api.ScanJob, err error) {
	if _, err := s.o.Service.Share(c.r.Context(), c.who, share); err != nil {
		return none, err
	}
	s.scans.mu.Lock()
	j := s.scans.byShare[share]
	s.scans.mu.Unlock()
	if j == nil || j.now().State != api.JobRunning && (j.now().State != api.JobPaused || state == api.JobPaused) {
		return none, spar.Errorf(spar.NotFound, "the share %s is not being scanned by this server", share)
	}
	j.mu.Lock()
	j.held = state
	if j.told.State == api.JobPaused {
		j.told.State = state
	}
	j.mu.Unlock()
	j.cancel()
	return j.now(), nil
}

var scanned = []operation{
	{id: "startScan", method: http.MethodPost, path: "/scans", needs: spar.CanOperate, status: http.StatusAccepted,
		tells: "begin to look at all files of a share anew, whether somebody waits or not", in: reflect.TypeFor[scanning](), out: reflect.TypeFor[api.ScanJob](), serve: (*Server).startScan},
	{id: "scans", method: http.MethodGet, path: "/scans", needs: spar.CanOperate, list: true,
		tells: "the scans that this server makes, or made in the last ten minutes, of each share the last", in: reflect.TypeFor[nothing](), out: reflect.TypeFor[api.ScanJob](),
		serve: func(s *Server, c *call) error { return list(s, c, listed(s.scansFor(c))) }},
	{id: "stopScan", method: http.MethodDelete, path: "/scans/{name}", needs: spar.CanOperate,
		tells: "stop the scan of a share; what it has found stays", in: reflect.TypeFor[named](), out: reflect.TypeFor[api.ScanJob](), serve: (*Server).stopScan},
}
