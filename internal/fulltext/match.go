package fulltext

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

// A Matcher asks segments for one expression. It is for one goroutine.
type Matcher struct {
	expr     Expr
	analyzer chunk.Analyzer
	stems    map[[2]string]string // of a word in a language
	lower    []byte               // of the text that quick looks at
	counts   []int
	borders  []border // of the passages that find has looked at
}

// NewMatcher makes a matcher.
func NewMatcher(e Expr) *Matcher { return &Matcher{expr: e, stems: map[[2]string]string{}} }

// Matches reports whether the expression holds for a text. An error is one of store.
func (m *Matcher) Matches(s *store.Segment) (ok bool, err error) {
	t, err := m.open(s)
	if err != nil {
		return false, err
	}
	if fault := store.Guard(func() error { ok, err = m.holds(m.expr, t); return nil }); fault != nil {
		return false, s.Damaged(fault)
	}
	return ok, err
}

// Passages gives the passages with a word or phrase of the expression. They mean something only for a text where the expression holds.
func (m *Matcher) Passages(s *store.Segment) (list []int, err error) {
	t, err := m.open(s)
	if err != nil {
		return nil, err
	}
	found := map[int]bool{}
	fault := store.Guard(func() error {
		for _, leaf := range leaves(m.expr) {
			plain := plainWords(leaf)
			for i := range s.Len() {
				if found[i] {
					continue
				}
				ok, e := t.stands(leaf, i, plain)
				if e != nil {
					err = e
					return nil
				}
				found[i] = ok
			}
		}
		return nil
	})
	if fault != nil {
		return nil, s.Damaged(fault)
	}
	for i := range s.Len() {
		if found[i] {
			list = append(list, i)
		}
	}
	return list, err
}

// leaves lists the words, phrases and NEARs that an expression asks for.
func leaves(e Expr) (list []Expr) {
	if e.Words != nil || e.Near != nil {
		return []Expr{e}
	}
	for _, k := range slices.Concat(e.All, e.Any) {
		list = append(list, leaves(k)...)
	}
	return list
}

func (m *Matcher) open(s *store.Segment) (*text, error) {
	return &text{m: m, s: s, read: map[int]*passage{}}, s.Verify()
}

// A text is a segment while an expression is asked of it.
type text struct {
	m    *Matcher
	s    *store.Segment
	read map[int]*passage
}

// A passage is one that was read; its words are made on demand, [0] without identifiers and [1] with them. A "" stands between parts that
// are no running text.
type passage struct {
	spar.Passage
	own  [2][]string
	done [2]bool
}

func (m *Matcher) holds(e Expr, t *text) (bool, error) {
	switch {
	case e.Not != nil:
		ok, err := m.holds(*e.Not, t)
		return !ok, err
	case e.All != nil:
		for _, k := range e.All {
			if ok, err := m.holds(k, t); !ok || err != nil {
				return false, err
			}
		}
		return true, nil
	case e.Any != nil:
		for _, k := range e.Any {
			if ok, err := m.holds(k, t); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	return t.find(e)
}

// find looks for words or phrases: in the passages that have all of their terms, and over the borders of neighbours.
func (t *text) find(e Expr) (bool, error) {
	words := e.Words
	for _, k := range e.Near {
		words = append(words, k.Words...)
	}
	have, seen := t.m.counters(t.s.Len()) // of each passage, how many of the words it may have
	plain := plainWords(e)
	t.m.borders = slices.Grow(t.m.borders[:0], len(have))[:len(have)]
	clear(t.m.borders)
	for n, w := range words {
		some := false
		t.candidates(w, func(i int) {
			if some = true; seen[i] <= n {
				seen[i] = n + 1
				have[i]++
			}
		})
		if !some {
			return false, nil
		}
	}
	for i, n := range have {
		if n < len(words) {
			continue
		}
		if ok, err := t.stands(e, i, plain); ok || err != nil {
			return ok, err
		}
	}
	if len(words) == 1 {
		return false, nil
	}
	for i := 1; i < len(have); i++ {
		if have[i-1] == 0 || have[i] == 0 || have[i-1]+have[i] < len(words) {
			continue
		}
		if plain {
			if apart, err := t.apart(e, i); err != nil {
				return false, err
			} else if apart {
				continue
			}
		}
		joined, err := t.joined(i, e.whole())
		if err != nil {
			return false, err
		}
		if joined != nil && e.in(joined) {
			return true, nil
		}
	}
	return false, nil
}

// counters gives two lists of n zeros.
func (m *Matcher) counters(n int) (have, seen []int) {
	if len(m.counts) < 2*n {
		m.counts = make([]int, 4*n)
	}
	clear(m.counts[:2*n])
	return m.counts[:n], m.counts[n : 2*n]
}

// stands reports whether words, a phrase or a NEAR stand in passage i; plain is whether they are such that look decides about.
func (t *text) stands(e Expr, i int, plain bool) (bool, error) {
	if plain {
		kind, heading, body, err := t.s.Lent(i)
		if err != nil {
			return false, err
		}
		if kind == spar.TextPassage {
			found := t.m.look(e.Words, body)
			if found == no && len(e.Words) > 1 && i < len(t.m.borders) {
				t.m.borders[i] = t.m.border(e.Words)
			}
			if found == no && len(heading) > 0 {
				found = t.m.lookAbove(e.Words, heading)
			}
			if found != unknown {
				return found == yes, nil
			}
		}
	}
	own, err := t.words(i, e.whole())
	return err == nil && e.in(own), err
}

// candidates marks passages, all that may have a word: those with its stem in a language of the text, or for a beginning those
// with a term that may stem from it.
func (t *text) candidates(w Word, mark func(i int)) {
	add := func(p store.Postings) {
		for i := range p.All() {
			mark(i)
		}
	}
	if !w.Prefix {
		for _, lang := range t.s.Languages() {
			key := [2]string{w.Text, lang}
			stem, ok := t.m.stems[key]
			if !ok {
				stem = t.m.analyzer.Stem(w.Text, lang)
				t.m.stems[key] = stem
			}
			add(t.s.Lookup(stem))
		}
		return
	}
	// Stems begin as the word, but in Irish and Arabic, and lose accents.
	if strings.ContainsFunc(w.Text, func(r rune) bool { return r >= utf8.RuneSelf }) || slices.ContainsFunc(t.s.Languages(), func(l string) bool { return l == "ga" || l == "ar" }) {
		for i := range t.s.Len() {
			mark(i)
		}
		return
	}
	for term, p := range t.s.Terms(w.Text[:1]) {
		if like(term, w.Text) {
			add(p)
		}
	}
}

// like reports whether a term may be the stem of a word with that beginning: they are the same as far as both go, but for the
// end of the shorter, where stemmers change letters.
func like(term []byte, begin string) bool {
	const changed = 3
	n := min(len(term), len(begin))
	n = max(0, n-changed)
	return len(term) >= len(begin) && string(term[:len(begin)]) == begin || string(term[:n]) == begin[:n]
}

func (t *text) passage(i int) (*passage, error) {
	if p := t.read[i]; p != nil {
		return p, nil
	}
	got, err := t.s.Passage(i)
	if err != nil {
		return nil, err
	}
	p := &passage{Passage: got}
	if got.Kind == spar.CardPassage { // describes a table in words of its own
		p.Text, p.Locator.Heading = "", ""
	}
	t.read[i] = p
	return p, nil
}

// words gives the words of a passage, those of its headings behind them.
func (t *text) words(i int, whole bool) ([]string, error) {
	p, err := t.passage(i)
	if err != nil {
		return nil, err
	}
	k := 0
	if whole {
		k = 1
	}
	if p.done[k] {
		return p.own[k], nil
	}
	p.done[k] = true
	list := own(p, whole)
	for _, h := range p.Locator.Headings() {
		list = append(append(list, ""), split(h, whole)...)
	}
	p.own[k] = list
	return list, nil
}

// split makes words of a text, with its identifiers or without.
func split(text string, whole bool) []string {
	if whole {
		return chunk.Words(text)
	}
	return chunk.Running(text)
}

// own gives the words of a passage's text. Between the cells of a row stands nothing that could be a word.
func own(p *passage, whole bool) []string {
	if p.Kind != spar.RowPassage {
		return split(p.Text, whole)
	}
	var words []string
	last := 0
	for _, c := range p.Cells {
		for _, part := range []string{p.Text[last:c.Label], p.Text[c.Label:c.Start], p.Text[c.Start:c.End]} {
			words = append(append(words, split(part, whole)...), "")
		}
		last = c.End
	}
	return append(words, split(p.Text[last:], whole)...)
}

// joined gives the words on both sides of the border before passage i, where both are one running text: what the second one
// repeats of the first stands once. It is nil where they are not.
func (t *text) joined(i int, whole bool) ([]string, error) {
	before, err := t.passage(i - 1)
	if err != nil {
		return nil, err
	}
	p, err := t.passage(i)
	if err != nil {
		return nil, err
	}
	if p.Kind != spar.TextPassage || before.Kind != spar.TextPassage || p.Locator.Heading != before.Locator.Heading {
		return nil, nil
	}
	return slices.Concat(split(before.Text, whole), split(p.Text[repeated(&before.Passage, &p.Passage):], whole)), nil
}

// repeated is the length of what a passage repeats of the one before it: whole sentences, as package chunk cuts them.
func repeated(before, p *spar.Passage) int {
	a, b := before.Locator.Bytes, p.Locator.Bytes
	placed := a != spar.Span{} && b != spar.Span{}
	if placed && b.Start >= a.End {
		return 0
	}
	for n := min(len(before.Text), len(p.Text)-1); n > 0; n-- {
		if c := p.Text[n]; c != ' ' && c != '\n' || !strings.HasSuffix(before.Text, p.Text[:n]) {
			continue
		}
		rest := strings.TrimRight(before.Text[:len(before.Text)-n], " \n")
		last, _ := utf8.DecodeLastRuneInString(rest)
		if placed || rest == "" || len(rest) < len(before.Text)-n && !unicode.IsLetter(last) && !unicode.IsNumber(last) && !strings.ContainsRune(",;", last) {
			return n
		}
	}
	return 0
}

// whole reports whether identifiers are looked for.
func (e Expr) whole() bool {
	return e.Whole || slices.ContainsFunc(e.Near, Expr.whole)
}

// in reports whether words, a phrase or a NEAR stand among words.
func (e Expr) in(words []string) bool {
	if e.Words != nil {
		return len(places(e.Words, words, true)) > 0
	}
	// From each place of a phrase the next one is reached, or not.
	reached := places(e.Near[0].Words, words, false)
	last := len(e.Near[0].Words)
	for _, k := range e.Near[1:] {
		n := len(k.Words)
		var next []int
		for _, b := range places(k.Words, words, false) {
			if slices.ContainsFunc(reached, func(a int) bool {
				if a < b {
					return between(words, a+last, b) <= e.Within
				}
				return a > b && between(words, b+n, a) <= e.Within
			}) {
				next = append(next, b)
			}
		}
		reached, last = next, n
	}
	return len(reached) > 0
}

// between counts the words from one place to another; it gives too many across parts that are no running text.
func between(words []string, from, to int) int {
	if from > to {
		return mostNear + 1
	}
	if slices.Contains(words[from:to], "") {
		return mostNear + 1
	}
	return to - from
}

// places gives where a phrase begins; with first, the first place alone.
func places(phrase []Word, words []string, first bool) (list []int) {
	for i := 0; i+len(phrase) <= len(words); i++ {
		ok := true
		for j, w := range phrase {
			if have := words[i+j]; have != w.Text && !(w.Prefix && strings.HasPrefix(have, w.Text)) {
				ok = false
				break
			}
		}
		if ok {
			if list = append(list, i); first {
				break
			}
		}
	}
	return list
}
