package table

import (
	"slices"
	"strings"
)

// Remarks beside a question: greetings, reasons, purposes. They name no column and no value, and the reader leaves them out.

// requests are the words behind which the question itself begins.
var requests = func() (list [][]string) {
	for _, p := range []string{"tell me", "remind me", "let me have", "let me know", "let me see", "give me", "show me", "send me", "get me", "find me", "say me", "write me", "give us", "tell us", "show us", "asked me", "ask me",
		"need to know", "like to know", "want to know", "love to know", "wants to know", "likes to know", "needs to know", "interested to know", "curious to know", "have to know", "happy to know", "like to see", "want to see", "love to see", "need to see",
		"i need", "i would need", "we need", "i want", "i would like", "i would love", "we would like", "find out", "look up", "pull up", "work out", "figure out", "dig out", "wondering", "wonder", "interested in", "curious", "looking for", "i search", "we search", "so could you", "so can you", "so would you"} {
		list = append(list, tokens(p))
	}
	return list
}()

// openings begin a remark beside the question.
var openings = wordSet("i we my our hi hello hey dear good for before after as since because while when he she they you somebody someone people everybody everyone could can would please quick just ok okay so well now honestly the there it this that let")

// telling are words of sentences about those who talk, and not about the rows.
var telling = wordSet("i me my mine we us our you your somebody someone boss please thanks thank cheers sorry know hope it that enough fine")

// limiting words show that a sentence adds to the question.
var limiting = wordSet("only exclude excluding without except but unless including include limit restrict count not those")

// purposes are things that people ask a question for.
var purposes = wordSet(`report meeting chart charts presentation slide slides deck review round talk talks board budget memo newsletter dashboard audit analysis planning party card list survey study call interview conversation records file files letter email mail speech summary overview
	form forms paper papers minutes protocol brochure plan plans invitation invitations statistics statistic certificate application tender auditor auditors insurer insurers file agenda article press release website page
	post poster handout booklet leaflet questionnaire visit reunion lunch dinner event appraisal appraisals negotiation negotiations hearing inspection quiz bet argument homework thesis essay exercise
	yearbook calendar noticeboard board lawyer lawyers accountant accountants bank committee council shareholders investors colleague colleagues wife husband friend visitors
	protocol transcript draft note notes forecast estimate schedule map label labels badge badges index appendix annex footnote table column page slide`)

// plainWords says of the words of a range whether none is of an atom, a number, or a name.
func (r *reader) plainWords(from, to int) bool {
	for i := from; i < to; i++ {
		w := &r.q.words[i]
		if w.isNumber && w.text != "one" || w.capital && !r.isRow(w) {
			return false
		}
		if a := r.atomOver(i); a != nil && !(a.values == nil && a.column == r.key) {
			return false
		}
	}
	return true
}

func (r *reader) atomOver(i int) *atom {
	for k := range r.atoms {
		if a := &r.atoms[k]; a.from <= i && i < a.to {
			return a
		}
	}
	return nil
}

// beside marks the words that stand beside the question.
func (r *reader) beside() []bool {
	out := make([]bool, len(r.q.words))
	mark := func(from, to int) {
		for i := from; i < to; i++ {
			out[i] = true
		}
	}
	left := 0 // sentences that are left
	var parts [][2]int
	for from := 0; from < len(r.q.words); {
		to := from
		for to < len(r.q.words) && r.q.words[to].sentence == r.q.words[from].sentence {
			to++
		}
		parts = append(parts, [2]int{from, to})
		from = to
	}
	asked := len(parts) // sentences up to the last that says more than that names or numbers are wanted
	for asked > 1 && r.keyAlone(parts[asked-1][0], parts[asked-1][1]) {
		asked--
	}
	for n, p := range parts {
		if (left > 0 || n+1 < asked) && (r.aside(p[0], p[1]) || r.keyAlone(p[0], p[1])) {
			mark(p[0], p[1])
			continue
		}
		left++
		if w := r.q.words[p[0]].text; n+1 < len(parts) && cachedSet("i we my hi hello hey he she our somebody someone")[w] && !slices.ContainsFunc(r.q.words[p[0]:p[1]], func(w asking) bool { return w.text == "how" || w.text == "which" || w.text == "what" }) {
			r.unrelated(p[0], p[1], mark) // a statement, behind which the question comes
		}
		from := r.opening(p[0], p[1], mark)
		mark(p[0], from)
		r.purpose(from, p[1], mark)
	}
	return out
}

// aside reports whether a sentence adds nothing to the question.
func (r *reader) aside(from, to int) bool {
	if !r.plainWords(from, to) {
		return false
	}
	short := to-from <= 3
	told, key, form := false, false, false
	heads := slices.ContainsFunc(r.q.words[from:to], func(w asking) bool { return blankWords[w.text] || w.text == "open" || strings.HasSuffix(w.text, "ed") }) // open cases: how many?
	empty := true                                                                                                                                              // no word says anything
	for i := from; i < to; i++ {
		w := &r.q.words[i]
		if w.text == "how" || w.text == "many" || w.text == "much" {
			return false
		}
		form = form || r.saysForm(i)
		if limiting[w.text] && !(w.text == "not" && (told || short)) {
			return false
		}
		if whichWords[w.text] && i+1 < to && slices.ContainsFunc(r.q.words[i+1:to], func(w asking) bool { return comparatives[w.text] }) {
			return false // which is higher?
		}
		told = told || telling[w.text]
		empty = empty && (common[w.text] || neutral[w.text] || linking[w.text] || fillers[w.text])
		key = key || r.atomOver(i) != nil
	}
	return told || !form && (short && !heads || empty || key && !heads && to-from <= 8) // Forklift at Hull: number of bookings?
}

// opening gives where the question itself begins in a sentence.
func (r *reader) opening(from, to int, mark func(from, to int)) int {
	if from == to || !openings[r.q.words[from].text] {
		return from
	}
	best := from
	for i := from; i < to; i++ {
		for _, p := range requests {
			if i+len(p) >= to || !slices.EqualFunc(p, r.q.words[i:i+len(p)], func(s string, w asking) bool { return s == w.text }) {
				continue
			}
			if end := i + len(p); r.plainWords(from, end) {
				best = max(best, end)
			} else {
				r.unrelated(from, end, mark)
			}
		}
	}
	for i := best; best > from && i < min(to, best+5); i++ { // asked me over lunch how many
		if cachedSet("how which what who whose where")[r.q.words[i].text] {
			if r.plainWords(best, i) {
				best = i
			}
			break
		}
	}
	if best == from { // hi, so; could you break it down
		for best < to && cachedSet("hi hello hey ok okay so well now honestly quick question please just could can would you dear all team folks quickly kindly")[r.q.words[best].text] && r.atomOver(best) == nil {
			best++
		}
	}
	return best
}

// unrelated marks the words of a statement that name nothing of the table and are no names.
func (r *reader) unrelated(from, to int, mark func(from, to int)) {
	for i := from; i < to; i++ {
		w := &r.q.words[i]
		if r.atomOver(i) == nil && !w.isNumber && !w.capital && !limiting[w.text] && !deny[w.text] && !common[w.text] && !neutral[w.text] && !linking[w.text] && before[w.text] == "" && !r.isRow(w) {
			mark(i, i+1)
		}
	}
}

// purpose marks the purpose of a question: for the pie chart, for my list.
func (r *reader) purpose(from, to int, mark func(from, to int)) {
	for i := from; i+2 < to; i++ {
		if w := r.q.words[i].text; w != "for" && w != "on" && w != "in" || !articles[r.q.words[i+1].text] {
			continue
		}
		for j := i + 2; j < min(to, i+6); j++ {
			if purposes[r.q.words[j].text] {
				if r.plainWords(i, j+1) {
					for i > from && cachedSet("just only merely purely simply")[r.q.words[i-1].text] {
						i--
					}
					mark(i, j+1)
				}
				i = j
				break
			}
		}
	}
}

// withoutStatements leaves out sentences about words or acts of others, where the rest can stand without them: "People keep telling me that
// travel hurts". Sentences with numbers or names stay.
func (q *asked) withoutStatements() (asked, bool) {
	out := asked{text: q.text, key: q.key, both: q.both}
	gone := false
	for from := 0; from < len(q.words); {
		to := from
		for to < len(q.words) && q.words[to].sentence == q.words[from].sentence {
			to++
		}
		about := cachedSet("people somebody someone everybody everyone i we he she my our rumour word they")[q.words[from].text]
		for i := from; i < to; i++ {
			w := &q.words[i]
			about = about && !(w.isNumber || w.capital || whichWords[w.text] || limiting[w.text] || w.text == "how" && i > from+1)
		}
		if about && to-from < len(q.words) {
			gone = true
		} else {
			out.words = append(out.words, q.words[from:to]...)
		}
		from = to
	}
	return out, gone && len(out.words) > 0 && !slices.ContainsFunc(out.words, func(w asking) bool { return cachedSet("they them their he she him her it")[w.text] })
}

// told gives the question without what stands beside it; ok is false where that is nothing.
func (r *reader) told() (asked, bool) {
	out := r.beside()
	if !slices.Contains(out, true) || !slices.Contains(out, false) {
		return *r.q, false
	}
	q := asked{text: r.q.text, both: r.q.both}
	for i, w := range r.q.words {
		if !out[i] {
			q.words = append(q.words, w)
		} else if a := r.atomOver(i); a != nil && a.values == nil && a.column == r.key {
			q.key = true
		} else if r.q.words[i].text == "which" || r.key >= 0 && naming[r.q.words[i].text] && r.hasKeyWord(i) && !r.inAtom(i) {
			q.key = true
		}
	}
	return q, true
}
