package fulltext

import (
	"bytes"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
)

// A verdict is what can be told of a text without making words of it.
type verdict int

const (
	unknown verdict = iota
	yes
	no
)

// quick decides whether a word or phrase of ASCII letters stands in a passage of running text. It is sure of what it decides:
// in ASCII the words of chunk.Running that have letters alone are the longest runs of letters and digits.
func (m *Matcher) quick(e Expr, kind spar.PassageKind, heading, text []byte) verdict {
	if kind != spar.TextPassage || !plainWords(e) {
		return unknown
	}
	found := m.look(e.Words, text)
	for len(heading) > 0 && found != yes {
		var part []byte
		part, heading, _ = bytes.Cut(heading, []byte(" > "))
		switch m.look(e.Words, part) {
		case yes:
			return yes
		case unknown:
			found = unknown
		}
	}
	return found
}

// plainWords reports whether an expression is one of words that look decides about.
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

// look finds words side by side in a text.
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

// apart reports whether a phrase that stands in neither passage i nor the one before it cannot stand over their border: it would
// begin with the last words of the one and go on with the first of the other, which may repeat what the first one ends with.
func (t *text) apart(e Expr, i int) (bool, error) {
	if !plainWords(e) {
		return false, nil
	}
	for side, at := range []int{i - 1, i} {
		kind, _, text, err := t.s.Lent(at)
		if err != nil || kind != spar.TextPassage {
			return err == nil, err
		}
		const most = 80 // bytes, more than a word has
		if side == 0 {
			text = text[max(0, len(text)-most):]
		} else {
			text = text[:min(most, len(text))]
		}
		if ascii := t.m.fold(text); !ascii || bytes.IndexByte(t.m.lower, '\'') >= 0 {
			return false, nil
		}
		word := bytes.TrimFunc(t.m.lower, func(r rune) bool { return !isAlnum(byte(r)) })
		if len(word) == 0 {
			return false, nil
		}
		if side == 0 && !slices.ContainsFunc(e.Words[:len(e.Words)-1], func(w Word) bool { return bytes.HasSuffix(word, []byte(w.Text)) }) ||
			side == 1 && !slices.ContainsFunc(e.Words, func(w Word) bool { return bytes.HasPrefix(word, []byte(w.Text)) }) {
			return true, nil
		}
	}
	return false, nil
}
