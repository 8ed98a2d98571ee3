package main

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/spf13/cobra"
)

const (
	candidates  = 5      // that an error names
	mostCompare = 20_000 // names that a mistyped one is compared with
)

// A shelf is the files among which one is looked for by a name without its share.
type shelf struct {
	who      spar.Principal
	snapshot *index.Snapshot
	shares   []string        // that they may know of
	may      *roaring.Bitmap // the files that count
}

// readable is the shelf of the files that somebody may read.
func readable(cmd *cobra.Command, e *engine.Engine, who spar.Principal) (s shelf, err error) {
	return shelfOf(cmd, e, who, func(all index.Selection) *roaring.Bitmap { return all.Known })
}

// knowable is the shelf of the files that somebody may know of.
func knowable(cmd *cobra.Command, e *engine.Engine, who spar.Principal) (s shelf, err error) {
	return shelfOf(cmd, e, who, func(all index.Selection) *roaring.Bitmap { return roaring.Or(all.Known, all.Denied) })
}

func shelfOf(cmd *cobra.Command, e *engine.Engine, who spar.Principal, of func(index.Selection) *roaring.Bitmap) (s shelf, err error) {
	s.who = who
	if s.snapshot, err = e.Snapshot(cmd.Context()); err != nil {
		return s, err
	}
	all, err := s.snapshot.Eval(who, spar.Scope{})
	if err != nil {
		return s, err
	}
	s.may = of(all)
	shares, err := e.SharesFor(cmd.Context(), who)
	for _, share := range shares {
		s.shares = append(s.shares, share.Name)
	}
	return s, err
}

// find gives the one file that a path, the end of one, or the name of a file stands for. Several are a spar.Conflict that
// names some, none is a spar.NotFound with the nearest. A share in front, if there is one of that name, bounds what is
// suggested; the file itself was looked for there before.
func (s shelf) find(arg string) (spar.File, error) {
	missing := func(hint string) error {
		return spar.Errorf(spar.NotFound, "there is no file %s; name one as share:path, `spar files` lists them%s", strconv.Quote(arg), hint)
	}
	name, in := arg, []spar.Constraint(nil)
	if share, below, ok := strings.Cut(arg, ":"); ok && slices.Contains(s.shares, share) {
		name, in = below, []spar.Constraint{only(share)}
	}
	name = strings.TrimPrefix(name, "./")
	if strings.Trim(name, "/") == "" || strings.HasPrefix(name, "/") {
		return spar.File{}, missing("")
	}
	if in == nil {
		for _, spelt := range spellings(name) {
			var exact []spar.File
			for _, share := range s.shares {
				if f, ok := s.snapshot.Named(share, spelt); ok && s.may.Contains(uint32(f.ID)) {
					exact = append(exact, f)
				}
			}
			if len(exact) > 0 {
				return one(arg, exact, len(exact))
			}
		}
		found, err := s.matching(matches(escapeGlob(name)))
		if err != nil {
			return spar.File{}, err
		}
		if n := int(found.GetCardinality()); n > 0 {
			return one(arg, s.first(found, candidates), n)
		}
	}
	near, err := s.like(in, name)
	if err != nil {
		return spar.File{}, err
	}
	return spar.File{}, missing(near)
}

// like is a hint at a file whose name is that of a path but for letter case, or else the nearest to it; "" if none is.
func (s shelf) like(in []spar.Constraint, name string) (string, error) {
	found, err := s.matching(append(in, matches(scope.AnyCase(escapeGlob(name))))...)
	if err != nil {
		return "", err
	}
	if same := s.first(found, 1); len(same) > 0 {
		return "; did you mean " + strconv.Quote(same[0].Share+":"+same[0].Path) + "?", nil
	}
	near, err := s.near(in, name)
	if err != nil || near == "" {
		return "", err
	}
	return "; did you mean " + strconv.Quote(near) + "?", nil
}

// matches is the constraint on files with that name or, where it has a slash, whose paths end so.
func matches(globs ...string) spar.Constraint {
	c := spar.Constraint{Key: "name"}
	for _, glob := range globs {
		if strings.Contains(glob, "/") {
			c.Key, glob = "path", "**/"+glob
		}
		c.Values = append(c.Values, spar.Match{Text: glob})
	}
	return c
}

// matching is the files of the shelf that constraints select.
func (s shelf) matching(constraints ...spar.Constraint) (*roaring.Bitmap, error) {
	selection, err := s.snapshot.Eval(s.who, spar.Scope{Constraints: constraints})
	if err != nil {
		return nil, err
	}
	return roaring.And(s.may, roaring.FastOr(selection.Known, selection.Unknown, selection.Denied)), nil
}

// first is the first files of a set, by share and path.
func (s shelf) first(set *roaring.Bitmap, most int) (list []spar.File) {
	for f := range s.snapshot.In(set) {
		if len(list) == most {
			break
		}
		list = append(list, f)
	}
	return list
}

// near is the file whose name is nearest to that of a path, "" if none is. It looks at those that begin or end as it does,
// or have its first letter and its extension: most slips of the pen leave one of these in place.
func (s shelf) near(in []spar.Constraint, name string) (string, error) {
	const part = 3
	name = path.Base(name)
	runes := []rune(name)
	if len(runes) < part {
		return "", nil
	}
	ends := []rune(strings.TrimSuffix(name, path.Ext(name)))
	tail := string(ends[max(0, len(ends)-part):]) + path.Ext(name)
	like := func(begin, end string) string {
		return scope.AnyCase(escapeGlob(begin)) + "*" + scope.AnyCase(escapeGlob(end))
	}
	set, err := s.matching(append(in, matches(like(string(runes[:part]), ""), like("", tail), like(string(runes[:1]), path.Ext(name))))...)
	if err != nil || set.IsEmpty() {
		return "", err
	}
	some := s.first(set, mostCompare)
	best := nearest.Name(name, func(yield func(string) bool) {
		for _, f := range some {
			if !yield(path.Base(f.Path)) {
				return
			}
		}
	})
	for _, f := range some {
		if path.Base(f.Path) == best {
			return f.Share + ":" + f.Path, nil
		}
	}
	return "", nil
}

// one is the file of a name, if it is the only one.
func one(arg string, some []spar.File, n int) (spar.File, error) {
	if n == 1 {
		return some[0], nil
	}
	var names []string
	for _, f := range some[:min(len(some), candidates)] {
		names = append(names, strconv.Quote(f.Share+":"+f.Path))
	}
	if n > len(names) {
		names = append(names, plural(n-len(names), "more file", "more files"))
	}
	return spar.File{}, spar.Errorf(spar.Conflict, "%s may be %s: name one of them", strconv.Quote(arg), strings.Join(names, ", "))
}
