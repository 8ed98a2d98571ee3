package agree

import "slices"

// A pole is a word that has an opposite.
type pole struct {
	at      int
	concept int
	sign    int
	focus   map[string]bool // stems of its subject
	text    string          // as written, with what denies it
	denies  bool            // it says no, by itself or because it is denied
}

// A denial is a word that denies what stands beside it and no pole.
type denial struct {
	at     int
	focus  map[string]bool
	beside map[string]bool
}

// The reach of a word that denies, and the distance of a pole from its subject, in tokens.
const (
	reach = 4
	near  = 5
)

// polarity finds the poles and denials of the sentence. What denies a pole turns it round.
func (r *reading) polarity() {
	if r.asks {
		return
	}
	used := map[int]bool{} // denials that turned a pole
	for i := range r.tokens {
		t := &r.tokens[i]
		if r.bounds(i) {
			continue
		}
		for _, s := range t.senses {
			if s.kind != "opposite" {
				continue
			}
			p := pole{at: i, concept: s.concept, sign: s.sign, focus: r.beside(i), text: r.phrase(i)}
			if j := r.denier(i); j >= 0 && !t.is("deny") {
				p.sign, used[j] = -p.sign, true
				p.denies = p.sign < 0
				p.text = r.tokens[j].text + " " + p.text
			} else if s.family == "no" && s.sign < 0 && (!t.is("modal") || i+1 < len(r.tokens) && r.tokens[i+1].within) {
				p.denies = true
			}
			r.poles = append(r.poles, p)
		}
	}
	for i := range r.tokens {
		if t := &r.tokens[i]; t.is("deny") && !used[i] && !t.within && !r.replies(i) {
			r.denials = append(r.denials, denial{i, r.focus(i), r.beside(i)})
		}
	}
}

// phrase is the words of the phrase that begins at a token.
func (r *reading) phrase(i int) string {
	end := i + 1
	for end < len(r.tokens) && r.tokens[end].within && !r.tokens[i].number {
		end++
	}
	return r.written(i, end)
}

// replies reports whether a token is the no before an answer: "No, it is free".
func (r *reading) replies(i int) bool {
	return i+1 < len(r.tokens) && r.tokens[i+1].text == "," && (i == 0 || r.tokens[i-1].mark)
}

// bounds reports whether a token belongs to what bounds an amount, such as "more than".
func (r *reading) bounds(i int) bool {
	for j := i; j >= 0 && j >= i-3; j-- {
		if r.tokens[j].is("bound") && (j == i || r.tokens[i].within) {
			for _, a := range r.amounts {
				if a.bound != 0 && (a.at > j && a.at <= j+5 || a.end <= j && a.end > j-4) {
					return true
				}
			}
		}
	}
	return false
}

// denier is the token that denies the pole at i; -1 for none.
func (r *reading) denier(i int) int {
	for j := i - 1; j >= 0 && j >= i-reach && r.tokens[j].clause == r.tokens[i].clause; j-- {
		if r.tokens[j].is("deny") && !r.tokens[j].within {
			return j
		}
		o := r.tokens[j].sense("opposite")
		if o != nil && !slices.ContainsFunc(r.tokens[i].senses, func(s sense) bool { return s.concept == o.concept }) {
			break // what denies stands before that
		}
	}
	if r.lang == "en" {
		if j := i + 1; j < len(r.tokens) && r.tokens[j].word == "not" && !r.tokens[j].within {
			return j
		}
		return -1
	}
	for j := i + 1; j < len(r.tokens) && j <= i+reach && r.tokens[j].clause == r.tokens[i].clause; j++ {
		if r.tokens[j].is("deny") && !r.tokens[j].within {
			return j
		}
	}
	return -1
}

// beside is the stems of what stands next to a pole in its clause: behind a verb that needs another that verb alone.
func (r *reading) beside(i int) map[string]bool {
	stems := map[string]bool{}
	for _, step := range []int{1, -1} {
		n := 0
		for j := i + step; j >= 0 && j < len(r.tokens) && n < besides && r.tokens[j].clause == r.tokens[i].clause; j += step {
			t := &r.tokens[j]
			if r.tokens[i].is("modal") && (step < 0 || n == 1) {
				break
			}
			if r.tells(t) && !t.is("deny") {
				stems[t.stem] = true
				n++
			}
		}
	}
	return stems
}

// besides is how many words on either side a pole is said of.
const besides = 2

// focus is the stems of what stands around a token in its clause.
func (r *reading) focus(i int) map[string]bool {
	stems := map[string]bool{}
	for _, step := range []int{1, -1} {
		n := 0
		for j := i + step; j >= 0 && j < len(r.tokens) && r.tokens[j].clause == r.tokens[i].clause && n < near; j += step {
			t := &r.tokens[j]
			if t.number {
				stems[t.stem] = true
			}
			if r.tells(t) && !t.is("deny") {
				stems[t.stem] = true
				n++
			}
		}
	}
	return stems
}
