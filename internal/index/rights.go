package index

import (
	"io/fs"
	"path"
	"slices"

	"github.com/sparsearch/spar"
)

// access is what somebody may do with a file.
type access uint8

const (
	closed access = iota // does not exist for them
	listed               // its name may be listed, its content not read: told to the operator only
	open                 // may be read
)

// rights decides by POSIX permission bits (IEEE Std 1003.1, 4.7 File Access Permissions): a file is readable when its
// read bit is set for the asker and every folder above it, up to the share's root, may be searched by them.
type rights struct {
	snapshot   *Snapshot
	who        spar.Principal
	searchable map[place]bool
}

func newRights(s *Snapshot, who spar.Principal) *rights {
	return &rights{snapshot: s, who: who, searchable: map[place]bool{}}
}

func (r *rights) of(f *spar.File) access {
	if r.who.All {
		return open
	}
	folder := place{f.Share, path.Dir(f.Path)}
	if !r.reaches(folder) {
		return closed
	}
	// A link that is not followed has no rights of its own, and an entry that could not be looked at has none known:
	// neither has content, and both are worth a line only to the operator.
	if f.State != spar.Special && f.Mode != 0 && r.allows(f.Mode, f.UID, f.GID, 4) {
		return open
	}
	if r.who.Operator && r.lists(folder) {
		return listed
	}
	return closed
}

// reaches reports whether the folder and all above it may be searched.
func (r *rights) reaches(at place) bool {
	if known, ok := r.searchable[at]; ok {
		return known
	}
	d, found := r.snapshot.directories[at]
	ok := found && r.allows(d.Mode, d.UID, d.GID, 1)
	if ok && at.path != "." {
		ok = r.reaches(place{at.share, path.Dir(at.path)})
	}
	r.searchable[at] = ok
	return ok
}

func (r *rights) lists(at place) bool {
	d, found := r.snapshot.directories[at]
	return found && r.allows(d.Mode, d.UID, d.GID, 4)
}

// allows checks one permission bit (4 read, 1 search) in the class that the asker falls into: owner, group or others.
// Only that class counts, even where a later one would allow more.
func (r *rights) allows(mode fs.FileMode, uid, gid uint32, bit fs.FileMode) bool {
	switch {
	case uid == r.who.UID:
		bit <<= 6
	case slices.Contains(r.who.Groups, gid):
		bit <<= 3
	}
	return mode.Perm()&bit != 0
}
