package question

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// compare fills in the sides of a comparison, whose pattern has the groups a and b for them.
func (q *Question) compare(text string, m []int, expr *regexp.Regexp) {
	group := func(name string) string {
		i := expr.SubexpIndex(name)
		if i < 0 || m[2*i] < 0 {
			return ""
		}
		return strings.TrimSpace(text[m[2*i]:m[2*i+1]])
	}
	a, b := strings.Fields(group("a")), strings.Fields(group("b"))
	ownA, ownB := apart(a, b)
	if len(ownA) == 0 || len(ownB) == 0 {
		return
	}
	q.Sides = []string{strings.Join(ownA, " "), strings.Join(ownB, " ")}
	var topic []string // the topic of the comparison
	for i := 2; i+1 < len(m); i += 2 {
		if name := expr.SubexpNames()[i/2]; m[i] >= 0 && name != "a" && name != "b" {
			topic = append(topic, strings.Fields(text[m[i]:m[i+1]])...)
		}
	}
	base, own, other := a, ownA, without(b, ownB)
	if len(b) > len(a) {
		base, own, other = b, ownB, without(a, ownA)
	}
	stands := []string{"that", "those", "one"} // stands for words of the other side
	base = without(base, stands)
	shared := without(append(slices.Clone(topic), append(without(other, append(stands, base...)), without(base, own)...)...), own)
	q.topic = Without(strings.Join(topic, " "), q.Lang) != "" || slices.ContainsFunc(shared, func(w string) bool { return slices.Contains(linking, strings.ToLower(w)) })
	for i, side := range q.Sides {
		text := append(slices.Clone(topic), without(other, append(stands, base...))...)
		for j, w := range base {
			switch {
			case !slices.Contains(own, w):
				text = append(text, w)
			case slices.Index(base, w) == j && w == own[0]:
				text = append(text, side)
			}
		}
		q.sides[i] = strings.Join(text, " ")
		if !strings.Contains(q.sides[i], side) {
			q.sides[i] += " " + side
		}
	}
}

// Side is a comparison's question about one of its sides alone, and whether it asks for anything besides.
func (q Question) Side(i int) (side Question, topic bool) {
	return Question{Text: q.sides[i], Lang: q.Lang, Form: Fact, Content: q.sides[i]}, q.topic
}

// linking are words before the thing itself: "the fee of Rein" is about Rein.
var linking = []string{"of", "for", "in", "at", "with", "under", "by", "from", "von", "bei", "für", "de", "pour", "du", "del", "para"}

// apart gives the words of two sides that tell them apart: figures where both have some, names where both have some, what stands
// behind the last preposition, or else the words that only one has.
func apart(a, b []string) (ownA, ownB []string) {
	onlyA, onlyB := trimmed(without(a, b)), trimmed(without(b, a))
	name := func(w string) bool { return strings.ContainsFunc(w, unicode.IsUpper) }
	for _, kind := range []func(string) bool{
		func(w string) bool { return strings.ContainsFunc(w, unicode.IsDigit) },
		func(w string) bool { return ages[strings.ToLower(w)] },
		name,
	} {
		x, y := those(onlyA, kind), those(onlyB, kind)
		if len(x) > 0 && len(y) > 0 {
			if last := those(behind(onlyA), name); len(last) > 0 && len(last) < len(x) && name(x[0]) { // the one that the last preposition is of
				x = last
			}
			return x, y
		}
	}
	return trimmed(behind(onlyA)), trimmed(behind(onlyB))
}

// ages are words that tell versions apart.
var ages = func() map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq("old new older newer former current previous present earlier later latest first last " +
		"draft final alte alten neue neuen frühere aktuelle ancien ancienne nouveau nouvelle antigua antiguo nueva nuevo") {
		m[w] = true
	}
	return m
}()

func those(words []string, kind func(string) bool) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !kind(w) })
}

// behind are the words behind the last preposition, or all.
func behind(words []string) []string {
	for i := len(words) - 2; i >= 0; i-- {
		if slices.Contains(linking, strings.ToLower(words[i])) {
			return words[i+1:]
		}
	}
	return words
}

// without leaves out words that are among others, whatever their case.
func without(words, others []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool {
		return slices.ContainsFunc(others, func(o string) bool { return strings.EqualFold(w, o) })
	})
}

// trimmed leaves articles and the like out at the begin and at the end.
func trimmed(words []string) []string {
	small := func(w string) bool {
		w = " " + strings.ToLower(w) + " "
		for _, list := range common {
			if strings.Contains(list, w) {
				return true
			}
		}
		return strings.Contains(" of at by one that those our their ", w)
	}
	for len(words) > 1 && small(words[0]) {
		words = words[1:]
	}
	for len(words) > 1 && small(words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}
