package index

import (
	"encoding/binary"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// access is what somebody may do with a file.
type access uint8

const (
	closed access = iota // does not exist for them
	listed               // its name may be listed, its content not read: told to the operator only
	open                 // may be read
)

// A place is a folder of a share; "." is the root.
type place struct{ share, path string }

func (p place) above() place { return place{p.share, path.Dir(p.path)} }

func placeOf(f *spar.File) place { return place{f.Share, path.Dir(f.OnDisk())} }

// An entry is the own rights of a file or a folder.
type entry struct {
	Mode     fs.FileMode
	UID, GID uint32
	ACL      string // as of spar.File
	Ground   share.Ground
}

func entryOf(d catalog.Directory) entry {
	return entry{Mode: d.Mode, UID: d.UID, GID: d.GID, ACL: d.ACL}
}

// A way is the folders that lead to a file, as far as they say what somebody may do with it.
type way struct {
	Folders []entry // from the root to the one that the file lies in, each only once, in the order of compareEntries
	Last    entry   // the folder that the file lies in
	Lost    bool    // a folder is not known
	Table   string  // the nearest path that the share's table of rights names, "" for none
}

// A class is all that says what somebody may do with a file: files of one class have the same rights for everybody, so
// that rights are decided once a class.
type class struct {
	Share   string
	Way     way
	File    entry
	Content bool   // false for an entry without content: a link that is not followed, or an entry that could not be examined
	Table   string // as of a Way, the file itself counted in
	Labels  string // see labelsOf
}

func classOf(f *spar.File, w way, r *shareRules, attributes []spar.Attribute) class {
	c := class{
		Share: f.Share, Way: w, File: entry{f.Mode, f.UID, f.GID, f.ACL, w.Last.Ground},
		Content: hasContent(f), Table: w.Table, Labels: labelsOf(attributes),
	}
	if at := f.OnDisk(); r.speaks(at) {
		c.Table = at
	}
	return c
}

// hasContent reports whether a file has something to read. A link that is not followed has no rights of its own, and an
// entry that could not be looked at has none known: neither has content, and both are worth a line only to the operator.
func hasContent(f *spar.File) bool { return f.State != spar.Special && f.Mode != 0 }

// speaks reports whether the table of rights names a path.
func (r *shareRules) speaks(at string) bool { return len(r.table) > 0 && len(r.table[at]) > 0 }

func compareEntries(a, b entry) int { return strings.Compare(a.key(), b.key()) }

// key is different for different entries.
func (e entry) key() string {
	b := binary.BigEndian.AppendUint32(nil, uint32(e.Mode))
	b = binary.BigEndian.AppendUint32(b, e.UID)
	b = binary.BigEndian.AppendUint32(b, e.GID)
	b = append(b, byte(e.Ground))
	b = binary.AppendUvarint(b, uint64(len(e.ACL)))
	return string(append(b, e.ACL...))
}

// key is different for different ways.
func (w *way) key() string {
	var b strings.Builder
	b.WriteString(w.Last.key())
	b.WriteString(strconv.Itoa(len(w.Table)) + ":" + w.Table)
	if w.Lost {
		b.WriteByte(1)
	} else {
		b.WriteByte(0)
	}
	for _, e := range w.Folders {
		b.WriteString(e.key())
	}
	return b.String()
}

// ways finds the ways to folders, and keeps each way once.
type ways struct {
	folder func(place) (entry, bool)
	rules  *rules
	to     map[place]int
	number map[string]int // by key
	all    []way
}

func newWays(folder func(place) (entry, bool), r *rules) *ways {
	return &ways{folder: folder, rules: r, to: map[place]int{}, number: map[string]int{}}
}

// of gives the number of the way to the files in a folder, in all.
func (w *ways) of(at place) int {
	if n, ok := w.to[at]; ok {
		return n
	}
	e, found := w.folder(at)
	r := w.rules.of(at.share)
	e.Ground = r.ground(at.path)
	next := way{Last: e, Lost: !found, Folders: []entry{e}, Table: r.nearest(at.path)}
	if at.path != "." {
		up := &w.all[w.of(at.above())]
		next.Lost = next.Lost || up.Lost
		next.Folders = up.Folders
		if i, known := slices.BinarySearchFunc(up.Folders, e, compareEntries); !known {
			next.Folders = slices.Insert(slices.Clone(up.Folders), i, e)
		}
	}
	key := next.key()
	n, ok := w.number[key]
	if !ok {
		n = len(w.all)
		w.number[key] = n
		w.all = append(w.all, next)
	}
	w.to[at] = n
	return n
}

// rulesOf reads the rules of a catalog.
func rulesOf(v *catalog.View) (*rules, error) {
	var grants []spar.Grant
	for g, err := range v.Grants() {
		if err != nil {
			return nil, err
		}
		grants = append(grants, g)
	}
	return newRules(v.Shares(), grants), nil
}

// paths gives the paths in the table of rights, in their order.
func (r *shareRules) paths() []string { return slices.Sorted(maps.Keys(r.table)) }

// Differs reports whether the rights under which a file lies open now, or those of the folders that lead to it, must replace
// what the snapshot knows of them.
func (s *Snapshot) Differs(f spar.File, now spar.Access) bool {
	defer runtime.KeepAlive(s)
	if known := (spar.Permissions{Path: now.File.Path, Mode: f.Mode, UID: f.UID, GID: f.GID, ACL: f.ACL}); known != now.File {
		return true
	}
	for _, d := range now.Folders {
		e, ok := s.folder(place{f.Share, d.Path})
		if known := (spar.Permissions{Path: d.Path, Mode: e.Mode, UID: e.UID, GID: e.GID, ACL: e.ACL}); ok && known != d && !catalog.Stands(known, d) {
			return true
		}
	}
	return false
}
