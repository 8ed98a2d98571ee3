package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	spar "github.com/sparsearch/spar/internal/spar"
)

// The format of a pack, version 1. A pack is records, one after the other, each beginning at a multiple of 8 bytes; bytes behind the last
// record that the database knows of are left by a crash and mean nothing. All integers are little-endian; uvarint is as in encoding/binary;
// checksums are CRC-32C.
//
//	record   header, payload, zeros up to a multiple of 8
//	header   64 bytes
//	  0  4   "SPSG"
//	  4  2   version
//	  6  2   0
//	  8  8   length of the payload
//	 16  4   length of the index at the payload's beginning
//	 20  4   checksum of the index
//	 24 32   segment ID
//	 56  4   0
//	 60  4   checksum of the 60 bytes before
//	index    10 numbers of 4 bytes: passages n, terms m, the two halves of the number of words in all passages (low
//	         first), then where in the payload these begin: languages, lengths, places, dictionary, terms, end of the
//	         index
//	  languages   how many the passages have (uvarint), each a length (uvarint) and a code, in order; zeros up to a
//	              multiple of 4
//	  lengths     n numbers of 4 bytes: words in passage i
//	  places      n+1 numbers of 4 bytes: where in the payload passage i begins; the last is the payload's length
//	  dictionary  m+1 numbers of 4 bytes: where in terms the j-th begins; they are in the order of their bytes
//	  terms       for each: its length (uvarint) and itself; how many passages have it, then for each of these, in
//	              order, the passage less the one before it (the first: less -1), and how often it has the term, all
//	              uvarint
//	passages for each: checksum of the rest of it; kind (1 byte; 128 more where the passage has a table or cells, 64 more where it has parts); page,
//	         row, begin and length of the byte span (uvarint); language, heading, sheet (each a length as uvarint and
//	         the text); with 128, the table, the number of cells, and for each of these its column less that of the one
//	         before, its begin less the end of the one before, the lengths of its label and of itself (all uvarint); with 64, the number of
//	         parts, and for each of these its kind, its begin less the end of the one before, and its length (all uvarint); the text
//
// The index has one checksum, verified when a process first searches the segment; a passage has its own, verified whenever it is read, so
// that a question touches only what it must.
//
// Texts are not compressed: DEFLATE at its fastest level, a document at a time, would make a pack a third smaller for a sixth more time
// (294 Markdown files), but then whoever reads a passage inflates its document.
//
// History: 1, the first; then, in the same version since no older recipe has them, the kind card, tables and cells, and parts.
const (
	magic       = "SPSG"
	version     = 1
	headerSize  = 64
	indexFields = 10
	maxPayload  = 1 << 30
)

var crcTable = crc32.MakeTable(crc32.Castagnoli)

// Fields of the index, as multiples of 4 bytes.
const (
	fPassages = iota
	fTerms
	fTotalLow
	fTotalHigh
	fLanguages
	fLengths
	fPlaces
	fDictionary
	fTermList
	fEnd
)

var kinds = []spar.PassageKind{spar.TextPassage, spar.RowPassage, spar.TablePassage, spar.CardPassage, spar.ReferencePassage, spar.SourcePassage}

// inTable is added to the kind of a passage that has a table or cells.
const inTable = 128

// inParts is added to the kind of a passage that has parts.
const inParts = 64

// partKinds are the kinds of parts, by the numbers that they are written as.
var partKinds = []spar.BlockKind{spar.ListItem, spar.CodeBlock}

// kindOf is the kind in the first byte of a passage, without its flags; false for an unknown kind.
func kindOf(b byte) (spar.PassageKind, bool) {
	if n := int(b &^ (inTable | inParts)); n < len(kinds) {
		return kinds[n], true
	}
	return "", false
}

// A list is the postings of one term while a segment is made.
type list struct {
	passages  int // that have the term
	last      int // passage written
	at, times int // the passage being counted
	data      []byte
}

func (l *list) write() {
	l.data = binary.AppendUvarint(l.data, uint64(l.at-l.last))
	l.data = binary.AppendUvarint(l.data, uint64(l.times))
	l.passages++
	l.last = l.at
}

// counted holds the words of a segment's passages, counted for its index.
type counted struct {
	lists     map[string]*list // by term
	lengths   []int            // words of each passage
	languages []string
	words     int64
	text      int // about how many bytes the passages take
}

func count(passages []spar.Passage, a *chunk.Analyzer) counted {
	c := counted{lists: map[string]*list{}, lengths: make([]int, len(passages))}
	byWord := map[string]map[string]*list{} // by language, then word: a stem is asked for once
	var said []string
	for i, p := range passages {
		said = chunk.AppendWords(said[:0], p.Ranked())
		c.lengths[i] = len(said)
		c.words += int64(len(said))
		c.text += len(p.Text) + len(p.Locator.Heading) + 32
		if !slices.Contains(c.languages, p.Lang) {
			c.languages = append(c.languages, p.Lang)
		}
		known := byWord[p.Lang]
		if known == nil {
			known = map[string]*list{}
			byWord[p.Lang] = known
		}
		for _, w := range said {
			l := known[w]
			if l == nil {
				w = strings.Clone(w) // which is a part of the text
				t := a.Stem(w, p.Lang)
				if l = c.lists[t]; l == nil {
					l = &list{last: -1, at: i}
					c.lists[t] = l
				}
				known[w] = l
			}
			if l.at != i {
				l.write()
				l.at, l.times = i, 0
			}
			l.times++
		}
	}
	for _, l := range c.lists {
		l.write()
	}
	slices.Sort(c.languages)
	return c
}

// terms gives the list of each term, in their order, and where each begins and the last ends.
func (c *counted) terms() (entries []byte, dictionary []uint32) {
	dictionary = make([]uint32, 0, len(c.lists)+1)
	for _, t := range slices.Sorted(maps.Keys(c.lists)) {
		dictionary = append(dictionary, uint32(len(entries)))
		entries = appendText(entries, t)
		entries = binary.AppendUvarint(entries, uint64(c.lists[t].passages))
		entries = append(entries, c.lists[t].data...)
	}
	return entries, append(dictionary, uint32(len(entries)))
}

// encode makes the record of a segment, with its padding, and gives the number of its words.
func encode(id spar.SegmentID, passages []spar.Passage, a *chunk.Analyzer) (record []byte, words int64, err error) {
	c := count(passages, a)
	words = c.words
	lengths, languages, text := c.lengths, c.languages, c.text
	entries, dictionary := c.terms()
	codes := binary.AppendUvarint(nil, uint64(len(languages)))
	for _, l := range languages {
		codes = appendText(codes, l)
	}
	codes = append(codes, make([]byte, -len(codes)&3)...)

	n, m := len(passages), len(c.lists)
	var fields [indexFields]uint64
	fields[fPassages], fields[fTerms] = uint64(n), uint64(m)
	fields[fTotalLow], fields[fTotalHigh] = uint64(uint32(words)), uint64(words)>>32
	at := uint64(4 * indexFields)
	section := func(field int, size int) {
		fields[field] = at
		at += uint64(size)
	}
	section(fLanguages, len(codes))
	section(fLengths, 4*n)
	section(fPlaces, 4*(n+1))
	section(fDictionary, 4*(m+1))
	section(fTermList, len(entries))
	fields[fEnd] = at
	if at+uint64(text) > maxPayload {
		return nil, 0, fmt.Errorf("segment of %d MiB: more than %d MiB", (at+uint64(text))>>20, maxPayload>>20)
	}

	b := make([]byte, headerSize, headerSize+int(at)+text+text/8+8)
	for _, f := range fields {
		b = binary.LittleEndian.AppendUint32(b, uint32(f))
	}
	b = append(b, codes...)
	for _, l := range lengths {
		b = binary.LittleEndian.AppendUint32(b, uint32(l))
	}
	places := len(b)
	b = append(b, make([]byte, 4*(n+1))...)
	for _, d := range dictionary {
		b = binary.LittleEndian.AppendUint32(b, d)
	}
	b = append(b, entries...)
	end := len(b)
	for i, p := range passages {
		binary.LittleEndian.PutUint32(b[places+4*i:], uint32(len(b)-headerSize))
		if b, err = appendPassage(b, p); err != nil {
			return nil, 0, fmt.Errorf("passage %d: %w", i, err)
		}
	}
	binary.LittleEndian.PutUint32(b[places+4*n:], uint32(len(b)-headerSize))
	if len(b)-headerSize > maxPayload {
		return nil, 0, fmt.Errorf("segment of %d MiB: more than %d MiB", len(b)>>20, maxPayload>>20)
	}

	copy(b, magic)
	binary.LittleEndian.PutUint16(b[4:], version)
	binary.LittleEndian.PutUint64(b[8:], uint64(len(b)-headerSize))
	binary.LittleEndian.PutUint32(b[16:], uint32(end-headerSize))
	binary.LittleEndian.PutUint32(b[20:], crc32.Checksum(b[headerSize:end], crcTable))
	copy(b[24:], id[:])
	binary.LittleEndian.PutUint32(b[60:], crc32.Checksum(b[:60], crcTable))
	return append(b, make([]byte, padding(len(b)))...), words, nil
}

// padding is the number of zeros behind a record of n bytes.
func padding[T int | int64](n T) T { return -n & 7 }

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func appendPassage(b []byte, p spar.Passage) ([]byte, error) {
	kind := slices.Index(kinds, p.Kind)
	l := p.Locator
	if kind < 0 {
		return nil, fmt.Errorf("unknown kind %q", p.Kind)
	}
	if l.Page < 0 || l.Row < 0 || l.Table < 0 || l.Bytes.Start < 0 || l.Bytes.End < l.Bytes.Start {
		return nil, fmt.Errorf("impossible place %+v", l)
	}
	begin := len(b)
	more := l.Table > 0 || len(p.Cells) > 0
	if more {
		kind |= inTable
	}
	if len(p.Parts) > 0 {
		kind |= inParts
	}
	b = append(b, 0, 0, 0, 0, byte(kind))
	for _, v := range []int64{int64(l.Page), int64(l.Row), l.Bytes.Start, l.Bytes.End - l.Bytes.Start} {
		b = binary.AppendUvarint(b, uint64(v))
	}
	for _, s := range []string{p.Lang, l.Heading, l.Sheet} {
		b = appendText(b, s)
	}
	if more {
		var err error
		if b, err = appendCells(binary.AppendUvarint(b, uint64(l.Table)), p); err != nil {
			return nil, err
		}
	}
	if len(p.Parts) > 0 {
		var err error
		if b, err = appendParts(b, p); err != nil {
			return nil, err
		}
	}
	b = append(b, p.Text...)
	binary.LittleEndian.PutUint32(b[begin:], crc32.Checksum(b[begin+4:], crcTable))
	return b, nil
}

func appendCells(b []byte, p spar.Passage) ([]byte, error) {
	b = binary.AppendUvarint(b, uint64(len(p.Cells)))
	column, end := 0, 0
	for _, c := range p.Cells {
		if c.Column < column || c.Label < end || c.Start < c.Label || c.End < c.Start || c.End > len(p.Text) {
			return nil, fmt.Errorf("impossible cell %+v", c)
		}
		for _, v := range []int{c.Column - column, c.Label - end, c.Start - c.Label, c.End - c.Start} {
			b = binary.AppendUvarint(b, uint64(v))
		}
		column, end = c.Column, c.End
	}
	return b, nil
}

// cells reads what appendCells wrote.
func (r *reader) cells() []spar.Cell {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.short, r.b = true, nil
		return nil
	}
	var list []spar.Cell
	var last spar.Cell
	for range n {
		c := spar.Cell{Column: last.Column + int(r.uvarint()), Label: last.End + int(r.uvarint())}
		c.Start = c.Label + int(r.uvarint())
		c.End = c.Start + int(r.uvarint())
		list, last = append(list, c), c
	}
	return list
}

var errPassage = errors.New("a passage does not match its checksum")

// decodePassage reads what appendPassage wrote; nothing of the result lies in b.
func decodePassage(b []byte) (p spar.Passage, err error) {
	if len(b) < 5 || binary.LittleEndian.Uint32(b) != crc32.Checksum(b[4:], crcTable) {
		return p, errPassage
	}
	known := false
	if p.Kind, known = kindOf(b[4]); !known {
		return p, errPassage
	}
	r := reader{b: b[5:]}
	p.Locator.Page, p.Locator.Row = int(r.uvarint()), int(r.uvarint())
	p.Locator.Bytes.Start = int64(r.uvarint())
	p.Locator.Bytes.End = p.Locator.Bytes.Start + int64(r.uvarint())
	p.Lang, p.Locator.Heading, p.Locator.Sheet = r.text(), r.text(), r.text()
	if b[4]&inTable != 0 {
		p.Locator.Table = int(r.uvarint())
		p.Cells = r.cells()
	}
	if b[4]&inParts != 0 {
		p.Parts = r.parts()
	}
	p.Text = string(r.b)
	for _, part := range p.Parts {
		if part.Start < 0 || part.End < part.Start || part.End > len(p.Text) {
			return spar.Passage{}, errPassage
		}
	}
	for _, c := range p.Cells { // the checksum says that they were written so; what follows relies on it
		if c.Label < 0 || c.Start < c.Label || c.End < c.Start || c.End > len(p.Text) {
			return spar.Passage{}, errPassage
		}
	}
	if r.short {
		return spar.Passage{}, errPassage
	}
	return p, nil
}

// decodeHead reads the beginning of what appendPassage wrote into h, which holds that of the passage before: texts that are the same
// in both are not copied again.
func decodeHead(h *Head, b []byte) error {
	if len(b) < 5 {
		return errPassage
	}
	kind, known := kindOf(b[4])
	if !known {
		return errPassage
	}
	r := reader{b: b[5:]}
	l := spar.Locator{Page: int(r.uvarint()), Row: int(r.uvarint()), Heading: h.Locator.Heading, Sheet: h.Locator.Sheet}
	l.Bytes.Start = int64(r.uvarint())
	l.Bytes.End = l.Bytes.Start + int64(r.uvarint())
	r.lend() // language
	for _, s := range []*string{&l.Heading, &l.Sheet} {
		if now := r.lend(); string(now) != *s {
			*s = string(now)
		}
	}
	if b[4]&inTable != 0 {
		l.Table = int(r.uvarint())
	}
	if r.short {
		return errPassage
	}
	*h = Head{kind, l}
	return nil
}

// lendPassage reads the parts of a passage that lie in b unchanged.
func lendPassage(b []byte) (kind spar.PassageKind, heading, text []byte, err error) {
	known := false
	if len(b) >= 5 {
		kind, known = kindOf(b[4])
	}
	if !known || binary.LittleEndian.Uint32(b) != crc32.Checksum(b[4:], crcTable) {
		return kind, nil, nil, errPassage
	}
	r := reader{b: b[5:]}
	for range 4 { // page, row, bytes
		r.uvarint()
	}
	r.lend() // language
	heading = r.lend()
	r.lend() // sheet
	if b[4]&inTable != 0 {
		r.uvarint()
		for range min(r.uvarint(), uint64(len(r.b))) {
			for range 4 { // of a cell
				r.uvarint()
			}
		}
	}
	if b[4]&inParts != 0 {
		r.parts()
	}
	if r.short {
		return kind, nil, nil, errPassage
	}
	return kind, heading, r.b, nil
}

// A reader takes values from bytes; past the end everything is zero and short is true.
type reader struct {
	b     []byte
	short bool
}

func (r *reader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.short, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *reader) text() string { return string(r.lend()) }

// lend gives a text without copying it.
func (r *reader) lend() []byte {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.short, r.b = true, nil
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// A header is the first bytes of a record, decoded.
type header struct {
	payload, index int64
	sum            uint32
	id             spar.SegmentID
}

func decodeHeader(b []byte) (h header, err error) {
	if len(b) < headerSize || string(b[:4]) != magic || binary.LittleEndian.Uint32(b[60:]) != crc32.Checksum(b[:60], crcTable) {
		return h, errors.New("no segment begins here")
	}
	if v := binary.LittleEndian.Uint16(b[4:]); v != version {
		return h, fmt.Errorf("written in version %d of the format, this program knows %d", v, version)
	}
	payload := binary.LittleEndian.Uint64(b[8:])
	if payload > math.MaxInt32 {
		return h, fmt.Errorf("impossible length %d", payload)
	}
	h.payload, h.index = int64(payload), int64(binary.LittleEndian.Uint32(b[16:]))
	h.sum = binary.LittleEndian.Uint32(b[20:])
	copy(h.id[:], b[24:])
	return h, nil
}
