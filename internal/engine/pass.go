package engine

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// How much the catalog is told at a time: enough to make a commit cheap, little enough to lose when killed.
const (
	recordFiles = 256
	recordEvery = 500 * time.Millisecond
)

// A pass goes through files and reads each in some way.
type pass[T any] struct {
	files  []spar.File // in the order that they are begun in
	most   int64       // bytes that are read of a file at most, as far as the rate of a share goes; 0: all
	beside *party      // others that read; no file is read twice; nil: nobody counts

	// read reads the files of jobs. Its context ends when the budget is spent.
	read func(context.Context, *read.Reader, iter.Seq[read.Job]) iter.Seq2[T, error]
	// each is called for everything that was read, in the order of finishing. A finding that it does not keep is not recorded.
	each func(T) (f spar.Finding, keep bool, err error)
	// record tells the catalog, every so many findings; 0: recordFiles. What was read is kept even when the asker has gone.
	record func(context.Context, []spar.Finding) error
	every  int
}

// through makes a pass until all is read or the budget of the selection is spent, which is no error. Files of shares that
// cannot be reached are passed over.
func through[T any](ctx context.Context, e *texts, s Selection, p pass[T]) error {
	jobs, err := e.jobs(ctx, p.files, p.most)
	if err != nil {
		return err
	}
	reader, err := e.reader()
	if err != nil {
		return err
	}
	s = s.begun()
	reading, stop := s.reading(ctx)
	defer stop()
	records := &records{write: func(list []spar.Finding) error { return p.record(context.WithoutCancel(ctx), list) }, last: time.Now()}
	if p.beside != nil {
		records.done = p.beside.recorded
		p.beside.hurriedBy(records.flush)
	}
	var fault error
	for found, err := range p.read(reading, reader, jobs(reading, p.beside, s.purse)) {
		if err != nil {
			if !errors.Is(err, context.DeadlineExceeded) || ctx.Err() != nil {
				fault = err
			}
			break
		}
		f, keep, err := p.each(found)
		if err != nil {
			fault = err
			break
		}
		if !keep {
			continue
		}
		at := cmp.Or(p.every, recordFiles)
		if p.beside != nil && p.beside.wanted(f.Version.File) {
			at = 1
		}
		if !records.add(f, at) {
			break
		}
	}
	records.flush()
	return errors.Join(fault, records.err)
}

// begun is a selection whose budget begins now, if it has not begun.
func (s Selection) begun() Selection {
	if s.purse == nil {
		s.purse = &purse{budget: s.Budget}
	}
	if s.until.IsZero() && s.Budget.Time > 0 {
		s.until = time.Now().Add(s.Budget.Time)
	}
	return s
}

// reading is a context that ends when the budget of a selection is spent.
func (s Selection) reading(ctx context.Context) (context.Context, context.CancelFunc) {
	until := s.until
	if turn := s.purse.turnEnds(); !turn.IsZero() && (until.IsZero() || turn.Before(until)) {
		until = turn
	}
	if until.IsZero() {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, until)
}

// jobs makes a job for each file when its share's rate and the budget allow it, and if no party beside reads the file.
func (e *texts) jobs(ctx context.Context, files []spar.File, most int64) (func(context.Context, *party, *purse) iter.Seq[read.Job], error) {
	roots, err := e.roots(ctx)
	if err != nil {
		return nil, err
	}
	reaches, err := e.reaches(ctx)
	if err != nil {
		return nil, err
	}
	containers, err := e.containers(ctx, files)
	if err != nil {
		return nil, err
	}
	devices := e.devices(ctx)
	job := func(f spar.File) read.Job { return reaches[f.Share].job(roots[f.Share], f, devices(f.Share)) }
	return func(reading context.Context, beside *party, budget *purse) iter.Seq[read.Job] {
		return func(yield func(read.Job) bool) {
			for j := range containers.jobs(files, job) {
				if j.Root == "" {
					continue
				}
				if reading.Err() != nil || budget.spent() {
					return
				}
				if !budget.allows(j.File) {
					continue
				}
				if beside != nil && !beside.take(j.File.ID) {
					continue
				}
				budget.charge(j.File)
				size := j.File.Size
				if most > 0 {
					size = min(size, most)
				}
				if reaches[j.File.Share].pace.Open(reading, size) != nil || reading.Err() != nil || !yield(j) {
					return
				}
			}
		}
	}, nil
}

// records are findings on their way to the catalog. A party that waits for one of them may send them there.
type records struct {
	write func([]spar.Finding) error
	done  func([]spar.Finding) // called with the written findings; may be nil

	mu   sync.Mutex
	list []spar.Finding
	last time.Time
	err  error // nothing is written after it
}

// add takes a finding. It writes when there are enough findings, or when the last ones were written some time ago. It returns false after
// an error.
func (r *records) add(f spar.Finding, enough int) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.list = append(r.list, f)
	if len(r.list) >= enough || time.Since(r.last) > recordEvery {
		r.flushed()
	}
	return r.err == nil
}

func (r *records) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.flushed()
}

func (r *records) flushed() {
	if r.err != nil || len(r.list) == 0 {
		return
	}
	if r.err = r.write(r.list); r.err == nil && r.done != nil {
		r.done(r.list)
	}
	r.list, r.last = r.list[:0], time.Now()
}
