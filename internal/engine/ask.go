package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// Progress of the reading that a request waits for.
type Progress struct {
	Read, ToRead       int
	Unreadable         int // of those read: without text
	Bytes, BytesToRead int64
	Path               string // of the file that was read last
}

// A Result is what retrieval found, on how much of the scope it rests, and where the time went.
type Result struct {
	Hits     []spar.Hit
	Entities [][]entity.Entity // that each hit names, where the request asked for them
	Stats    retrieve.Stats
	Coverage spar.Coverage
	Funnel   []index.Step
	Timing   Timing
	Notes    []string      // for the reader: what the ranking lacked
	Do       []spar.Remedy // about the notes
	Vain     []string      // where words that stand nowhere were looked for; for an asker who is told that nothing was found

	Corrected []spar.Correction // words of the search that were replaced
	Expanded  []string          // words added to the search
	Wording   string            // the other wording that is answered; "": the first

	basis  basis
	ranked []spar.Hit     // the first of the hits, before other versions and sides joined them
	joined int            // hits that are other versions of files found
	sides  []answer.Found // of a comparison, the hits of each side alone
}

// A basis is the files that a result rests on, as they were known.
type basis struct {
	snapshot  *index.Snapshot
	selection index.Selection
	runs      []retrieve.Source
}

// Timing is the wall time of each stage.
type Timing struct {
	Scope, Read, Retrieve, Answer time.Duration
}

// ask answers a question from the files of a scope. Before it says that they give no answer, it looks at the folders of the scope anew, for
// no longer than lookFor, and asks once more with the files that it found.
func (e *questions) ask(ctx context.Context, q Request) (spar.Answer, Result, error) {
	if q.Limit == 0 {
		q.Limit = answer.Passages
	}
	q.Answer.Passages, q.Answer.Editions, q.asks = q.Limit, &answer.Editions{}, true
	if asked := cmp.Or(q.Asked, q.Question); strings.TrimSpace(asked) != "" && question.Empty(asked) {
		return spar.Answer{}, Result{}, spar.Errorf(spar.Invalid, "the question %q has only words that every file has; name what it is about", asked)
	}
	if question.Parse(q.Question).Form == question.Definition {
		// Many passages use a term; only one of them says what it means.
		q.Limit = max(q.Limit, definitions)
		q.Answer.Passages = q.Limit
	}
	in, err := e.begin(ctx, &q)
	if err != nil {
		return spar.Answer{}, Result{}, err
	}
	defer q.computing.end()
	so, err := e.readInTurns(ctx, q, in)
	if err != nil {
		return spar.Answer{}, Result{}, err
	}
	r, err := e.find(ctx, q, in)
	if err != nil {
		return spar.Answer{}, r, err
	}
	corrected, err := e.correct(ctx, &q, r, e.knows(ctx, q))
	if err != nil {
		return spar.Answer{}, r, err
	}
	if q.Again != nil {
		if err := e.expand(ctx, &q, r); err != nil {
			return spar.Answer{}, r, err
		}
	}
	if len(corrected) > 0 || len(q.expanded) > 0 {
		timing := r.Timing
		if r, err = e.find(ctx, q, in); err != nil {
			return spar.Answer{}, r, err
		}
		r.Timing.add(timing)
	}
	a, err := e.answered(ctx, &q, in, &r, &corrected)
	for range refreshes {
		if err != nil || !a.Refused || !in.behind && !e.lookAgain(ctx, q, in) {
			break
		}
		timing := r.Timing
		if r, err = e.find(ctx, q, in); err != nil {
			return spar.Answer{}, r, err
		}
		r.Timing.add(timing)
		a, err = e.answer(ctx, q, &r)
	}
	if err != nil {
		return spar.Answer{}, r, err
	}
	if a.Refused {
		if a, r, corrected, err = e.askCorrected(ctx, q, in, a, r, corrected); err != nil {
			return spar.Answer{}, r, err
		}
	}
	if a, r, corrected, err = e.askMended(ctx, q, in, a, r, corrected); err != nil {
		return spar.Answer{}, r, err
	}
	if err := e.cover(ctx, q, in, &r, a.Refused); err != nil {
		return spar.Answer{}, r, err
	}
	if r.Coverage.Better, err = e.better(ctx, q, so, r); err != nil {
		return spar.Answer{}, r, err
	}
	e.loosen(&a, &r)
	a.Coverage, a.Corrected, r.Expanded = r.Coverage, corrected, q.expanded
	a.Missing = e.absent(ctx, r, question.Parse(q.Question).Lang, a.Missing)
	a.Evidence = e.evidence(ctx, q, a, r)
	if !q.Answer.Bold {
		a = answer.ByEvidence(q.Question, r.Hits, r.Stats, a)
	}
	if a.Refused {
		a.Text = answer.Refused(a, r.Coverage)
	}
	a.Notes, a.Do = append(r.Notes, a.Notes...), append(r.Do, a.Do...)
	if note := so.sought.note(r, q.Question); note != "" {
		a.Notes = append(a.Notes, note)
	}
	return a, r, nil
}

// answered makes an answer from what was found. If the question has other wordings, it may answer one of these instead: sentences of the
// files decide.
func (e *questions) answered(ctx context.Context, q *Request, in *inquiry, r *Result, corrected *[]spar.Correction) (a spar.Answer, err error) {
	if len(q.Wordings.Others) == 0 {
		return e.answer(ctx, *q, r)
	}
	if a, err = e.answer(ctx, *q, r); err == nil {
		err = e.otherwise(ctx, q, in, &a, r, corrected)
	}
	return a, err
}

// answering returns the options for making an answer: how to read the text around a hit, and the encoder that compared the hits.
func (e *questions) answering(ctx context.Context, q Request) answer.Options {
	o := q.Answer
	o.Text = func(ctx context.Context, id spar.SegmentID) (answer.Text, error) { return e.store.Segment(ctx, id) }
	if q.Rerank != nil && q.Rerank.Name() == embed.VerifierName {
		o.Verifier = q.Rerank
	}
	if q.Retrieve.Rank != retrieve.Words {
		if m, err := e.meanings.of(ctx, q.Encoder); err == nil {
			o.Encoder = m.Encoder
		}
	}
	return o
}

// evidence returns what the files say around the hits and around the answer's citations.
func (e *questions) evidence(ctx context.Context, q Request, a spar.Answer, r Result) []spar.Unit {
	_, end := span(ctx, "widen")
	defer end()
	hits := r.Hits
	for _, side := range r.sides {
		hits = append(slices.Clip(hits), side.Hits...)
	}
	o := e.answering(ctx, q)
	o.Passages += r.joined
	return answer.Evidence(ctx, q.Question, hits, r.Stats, a, o)
}

// Unit makes the text of evidence again from where it stands.
func (e *texts) Unit(ctx context.Context, kind spar.UnitKind, at spar.UnitPlace) (spar.Unit, error) {
	text, err := e.store.Segment(ctx, at.Segment)
	if err != nil {
		return spar.Unit{}, err
	}
	return answer.Rendered(text, kind, at), nil
}

// answer makes an answer from the hits.
func (e *questions) answer(ctx context.Context, q Request, r *Result) (a spar.Answer, err error) {
	begin := time.Now()
	ctx, end := span(ctx, "answer")
	defer end()
	defer func() { r.Timing.Answer += time.Since(begin) }()
	q.Answer = e.answering(ctx, q)
	q.Answer.Passages += r.joined
	if len(r.sides) > 0 {
		a = answer.Compared(ctx, question.Parse(q.Question), r.sides, q.Answer)
		return answer.Believed(ctx, q.Question, r.Hits, r.Stats, a, q.Answer), nil
	}
	return answer.Extractive(ctx, q.Question, r.Hits, r.Stats, q.Answer), nil
}

// add adds the time of an earlier round.
func (t *Timing) add(earlier Timing) {
	t.Scope += earlier.Scope
	t.Read += earlier.Read
	t.Retrieve += earlier.Retrieve
	t.Answer += earlier.Answer
}

// refreshes is how often a search starts again because a file it found had changed meanwhile. After that it leaves out
// the files that changed once more.
const refreshes = 3

// Search finds passages in the files of a scope. It first reads unread files in the order of their promise, until the budget is spent. It
// never answers from an old text of a changed file: it looks at the files of the hits once more, and reads them again if need be. If it
// finds nothing, or files of hits are gone, it looks at the folders of the scope anew, for no longer than lookFor.
func (e *questions) Search(ctx context.Context, q Request) (Result, error) {
	in, err := e.begin(ctx, &q)
	if err != nil {
		return Result{}, err
	}
	defer q.computing.end()
	r, err := e.search(ctx, q, in)
	if err != nil {
		return r, err
	}
	corrected, err := e.correct(ctx, &q, r, e.knows(ctx, q))
	if err != nil {
		return r, err
	}
	if len(corrected) > 0 {
		timing := r.Timing
		if r, err = e.search(ctx, q, in); err != nil {
			return r, err
		}
		r.Timing.add(timing)
	}
	for range refreshes {
		if len(r.Hits) > 0 || !in.behind && !e.lookAgain(ctx, q, in) {
			break
		}
		timing := r.Timing
		if r, err = e.search(ctx, q, in); err != nil {
			return r, err
		}
		r.Timing.add(timing)
	}
	r.Corrected = corrected
	if note := weakly(q, r); note != "" {
		r.Notes = append(r.Notes, note)
	}
	e.loosen(nil, &r)
	r.Notes = append(r.Notes, r.Vain...)
	return r, e.cover(ctx, q, in, &r, len(r.Hits) == 0)
}

// weakly says that passages are listed although no passage has some of the words searched for; "" if passages have all of them. A whole
// sentence says much in words of its own, so for a sentence weakly names only words that no dictionary has.
func weakly(q Request, r Result) string {
	if q.Expression != nil || q.Retrieve.Rank == retrieve.Dense || len(r.Hits) == 0 {
		return ""
	}
	words, part := unsaid(q.Question, r.Stats)
	if part < 1 && len(strings.Fields(q.Question)) > mostKeywords {
		words = slices.DeleteFunc(words, func(w retrieve.Word) bool { return answer.Known(w.Text) })
	}
	if len(words) == 0 {
		return ""
	}
	var named []string
	for _, w := range words[:min(len(words), mostNamed)] {
		named = append(named, strconv.Quote(w.Text))
	}
	list := strings.Join(named, ", ")
	if more := len(words) - len(named); more > 0 {
		list += fmt.Sprintf(" and %d more", more)
	}
	if part == 1 {
		return "no passage that was read says " + list + ": what is listed is near in meaning at best"
	}
	return "no passage that was read says " + list + ": what is listed goes by the other words"
}

// mostKeywords is how many words a search has at most that is no sentence.
const mostKeywords = 3

// mostNamed is how many words a note names.
const mostNamed = 5

// begin checks a request, waits until it may compute, and fills in defaults.
func (e *questions) begin(ctx context.Context, q *Request) (_ *inquiry, err error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	_, ended := span(ctx, "wait for a processor")
	q.computing, err = e.processors.compute(ctx, q.Who.Owner())
	if ended(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			q.computing.end()
		}
	}()
	if q.Limit == 0 {
		q.Limit = 10
	}
	tell := q.Tell
	if tell == nil {
		q.Tells = Tells{}
	}
	if q.Tells.Preview {
		q.preview = func(hits []spar.Hit) { tell(Preview(hits)) }
	}
	q.until, q.purse = time.Time{}, nil
	q.Selection = q.begun()
	q.doubts = newDoubts(q.Who)
	q.still = q.still || e.ReadOnly()
	return e.inquire(ctx, *q)
}

// search is Search without a look at the end.
func (e *questions) search(ctx context.Context, q Request, in *inquiry) (Result, error) {
	preview := q.preview
	var r Result
	in.behind = false
	healed := 0
	for round := 0; round < refreshes; round++ {
		last := round == refreshes-1
		begin := time.Now()
		_, ended := span(ctx, "scope")
		snapshot, selection, err := e.sel(ctx, q.Selection)
		ended()
		if err != nil {
			return r, err
		}
		if in.sees(snapshot, selection) && e.look(ctx, q, in) {
			if snapshot, selection, err = e.sel(ctx, q.Selection); err != nil {
				return r, err
			}
		}
		r.Timing.Scope += time.Since(begin)

		begin = time.Now()
		var tagging error
		if !q.still {
			reading, ended := span(ctx, "read")
			snapshot, selection, tagging, err = e.readScope(reading, q, snapshot, selection)
			if ended(); err != nil {
				return r, err
			}
		}
		r.Timing.Read += time.Since(begin)
		if in.sees(snapshot, selection) && e.look(ctx, q, in) {
			if in.behind = last; !last {
				continue // the files to read are elsewhere
			}
		}

		begin = time.Now()
		runs, coverage, damaged, err := e.sources(ctx, snapshot, selection)
		if err != nil {
			return r, err
		}
		if damaged > 0 && healed < mostHealed {
			healed++
			round-- // without their text an answer could be wrong; the next round reads them again
			continue
		}
		r.Coverage, r.Funnel, r.basis = coverage, selection.Funnel, basis{snapshot, selection, runs}
		q.preview = e.confirmed(ctx, q, snapshot, preview)
		q.Retrieve.Limit = q.Limit
		told := ofPassages(q.Scope)
		if len(told) > 0 || q.Expression != nil || guessing(q.Scope) || len(q.GoesOn.Files) > 0 {
			q.Retrieve.Limit = Fetched(q.Limit)
		}
		var note error
		retrieving, ended := span(ctx, "retrieve")
		q.Retrieve.Titles = titlesOf(snapshot)
		r.Hits, r.Stats, note, err = e.retrieve(retrieving, runs, q)
		var late *lateLook
		if err == nil && !q.still {
			if late, err = e.late(retrieving, q, in, snapshot, selection, r.Stats); err == nil && late != nil && len(late.sources) > 0 {
				runs = slices.Concat(late.sources, runs)
				r.basis.runs = runs
				r.Hits, r.Stats, note, err = e.retrieve(retrieving, runs, q)
			}
		}
		if err == nil {
			r.Hits, err = e.released(retrieving, runs, r.Hits, q)
		}
		ended()
		if err == nil && len(told) > 0 {
			r.Hits, err = e.bringForward(ctx, r.Hits, told, snapshot)
		}
		if err == nil && guessing(q.Scope) {
			r.Hits = Lift(r.Hits, guesses(ctx, snapshot, q.Who, q.Scope))
		}
		if err == nil {
			r.Hits = q.GoesOn.without(lift(r.Hits, q.GoesOn.holds(r.Hits, r.Stats), threadScore, threadPart))
		}
		if err == nil && q.Expression != nil {
			r.Hits, err = e.holding(ctx, r.Hits, *q.Expression)
		}
		r.Hits = r.Hits[:min(len(r.Hits), q.Limit)]
		for i, h := range r.Hits {
			if f, ok := snapshot.File(h.File); ok {
				r.Hits[i].Modified = f.ModTime
			}
		}
		var broken *retrieve.DamagedError
		if errors.As(err, &broken) {
			// The store has forgotten it; the next round reads the files again.
			e.log.Warn("the stored text of files is damaged and is read again", "err", err)
			if err := e.catalog.TextLost(ctx, textOf(runs, append(broken.Files, damagedIn(ctx, runs)...))); err != nil {
				return r, err
			}
			if healed++; healed <= mostHealed {
				round--
			}
			continue
		}
		if err != nil {
			return r, err
		}
		r.Timing.Retrieve += time.Since(begin)
		r.Vain = late.notes()
		r.Notes, r.Do = nil, spar.RemediesOf(errors.Join(tagging, note))
		for _, n := range []error{tagging, note} {
			if n != nil {
				r.Notes = append(r.Notes, n.Error())
			}
		}
		again, err := e.unsteady(ctx, q, in, snapshot, &r, last)
		if err != nil {
			return r, err
		}
		if !again {
			if q.Entities {
				r.Entities, err = e.Named(ctx, r.Hits)
			}
			return r, err
		}
	}
	return r, spar.Errorf(spar.Unavailable, "the stored text of files was damaged each time they were read: look whether the disk of the data directory is sound").Try(spar.Remedy{Do: spar.CheckData})
}

// unsteady reports whether the search must start again, because files changed since they were ranked, or new ones may have come. In the
// last round it leaves out the hits of changed files.
func (e *questions) unsteady(ctx context.Context, q Request, in *inquiry, snapshot *index.Snapshot, r *Result, last bool) (bool, error) {
	stale, err := e.stale(ctx, q.doubts, snapshot, r.Hits)
	if err != nil {
		return false, err
	}
	if !stale {
		// The name that matters may be in a file that nobody has seen yet.
		return !last && lacking(q, r.Stats) && e.glance(ctx, q, in), nil
	}
	gone, err := e.missing(ctx, r.Hits)
	if err != nil {
		return false, err
	}
	if gone && e.look(ctx, q, in) { // most are elsewhere
		in.behind = last
	}
	if !last {
		return true, nil
	}
	all := len(r.Hits)
	if r.Hits, err = e.steady(ctx, q, r.Hits); err == nil && len(r.Hits) < all {
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d passages were left out: their files changed while they were read", all-len(r.Hits), all))
	}
	return false, err
}

// textOf gives the segments of some files of runs.
func textOf(runs []retrieve.Source, files []spar.FileID) map[spar.FileID]spar.SegmentID {
	of := map[spar.FileID]spar.SegmentID{}
	for _, r := range runs {
		if slices.Contains(files, r.File) {
			of[r.File] = r.Segment.ID()
		}
	}
	return of
}

// confirmed returns a preview that shows hits only if the asker may still see them. The next round drops the hits of other files.
func (e *questions) confirmed(ctx context.Context, q Request, snapshot *index.Snapshot, preview func([]spar.Hit)) func([]spar.Hit) {
	if preview == nil || q.Who.All {
		return preview
	}
	return func(hits []spar.Hit) {
		if stale, err := e.stale(ctx, q.doubts, snapshot, hits); err == nil && !stale {
			preview(hits)
		}
	}
}

// Searched gives the share and path of each file that took part in the search.
func (r Result) Searched() iter.Seq2[string, string] {
	return func(yield func(share, path string) bool) {
		for _, s := range r.basis.runs {
			if !yield(s.Share, s.Path) {
				return
			}
		}
	}
}

// Beside returns the paths of the other files that took part in the search and lie in the folder of name, with the same share and
// extension.
func (r Result) Beside(share, name string) (list []string) {
	dir, ext := path.Dir(name), path.Ext(name)
	for _, s := range r.basis.runs {
		if s.Share == share && s.Path != name && path.Dir(s.Path) == dir && path.Ext(s.Path) == ext {
			list = append(list, s.Path)
		}
	}
	slices.Sort(list)
	return list
}
