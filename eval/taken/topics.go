package taken

import (
	"context"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// By topics a question is about the files that have one of the nearest tags, or tags of two topics that are near. The numbers were chosen with the
// questions of PubMedQA outside of its test_ground_truth.json.
const (
	topicTags     = 15  // near tags that are looked at
	topicNearest  = 3   // of these, how many are enough alone
	topicTried    = 200 // how many of the nearest are looked at for files
	topicLeast    = .3  // cosine, as in the product
	topicCommonAt = .2  // a tag of more than this part of the files tells nothing, as in the product
)

// topicsOf is the scope that several groups of tags make of a question. Tags below the same top of the hierarchy are one topic, and any of them is
// enough for it. A file is in scope with one of the nearest tags, or with tags of two topics. It is "" where no tag is near.
func topicsOf(ctx context.Context, t *measure.Tagged, text string) (string, error) {
	tags, err := t.Engine.Catalog.Tags(ctx)
	if err != nil {
		return "", err
	}
	order, err := t.Nearest(ctx, text, tags, topicLeast)
	if err != nil {
		return "", err
	}
	graph := taxonomy.New(tags)
	all, err := countIn(ctx, t, "")
	if err != nil {
		return "", err
	}
	var nearest []spar.Match
	var topics [][]spar.Match
	var tops []map[spar.TagID]bool
	taken := 0
	for _, i := range order[:min(topicTried, len(order))] {
		if taken == topicTags {
			break
		}
		m := spar.Match{Text: tags[i].Name}
		n, err := countIn(ctx, t, scope.Print(spar.Scope{Constraints: []spar.Constraint{{Key: "tag", Values: []spar.Match{m}}}}))
		if err != nil || n == 0 || float64(n) > topicCommonAt*float64(all) {
			continue // a name that the query language cannot say, or a tag that tells nothing
		}
		if taken++; taken <= topicNearest {
			nearest = append(nearest, m)
		}
		mine := topsOf(graph, tags[i].ID)
		at := slices.IndexFunc(tops, func(o map[spar.TagID]bool) bool {
			for id := range mine {
				if o[id] {
					return true
				}
			}
			return false
		})
		if at < 0 {
			topics, tops = append(topics, []spar.Match{m}), append(tops, mine)
			continue
		}
		topics[at] = append(topics[at], m)
		for id := range mine {
			tops[at][id] = true
		}
	}
	if taken == 0 {
		return "", nil
	}
	tagged := func(list []spar.Match) spar.Constraint { return spar.Constraint{Key: "tag", Values: list} }
	any := []spar.Scope{{Constraints: []spar.Constraint{tagged(nearest)}}}
	for i := range topics[:len(topics)-1] {
		any = append(any, spar.Scope{Constraints: []spar.Constraint{tagged(topics[i]), tagged(slices.Concat(topics[i+1:]...))}})
	}
	return scope.Print(spar.Scope{Constraints: []spar.Constraint{{Any: any}}}), nil
}

// topsOf gives the tags without a tag above them that a tag lies below; itself where there is none.
func topsOf(graph *taxonomy.Graph, id spar.TagID) map[spar.TagID]bool {
	tops := map[spar.TagID]bool{}
	for above := range graph.Ancestors(id) {
		if len(graph.Parents(above)) == 0 {
			tops[above] = true
		}
	}
	if len(tops) == 0 {
		tops[id] = true
	}
	return tops
}

// countIn is the number of files in a scope.
func countIn(ctx context.Context, t *measure.Tagged, sc string) (n int, err error) {
	got, err := t.Service.Count(ctx, t.Who, api.Listing{Scope: sc})
	for _, of := range got.States {
		n += of
	}
	return n, err
}
