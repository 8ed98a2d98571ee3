package service

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// A view is the Metadata Index at one moment, as one asker may see it. A request uses one view, so that all parts of its answer agree.
type view struct {
	*index.Snapshot
	ctx    context.Context // of the request, which ends the view's queries
	who    spar.Principal
	shares []spar.Share // shares that the asker may know of
	saved  func() (workspace.Shelf, error)
}

// view returns a view of the present index, for somebody who may ask.
func (s *Service) view(ctx context.Context, who spar.Principal) (view, error) {
	if err := must(who, spar.CanRead); err != nil {
		return view{}, err
	}
	shares, err := s.engine.SharesFor(ctx, who)
	if err != nil {
		return view{}, err
	}
	snapshot, err := s.engine.SnapshotFor(ctx, who)
	saved := sync.OnceValues(func() (workspace.Shelf, error) { return s.workspaces.Shelf(ctx) })
	return view{snapshot, ctx, who, shares, saved}, err
}

// parse parses a scope in the query language. It refuses a share or a type of files that does not exist or that the asker may not know
// of, because a typing error would select nothing. The evaluation of the scope refuses unknown tags.
func (v view) parse(text string) (spar.Scope, error) {
	sc, text, err := withWords(text)
	if err == nil {
		err = bounded(sc)
	}
	if err != nil {
		return sc, err
	}
	if err := v.knows(text, sc); err != nil {
		return sc, err
	}
	if sc, err = v.expand("", text, sc); err != nil {
		return sc, err
	}
	if err := bounded(sc); err != nil {
		return sc, err
	}
	if err := v.Means(v.who, sc); err != nil {
		if n, ok := scope.Place(err); ok {
			err = scope.Fault(text, n, err)
		}
		return sc, err
	}
	return sc, nil
}

// withWords parses a scope that may have words beside its constraints, and returns it with the text that faults in it are told by.
func withWords(text string) (spar.Scope, string, error) {
	sc, words, err := scope.ParseWords(text)
	if err == nil && len(words) > 0 {
		text = scope.Print(sc)
	}
	return sc, text, err
}

// The bounds of a scope: SPAR looks up each constraint among all files.
const (
	mostConstraints = 256
	mostMeant       = 4096 // values of all constraints together, including added single files
)

// bounded refuses a scope that is too large.
func bounded(sc spar.Scope) error {
	constraints, values := 0, 0
	var count func(spar.Scope)
	count = func(sc spar.Scope) {
		for c := range scope.Leaves(sc) {
			values += max(1, len(c.Values))
			if !c.Add {
				constraints++
			}
			for _, in := range c.Any { // the contents of a saved scope
				if constraints <= mostConstraints {
					count(in)
				}
			}
		}
	}
	count(sc)
	switch {
	case constraints > mostConstraints:
		return spar.Errorf(spar.Invalid, "the scope has %d constraints, and at most %d are looked up at a time: "+
			"join those of one key, as in name:(a|b), say a folder instead of its files, or give the files a tag", constraints, mostConstraints)
	case values > mostMeant:
		return spar.Errorf(spar.Invalid, "the scope has %d values, and at most %d are looked up at a time: say a folder instead of its files, or give the files a tag", values, mostMeant)
	}
	return nil
}

func (v view) knows(text string, sc spar.Scope) (err error) {
	n := 0
	for c := range scope.Leaves(sc) {
		for _, m := range c.Values {
			switch c.Key {
			case "share":
				_, err = catalog.ShareNamed(v.shares, m.Text)
			case "file", spar.Related:
				if a, fault := scope.FileOf(m.Text); fault != nil {
					err = fault
				} else {
					_, err = catalog.ShareNamed(v.shares, a.Share)
				}
			case "type":
				err = v.knowsType(m.Text)
			}
			if err != nil {
				return scope.Fault(text, n, err)
			}
		}
		n++
	}
	return nil
}

// knowsType refuses a type that SPAR has no name for, unless a file that the asker may read has it.
func (v view) knowsType(text string) error {
	name := extract.Called(text)
	if slices.Contains(extract.Names(), name) {
		return nil
	}
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return err
	}
	formats := v.ByFormat(readable.Known)
	if formats[name] != nil {
		return nil
	}
	byEnd, err := v.selection(spar.Scope{Constraints: []spar.Constraint{{Key: "ext", Values: []spar.Match{{Text: name}}}}})
	if err != nil {
		return err
	}
	if n := byEnd.Known.GetCardinality(); n > 0 {
		return spar.Errorf(spar.Invalid, "there is no type %q; the names of %s end in .%s: the scope ext:%s selects them", text, spar.Phrase(Plural(int(n), "file", "files")), name, name)
	}
	// Formats of existing files come first, so that these are suggested.
	names := slices.Concat(slices.Sorted(maps.Keys(formats)), extract.Names(), extract.CalledSo())
	return spar.Errorf(spar.Invalid, "there is no type %q: types are formats such as pdf, docx and markdown%s", text, spar.Phrase(nearest.Hint(name, slices.Values(names))))
}

// selection evaluates a scope for the asker.
func (v view) selection(sc spar.Scope) (index.Selection, error) { return v.Eval(v.ctx, v.who, sc) }

// visible returns the files that the asker may know of.
func (v view) visible() (*roaring.Bitmap, error) {
	selected, err := v.selection(spar.Scope{})
	return roaring.FastOr(selected.Known, selected.Unknown, selected.Denied), err
}

// seesAll reports whether all tags exist for the asker, as for the person who runs SPAR. For others, neither tags nor numbers may reveal
// files that they do not know of.
func seesAll(who spar.Principal) bool { return who.All || who.Operator }

func (v view) seesAll() bool { return seesAll(v.who) }

// names returns the names of the tags that exist for the asker.
func (v view) names() map[spar.TagID]string {
	names := map[spar.TagID]string{}
	for _, t := range v.TagsFor(v.who) {
		names[t.ID] = t.Name
	}
	return names
}

// inShare returns the constraint for everything in one share.
func inShare(name string) spar.Constraint {
	return spar.Constraint{Key: "share", Values: []spar.Match{{Text: name}}}
}

// file finds one file that the asker may read, by a name as places reads it, or by as much of its path as no other file has. A file that
// they may not read is not found.
func (v view) file(name string) (spar.File, error) {
	s, err := v.readable()
	if err != nil {
		return spar.File{}, err
	}
	for _, p := range v.places(name) {
		if f, ok := v.Named(p.Share, p.Path); ok && s.may.Contains(uint32(f.ID)) {
			return f, nil
		}
	}
	return s.find(name)
}

// places returns the possible meanings of a file name, the likeliest first: share:path in its spellings, then its place on this machine.
func (v view) places(name string) (list []spar.Address) {
	if share, path, ok := strings.Cut(name, ":"); ok {
		for _, p := range spellings(path) {
			list = append(list, spar.Address{Share: share, Path: p})
		}
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return list
	}
	for _, at := range v.at(absolute) {
		for _, p := range scope.Spellings(at.Path) {
			list = append(list, spar.Address{Share: at.Share, Path: p})
		}
	}
	return list
}

// at returns where a path of this machine is in shares, the innermost first.
func (v view) at(path string) (list []spar.Address) {
	innermost := slices.SortedStableFunc(slices.Values(v.shares), func(x, y spar.Share) int { return len(y.Root) - len(x.Root) })
	for _, sh := range innermost {
		if below, err := filepath.Rel(sh.Root, path); err == nil && filepath.IsLocal(below) {
			list = append(list, spar.Address{Share: sh.Name, Path: filepath.ToSlash(below)})
		}
	}
	return list
}

// spellings returns the paths that a person may mean by one: as written; with the escapes that addresses use for bytes that are not
// UTF-8; and with accents as other systems write them.
func spellings(path string) []string {
	list := []string{path}
	if plain, err := strconv.Unquote(`"` + path + `"`); err == nil && plain != path {
		list = append(list, plain)
	}
	for _, p := range scope.Spellings(path) {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}
