package service

import (
	"cmp"
	"context"
	"hash/fnv"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	suggested "github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

const mostLearnedValues = 120 // judged files to which the chances of a list are fitted

// A valued is a proposed value under the name that it has in review: KEY:VALUE, as in a scope. A tag of that name goes before it.
type valued struct{ key, value string }

func (n valued) String() string { return n.key + ":" + n.value }

// number tells proposals of values apart for the sample.
func (n valued) number() spar.TagID {
	h := fnv.New32a()
	_, _ = h.Write([]byte(n.String()))
	return spar.TagID(h.Sum32())
}

// valueNamed finds what a name of the form KEY:VALUE stands for. A key alone stands for all of its values.
func (v view) valueNamed(name string) (n valued, ok bool) {
	key, value, _ := strings.Cut(name, ":")
	a, ok := v.Schema().Attribute(key)
	if !ok || a.Proposed() == nil {
		return n, false
	}
	if n.key = a.Name; value == "" {
		return n, true
	}
	for _, o := range a.Proposed() {
		if strings.EqualFold(o.Name, value) {
			n.value = o.Name
			return n, true
		}
	}
	return n, false
}

// numberOf returns the number of a tag or of a value, by its name.
func numberOf(v view, who spar.Principal, name string) (spar.TagID, bool) {
	if tag, err := v.FindTag(who, name); err == nil {
		return tag.ID, true
	}
	n, ok := v.valueNamed(name)
	return n.number(), ok && n.value != ""
}

// A valuing proposes values of one list to one asker.
type valuing struct {
	*engine.ValueProposer
	learned  int
	names    map[spar.TagID]string
	rejected map[valuedFile]bool
	only     spar.TagID
}

type valuedFile struct {
	file  spar.FileID
	value string
}

// valuings returns a valuing for each list of values that is asked for: all, those of a key, or one value.
func (s *Service) valuings(ctx context.Context, v view, name string) (list []*valuing, err error) {
	var of valued
	if name != "" {
		ok := false
		if of, ok = v.valueNamed(name); !ok {
			return nil, spar.Errorf(spar.NotFound, "%q is no attribute with a list of values, and none of its values", name).Try(spar.Remedy{Do: spar.ListAttributes})
		}
	}
	judged, err := s.judgedValues(ctx, v)
	if err != nil {
		return nil, err
	}
	for _, a := range v.Schema().Attributes {
		if a.Proposed() == nil || of.key != "" && of.key != a.Name {
			continue
		}
		p := &valuing{names: map[spar.TagID]string{}, rejected: map[valuedFile]bool{}}
		if p.ValueProposer, err = s.engine.ValueProposer(ctx, v.who, a.Name); err != nil {
			return nil, err
		}
		for i, o := range a.Proposed() {
			p.names[spar.TagID(i+1)] = o.Name
		}
		if of.value != "" {
			p.only = p.Number(of.value)
		}
		mine := slices.DeleteFunc(slices.Clone(judged), func(j catalog.ProposedValue) bool { return j.Key != a.Name })
		for _, j := range mine {
			p.rejected[valuedFile{j.File, j.Value}] = j.Review == spar.Rejected
		}
		if err := s.learnValues(ctx, v, p, mine); err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, nil
}

// judgedValues returns the proposed values that people judged, of files that the asker may read.
func (s *Service) judgedValues(ctx context.Context, v view) (list []catalog.ProposedValue, err error) {
	for p, err := range s.proposedValues(ctx, v) {
		if err != nil {
			return nil, err
		}
		if p.Review != spar.Pending {
			list = append(list, p)
		}
	}
	return list, nil
}

// proposedValues yields the proposed values of files that the asker may read, without what was proposed to others alone.
func (s *Service) proposedValues(ctx context.Context, v view) func(func(catalog.ProposedValue, error) bool) {
	return func(yield func(catalog.ProposedValue, error) bool) {
		readable, err := v.selection(spar.Scope{})
		if err != nil {
			yield(catalog.ProposedValue{}, err)
			return
		}
		foreign, err := s.foreign(ctx, v)
		if err != nil {
			yield(catalog.ProposedValue{}, err)
			return
		}
		for p, err := range s.catalog.ProposedValues(ctx) {
			if err == nil && (!readable.Known.Contains(uint32(p.File)) || foreign(p.Assignment)) {
				continue
			}
			if !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// learnValues fits the chances of a list to judgements.
func (s *Service) learnValues(ctx context.Context, v view, p *valuing, judged []catalog.ProposedValue) error {
	if len(judged) < fewLearned {
		return nil
	}
	of, files := map[spar.FileID][]catalog.ProposedValue{}, roaring.New()
	for _, j := range judged {
		if of[j.File] = append(of[j.File], j); files.GetCardinality() < mostLearnedValues {
			files.Add(uint32(j.File))
		}
	}
	var samples []calibrate.Sample
	right := 0
	for f := range v.In(files) {
		f.Share, f.Path = strings.Clone(f.Share), strings.Clone(f.Path)
		list, _, err := p.ValueOf(ctx, f)
		if err != nil {
			return err
		}
		for _, c := range list {
			for _, j := range of[f.ID] {
				if strings.EqualFold(j.Value, p.names[c.Tag]) {
					accepted := j.Review == spar.Accepted
					samples = append(samples, calibrate.Sample{Signs: c.Signs, Right: accepted, Group: f.Share + ":" + f.Path})
					right += int(signOf(accepted))
				}
			}
		}
	}
	if len(samples) < fewLearned || right == 0 || right == len(samples) {
		return nil
	}
	p.learned = len(samples)
	return p.LearnValues(samples)
}

func signOf(is bool) float64 {
	if is {
		return 1
	}
	return 0
}

// of returns the values that a file may have: none where it has one already, nor what people rejected.
func (p *valuing) of(ctx context.Context, f spar.File) ([]suggested.Candidate, []spar.Passage, error) {
	if p.Has.Contains(uint32(f.ID)) {
		return nil, nil, nil
	}
	list, passages, err := p.ValueOf(ctx, f)
	list = slices.DeleteFunc(list, func(c suggested.Candidate) bool {
		return p.rejected[valuedFile{f.ID, p.names[c.Tag]}] || p.only != 0 && p.only != c.Tag
	})
	return list, passages, err
}

// suggestValues says which values of closed lists files may have.
func (s *Service) suggestValues(ctx context.Context, v view, files []spar.File, q api.Suggesting, out *stream[api.Suggestion]) error {
	lists, err := s.valuings(ctx, v, q.Tag)
	if err != nil {
		return err
	}
	var notes []string
	for _, p := range lists {
		notes = p.Notes
	}
	for _, f := range files {
		for _, p := range lists {
			list, passages, err := p.of(ctx, f)
			if err != nil {
				return err
			}
			for i, c := range list {
				if i == cmp.Or(q.Most, fewSuggested) || c.Chance < cmp.Or(q.Least, leastSuggest) {
					break
				}
				out.send(api.Suggestion{
					Schema: api.SuggestionSchema, FileName: nameOf(f), Tag: valued{p.Attribute.Name, p.names[c.Tag]}.String(), Chance: rounded(c.Chance),
					Evidence: v.evidenceOf(f, c, passages, p.names), Notes: notes,
				})
				notes = nil
			}
		}
	}
	if len(notes) > 0 {
		out.send(api.Suggestion{Schema: api.SuggestionSchema, Evidence: []api.TagEvidence{}, Notes: notes})
	}
	return nil
}

// proposeValues stores the likeliest value of each list for review, as one batch.
func (s *Service) proposeValues(ctx context.Context, v view, files []spar.File, q api.Suggesting) (out api.Proposed, err error) {
	out.Schema, out.Files = api.ProposedSchema, len(files)
	lists, err := s.valuings(ctx, v, q.Tag)
	if err != nil {
		return out, err
	}
	sources, err := s.reviewSources(ctx, v)
	if err != nil {
		return out, err
	}
	lists = slices.DeleteFunc(lists, func(p *valuing) bool {
		i := slices.IndexFunc(sources, func(r api.ReviewSource) bool { return r.Stopped && r.Name == p.Attribute.Name })
		if i >= 0 {
			out.Notes = append(out.Notes, stoppedText(sources[i])+": no "+p.Attribute.Name+" is proposed")
		}
		return i >= 0
	})
	var batch spar.BatchID
	var waiting []catalog.ProposedValue
	flush := func(ended ...spar.BatchID) error {
		n, err := s.catalog.ProposeValues(ctx, waiting, ended...)
		out.Tags += n
		waiting = nil
		return err
	}
	for _, p := range lists {
		out.Learned += p.learned
	}
	if len(lists) > 0 {
		out.Notes = append(out.Notes, lists[0].Notes...)
	}
	for _, f := range files {
		if f.State == spar.Unread {
			out.Unread++
		}
		for _, p := range lists {
			list, passages, err := p.of(ctx, f)
			if err != nil {
				return out, err
			}
			if len(list) == 0 || list[0].Chance < cmp.Or(q.Least, leastPropose) {
				continue
			}
			if batch == 0 {
				if batch, err = s.catalog.BeginBatch(ctx, catalog.Guesses, v.who.Owner(), strings.TrimSpace("values "+q.Scope)); err != nil {
					return out, err
				}
			}
			var said []string
			for _, e := range v.evidenceOf(f, list[0], passages, p.names) {
				said = append(said, e.Text)
			}
			waiting = append(waiting, catalog.ProposedValue{
				Assignment: spar.Assignment{File: f.ID, Confidence: rounded(list[0].Chance), Evidence: strings.Join(said, "; "), Batch: batch},
				Key:        p.Attribute.Name, Value: p.names[list[0].Tag],
			})
		}
		if len(waiting) >= proposedFiles {
			if err := flush(); err != nil {
				return out, err
			}
		}
	}
	if batch != 0 {
		err = flush(batch)
	}
	if out.Tags > 0 {
		out.Batch = uint32(batch)
	}
	return out, err
}

// reviewValues stores a judgement of a proposed value on files, and returns those where it changed. Of all it takes those only that the
// asker may know of.
func (s *Service) reviewValues(ctx context.Context, v view, files []spar.FileID, n valued, judgement spar.Review) (of, changed []spar.FileID, err error) {
	for p, err := range s.proposedValues(ctx, v) {
		if err != nil {
			return nil, nil, err
		}
		if p.Key == n.key && p.Value == n.value && slices.Contains(files, p.File) {
			of = append(of, p.File)
		}
	}
	changed, err = s.catalog.ReviewValues(ctx, of, n.key, n.value, judgement)
	return of, changed, err
}
