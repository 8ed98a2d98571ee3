package service

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	divideTop  = 20     // values of a key that a division shows
	divideWalk = 10_000 // files whose folders are looked at
)

// DivideScope says how the files of a scope divide by share, folder, format, state and tag, each value with the files in scope that
// have it, the most frequent first. Files of which only reading can tell whether they are in scope are not counted.
func (s *Service) DivideScope(ctx context.Context, who spar.Principal, text string) (api.Division, error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.Division{}, err
	}
	selected, err := v.selection(sc)
	if err != nil {
		return api.Division{}, err
	}
	out := api.Division{Schema: api.DivisionSchema, Scope: scope.Print(sc), Files: int(selected.Known.GetCardinality()), By: []api.DivisionKey{}}
	add := func(key string, files map[string]int) {
		if part := divided(key, files); len(part.Values) > 0 {
			out.By = append(out.By, part)
		}
	}
	add("share", sizesOf(v.ByShare(selected.Known)))
	if out.Files <= divideWalk {
		add("path", v.folders(selected.Known))
	}
	add("type", sizesOf(v.ByFormat(selected.Known)))
	add("state", sizesOf(v.ByState(selected.Known)))
	tags, err := v.tagsIn(selected.Known)
	if err != nil {
		return out, err
	}
	add("tag", tags)
	return out, nil
}

// divided is the values of one key, the most frequent first.
func divided(key string, files map[string]int) api.DivisionKey {
	out := api.DivisionKey{Key: key, Values: []api.DivisionValue{}}
	for _, value := range slices.SortedFunc(maps.Keys(files), func(a, b string) int { return cmp.Or(cmp.Compare(files[b], files[a]), cmp.Compare(a, b)) }) {
		if value == "" {
			continue // what has none is no value
		}
		if len(out.Values) == divideTop {
			out.More++
			continue
		}
		out.Values = append(out.Values, api.DivisionValue{Value: value, Files: files[value]})
	}
	return out
}

func sizesOf[K ~string](by map[K]*roaring.Bitmap) map[string]int {
	sizes := map[string]int{}
	for k, files := range by {
		sizes[string(k)] = int(files.GetCardinality())
	}
	return sizes
}

// folders counts files by the folders that part them, as globs of all that is below each.
func (v view) folders(set *roaring.Bitmap) map[string]int {
	sizes := map[string]int{}
	for _, g := range (census{v}).byFolder(set) {
		if !g.own {
			sizes[scope.EscapeGlob(g.folder)+"/**"] += g.files
		}
	}
	return sizes
}

// tagsIn counts files by those of their tags that exist for the asker, with what lies below each.
func (v view) tagsIn(set *roaring.Bitmap) (map[string]int, error) {
	_, below, err := v.CountTagsIn(v.who, set)
	sizes := map[string]int{}
	for _, t := range v.TagsFor(v.who) {
		if below[t.ID] > 0 {
			sizes[t.Name] = below[t.ID]
		}
	}
	return sizes, err
}
