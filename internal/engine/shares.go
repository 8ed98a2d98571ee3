package engine

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// AddShare makes the folder root a share that leaves out litter. It refuses a folder inside the data directory and the root of another
// share. Unless nested is set, it also refuses a folder that lies in another share or holds one.
func (e *base) AddShare(ctx context.Context, name, root string, nested bool) (spar.Share, error) {
	return e.catalog.AddShare(ctx, name, root, catalog.ShareOptions{Nested: nested, Settings: newSettings(root)})
}

// RelocateShare says where a share is found now. What is known of its files stays, and the next scan compares.
func (e *base) RelocateShare(ctx context.Context, name, root string) error {
	_, err := e.catalog.RelocateShare(ctx, name, root, catalog.ShareOptions{})
	return err
}

// ShareOf gives the share that a folder lies in, and where in it ("" is its root); if there is none the folder is made
// one, named after itself.
func (e *base) ShareOf(ctx context.Context, folder string) (s spar.Share, below string, made bool, err error) {
	folder, err = filepath.EvalSymlinks(folder)
	if err != nil {
		return s, "", false, err
	}
	for range attempts {
		var shares []spar.Share
		if shares, err = e.catalog.Shares(ctx); err != nil {
			break
		}
		if s, below, ok := innermost(shares, folder); ok {
			return s, below, false, nil
		}
		// At a conflict another process has made this share, or another one of that name, since the shares were listed.
		if s, err = e.AddShare(ctx, freeName(shares, folder), folder, true); err == nil || spar.CodeOf(err) != spar.Conflict {
			return s, "", err == nil, err
		}
	}
	return s, "", false, err
}

// PartOf gives the share that a folder lies in and where in it, Root for its root. It makes none.
func (e *base) PartOf(ctx context.Context, folder string) (name string, part share.Part, err error) {
	real, err := filepath.EvalSymlinks(folder)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return "", part, err
	}
	shares, err := e.catalog.Shares(ctx)
	if err != nil {
		return "", part, err
	}
	s, below, ok := innermost(shares, real)
	if !ok {
		return "", part, spar.Errorf(spar.NotFound, "the folder %s lies in no share", folder).Try(spar.Remedy{Do: spar.AddShare, Path: real})
	}
	return s.Name, share.Part{Path: cmp.Or(below, share.Root), Deep: true}, nil
}

// attempts is how often ShareOf looks again when other processes add shares at the same moment.
const attempts = 10

// innermost finds the share that a folder lies in, of nested ones the innermost, and where in it.
func innermost(shares []spar.Share, folder string) (s spar.Share, below string, ok bool) {
	for _, known := range shares {
		rel, err := filepath.Rel(known.Root, folder)
		if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) || ok && len(known.Root) < len(s.Root) {
			continue
		}
		s, below, ok = known, "", true
		if rel != "." {
			below = filepath.ToSlash(rel)
		}
	}
	return s, below, ok
}

// FreeName is the name that the share of a folder would get if nobody named it.
func (e *base) FreeName(ctx context.Context, folder string) (string, error) {
	shares, err := e.catalog.Shares(ctx)
	return freeName(shares, folder), err
}

// freeName makes a name for the share of a folder that no share has.
func freeName(shares []spar.Share, folder string) string {
	base := shareName(folder)
	name := base
	for n := 2; slices.ContainsFunc(shares, func(s spar.Share) bool { return s.Name == name }); n++ {
		name = fmt.Sprintf("%s-%d", base, n)
	}
	return name
}

// maxName is the length, in bytes, of a name that leaves room for a number behind it.
const maxName = 80

// shareName makes a name of the last part of a folder.
func shareName(folder string) string {
	name := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\:, `, r) || unicode.IsControl(r) || r == '\uFFFD' {
			return '-'
		}
		return r
	}, filepath.Base(folder))
	name = strings.TrimLeft(strings.ToValidUTF8(name[:min(len(name), maxName)], ""), "-.")
	if strings.Trim(name, "-.") == "" {
		return "share"
	}
	return name
}
