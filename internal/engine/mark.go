package engine

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/unicode/norm"
)

// How much of a text was found on a page.
const (
	MarkedWhole = "whole"
	MarkedPart  = "part" // the rest stands on another page, or is set in another way
	MarkedNone  = "none"
)

// The letters of a piece of text that must agree before it is marked: fewer stand on a page by chance.
const (
	enoughLetters = 24 // of a line that is found only in part
	fewLetters    = 6  // of a line that comes several times
)

// The bounds of the search on a page. Pages that people read need a small part of it. A page made to be slow is not searched to its end.
const (
	mostSearched = 256 << 20 // bytes of text
	eachMet      = 64        // bytes that each possible place of a piece costs
	linesBack    = 500       // lines that may hold the next word
)

// A marker finds texts on a page by their letters and digits, because the page and the text read from it differ in blanks, hyphens and
// signs.
type marker struct {
	words  []extract.Word
	text   string // letters of all words
	starts []int  // where in text each word begins, and the end
	marked []bool
	from   int // where the last piece that was found ends
	left   int // of mostSearched
	inRows [][]int
}

func newMarker(words []extract.Word) *marker {
	m := &marker{words: words, starts: make([]int, 0, len(words)+1), marked: make([]bool, len(words)), left: mostSearched}
	var b strings.Builder
	for _, w := range words {
		m.starts = append(m.starts, b.Len())
		b.WriteString(letters(w.Text))
	}
	m.starts = append(m.starts, b.Len())
	m.text = b.String()
	return m
}

// letters are the letters and digits of a text, small and without accents.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKD.String(text))
}

// Mark finds passages on a page. It returns a box for each line found, and says whether it found all, a part, or nothing. It marks only
// what it is sure of.
func Mark(words []extract.Word, passages []spar.Passage) (boxes [][4]float32, found string) {
	m := newMarker(words)
	sought, got := 0, 0
	for _, p := range passages {
		if p.Kind == spar.RowPassage && len(p.Cells) > 0 {
			n, of := m.row(p)
			sought, got = sought+of, got+n
			continue
		}
		for line := range strings.SplitSeq(p.Text, "\n") {
			if q := letters(line); q != "" {
				sought += len(q)
				got += m.line(q)
			}
		}
	}
	switch {
	case got == 0:
		return nil, MarkedNone
	case got < sought:
		return m.boxes(), MarkedPart
	}
	return m.boxes(), MarkedWhole
}

// line marks a line of a text and gives how many of its letters were found.
func (m *marker) line(q string) int {
	if at, ok := m.find(q); ok {
		m.mark(at, at+len(q))
		return len(q)
	}
	if len(q) < 2*enoughLetters {
		return 0
	}
	// The begin may end a page, or the end begin one; between them a footer or a note may stand.
	got := 0
	head := q[:cut(q, enoughLetters)]
	if at, ok := m.find(head); ok {
		n := len(head)
		for n < len(q) && at+n < len(m.text) && q[n] == m.text[at+n] {
			n++
		}
		m.mark(at, at+n)
		got = n
	}
	tail := q[cut(q, len(q)-enoughLetters):]
	if at, ok := m.find(tail); ok && got < len(q) {
		n := len(tail)
		for n < len(q)-got && at > 0 && q[len(q)-n-1] == m.text[at-1] {
			n, at = n+1, at-1
		}
		m.mark(at, at+n)
		got += n
	}
	return min(got, len(q))
}

// cut moves n to the begin of a character.
func cut(s string, n int) int {
	for n > 0 && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// find returns where a piece stands: right behind the last one found, or else its only place. It does not find a short piece that comes
// several times, unless it comes next.
func (m *marker) find(q string) (int, bool) {
	if strings.HasPrefix(m.text[m.from:], q) && m.from > 0 {
		return m.from, true
	}
	first := m.index(q, 0)
	if first < 0 {
		return 0, false
	}
	second := m.index(q, first+1)
	if second < 0 {
		return first, m.left > 0
	}
	if m.from > 0 && len(q) >= fewLetters {
		if next := m.index(q, m.from); next >= 0 {
			return next, true
		}
	}
	return 0, false
}

// index returns where a piece next stands from a place on. It must begin and end with a word, or with a part of a long word: the 1 of 21 is
// not a 1.
func (m *marker) index(q string, from int) int {
	for from <= len(m.text) && m.left > 0 {
		i := strings.Index(m.text[from:], q)
		if i < 0 {
			m.left -= len(m.text) - from + eachMet
			return -1
		}
		m.left -= i + eachMet
		at := from + i
		if len(q) >= enoughLetters || m.edge(at) && m.edge(at+len(q)) {
			return at
		}
		from = at + 1
	}
	return -1
}

// edge reports whether a word begins or ends at a place.
func (m *marker) edge(at int) bool {
	lo, hi := 0, len(m.starts)
	for lo < hi {
		if mid := (lo + hi) / 2; m.starts[mid] < at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo < len(m.starts) && m.starts[lo] == at
}

// mark marks the words from a place to another.
func (m *marker) mark(from, to int) {
	m.from = to
	m.left -= len(m.words)
	for i := range m.words {
		if m.starts[i] < to && m.starts[i+1] > from {
			m.marked[i] = true
		}
	}
}

// row marks a row of a table. It marks the cells where they follow each other, or else the only line of the page that has all of them in
// their order.
func (m *marker) row(p spar.Passage) (got, of int) {
	var cells []string
	for _, c := range p.Cells {
		if q := letters(p.Text[c.Start:c.End]); q != "" {
			cells = append(cells, q)
			of += len(q)
		}
	}
	if len(cells) == 0 {
		return 0, 0
	}
	if at, ok := m.find(strings.Join(cells, "")); ok {
		m.mark(at, at+of)
		return of, of
	}
	line := -1
	if m.inRows == nil {
		m.inRows = m.lines()
	}
	all := m.inRows
	for i, words := range all {
		if m.left <= 0 {
			return 0, of
		}
		if m.holds(words, cells) {
			if line >= 0 {
				return 0, of // it may be either
			}
			line = i
		}
	}
	if line < 0 {
		return 0, of
	}
	for _, w := range all[line] {
		m.marked[w] = true
	}
	return of, of
}

// holds reports whether cells stand in a line in their order, each from the begin of a word to the end of one.
func (m *marker) holds(words []int, cells []string) bool {
	at := 0
next:
	for _, cell := range cells {
		for ; at < len(words); at++ {
			m.left--
			text := ""
			for end := at; end < len(words) && len(text) < len(cell); end++ {
				if text += m.text[m.starts[words[end]]:m.starts[words[end]+1]]; text == cell {
					at = end + 1
					continue next
				}
			}
		}
		return false
	}
	return true
}

// lines returns the numbers of the page's words, line by line. It leaves out words without letters.
func (m *marker) lines() (list [][]int) {
	for i, w := range m.words {
		if m.starts[i] == m.starts[i+1] {
			continue
		}
		placed := false
		for j := len(list) - 1; j >= max(0, len(list)-linesBack) && !placed; j-- {
			if sameLine(m.words[list[j][0]].Box, w.Box) {
				list[j] = append(list[j], i)
				placed = true
			}
		}
		if !placed {
			list = append(list, []int{i})
		}
	}
	return list
}

// sameLine reports whether two boxes share more than half of the height of the lower one.
func sameLine(a, b [4]float32) bool {
	return min(a[3], b[3])-max(a[1], b[1]) > min(a[3]-a[1], b[3]-b[1])/2
}

// boxes joins the marked words that follow one another in a line.
func (m *marker) boxes() (list [][4]float32) {
	last := -2
	for i, w := range m.words {
		if !m.marked[i] || w.Box == [4]float32{} {
			continue
		}
		if n := len(list); i == last+1 && n > 0 && sameLine(list[n-1], w.Box) && w.Box[0] >= list[n-1][0] {
			b := &list[n-1]
			*b = [4]float32{min(b[0], w.Box[0]), min(b[1], w.Box[1]), max(b[2], w.Box[2]), max(b[3], w.Box[3])}
		} else {
			list = append(list, w.Box)
		}
		last = i
	}
	return list
}
