package service

import (
	"context"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/versions"
)

// Versions returns the document family of a file, among the files of a scope that the asker may read. It is computed for each asker and
// never stored.
func (s *Service) Versions(ctx context.Context, who spar.Principal, name, text string) (api.Versions, error) {
	none := api.Versions{Schema: api.VersionsSchema}
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return none, err
	}
	_, f, err := s.file(ctx, v, name)
	if err != nil {
		return none, err
	}
	family, err := s.engine.Family(ctx, who, sc, f.ID)
	if err != nil {
		return none, err
	}
	out := api.Versions{
		Schema: api.VersionsSchema, File: nameOf(f), Title: family.Title, Members: []api.Edition{},
		Doubtful: family.Doubtful != "", Why: family.Doubtful, Coverage: family.Coverage,
	}
	for i, m := range family.Members {
		e := api.Edition{
			FileName: nameOf(m.File), Version: m.Code(), Status: string(m.Status), InForce: binding(family, i), Pending: m.Pending,
			DatedBy: m.By, Modified: m.File.ModTime.UTC(), Replaces: m.Replaces, Says: m.Says, Why: m.Why, Effective: m.Holds(), Copies: []api.FileName{},
		}
		if m.Status == versions.None {
			e.Status = string(versions.Final)
			if i > 0 && !m.Pending {
				e.Status = string(versions.Superseded)
			}
		}
		for _, c := range m.Copies {
			e.Copies = append(e.Copies, nameOf(c))
		}
		if e.InForce {
			out.InForce = m.File.Share + ":" + m.File.Path
		}
		out.Members = append(out.Members, e)
	}
	for _, m := range family.Maybe {
		out.Maybe = append(out.Maybe, api.MaybeVersion{FileName: nameOf(m.File), Modified: m.File.ModTime.UTC(), Why: m.Why})
	}
	return out, nil
}
