package entity

import "strings"

// The rules look at text byte by byte: an expression takes thirty times as long. A test compares what they find with what
// expressions find. As in an expression, \b is a border of ASCII words and \s is ASCII space.

// figures are digits side by side, with none before or behind.
type figures struct{ start, end int }

func (g figures) len() int { return g.end - g.start }

// of gives the digits themselves.
func (g figures) of(t string) string { return t[g.start:g.end] }

// around is how far from a sign of its kind an entity may reach.
const around = 64

// A window is the part of a text around the signs of an entity; text further away has no part in the entity.
type window struct {
	text  string
	start int       // the offset of text in the whole text
	all   []figures // of the text, by their places in it; nil if the signs are others
}

// widen gives the window around signs from start to end: words are not cut, as far as they are such.
func widen(t string, start, end int) window {
	start, end = max(0, start-around), min(len(t), end+around)
	for n := 0; start > 0 && n < around && t[start-1] > ' '; n++ {
		start--
	}
	for n := 0; end < len(t) && n < around && t[end] > ' '; n++ {
		end++
	}
	return window{text: t[start:end], start: start}
}

// windows adds to list the windows around the figures of a text, which it adds to all.
func windows(t string, list []window, all []figures) ([]window, []figures) {
	first, start, end := len(all), 0, 0
	flush := func() {
		if first == len(all) {
			return
		}
		w := widen(t, start, end)
		w.all = all[first:]
		for i := range w.all {
			w.all[i].start -= w.start
			w.all[i].end -= w.start
		}
		list = append(list, w)
		first = len(all)
	}
	for i := 0; i < len(t); i++ {
		if !isDigit(t[i]) {
			continue
		}
		g := figures{i, digits(t, i)}
		if i >= end+2*around {
			flush()
		}
		if first == len(all) {
			start = i
		}
		all = append(all, g)
		i, end = g.end, g.end
	}
	flush()
	return list, all
}

// ats adds to list the windows around the @ of a text.
func ats(t string, list []window) []window {
	for i := strings.IndexByte(t, '@'); i >= 0 && i < len(t); {
		start, end := i, i+1
		next := strings.IndexByte(t[end:], '@')
		for next >= 0 && next < 2*around {
			end += next + 1
			next = strings.IndexByte(t[end:], '@')
		}
		list = append(list, widen(t, start, end))
		if next < 0 {
			break
		}
		i = end + next
	}
	return list
}

// allFigures adds the figures of a text to all.
func allFigures(t string, all []figures) []figures {
	for i := 0; i < len(t); i++ {
		if isDigit(t[i]) {
			g := figures{i, digits(t, i)}
			all = append(all, g)
			i = g.end
		}
	}
	return all
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

// isSpace is \s.
func isSpace(b byte) bool { return b == ' ' || b == '\n' || b == '\t' || b == '\r' || b == '\f' }

// isWord is \w.
func isWord(b byte) bool { return isDigit(b) || b|0x20 >= 'a' && b|0x20 <= 'z' || b == '_' }

// wordEnds reports whether no letter, digit or low line stands at i.
func wordEnds(t string, i int) bool { return i == len(t) || !isWord(t[i]) }

// wordBegins reports whether none stands before i.
func wordBegins(t string, i int) bool { return i == 0 || !isWord(t[i-1]) }

// border is \b.
func border(t string, i int) bool { return wordBegins(t, i) != wordEnds(t, i) }

// digits gives the end of the digits that begin at i.
func digits(t string, i int) int {
	for i < len(t) && isDigit(t[i]) {
		i++
	}
	return i
}

// spaces gives the end of the space that begins at i.
func spaces(t string, i int) int {
	for i < len(t) && isSpace(t[i]) {
		i++
	}
	return i
}

// space gives the end of the one space that may stand at i.
func space(t string, i int) int {
	if i < len(t) && isSpace(t[i]) {
		return i + 1
	}
	return i
}

// group gives the end of three digits that stand behind a separator of thousands at i; i if none do.
func group(t string, i int) int {
	if i == len(t) {
		return i
	}
	n := 0
	switch t[i] {
	case '.', ',', '\'', ' ':
		n = 1
	case "\u00a0"[0]:
		if strings.HasPrefix(t[i:], "\u00a0") {
			n = 2
		}
	case "\u202f"[0]:
		if strings.HasPrefix(t[i:], "\u202f") {
			n = 3
		}
	}
	if n == 0 || i+n+3 > len(t) || !isDigit(t[i+n]) || !isDigit(t[i+n+1]) || !isDigit(t[i+n+2]) {
		return i
	}
	return i + n + 3
}

// decimals gives the end of the decimals that stand behind their mark at i; i if none do.
func decimals(t string, i int) int {
	if i+1 < len(t) && (t[i] == '.' || t[i] == ',') && isDigit(t[i+1]) {
		return digits(t, i+1)
	}
	return i
}

// numberAt gives the end of the number that begins at i: digits, groups of three, decimals.
func numberAt(t string, i int) int {
	i = digits(t, i)
	for {
		next := group(t, i)
		if next == i {
			return decimals(t, i)
		}
		i = next
	}
}
