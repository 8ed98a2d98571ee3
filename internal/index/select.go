package index

import (
	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
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

// statedOf gives the constraints of a scope that filter, and behind them the ones that add files.
func statedOf(sc spar.Scope) (stated spar.Scope) {
	for _, add := range []bool{false, true} {
		for _, c := range sc.Constraints {
			if !c.Guess && c.Add == add {
				stated.Constraints = append(stated.Constraints, c)
			}
		}
	}
	return stated
}

func newSelection(stated spar.Scope) Selection {
	out := Selection{Known: roaring.New(), Unknown: roaring.New(), Denied: roaring.New(), Funnel: make([]Step, len(stated.Constraints)+1)}
	for i, c := range stated.Constraints {
		out.Funnel[i+1].Constraint = scope.PrintConstraint(c)
	}
	return out
}

// addAll takes files in that lie beside the saved index, or not.
func (out *Selection) addAll(w *work, access access, files []*fact, stated spar.Scope, predicates []scope.Predicate) {
	cost := scope.Cost(stated)
	for _, f := range files {
		if !w.take(cost) {
			return
		}
		out.add(access, stated, predicates, f.facts())
	}
}

// add takes one file in, or not.
func (out *Selection) add(access access, stated spar.Scope, predicates []scope.Predicate, facts scope.Facts) {
	if access == closed {
		return
	}
	facts.Closed = access == listed
	t := scope.True
	for n := 0; ; n++ {
		if access == open && t != scope.False {
			out.Funnel[n].count(t)
		}
		if n == len(predicates) {
			break
		}
		switch {
		case !stated.Constraints[n].Add:
			t = min(t, predicates[n](facts))
		case n == 0: // no constraint filters
			t = predicates[n](facts)
		default:
			t = max(t, predicates[n](facts))
		}
	}
	if t == scope.False {
		return
	}
	set := out.Unknown
	switch {
	case access == listed:
		set = out.Denied
	case t == scope.True:
		set = out.Known
	}
	set.Add(uint32(facts.File.ID))
}

func (s *Step) count(t scope.Truth) {
	if t == scope.True {
		s.Known++
	} else {
		s.Unknown++
	}
}
