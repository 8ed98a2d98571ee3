package catalog

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"strings"
	"syscall"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A ScanReport counts what a scan found, so far or in all.
type ScanReport struct {
	Share     string         `json:"share"`
	Complete  bool           `json:"complete"` // all that was to be walked was, and the catalog says the same
	Seen      int            `json:"seen"`     // files; Seen = Added + Changed + Moved + Unchanged once complete
	Added     int            `json:"added"`
	Changed   int            `json:"changed"`
	Moved     int            `json:"moved"`
	Unchanged int            `json:"unchanged"`
	Deleted   int            `json:"deleted"`
	Links     int            `json:"links"`   // of Seen: symbolic links, which are not followed
	Skipped   int            `json:"skipped"` // of Seen: special files besides links, and what could not be examined
	Errors    int            `json:"errors"`  // names that could not be examined and folders that could not be listed
	Folders   int            `json:"folders"`
	Bytes     int64          `json:"bytes"`               // of the regular files
	Ignored   map[string]int `json:"ignored,omitempty"`   // names that were left out, by rule
	Kept      int            `json:"kept,omitempty"`      // of Unchanged: known files with tags that rules for litter would leave out since now
	Unsettled []string       `json:"unsettled,omitempty"` // folders with files that are being written
	Found     []string       `json:"-"`                   // folders that were not known
	Duration  time.Duration  `json:"duration_ns"`
	Problems  []Problem      `json:"problems,omitempty"` // the first of Errors
}

// News reports whether the scan found anything that the catalog did not know.
func (r ScanReport) News() bool { return r.Added+r.Changed+r.Moved+r.Deleted > 0 }

// A Problem is an entry of a share that could not be examined, or a folder that could not be listed.
type Problem struct {
	Path   string `json:"path"`
	Reason string `json:"reason"`
}

const (
	maxProblems = 100
	scanBatch   = 65536           // changes a transaction
	scanKeep    = 5 * time.Second // the time after which a batch is committed, however small: a killed scan keeps it
	maxDeferred = 100_000         // new files that are kept in memory until it is known whether they have moved
	keepLost    = 30 * 24 * time.Hour

	// From this many on, files are not deleted when they are more than half of those known: half a listing looks the same.
	massDeletion = 1000
	// From this many on, files are not deleted when they are all that was known: an empty file system that was mounted in place of another may have
	// the same numbers of device and root.
	fullDeletion = 20
)

// A Walker walks the root of a share. share.Walk is one; others add to its options.
type Walker func(ctx context.Context, root string, o share.WalkOptions) iter.Seq2[share.Listing, error]

// ScanOptions shape a scan; the zero value is the default.
type ScanOptions struct {
	Walk     Walker           // nil is share.Walk
	Only     []share.Part     // the folders to be looked at; nil for the whole share
	Keep     bool             // files that are not found stay known: with Only, they may be where nobody looks
	Progress func(ScanReport) // called often from the goroutine of the scan; may be nil

	// Hold, if not nil, is asked before the scan deletes files that it did not find. While it is true they stay known, and their folders are
	// in ScanReport.Unsettled: a file that moved during the walk may be where the walk has been already.
	Hold   func() bool
	Ignore share.Ignore // names that are left out; nil for none

	// Litter reports of a known file whether Ignore leaves it out as litter: it stays if somebody said something of it. nil
	// is for none.
	Litter func(path string) bool

	// Settle, if not 0, leaves files as they were known whose time is nearer to now than this: somebody writes to them. Their
	// folders are in ScanReport.Unsettled, and the next scan looks at them again.
	Settle time.Duration

	// Added, if not nil, is given the files of each transaction that added some, once it is committed and unless another
	// process took numbers among theirs, in the order of their IDs. It is called from another goroutine, one call at a time and the last
	// before Scan returns.
	Added func(iter.Seq[spar.File])

	// Wrote names files that somebody wrote to. They are read again although they may look as they did: two changes within
	// one step of the clock have the same time, and a mount may tell of times late.
	Wrote []string

	batch int // changes a transaction, 0 for scanBatch
}

// Scan brings the catalog to the state that a walk of the share yields. It commits changes in batches: the batches of a killed scan stay,
// and the next one completes them. It deletes nothing before the walk has ended without error, nor below a folder that could not be listed,
// nor where a file system of the share is not mounted.
//
// A folder whose listing has the same digest as at the last scan counts as unchanged, and no file in it is looked up.
//
// A file has changed when its size, time or inode has: it becomes Unread. Where the system reports a change of unknown kind, it becomes
// Unread and keeps the facts about its content, for the hash decides. Where its rights or its path changed, the content is compared when
// somebody is to see it. A file has moved in three cases. Another path now has its device, inode, size and time, and the old path is gone.
// Or it was read, is gone, and a new file of equal size has the same content; the scan hashes the new file for that. Or its path differs
// from the new one only in case or Unicode form, and still leads there. A moved file keeps its ID and all facts about it. Where the old
// path has new content, the path counts: a file whose editor keeps the old version beside it keeps its tags.
//
// With Only, files are deleted in these folders only (with Keep, nowhere). Then moves are found between these folders, and from them to
// paths added since the last complete scan.
//
// The caller holds the ScanLock. A root that is unreachable, or that does not look like the one of the last scan, is spar.Unavailable, and
// ShareStatus tells of it until a scan succeeds.
func (c *Catalog) Scan(ctx context.Context, sh spar.Share, o ScanOptions) (ScanReport, error) {
	if o.Walk == nil {
		o.Walk = share.Walk
	}
	if o.batch == 0 {
		o.batch = scanBatch
	}
	s := &scan{c: c, ctx: ctx, share: sh, start: c.now(), kept: c.now(), o: o, report: ScanReport{Share: sh.Name}}
	err := s.run()
	if after := s.wait(); err == nil { // nothing is written once the lock is given back
		err = after
	}
	if db.IsUnique(err) {
		// The lock keeps one of two scans from this data directory; from another it does not.
		err = spar.Errorf(spar.Conflict,
			"the share %q is being scanned from another data directory over the same database: wait until that has ended, then "+
				"scan again, and scan from one data directory only: %w", sh.Name, err)
	}
	s.report.Duration = c.now().Sub(s.start)
	return s.report, errors.Join(err, c.Failed(ctx, sh, err))
}

// A scan is one scan under way.
type scan struct {
	c      *Catalog
	ctx    context.Context
	share  spar.Share
	start  time.Time
	o      ScanOptions
	report ScanReport

	record shareRecord
	dirs   map[string]*knownDir // of the catalog, never added to: the walk reads it at the same time
	fresh  map[string]*knownDir // folders that the catalog did not know
	stored lists
	lists  scanLists
	wants  bool // lists are read

	lost map[lostKey]bool // loaded when first needed

	waiting  map[string]bool      // paths that something waits for since the share was restored; loaded with lost
	rejoined map[spar.FileID]bool // files that got what waited for their path

	root    *share.Entry    // the root itself, nil when the walk did not yield it
	wrote   map[string]bool // files that somebody wrote to
	devices *scanDevices
	met     map[int64]bool  // devices of the folders that were listed
	opaque  map[string]bool // entries that could not be examined or listed: the files below may still exist
	absent  []string        // folders that were to be listed and are not there

	reopened  []string // folders with other rights than before, or that could not be listed before
	batch     batch
	kept      time.Time    // when a batch was sent last, or the scan began
	sent      <-chan error // of the batch that is being written, nil when there is none
	deferred  []arrival
	unsettled map[string]bool    // folders whose digest would be that of files still being written
	missing   []*known           // known files whose path was not found
	open      map[string]*dirRow // folders whose digest holds only once missing and deferred files are settled
}

// An arrival is new content at a path, which may be that of a known file.
type arrival struct {
	entry *share.Entry
	row   *known // the file known at the path, nil for none
}

// A known file is a row of the catalog with the results of the scan about it.
type known struct {
	id       spar.FileID
	path     string
	size     int64
	mtime    int64
	ctime    int64 // 0 where it is not known
	dev, ino int64
	mode     fs.FileMode
	uid, gid uint32
	acl      uint32 // its number, 0 for none
	state    spar.State
	hashed   bool
	seen     bool // its path was walked, or it has moved
}

type knownDir struct {
	mode     fs.FileMode
	uid, gid uint32
	acl      string
	reason   string
	digest   share.Digest
	seen     bool
	empty    bool
}

// differs compares what the journal tells of a folder.
func (d *knownDir) differs(e *knownDir) bool {
	return d.mode != e.mode || d.uid != e.uid || d.gid != e.gid || d.acl != e.acl || d.reason != e.reason
}

func (s *scan) run() error {
	if err := s.load(); err != nil {
		return err
	}
	if s.partial() {
		if err := s.sameRoot(); err != nil {
			return err
		}
	}
	above := map[string]bool{} // folders of files that somebody wrote to
	s.wrote = map[string]bool{}
	for _, p := range s.o.Wrote {
		s.wrote[p], above[dirName(p)] = true, true
	}
	o := share.WalkOptions{Only: s.o.Only, Ignore: s.o.Ignore, Known: func(path string) (share.Digest, bool) {
		d, ok := s.dirs[path]
		if !ok || s.record.relocated || above[path] {
			return share.Digest{}, ok
		}
		return d.digest, true
	}}
	if err := s.ground(&o); err != nil {
		return err
	}
	for l, err := range s.o.Walk(s.ctx, s.share.Root, o) {
		if err == nil {
			err = s.folder(l)
		}
		if err == nil && (s.batch.size() >= s.o.batch || s.batch.size() > 0 && s.c.now().Sub(s.kept) >= scanKeep) {
			err = s.send()
		}
		if err != nil {
			// The changes so far are true all the same.
			return errors.Join(err, s.flush())
		}
	}
	if err := s.ctx.Err(); err != nil {
		return errors.Join(err, s.flush())
	}
	if err := s.conclude(); err != nil {
		return err
	}
	if !s.partial() {
		if err := s.grounded(); err != nil {
			return err
		}
	}
	s.report.Complete = true
	s.tell()
	return nil
}

func (s *scan) partial() bool { return s.o.Only != nil }

func (s *scan) tell() {
	if s.o.Progress != nil {
		s.report.Duration = s.c.now().Sub(s.start)
		s.o.Progress(s.report)
	}
}

// folder compares a listing with the known folder.
func (s *scan) folder(l share.Listing) error {
	path := l.Dir.Path
	if path == share.Root {
		s.rootListing(l.Dir)
	}
	if errors.Is(l.Dir.Err, fs.ErrNotExist) || errors.Is(l.Dir.Err, syscall.ENOTDIR) {
		s.absent = append(s.absent, path)
		return nil
	}
	dev := s.devices.of(l.Dir.Dev, path)
	s.met[int64(dev)] = true
	for i := range l.Entries {
		l.Entries[i].Dev = dev // the catalog numbers devices itself
	}
	now := &knownDir{mode: l.Dir.Mode, uid: l.Dir.UID, gid: l.Dir.GID, acl: l.Dir.ACL, digest: l.Digest, seen: true, empty: l.Count+l.Folders == 0}
	if l.Dir.Err != nil {
		_, now.reason = share.Refusal(l.Dir.Err)
		s.problem(path, l.Dir.Err)
	}
	s.count(l)
	was := s.dirs[path]
	for _, kept := range l.Kept {
		s.dirs[kept].seen = true
	}
	if was != nil {
		if now.reason == "" && was.differs(now) {
			s.reopened = append(s.reopened, path)
		}
		was.seen, was.empty = true, now.empty
	} else {
		s.fresh[path] = now
		s.report.Found = append(s.report.Found, path)
	}
	row := dirRow{path: path, knownDir: *now, news: was == nil || was.differs(now)}
	if l.Same {
		s.report.Unchanged += l.Count
		if row.news {
			s.batch.dirs = append(s.batch.dirs, row)
		}
		return nil
	}
	var rows []known
	if !s.record.virgin {
		var err error
		if rows, err = s.childrenOf(path); err != nil {
			return err
		}
	}
	settled, err := s.compare(path, l, rows, row)
	if err != nil {
		return err
	}
	if s.unsettled[path] {
		row.digest = share.Digest{}
	}
	if !settled {
		later := row
		s.open[path] = &later
		row.digest = share.Digest{}
	}
	if was == nil || row.news || row.digest != was.digest || !settled {
		s.batch.dirs = append(s.batch.dirs, row)
	}
	return nil
}

// compare takes the entries of a listing and the known files of the folder, both by path. It reports whether all of the
// folder is settled with the batch.
func (s *scan) compare(path string, l share.Listing, rows []known, dir dirRow) (settled bool, err error) {
	waiting := len(s.deferred) + len(s.missing)
	rest := rows
	for i := range l.Entries {
		e := &l.Entries[i]
		for len(rest) > 0 && rest[0].path < e.Path {
			s.missing = append(s.missing, &rest[0])
			rest = rest[1:]
		}
		var k *known
		if len(rest) > 0 && rest[0].path == e.Path {
			k, rest = &rest[0], rest[1:]
		}
		s.entry(e, k)
		if s.batch.size() >= s.o.batch {
			// The folder's digest waits for its last file, and the one of the last scan holds no longer.
			dir.digest = share.Digest{}
			s.batch.dirs = append(s.batch.dirs, dir)
			if err := s.send(); err != nil {
				return false, err
			}
		}
	}
	for i := range rest {
		s.missing = append(s.missing, &rest[i])
	}
	return len(s.deferred)+len(s.missing) == waiting, nil
}

// entry compares one entry with the file known at its path, nil for none.
func (s *scan) entry(e *share.Entry, k *known) {
	if e.Err != nil {
		s.problem(e.Path, e.Err)
	}
	switch {
	case k != nil && s.same(e, k):
	case k != nil && k.ino == int64(e.Ino) && k.ino != 0 && s.moving(e):
		s.leave(e, k)
	case s.record.virgin, e.Err != nil, k == nil && len(s.deferred) >= maxDeferred,
		k != nil && k.ino == int64(e.Ino) && k.ino != 0:
		s.place(e, k)
	default:
		s.deferred = append(s.deferred, arrival{e, k})
	}
}

// moving reports whether somebody seems to be writing to a file.
func (s *scan) moving(e *share.Entry) bool {
	return s.o.Settle > 0 && e.Kind == share.File && e.Err == nil && s.start.Sub(e.ModTime).Abs() < s.o.Settle
}

// leave leaves the facts about a path as they are, for the next scan.
func (s *scan) leave(e *share.Entry, k *known) {
	if dir := dirName(e.Path); !s.unsettled[dir] {
		s.unsettled[dir] = true
		s.report.Unsettled = append(s.report.Unsettled, dir)
		if d := s.open[dir]; d != nil {
			d.digest = share.Digest{}
		}
	}
	if k != nil && !k.seen {
		k.seen = true
		s.report.Unchanged++
		return
	}
	s.report.Seen--
}

// place makes an entry the content of its path: a changed file, or a new one.
func (s *scan) place(e *share.Entry, k *known) {
	if k != nil && !k.seen {
		k.seen = true
		s.report.Changed++
		s.batch.changed = append(s.batch.changed, row{entry: *e, id: k.id})
		return
	}
	s.report.Added++
	s.batch.added = append(s.batch.added, e)
}

// same reports whether an entry is a known file as it was, and sees to what changed apart from its content.
func (s *scan) same(e *share.Entry, k *known) bool {
	if e.Err != nil {
		k.seen = true
		s.report.Unchanged++
		if k.state != spar.Denied && !share.Passing(e.Err) {
			s.batch.refused = append(s.batch.refused, row{entry: *e, id: k.id})
		}
		return true
	}
	if k.size != e.Size || k.mtime != e.ModTime.UnixNano() || k.mode.Type() != e.Mode.Type() {
		return false
	}
	// With the same number, size and time on another device it is a device that has another number now.
	if k.ino != int64(e.Ino) && !s.record.relocated {
		return false
	}
	k.seen = true
	s.report.Unchanged++
	rights := k.mode != e.Mode || k.uid != e.UID || k.gid != e.GID || !s.lists.is(k.acl, e.ACL)
	switch {
	case e.Offline && k.state != spar.Offline && !k.hashed:
		s.batch.asleep = append(s.batch.asleep, k.id)
	case k.state == spar.Vanished, k.state == spar.Denied && rights, k.state == spar.Offline && !e.Offline:
		s.batch.again = append(s.batch.again, k.id)
	}
	now := nanos(e.Changed)
	switch {
	case e.Kind == share.File && !e.Offline && (k.ctime != 0 && now != 0 && k.ctime != now && !rights && !s.record.relocated || s.wrote[e.Path]):
		s.batch.doubted = append(s.batch.doubted, row{*e, k.id})
	case rights, k.ino != int64(e.Ino), k.dev != int64(e.Dev), k.ctime != 0 && k.ctime != now: // moving a file to a tape changes its time
		s.batch.touched = append(s.batch.touched, row{*e, k.id})
	case k.ctime != now:
		s.batch.dated = append(s.batch.dated, row{*e, k.id})
	}
	return true
}

func (s *scan) count(l share.Listing) {
	r := &s.report
	r.Folders++
	r.Seen += l.Count
	r.Links += l.Links
	r.Skipped += l.Skipped
	r.Bytes += l.Bytes
	for rule, n := range l.Ignored {
		if r.Ignored == nil {
			r.Ignored = map[string]int{}
		}
		r.Ignored[rule] += n
	}
	s.tell()
}

func (s *scan) problem(path string, err error) {
	s.report.Errors++
	s.opaque[path] = true
	if len(s.report.Problems) < maxProblems {
		_, reason := share.Refusal(err)
		s.report.Problems = append(s.report.Problems, Problem{path, reason})
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
