package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"iter"
	"runtime"
	"runtime/debug"
	"sort"
	"sync/atomic"

	spar "github.com/sparsearch/spar/internal/spar"
)

// ErrDamaged is in the chain of errors that mean: a segment differs from the written one. It has been forgotten, so that reading the file
// again puts it back.
var ErrDamaged = errors.New("the stored text is damaged")

// ErrMissing is in the chain of errors that mean: there is no such segment.
var ErrMissing = errors.New("there is no such stored text")

// ErrAway is in the chain of errors that mean: the text is listed, and its pack is not in this data directory. It is an ErrMissing: reading
// the file again puts the text here as well, and the listing stays.
var ErrAway = fmt.Errorf("%w in this data directory, whose pack is missing", ErrMissing)

// A Segment is the passages and terms of one content. It lies in a mapped file and is valid until its Store is closed.
// Many goroutines may use it.
//
// Lookup, Length and the postings read the mapped file directly. Call Verify before them, and all of them inside
// [Guard], so that a file that is cut short or unreadable under the mapping is an error and not the end of the process.
type Segment struct {
	id      spar.SegmentID
	payload []byte
	damaged func(error) error // tells the store

	index    []byte // of the payload
	sum      uint32 // of the index
	verified atomic.Bool

	n, m                               int
	total                              int64
	lengths, places, dictionary, terms []byte
	languages                          []string
}

// newSegment makes a segment of the record in b, which must be that of id.
func newSegment(b []byte, id spar.SegmentID, damaged func(error) error) (*Segment, error) {
	h, err := decodeHeader(b)
	if err != nil {
		return nil, err
	}
	if h.id != id {
		return nil, fmt.Errorf("segment %s stands in its place", h.id)
	}
	if h.payload > int64(len(b)-headerSize) || h.index > h.payload || h.index < 4*indexFields {
		return nil, fmt.Errorf("its length %d is impossible", h.payload)
	}
	p := b[headerSize : headerSize+h.payload]
	field := func(i int) int { return int(binary.LittleEndian.Uint32(p[4*i:])) }
	s := &Segment{id: id, payload: p, damaged: damaged, index: p[:h.index], sum: h.sum, n: field(fPassages), m: field(fTerms)}
	s.total = int64(field(fTotalLow)) | int64(field(fTotalHigh))<<32
	at := 4 * indexFields
	for f := fLanguages; f <= fEnd; f++ {
		if field(f) < at || field(f) > int(h.index) {
			return nil, errors.New("its index contradicts itself")
		}
		at = field(f)
	}
	part := func(f int) []byte { return p[field(f):field(f+1)] }
	s.lengths, s.places, s.dictionary, s.terms = part(fLengths), part(fPlaces), part(fDictionary), part(fTermList)
	if len(s.lengths) != 4*s.n || len(s.places) != 4*(s.n+1) || len(s.dictionary) != 4*(s.m+1) {
		return nil, errors.New("its index contradicts itself")
	}
	r := reader{b: part(fLanguages)}
	for range min(r.uvarint(), uint64(len(r.b))) {
		s.languages = append(s.languages, r.text())
	}
	return s, nil
}

// Verify compares the index with its checksum, once in a process. An error is ErrDamaged.
func (s *Segment) Verify() error {
	if s.verified.Load() {
		return nil
	}
	sum := uint32(0)
	err := Guard(func() error { sum = crc32.Checksum(s.index, crcTable); return nil })
	if err == nil && sum != s.sum {
		err = errors.New("its index does not match its checksum")
	}
	if err != nil {
		return s.damaged(err)
	}
	s.verified.Store(true)
	return nil
}

// ID is the segment's name.
func (s *Segment) ID() spar.SegmentID { return s.id }

// Len is the number of passages.
func (s *Segment) Len() int { return s.n }

// TotalLength is the number of terms in all passages.
func (s *Segment) TotalLength() int { return int(s.total) }

// Length is the number of terms in passage i.
func (s *Segment) Length(i int) int { return int(binary.LittleEndian.Uint32(s.lengths[4*i:])) }

// Languages are the languages of the passages, "" for undecided ones.
func (s *Segment) Languages() []string { return s.languages }

// Passage is passage i. An error is ErrDamaged.
func (s *Segment) Passage(i int) (p spar.Passage, err error) {
	if i < 0 || i >= s.n {
		return p, fmt.Errorf("segment %s has no passage %d: %w", s.id, i, ErrMissing)
	}
	err = Guard(func() error {
		from, to := number(s.places, i), number(s.places, i+1)
		if from > to || to > len(s.payload) {
			return errPassage
		}
		p, err = decodePassage(s.payload[from:to])
		return err
	})
	if err != nil {
		return spar.Passage{}, s.damaged(err)
	}
	return p, nil
}

// A Head is the kind and place of a passage, without its text.
type Head struct {
	Kind    spar.PassageKind
	Locator spar.Locator
}

// Heads gives the head of each passage in order. Their texts are not touched, and so the checksum, which is over both, is not
// compared: whoever shows a passage reads it by Passage. An error is ErrDamaged and the last that is given.
func (s *Segment) Heads() iter.Seq2[Head, error] {
	return func(yield func(Head, error) bool) {
		var h Head
		for i := range s.n {
			err := Guard(func() error {
				from, to := number(s.places, i), number(s.places, i+1)
				if from > to || to > len(s.payload) {
					return errPassage
				}
				return decodeHead(&h, s.payload[from:to])
			})
			if err != nil {
				yield(Head{}, s.damaged(err))
				return
			}
			if !yield(h, nil) {
				return
			}
		}
	}
}

// Lent is the kind, headings and text of passage i, which lie in the mapped file: whoever asks reads them inside [Guard] and
// keeps nothing of them. It costs a tenth of Passage. An error is ErrDamaged.
func (s *Segment) Lent(i int) (kind spar.PassageKind, heading, text []byte, err error) {
	if i < 0 || i >= s.n {
		return kind, nil, nil, fmt.Errorf("segment %s has no passage %d: %w", s.id, i, ErrMissing)
	}
	from, to := number(s.places, i), number(s.places, i+1)
	if from > to || to > len(s.payload) {
		return kind, nil, nil, s.damaged(errPassage)
	}
	if kind, heading, text, err = lendPassage(s.payload[from:to]); err != nil {
		return kind, nil, nil, s.damaged(err)
	}
	return kind, heading, text, nil
}

// Damaged makes the store forget the segment, for a reason found by a reader of it, and gives the error to return,
// which wraps ErrDamaged.
func (s *Segment) Damaged(cause error) error { return s.damaged(cause) }

// number is entry i of a table of offsets.
func number(table []byte, i int) int { return int(binary.LittleEndian.Uint32(table[4*i:])) }

// entry is the spelling of term j, and what stands behind it.
func (s *Segment) entry(j int) (term, rest []byte) {
	b := s.terms[number(s.dictionary, j):number(s.dictionary, j+1)]
	if len(b) > 0 && b[0] < 0x80 { // the length of nearly all terms is one byte
		n := 1 + int(b[0])
		return b[1:n], b[n:]
	}
	n, k := binary.Uvarint(b)
	return b[k : k+int(n)], b[k+int(n):]
}

// Lookup gives the passages that have a term.
func (s *Segment) Lookup(term string) Postings {
	key := []byte(term)
	from, to := 0, s.m // the term is in [from, to), if anywhere
	for from < to {
		j := int(uint(from+to) / 2)
		t, rest := s.entry(j)
		switch bytes.Compare(t, key) {
		case -1:
			from = j + 1
		case 1:
			to = j
		default:
			return newPostings(rest)
		}
	}
	return Postings{}
}

// Entries gives all terms in their order, and where the passages that have each are found by PostingsAt. A term is lent until the next is
// given.
func (s *Segment) Entries() iter.Seq2[[]byte, uint32] {
	return func(yield func([]byte, uint32) bool) {
		for j := range s.m {
			term, rest := s.entry(j)
			if !yield(term, uint32(number(s.dictionary, j+1)-len(rest))) {
				return
			}
		}
	}
}

// PostingsAt gives the passages that have a term by where Entries has found them.
func (s *Segment) PostingsAt(at uint32) Postings { return newPostings(s.terms[at:]) }

// TermCount is the number of different terms.
func (s *Segment) TermCount() int { return s.m }

// Postings are the passages that have one term, in order. The zero Postings are none.
type Postings struct {
	n    int
	data []byte
}

func newPostings(b []byte) Postings {
	v, n := binary.Uvarint(b)
	if n <= 0 {
		return Postings{}
	}
	return Postings{n: int(v), data: b[n:]}
}

// Len is the number of passages.
func (p Postings) Len() int { return p.n }

// All gives each passage and how often it has the term.
func (p Postings) All() iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		b, passage := p.data, -1
		for range p.n {
			d, n := binary.Uvarint(b)
			if n <= 0 {
				return
			}
			b = b[n:]
			times, n := binary.Uvarint(b)
			if n <= 0 {
				return
			}
			b = b[n:]
			passage += int(d)
			if !yield(passage, int(times)) {
				return
			}
		}
	}
}

// Guard runs f, which reads segments; a memory fault, such as a mapped file that was cut short gives, becomes an error
// that wraps ErrDamaged.
func Guard(f func() error) (err error) {
	old := debug.SetPanicOnFault(true)
	defer debug.SetPanicOnFault(old)
	defer func() {
		if r := recover(); r != nil {
			fault, ok := r.(interface {
				runtime.Error
				Addr() uintptr
			})
			if !ok {
				panic(r)
			}
			err = fmt.Errorf("%w: reading it faults: %v", ErrDamaged, fault)
		}
	}()
	return f()
}

// Terms gives the terms that begin with a prefix, in their order, and the passages that have each. A term is lent until the
// next is given.
func (s *Segment) Terms(prefix string) iter.Seq2[[]byte, Postings] {
	return func(yield func([]byte, Postings) bool) {
		key := []byte(prefix)
		from, _ := sort.Find(s.m, func(j int) int {
			t, _ := s.entry(j)
			return bytes.Compare(key, t)
		})
		for j := from; j < s.m; j++ {
			t, rest := s.entry(j)
			if !bytes.HasPrefix(t, key) || !yield(t, newPostings(rest)) {
				return
			}
		}
	}
}
