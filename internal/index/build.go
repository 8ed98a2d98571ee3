package index

import (
	"cmp"
	"errors"
	"iter"
	"math/bits"
	"runtime"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
)

const (
	scatterIDs = 32 << 20 // held at a time when postings are made
	maxShared  = 1 << 16  // texts and values of a key, and reasons, that are recognised when they come again
)

// build makes the saved index at path from v. Beside small tables it holds the paths of folders, the order of files and, for a time,
// scatterIDs in memory; all else goes through files beside path. It takes the bulk from known, a snapshot at the point of v, if it is not
// nil: that costs a fraction of reading it from the catalog.
func build(v *catalog.View, known *Snapshot, path string, dir string) error {
	b := newBuilder(dir)
	defer b.close()
	if err := b.begin(v); err != nil {
		return err
	}
	b.listFiles, b.listLinks, b.listAttributes, b.listOrder = v.Files, v.Links, v.Attributes, v.Order
	if known != nil {
		defer runtime.KeepAlive(known)
		b.listFiles, b.listLinks, b.listAttributes, b.listOrder = known.listFiles, known.listLinks, known.listAttributes, known.listOrder
	}
	for f, err := range b.listFiles() {
		if err == nil {
			err = b.file(&f)
		}
		if err != nil {
			return err
		}
	}
	return b.finish(v, path)
}

func newBuilder(dir string) *builder {
	b := &builder{
		dir: dir, share: map[string]uint32{}, folderAt: map[place]uint32{}, entryAt: map[entry]uint32{}, ownAt: map[entry]uint32{}, devAt: map[uint64]uint32{},
		kindAt: map[kind]uint32{}, seatAt: map[seat]uint32{}, reasonAt: map[string]uint32{"": 0},
		keyAt: map[string]uint32{}, originAt: map[spar.Origin]uint32{}, shared: map[uint32]map[termKey]uint32{},
	}
	for i := range b.columns {
		b.columns[i].dir = dir
	}
	return b
}

// finish adds to the files all else that v shows, and saves the index at path.
func (b *builder) finish(v *catalog.View, path string) error {
	b.v = v
	for _, step := range []func() error{b.describe, b.addFolders, b.addClasses, b.addLinks, b.addAttributes, b.addOrder, b.addPostings} {
		if err := step(); err != nil {
			return err
		}
	}
	return durable.WriteWith(path, 0o600, b.write)
}

func (b *builder) close() {
	for i := range b.columns {
		b.columns[i].close()
	}
}

// A builder makes a saved index. It begins with the shares, is then given all files in the order of their IDs, and finishes
// with the rest.
type builder struct {
	v      *catalog.View // once all files are there
	dir    string
	tables tables

	listFiles      func() iter.Seq2[spar.File, error] // as the methods of View
	listLinks      func() iter.Seq2[catalog.Link, error]
	listAttributes func() iter.Seq2[spar.Attribute, error]
	listOrder      func(share int64) iter.Seq2[spar.FileID, error]

	columns [sections]spool

	share    map[string]uint32
	rules    *rules
	places   []place // of folders
	folderAt map[place]uint32
	entryAt  map[entry]uint32
	entries  []uint32 // of folders: 0, or 1 + number
	devAt    map[uint64]uint32
	kindAt   map[kind]uint32
	kinds    []*roaring.Bitmap
	seatAt   map[seat]uint32
	seats    []seat
	ownAt    map[entry]uint32 // of files, without their ground
	owns     []entry
	seatOf   []uint32 // by row
	classes  []*roaring.Bitmap
	reasonAt map[string]uint32

	last struct { // file: many have much in common with the one before
		place  place
		folder uint32
		dev    uint64
		devNo  uint32
		kind   kind
		kindNo uint32
		own    entry
		ownNo  uint32
		seat   seat
		seatNo uint32
		begun  bool
	}

	ranks
	rows    uint32
	digest  uint32
	members uint32

	tags       []spar.Tag
	tagCounts  []uint32
	keyAt      map[string]uint32
	originAt   map[spar.Origin]uint32
	shared     map[uint32]map[termKey]uint32 // by key
	termKeys   []uint16
	termCounts []uint32
	keys       []*roaring.Bitmap // by key three, as secKeyPosting
}

type termKey struct {
	origin, kind uint8
	number       uint64
	text         string
}

// A seat is the part of a file's class that the file itself decides: files of one seat are of one class.
type seat struct {
	share, folder uint32 // that leads to it
	own           uint32 // its entry, before its ground is known
	content       bool
	path          string // where a table of rights speaks of it
}

func (b *builder) begin(v *catalog.View) (err error) {
	if b.rules, err = rulesOf(v); err != nil {
		return err
	}
	for i, s := range v.Shares() {
		b.share[s.Name] = uint32(i)
		b.tables.Shares = append(b.tables.Shares, shareRecord{ID: s.ID})
	}
	return b.text(secReasonEnd, secReasons, "")
}

// describe adds the point of the journal, the tags and the rules of shares.
func (b *builder) describe() error {
	var err error
	if b.tables.Head, err = b.v.Head(); err != nil {
		return err
	}
	if b.tables.Mark, err = markOf(b.v, b.tables.Head); err != nil {
		return err
	}
	if b.tags, err = b.v.Tags(); err != nil {
		return err
	}
	for _, t := range b.tags {
		if int(t.ID) >= len(b.tagCounts) {
			b.tagCounts = append(b.tagCounts, make([]uint32, int(t.ID)+1-len(b.tagCounts))...)
		}
	}
	e := &encoder{}
	encodeList(e, b.tags, e.tag)
	if err := b.columns[secTags].write(e.b); err != nil {
		return err
	}
	for i, s := range b.v.Shares() {
		b.tables.Shares[i].FileSystem, b.tables.Shares[i].Table = s.FileSystem, b.rules.of(s.Name).paths()
	}
	return nil
}

// text appends a text to two columns.
func (b *builder) text(end, texts int, s string) error {
	if err := b.columns[texts].write([]byte(s)); err != nil {
		return err
	}
	return put(&b.columns[end], uint64(b.columns[texts].size))
}

func (b *builder) entry(e entry) uint32 {
	n, ok := b.entryAt[e]
	if !ok {
		n = uint32(len(b.tables.Entries))
		b.entryAt[e] = n
		b.tables.Entries = append(b.tables.Entries, e)
	}
	return n
}

// addFolders adds the rights of folders, and all folders to the columns.
func (b *builder) addFolders() error {
	for _, s := range b.v.Shares() {
		for d, err := range b.v.Directories(s) {
			if err != nil {
				return err
			}
			b.entries[b.folder(place{s.Name, d.Path})] = 1 + b.entry(entryOf(d))
		}
	}
	paths := &b.columns[secFolderPaths]
	for i, at := range b.places {
		r := folderRecord{Path: uint64(paths.size), Length: uint32(len(at.path)), Share: b.share[at.share], Entry: b.entries[i]}
		if err := errors.Join(put(&b.columns[secFolders], r), paths.write([]byte(at.path))); err != nil {
			return err
		}
	}
	return nil
}

func (b *builder) folder(at place) uint32 {
	n, ok := b.folderAt[at]
	if !ok {
		n = uint32(len(b.places))
		at.path = strings.Clone(at.path) // not all of the path of a file
		b.folderAt[at] = n
		b.places, b.entries = append(b.places, at), append(b.entries, 0)
	}
	return n
}

// addClasses finds the classes of the files, and counts the rows.
func (b *builder) addClasses() error {
	ways := newWays(func(at place) (entry, bool) {
		n, ok := b.folderAt[at]
		if !ok || b.entries[n] == 0 {
			return entry{}, false
		}
		return b.tables.Entries[b.entries[n]-1], true
	}, b.rules)
	classAt := map[classRecord]uint32{}
	classOfSeat := make([]uint32, len(b.seats))
	for i, s := range b.seats {
		wayNo := ways.of(b.places[s.folder])
		w := &ways.all[wayNo]
		e := b.owns[s.own]
		e.Ground = w.Last.Ground
		c := classRecord{s.share, uint32(wayNo), b.entry(e), s.content, cmp.Or(s.path, w.Table)}
		n, ok := classAt[c]
		if !ok {
			n = uint32(len(b.classes))
			classAt[c] = n
			b.classes, b.tables.Classes = append(b.classes, roaring.New()), append(b.tables.Classes, c)
		}
		classOfSeat[i] = n
	}
	for i := range ways.all {
		w := &ways.all[i]
		r := wayRecord{Last: b.entry(w.Last), Lost: w.Lost, Table: w.Table}
		for _, e := range w.Folders {
			r.Folders = append(r.Folders, b.entry(e))
		}
		b.tables.Ways = append(b.tables.Ways, r)
	}
	row, n := 0, uint32(0)
	b.counts = make([]uint32, len(b.words))
	for i, w := range b.words {
		b.counts[i] = n
		for ; w != 0; w &= w - 1 {
			class := classOfSeat[b.seatOf[row]]
			b.classes[class].Add(uint32(64*i + bits.TrailingZeros64(w)))
			if err := put(&b.columns[secClass], class); err != nil {
				return err
			}
			row++
			n++
		}
	}
	b.seatOf, b.seats, b.seatAt = nil, nil, nil
	return nil
}

// file adds a file to the columns.
func (b *builder) file(f *spar.File) error {
	id := uint32(f.ID)
	for int(id/64) >= len(b.words) {
		b.words = append(b.words, 0)
	}
	b.words[id/64] |= 1 << (id % 64)
	b.rows++

	last := &b.last
	above, name := splitPath(f.Path)
	if at := (place{f.Share, above}); !last.begun || at != last.place {
		last.folder = b.folder(at)
		last.place = b.places[last.folder]
	}
	if !last.begun || f.Dev != last.dev {
		n, ok := b.devAt[f.Dev]
		if !ok {
			n = uint32(len(b.tables.Devs))
			b.devAt[f.Dev] = n
			b.tables.Devs = append(b.tables.Devs, f.Dev)
		}
		last.dev, last.devNo = f.Dev, n
	}
	if k := (kind{b.share[f.Share], f.Format, f.State}); !last.begun || k != last.kind {
		n, ok := b.kindAt[k]
		if !ok {
			n = uint32(len(b.kinds))
			b.kindAt[k] = n
			b.kinds, b.tables.Kinds = append(b.kinds, roaring.New()), append(b.tables.Kinds, k)
		}
		last.kind, last.kindNo = k, n
	}
	b.kinds[last.kindNo].Add(id)
	b.seatOf = append(b.seatOf, b.seat(f))
	last.begun = true
	reason, ok := b.reasonAt[f.Reason]
	if !ok {
		reason = uint32(b.columns[secReasonEnd].size / 8)
		if err := b.text(secReasonEnd, secReasons, f.Reason); err != nil {
			return err
		}
		if len(b.reasonAt) < maxShared {
			b.reasonAt[f.Reason] = reason
		}
	}
	digest := uint32(0)
	if f.Hash != (spar.Hash{}) || f.Segment != (spar.SegmentID{}) {
		b.digest++
		digest = b.digest
		if err := errors.Join(b.columns[secDigests].write(f.Hash[:]), b.columns[secDigests].write(f.Segment[:])); err != nil {
			return err
		}
	}
	member := uint32(0)
	if f.Container != 0 {
		b.members++
		member = b.members
		if err := put(&b.columns[secMembers], memberRecord{f.At, uint32(f.Container), uint32(f.Outer)}); err != nil {
			return err
		}
	}
	changed := int64(0)
	if !f.Changed.IsZero() {
		changed = f.Changed.UnixNano()
	}
	return errors.Join(
		put(&b.columns[secChanged], changed), put(&b.columns[secMember], member), put(&b.columns[secID], id), put(&b.columns[secSize], f.Size), put(&b.columns[secTime], f.ModTime.UnixNano()),
		put(&b.columns[secIno], f.Ino), put(&b.columns[secDev], last.devNo), put(&b.columns[secKind], last.kindNo),
		put(&b.columns[secReason], reason), put(&b.columns[secFolder], last.folder), put(&b.columns[secDigest], digest),
		b.text(secNameEnd, secNames, name),
	)
}

// seat gives the number of a file's seat.
func (b *builder) seat(f *spar.File) uint32 {
	last := &b.last
	if e := (entry{Mode: f.Mode, UID: f.UID, GID: f.GID, ACL: f.ACL}); !last.begun || e != last.own {
		n, ok := b.ownAt[e]
		if !ok {
			n = uint32(len(b.owns))
			b.ownAt[e] = n
			b.owns = append(b.owns, e)
		}
		last.own, last.ownNo = e, n
	}
	s := seat{share: last.kind.Share, folder: last.folder, own: last.ownNo, content: hasContent(f)}
	if f.Outer > 0 {
		s.folder = b.folder(placeOf(f))
	}
	if at := f.OnDisk(); b.rules.of(f.Share).speaks(at) {
		s.path = strings.Clone(at)
	}
	if last.begun && s == last.seat {
		return last.seatNo
	}
	n, ok := b.seatAt[s]
	if !ok {
		n = uint32(len(b.seats))
		b.seatAt[s] = n
		b.seats = append(b.seats, s)
	}
	last.seat, last.seatNo = s, n
	return n
}
