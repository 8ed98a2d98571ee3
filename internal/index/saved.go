package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"
	"sync"
	"unsafe"

	"github.com/sparsearch/spar/internal/spar"
)

// A saved index is one file, made at one point of the journal and mapped by those who ask. It begins with a header:
//
//	magic        8 bytes   "SPARIDX" and a zero
//	version      4 bytes   formatVersion
//	sections     4 bytes   how many
//	sections     each: offset 8 bytes, length 8 bytes, checksum 8 bytes (CRC-32C)
//	checksum     8 bytes   of the header before it
//
// Sections begin at multiples of eight. Columns hold numbers as the machine has them; a machine of the other byte order
// does not know the version and makes an index of its own. The file can always be made again from the catalog, so there
// is no way from one version to the next.
//
// History: 1, the first; 2 has the time at which files last changed in any way.
const formatVersion = 2

const savedName = "base"

var magic = [8]byte{'S', 'P', 'A', 'R', 'I', 'D', 'X', 0}

// The sections. A row is the place of a file in the order of IDs.
const (
	secTables        = iota // see tables
	secTags                 // all tags
	secRankWords            // a bit an ID
	secRankCounts           // bits before each word
	secID                   // by row: spar.FileID
	secSize                 // by row
	secTime                 // by row: nanoseconds since 1970
	secChanged              // by row: as secTime, 0 where it is not known
	secIno                  // by row
	secDev                  // by row: number in tables
	secKind                 // by row: number in tables
	secClass                // by row: number in tables
	secReason               // by row: number in reasons
	secFolder               // by row: number in folders
	secNameEnd              // by row: where its name ends in names
	secNames                // the last components of paths
	secDigest               // by row: 0, or 1 + number in digests
	secDigests              // content hash and segment
	secMember               // by row: 0, or 1 + number in members
	secMembers              // memberRecord
	secOrder                // by position in the order of shares and paths: row
	secPlace                // by row: position
	secFolders              // folderRecord
	secFolderPaths          // their paths
	secFolderOrder          // numbers of folders by share and path
	secReasonEnd            // where each reason ends in reasons
	secReasons              // texts
	secTagEnd               // by row: where its tags end in tagList
	secTagList              // spar.TagID
	secAttributeEnd         // by row: where its attributes end in attributeList
	secAttributeList        // numbers of terms
	secTerms                // termRecord
	secTermTexts            // texts of terms
	secTermOrder            // numbers of terms by key
	secTermPosting          // by number of a term: posting
	secTagPosting           // by spar.TagID: posting
	secKindPosting          // by kind: posting
	secClassPosting         // by class: posting
	secKeyPosting           // by key three: files with attributes, with several, and with those of several origins
	secPostings             // bytes of postings
	sections
)

const headerSize = 16 + 24*sections + 8

// A folderRecord is a folder that files lie in or that the catalog knows the rights of.
type folderRecord struct {
	Path   uint64 // in the paths of folders
	Length uint32
	Share  uint32 // number in tables
	Entry  uint32 // 0 if its rights are not known, or 1 + number in tables
	_      uint32
}

// A memberRecord is the extra data of a file in a container.
type memberRecord struct {
	At        int64
	Container uint32
	Outer     uint32
}

// A termRecord is a value of an attribute from one origin. Values that are very many may have several terms.
type termRecord struct {
	Value  uint64 // as of numberOf, or the offset of a text
	Length uint32 // of a text
	Key    uint16 // number in tables
	Origin uint8  // number in tables
	Kind   uint8  // number in kindsOfValues
}

var kindsOfValues = []spar.Kind{spar.Text, spar.Number, spar.Date}

// A kind is a share, a format and a state. Many files are of one kind.
type kind struct {
	Share  uint32 // number in tables
	Format string
	State  spar.State
}

// A classRecord is a class by numbers in tables, without labels.
type classRecord struct {
	Share, Way, Entry uint32
	Content           bool
	Table             string
}

// A wayRecord is a way by numbers of entries.
type wayRecord struct {
	Folders []uint32
	Last    uint32
	Lost    bool
	Table   string
}

// A shareRecord is a share, its place in the order of paths, and the parts of its rules of rights that ways and classes are made of.
type shareRecord struct {
	ID         int64
	From, To   uint32
	FileSystem string
	Table      []string // the paths of its table of rights, in their order
}

// A keyRecord is a key of attributes, and where its terms are in the order of terms.
type keyRecord struct {
	Key      string
	From, To uint32
}

// tables is the part of a saved index that is decoded when it opens.
type tables struct {
	Head    int64
	Mark    string // of the journal, see markOf
	Shares  []shareRecord
	Devs    []uint64
	Entries []entry
	Ways    []wayRecord
	Classes []classRecord
	Kinds   []kind
	Keys    []keyRecord
	Origins []spar.Origin
}

func (t *tables) encode() []byte {
	e := &encoder{}
	small := func(n uint32) { e.number(uint64(n)) }
	e.text(recipe())
	e.number(uint64(t.Head))
	e.text(t.Mark)
	encodeList(e, t.Shares, func(s shareRecord) {
		e.number(uint64(s.ID))
		small(s.From)
		small(s.To)
		e.text(s.FileSystem)
		encodeList(e, s.Table, e.text)
	})
	encodeList(e, t.Devs, e.number)
	encodeList(e, t.Entries, e.entry)
	encodeList(e, t.Ways, func(w wayRecord) { encodeList(e, w.Folders, small); small(w.Last); e.truth(w.Lost); e.text(w.Table) })
	encodeList(e, t.Classes, func(c classRecord) { small(c.Share); small(c.Way); small(c.Entry); e.truth(c.Content); e.text(c.Table) })
	encodeList(e, t.Kinds, func(k kind) { small(k.Share); e.text(k.Format); e.text(string(k.State)) })
	encodeList(e, t.Keys, func(k keyRecord) { e.text(k.Key); small(k.From); small(k.To) })
	encodeList(e, t.Origins, func(o spar.Origin) { e.text(string(o)) })
	return e.b
}

func (t *tables) decode(b []byte) error {
	d := &decoder{b: b}
	small := func() uint32 { return uint32(d.number()) }
	if made := d.text(); made != recipe() {
		return errors.New("it was made by another version of SPAR")
	}
	t.Head, t.Mark = int64(d.number()), d.text()
	t.Shares = decodeList(d, func() shareRecord {
		return shareRecord{int64(d.number()), small(), small(), d.text(), decodeList(d, d.text)}
	})
	t.Devs = decodeList(d, d.number)
	t.Entries = decodeList(d, d.entry)
	t.Ways = decodeList(d, func() wayRecord { return wayRecord{decodeList(d, small), small(), d.truth(), d.text()} })
	t.Classes = decodeList(d, func() classRecord { return classRecord{small(), small(), small(), d.truth(), d.text()} })
	t.Kinds = decodeList(d, func() kind { return kind{small(), d.text(), spar.State(d.text())} })
	t.Keys = decodeList(d, func() keyRecord { return keyRecord{d.text(), small(), small()} })
	t.Origins = decodeList(d, func() spar.Origin { return spar.Origin(d.text()) })
	return d.err
}

// A base is a saved index, mapped. Nothing in it is changed, and nothing of its memory is given to others: texts are
// copied.
type base struct {
	tables
	ranks
	mapped *mapping

	id                                    []uint32
	size, mtime, changed                  []int64
	ino                                   []uint64
	dev, kind, class, reason, folder      []uint32
	nameEnd                               []uint64
	names                                 []byte
	digest                                []uint32
	member                                []uint32
	members                               []memberRecord
	digests                               []byte
	order, place                          []uint32
	folders                               []folderRecord
	folderPaths                           []byte
	folderOrder                           []uint32
	reasonEnd                             []uint64
	reasons                               []byte
	tagEnd, tagList                       []uint32
	attributeEnd, attributeList           []uint32
	terms                                 []termRecord
	termTexts                             []byte
	termOrder                             []uint32
	termAt, tagAt, kindAt, classAt, byKey []posting
	postings                              postings
	tags                                  func() ([]spar.Tag, error)
	inside                                func() [][2]uint32 // the members of containers, see listMembers
}

// errDamaged is in the chain of errors of openBase that mean: make it anew.
var errDamaged = errors.New("the saved index is damaged")

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// openBase maps the saved index at path. It verifies all checksums, so that later reads see only written data. The error is fs.ErrNotExist
// when there is none.
func openBase(path string) (*base, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	m, err := mapFile(f)
	if err != nil {
		return nil, err
	}
	b := &base{mapped: m}
	if err := b.load(m.bytes); err != nil {
		m.close()
		return nil, fmt.Errorf("%w: %s: %w", errDamaged, path, err)
	}
	// Whoever uses a base keeps it alive until the end of that; see Snapshot.
	runtime.SetFinalizer(b, func(b *base) { b.mapped.close() })
	return b, nil
}

func (b *base) load(data []byte) error {
	if len(data) < headerSize {
		return errors.New("it ends within the header")
	}
	if [8]byte(data[:8]) != magic || *(*uint32)(unsafe.Pointer(&data[8])) != formatVersion || *(*uint32)(unsafe.Pointer(&data[12])) != sections {
		return errors.New("it was made by another version of SPAR")
	}
	words := view[uint64](data[16:headerSize])
	if crc32.Checksum(data[:headerSize-8], castagnoli) != uint32(words[len(words)-1]) {
		return errors.New("the header is not what was written")
	}
	var part [sections][]byte
	for i := range part {
		offset, length := words[3*i], words[3*i+1]
		if offset%8 != 0 || offset > uint64(len(data)) || length > uint64(len(data))-offset {
			return fmt.Errorf("section %d lies outside of the file", i)
		}
		part[i] = data[offset : offset+length : offset+length]
	}
	faults := make([]error, sections)
	var checking sync.WaitGroup
	for i := range part {
		checking.Go(func() {
			if crc32.Checksum(part[i], castagnoli) != uint32(words[3*i+2]) {
				faults[i] = fmt.Errorf("section %d is not what was written", i)
			}
		})
	}
	checking.Wait()
	if err := errors.Join(faults...); err != nil {
		return err
	}
	if err := b.tables.decode(part[secTables]); err != nil {
		return err
	}
	b.ranks = ranks{view[uint64](part[secRankWords]), view[uint32](part[secRankCounts])}
	b.id, b.size, b.mtime, b.ino = view[uint32](part[secID]), view[int64](part[secSize]), view[int64](part[secTime]), view[uint64](part[secIno])
	b.changed = view[int64](part[secChanged])
	b.dev, b.kind, b.class = view[uint32](part[secDev]), view[uint32](part[secKind]), view[uint32](part[secClass])
	b.reason, b.folder = view[uint32](part[secReason]), view[uint32](part[secFolder])
	b.nameEnd, b.names = view[uint64](part[secNameEnd]), part[secNames]
	b.digest, b.digests = view[uint32](part[secDigest]), part[secDigests]
	b.member, b.members = view[uint32](part[secMember]), view[memberRecord](part[secMembers])
	b.order, b.place = view[uint32](part[secOrder]), view[uint32](part[secPlace])
	b.folders, b.folderPaths, b.folderOrder = view[folderRecord](part[secFolders]), part[secFolderPaths], view[uint32](part[secFolderOrder])
	b.reasonEnd, b.reasons = view[uint64](part[secReasonEnd]), part[secReasons]
	b.tagEnd, b.tagList = view[uint32](part[secTagEnd]), view[uint32](part[secTagList])
	b.attributeEnd, b.attributeList = view[uint32](part[secAttributeEnd]), view[uint32](part[secAttributeList])
	b.terms, b.termTexts, b.termOrder = view[termRecord](part[secTerms]), part[secTermTexts], view[uint32](part[secTermOrder])
	b.termAt, b.tagAt = view[posting](part[secTermPosting]), view[posting](part[secTagPosting])
	b.kindAt, b.classAt, b.byKey = view[posting](part[secKindPosting]), view[posting](part[secClassPosting]), view[posting](part[secKeyPosting])
	b.postings = part[secPostings]
	b.inside = sync.OnceValue(b.listMembers)
	b.tags = sync.OnceValues(func() ([]spar.Tag, error) {
		defer runtime.KeepAlive(b)
		d := &decoder{b: part[secTags]}
		tags := decodeList(d, d.tag)
		return tags, d.err
	})
	return nil
}

// A savedWriter writes the sections of a saved index one after the other.
type savedWriter struct {
	f    *os.File
	at   int64
	head []byte
}

func newSavedWriter(f *os.File) *savedWriter {
	w := &savedWriter{f: f, at: headerSize, head: make([]byte, headerSize)}
	copy(w.head, magic[:])
	binary.NativeEndian.PutUint32(w.head[8:], formatVersion)
	binary.NativeEndian.PutUint32(w.head[12:], sections)
	return w
}

func (w *savedWriter) section(n int, from io.Reader) error {
	if w.at%8 != 0 {
		w.at += 8 - w.at%8
	}
	if _, err := w.f.Seek(w.at, io.SeekStart); err != nil {
		return err
	}
	sum := crc32.New(castagnoli)
	length, err := io.CopyBuffer(struct{ io.Writer }{io.MultiWriter(w.f, sum)}, struct{ io.Reader }{from}, make([]byte, 256<<10))
	if err != nil {
		return err
	}
	entry := w.head[16+24*n:]
	binary.NativeEndian.PutUint64(entry, uint64(w.at))
	binary.NativeEndian.PutUint64(entry[8:], uint64(length))
	binary.NativeEndian.PutUint64(entry[16:], uint64(sum.Sum32()))
	w.at += length
	return nil
}

func (w *savedWriter) finish() error {
	binary.NativeEndian.PutUint64(w.head[headerSize-8:], uint64(crc32.Checksum(w.head[:headerSize-8], castagnoli)))
	_, err := w.f.WriteAt(w.head, 0)
	return err
}
