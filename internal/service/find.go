package service

import (
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	candidates  = 5      // files that an error names
	mostCompare = 20_000 // names that a mistyped one is compared with
)

// A shelf is a set of files in which to look for a file by a name without its share.
type shelf struct {
	view
	may *roaring.Bitmap // the files of the shelf
}

// readable returns the shelf of the files that the asker may read.
func (v view) readable() (shelf, error) {
	all, err := v.selection(spar.Scope{})
	return shelf{v, all.Known}, err
}

// find returns the one file that arg names, by its path, the end of the path, or its name. It returns a spar.Conflict that names some
// files if several match, and a spar.NotFound with the nearest file if none does. A known share in front of arg limits the suggestions;
// the caller has already looked there for the exact path.
func (s shelf) find(arg string) (spar.File, error) {
	missing := func(hint string) error {
		return spar.Errorf(spar.NotFound, "there is no file %s; name one as share:path%s", strconv.Quote(arg), spar.Phrase(hint)).Try(spar.Remedy{Do: spar.ListFiles})
	}
	name, in := arg, []spar.Constraint(nil)
	if share, below, ok := strings.Cut(arg, ":"); ok && s.knowsShare(share) {
		name, in = below, []spar.Constraint{inShare(share)}
	}
	name = strings.TrimPrefix(name, "./")
	if strings.Trim(name, "/") == "" || strings.HasPrefix(name, "/") {
		return spar.File{}, missing("")
	}
	if in == nil {
		for _, spelt := range spellings(name) {
			var exact []spar.File
			for _, share := range s.shares {
				if f, ok := s.Named(share.Name, spelt); ok && s.may.Contains(uint32(f.ID)) {
					exact = append(exact, f)
				}
			}
			if len(exact) > 0 {
				return one(arg, exact, len(exact))
			}
		}
		found, err := s.matching(matches(scope.EscapeGlob(name)))
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

// like returns a hint at a file with the same name in other letter case, or else with the nearest name; "" if there is none.
func (s shelf) like(in []spar.Constraint, name string) (string, error) {
	found, err := s.matching(append(in, matches(scope.AnyCase(scope.EscapeGlob(name))))...)
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

// matches returns the constraint on files with one of these names; a name with a slash must match the end of the path.
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

// matching returns the files of the shelf that constraints select.
func (s shelf) matching(constraints ...spar.Constraint) (*roaring.Bitmap, error) {
	selected, err := s.selection(spar.Scope{Constraints: constraints})
	if err != nil {
		return nil, err
	}
	return roaring.And(s.may, roaring.FastOr(selected.Known, selected.Unknown, selected.Denied)), nil
}

// first returns the first files of a set, by share and path.
func (s shelf) first(set *roaring.Bitmap, most int) (list []spar.File) {
	for f := range s.In(set) {
		if len(list) == most {
			break
		}
		list = append(list, f)
	}
	return list
}

// near returns the file whose name is nearest to that of a path, or "". It looks at files with the same beginning or end, or with the
// same first letter and extension: most typing errors leave one of these intact.
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
		return scope.AnyCase(scope.EscapeGlob(begin)) + "*" + scope.AnyCase(scope.EscapeGlob(end))
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

// one returns the file of a name if it is the only one.
func one(arg string, some []spar.File, n int) (spar.File, error) {
	if n == 1 {
		return some[0], nil
	}
	var names []string
	for _, f := range some[:min(len(some), candidates)] {
		names = append(names, strconv.Quote(f.Share+":"+f.Path))
	}
	if n > len(names) {
		names = append(names, Plural(n-len(names), "more file", "more files"))
	}
	return spar.File{}, spar.Errorf(spar.Conflict, "%s may be %s: name one of them", strconv.Quote(arg), strings.Join(names, ", "))
}

// suggest adds the name of a similar file to the error of a file that is not in a share.
func (s shelf) suggest(a spar.Address, fault error) error {
	if f, ok := s.Named(a.Share, a.Path); ok && s.may.Contains(uint32(f.ID)) {
		return fault // the file exists, but not the place in it
	}
	hint, err := s.like([]spar.Constraint{inShare(a.Share)}, a.Path)
	if err != nil || hint == "" {
		return fault
	}
	return spar.Errorf(spar.NotFound, "%w%s", fault, hint)
}

func (v view) knowsShare(name string) bool {
	return slices.ContainsFunc(v.shares, func(s spar.Share) bool { return s.Name == name })
}
