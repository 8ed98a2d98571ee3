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

// By topics a question is about the files with one of the nearest tags, or with near tags of two topics. The numbers were chosen on the
// questions of PubMedQA outside of its test_ground_truth.json.
const (
	topicTags     = 15  // near tags to use
	topicNearest  = 3   // the nearest of them, each enough alone
	topicTried    = 200 // nearest tags to check for files
	topicLeast    = .3  // least cosine, as in the product
	topicCommonAt = .2  // a tag on a larger part of the files tells nothing, as in the product
)

// topicsOf makes a scope from several groups of tags near to a question. Tags below the same top of the hierarchy are one topic, and any of
// them is enough for it. A file is in scope with one of the nearest tags, or with tags of two topics. The scope is "" if no tag is near.
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
			continue // the query language cannot say the name, or the tag tells nothing
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

// topsOf returns the top tags above a tag, or the tag itself if it is one.
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

// countIn returns the number of files in a scope.
func countIn(ctx context.Context, t *measure.Tagged, sc string) (n int, err error) {
	got, err := t.Service.Count(ctx, t.Who, api.Listing{Scope: sc})
	for _, of := range got.States {
		n += of
	}
	return n, err
}
