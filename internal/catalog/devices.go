package catalog

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// The system gives a device another number at each mount of NFS, CIFS, overlay and FUSE, and some machines at each start. So the catalog
// numbers the devices of a share itself and knows them again by the folder where they begin. A file lies on the device of its folder: an
// overlay invents a file's own device anew for each mount.

// A device is one that folders of a share lie on.
type device struct {
	n    int64  // in the catalog
	dev  uint64 // what the system calls it, or called it when a scan last met it
	path string // the folder where it begins, "" where that is not known yet
}

// Devices tells what the catalog calls the devices of a share.
type Devices struct {
	root string
	list []device

	mu  sync.Mutex
	now map[string]uint64 // the system's numbers of the folders where devices begin, asked for on demand
}

// Devices gives the devices of a share as the last scan met them. It looks at nothing yet.
func (c *Catalog) Devices(ctx context.Context, sh spar.Share) (*Devices, error) {
	d := &Devices{root: sh.Root, now: map[string]uint64{}}
	err := c.db.Read(ctx, func(tx *db.Tx) error {
		all, err := queryDevices(tx, sh)
		for _, one := range all {
			if one.path != "" {
				d.list = append(d.list, one)
			}
		}
		return err
	})
	return d, err
}

// Of gives the catalog's number of the device that the system calls dev now and that the file at path lies on; 0 where it
// knows none. It looks at folders above the file only, for another mount may not answer.
func (d *Devices) Of(dev uint64, path string) uint64 {
	if d == nil || dev == 0 {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, one := range d.list { // the outermost first: where nothing is mounted any more lies the device around it
		if !isAbove(one.path, path) {
			continue
		}
		now, known := d.now[one.path]
		if !known {
			if e, err := share.StatFolder(d.root, one.path); err == nil {
				now = e.Dev
			}
			d.now[one.path] = now
		}
		if now == dev {
			return uint64(one.n)
		}
	}
	return 0
}

// queryRoot reads what the catalog keeps of a share's root.
func queryRoot(tx *db.Tx, sh spar.Share) (r shareRecord, err error) {
	var dev, ino sql.NullInt64
	err = tx.QueryRow("SELECT root_dev, root_ino, relocated, scans, newest FROM shares WHERE id = ?", sh.ID).Scan(&dev, &ino, &r.relocated, &r.scans, &r.newest)
	if errors.Is(err, sql.ErrNoRows) {
		return r, gone(sh)
	}
	r.hasRoot, r.dev, r.ino = dev.Valid, dev.Int64, ino.Int64
	return r, err
}

// queryDevices reads the devices of a share, those around others first.
func queryDevices(tx *db.Tx, sh spar.Share) (list []device, err error) {
	err = query(tx, func(r *sql.Rows) error {
		var n, dev integer
		var path []byte
		err := r.Scan(&n, &dev, &path)
		list = append(list, device{int64(n), uint64(dev), string(path)})
		return err
	}, "SELECT n, dev, path FROM devices WHERE share = ? ORDER BY CASE WHEN path IS NULL THEN 1 ELSE 0 END, length(path), path, n", sh.ID)
	return list, err
}

// scanDevices is the devices of a share while it is scanned. It may be used by several goroutines.
type scanDevices struct {
	mu   sync.Mutex
	list []device
	at   map[uint64]int // by the number of now: place in list
	met  map[int]bool   // places that got their number by what the walk met
}

// newScanDevices looks at the folders where the devices of a share begin.
func newScanDevices(root string, r shareRecord, list []device) *scanDevices {
	d := &scanDevices{list: list, at: map[uint64]int{}, met: map[int]bool{}}
	for i := range list {
		known := &list[i]
		if known.path == "" {
			continue
		}
		now, err := share.StatFolder(root, known.path)
		if err != nil {
			continue
		}
		if known.path == share.Root && r.hasRoot && !r.relocated && r.dev != int64(now.Dev) && r.ino != int64(now.Ino) {
			known.path = "" // another folder, on another device
			continue
		}
		if _, taken := d.at[now.Dev]; !taken { // else nothing is mounted there
			d.at[now.Dev], known.dev = i, now.Dev
		}
	}
	return d
}

// of gives the catalog's number of the device that a folder lies on.
func (d *scanDevices) of(dev uint64, folder string) uint64 {
	if dev == 0 {
		return 0
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	i, ok := d.at[dev]
	if !ok {
		if i = d.absent(dev, folder); i < 0 {
			var n int64
			for _, known := range d.list {
				n = max(n, known.n)
			}
			i = len(d.list)
			d.list = append(d.list, device{n: n + 1, path: folder})
		}
		d.list[i].dev = dev
		d.at[dev], d.met[i] = i, true
	}
	// A walk may meet a folder before the one that it lies in.
	if known := &d.list[i]; known.path == "" || d.met[i] && isAbove(folder, known.path) {
		known.path = folder
	}
	return uint64(d.list[i].n)
}

// absent finds a device without a number now: the one that had a number, else the one that lies at a folder or nearest above it; -1 for
// none.
func (d *scanDevices) absent(dev uint64, folder string) int {
	has := map[int]bool{}
	for _, i := range d.at {
		has[i] = true
	}
	best := -1
	for i, known := range d.list {
		switch {
		case has[i]:
		case known.dev == dev:
			return i
		case known.path == folder || known.path != "" && isAbove(known.path, folder):
			best = i // those below come later
		}
	}
	return best
}

// isAbove reports whether a path lies below a folder.
func isAbove(folder, path string) bool {
	return path != folder && (folder == share.Root || strings.HasPrefix(path, folder+"/"))
}

// save writes the devices.
func (d *scanDevices) save(t *tx, sh spar.Share) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, known := range d.list {
		if err := t.run(`INSERT INTO devices (share, n, dev, path) VALUES (?, ?, ?, ?)
			ON CONFLICT (share, n) DO UPDATE SET dev = excluded.dev, path = excluded.path`,
			sh.ID, known.n, int64(known.dev), blob([]byte(known.path))); err != nil {
			return err
		}
	}
	return nil
}
