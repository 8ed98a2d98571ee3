package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/tagging"
)

// AddShare makes the folder root a share, of which litter is left out. A folder inside the data directory, the root of another share, and, unless
// nested, one that lies in another share or holds one, are refused.
func (e *Engine) AddShare(ctx context.Context, name, root string, nested bool) (spar.Share, error) {
	return e.Catalog.AddShare(ctx, name, root, catalog.ShareOptions{Nested: nested, Settings: newSettings()})
}

// RelocateShare says where a share is found now. What is known of its files stays, and the next scan compares.
func (e *Engine) RelocateShare(ctx context.Context, name, root string) error {
	_, err := e.Catalog.RelocateShare(ctx, name, root, catalog.ShareOptions{})
	return err
}

// ShareOf gives the share that a folder lies in, and where in it ("" is its root); if there is none the folder is made
// one, named after itself.
func (e *Engine) ShareOf(ctx context.Context, folder string) (s spar.Share, below string, made bool, err error) {
	folder, err = filepath.EvalSymlinks(folder)
	if err != nil {
		return s, "", false, err
	}
	for range attempts {
		var shares []spar.Share
		if shares, err = e.Catalog.Shares(ctx); err != nil {
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
func (e *Engine) PartOf(ctx context.Context, folder string) (name string, part share.Part, err error) {
	real, err := filepath.EvalSymlinks(folder)
	if err == nil {
		real, err = filepath.Abs(real)
	}
	if err != nil {
		return "", part, err
	}
	shares, err := e.Catalog.Shares(ctx)
	if err != nil {
		return "", part, err
	}
	s, below, ok := innermost(shares, real)
	if !ok {
		return "", part, spar.Errorf(spar.NotFound, "the folder %s lies in no share; `spar share add NAME FOLDER` makes one", folder)
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

// ScanOptions are what a scan tells its caller.
type ScanOptions struct {
	Wait     bool                     // for another scan of the same share; otherwise it is a conflict
	Waiting  func(holder string)      // called once before waiting; may be nil
	Progress func(catalog.ScanReport) // may be nil

	// Tagged is told what rules made of the files that were found, or why they were not applied; may be nil.
	Tagged func(tagging.Report, error)

	Bare   bool          // leave tags by rules and the saved index to whoever comes next
	Only   []share.Part  // as in catalog.ScanOptions
	Wrote  []string      // as in catalog.ScanOptions
	Keep   bool          // as in catalog.ScanOptions
	Settle time.Duration // as in catalog.ScanOptions
}

// Scan brings the catalog up to date with a share, and then tags to what was found. Who changed much settles the index.
func (e *Engine) Scan(ctx context.Context, name string, o ScanOptions) (catalog.ScanReport, error) {
	s, err := e.Catalog.Share(ctx, name)
	if err != nil {
		return catalog.ScanReport{}, err
	}
	held, err := e.lockScan(ctx, s, o)
	if err != nil {
		return catalog.ScanReport{}, err
	}
	options, err := e.scanOptions(ctx, s, o)
	if err != nil {
		return catalog.ScanReport{}, errors.Join(err, e.Catalog.Failed(ctx, s, err), held.Unlock())
	}
	draft, err := e.draft(ctx, o)
	if err != nil {
		return catalog.ScanReport{}, errors.Join(err, held.Unlock())
	}
	defer draft.Close()
	if draft != nil {
		options.Added = draft.Add
	}
	report, err := e.Catalog.Scan(ctx, s, options)
	if err := errors.Join(err, held.Unlock()); err != nil {
		return report, err
	}
	if _, err := e.PurgeTrash(ctx, false); err != nil {
		e.log.Warn("the trash was not purged of what is old", "err", err)
	}
	if o.Bare {
		return report, nil
	}
	if draft != nil {
		if err := draft.Save(ctx); err != nil {
			e.log.Warn("the index was not saved", "err", err)
		}
	}
	tagged, err := e.Tag(ctx)
	switch {
	case ctx.Err() != nil:
		return report, ctx.Err()
	case o.Tagged != nil:
		o.Tagged(tagged, err)
	case err != nil:
		e.log.Warn("rules were not applied", "err", err)
	}
	return report, nil
}

// draft begins a draft of the index for the first scan of all, which finds every file at once.
func (e *Engine) draft(ctx context.Context, o ScanOptions) (*index.Draft, error) {
	if o.Bare || o.Only != nil {
		return nil, nil
	}
	return e.index.Draft(ctx)
}

// A Step is one line of a funnel.
type Step = index.Step

// A Selected is the size of a selection and how it came about.
type Selected struct {
	Coverage spar.Coverage
	Funnel   []Step
}

// Coverage says what a scope selects for somebody, without reading anything.
func (e *Engine) Coverage(ctx context.Context, who spar.Principal, s spar.Scope) (Selected, error) {
	snapshot, err := e.SnapshotFor(ctx, who)
	if err != nil {
		return Selected{}, err
	}
	selection, err := snapshot.Eval(who, s)
	if err != nil {
		return Selected{}, err
	}
	return Selected{coverage(snapshot, selection), selection.Funnel}, nil
}

// OwnedBy reports whether a user owns the data directory.
func (e *Engine) OwnedBy(uid int) bool {
	info, err := os.Stat(e.dir)
	return err == nil && ownerOf(info) == uid
}
