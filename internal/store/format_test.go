package store

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/chunk"
	spar "github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// The terms of a segment equal a count of them.
func TestTermsOfSegment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom(strings.Fields("leave Leave weeks parental 1,000 A-12 of the der die Häuser 東京都 ß x y z"))
		lang := rapid.SampledFrom([]string{"", "en", "de", "ja"})
		var ps []spar.Passage
		for range rapid.IntRange(0, 8).Draw(t, "passages") {
			p := spar.Passage{
				Kind: rapid.SampledFrom(kinds).Draw(t, "kind"), Lang: lang.Draw(t, "lang"),
				Text:    strings.Join(rapid.SliceOfN(word, 0, 12).Draw(t, "text"), " "),
				Locator: spar.Locator{Heading: strings.Join(rapid.SliceOfN(word, 0, 2).Draw(t, "heading"), " > "), Table: rapid.IntRange(0, 300).Draw(t, "table")},
			}
			end := 0
			for i := range rapid.IntRange(0, 3).Draw(t, "cells") {
				c := spar.Cell{Column: 1 + 2*i, Label: rapid.IntRange(end, len(p.Text)).Draw(t, "label")}
				c.Start = rapid.IntRange(c.Label, len(p.Text)).Draw(t, "start")
				c.End = rapid.IntRange(c.Start, len(p.Text)).Draw(t, "end")
				end = c.End
				p.Cells = append(p.Cells, c)
			}
			end = 0
			for range rapid.IntRange(0, 3).Draw(t, "parts") {
				part := spar.Part{Kind: rapid.SampledFrom(partKinds).Draw(t, "part"), Start: rapid.IntRange(end, len(p.Text)).Draw(t, "begin")}
				part.End = rapid.IntRange(part.Start, len(p.Text)).Draw(t, "to")
				end = part.End
				p.Parts = append(p.Parts, part)
			}
			ps = append(ps, p)
		}
		b, words, err := encode(id("x"), ps, new(chunk.Analyzer))
		if err != nil {
			t.Fatal(err)
		}
		seg, err := newSegment(b, id("x"), func(err error) error { return err })
		if err != nil {
			t.Fatal(err)
		}
		if err := seg.Verify(); err != nil {
			t.Fatal(err)
		}
		want, got := map[string]map[int]int{}, map[string]map[int]int{}
		total := 0
		for i, p := range ps {
			terms := chunk.Terms(p.Ranked(), p.Lang)
			if seg.Length(i) != len(terms) {
				t.Errorf("passage %d has length %d, want %d", i, seg.Length(i), len(terms))
			}
			total += len(terms)
			for _, term := range terms {
				if want[term] == nil {
					want[term] = map[int]int{}
				}
				want[term][i]++
			}
			if p2, err := seg.Passage(i); err != nil || !cmp.Equal(p2, p) {
				t.Errorf("passage %d is %+v, %v; want %+v", i, p2, err, p)
			}
		}
		for term := range want {
			got[term] = map[int]int{}
			p := seg.Lookup(term)
			for i, n := range p.All() {
				got[term][i] = n
			}
			if p.Len() != len(got[term]) || seg.Lookup(term+"\x00").Len() > 0 {
				t.Errorf("%q: %d passages said, %d there", term, p.Len(), len(got[term]))
			}
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("-want +got\n%s", d)
		}
		if seg.Len() != len(ps) || seg.TotalLength() != total || int(words) != total {
			t.Errorf("%d passages, %d words, %d returned; want %d, %d", seg.Len(), seg.TotalLength(), words, len(ps), total)
		}
	})
}

func TestEncodeRefuses(t *testing.T) {
	for _, p := range []spar.Passage{
		{Kind: "poem"},
		{Kind: spar.RowPassage, Locator: spar.Locator{Row: -1}},
		{Kind: spar.RowPassage, Text: "a", Cells: []spar.Cell{{Column: 1, End: 2}}},
		{Kind: spar.RowPassage, Text: "ab", Cells: []spar.Cell{{Column: 1, End: 2}, {Column: 2, Label: 1, Start: 1, End: 2}}},
		{Kind: spar.TextPassage, Locator: spar.Locator{Bytes: spar.Span{Start: 2, End: 1}}},
	} {
		if _, _, err := encode(id("x"), []spar.Passage{p}, new(chunk.Analyzer)); err == nil {
			t.Errorf("%+v was encoded", p)
		}
	}
}

// Whatever a pack holds, reading it ends with a segment or an error. Checksums are corrected, so that the code behind them runs.
func FuzzSegment(f *testing.F) {
	b, _, err := encode(id("x"), text("some text", "more text"), new(chunk.Analyzer))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b)
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) >= headerSize {
			index := int64(binary.LittleEndian.Uint32(b[16:]))
			if index <= int64(len(b)-headerSize) {
				binary.LittleEndian.PutUint32(b[20:], crc32.Checksum(b[headerSize:headerSize+index], crcTable))
			}
			binary.LittleEndian.PutUint32(b[60:], crc32.Checksum(b[:60], crcTable))
		}
		seg, err := newSegment(b, id("x"), func(err error) error { return errors.Join(ErrDamaged, err) })
		if err != nil {
			return
		}
		for i := range min(seg.Len(), 100) {
			if _, err := seg.Passage(i); err != nil && !errors.Is(err, ErrDamaged) {
				t.Fatal(err)
			}
		}
	})
}
