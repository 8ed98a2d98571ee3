package index

import (
	"bytes"
	"sort"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// byName asks for the names of candidates.
func (e *evaluation) byName(p scope.Predicate, among *roaring.Bitmap) pair {
	return e.rows(p, among, func(f *spar.File, row int) { f.Share, f.Path = e.share(row), unsafeText(e.s.base.name(row)) })
}

// manyNames is the least part of all files, one in so many, where searching the names of all files for a text is quicker than looking at
// each candidate.
const manyNames = 16

// mayBeCalled is those of the candidates whose names have a text that a glob asks for in any case. All that the glob matches are
// among them.
func (e *evaluation) mayBeCalled(glob string, among *roaring.Bitmap) *roaring.Bitmap {
	if !e.s.thorough && int(among.GetCardinality()) < len(e.s.base.id)/manyNames {
		return among
	}
	any := roaring.New()
	for _, spelt := range scope.Spellings(glob) {
		text := longestLiteral(spelt)
		if len(text) < 2 {
			return among
		}
		any.Or(e.s.base.namesWith(text))
	}
	if len(e.s.any) > 0 { // where the letter case does not count the text may be written in another
		any.Or(e.inAnyCase())
	}
	any.And(among)
	return any
}

// namesWith is the files whose names have a text, byte by byte.
func (b *base) namesWith(text string) *roaring.Bitmap {
	out := roaring.New()
	var ids []uint32
	row := 0
	for at, want := 0, []byte(text); ; {
		i := bytes.Index(b.names[at:], want)
		if i < 0 {
			break
		}
		at += i
		row += sort.Search(len(b.nameEnd)-row, func(n int) bool { return b.nameEnd[row+n] > uint64(at) })
		if end := int(b.nameEnd[row]); at+len(want) <= end {
			ids = append(ids, b.id[row])
			at = end
			continue
		}
		at++ // the end of one name and the beginning of the next
	}
	out.AddMany(ids)
	return out
}

// longestLiteral is the longest text that every name has that a glob matches, as far as that is plain to see; "" for none.
func longestLiteral(glob string) string {
	longest, run := "", strings.Builder{}
	end := func() {
		if run.Len() > len(longest) {
			longest = run.String()
		}
		run.Reset()
	}
	for i := 0; i < len(glob); i++ {
		switch glob[i] {
		case '[', '{': // what follows may be one of several
			end()
			return longest
		case '*', '?':
			end()
		case '\\':
			if i++; i < len(glob) {
				run.WriteByte(glob[i])
			}
		default:
			run.WriteByte(glob[i])
		}
	}
	end()
	return longest
}
