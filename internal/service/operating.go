package service

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// How much of a folder SPAR looks at, and how many folders in it are listed.
const (
	mostNames   = 20_000
	mostFolders = 1000
)

// Folders lists the folders that may become shares through a server: the configured roots, or the folders inside one of them.
func (s *Service) Folders(ctx context.Context, who spar.Principal, in string) (api.Folders, error) {
	out := api.Folders{Schema: api.FoldersSchema, Folders: []api.Folder{}}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	shares, err := s.catalog.Shares(ctx)
	if err != nil {
		return out, err
	}
	shareAt := func(folder string) string {
		i := slices.IndexFunc(shares, func(sh spar.Share) bool { return sh.Root == folder })
		if i < 0 {
			return ""
		}
		return shares[i].Name
	}
	if in == "" {
		for _, root := range s.options().ShareRoots {
			if real, err := filepath.EvalSymlinks(root); err == nil {
				out.Folders = append(out.Folders, api.Folder{Folder: real, Name: root, Share: shareAt(real)})
			}
		}
		return out, nil
	}
	if out.In, err = s.within(in); err != nil {
		return out, err
	}
	if up, err := s.within(filepath.Dir(out.In)); err == nil && up != out.In {
		out.Up = up
	}
	if out.Share = shareAt(out.In); out.Share == "" {
		if out.Name, err = s.engine.FreeName(ctx, out.In); err != nil {
			return out, err
		}
	}
	out.FS, out.Readers = readersOf(out.In)
	entries, err := namesIn(out.In)
	if err != nil {
		return out, spar.Errorf(spar.Unavailable, "the folder cannot be listed: %w", err)
	}
	out.More = len(entries) == mostNames
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case e.Type().IsRegular():
			out.Files++
		case e.IsDir() && utf8.ValidString(e.Name()):
			folder := filepath.Join(out.In, e.Name())
			out.Folders = append(out.Folders, api.Folder{Folder: folder, Name: e.Name(), Share: shareAt(folder)})
		}
	}
	slices.SortFunc(out.Folders, func(a, b api.Folder) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)), cmp.Compare(a.Name, b.Name))
	})
	if len(out.Folders) > mostFolders {
		out.Folders, out.More = out.Folders[:mostFolders], true
	}
	return out, nil
}

// readersOf says on what a folder lies and who could read a share of it by the rights that it has there.
func readersOf(folder string) (fs, readers string) {
	at := share.FileSystemOf(folder).At(share.Root)
	info, err := os.Stat(folder)
	switch {
	case err != nil || at.Ground() != share.Enforced:
		return at.Type, api.ReadersUnknown
	case info.Mode().Perm()&0o005 == 0o005:
		return at.Type, api.ReadersAll
	}
	return at.Type, api.ReadersSome
}

func namesIn(folder string) ([]os.DirEntry, error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() { // opening a pipe would wait for its writer
		return nil, cmp.Or(err, errors.New("it is none"))
	}
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	entries, err := f.ReadDir(mostNames)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return entries, err
}

// within returns where a folder really is, if that is inside a root for shares. It does not reveal whether any other folder exists.
func (s *Service) within(folder string) (string, error) {
	real, err := filepath.EvalSymlinks(folder)
	if err == nil && filepath.IsAbs(folder) {
		for _, root := range s.options().ShareRoots {
			root, err := filepath.EvalSymlinks(root)
			if err != nil {
				continue
			}
			if below, err := filepath.Rel(root, real); err == nil && filepath.IsLocal(below) {
				return real, nil
			}
		}
	}
	return "", spar.Errorf(spar.Invalid, "%s is not below a folder that may become a share here: %s; the setting share-roots names these folders",
		folder, cmp.Or(strings.Join(s.options().ShareRoots, ", "), "there is none"))
}

// AddShareWithin makes a folder a share if it is inside a configured root. The default name is that of the folder.
func (s *Service) AddShareWithin(ctx context.Context, who spar.Principal, n api.NewShare) (api.Share, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Share{}, err
	}
	var err error
	if n.Folder, err = s.within(n.Folder); err != nil {
		return api.Share{}, err
	}
	if n.Name == "" {
		if n.Name, err = s.engine.FreeName(ctx, n.Folder); err != nil {
			return api.Share{}, err
		}
	}
	out, _, err := s.AddShare(ctx, who, n)
	return out, err
}

// Configuration returns every setting and the origin of its value; it hides secrets.
func (s *Service) Configuration(_ context.Context, who spar.Principal) (api.Config, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Config{}, err
	}
	if s.options().Shown == nil {
		return api.Config{Schema: api.ConfigSchema, Settings: []api.Setting{}}, nil
	}
	out := s.options().Shown()
	out.Connects = who.Trusted
	return out, nil
}

// ChangeSetting sets a setting, or resets it if value is nil, and returns all settings afterwards.
func (s *Service) ChangeSetting(ctx context.Context, who spar.Principal, name string, value *string) (api.Config, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Config{}, err
	}
	do := s.change.Load()
	if do == nil {
		return api.Config{}, spar.Errorf(spar.Unavailable, "settings are changed through a server that runs").Try(spar.Remedy{Do: spar.ChangeSetting, Name: name})
	}
	if err := (*do)(name, value); err != nil {
		return api.Config{}, err
	}
	return s.Configuration(ctx, who)
}
