package service

import (
	"cmp"
	"context"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
	"github.com/sparsearch/spar/internal/workspace"
)

// An answerer is one way to answer a question. It refuses for no other, hides no other and knows of no other.
type answerer struct {
	// needs returns the files to read before it proposes.
	needs func(ctx context.Context, m meaning) (reading, error)
	// propose answers from the files read and the hits; nil if it has nothing to say.
	propose func(ctx context.Context, m meaning, f found) (*proposal, error)
}

// A need says which files SPAR reads for a question. Each need reads more than the one before.
type need int

const (
	ofNothing need = iota // nothing: the index already has the answer
	ofNamed               // the files with tables that the question is about
	ofCalled              // the tables that the question calls by name, with those read before
	ofAll                 // as far as the budget goes, and until more would hardly change the answer
)

// A reading is a need with its files.
type reading struct {
	need  need
	files *roaring.Bitmap // to read, unless they were read before; nil: all
}

// needsOf returns the needs of all answerers, the least first.
func needsOf(ctx context.Context, list []answerer, m meaning) ([]reading, error) {
	all := []reading{{need: ofNothing}}
	for _, a := range list {
		r, err := a.needs(ctx, m)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(all, func(o reading) bool { return o.need == r.need }) {
			all = append(all, r)
		}
	}
	slices.SortFunc(all, func(a, b reading) int { return cmp.Compare(a.need, b.need) })
	return all, nil
}

// found has the hits for a question, and the answer that their sentences give.
type found struct {
	need   need // what was read; ofNothing: nothing was searched
	answer spar.Answer
	result engine.Result
	ended  bool // by the asker, or at the deadline: no other answerer adds to it

	steps []api.AgentStep // steps of a model that looked for more
	seen  []workspace.Use // the files that the model saw
	also  []api.Also      // results of its steps besides passages
}

// said reports whether the search for a question was made and not ended, so that other answerers may add to its sentences.
func (f found) said() bool { return f.need > ofNothing && !f.ended }

// wording returns the wording of a question that was answered.
func (f found) wording(m meaning) string { return cmp.Or(f.result.Wording, m.request.Question) }

// A proposal is what an answerer says.
type proposal struct {
	need   need
	chance float64 // chance that it is right

	lead   func(spar.Answer) spar.Answer // puts it in front of the sentences found; nil: it never leads
	beside func(spar.Answer) spar.Answer // puts it beside the leading proposal; nil: it never stands there

	computed  *api.TableAnswer
	inventory *api.Inventory
	readings  []api.Also // for the asker to choose from
	cited     []spar.Citation
	uses      []workspace.Use
}

// answerers lists all ways to answer. Between equal chances the earlier one wins, so the more exact ones come first.
func (s *Service) answerers() []answerer {
	return []answerer{
		{needsContinued, proposeContinued},
		{needsNamed, s.proposeAbout},
		{needsNothing, s.proposeInventory},
		{needsAll, s.proposeFacts},
		{s.needsCalled, s.proposeTable},
		{needsAll, proposeText},
	}
}

func needsNothing(context.Context, meaning) (reading, error) { return reading{need: ofNothing}, nil }

func needsAll(context.Context, meaning) (reading, error) { return reading{need: ofAll}, nil }

// needsNamed reads the files that a question about the parts of a table names. It reads all where only the answer can tell which are
// meant.
func needsNamed(_ context.Context, m meaning) (reading, error) {
	if m.tables == nil || len(m.tables.files) == 0 {
		return reading{need: ofAll}, nil
	}
	if m.readsAll() {
		return reading{need: ofNamed}, nil
	}
	files := roaring.New()
	for _, f := range m.tables.files {
		files.Add(uint32(f.ID))
	}
	return reading{ofNamed, files}, nil
}

// proposeAbout answers about the parts of a table: which columns it has, how many rows.
func (s *Service) proposeAbout(ctx context.Context, m meaning, f found) (*proposal, error) {
	if f.need > ofNothing && !f.said() {
		return nil, nil
	}
	told, uses, err := s.aboutAsked(ctx, m.who, m.tables, f.result)
	if err != nil || told == nil {
		return nil, err
	}
	p := &proposal{need: ofNamed, chance: told.Confidence, computed: told, uses: uses}
	if len(m.tables.files) == 0 {
		p.need = ofAll
	}
	p.lead = func(a spar.Answer) spar.Answer { return withAbout(a, *told) }
	return p, nil
}

// proposeInventory answers about files as such: how many there are, which is the newest. Once the texts were searched, it also counts by
// name such files as contracts: texts may speak of these as well.
func (s *Service) proposeInventory(ctx context.Context, m meaning, f found) (*proposal, error) {
	if m.again != nil || m.question.NoParse || f.need > ofNothing && !f.said() {
		return nil, nil
	}
	out, told, err := s.inventoryAnswer(ctx, m.who, m.ofFiles(f), m.whole, f.need > ofNothing)
	if err != nil || out == nil {
		return nil, err
	}
	p := &proposal{need: ofNothing, chance: told.Confidence, inventory: out}
	if f.need > ofNothing {
		if p.need = ofAll; !f.answer.Refused && !f.answer.Unsure {
			p.chance = byNames
		}
	}
	p.lead = func(a spar.Answer) spar.Answer {
		if f.need > ofNothing {
			told.Coverage, told.Evidence = a.Coverage, a.Evidence
		}
		return told
	}
	return p, nil
}

// byNames is the chance that a question asks for files counted by name although texts give a sure answer: less than theirs.
const byNames = answer.Sure - .01

// ofFiles returns what a question asks about files as such, in the wording that was answered.
func (m meaning) ofFiles(f found) []question.Inventory {
	return question.ParseInventories(cmp.Or(f.result.Wording, m.whole.Question))
}

// proposeFacts answers with the known attributes of a document that was found or that the question names.
func (s *Service) proposeFacts(ctx context.Context, m meaning, f found) (*proposal, error) {
	if m.again != nil || m.question.NoParse || !f.said() {
		return nil, nil
	}
	out, outright, err := s.facts(ctx, m.who, m.ofFiles(f), m.whole, f.result)
	if err != nil || out == nil {
		return nil, err
	}
	p := &proposal{need: ofAll, chance: known, inventory: out}
	p.lead = func(a spar.Answer) spar.Answer { return withFacts(a, *out, outright) }
	p.beside = p.lead
	return p, nil
}

// known is the chance that an attribute of a document is what the question asks for.
const known = .94

// needsCalled reads the tables that a question calls by name, or all if it calls none.
func (s *Service) needsCalled(ctx context.Context, m meaning) (reading, error) {
	tables, err := s.callsTables(ctx, m)
	if err != nil || tables == nil {
		return reading{need: ofAll}, err
	}
	return reading{ofCalled, tables}, nil
}

// proposeTable computes over the tables among the hits and over tables that the question calls by name. If its words may mean several
// columns of a table, it offers each reading with its plan and value.
func (s *Service) proposeTable(ctx context.Context, m meaning, f found) (*proposal, error) {
	if !f.said() {
		return nil, nil
	}
	a, asked := f.answer, f.wording(m)
	rows := !a.Refused && len(a.Bullets) > 1 && onlyRows(a) && question.Parse(asked).Form != question.Comparison
	out, loose, err := s.computed(ctx, m.who, asked, f.result, !a.Refused && !a.Unsure, rows)
	if err != nil || out == nil {
		return nil, err
	}
	p := &proposal{need: ofCalled, chance: min(out.Confidence, mostComputed)}
	if (a.Refused || rows) && out.Refused && loose && leads(out.Alternatives) {
		if guess, err := s.likeliest(ctx, m.who, *out); err != nil || guess != nil {
			return guess, err
		}
	}
	switch {
	case !out.Refused:
		p.computed = out
		p.lead = func(a spar.Answer) spar.Answer {
			if plan, err := table.Parse(out.Plan); err == nil && plan.Counts() && onlyRows(a) {
				a.Refused = true // a row is not the number of rows
			}
			return withComputed(a, *out)
		}
		p.beside = p.lead
	case !a.Refused && !rows:
		p.chance, p.readings = 0, offered(*out)
		p.beside = func(a spar.Answer) spar.Answer { return withoutFigure(a, asked, out.Reason) }
	default:
		p.chance, p.readings = 0, offered(*out)
		p.beside = func(a spar.Answer) spar.Answer {
			if !a.Refused { // some rows are not a figure over all rows
				a.Unsure = true
			}
			a.Notes = append(a.Notes, out.Reason)
			return a
		}
	}
	return p, nil
}

// likeliest answers with the first of several readings, as unsure, and offers the others; nil if that reading gives nothing.
func (s *Service) likeliest(ctx context.Context, who spar.Principal, out api.TableAnswer) (*proposal, error) {
	guess, first := out, out.Alternatives[0]
	guess.Refused, guess.Reason, guess.Plan, guess.Answers, guess.Confidence = false, "", first.Plan, first.Answers, first.Confidence
	guess, err := s.again(ctx, who, guess)
	if err != nil || guess.Refused {
		return nil, err
	}
	reason := out.Reason
	out.Alternatives = out.Alternatives[1:]
	p := &proposal{need: ofCalled, chance: min(guess.Confidence, mostUnsure), computed: &guess, readings: offered(out)}
	p.lead = func(a spar.Answer) spar.Answer {
		notes := append(slices.Clone(a.Notes), reason)
		a.Refused = true // rows are not a figure over all rows
		a = withComputed(a, guess)
		a.Unsure, a.Confidence, a.Notes = true, min(a.Confidence, mostUnsure), notes
		return a
	}
	p.beside = p.lead
	return p, nil
}

// mostComputed bounds the chance of a computed answer, because the share of a plan says nothing more above it: in shares of texts and
// tables 11 of 12 such plans are right.
const mostComputed = .89

// proposeText proposes the answer that sentences of the files give.
func proposeText(_ context.Context, _ meaning, f found) (*proposal, error) {
	if f.need == ofNothing {
		return nil, nil
	}
	p := &proposal{need: ofAll, chance: f.answer.Confidence, lead: func(a spar.Answer) spar.Answer { return a }, cited: f.answer.Citations}
	if f.answer.Refused {
		p.chance = 0
	}
	return p, nil
}

// propose asks all answerers.
func propose(ctx context.Context, list []answerer, m meaning, f found) (all []*proposal, err error) {
	for _, a := range list {
		p, err := a.propose(ctx, m, f)
		if err != nil {
			return nil, err
		}
		if p != nil {
			all = append(all, p)
		}
	}
	return all, nil
}

// A verdict says which proposal leads, and which stand beside it.
type verdict struct {
	lead   *proposal // nil: nothing was proposed
	beside []*proposal
}

// judge lets the likeliest proposal lead.
func judge(all []*proposal) (v verdict) {
	for _, p := range all {
		if p.lead != nil && (v.lead == nil || p.chance > v.lead.chance) {
			v.lead = p
		}
	}
	v.beside = slices.DeleteFunc(slices.Clone(all), func(p *proposal) bool { return p == v.lead })
	return v
}

// ends reports whether the files of a need are enough: the leading proposal is sure, and needs no more.
func (v verdict) ends(n need) bool {
	return v.lead != nil && v.lead.chance >= answer.Sure && v.lead.need <= n
}

// An outcome is an answer with everything that stands beside it.
type outcome struct {
	answer    spar.Answer
	computed  *api.TableAnswer
	inventory *api.Inventory
	also      []api.Also
	uses      []workspace.Use
}

// tell puts the leading proposal in front of the sentences found, and the others beside it.
func (v verdict) tell(f found) outcome {
	t := outcome{answer: f.answer, also: f.also}
	if v.lead == nil {
		return t
	}
	t.answer, t.computed, t.inventory, t.uses = v.lead.lead(t.answer), v.lead.computed, v.lead.inventory, v.lead.uses
	exact := t.inventory != nil || t.computed != nil && t.computed.About != nil
	for _, p := range v.beside {
		if p.beside == nil || exact { // the lead answers exactly; sentences and figures beside it would say something else
			continue
		}
		t.answer, t.computed, t.inventory = p.beside(t.answer), cmp.Or(t.computed, p.computed), cmp.Or(t.inventory, p.inventory)
		t.also = append(t.also, p.readings...)
	}
	if t.answer.Refused {
		t.answer.Notes = append(t.answer.Notes, f.result.Vain...)
	}
	return t
}
