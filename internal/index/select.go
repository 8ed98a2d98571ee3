package index

import (
	"iter"
	"os/user"
	"slices"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// A Selection is what a scope holds for somebody. The three sets are disjoint.
type Selection struct {
	Known   *roaring.Bitmap // certainly in scope
	Unknown *roaring.Bitmap // in scope or not, which only reading the file can tell
	Denied  *roaring.Bitmap // would be in either, but may only be listed; empty unless the asker is the operator
	Funnel  []Step
}

// A Step is one line of the funnel: how many files are left, of those the asker may read, after one more constraint.
type Step struct {
	Constraint string // its text; "" in the first step, which is all files
	Known      int
	Unknown    int
}

// Eval selects the files that are in scope and that who may read. Guessed constraints do not filter.
func (s *Snapshot) Eval(who spar.Principal, sc spar.Scope) (Selection, error) {
	var stated spar.Scope
	for _, c := range sc.Constraints {
		if !c.Guess {
			stated.Constraints = append(stated.Constraints, c)
		}
	}
	predicates, err := scope.Compile(stated, resolver{s})
	if err != nil {
		return Selection{}, err
	}
	out := Selection{Known: roaring.New(), Unknown: roaring.New(), Denied: roaring.New(), Funnel: make([]Step, len(predicates)+1)}
	for i, c := range stated.Constraints {
		out.Funnel[i+1].Constraint = scope.PrintConstraint(c)
	}
	rights := newRights(s, who)
	for i := range s.files {
		f := &s.files[i]
		access := rights.of(f)
		if access == closed {
			continue
		}
		facts := scope.Facts{File: f, Tags: s.tagsOf[f.ID], Attributes: s.attributes[f.ID]}
		t := scope.True
		for n := 0; ; n++ {
			if access == open {
				out.Funnel[n].count(t)
			}
			if n == len(predicates) {
				break
			}
			if t = min(t, predicates[n](facts)); t == scope.False {
				break
			}
		}
		switch {
		case t == scope.False:
		case access == listed:
			out.Denied.Add(uint32(f.ID))
		case t == scope.True:
			out.Known.Add(uint32(f.ID))
		default:
			out.Unknown.Add(uint32(f.ID))
		}
	}
	return out, nil
}

func (s *Step) count(t scope.Truth) {
	if t == scope.True {
		s.Known++
	} else {
		s.Unknown++
	}
}

// All lists all files, ordered by share and path.
func (s *Snapshot) All() iter.Seq[spar.File] { return slices.Values(s.files) }

// In lists the files of a set, ordered by share and path.
func (s *Snapshot) In(set *roaring.Bitmap) iter.Seq[spar.File] {
	return func(yield func(spar.File) bool) {
		for i := range s.files {
			if set.Contains(uint32(s.files[i].ID)) && !yield(s.files[i]) {
				return
			}
		}
	}
}

// resolver gives the names in a scope their meaning in a snapshot.
type resolver struct{ *Snapshot }

func (r resolver) Tag(name string) (map[spar.TagID]bool, error) {
	for _, t := range r.tags {
		if names(t, name) {
			return taxonomy.Closure(r.tags, t.ID), nil
		}
	}
	for _, t := range r.tags {
		if t.Key != "" && t.Key == name {
			return taxonomy.Closure(r.tags, t.ID), nil
		}
	}
	var found []string // vocabularies with that position
	for _, t := range r.tags {
		v := t.Vocabulary()
		if slices.Contains(t.Positions, strings.TrimPrefix(name, v+":")) && !slices.Contains(found, v) {
			found = append(found, v)
		}
	}
	switch len(found) {
	case 1:
		return taxonomy.New(r.tags).DescendantsAt(found[0], strings.TrimPrefix(name, found[0]+":")), nil
	case 0:
	default:
		return nil, spar.Errorf(spar.Conflict, "%q is a position in several vocabularies; write one of them and a colon in front: %s", name, strings.Join(found, ", "))
	}
	return nil, spar.Errorf(spar.NotFound, "there is no tag %q; see `spar tag list`", name)
}

func names(t spar.Tag, name string) bool {
	if strings.EqualFold(t.Name, name) {
		return true
	}
	for _, s := range t.Synonyms {
		if strings.EqualFold(s, name) {
			return true
		}
	}
	return false
}

func (resolver) Owner(name string) (uint32, error) {
	id := name
	if u, err := user.Lookup(name); err == nil {
		id = u.Uid
	}
	n, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return 0, spar.Errorf(spar.NotFound, "there is no user %q on this machine; a numeric user works too", name)
	}
	return uint32(n), nil
}
