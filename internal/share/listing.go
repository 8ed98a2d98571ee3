package share

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"strings"
)

// A Listing is a folder with its entries, except folders, which have listings of their own.
type Listing struct {
	Dir     Entry          // its Err says why the folder could not be listed to its end
	Entries []Entry        // by name; none where Same
	Kept    []string       // the paths of folders in it that are known and were not listed
	Ignored map[string]int // names that were left out, by rule

	Digest Digest // zero when something in it could not be examined
	Same   bool   // Digest is the one that was known

	Count   int   // of Entries, also where they are left out
	Folders int   // in it
	Links   int   // of Count: symbolic links, which are not followed
	Skipped int   // of Count: special files besides links, and what could not be examined
	Bytes   int64 // of the regular files
}

// A Digest is of everything that a listing says of the files in a folder: two listings with the same digest are the same.
// The zero Digest is of none. It does not hold the number of the folder's device, which may be another one after each mount.
type Digest [16]byte

// digestVersion is hashed too; it changes with the form of the hashed data.
const digestVersion = 2

// A builder makes listings, one after the other. What it needs on the way it keeps for the next one.
type builder struct {
	names   []byte
	entries []named
	folders []Entry
	ignored map[string]int
	hashed  []byte
}

// A named entry has its name in builder.names.
type named struct {
	Entry
	at, end int
}

func (b *builder) reset() {
	b.names, b.entries, b.folders, b.ignored = b.names[:0], b.entries[:0], b.folders[:0], nil
}

func (b *builder) add(name []byte, e *Entry) {
	at := len(b.names)
	b.names = append(b.names, name...)
	b.entries = append(b.entries, named{*e, at, len(b.names)})
}

func (b *builder) ignore(rule string) {
	if b.ignored == nil {
		b.ignored = map[string]int{}
	}
	b.ignored[rule]++
}

func (b *builder) name(e *named) []byte { return b.names[e.at:e.end] }

// listing makes the listing of a folder, whose listing ended with err.
func (b *builder) listing(dir Entry, prefix string, err error, known func(string) (Digest, bool)) Listing {
	l := Listing{Dir: dir, Folders: len(b.folders), Ignored: b.ignored}
	l.Dir.Err = err
	slices.SortFunc(b.entries, func(x, y named) int { return bytes.Compare(b.name(&x), b.name(&y)) })
	// A file system may list a name twice.
	b.entries = slices.CompactFunc(b.entries, func(x, y named) bool { return bytes.Equal(b.name(&x), b.name(&y)) })
	whole := err == nil
	paths := len(b.entries) * len(prefix)
	for i := range b.entries {
		e := &b.entries[i]
		paths += e.end - e.at
		switch {
		case e.Err != nil:
			whole = false
			l.Skipped++
		case e.Kind == Symlink:
			l.Links++
		case e.Kind != File:
			l.Skipped++
		default:
			l.Bytes += e.Size
		}
	}
	l.Count = len(b.entries)
	if whole {
		l.Digest = b.digest(dir.Dev)
		if known != nil {
			was, ok := known(dir.Path)
			if l.Same = ok && was == l.Digest; l.Same {
				return l
			}
		}
	}
	// All paths of the folder are cut from one string.
	var text strings.Builder
	text.Grow(paths)
	for i := range b.entries {
		text.WriteString(prefix)
		text.Write(b.name(&b.entries[i]))
	}
	rest := text.String()
	l.Entries = make([]Entry, len(b.entries))
	for i := range b.entries {
		e := &b.entries[i]
		n := len(prefix) + e.end - e.at
		l.Entries[i] = e.Entry
		l.Entries[i].Path, rest = rest[:n], rest[n:]
	}
	return l
}

// digest digests the entries added of a folder that lies on the device dev.
func (b *builder) digest(dev uint64) (d Digest) {
	put := binary.LittleEndian
	h := append(b.hashed[:0], digestVersion)
	for i := range b.entries {
		e := &b.entries[i]
		other := e.Dev
		if other == dev {
			other = 0
		}
		var asleep byte
		if e.Offline {
			asleep = 1
		}
		h = put.AppendUint32(h, uint32(e.end-e.at))
		h = append(h, b.name(e)...)
		h = put.AppendUint64(h, uint64(e.Size))
		h = put.AppendUint64(h, uint64(e.ModTime.UnixNano()))
		h = put.AppendUint64(h, uint64(e.Changed.UnixNano()))
		h = put.AppendUint64(h, other)
		h = put.AppendUint64(h, e.Ino)
		h = put.AppendUint32(h, uint32(e.Mode))
		h = put.AppendUint32(h, e.UID)
		h = put.AppendUint32(h, e.GID)
		h = append(h, asleep)
		h = put.AppendUint32(h, uint32(len(e.ACL)))
		h = append(h, e.ACL...)
	}
	b.hashed = h
	sum := sha256.Sum256(h)
	copy(d[:], sum[:])
	if d == (Digest{}) {
		d[0] = 1
	}
	return d
}
