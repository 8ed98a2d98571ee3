package index

import (
	"bytes"
	"math"
	"slices"
	"sort"
	"strings"
	"time"
	"unsafe"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
)

// rows is the number of files of a base; a nil one has none.
func (b *base) rows() int {
	if b == nil {
		return 0
	}
	return len(b.id)
}

func (b *base) has(id uint32) bool {
	_, ok := b.row(id)
	return ok
}

// list gives the row's part of a list whose ends are given.
func list(row int, ends, values []uint32) []uint32 {
	from := uint32(0)
	if row > 0 {
		from = ends[row-1]
	}
	return values[from:ends[row]]
}

// between gives the n-th of many texts whose ends are given.
func between(n int, ends []uint64, texts []byte) []byte {
	from := uint64(0)
	if n > 0 {
		from = ends[n-1]
	}
	return texts[from:ends[n]]
}

func (b *base) name(row int) []byte { return between(row, b.nameEnd, b.names) }

func (b *base) folderPath(folder uint32) []byte {
	f := b.folders[folder]
	return b.folderPaths[f.Path : f.Path+uint64(f.Length)]
}

// splitPath gives the folder of a path, "." for the root, and the name in it. Unlike package path it leaves names in
// containers as they are.
func splitPath(path string) (folder, name string) {
	if i := strings.LastIndexByte(path, '/'); i >= 0 {
		return path[:i], path[i+1:]
	}
	return ".", path
}

// appendPath appends the path of a row's file.
func (b *base) appendPath(to []byte, row int) []byte {
	if folder := b.folderPath(b.folder[row]); string(folder) != "." {
		to = append(append(to, folder...), '/')
	}
	return append(to, b.name(row)...)
}

// unsafeText is bytes as a text that is valid for as long as they are.
func unsafeText(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// file gives all that is known of a row's file, its texts copied. shares are the names of the base's shares now.
func (b *base) file(row int, shares []string) spar.File {
	kind := &b.Kinds[b.kind[row]]
	entry := &b.Entries[b.Classes[b.class[row]].Entry]
	f := spar.File{
		ID: spar.FileID(b.id[row]), Share: shares[kind.Share], Path: string(b.appendPath(nil, row)),
		Size: b.size[row], ModTime: time.Unix(0, b.mtime[row]).UTC(), Dev: b.Devs[b.dev[row]], Ino: b.ino[row],
		Mode: entry.Mode, UID: entry.UID, GID: entry.GID, ACL: entry.ACL,
		Format: kind.Format, State: kind.State, Reason: string(between(int(b.reason[row]), b.reasonEnd, b.reasons)),
	}
	if n := b.changed[row]; n != 0 {
		f.Changed = time.Unix(0, n).UTC()
	}
	if d := int(b.digest[row]); d > 0 {
		digest := b.digests[64*(d-1) : 64*d]
		copy(f.Hash[:], digest)
		copy(f.Segment[:], digest[32:])
	}
	if m := int(b.member[row]); m > 0 {
		r := &b.members[m-1]
		f.Container, f.Outer, f.At = spar.FileID(r.Container), int(r.Outer), r.At
	}
	return f
}

// value gives the value of a term.
func (b *base) value(t *termRecord) spar.Value {
	v := spar.Value{Kind: kindsOfValues[t.Kind]}
	switch v.Kind {
	case spar.Number:
		v.Number = math.Float64frombits(t.Value)
	case spar.Date:
		v.Date = time.UnixMilli(int64(t.Value)).UTC()
	default:
		v.Text = unsafeText(b.termTexts[t.Value : t.Value+uint64(t.Length)])
	}
	return v
}

// attributes gives a row's attributes under the keys given for those of the base; their texts are copied if keep is true,
// and those of the mapping otherwise.
func (b *base) attributes(row int, keys []string, keep bool) []spar.Attribute {
	terms := list(row, b.attributeEnd, b.attributeList)
	if len(terms) == 0 {
		return nil
	}
	out := make([]spar.Attribute, len(terms))
	for i, n := range terms {
		t := &b.terms[n]
		v := b.value(t)
		if keep {
			v.Text = strings.Clone(v.Text)
		}
		out[i] = spar.Attribute{File: spar.FileID(b.id[row]), Key: keys[t.Key], Value: v, Origin: b.Origins[t.Origin]}
	}
	return out
}

// way gives the way of a class.
func (b *base) way(n uint32) way {
	r := b.Ways[n]
	w := way{Last: b.Entries[r.Last], Lost: r.Lost, Table: r.Table}
	for _, e := range r.Folders {
		w.Folders = append(w.Folders, b.Entries[e])
	}
	return w
}

// entryAt gives the known rights of a folder of the n-th share.
func (b *base) entryAt(share int, path string) (entry, bool) {
	i, ok := slices.BinarySearchFunc(b.folderOrder, path, func(folder uint32, path string) int {
		if s := int(b.folders[folder].Share); s != share {
			return s - share
		}
		return strings.Compare(unsafeText(b.folderPath(folder)), path)
	})
	if !ok || b.folders[b.folderOrder[i]].Entry == 0 {
		return entry{}, false
	}
	return b.Entries[b.folders[b.folderOrder[i]].Entry-1], true
}

// entries calls f with a folder of the n-th share and every one below it whose rights are known.
func (b *base) entries(share int, folder string, f func(path []byte, e *entry)) {
	if folder != "." {
		if e, ok := b.entryAt(share, folder); ok {
			f([]byte(folder), &e)
		}
	}
	prefix := folder + "/"
	if folder == "." {
		prefix = ""
	}
	first := sort.Search(len(b.folderOrder), func(i int) bool {
		n := b.folderOrder[i]
		if s := int(b.folders[n].Share); s != share {
			return s > share
		}
		return string(b.folderPath(n)) >= prefix
	})
	for _, n := range b.folderOrder[first:] {
		r, path := &b.folders[n], b.folderPath(n)
		if int(r.Share) != share || !bytes.HasPrefix(path, []byte(prefix)) {
			return
		}
		if r.Entry != 0 {
			f(path, &b.Entries[r.Entry-1])
		}
	}
}

// beginning gives the positions of the n-th share's files whose path begins with prefix.
func (b *base) beginning(share int, prefix string) (from, to int) {
	first, last := int(b.Shares[share].From), int(b.Shares[share].To)
	var path []byte
	search := func(after func(path []byte) bool) int {
		return first + sort.Search(last-first, func(i int) bool {
			path = b.appendPath(path[:0], int(b.order[first+i]))
			return after(path)
		})
	}
	from = search(func(p []byte) bool { return string(p) >= prefix })
	to = search(func(p []byte) bool { return string(p) >= prefix && !bytes.HasPrefix(p, []byte(prefix)) })
	return from, to
}

// at gives the IDs of the files at some positions.
func (b *base) at(from, to int) *roaring.Bitmap {
	ids := make([]uint32, 0, to-from)
	for _, row := range b.order[from:to] {
		ids = append(ids, b.id[row])
	}
	return bitmapOf(ids)
}

// below gives the IDs of the files of the n-th share in a folder and all below it.
func (b *base) below(share int, folder string) *roaring.Bitmap {
	prefix := folder + "/"
	if folder == "." {
		prefix = ""
	}
	return b.at(b.beginning(share, prefix))
}

// bitmapOf makes a bitmap of IDs in any order.
func bitmapOf(ids []uint32) *roaring.Bitmap {
	if len(ids) == 0 {
		return roaring.New()
	}
	if most := slices.Max(ids); int(most)/64 < 2*len(ids) {
		dense := make([]uint64, most/64+1)
		for _, id := range ids {
			dense[id/64] |= 1 << (id % 64)
		}
		return roaring.FromDense(dense, false)
	}
	slices.Sort(ids)
	return roaring.BitmapOf(ids...)
}

// positions gives the positions of IDs, ascending; it leaves out IDs that the base does not have.
func (b *base) positions(ids *roaring.Bitmap) []uint32 {
	out := make([]uint32, 0, min(int(ids.GetCardinality()), b.rows()))
	for it := ids.Iterator(); it.HasNext(); {
		if row, ok := b.row(it.Next()); ok {
			out = append(out, b.place[row])
		}
	}
	if len(out) < b.rows()/64 {
		slices.Sort(out)
		return out
	}
	dense := make([]bool, b.rows())
	for _, p := range out {
		dense[p] = true
	}
	out = out[:0]
	for p, taken := range dense {
		if taken {
			out = append(out, uint32(p))
		}
	}
	return out
}
