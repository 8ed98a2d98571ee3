package catalog

import (
	"bytes"
	"database/sql"
	"errors"
	"io/fs"
	"strings"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// shareRecord is what the catalog keeps of a share for its scans.
type shareRecord struct {
	hasRoot   bool
	dev, ino  int64
	relocated bool
	scans     int64
	newest    int64 // the newest file of the catalog when the last complete scan ended
	last      int64 // the newest file now
	virgin    bool  // no file is known
}

// load reads what the catalog knows of the share, but for its files.
func (s *scan) load() error {
	s.dirs, s.fresh, s.opaque, s.open, s.met, s.unsettled = map[string]*knownDir{}, map[string]*knownDir{}, map[string]bool{}, map[string]*dirRow{}, map[int64]bool{}, map[string]bool{}
	var devices []device
	err := s.c.db.Read(s.ctx, func(tx *db.Tx) (err error) {
		r := &s.record
		if *r, err = queryRoot(tx, s.share); err != nil {
			return err
		}
		if devices, err = queryDevices(tx, s.share); err != nil {
			return err
		}
		if err := tx.QueryRow("SELECT coalesce(max(id), 0) FROM files").Scan(&r.last); err != nil {
			return err
		}
		var n int
		if err := tx.QueryRow("SELECT count(*) FROM (SELECT 1 FROM files WHERE share = ? LIMIT 1) AS one", s.share.ID).Scan(&n); err != nil {
			return err
		}
		r.virgin = n == 0
		if s.stored, err = queryLists(s.ctx, tx); err != nil {
			return err
		}
		s.lists = newScanLists(s.stored)
		if !s.partial() {
			return s.loadDirs(tx, "", nil, nil)
		}
		for _, p := range s.o.Only {
			if err := s.loadPart(tx, p); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		s.devices = newScanDevices(s.share.Root, s.record, devices)
	}
	return err
}

// loadDirs adds the folders of the share with a path from first to before last, nil for no end, until stop is true.
func (s *scan) loadDirs(tx *db.Tx, where string, args []any, stop func(path string) bool) error {
	return query(tx, func(r *sql.Rows) error {
		var mode, uid, gid, list integer
		var p, reason, digest sql.RawBytes
		if err := r.Scan(&p, &mode, &uid, &gid, &list, &reason, &digest); err != nil {
			return err
		}
		path := string(p)
		if stop != nil && stop(path) {
			return errEnough
		}
		d := &knownDir{mode: fs.FileMode(mode), uid: uint32(uid), gid: uint32(gid), acl: s.stored.of(int64(list)), reason: string(reason)}
		copy(d.digest[:], digest)
		s.dirs[path] = d
		return nil
	}, "SELECT path, mode, uid, gid, acl, reason, digest FROM directories WHERE share = ?"+where, append([]any{s.share.ID}, args...)...)
}

// errEnough ends a query early.
var errEnough = errors.New("enough")

// loadPart adds a folder and the folders in it, or below it; and those in the ones without a digest, which are listed too.
func (s *scan) loadPart(tx *db.Tx, p share.Part) error {
	parts := []share.Part{p}
	for len(parts) > 0 {
		next, known := parts[0], s.dirs
		parts, s.dirs = parts[1:], map[string]*knownDir{}
		err := s.loadFolders(tx, next)
		for path, d := range s.dirs {
			if d.digest == (share.Digest{}) && known[path] == nil && path != next.Path && !p.Deep {
				parts = append(parts, share.Part{Path: path})
			}
			known[path] = d
		}
		s.dirs = known
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *scan) loadFolders(tx *db.Tx, p share.Part) error {
	if err := s.loadDirs(tx, " AND path = ?", []any{[]byte(p.Path)}, nil); err != nil {
		return err
	}
	prefix, end := below(p.Path)
	for from := prefix; ; {
		next := ""
		err := s.loadDirs(tx, " AND path >= ? AND path < ? ORDER BY path", []any{[]byte(from), end}, func(path string) bool {
			rest := path[len(prefix):]
			if i := strings.IndexByte(rest, '/'); i >= 0 && !p.Deep {
				next = prefix + rest[:i] + "0" // behind all that lies below
				return true
			}
			return false
		})
		if !errors.Is(err, errEnough) {
			return err
		}
		from = next
	}
}

// below is the range of paths below a folder: from the first, which is also what they all begin with, to before end.
func below(dir string) (prefix string, end []byte) {
	if dir == share.Root {
		return "", bytes.Repeat([]byte{0xff}, 64)
	}
	return dir + "/", []byte(dir + "0") // '0' follows '/'
}

const (
	knownColumns = "id, path, size, mtime, ctime, dev, ino, mode, uid, gid, acl, state, CASE WHEN hash IS NULL THEN 0 ELSE 1 END"
	patience     = 32 // files below a folder that are passed over before the rest of it is jumped over
)

// childrenOf is the known files in a folder, not those further below, by path.
func (s *scan) childrenOf(dir string) (rows []known, err error) {
	prefix, end := below(dir)
	words := words{}
	err = s.c.db.Read(s.ctx, func(tx *db.Tx) error {
		for from := max(prefix, "\x01"); from != ""; { // a path that begins with NUL is none
			at := from
			from = ""
			passed := 0
			err := s.queryKnown(tx, func(k known, path []byte) error {
				rest := path[len(prefix):]
				i := bytes.IndexByte(rest, '/')
				if i < 0 {
					k.path, k.state = string(path), spar.State(words.of([]byte(k.state)))
					rows = append(rows, k)
					passed = 0
					return nil
				}
				if passed++; passed < patience {
					return nil
				}
				from = prefix + string(rest[:i]) + "0"
				return errEnough
			}, "path >= ? AND path < ? ORDER BY path", []byte(at), end)
			if err != nil && !errors.Is(err, errEnough) {
				return err
			}
		}
		return nil
	})
	return rows, err
}

// queryKnown calls f with each file of the share that meets a condition, members of containers apart; the path is valid during the call only.
func (s *scan) queryKnown(tx *db.Tx, f func(k known, path []byte) error, where string, args ...any) error {
	words := words{}
	return query(tx, func(r *sql.Rows) error {
		var id, size, mtime, ctime, dev, ino, mode, uid, gid, list, hashed integer
		var p, state sql.RawBytes
		if err := r.Scan(&id, &p, &size, &mtime, &ctime, &dev, &ino, &mode, &uid, &gid, &list, &state, &hashed); err != nil {
			return err
		}
		k := known{id: spar.FileID(id), size: int64(size), mtime: int64(mtime), ctime: int64(ctime), dev: int64(dev), ino: int64(ino),
			mode: fs.FileMode(mode), uid: uint32(uid), gid: uint32(gid), acl: uint32(list), state: spar.State(words.of(state)), hashed: hashed != 0}
		return f(k, p)
	}, "SELECT "+knownColumns+" FROM files WHERE share = ? AND container = 0 AND "+where, append([]any{s.share.ID}, args...)...)
}

// rowsBelow adds all known files below a folder to the missing ones.
func (s *scan) rowsBelow(tx *db.Tx, dir string) error {
	prefix, end := below(dir)
	return s.queryKnown(tx, func(k known, path []byte) error {
		k.path = string(path)
		s.missing = append(s.missing, &k)
		return nil
	}, "path >= ? AND path < ? ORDER BY path", []byte(prefix), end)
}

// rootListing keeps the root as it is now.
func (s *scan) rootListing(e share.Entry) { s.root = &e }

// sameRoot refuses to scan a part of a share whose root is not that of the last complete scan.
func (s *scan) sameRoot() error {
	e, err := share.StatRoot(s.share.Root)
	if err != nil {
		return err
	}
	r := s.record
	if !r.hasRoot || r.relocated || r.ino != int64(e.Ino) || r.dev != int64(e.Dev) {
		return spar.Errorf(spar.Unavailable, "%q is not the folder of the last complete scan: scan the whole share %s first", s.share.Root, s.share.Name)
	}
	s.root = &e
	s.met[int64(s.devices.of(e.Dev, share.Root))] = true
	return nil
}
