// Package nearest finds the name that a mistyped name was meant to be. It knows only the names it is given: the caller gives the names that
// the asker may know of. It stands beside the vocabulary, left of all that has names.
package nearest

import (
	"iter"
	"strconv"
	"strings"
)

// longest bounds compared names, in characters: nobody mistypes a longer name by hand, and the work grows with its square.
const longest = 200

// Name returns the name that text was most likely meant to be, or "" if none is near. Letter case does not count. A
// third of the letters may be wrong, missing, too many or swapped with their neighbours, at most three of them; a name
// that begins with text is nearer than one that is not near. Of equally near names the first in order wins.
func Name(text string, names iter.Seq[string]) string {
	want := []rune(strings.ToLower(text))
	if len(want) == 0 || len(want) > longest {
		return ""
	}
	best, least := "", bound(len(want))+1
	var m matrix
	for name := range names {
		if name == "" || len(name) > 4*longest {
			continue
		}
		d := m.distance(want, []rune(strings.ToLower(name)), least)
		if d > bound(len(want)) && len(want) >= 3 && strings.HasPrefix(strings.ToLower(name), string(want)) {
			d = bound(len(want))
		}
		if d < least || d == least && best != "" && name < best {
			best, least = name, d
		}
	}
	return best
}

// Hint is "; did you mean "NAME"?" for the end of an error, or "" if no name is near.
func Hint(text string, names iter.Seq[string]) string {
	if name := Name(text, names); name != "" {
		return "; did you mean " + strconv.Quote(name) + "?"
	}
	return ""
}

// bound is how many slips a text of n characters may have.
func bound(n int) int {
	if n <= 1 {
		return 0
	}
	return min(3, (n+2)/3)
}

// A Measure compares texts. The zero Measure is ready; it is for one goroutine.
type Measure struct {
	m    matrix
	a, b []rune // kept, so that comparing one text with many makes no garbage
}

// Distance counts the letters that are wrong, missing, too many or swapped with a neighbour between two texts. More than
// most it may give as any greater number.
func (m *Measure) Distance(a, b string, most int) int {
	m.a, m.b = appendRunes(m.a[:0], a), appendRunes(m.b[:0], b)
	return m.m.distance(m.a, m.b, most)
}

func appendRunes(list []rune, text string) []rune {
	for _, r := range text {
		list = append(list, r)
	}
	return list
}

// A matrix is the last three rows of the table of distances, kept from name to name.
type matrix struct{ before, last, row []int }

// distance counts the letters that are wrong, missing, too many or swapped with a neighbour between two texts. More than
// most it may give as any greater number.
func (m *matrix) distance(a, b []rune, most int) int {
	if d := len(a) - len(b); d > most || -d > most {
		return most + 1
	}
	if cap(m.row) <= len(b) {
		n := len(b) + 1
		m.before, m.last, m.row = make([]int, n), make([]int, n), make([]int, n)
	}
	before, last, row := m.before[:len(b)+1], m.last[:len(b)+1], m.row[:len(b)+1]
	for j := range row {
		row[j] = j
	}
	for i := range a {
		before, last, row = last, row, before
		row[0] = i + 1
		least := row[0]
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			row[j+1] = min(last[j+1]+1, row[j]+1, last[j]+cost)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				row[j+1] = min(row[j+1], before[j-1]+1)
			}
			least = min(least, row[j+1])
		}
		if least > most {
			return most + 1
		}
	}
	return row[len(b)]
}

// An Unknown is the error of a name that nothing has. It carries no other name: the door that reports it adds the nearest name that the
// asker may know of.
type Unknown struct {
	Kind string // such as "tag"
	Name string
}

func (u Unknown) Error() string { return "there is no " + u.Kind + " " + strconv.Quote(u.Name) }
