package service

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// Shares lists the shares that the asker may know of, and how they are doing.
func (s *Service) Shares(ctx context.Context, who spar.Principal) ([]api.Share, error) {
	if err := must(who, spar.CanRead); err != nil {
		return nil, err
	}
	shares, err := s.engine.SharesFor(ctx, who)
	if err != nil {
		return nil, err
	}
	list := make([]api.Share, len(shares))
	for i, sh := range shares {
		if list[i], err = s.shareOf(ctx, who, sh); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// CountedShares lists the shares that the asker may know of, each with the states of its files that they may know of.
func (s *Service) CountedShares(ctx context.Context, who spar.Principal) ([]api.Share, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	list := make([]api.Share, len(v.shares))
	for i, sh := range v.shares {
		if list[i], err = s.counted(ctx, v, sh); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Share says how one share is doing, with the states of its files that the asker may know of.
func (s *Service) Share(ctx context.Context, who spar.Principal, name string) (api.Share, error) {
	v, err := s.view(ctx, who)
	if err != nil {
		return api.Share{}, err
	}
	sh, err := catalog.ShareNamed(v.shares, name)
	if err != nil {
		return api.Share{}, err
	}
	return s.counted(ctx, v, sh)
}

// counted returns a share with the number of its files by state.
func (s *Service) counted(ctx context.Context, v view, sh spar.Share) (api.Share, error) {
	out, err := s.shareOf(ctx, v.who, sh)
	if err != nil {
		return out, err
	}
	selected, err := v.selection(spar.Scope{Constraints: []spar.Constraint{inShare(sh.Name)}})
	out.States = v.states(selected)
	return out, err
}

// shareOf returns a share as the asker may see it. Only an operator sees where it is, what it leaves out, and why it cannot be reached,
// which may count all of its files.
func (s *Service) shareOf(ctx context.Context, who spar.Principal, sh spar.Share) (api.Share, error) {
	h, err := s.engine.Health(ctx, sh)
	if err != nil {
		return api.Share{}, err
	}
	out := api.Share{
		Schema: api.ShareSchema, Name: sh.Name, Rights: policies[sh.Rights], FS: share.ParseFileSystem(sh.FileSystem).At(share.Root).Type,
		Reachable: h.Unreachable == "",
	}
	if !h.Scanned.IsZero() {
		out.Scanned = h.Scanned.Format(time.RFC3339)
	}
	switch {
	case who.May(spar.CanOperate):
		out.Root, out.Trouble, out.Do, out.Ignored = api.PathOf(sh.Root), h.Unreachable, h.Do, h.Ignored
		out.Unlisted = h.Unlisted
		if !h.ShareStatus.Trouble.Since.IsZero() {
			out.Failing = h.ShareStatus.Trouble.Since.Format(time.RFC3339)
		}
		if !h.Next.IsZero() {
			out.Next = h.Next.UTC().Format(time.RFC3339)
		}
		for _, f := range h.Folders {
			out.Folders = append(out.Folders, api.Problem{Path: api.PathOf(f.Path), Reason: f.Reason})
		}
	case !out.Reachable:
		out.Trouble = "it cannot be reached now"
	}
	return out, nil
}

// AddShare makes a folder a share. If the folder was a share that is now in the trash with people's tags and attributes, it returns that
// one too.
func (s *Service) AddShare(ctx context.Context, who spar.Principal, n api.NewShare) (out api.Share, before *api.Trashed, err error) {
	if err := must(who, spar.CanOperate); err != nil {
		return out, nil, err
	}
	if err := complete(n.Folder); err != nil {
		return out, nil, err
	}
	rights, err := rightsNamed(cmp.Or(n.Rights, policies[spar.ByFileSystem]))
	if err != nil {
		return out, nil, err
	}
	switch rights {
	case spar.ByFileSystem:
	case spar.ByTable: // which has no lines yet
		err = must(who, spar.CanAdminister)
	default:
		err = sure(who, handsOut)
	}
	if err != nil {
		return out, nil, err
	}
	sh, err := s.engine.AddShare(ctx, n.Name, filepath.Clean(n.Folder), n.Nested)
	if err != nil {
		return out, nil, err
	}
	if rights != spar.ByFileSystem { // before its first scan, so that nobody reads a file meanwhile
		if err := s.catalog.SetRights(ctx, sh.Name, rights); err != nil {
			return out, nil, err
		}
		sh.Rights = rights
	}
	if t, was, err := s.engine.TrashedAt(ctx, sh); err != nil {
		return out, nil, err
	} else if was && t.Tags+t.Attributes > 0 {
		found, err := s.trashed(ctx, who, t, nil)
		if err != nil {
			return out, nil, err
		}
		before = &found
	}
	out, err = s.shareOf(ctx, who, sh)
	return out, before, err
}

// RelocateShare sets the new place of a share. What was read stays read. If the rights of a share do not come from its file system, an
// operator could read forbidden files this way: then only an administrator may do it.
func (s *Service) RelocateShare(ctx context.Context, who spar.Principal, name, folder string) error {
	sh, err := s.kept(ctx, who, name)
	if err != nil {
		return err
	}
	if sh.Rights == spar.ToAll || sh.Rights == spar.ByTable {
		if err := must(who, spar.CanAdminister); err != nil {
			return err
		}
	}
	if err := complete(folder); err != nil {
		return err
	}
	return s.engine.RelocateShare(ctx, name, filepath.Clean(folder))
}

// complete refuses a relative folder: over the network it would begin at the folder in which the server happens to run.
func complete(folder string) error {
	if filepath.IsAbs(folder) {
		return nil
	}
	return spar.Errorf(spar.Invalid, "the folder %q is no complete path: write it from the root of the machine on", folder)
}

// kept returns a share for an operator.
func (s *Service) kept(ctx context.Context, who spar.Principal, name string) (spar.Share, error) {
	if err := must(who, spar.CanOperate); err != nil {
		return spar.Share{}, err
	}
	return s.catalog.Share(ctx, name)
}

// Ignore changes the ignore rules of a share if the edit says so, and returns the current rules.
func (s *Service) Ignore(ctx context.Context, who spar.Principal, edit api.IgnoreEdit) (api.Ignore, error) {
	sh, err := s.kept(ctx, who, edit.Share)
	if err != nil {
		return api.Ignore{}, err
	}
	if _, err := share.ParseRules(edit.Rules); err != nil {
		return api.Ignore{}, err
	}
	if len(edit.Rules) > 0 || edit.Clear || edit.Default {
		if err := s.catalog.ChangeSettings(ctx, sh, func(now *catalog.Settings) error { return editRules(now, edit) }); err != nil {
			return api.Ignore{}, err
		}
	}
	now, err := s.catalog.Settings(ctx, sh)
	out := api.Ignore{Schema: api.IgnoreSchema, Share: sh.Name, Rules: append([]string{}, now.Ignore...), Default: append([]string{}, now.Default...), Kept: []api.Path{}}
	if !who.May(spar.CanAdminister) {
		return out, err // an operator may not know of these files
	}
	for _, p := range now.Kept {
		out.Kept = append(out.Kept, api.PathOf(string(p)))
	}
	return out, err
}

func editRules(now *catalog.Settings, edit api.IgnoreEdit) error {
	if edit.Clear {
		now.Ignore, now.Default, now.Kept = nil, nil, nil
	}
	if edit.Default {
		now.Default = share.Litter()
	}
	for _, r := range edit.Rules {
		i, d := slices.Index(now.Ignore, r), slices.Index(now.Default, r)
		switch {
		case edit.Remove && i < 0 && d >= 0:
			now.Default = slices.Delete(now.Default, d, d+1)
		case edit.Remove && i < 0:
			return spar.Errorf(spar.NotFound, "%q is no rule of the share %s; its rules are %s", r, edit.Share, strings.Join(slices.Concat(now.Default, now.Ignore), ", "))
		case i >= 0:
			now.Ignore = slices.Delete(now.Ignore, i, i+1)
		}
		if !edit.Remove { // the last rule decides, so a repeated one moves to the end
			now.Ignore = append(now.Ignore, r)
		}
	}
	return nil
}
