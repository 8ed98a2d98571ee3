package index

import (
	"runtime"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/scope"
)

// A Part is what one constraint says by itself of the files that somebody may read.
type Part struct {
	Constraint spar.Constraint
	Yes, Open  *roaring.Bitmap // for which it is true, and for which only reading can tell
}

// Parts gives what each constraint of a scope that filters says by itself, those that add files last, and all files that who
// may read. Combined says what the scope says.
func (s *Snapshot) Parts(who spar.Principal, sc spar.Scope) (parts []Part, all *roaring.Bitmap, err error) {
	defer runtime.KeepAlive(s)
	stated := statedOf(sc)
	names := s.names(who)
	predicates, err := scope.Compile(stated, names)
	if err != nil {
		return nil, nil, err
	}
	r := s.readable(who)
	all = r.open.Clone()
	e := evaluation{s: s, names: names, listed: r.listed}
	for _, c := range stated.Constraints {
		p := Part{c, roaring.New(), roaring.New()}
		if s.base != nil {
			if p.Yes, p.Open, err = e.constraint(c, r.open); err != nil {
				return nil, nil, err
			}
			p.Yes, p.Open = owned(p.Yes), owned(p.Open)
		}
		parts = append(parts, p)
	}
	judge := newJudge(who, s.rules, s.lexicon.schema)
	for i := range s.changed {
		f := &s.changed[i]
		if r.access(judge, f) != open {
			continue
		}
		all.Add(uint32(f.ID))
		for n, p := range predicates {
			switch p(f.facts()) {
			case scope.True:
				parts[n].Yes.Add(uint32(f.ID))
			case scope.Unknown:
				parts[n].Open.Add(uint32(f.ID))
			}
		}
	}
	return parts, all, nil
}

// Denied gives the files that may be in scope and that who may know of but not read, as Eval does.
func (s *Snapshot) Denied(who spar.Principal, sc spar.Scope) (*roaring.Bitmap, error) {
	defer runtime.KeepAlive(s)
	stated := statedOf(sc)
	names := s.names(who)
	predicates, err := scope.Compile(stated, names)
	if err != nil {
		return nil, err
	}
	out := newSelection(stated)
	r := s.readable(who)
	if s.base != nil && !r.listed.IsEmpty() {
		listed := *r
		listed.open = roaring.New()
		if err := s.evalBase(&listed, stated, names, &out); err != nil {
			return nil, err
		}
	}
	judge := newJudge(who, s.rules, s.lexicon.schema)
	for i := range s.changed {
		f := &s.changed[i]
		if r.access(judge, f) == listed {
			out.add(listed, stated, predicates, f.facts())
		}
	}
	return out.Denied, nil
}

// Combined gives the files of all for which a conjunction of parts holds, and those of which only reading can tell.
func Combined(all *roaring.Bitmap, parts ...Part) (known, unknown *roaring.Bitmap) {
	known, unknown = all, roaring.New()
	walls := false
	for _, p := range parts {
		if !p.Constraint.Add {
			walls = true
			unknown = roaring.Or(roaring.And(known, p.Open), roaring.And(unknown, roaring.Or(p.Yes, p.Open)))
			known = roaring.And(known, p.Yes)
		}
	}
	for i, p := range parts {
		if p.Constraint.Add {
			if !walls && i == 0 {
				known = roaring.New()
			}
			known, unknown = roaring.Or(known, p.Yes), roaring.AndNot(unknown, p.Yes)
		}
	}
	return known, unknown
}

// ParentsOf gives the tags right above a tag, by links and by positions.
func (s *Snapshot) ParentsOf(t spar.Tag) []spar.TagID { return s.lexicon.graph().Parents(t.ID) }

// ChildrenOf gives the tags right below a tag.
func (s *Snapshot) ChildrenOf(t spar.Tag) []spar.TagID { return s.lexicon.graph().Children(t.ID) }

// PruneTags leaves of tags those that stand for all of them.
func (s *Snapshot) PruneTags(tags []spar.TagID) []spar.TagID { return s.lexicon.graph().Prune(tags) }
