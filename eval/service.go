package eval

import (
	"context"
	"errors"
	"fmt"
	"github.com/sparsearch/spar/internal/measure"
	"io"
	"os"
	"path"
	"runtime"
	"runtime/metrics"
	"slices"
	"sync"
	"sync/atomic"
	"text/tabwriter"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A ServiceBench has the questions a second that one process answers if so many people ask at once, over files that were all read
// and passages that were embedded.
type ServiceBench struct {
	Schema    string         `json:"schema"`
	Set       string         `json:"set"`
	Files     int            `json:"files"`
	Questions int            `json:"questions"` // of the set
	Runs      []ServiceRound `json:"rounds"`
}

// A ServiceRound is one number of askers, each somebody else, with one ranking.
type ServiceRound struct {
	Ranking   string  `json:"ranking"` // bm25, hybrid
	Askers    int     `json:"askers"`
	Scanning  bool    `json:"scanning"`  // the share was scanned all the while
	Questions int     `json:"questions"` // that were asked
	Rate      float64 `json:"questions_per_second"`
	CPU       float64 `json:"cpu_ms"` // processor time a question
	P50       float64 `json:"p50_ms"` // until the answer
	P95       float64 `json:"p95_ms"`
	Waiting   float64 `json:"mutex_wait_ms"` // a question, of all goroutines together
	Longest   float64 `json:"mutex_longest_ms"`
	LongestAt string  `json:"mutex_longest_at,omitempty"` // the function that let go of that mutex
	ToOne     float64 `json:"rate_to_one"`                // questions a second beside those of one asker
	P95ToOne  float64 `json:"p95_to_one"`                 // P95 beside the median of one asker times the askers a processor
}

// ServiceOptions of a measurement.
type ServiceOptions struct {
	Engine    engine.Options // without Dir
	Askers    []int          // numbers of people at once; nil: 1, 2, 4, 8, 16, 32
	Questions int            // asked in each round; 0: 500
	Scan      bool           // one more round of each ranking with most askers, while the share is scanned
}

// MeasureService asks the questions of a set of one service over its share.
func MeasureService(ctx context.Context, set *measure.Set, o ServiceOptions) (b *ServiceBench, err error) {
	folder := set.ShareDir()
	if folder == "" || len(set.Queries) == 0 {
		return nil, spar.Errorf(spar.Invalid, "the set %s has no files or no questions: choose one with both", set.Name)
	}
	if o.Askers == nil {
		o.Askers = []int{1, 2, 4, 8, 16, 32}
	}
	if o.Questions == 0 {
		o.Questions = 500
	}
	b = &ServiceBench{Schema: "spar.bench.service/1", Set: set.Name, Questions: len(set.Queries)}
	o.Engine.Dir, err = os.MkdirTemp("", "spar-bench-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(o.Engine.Dir)) }()
	e, err := engine.Open(ctx, o.Engine)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, e.Close()) }()
	if _, err := e.AddShare(ctx, "set", folder, false); err != nil {
		return nil, err
	}
	if err := e.Catalog.SetRights(ctx, "set", spar.ToAll); err != nil {
		return nil, err
	}
	scan := func() error {
		_, err := e.Scan(ctx, "set", engine.ScanOptions{Wait: true})
		return err
	}
	if err := scan(); err != nil {
		return nil, err
	}
	for _, rank := range []retrieve.Rank{retrieve.Words, retrieve.Hybrid} {
		s := service.New(e, service.Options{Settings: func() (service.Settings, error) {
			return service.Settings{Ranking: retrieve.Options{Rank: rank}}, nil
		}})
		r := serviceRound{s: s, set: set, asked: len(set.Queries)}
		if _, err := r.run(ctx, 1); err != nil { // reads and embeds
			return nil, err
		}
		r.asked = o.Questions
		for _, n := range o.Askers {
			got, err := r.run(ctx, n)
			if err != nil {
				return nil, err
			}
			b.add(got, rank)
		}
		if o.Scan {
			got, err := r.runBeside(ctx, slices.Max(o.Askers), scan)
			if err != nil {
				return nil, err
			}
			b.add(got, rank)
		}
		b.Files = r.files
	}
	return b, nil
}

// add adds a round, beside the one of one asker with the same ranking.
func (b *ServiceBench) add(r ServiceRound, rank retrieve.Rank) {
	r.Ranking = string(rank)
	one := r
	for _, other := range b.Runs {
		if other.Ranking == r.Ranking && other.Askers == 1 {
			one = other
		}
	}
	r.ToOne = r.Rate / one.Rate
	r.P95ToOne = r.P95 / (one.P50 * max(1, float64(r.Askers)/float64(runtime.GOMAXPROCS(0))))
	b.Runs = append(b.Runs, r)
}

// A serviceRound asks questions of a service.
type serviceRound struct {
	s     *service.Service
	set   *measure.Set
	asked int // questions
	files int // in scope
}

// runBeside is run while something is done again and again.
func (r *serviceRound) runBeside(ctx context.Context, askers int, do func() error) (ServiceRound, error) {
	over := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		for {
			select {
			case <-over:
				done <- nil
				return
			default:
			}
			if err := do(); err != nil {
				done <- err
				return
			}
		}
	}()
	got, err := r.run(ctx, askers)
	close(over)
	got.Scanning = true
	return got, errors.Join(err, <-done)
}

// run asks questions in turn of so many people at once, and times them.
func (r *serviceRound) run(ctx context.Context, askers int) (ServiceRound, error) {
	var next, files atomic.Int64
	var failed atomic.Pointer[error]
	took := make([]time.Duration, r.asked)
	locks := watchLocks()
	waited, cpu, begun := mutexWait(), cpuTime(), time.Now()
	var all sync.WaitGroup
	for a := range askers {
		who := spar.Principal{Name: fmt.Sprint("asker ", a), UID: uint32(100_000 + a), Served: true}
		all.Go(func() {
			for failed.Load() == nil {
				i := int(next.Add(1)) - 1
				if i >= r.asked {
					return
				}
				asked := time.Now()
				for ev, err := range r.s.Ask(ctx, who, api.Question{Question: r.set.Queries[i%len(r.set.Queries)].Text}) {
					if err != nil {
						failed.CompareAndSwap(nil, &err)
						return
					}
					if ev.Answer != nil {
						files.Store(int64(ev.Answer.Coverage.InScope))
					}
				}
				took[i] = time.Since(asked)
			}
		})
	}
	all.Wait()
	longest, at := locks.end()
	wall, used := time.Since(begun), cpuTime()-cpu
	if err := failed.Load(); err != nil {
		return ServiceRound{}, *err
	}
	n := float64(r.asked)
	slices.Sort(took)
	r.files = int(files.Load())
	return ServiceRound{
		Askers: askers, Questions: r.asked, Rate: n / wall.Seconds(), CPU: milliseconds(used) / n,
		P50: milliseconds(took[len(took)/2]), P95: milliseconds(took[len(took)*95/100]), Waiting: milliseconds(mutexWait()-waited) / n, Longest: milliseconds(longest), LongestAt: at,
	}, nil
}

// mutexWait returns the time that all goroutines of this process together have waited for mutexes.
func mutexWait() time.Duration {
	sample := []metrics.Sample{{Name: "/sync/mutex/wait/total:seconds"}}
	metrics.Read(sample)
	return time.Duration(sample[0].Value.Float64() * float64(time.Second))
}

// WriteText prints a line a round.
func (b *ServiceBench) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d files, %d questions\n", b.Set, b.Files, b.Questions)
	t := tabwriter.NewWriter(w, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "ranking\taskers\tquestions/s\tto one\tcpu ms\tp50 ms\tp95 ms\tto one\tmutex ms\tlongest ms\tat\t")
	for _, r := range b.Runs {
		beside := ""
		if r.Scanning {
			beside = "beside scans"
		}
		fmt.Fprintf(t, "%s\t%d\t%.1f\t%.2f\t%.2f\t%.1f\t%.1f\t%.1f\t%.3f\t%.2f\t%s\t%s\n", r.Ranking, r.Askers, r.Rate,
			r.ToOne, r.CPU, r.P50, r.P95, r.P95ToOne, r.Waiting, r.Longest, path.Base(r.LongestAt), beside)
	}
	return t.Flush()
}
