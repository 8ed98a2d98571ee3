package engine

import (
	"context"
	"sync"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

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
	root     rootID // of its root when it was scanned last
}

// A rootID is the system's identity of a root. It is known if there is something to compare with.
type rootID struct {
	dev, ino uint64
	known    bool
}

// unmounted reports whether nothing is mounted at the root any more.
func (r reach) unmounted() bool {
	return r.root.known && share.Unmounted(r.share.Root, r.root.dev, r.root.ino)
}

// lists says which lists count for those who read files of the share.
func (r reach) lists() share.Lists {
	return share.ParseFileSystem(r.share.FileSystem).Wants(r.share.Rights)
}

// job is the reading of a file on disk.
func (r reach) job(root string, f spar.File, devices *catalog.Devices) read.Job {
	return read.Job{Root: root, Unmounted: r.unmounted, File: f, Sleep: r.settings.Offline, Lists: r.lists(), Device: devices.Of}
}

// reaches returns, by share name, how the settings let files be opened.
func (e *shares) reaches(ctx context.Context) (map[string]reach, error) {
	shares, err := e.catalog.Shares(ctx)
	if err != nil {
		return nil, err
	}
	all := make(map[string]reach, len(shares))
	for _, s := range shares {
		settings, err := e.catalog.Settings(ctx, s)
		switch {
		case spar.CodeOf(err) == spar.NotFound: // removed at this moment
			continue
		case err != nil:
			return nil, err
		}
		var root rootID
		root.dev, root.ino, root.known, err = e.catalog.Identity(ctx, s)
		if err != nil && spar.CodeOf(err) != spar.NotFound {
			return nil, err
		}
		all[s.Name] = reach{s, e.paces.of(s, settings.Limits), settings, root}
	}
	return all, nil
}

// roots returns the folder of each share by name. It leaves out a share whose mount is gone: files missing there say nothing.
func (e *shares) roots(ctx context.Context) (map[string]string, error) {
	shares, err := e.catalog.Shares(ctx)
	if err != nil {
		return nil, err
	}
	roots := make(map[string]string, len(shares))
	for _, s := range shares {
		dev, ino, ok, err := e.catalog.Identity(ctx, s)
		switch {
		case spar.CodeOf(err) == spar.NotFound: // removed at this moment
			continue
		case err != nil:
			return nil, err
		}
		reason := e.grounds.ask(s.Root, func() string {
			if ok && share.Unmounted(s.Root, dev, ino) {
				return notMounted
			}
			return ""
		})
		if reason != "" {
			e.log.Debug("a share is left out; its files stay as they were last seen", "share", s.Name, "why", reason)
			continue
		}
		roots[s.Name] = s.Root
	}
	return roots, nil
}

// devices gives what tells the devices of a share, by its name, as they are for as long as a question takes.
func (e *shares) devices(ctx context.Context) func(name string) *catalog.Devices {
	known := map[string]*catalog.Devices{}
	var mu sync.Mutex
	return func(name string) *catalog.Devices {
		mu.Lock()
		defer mu.Unlock()
		d, ok := known[name]
		if !ok {
			s, err := e.catalog.Share(ctx, name)
			if err == nil {
				d, err = e.catalog.Devices(ctx, s)
			}
			if err != nil { // inode, size and times tell files apart without it
				e.log.Warn("what a share lies on is not known", "share", name, "err", err)
			}
			known[name] = d
		}
		return d
	}
}
