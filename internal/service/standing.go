package service

import (
	"context"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
)

// standing corrects what an answer says of versions: its hits may lack the version in force. Versions decides for an answer as it does on
// the page of a file, over all files that the asker may read. A file that has no other version gets no word about it.
func (s *Service) standing(ctx context.Context, who spar.Principal, a *spar.Answer) {
	v, err := s.view(ctx, who)
	if err != nil {
		return // nothing is said rather than something false
	}
	type place struct{ share, path string }
	type said struct {
		label string
		binds bool
	}
	known, families := map[place]said{}, 0
	of := func(share, path, label string) (string, bool) {
		if label == "" {
			return "", false
		}
		at := place{share, path}
		if told, ok := known[at]; ok {
			return told.label, told.binds
		}
		known[at] = said{}
		file, ok := v.Named(share, path)
		if families++; !ok || families > mostFamilies {
			return "", false
		}
		family, err := s.engine.FamilyRead(ctx, who, spar.Scope{}, file.ID)
		if err != nil || len(family.Members) < 2 {
			return "", false
		}
		for i, m := range family.Members {
			told := said{m.Label(), binding(family, i)}
			for _, f := range append(slices.Clone(m.Copies), m.File) {
				known[place{f.Share, f.Path}] = told
			}
		}
		return known[at].label, known[at].binds
	}
	a.Evidence, a.Citations = slices.Clone(a.Evidence), slices.Clone(a.Citations)
	for i := range a.Evidence {
		u := &a.Evidence[i]
		u.Version, u.InForce = of(u.Share, u.Path, u.Version)
	}
	for i := range a.Citations {
		c := &a.Citations[i]
		c.Version, c.InForce = of(c.Share, c.Path, c.Version)
	}
}

// binding reports whether a member of a family is the version in force.
func binding(f engine.Family, member int) bool { return member == 0 && f.InForce }

// unjudged takes what hits alone suggest about versions out of an answer that is not the last one.
func unjudged(a api.Answer) api.Answer {
	for i := range a.Evidence {
		a.Evidence[i].Version, a.Evidence[i].InForce = "", nil
	}
	for i := range a.Citations {
		a.Citations[i].Version, a.Citations[i].InForce = "", false
	}
	return a
}
