package service

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/chunk"
	spar "github.com/sparsearch/spar/internal/spar"
)

const (
	fewParents   = 5
	nearBeside   = 10 // nearest tags whose parents count
	leastBeside  = .3 // cosine from which a tag is near
	namedParent  = .5 // what counts that the new name has the parent's words, beside a cosine
	besideParent = 1. // and that all nearest tags are below it
	leastParent  = .4
)

// TagParents ranks the tags that a new tag could be below: by nearness in meaning, by words of their names that it has, and by the tags
// above those that are nearest to it. It stores nothing.
func (s *Service) TagParents(ctx context.Context, who spar.Principal, q api.ParentQuery) ([]api.TagParent, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return nil, err
	}
	if strings.TrimSpace(q.Name) == "" {
		return nil, spar.Errorf(spar.Invalid, "say what the tag is to be called")
	}
	if q.Most < 0 {
		return nil, spar.Errorf(spar.Invalid, "%d tags were asked for; ask for at least 1", q.Most)
	}
	own, there := v.called(q.Name)
	tags := slices.DeleteFunc(v.TagsFor(v.who), func(t spar.Tag) bool { return t.Retired || there && t.ID == own.ID })
	near, err := s.engine.NearTags(ctx, strings.Join(append([]string{q.Name}, q.Synonyms...), ", "), tags)
	if err != nil {
		return nil, err
	}
	if near == nil {
		near = make([]float64, len(tags))
	}
	order := make([]int, len(tags))
	for i := range order {
		if order[i] = i; math.IsNaN(near[i]) {
			near[i] = 0
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(near[b], near[a]), cmp.Compare(tags[a].ID, tags[b].ID)) })
	beside, weight := map[spar.TagID][]string{}, map[spar.TagID]float64{}
	all := 0.0
	for _, i := range order[:min(len(order), nearBeside)] {
		if near[i] < leastBeside {
			break
		}
		all += near[i] * near[i]
		for _, above := range v.ParentsOf(tags[i]) {
			beside[above], weight[above] = append(beside[above], tags[i].Name), weight[above]+near[i]*near[i]
		}
	}
	terms := chunk.Terms(q.Name, "en")
	list := []api.TagParent{}
	for i, t := range tags {
		p := api.TagParent{Schema: api.TagParentSchema, Tag: t.Name, Score: near[i], Evidence: []string{}}
		if near[i] >= leastBeside {
			p.Evidence = append(p.Evidence, fmt.Sprintf("the names are near in meaning (%.2f)", near[i]))
		}
		if words := chunk.Terms(t.Name, "en"); len(words) > 0 && len(words) < len(terms) && !slices.ContainsFunc(words, func(w string) bool { return !slices.Contains(terms, w) }) {
			p.Score += namedParent
			p.Evidence = append(p.Evidence, "the name has its words")
		}
		if n := len(beside[t.ID]); n > 0 {
			p.Score += besideParent * weight[t.ID] / all
			p.Evidence = append(p.Evidence, fmt.Sprintf("%s that are near in meaning stand below it, such as %s", Plural(n, "tag", "tags"), beside[t.ID][0]))
		}
		if p.Score >= leastParent && len(p.Evidence) > 0 {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b api.TagParent) int { return cmp.Compare(b.Score, a.Score) })
	list = list[:min(len(list), cmp.Or(q.Most, fewParents))]
	for i := range list {
		list[i].Score = rounded(list[i].Score)
	}
	return list, nil
}
