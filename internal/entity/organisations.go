package entity

import "strings"

// organisation gives the end of an organisation's name that begins at i: capitals up to a word such as Ltd, or with a word
// such as University in it.
func organisation(list []token, i int) int {
	end, body, capitals, of := 0, false, 0, false
	if list[i].text == "The" {
		return 0
	}
	if list[i].is(institution) {
		body = true
	}
	for j := i; j < len(list) && j < i+9; j++ {
		w := &list[j]
		if j > i && apart(&list[j-1], w) && !(list[j-1].comma && w.is(suffix)) {
			break
		}
		switch {
		case company(list, j) && j > i:
			if end = j + 1; j+1 < len(list) && company(list, j+1) && !apart(w, &list[j+1]) {
				end++
			}
			return holding(list, end)
		case w.capital && w.is(common) && (body || j == i) && !w.is(institution) && !(of && closes(list, j)):
			return end // "Company Overview" is a heading, the Department of Commerce none
		case w.capital:
			capitals++
			if w.is(institution) {
				body = true
			}
			if body && capitals > 1 {
				end = j + 1
			}
		case w.is(join) && j > i && j+1 < len(list) && (list[j+1].capital || list[j+1].is(join)):
			if !body && w.text != "of" && w.text != "&" && w.text != "and" {
				return end
			}
			next := j + 1
			if list[next].text == "the" && next+1 < len(list) {
				next++
			}
			if w.text == "and" && end > 0 && next == j+1 && list[next].is(institution) && closes(list, next) {
				return next + 1 // Acme College and Hospital
			}
			if w.text == "and" && (end > 0 && bodyAhead(list, next, of && next == j+1) || !body && j == i+2 && list[i].is(given) && !list[i+1].is(word)) {
				return end // another one, and Mary Jones and Acme Ltd
			}
			of = of || w.text == "of" || w.text == "for"
		default:
			return end
		}
	}
	return end
}

// company reports whether a word marks the words before it as a company. Two letters before a word with a capital are another name: Acme
// Square, AB Road. In a text of capitals alone "AS" and "SE" are other words.
func company(list []token, j int) bool {
	w := &list[j]
	if !w.is(suffix) {
		return false
	}
	if len(w.text) > 2 || j+1 == len(list) || apart(w, &list[j+1]) || list[j+1].is(suffix) {
		return true
	}
	return !list[j+1].capital
}

// holding gives the end of a company's name that goes on behind a word such as Group: Acme Group Holding Limited.
func holding(list []token, end int) int {
	for j := end; j < len(list) && j < end+2 && list[j].capital && !apart(&list[j-1], &list[j]); j++ {
		if company(list, j) || list[j].is(institution) {
			return j + 1
		}
	}
	return end
}

// closes reports whether the capitals end with the word at j: that of the Office of Public Policy, not of the Bank of Norway Home Page.
func closes(list []token, j int) bool {
	return j+1 == len(list) || !list[j+1].capital || apart(&list[j], &list[j+1])
}

// body reports whether the capitals from i to end name an organisation, and not a heading or a kind of department: Card Services, Head
// Office. A word that is in many names needs one of three beside it: a word that is no common noun, its "of", or its letters in parentheses
// behind it.
func body(t string, list []token, i, end int) bool {
	if i > 0 && list[i-1].is(some) && !list[end-1].is(suffix) || end < len(list) && strings.HasPrefix(list[end].text, "segment") {
		return false // a Rabbi Trust
	}
	proper, strong := false, false
	for j := i; j < end; j++ {
		w := &list[j]
		switch {
		case w.is(institution) && !w.is(weak) || w.is(suffix) && j > i && (len(w.text) > 3 || !loud(w)):
			strong = true
		case w.is(institution), !w.capital:
		case !w.is(word|common) && len(w.text) > 2 || w.initial && w.stop:
			proper = true
		}
		if j > i && j+1 < end && (w.text == "of" || w.text == "for") && list[j-1].is(institution) {
			strong = true
		}
	}
	last := &list[end-1]
	if behind(list, i, end) > 1 {
		return false // Center Check-in Touch
	}
	if strings.HasPrefix(t[last.end:], ":") && end == i+2 && last.is(institution) && !last.is(suffix) {
		return false // the label of a field
	}
	if list[i].is(institution) && end == i+2 && last.is(word|common) && !last.is(institution) {
		return false // Bank Statements
	}
	return strong || proper || shortened(t, list, i, end)
}

// behind counts the words behind the last one such as University, which do not name its field.
func behind(list []token, i, end int) (n int) {
	for j := end - 1; j > i; j-- {
		if list[j].is(institution|suffix) || !list[j].capital {
			break
		}
		if n++; !list[j].is(word | common) {
			return 0
		}
	}
	return n
}

// shortened reports whether the first letters of the words stand in parentheses behind them: Acquisition Services Fund (ASF).
func shortened(t string, list []token, i, end int) bool {
	rest, ok := strings.CutPrefix(t[list[end-1].end:], " (")
	if !ok {
		return false
	}
	for j := i; j < end; j++ {
		if !list[j].capital {
			continue
		}
		if rest == "" || rest[0] != list[j].text[0] {
			return false
		}
		rest = rest[1:]
	}
	return strings.HasPrefix(rest, ")")
}

// inner gives the end of an organisation's name without the words behind it: of Acme Bank in Acme Bank Website, and of Mercy Hospital in
// Mercy Hospital Mill Road. Hospital Road names none.
func inner(t string, list []token, i, to int) int {
	if last := &list[to-1]; to > i+2 && strings.HasPrefix(t[last.end:], ":") && plain(last) && !last.is(institution) && list[to-2].is(institution) {
		return to - 1 // the label of the next field
	}
	if !list[to-1].is(outer) {
		return to
	}
	for k := to - 2; k > i; k-- {
		if list[k].is(institution) {
			if list[k+1].is(way) {
				return i
			}
			return k + 1
		}
	}
	return i
}

// bodyAhead reports whether the capitals from i on name an organisation by themselves; within another one's "of", only a certain word
// tells.
func bodyAhead(list []token, i int, of bool) bool {
	for j := i; j < len(list) && list[j].capital && (j == i || !apart(&list[j-1], &list[j])); j++ {
		if list[j].is(institution) && !(of && list[j].is(weak)) || list[j].is(suffix) {
			return true
		}
	}
	return false
}
