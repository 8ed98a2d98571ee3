package catalog

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"iter"
	"strings"
	"time"

	spar "github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/share"
)

// A ScanReport counts what a scan found, so far or in all.
type ScanReport struct {
	Share     string        `json:"share"`
	Complete  bool          `json:"complete"` // the whole share was walked and the catalog says the same
	Seen      int           `json:"seen"`     // files; Seen = Added + Changed + Moved + Unchanged once complete
	Added     int           `json:"added"`
	Changed   int           `json:"changed"`
	Moved     int           `json:"moved"`
	Unchanged int           `json:"unchanged"`
	Deleted   int           `json:"deleted"`
	Skipped   int           `json:"skipped"` // of Seen: links, special files, and what could not be examined
	Errors    int           `json:"errors"`  // names that could not be examined and folders that could not be listed
	Folders   int           `json:"folders"`
	Bytes     int64         `json:"bytes"` // of the regular files
	Duration  time.Duration `json:"duration_ns"`
	Problems  []Problem     `json:"problems,omitempty"` // the first of Errors
}

// A Problem is an entry of a share that could not be examined, or a folder that could not be listed.
type Problem struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

const (
	maxProblems  = 100
	scanBatch    = 4096 // changes a transaction
	progressStep = 1024 // entries between two reports
	keepLost     = 30 * 24 * time.Hour
)

// Scan brings the catalog to what a walk of the share yields (share.Walk; its order does not matter). Changes are
// committed in batches: what a killed scan committed stays, and the next one completes it. Nothing is deleted before
// the walk has ended without error, nor below a folder that could not be listed.
//
// A file is changed when its size, time, device or inode is: it becomes Unread. It has moved when another path now has
// its device, inode, size and time and the old path is gone; or when it was read, is gone, and a new file of equal size has the
// same content, for which that new file is hashed. A moved file keeps its ID and all that is known of it.
// Where the old path has new content, the path counts: a file whose editor keeps the old one beside it keeps its tags.
//
// progress, if not nil, is called often from this goroutine. The caller holds the ScanLock. An unreachable root is
// spar.Unavailable.
func (c *Catalog) Scan(ctx context.Context, sh spar.Share, entries iter.Seq2[share.Entry, error], progress func(ScanReport)) (ScanReport, error) {
	return c.scan(ctx, sh, entries, progress, scanBatch)
}

func (c *Catalog) scan(ctx context.Context, sh spar.Share, entries iter.Seq2[share.Entry, error], progress func(ScanReport), batchSize int) (ScanReport, error) {
	s := &scan{c: c, ctx: ctx, share: sh, start: c.now(), progress: progress, batchSize: batchSize, report: ScanReport{Share: sh.Name}}
	err := s.run(entries)
	s.report.Duration = c.now().Sub(s.start)
	return s.report, err
}

// A scan is one scan under way.
type scan struct {
	c        *Catalog
	ctx      context.Context
	share    spar.Share
	start    time.Time
	progress func(ScanReport)
	report   ScanReport

	batchSize int // changes a transaction

	record shareRecord
	root   *share.Entry // the root itself, nil when the walk did not yield it

	files  []known          // what the catalog knows of the share
	byPath map[string]int32 // to files
	inodes map[inode][]int32
	dirs   map[string]*knownDir
	opaque map[string]bool // entries that could not be examined or listed: what is below them is not known to be gone

	batch    batch
	deferred []share.Entry // new content at a path, with the inode of another known file: perhaps a move
	lost     map[lostKey]bool
}

// A known file is a row of the catalog with what the scan has found out about it.
type known struct {
	id       spar.FileID
	path     string
	size     int64
	mtime    int64
	dev, ino int64
	mode     fs.FileMode
	uid, gid uint32
	state    spar.State
	hashed   bool
	seen     bool // its path was walked, or it has moved
}

type inode struct{ dev, ino, size, mtime int64 }

type knownDir struct {
	mode     fs.FileMode
	uid, gid uint32
	reason   string
	seen     bool
}

func (s *scan) run(entries iter.Seq2[share.Entry, error]) error {
	if err := s.load(); err != nil {
		return err
	}
	n := 0
	for e, err := range entries {
		if err != nil {
			// What was found is true all the same.
			return errors.Join(err, s.flush())
		}
		s.entry(e)
		if n++; n%progressStep == 0 {
			s.tell()
		}
		if s.batch.size() >= s.batchSize {
			if err := s.flush(); err != nil {
				return err
			}
		}
	}
	if err := s.ctx.Err(); err != nil {
		return errors.Join(err, s.flush())
	}
	if err := s.believable(); err != nil {
		return err
	}
	if err := s.settle(); err != nil {
		return err
	}
	s.report.Complete = true
	s.tell()
	return nil
}

func (s *scan) tell() {
	if s.progress != nil {
		s.report.Duration = s.c.now().Sub(s.start)
		s.progress(s.report)
	}
}

// entry compares one entry of the walk with what is known.
func (s *scan) entry(e share.Entry) {
	if e.Err != nil {
		s.problem(e)
	}
	if e.Path == share.Root {
		s.rootEntry(e)
	}
	if e.Kind == share.Dir {
		s.dir(e)
		return
	}
	i, isKnown := s.byPath[e.Path]
	if isKnown && s.files[i].seen {
		return // a file system that lists a name twice
	}
	s.report.Seen++
	if e.Kind == share.File && e.Err == nil {
		s.report.Bytes += e.Size
	} else {
		s.report.Skipped++
	}
	switch {
	case isKnown && s.same(e, int(i)):
	case s.mayHaveMoved(e):
		// A path with other content than before, perhaps that of another file, which was renamed.
		s.deferred = append(s.deferred, e)
	default:
		s.place(e)
	}
}

// place makes an entry the content of its path: a changed file, or a new one.
func (s *scan) place(e share.Entry) {
	if i, ok := s.byPath[e.Path]; ok && !s.files[i].seen {
		k := &s.files[i]
		k.seen = true
		s.report.Changed++
		s.batch.changed = append(s.batch.changed, row{entry: e, id: k.id})
		return
	}
	s.report.Added++
	s.byPath[e.Path] = int32(len(s.files))
	s.files = append(s.files, known{path: e.Path, seen: true})
	s.batch.added = append(s.batch.added, row{entry: e})
}

// same reports whether an entry is the known file i as it was, and sees to what changed apart from its content.
func (s *scan) same(e share.Entry, i int) bool {
	k := &s.files[i]
	if e.Err != nil {
		k.seen = true
		s.report.Unchanged++
		if k.state != spar.Denied {
			s.batch.refused = append(s.batch.refused, row{entry: e, id: k.id})
		}
		return true
	}
	if k.size != e.Size || k.mtime != e.ModTime.UnixNano() {
		return false
	}
	moved := k.dev != int64(e.Dev) || k.ino != int64(e.Ino)
	if moved && !s.record.relocated {
		return false
	}
	if k.mode.Type() != e.Mode.Type() {
		return false
	}
	k.seen = true
	s.report.Unchanged++
	rights := k.mode != e.Mode || k.uid != e.UID || k.gid != e.GID
	if k.state == spar.Vanished || k.state == spar.Denied && rights {
		s.batch.again = append(s.batch.again, k.id)
	}
	if moved || rights {
		s.batch.touched = append(s.batch.touched, row{entry: e, id: k.id})
	}
	return true
}

func (s *scan) dir(e share.Entry) {
	s.report.Folders++
	now := knownDir{mode: e.Mode, uid: e.UID, gid: e.GID, seen: true}
	if e.Err != nil {
		_, now.reason = share.Refusal(e.Err)
	}
	was := s.dirs[e.Path]
	if was == nil || was.mode != now.mode || was.uid != now.uid || was.gid != now.gid || was.reason != now.reason {
		s.batch.dirs = append(s.batch.dirs, dirRow{e.Path, now})
	}
	s.dirs[e.Path] = &now
}

func (s *scan) problem(e share.Entry) {
	s.report.Errors++
	s.opaque[e.Path] = true
	if len(s.report.Problems) < maxProblems {
		_, reason := share.Refusal(e.Err)
		s.report.Problems = append(s.report.Problems, Problem{e.Path, reason})
	}
}

// hidden reports whether path is, or lies below, an entry that could not be examined or listed.
func (s *scan) hidden(p string) bool {
	if len(s.opaque) == 0 {
		return false
	}
	for end := len(p); end > 0; end = strings.LastIndexByte(p[:end], '/') {
		if s.opaque[p[:end]] {
			return true
		}
	}
	return s.opaque[share.Root]
}

// rootEntry compares the root with what the last scan found.
func (s *scan) rootEntry(e share.Entry) {
	s.root = &e
	r := &s.record
	if !r.hasRoot || r.ino != int64(e.Ino) || r.dev == int64(e.Dev) {
		return
	}
	// The same folder under another device number, as after a restart: so are all of its files.
	for i := range s.files {
		if s.files[i].dev == r.dev {
			s.files[i].dev = int64(e.Dev)
		}
	}
}

// believable refuses a root that looks like the empty folder that an unmounted share leaves behind: another folder than
// the last time, with few of the known files in it.
func (s *scan) believable() error {
	r := s.record
	if !r.hasRoot || r.relocated || s.root == nil || r.dev == int64(s.root.Dev) && r.ino == int64(s.root.Ino) {
		return nil
	}
	knew, found := 0, 0
	for _, k := range s.files {
		if k.id != 0 {
			knew++
			if k.seen {
				found++
			}
		}
	}
	if 2*found >= knew {
		return nil
	}
	return spar.Errorf(spar.Unavailable, "%q is another folder than at the last scan and holds %d of the %d files known below it, so nothing was deleted: mount the share, or, if this is right, confirm it with `spar share relocate %s %s`",
		s.share.Root, found, knew, s.share.Name, shellQuote(s.share.Root))
}

func shellQuote(p string) string { return "'" + strings.ReplaceAll(p, "'", `'\''`) + "'" }

// shareRecord is what the catalog keeps of a share for its scans.
type shareRecord struct {
	hasRoot   bool
	dev, ino  int64
	relocated bool
	scans     int64
}

// load reads what the catalog knows of the share.
func (s *scan) load() error {
	s.dirs, s.opaque = map[string]*knownDir{}, map[string]bool{}
	return s.c.db.Read(s.ctx, func(tx *sql.Tx) error {
		var dev, ino sql.NullInt64
		err := tx.QueryRow("SELECT root_dev, root_ino, relocated, scans FROM shares WHERE id = ?", s.share.ID).Scan(&dev, &ino, &s.record.relocated, &s.record.scans)
		if errors.Is(err, sql.ErrNoRows) {
			return gone(s.share)
		}
		if err != nil {
			return err
		}
		s.record.hasRoot, s.record.dev, s.record.ino = dev.Valid, dev.Int64, ino.Int64
		var n int
		if err := tx.QueryRow("SELECT count(*) FROM files WHERE share = ?", s.share.ID).Scan(&n); err != nil {
			return err
		}
		s.files, s.byPath = make([]known, 0, n), make(map[string]int32, n)
		words := words{}
		err = query(tx, func(r *sql.Rows) error {
			var id, size, mtime, dev, ino, mode, uid, gid, hashed integer
			var p, state sql.RawBytes
			if err := r.Scan(&id, &p, &size, &mtime, &dev, &ino, &mode, &uid, &gid, &state, &hashed); err != nil {
				return err
			}
			k := known{id: spar.FileID(id), path: string(p), size: int64(size), mtime: int64(mtime), dev: int64(dev), ino: int64(ino),
				mode: fs.FileMode(mode), uid: uint32(uid), gid: uint32(gid), state: spar.State(words.of(state)), hashed: hashed != 0}
			s.byPath[k.path] = int32(len(s.files))
			s.files = append(s.files, k)
			return nil
		}, "SELECT id, path, size, mtime, dev, ino, mode, uid, gid, state, hash IS NOT NULL FROM files WHERE share = ?", s.share.ID)
		if err != nil {
			return err
		}
		err = query(tx, func(r *sql.Rows) error {
			var p []byte
			d := &knownDir{}
			err := r.Scan(&p, &d.mode, &d.uid, &d.gid, &d.reason)
			s.dirs[string(p)] = d
			return err
		}, "SELECT path, mode, uid, gid, reason FROM directories WHERE share = ?", s.share.ID)
		if err != nil {
			return err
		}
		return s.loadLost(tx)
	})
}
