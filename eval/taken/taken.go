// Package taken measures how a search changes if SPAR takes a question to name its files: by tags that its words name or
// mean, and by other constraints. Only spar-eval uses it.
package taken

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// Options of a measurement.
type Options struct {
	Vocabulary string               // a file to import, such as mesh2022.jsonl; "": only the tags of the set
	Only       func(id string) bool // selects the questions to ask; nil: all
	Changes    []Change             // changes of the assignments; each is measured, and no change too
	Seed       uint64
	Engine     engine.Options // without Dir
	Service    service.Options
	Log        func(format string, args ...any)
}

// A Change removes or adds a random part of the assignments.
type Change struct {
	Removed float64 `json:"removed"`
	Added   float64 `json:"added"` // wrong assignments, with tags that files have
}

// A Report has the results.
type Report struct {
	Schema    string  `json:"schema"`
	Set       string  `json:"set"`
	Files     int     `json:"files"`
	Questions int     `json:"questions"`
	Order     [4]int  `json:"order"` // place of the answering file in the order of reading unread files: median, 90, 95 and 99 %
	Rounds    []Round `json:"rounds"`
}

// A Round is a measurement with the assignments as they are, or changed.
type Round struct {
	Change
	Taken   float64          `json:"taken"`           // share of questions that give a constraint
	In      float64          `json:"in_scope"`        // share of questions whose file is in the strict scope
	Size    float64          `json:"scope_size"`      // files in the strict scope, mean
	Plain   float64          `json:"hit_at_1_plain"`  // right file first, without constraints
	Default float64          `json:"hit_at_1"`        // with constraints as guesses
	Strict  float64          `json:"hit_at_1_strict"` // with constraints as filters
	Paper   ByRule           `json:"paper"`           // a group of tags for each keyphrase, all of them required
	Topics  ByRule           `json:"topics"`          // the nearest tags, or tags of two topics
	Back    float64          `json:"guard"`           // of questions whose file is outside the strict scope: it is among the ten nearest outside
	Costs   measure.Interval `json:"default_less_plain"`
}

// ByRule has the results of a rule that the product does not use.
type ByRule struct {
	In   float64 `json:"in_scope"`
	Size float64 `json:"scope_size"`
	Hit  float64 `json:"hit_at_1"`
}

// Measure makes a temporary data directory of a set's share, its tags and a vocabulary, and asks the questions of the set in four ways.
func Measure(ctx context.Context, set *measure.Set, o Options) (r *Report, err error) {
	if len(set.Queries) == 0 {
		return nil, spar.Errorf(spar.Invalid, "the set %s has no questions: choose one with some", set.Name)
	}
	dir, err := os.MkdirTemp("", "spar-eval-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	t, err := measure.OpenTagged(ctx, set, dir, measure.TaggedOptions{Vocabulary: o.Vocabulary, Engine: o.Engine, Service: o.Service, Log: o.Log})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	m := &measuring{t: t, e: t.Engine, s: t.Service, who: t.Who, set: set, o: o}
	for i, q := range set.Queries {
		if o.Only == nil || o.Only(q.ID) {
			m.asked = append(m.asked, i)
		}
	}
	if len(m.asked) == 0 {
		return nil, spar.Errorf(spar.Invalid, "none of the %d questions of the set %s is among those that are to be asked", len(set.Queries), set.Name)
	}
	order, err := m.order(ctx)
	if err != nil {
		return nil, err
	}
	o.Log("the file that answers is at place %d, %d, %d, %d in the order of the unread (median, 90, 95, 99 %%)", order[0], order[1], order[2], order[3])
	files, err := t.Read(ctx, o.Log)
	if err != nil {
		return nil, err
	}
	r = &Report{Schema: "spar.eval.taken/1", Set: set.Name, Files: files, Questions: len(m.asked), Order: order}
	for _, c := range append([]Change{{}}, o.Changes...) {
		round, err := m.round(ctx, t.Links, c)
		if err != nil {
			return nil, err
		}
		o.Log("removed %.0f %%, added %.0f %%: %.3f plain, %.3f default, %.3f strict, %.3f in scope of %.1f files",
			100*c.Removed, 100*c.Added, round.Plain, round.Default, round.Strict, round.In, round.Size)
		r.Rounds = append(r.Rounds, round)
	}
	return r, nil
}

type measuring struct {
	t     *measure.Tagged
	e     *engine.Opened
	s     *service.Service
	who   spar.Principal
	set   *measure.Set
	o     Options
	asked []int
	plain []float64
}

// round measures with a change of the assignments, and undoes the change at the end.
func (m *measuring) round(ctx context.Context, links []spar.Assignment, c Change) (out Round, err error) {
	r := rand.New(rand.NewPCG(m.o.Seed, 1))
	var gone, wrong []spar.Assignment
	has := map[[2]int64]bool{}
	for _, l := range links {
		has[[2]int64{int64(l.File), int64(l.Tag)}] = true
		if r.Float64() < c.Removed {
			gone = append(gone, l)
		}
	}
	for len(wrong) < int(c.Added*float64(len(links))) {
		l := spar.Assignment{File: links[r.IntN(len(links))].File, Tag: links[r.IntN(len(links))].Tag, Origin: spar.ByPerson, Confidence: 1}
		if key := [2]int64{int64(l.File), int64(l.Tag)}; !has[key] {
			has[key] = true
			wrong = append(wrong, l)
		}
	}
	if _, err := m.e.Catalog.Unassign(ctx, gone); err != nil {
		return out, err
	}
	if _, err := m.e.Catalog.Assign(ctx, wrong); err != nil {
		return out, err
	}
	defer func() {
		_, undo := m.e.Catalog.Unassign(ctx, wrong)
		_, again := m.e.Catalog.Assign(ctx, gone)
		err = errors.Join(err, undo, again)
	}()
	out.Change = c
	var guessed []float64
	first, lost := m.plain == nil, 0.0
	for _, i := range m.asked {
		q := m.set.Queries[i]
		gold := m.set.Judged(q.ID)
		text := strings.ReplaceAll(q.Text, `"`, " ") // quotes would make a phrase of it
		parsed, err := m.s.ParseSentence(ctx, m.who, api.Saying{Sentence: q.Text, Guess: true})
		if err != nil {
			return out, err
		}
		wall := strings.ReplaceAll(parsed.Scope, "~", "")
		if parsed.Scope != "" {
			out.Taken++
		}
		if first {
			hit, err := m.first(ctx, text, "", gold)
			if err != nil {
				return out, err
			}
			m.plain = append(m.plain, hit)
		}
		plain := m.plain[len(guessed)]
		soft := plain
		if parsed.Scope != "" {
			if soft, err = m.first(ctx, text, parsed.Scope, gold); err != nil {
				return out, err
			}
		}
		in, size, err := m.inside(ctx, wall, gold)
		if err != nil {
			return out, err
		}
		if in == 0 && wall != "" {
			lost++
			near, err := m.guarded(ctx, text, wall, gold)
			if err != nil {
				return out, err
			}
			out.Back += near
		}
		hard := soft
		if wall != "" {
			if hard, err = m.first(ctx, text, wall, gold); err != nil {
				return out, err
			}
		}
		if err := m.byRule(ctx, q.Text, m.t.Paper, gold, &out.Paper); err != nil {
			return out, err
		}
		if err := m.byRule(ctx, q.Text, func(ctx context.Context, text string) (string, error) { return topicsOf(ctx, m.t, text) }, gold, &out.Topics); err != nil {
			return out, err
		}
		guessed = append(guessed, soft)
		out.In, out.Size, out.Plain, out.Default, out.Strict = out.In+in, out.Size+float64(size), out.Plain+plain, out.Default+soft, out.Strict+hard
	}
	n := float64(len(m.asked))
	out.Taken, out.In, out.Size, out.Plain, out.Default, out.Strict = out.Taken/n, out.In/n, out.Size/n, out.Plain/n, out.Default/n, out.Strict/n
	out.Paper = ByRule{out.Paper.In / n, out.Paper.Size / n, out.Paper.Hit / n}
	out.Topics = ByRule{out.Topics.In / n, out.Topics.Size / n, out.Topics.Hit / n}
	if lost > 0 {
		out.Back /= lost
	}
	out.Costs = measure.Bootstrap(m.plain, guessed, m.o.Seed)
	return out, nil
}

// byRule adds the results of a rule for a question.
func (m *measuring) byRule(ctx context.Context, text string, rule func(context.Context, string) (string, error), gold map[string]float64, out *ByRule) error {
	by, err := rule(ctx, text)
	if err != nil {
		return err
	}
	in, size, err := m.inside(ctx, by, gold)
	if err != nil {
		return err
	}
	out.In, out.Size = out.In+in, out.Size+float64(size)
	if in == 0 {
		return nil
	}
	hit, err := m.first(ctx, strings.ReplaceAll(text, `"`, " "), by, gold)
	out.Hit += hit
	return err
}

// first returns 1 if the best hit is of a file that answers, else 0.
func (m *measuring) first(ctx context.Context, question, scope string, gold map[string]float64) (float64, error) {
	one := 1
	for e, err := range m.s.Search(ctx, m.who, api.Question{Question: question, Scope: scope, Count: &one}) {
		if err != nil {
			return 0, fmt.Errorf("%s: %w", question, err)
		}
		if e.Stage == api.StageFinal && len(e.Hits) > 0 && m.judged(gold, e.Hits[0].Path.Name) > 0 {
			return 1, nil
		}
	}
	return 0, nil
}

// guarded returns 1 if a file that answers is among the ten files that a scope guard names: those outside the scope with the
// nearest titles and first lines.
func (m *measuring) guarded(ctx context.Context, question, scope string, gold map[string]float64) (float64, error) {
	for f, err := range m.s.Files(ctx, m.who, api.Listing{Scope: "-(" + scope + ")", Like: question, Limit: 10}) {
		if err != nil {
			return 0, err
		}
		if m.judged(gold, f.Path.Name) > 0 {
			return 1, nil
		}
	}
	return 0, nil
}

// order returns the place of the first answering file in the order of reading, as quantiles.
func (m *measuring) order(ctx context.Context) (out [4]int, err error) {
	var places []int
	for _, i := range m.asked {
		q := m.set.Queries[i]
		gold, place := m.set.Judged(q.ID), 0
		for f, err := range m.s.Files(ctx, m.who, api.Listing{Order: q.Text}) {
			if err != nil {
				return out, err
			}
			if place++; m.judged(gold, f.Path.Name) > 0 {
				break
			}
		}
		places = append(places, place)
	}
	slices.Sort(places)
	for i, part := range []float64{.5, .9, .95, .99} {
		out[i] = places[min(len(places)-1, int(math.Ceil(part*float64(len(places))))-1)]
	}
	return out, nil
}

// judged returns how well a file answers.
func (m *measuring) judged(gold map[string]float64, path string) float64 { return gold[m.t.Doc(path)] }

// inside returns 1 if a file that answers is in the scope, else 0, and the number of files in the scope.
func (m *measuring) inside(ctx context.Context, scope string, gold map[string]float64) (in float64, size int, err error) {
	for f, err := range m.s.Files(ctx, m.who, api.Listing{Scope: scope}) {
		if err != nil {
			return 0, 0, err
		}
		size++
		if m.judged(gold, f.Path.Name) > 0 {
			in = 1
		}
	}
	return in, size, nil
}

// WriteMarkdown writes a table of the rounds.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "%s: %d questions over %d files; the file that answers is at place %d, %d, %d, %d of the order of reading "+
		"(median, 90, 95, 99 %%)\n\n| links removed, wrong ones added | taken | file in the strict scope | files in it | hit@1 "+
		"without | by default | strict | default less without | of the files left out, among the guard's ten | by the paper's "+
		"rule: file in the scope | files in it | hit@1 | by topics: file in the scope | files in it | hit@1 |\n"+
		"|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n", r.Set, r.Questions, r.Files, r.Order[0], r.Order[1],
		r.Order[2], r.Order[3])
	for _, x := range r.Rounds {
		change := "none"
		if x.Removed > 0 {
			change = fmt.Sprintf("%.0f %% removed", 100*x.Removed)
		} else if x.Added > 0 {
			change = fmt.Sprintf("%.0f %% added", 100*x.Added)
		}
		fmt.Fprintf(w, "| %s | %.3f | %.3f | %.1f | %.3f | %.3f | %.3f | %+.3f (%+.3f to %+.3f) | %.3f | %.3f | %.1f | "+
			"%.3f | %.3f | %.1f | %.3f |\n", change, x.Taken, x.In, x.Size, x.Plain, x.Default, x.Strict, x.Costs.Mean,
			x.Costs.Low, x.Costs.High, x.Back, x.Paper.In, x.Paper.Size, x.Paper.Hit, x.Topics.In, x.Topics.Size, x.Topics.Hit)
	}
	return nil
}

// Changes returns the changes of the published tables.
func Changes() []Change {
	return slices.Clone([]Change{{Removed: .2}, {Removed: .4}, {Removed: .6}, {Added: .1}, {Added: .3}})
}
