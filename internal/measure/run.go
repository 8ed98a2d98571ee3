package measure

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/spar"
)

// Options of a Run; the zero value measures everything once, keeps nothing, and is silent.
type Options struct {
	Cache    string                               // folder that keeps what systems build between runs; "": a temporary one
	Runs     func(RunLine) error                  // gets every question's ranking, if not nil
	Only     func(id string) bool                 // the questions that are asked; nil: all
	Tagged   TaggedOptions                        // for systems that take questions to say something of files
	Timed    int                                  // questions that a Timer times; 0: 50; negative: none
	Log      *slog.Logger                         // nil: silent
	Progress func(system string, done, total int) // called after each question, if not nil
}

// Evaluate measures the systems of a comma-separated list on a set and compares them. Every question's ranking goes to the
// file runs, if that has a name.
func Evaluate(ctx context.Context, set *Set, systems string, from []SystemSpec, runs string, o Options) (_ *Report, err error) {
	choices, err := Choose(systems, from)
	if err != nil {
		return nil, err
	}
	if runs != "" {
		f, err := os.Create(runs)
		if err != nil {
			return nil, spar.Errorf(spar.Invalid, "the rankings cannot be written: %w", err)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		o.Runs = RunWriter(f)
	}
	report, err := Run(ctx, set, choices, o)
	if err == nil {
		report.Compare(1)
	}
	return report, err
}

// Run measures the chosen systems on a set, one after the other, in one folder, so that what one of them made need not
// be made by the next. A Timer takes the time of some questions itself; with any other system the first time that a
// question's text is asked counts as cold, asking all questions a second time as warm.
func Run(ctx context.Context, set *Set, choices []Choice, o Options) (*Report, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Progress == nil {
		o.Progress = func(string, int, int) {}
	}
	dir, done, err := workDir(set, o.Cache)
	if err != nil {
		return nil, err
	}
	defer done()
	if o.Only != nil {
		some := *set
		some.Queries = slices.DeleteFunc(slices.Clone(set.Queries), func(q Query) bool { return !o.Only(q.ID) })
		if set = &some; len(set.Queries) == 0 {
			return nil, spar.Errorf(spar.Invalid, "none of the questions of the set %s is among those that are to be asked", set.Name)
		}
	}
	report := &Report{Set: set.Name}
	for _, choice := range choices {
		one, err := runSystem(ctx, set, choice, dir, o)
		if err != nil {
			return nil, fmt.Errorf("system %s on set %s: %w", choice.FullName(), set.Name, err)
		}
		report.Systems = append(report.Systems, *one)
	}
	return report, nil
}

func runSystem(ctx context.Context, set *Set, choice Choice, dir string, o Options) (_ *SystemReport, err error) {
	ResetPeakRSS()
	system := choice.New()
	if choice.Taking != AsSaid {
		own, ok := system.(*Stored)
		if !ok {
			return nil, spar.Errorf(spar.Invalid, "only the product's own rankings take questions to say something of files: leave +%s out", choice.Taking)
		}
		own.asker = &asker{as: choice.Taking, o: o.Tagged}
	}
	open := true
	closeSystem := func() error {
		if !open {
			return nil
		}
		open = false
		return system.Close()
	}
	defer func() {
		if e := closeSystem(); err == nil {
			err = e
		}
	}()
	began := time.Now()
	built, err := system.Build(ctx, set, dir)
	if err != nil {
		return nil, err
	}
	r := &SystemReport{Name: choice.FullName(), BuildSeconds: (time.Since(began) + built.Earlier).Seconds()}
	o.Log.Info("built", "system", r.Name, "documents", built.Documents, "passages", built.Passages, "skipped", len(built.Skipped), "seconds", r.BuildSeconds)
	for _, s := range built.Skipped {
		o.Log.Warn("skipped", "system", r.Name, "document", s)
	}
	if err := r.search(ctx, system, set, choice.Scoped, o); err != nil {
		return nil, err
	}
	if own, ok := system.(*Stored); ok && own.asker != nil {
		r.Scope = own.asker.figures()
	}
	if answerer, ok := system.(Answerer); ok {
		if err := r.answer(ctx, answerer, set, choice.Scoped); err != nil {
			return nil, err
		}
	}
	if err := closeSystem(); err != nil {
		return nil, err
	}
	if r.PeakRSSBytes, err = PeakRSS(); err != nil {
		o.Log.Warn("peak memory is not known", "system", r.Name, "reason", err)
	}
	return r, nil
}

// search asks every question, twice where that takes its time.
func (r *SystemReport) search(ctx context.Context, system System, set *Set, scoped bool, o Options) error {
	timer, times := system.(Timer)
	rounds := append(set.Queries[:len(set.Queries):len(set.Queries)], set.Queries...)
	if times {
		rounds = append(set.Queries[:len(set.Queries):len(set.Queries)], timedQuestions(set, o.Timed)...)
	}
	asked := map[string]bool{}
	var cold, warm []time.Duration
	embedded := 0
	for i, q := range rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		second := i >= len(set.Queries)
		if !scoped {
			q.Scope = nil
		}
		if second && times {
			first, again, err := timer.Time(ctx, q)
			if err != nil {
				return fmt.Errorf("question %s: %w", q.ID, err)
			}
			cold, warm = append(cold, first), append(warm, again)
			o.Progress(r.Name, i+1, len(rounds))
			continue
		}
		began := time.Now()
		ranked, stats, err := system.Search(ctx, q)
		took := time.Since(began)
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		o.Progress(r.Name, i+1, len(rounds))
		if second {
			warm = append(warm, took)
			continue
		}
		if !asked[q.Text] && !times {
			asked[q.Text] = true
			cold = append(cold, took)
		}
		embedded += stats.Embedded
		r.add(q, ranked, set.Judged(q.ID))
		if o.Runs != nil {
			if err := o.Runs(newRunLine(r.Name, q, ranked, set.Judged(q.ID))); err != nil {
				return err
			}
		}
	}
	r.finish()
	r.EmbeddedPerQuestion = float64(embedded) / float64(len(set.Queries))
	r.Latency = Latency{
		ColdP50: milliseconds(Percentile(cold, 50)), ColdP95: milliseconds(Percentile(cold, 95)),
		WarmP50: milliseconds(Percentile(warm, 50)), WarmP95: milliseconds(Percentile(warm, 95)),
	}
	return nil
}

// timedQuestions are some questions from all over the set, no two with the same text.
func timedQuestions(set *Set, most int) []Query {
	switch {
	case most < 0:
		return nil
	case most == 0:
		most = 50
	}
	var distinct []Query
	met := map[string]bool{}
	for _, q := range set.Queries {
		if !met[q.Text] {
			met[q.Text] = true
			distinct = append(distinct, q)
		}
	}
	if len(distinct) <= most {
		return distinct
	}
	var out []Query
	for i := range most {
		out = append(out, distinct[i*len(distinct)/most])
	}
	return out
}

// answer asks the questions whose answer or refusal can be judged.
func (r *SystemReport) answer(ctx context.Context, system Answerer, set *Set, scoped bool) error {
	var refusals Refusals
	var answers Answers
	var evidence Evidence
	refusing := false
	for _, q := range set.Queries {
		refusing = refusing || q.Refuse
	}
	for _, q := range set.Queries {
		if !refusing && len(q.Answers) == 0 && len(q.Evidence) == 0 {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if !scoped {
			q.Scope = nil
		}
		a, err := system.Answer(ctx, q)
		if err != nil {
			return fmt.Errorf("answer to question %s: %w", q.ID, err)
		}
		if q.Refuse {
			refusals.Unanswerable++
			if a.Refused {
				refusals.Refused++
			}
			continue
		}
		refusals.Answerable++
		if a.Refused {
			refusals.FalselyRefused++
		}
		if len(q.Evidence) > 0 {
			evidence.add(q, a)
		}
		if len(q.Answers) > 0 {
			answers.Questions++
			if !a.Refused && Contains(a.Text, q.Answers) {
				answers.Right++
			}
		}
	}
	if refusing {
		r.Refusals = &refusals
	}
	if evidence.Questions > 0 {
		evidence.finish()
		r.Evidence = &evidence
	}
	if answers.Questions > 0 {
		r.Answers = &answers
	}
	return nil
}

// workDir is where a system builds: below the cache, in a folder that only this set has, or in a temporary folder that
// done removes.
func workDir(set *Set, cache string) (dir string, done func(), err error) {
	if cache == "" {
		dir, err = os.MkdirTemp("", "spar-eval-")
		if err != nil {
			return "", nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
		}
		return dir, func() { _ = os.RemoveAll(dir) }, nil
	}
	sum := sha256.Sum256([]byte(set.Dir))
	dir = filepath.Join(cache, "built", strings.ToValidUTF8(set.Name, "_")+"-"+hex.EncodeToString(sum[:4]))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", nil, spar.Errorf(spar.Unavailable, "the cache cannot be made: %w; name a folder for it that can be written", err)
	}
	return dir, func() {}, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// EachAnswer asks a system the questions of a set, each with its scope where the choice says so, and hands the answers over. A bold one
// also answers questions that the product refuses because of their signs.
func EachAnswer(ctx context.Context, set *Set, choice Choice, cache string, bold bool, f func(Query, Answer) error) (err error) {
	dir, done, err := workDir(set, cache)
	if err != nil {
		return err
	}
	defer done()
	system := choice.New()
	defer func() { err = errors.Join(err, system.Close()) }()
	if s, ok := system.(*Stored); ok {
		s.bold = bold
	}
	if _, err := system.Build(ctx, set, dir); err != nil {
		return err
	}
	answerer, ok := system.(Answerer)
	if !ok {
		return spar.Errorf(spar.Invalid, "the system %s does not answer", choice.FullName())
	}
	for _, q := range set.Queries {
		if err := ctx.Err(); err != nil {
			return err
		}
		if !choice.Scoped {
			q.Scope = nil
		}
		a, err := answerer.Answer(ctx, q)
		if err != nil {
			return fmt.Errorf("answer to question %s: %w", q.ID, err)
		}
		if err := f(q, a); err != nil {
			return err
		}
	}
	return nil
}

// EachFound hands over what a system finds for each question of a set, with the options that an answer is made with, and then calls last. The texts can be
// read until that returns.
func EachFound(ctx context.Context, set *Set, choice Choice, cache string, f func(Query, []spar.Hit, answer.Weights, answer.Options) error, last func() error) (err error) {
	dir, done, err := workDir(set, cache)
	if err != nil {
		return err
	}
	defer done()
	s, ok := choice.New().(*Stored)
	if !ok {
		return spar.Errorf(spar.Invalid, "the system %s does not answer from a store", choice.FullName())
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if _, err := s.Build(ctx, set, dir); err != nil {
		return err
	}
	for _, q := range set.Queries {
		if !choice.Scoped {
			q.Scope = nil
		}
		v, err := s.before(q)
		if err != nil {
			return err
		}
		hits, stats, o, err := s.found(ctx, q, v)
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		if err := f(q, hits, stats, o); err != nil {
			return err
		}
	}
	return last()
}
