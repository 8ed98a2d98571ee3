package fulltext

import (
	"bytes"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A verdict is the result for a text without making its words.
type verdict int

const (
	unknown verdict = iota
	yes
	no
)

// plainWords reports whether an expression is a word or phrase of ASCII letters, which look decides about.
func plainWords(e Expr) bool {
	if e.Near != nil || e.Whole {
		return false
	}
	for i, w := range e.Words {
		if len(w.Text) < 2 || len(w.Text) > 60 || w.Prefix && i < len(e.Words)-1 || strings.ContainsFunc(w.Text, func(r rune) bool { return r < 'a' || r > 'z' }) {
			return false
		}
	}
	return true
}

// lookAbove is look for the headings of a passage.
func (m *Matcher) lookAbove(phrase []Word, headings []byte) verdict {
	found := no
	for len(headings) > 0 {
		var one []byte
		one, headings, _ = bytes.Cut(headings, []byte(" > "))
		switch m.look(phrase, one) {
		case yes:
			return yes
		case unknown:
			found = unknown
		}
	}
	return found
}

// look finds words side by side in a text of ASCII. It is sure of what it decides: there the words of chunk.Running that have
// letters alone are the longest runs of letters and digits. In other text it is sure of what it finds.
func (m *Matcher) look(phrase []Word, text []byte) verdict {
	ascii := m.fold(text)
	lower := m.lower
	result := no
	if !ascii {
		result = unknown // a word may be one after composing its letters
	}
	first := []byte(phrase[0].Text)
	for from := 0; ; {
		at := bytes.Index(lower[from:], first)
		if at < 0 {
			return result
		}
		at += from
		from = at + 1
		if at > 0 && !ends(lower[at-1], ascii) {
			continue
		}
		switch follow(phrase, lower, at, ascii) {
		case yes:
			return yes
		case unknown:
			result = unknown
		}
	}
}

// follow reports whether the words stand side by side from a place on.
func follow(phrase []Word, lower []byte, at int, ascii bool) verdict {
	for i, w := range phrase {
		if i > 0 {
			for at < len(lower) && !isAlnum(lower[at]) {
				if c := lower[at]; c == '\'' || c >= 0x80 { // a letter beside an apostrophe is no word, and here it may be dropped
					return unknown
				}
				at++
			}
		}
		if !bytes.HasPrefix(lower[at:], []byte(w.Text)) {
			return no
		}
		at += len(w.Text)
		if w.Prefix {
			return yes // the last one
		}
		if at < len(lower) && !ends(lower[at], ascii) {
			if lower[at] >= 0x80 {
				return unknown
			}
			return no
		}
	}
	return yes
}

// ends reports whether a word ends before or behind a character. Beside ASCII alone it must be one that nothing else belongs to.
func ends(c byte, ascii bool) bool {
	if ascii {
		return !isAlnum(c)
	}
	switch c {
	case ' ', '\n', '\t', ',', ';', '(', ')', '!', '?', '"':
		return true
	}
	return false
}

func isAlnum(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }

// fold copies a text to m.lower, its ASCII letters in lower case, and reports whether all of it is ASCII.
func (m *Matcher) fold(text []byte) (ascii bool) {
	m.lower = append(m.lower[:0], text...)
	var seen byte
	for i, c := range m.lower {
		seen |= c
		if c-'A' < 26 {
			m.lower[i] = c | 0x20
		}
	}
	return seen < 0x80
}

// A border says of the ends of a passage what a phrase needs that goes on over them.
type border uint8

const (
	known border = 1 << iota // the text is ASCII without apostrophes, and has words
	tail                     // it may end with a word of the phrase that another follows
	head                     // it may begin with a word of the phrase
)

// border tells of the text that look was last asked about.
func (m *Matcher) border(phrase []Word) (b border) {
	from, to := 0, len(m.lower)
	for to > 0 && !isAlnum(m.lower[to-1]) {
		to--
	}
	for from < to && !isAlnum(m.lower[from]) {
		from++
	}
	text := m.lower[from:to]
	if from == to || bytes.IndexByte(m.lower[:from], '\'') >= 0 || bytes.IndexByte(m.lower[max(from, to-80):], '\'') >= 0 || bytes.IndexByte(m.lower[:min(80, to)], '\'') >= 0 {
		return 0
	}
	b = known
	for i, w := range phrase {
		if i < len(phrase)-1 && bytes.HasSuffix(text, []byte(w.Text)) {
			b |= tail
		}
		if bytes.HasPrefix(text, []byte(w.Text)) {
			b |= head
		}
	}
	return b
}

// apart reports whether a phrase that stands in neither passage i nor the one before it cannot stand over their border: it would
// begin with the last words of the one and go on with the first of the other, which may repeat what the first one ends with.
func (t *text) apart(e Expr, i int) (bool, error) {
	for side, need := range [...]border{tail, head} {
		at := i - 1 + side
		b := t.m.borders[at]
		if b == 0 {
			kind, _, text, err := t.s.Lent(at)
			if err != nil || kind != spar.TextPassage {
				return err == nil, err
			}
			if t.m.fold(text) {
				b = t.m.border(e.Words)
			}
			t.m.borders[at] = b
		}
		if b&known != 0 && b&need == 0 {
			return true, nil
		}
	}
	return false, nil
}
