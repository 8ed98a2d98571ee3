package service

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	divideTop  = 20     // values of a key that a division shows by default
	divideMost = 1000   // most values of a key
	divideWalk = 10_000 // files whose folders are counted
	treeMost   = 1000   // listed folders of a folder
)

// DivideScope divides the files of a scope by share, folder, format, state and tag, and by the month of their last change. Each value
// comes with its number of files; the most frequent come first, top of each key. Files that only reading can place in the scope are not
// counted.
func (s *Service) DivideScope(ctx context.Context, who spar.Principal, text string, top int) (api.Division, error) {
	if top < 0 || top > divideMost {
		return api.Division{}, spar.Errorf(spar.Invalid, "a division shows up to %d values of a key, not %d", divideMost, top)
	}
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
		if part := divided(key, files, cmp.Or(top, divideTop)); len(part.Values) > 0 {
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
	if n := len(out.By); n > 0 && out.By[n-1].Key == "tag" {
		v.tellAbove(out.By[n-1].Values)
	}
	months := index.Months(v.Snapshot, selected.Known)
	for _, m := range slices.SortedFunc(maps.Keys(months), func(a, b index.Month) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month))
	}) {
		out.Months = append(out.Months, api.DivisionValue{Value: fmt.Sprintf("%04d-%02d", m.Year, m.Month), Files: months[m]})
	}
	return out, nil
}

// tellAbove adds to tags the names of their parents.
func (v view) tellAbove(tags []api.DivisionValue) {
	all := v.TagsFor(v.who)
	names, above := map[spar.TagID]string{}, map[string][]spar.TagID{}
	for _, t := range all {
		names[t.ID], above[t.Name] = t.Name, t.Parents
	}
	for i, t := range tags {
		for _, id := range above[t.Value] {
			if name := names[id]; name != "" {
				tags[i].Above = append(tags[i].Above, name)
			}
		}
	}
}

// FolderTree lists the entries right below a folder, given as share:folder, or the shares for "". Each entry has the number and bytes of
// its files in scope, and how many were read or wait to be read. A folder that the asker may not know of looks like one that does not
// exist.
func (s *Service) FolderTree(ctx context.Context, who spar.Principal, text, in string) (api.FolderTree, error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.FolderTree{}, err
	}
	selected, err := v.selection(sc)
	if err != nil {
		return api.FolderTree{}, err
	}
	share, above, _ := strings.Cut(in, ":")
	above = strings.Trim(above, "/")
	read, waiting := roaring.New(), roaring.New()
	for state, files := range v.ByState(selected.Known) {
		switch {
		case state.Read():
			read.Or(files)
		case state == spar.Unread:
			waiting.Or(files)
		}
	}
	out := api.FolderTree{Schema: api.FolderTreeSchema, Scope: scope.Print(sc), In: in, Folders: []api.Branch{}}
	branches, elsewhere := map[string]*api.Branch{}, map[string]bool{}
	for _, p := range index.Piles(v.Snapshot, selected.Known, read, waiting) {
		name, deeper, below := branchOf(p, share, above)
		if p.Share != share {
			if n, _, ok := branchOf(p, p.Share, above); ok && share != "" {
				elsewhere[n] = true
			}
		}
		if !below {
			continue
		}
		out.Count = piled(out.Count, p)
		if name == "" { // files of the folder itself
			out.Own = piled(out.Own, p)
			continue
		}
		b := branches[name]
		if b == nil {
			b = &api.Branch{Share: p.Share}
			if share != "" {
				b.Path = api.PathOf(name)
				if b.Bytes == "" {
					b.Value = scope.EscapeGlob(name) + "/**"
				}
			}
			branches[name] = b
		}
		b.Count, b.Deeper = piled(b.Count, p), b.Deeper || deeper
	}
	for _, name := range slices.Sorted(maps.Keys(branches)) {
		branches[name].Elsewhere = elsewhere[name]
		out.Folders = append(out.Folders, *branches[name])
	}
	if n := len(out.Folders); n > treeMost { // the fullest
		slices.SortStableFunc(out.Folders, func(a, b api.Branch) int { return cmp.Compare(b.Count.Files, a.Count.Files) })
		out.Folders, out.More = out.Folders[:treeMost], n-treeMost
		slices.SortFunc(out.Folders, func(a, b api.Branch) int { return cmp.Compare(a.Name, b.Name) })
	}
	return out, nil
}

// branchOf returns the folder right below above that a pile lies in, "" for above itself, and whether there is more below it. Without a
// share it returns the share.
func branchOf(p index.Pile, share, above string) (name string, deeper, below bool) {
	folder := strings.TrimPrefix(p.Folder, ".")
	if share == "" {
		return p.Share, folder != "", true
	}
	rest, in := strings.CutPrefix("/"+folder, strings.TrimSuffix("/"+above, "/"))
	if p.Share != share || !in || rest != "" && rest[0] != '/' {
		return "", false, false
	}
	rest = strings.Trim(rest, "/")
	if rest == "" {
		return "", false, true
	}
	first, _, deeper := strings.Cut(rest, "/")
	return strings.TrimPrefix(above+"/"+first, "/"), deeper, true
}

func piled(c api.FolderCount, p index.Pile) api.FolderCount {
	return api.FolderCount{Files: c.Files + p.Files, Bytes: c.Bytes + p.Bytes, Read: c.Read + p.Among[0], Waiting: c.Waiting + p.Among[1]}
}

// divided returns the most frequent values of one key, at most top.
func divided(key string, files map[string]int, top int) api.DivisionKey {
	out := api.DivisionKey{Key: key, Values: []api.DivisionValue{}}
	for _, value := range slices.SortedFunc(maps.Keys(files), func(a, b string) int { return cmp.Or(cmp.Compare(files[b], files[a]), cmp.Compare(a, b)) }) {
		if value == "" {
			continue // "" is no value
		}
		if len(out.Values) == top {
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

// folders counts files by the folders that divide them, as globs of everything below each.
func (v view) folders(set *roaring.Bitmap) map[string]int {
	sizes := map[string]int{}
	for _, g := range (census{v}).byFolder(set) {
		if !g.own {
			sizes[scope.EscapeGlob(g.folder)+"/**"] += g.files
		}
	}
	return sizes
}

// tagsIn counts files by the tags that exist for the asker, each with the tags below it.
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
