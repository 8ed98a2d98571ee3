package index

import (
	"context"
	"runtime"
	"slices"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Part is the result of one constraint by itself over the files that somebody may read.
type Part struct {
	Constraint spar.Constraint
	Yes, Open  *roaring.Bitmap // for which it is true, and for which only reading can tell; not to be changed
}

// Parts evaluates each filtering constraint of a scope by itself, the adding ones last. all are the files that who may read; do not change
// it. Combined joins the parts.
func (s *Snapshot) Parts(ctx context.Context, who spar.Principal, sc spar.Scope) (parts []Part, all *roaring.Bitmap, err error) {
	defer runtime.KeepAlive(s)
	r := s.readable(who)
	e := evaluation{s: s, names: s.names(who), listed: r.listed, work: r.work(ctx)}
	key := who.Key()
	for _, c := range statedOf(sc).Constraints {
		p, kept := s.known.part(key, c)
		if !kept {
			if p, err = e.part(c, r); err != nil {
				return nil, nil, err
			}
			s.known.keep(key, p)
		}
		parts = append(parts, p)
	}
	return parts, r.changed().all, nil
}

// part evaluates a constraint over the files that somebody may read.
func (e *evaluation) part(c spar.Constraint, r *readable) (p Part, err error) {
	predicates, err := scope.Compile(spar.Scope{Constraints: []spar.Constraint{c}}, e.names)
	if err != nil {
		return p, err
	}
	p = Part{c, roaring.New(), roaring.New()}
	if e.s.base != nil {
		if p.Yes, p.Open, err = e.constraint(c, r.open); err != nil {
			return p, err
		}
		p.Yes, p.Open = owned(p.Yes), owned(p.Open)
	}
	var yes, open []uint32
	cost := scope.Cost(spar.Scope{Constraints: []spar.Constraint{c}})
	for _, f := range r.changed().open {
		if !e.work.take(cost) {
			return p, e.work.err
		}
		switch predicates[0](f.facts()) {
		case scope.True:
			yes = append(yes, uint32(f.ID))
		case scope.Unknown:
			open = append(open, uint32(f.ID))
		}
	}
	p.Yes.AddMany(yes)
	p.Open.AddMany(open)
	return p, nil
}

// mostParts bounds the parts that a snapshot keeps: at a million files each takes a quarter of a megabyte at most.
const mostParts = 64

// part gives a part that was kept for who has a key.
func (k *knownRights) part(key string, c spar.Constraint) (Part, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p, ok := k.parts[key+scope.PrintConstraint(c)]
	p.Constraint = c
	return p, ok
}

// keep keeps a part, since people repeat their constraints: with another constraint, explained, or counted. Nobody changes its files.
func (k *knownRights) keep(key string, p Part) {
	if !lasting(p.Constraint) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.parts == nil || len(k.parts) >= mostParts {
		k.parts = map[string]Part{}
	}
	k.parts[key+scope.PrintConstraint(p.Constraint)] = p
}

// lasting reports whether a constraint means the same as long as a snapshot lasts: not what depends on the time, on the text of
// files, on the users of the system or on scopes that were saved.
func lasting(c spar.Constraint) bool {
	switch c.Key {
	case "age", "text", "owner", "group", spar.Saved, spar.Related:
		return false
	}
	return !slices.ContainsFunc(c.Any, func(sc spar.Scope) bool {
		return slices.ContainsFunc(sc.Constraints, func(c spar.Constraint) bool { return !lasting(c) })
	})
}

// Denied gives the files that may be in scope and that who may know of but not read, as Eval does.
func (s *Snapshot) Denied(ctx context.Context, who spar.Principal, sc spar.Scope) (*roaring.Bitmap, error) {
	defer runtime.KeepAlive(s)
	stated := statedOf(sc)
	names := s.names(who)
	predicates, err := scope.Compile(stated, names)
	if err != nil {
		return nil, err
	}
	out := newSelection(stated)
	r := s.readable(who)
	w := r.work(ctx)
	if s.base != nil && !r.listed.IsEmpty() {
		listed := *r
		listed.open = roaring.New()
		if err := s.evalBase(w, &listed, stated, names, &out); err != nil {
			return nil, err
		}
	}
	out.addAll(w, listed, r.changed().listed, stated, predicates)
	return out.Denied, w.err
}

// Combined gives the files of all where a conjunction of parts holds, and the files that must be read to tell.
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

// PruneTags reduces tags to the ones that stand for all of them.
func (s *Snapshot) PruneTags(tags []spar.TagID) []spar.TagID { return s.lexicon.graph().Prune(tags) }
