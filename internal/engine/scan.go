package engine

import (
	"context"
	"errors"
	"iter"
	"time"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tagging"
)

// ScanOptions say how a scan works, and what it tells its caller.
type ScanOptions struct {
	Wait     bool                     // for another scan of the same share; otherwise it is a conflict
	Waiting  func(holder string)      // called once before waiting; may be nil
	Progress func(catalog.ScanReport) // may be nil

	// Tagged is told which tags rules gave to the files found, or why rules were not applied; may be nil.
	Tagged func(tagging.Report, error)

	Bare   bool          // leave tags by rules and the saved index to whoever comes next
	Only   []share.Part  // as in catalog.ScanOptions
	Wrote  []string      // as in catalog.ScanOptions
	Keep   bool          // as in catalog.ScanOptions
	Settle time.Duration // as in catalog.ScanOptions
	Hold   func() bool   // as in catalog.ScanOptions
}

// Scan brings the catalog up to date with a share, and then the tags of the files found. If it changed much, it settles the index.
func (e *shares) Scan(ctx context.Context, name string, o ScanOptions) (catalog.ScanReport, error) {
	s, err := e.catalog.Share(ctx, name)
	if err != nil {
		return catalog.ScanReport{}, err
	}
	held, err := e.lockScan(ctx, s, o)
	if err != nil {
		return catalog.ScanReport{}, err
	}
	options, err := e.scanOptions(ctx, s, o)
	if err != nil {
		return catalog.ScanReport{}, errors.Join(err, e.catalog.Failed(ctx, s, err), held.Unlock())
	}
	draft, err := e.draft(ctx, o)
	if err != nil {
		return catalog.ScanReport{}, errors.Join(err, held.Unlock())
	}
	defer draft.Close()
	if draft != nil {
		options.Added = draft.Add
	}
	report, err := e.catalog.Scan(ctx, s, options)
	if err := errors.Join(err, held.Unlock()); err != nil {
		return report, err
	}
	if _, err := e.PurgeTrash(ctx, false); err != nil && ctx.Err() == nil { // who stopped the scan asked for no purge
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
func (e *shares) draft(ctx context.Context, o ScanOptions) (*index.Draft, error) {
	if o.Bare || o.Only != nil {
		return nil, nil
	}
	return e.index().Draft(ctx)
}

// lockScan keeps other processes from scanning the same share.
func (e *shares) lockScan(ctx context.Context, s spar.Share, o ScanOptions) (*durable.Held, error) {
	if o.Wait {
		return e.catalog.ScanLock(ctx, s, o.Waiting)
	}
	return e.catalog.TryScanLock(s)
}

// scanOptions are the options of a scan of a share, with its settings.
func (e *shares) scanOptions(ctx context.Context, s spar.Share, o ScanOptions) (catalog.ScanOptions, error) {
	settings, err := e.catalog.Settings(ctx, s)
	if err != nil {
		return catalog.ScanOptions{}, err
	}
	rules, bad, err := share.ReadRules(s.Root, settings.Ignore, settings.Default...)
	if err != nil {
		return catalog.ScanOptions{}, err
	}
	if bad > 0 {
		e.log.Warn("rules that are none were left out", "share", s.Name, "file", share.IgnoreFile, "rules", bad)
	}
	out := catalog.ScanOptions{Progress: o.Progress, Only: o.Only, Wrote: o.Wrote, Keep: o.Keep, Settle: o.Settle, Hold: o.Hold}
	if rules != nil {
		kept, err := e.catalog.Kept(ctx, s)
		if err != nil {
			return out, err
		}
		rules.Keep(kept)
		out.Ignore, out.Litter = rules, rules.Litter
	}
	pace := e.paces.of(s, settings.Limits)
	out.Walk = func(ctx context.Context, root string, w share.WalkOptions) iter.Seq2[share.Listing, error] {
		w.Skip, w.Sleep = []string{e.dir}, settings.Offline
		if settings.Limits.Names > 0 {
			w.Pace = pace.Names
		}
		return share.Walk(ctx, root, w)
	}
	return out, nil
}
