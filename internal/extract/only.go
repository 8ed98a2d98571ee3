package extract

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// RowFilter says which rows of tables are handed on: the rows of a place, the rows that have a word, or both. The zero RowFilter keeps all.
type RowFilter struct {
	Sheet    string // of the rows; "" for any
	Table    int    // of the rows, 0 for any
	From, To int    // the first and the last row, by their numbers in the locators; To ends the reading, 0 for none

	// Words are beginnings of words, in lower case; a row must have at least one. A word of figures alone must match a whole word.
	Words []string
	Most  int // rows that are handed on; the reading ends behind the last one. 0 for all
}

// errRows ends a reading when no more rows are wanted.
var errRows = errors.New("the rows that were wanted are told")

// A rowFilter is a RowFilter at work.
type rowFilter struct {
	RowFilter
	words [][]byte
	exact bool // a word has letters beyond ASCII, whose lower case takes longer to make
	given int
	low   []byte
}

func newRowFilter(f *RowFilter) *rowFilter {
	if f == nil {
		return nil
	}
	out := &rowFilter{RowFilter: *f}
	for _, w := range f.Words {
		out.words = append(out.words, []byte(w))
		out.exact = out.exact || strings.ContainsFunc(w, func(r rune) bool { return r >= utf8.RuneSelf })
	}
	return out
}

// keeps reports whether a row is wanted. The error is errRows behind the last one.
func (f *rowFilter) keeps(at spar.Locator, cells []string) (bool, error) {
	if f.Sheet != "" && at.Sheet != f.Sheet || f.Table > 0 && at.Table != f.Table || at.Row < f.From {
		return false, nil
	}
	if f.To > 0 && at.Row > f.To {
		return false, errRows
	}
	if len(f.Words) > 0 {
		has := false
		for _, c := range cells {
			has = has || c != "" && f.has(c)
		}
		if !has {
			return false, nil
		}
	}
	if f.Most > 0 && f.given >= f.Most {
		return false, errRows
	}
	f.given++
	return true, nil
}

// has reports whether a word stands in a text.
func (f *rowFilter) has(text string) bool {
	if f.exact {
		f.low = append(f.low[:0], strings.ToLower(text)...)
	} else {
		f.low = append(f.low[:0], text...)
		for i, b := range f.low {
			if 'A' <= b && b <= 'Z' {
				f.low[i] = b + 'a' - 'A'
			}
		}
	}
	for _, w := range f.words {
		for at := 0; at < len(f.low); {
			i := bytes.Index(f.low[at:], w)
			if i < 0 {
				break
			}
			i += at
			at = i + 1
			if i > 0 && ofWord(f.low[i-1]) {
				continue
			}
			if end := i + len(w); end == len(f.low) || !ofWord(f.low[end]) || len(bytes.Trim(w, "0123456789")) > 0 {
				return true
			}
		}
	}
	return false
}

// ofWord reports whether a byte, in lower case, is a letter, a figure, or a part of a character beyond ASCII.
func ofWord(b byte) bool { return 'a' <= b && b <= 'z' || '0' <= b && b <= '9' || b >= utf8.RuneSelf }
