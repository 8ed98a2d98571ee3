package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	spar "github.com/sparsearch/spar/internal/spar"
)

// A Fault is a segment that cannot be read.
type Fault struct {
	Segment spar.SegmentID
	Pack    string // path of its file
	Err     error
}

// Checked says what a check found.
type Checked struct {
	Segments int
	Passages int
	Bytes    int64
	Faults   []Fault
	Away     []Away // packs that are not in this data directory
}

// Check reads everything that is stored and compares it with its checksums. It changes nothing.
func (s *Store) Check(ctx context.Context) (c Checked, err error) {
	places, err := s.places(ctx, selectSegments)
	if err != nil {
		return c, err
	}
	var f *os.File
	defer func() {
		if f != nil {
			f.Close()
		}
	}()
	pack := int64(0)
	var opening error
	for _, p := range places {
		if err := ctx.Err(); err != nil {
			return c, err
		}
		if p.pack != pack {
			if f != nil {
				f.Close()
			}
			pack = p.pack
			f, opening = os.Open(s.path(pack))
		}
		passages, err := 0, opening
		if err == nil {
			passages, err = checkRecord(f, p)
		}
		c.Segments++
		c.Passages += passages
		c.Bytes += p.length
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			// A purge may have moved it meanwhile.
			if now, found, e := s.lookup(ctx, p.id); e == nil && found && now == p {
				c.Faults = append(c.Faults, Fault{Segment: p.id, Pack: s.path(p.pack), Err: err})
			}
		}
	}
	if c.Away, err = s.Away(ctx); err != nil {
		return c, err
	}
	again, err := s.again(ctx, false)
	if err != nil || again == nil {
		return c, err
	}
	also, err := again.Check(ctx)
	c.Faults = append(c.Faults, also.Faults...)
	return c, err
}

// checkRecord reads one record whole.
func checkRecord(f *os.File, p place) (passages int, err error) {
	if p.length < headerSize || p.length > maxPayload+headerSize+8 {
		return 0, fmt.Errorf("impossible length %d", p.length)
	}
	b := make([]byte, p.length)
	if _, err := f.ReadAt(b, p.offset); err != nil {
		return 0, err
	}
	seg, err := newSegment(b, p.id, func(err error) error { return err })
	if err != nil {
		return 0, err
	}
	if err := seg.Verify(); err != nil {
		return 0, err
	}
	words := make([]int, seg.Len())
	last := ""
	for j := range seg.m {
		term, rest := seg.entry(j)
		if string(term) <= last {
			return 0, fmt.Errorf("its dictionary is out of order at term %d", j)
		}
		last = string(term)
		postings, n := newPostings(rest), 0
		for i, times := range postings.All() {
			if i < 0 || i >= seg.Len() {
				return 0, fmt.Errorf("term %d stands in passage %d of %d", j, i, seg.Len())
			}
			words[i] += times
			n++
		}
		if n != postings.Len() {
			return 0, fmt.Errorf("the list of term %d is cut short", j)
		}
	}
	total := 0
	for i := range seg.Len() {
		if words[i] != seg.Length(i) {
			return i, fmt.Errorf("passage %d has %d words and says %d", i, words[i], seg.Length(i))
		}
		total += words[i]
		if _, err := seg.Passage(i); err != nil {
			return i, fmt.Errorf("passage %d: %w", i, err)
		}
	}
	if total != seg.TotalLength() {
		return seg.Len(), fmt.Errorf("it has %d words and says %d", total, seg.TotalLength())
	}
	return seg.Len(), nil
}
