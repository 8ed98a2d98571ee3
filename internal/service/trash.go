package service

import (
	"context"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// Trash lists what the asker can restore, the oldest first: shares, tags and workspaces, each for those who may remove it.
func (s *Service) Trash(ctx context.Context, who spar.Principal) ([]api.Trashed, error) {
	if err := must(who, spar.CanRead); err != nil {
		return nil, err
	}
	all, err := s.engine.Trash(ctx, who)
	list := make([]api.Trashed, len(all))
	for i, t := range all {
		list[i] = toldTrashed(who, t)
	}
	return list, err
}

// trashed returns what the asker has just put into the trash, as they may see it.
func (s *Service) trashed(ctx context.Context, who spar.Principal, t engine.Trashed, err error) (api.Trashed, error) {
	list := []engine.Trashed{t}
	if err == nil {
		list, err = s.engine.Own(ctx, who, t)
	}
	return toldTrashed(who, list[0]), err
}

// toldTrashed returns something in the trash as the asker may see it. Only an asker who sees all files learns how many files had a
// removed tag, and what had assigned it.
func toldTrashed(who spar.Principal, t engine.Trashed) api.Trashed {
	if t.Kind == api.TrashedTag && !seesAll(who) {
		t.Tags, t.Sources = 0, nil
	}
	return api.Trashed{
		Schema: api.TrashSchema, ID: t.ID(), Kind: t.Kind, Name: t.Name, Removed: t.Removed.Format(time.RFC3339), Until: t.Until.Format(time.RFC3339),
		Tags: t.Tags, Attributes: t.Attributes, MadeBy: t.Sources, Scope: t.Scope, Asked: t.Asked,
	}
}

// Restore brings back something from the trash, under its name or another one.
func (s *Service) Restore(ctx context.Context, who spar.Principal, id, as string) (api.Restored, error) {
	if err := must(who, spar.CanRead); err != nil {
		return api.Restored{}, err
	}
	r, err := s.engine.Restore(ctx, who, id, as)
	if err == nil && r.Kind == api.TrashedTag && !seesAll(who) {
		var tag api.TagDetail
		tag, err = s.Tag(ctx, who, r.Name)
		r.Files = tag.Files
	}
	return api.Restored{Schema: api.RestoredSchema, ID: id, Kind: r.Kind, Name: r.Name, Files: r.Files, Tags: r.Tags, Attributes: r.Attributes}, err
}

// LossOfTag says what the removal of a tag loses.
func (s *Service) LossOfTag(ctx context.Context, who spar.Principal, name string) (api.Loss, error) {
	v, tag, err := s.tagToChange(ctx, who, name)
	if err != nil {
		return api.Loss{}, err
	}
	_, l, err := s.engine.LossOfTag(ctx, tag.Name)
	if err == nil && !seesAll(who) {
		var files map[spar.TagID]int
		files, _, err = v.CountTags(who)
		l.Files, l.Tags = files[tag.ID], 0
	}
	return api.Loss{Name: tag.Name, Files: l.Files, Tags: l.Tags, Uses: usesFor(who, l.Use)}, err
}

// LossOfLinks returns a tag and the number of files of a target, which lose it if they have it.
func (s *Service) LossOfLinks(ctx context.Context, who spar.Principal, name string, t api.Target) (api.Loss, error) {
	v, files, _, err := s.curated(ctx, who, t)
	if err != nil {
		return api.Loss{}, err
	}
	tag, err := v.FindTag(who, name)
	if err != nil {
		return api.Loss{}, err
	}
	return api.Loss{Name: tag.Name, Files: len(files)}, nil
}

// RemoveTag puts a tag into the trash.
func (s *Service) RemoveTag(ctx context.Context, who spar.Principal, name string) (api.Trashed, error) {
	_, tag, err := s.tagToChange(ctx, who, name)
	if err != nil {
		return api.Trashed{}, err
	}
	t, err := s.engine.RemoveTag(ctx, tag.Name, removers(who)...)
	return s.trashed(ctx, who, t, err)
}

// LossOfShare says what the removal of a share loses.
func (s *Service) LossOfShare(ctx context.Context, who spar.Principal, name string) (api.Loss, error) {
	if err := must(who, spar.CanOperate); err != nil {
		return api.Loss{}, err
	}
	l, err := s.engine.LossOfShare(ctx, name)
	return api.Loss{Name: name, Files: l.Files, Tags: l.Tags, Attributes: l.Attributes, Uses: usesFor(who, l.Use)}, err
}

// RemoveShare puts a share into the trash.
func (s *Service) RemoveShare(ctx context.Context, who spar.Principal, name string) (api.Trashed, error) {
	if err := must(who, spar.CanOperate); err != nil {
		return api.Trashed{}, err
	}
	t, err := s.engine.RemoveShare(ctx, name)
	return s.trashed(ctx, who, t, err)
}

// RenameShare renames a share; the scopes of workspaces follow. It returns these workspaces, and the rules that still have the old name.
func (s *Service) RenameShare(ctx context.Context, who spar.Principal, from, to string) (api.Uses, error) {
	if err := must(who, spar.CanOperate); err != nil {
		return api.Uses{}, err
	}
	u, err := s.engine.RenameShare(ctx, from, to)
	if from == to {
		u = engine.Use{}
	}
	return usesFor(who, u), err
}

// LossOfWorkspace says what the removal of the asker's workspace loses.
func (s *Service) LossOfWorkspace(ctx context.Context, who spar.Principal, name string) (api.Loss, error) {
	ws, err := s.workspaceFor(ctx, who, name, workspace.Owner)
	if err != nil {
		return api.Loss{}, err
	}
	asked, err := s.workspaces.Asked(ctx, ws.ID)
	return api.Loss{Name: ws.Name, Asked: asked}, err
}

// DeleteWorkspace puts the asker's workspace into the trash.
func (s *Service) DeleteWorkspace(ctx context.Context, who spar.Principal, name string) (api.Trashed, error) {
	if err := must(who, spar.CanRead); err != nil {
		return api.Trashed{}, err
	}
	t, err := s.engine.DeleteWorkspace(ctx, who, name)
	return s.trashed(ctx, who, t, err)
}

// usesFor returns where something is named, as the asker may see it: their own workspaces and saved scopes by name. Only an administrator
// gets the number of other people's.
func usesFor(who spar.Principal, u engine.Use) api.Uses {
	out := api.Uses{Rules: u.Rules}
	for _, of := range []struct {
		needing []workspace.Needing
		names   *[]string
	}{{u.Workspaces, &out.Workspaces}, {u.Scopes, &out.Scopes}} {
		for _, w := range of.needing {
			switch {
			case who.Owns(w.Owner):
				*of.names = append(*of.names, w.Name)
			case who.May(spar.CanAdminister):
				out.Others++
			}
		}
	}
	return out
}
