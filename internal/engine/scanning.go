package engine

import (
	"context"
	"iter"
	"sync"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/share"
)

// scanOptions are those of a scan of a share, with what its settings say.
func (e *Engine) scanOptions(ctx context.Context, s spar.Share, o ScanOptions) (catalog.ScanOptions, error) {
	settings, err := e.Catalog.Settings(ctx, s)
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
	out := catalog.ScanOptions{Progress: o.Progress, Only: o.Only, Wrote: o.Wrote, Keep: o.Keep, Settle: o.Settle}
	if rules != nil {
		kept, err := e.Catalog.Kept(ctx, s)
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

// paces keeps the rates of all shares within this process.
type paces struct {
	mu  sync.Mutex
	all map[int64]paced
}

type paced struct {
	limits share.Limits
	pace   *share.Pace
}

// of is the pace of a share; it begins anew when its limits change.
func (p *paces) of(s spar.Share, l share.Limits) *share.Pace {
	p.mu.Lock()
	defer p.mu.Unlock()
	now, ok := p.all[s.ID]
	if !ok || now.limits != l {
		now = paced{l, share.NewPace(l)}
		if p.all == nil {
			p.all = map[int64]paced{}
		}
		p.all[s.ID] = now
	}
	return now.pace
}

// A reach is how the files of a share are got at.
type reach struct {
	share    spar.Share
	pace     *share.Pace
	settings catalog.Settings
}

// lists says which lists count for those who read files of the share.
func (r reach) lists() share.Lists {
	return share.ParseFileSystem(r.share.FileSystem).Wants(r.share.Rights)
}

// job is the reading of a file on disk.
func (r reach) job(root string, f spar.File, devices *catalog.Devices) read.Job {
	return read.Job{Root: root, File: f, Sleep: r.settings.Offline, Lists: r.lists(), Device: devices.Of}
}

// reaches gives what the settings of the shares say of opening their files, by name.
func (e *Engine) reaches(ctx context.Context) (map[string]reach, error) {
	shares, err := e.Catalog.Shares(ctx)
	if err != nil {
		return nil, err
	}
	all := make(map[string]reach, len(shares))
	for _, s := range shares {
		settings, err := e.Catalog.Settings(ctx, s)
		switch {
		case spar.CodeOf(err) == spar.NotFound: // removed at this moment
			continue
		case err != nil:
			return nil, err
		}
		all[s.Name] = reach{s, e.paces.of(s, settings.Limits), settings}
	}
	return all, nil
}
