package service

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// AllowRoot lets folders below one more folder become shares, and lists what is in it. Here says that whoever asks runs as the user of this
// process on this machine, and so could change the setting by hand; nobody else is let.
func AllowRoot(ctx context.Context, s *Service, who spar.Principal, folder string, here bool) (out api.Folders, err error) {
	if err := sure(who, handsOut); err != nil {
		return out, err
	}
	do := s.choose.Load()
	if !here || do == nil {
		return out, spar.Errorf(spar.Invalid, "which folders may become shares is said on the machine of the server, by its user").Try(spar.Remedy{Do: spar.ChangeSetting, Name: "share-roots"})
	}
	if !filepath.IsAbs(folder) {
		return out, spar.Errorf(spar.Invalid, "%s is no whole path of a folder: begin with the root of its disk", folder)
	}
	real, err := filepath.EvalSymlinks(folder)
	var info os.FileInfo
	if err == nil {
		info, err = os.Stat(real)
	}
	joint := string(filepath.ListSeparator)
	switch {
	case err != nil:
		return out, spar.Errorf(spar.Invalid, "%s is no folder that can be read: %w", folder, err)
	case !info.IsDir():
		return out, spar.Errorf(spar.Invalid, "%s is a file: name the folder that it lies in", folder)
	case filepath.Dir(real) == real:
		return out, spar.Errorf(spar.Invalid, "%s is the whole disk: name a folder on it", folder)
	case strings.Contains(real, joint):
		return out, spar.Errorf(spar.Invalid, "%s has the sign %s in its path, which joins folders in the setting share-roots: name the folder above it", folder, joint)
	}
	if _, err := s.within(real); err != nil {
		roots := strings.Join(append(slices.Clone(s.options().ShareRoots), real), joint)
		if err := (*do)(map[string]*string{"share-roots": &roots}); err != nil {
			return out, err
		}
	}
	return s.Folders(ctx, who, real)
}

// RootsOf adds to a list of folders what the setting share-roots says, and whether whoever asks may name one more: see AllowRoot.
func RootsOf(s *Service, f api.Folders, here bool) api.Folders {
	if f.In == "" {
		f.Joint = string(filepath.ListSeparator)
		f.Roots, f.Allows = strings.Join(s.options().ShareRoots, f.Joint), here && s.choose.Load() != nil && s.options().RootsFixed == nil
	}
	return f
}

// NamedDir is the data directory, for whoever administers it, where a command typed on this machine has to name it; "" where not.
func NamedDir(s *Service, who spar.Principal) string {
	if !who.May(spar.CanAdminister) {
		return ""
	}
	return s.options().NamedDir
}
