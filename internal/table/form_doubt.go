package table

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// beyond reports whether the question has words that no form here heeds: of the order of rows, of likeness, of only one.
func (f *former) beyond() bool {
	if f.asksWhether() && !f.asksAny() && f.all() < 0 && !(f.has("or than") && f.comparing()) && !slices.ContainsFunc(f.conds, func(c said) bool { return c.key }) {
		return true
	}
	return f.beyondWord() != ""
}

// beyondForms are words of the order of rows, of likeness, of only one.
var beyondForms = wordSet("next previous previously before after following followed preceding preceded prior first last final initial only same other another both but neither nor consecutive row below above until since ever so just")

// beyondWord gives the word that no form here heeds; "" for none.
func (f *former) beyondWord() string {
	for i, w := range f.q.words {
		if f.inAtom(i) || f.inBound(i) || f.used[i] {
			continue
		}
		if a := f.atomAt(i + 1); a != nil && a.values == nil && slices.Contains(tokens(camel(f.t.Columns[a.column].Label)), w.text) {
			continue // since the last promotion
		}
		if w.text == "before" && i == len(f.q.words)-1 || w.text == "but" && f.near(i) || w.text == "since" && slices.ContainsFunc(f.cols, func(a atom) bool {
			return a.full && slices.Contains(tokens(camel(f.t.Columns[a.column].Label)), w.text)
		}) {
			continue
		}
		if w.text == "both" && len(f.cols) > 1 && f.joinedBy("and", f.cols[0].to, f.cols[1].from) && f.cols[0].from > i {
			continue // both the role and the level
		}
		if w.text == "only" && (f.condAt(i-1) || f.condAt(i+1) || f.inAtom(i-1)) {
			continue
		}
		if w.text == "ever" && (f.asksAny() || f.asksWhether()) {
			continue
		}
		if beyondForms[w.text] || deny[w.text] {
			return w.text
		}
	}
	return ""
}

// near reports whether conditions stand before and behind a word.
func (f *former) near(i int) bool {
	left, right := false, false
	for _, c := range f.conds {
		left, right = left || c.to <= i && i-c.to <= 3, right || c.from > i && c.from-i <= 5
	}
	return left && right
}

// condAt reports whether a word is one of a condition.
func (f *former) condAt(i int) bool {
	return slices.ContainsFunc(f.conds, func(c said) bool { return c.from <= i && i < c.to })
}

// doubtful gives a part of the question that no plan can express: rows that fit one of several conditions, or more than an average; "" for
// none.
func (f *former) doubtful() string {
	for i, w := range f.q.words {
		if f.inAtom(i) || f.inBound(i) {
			continue
		}
		switch w.text {
		case "or":
			if i > 0 && i+1 < len(f.q.words) && whichWords[f.q.words[i-1].text] && whichWords[f.q.words[i+1].text] {
				continue // who or what
			}
			if len(f.alternates) == 0 && !f.alternatives(i) {
				return "it is not clear between what the question leaves a choice by \"or\""
			}
		case "average", "mean", "median", "typical", "usual":
			j := i - 1
			for j > 0 && cachedSet("the an a its their overall")[f.q.words[j].text] {
				j--
			}
			if j >= 0 && cachedSet("than above below over under beyond exceed exceeds exceeding beat beats")[f.q.words[j].text] || j > 0 && comparing[f.q.words[j-1].text] && cachedSet("with to against")[f.q.words[j].text] {
				return "rows are not compared with the " + w.text + " of all"
			}
		}
	}
	return ""
}

// alternatives reports whether an "or" joins two values of one column, so that either is enough.
func (f *former) alternatives(at int) bool {
	var left, right *said
	for i := range f.conds {
		c := &f.conds[i]
		if c.to <= at {
			left = c
		}
		if c.from > at && right == nil {
			right = c
		}
	}
	value := func(c *said) bool {
		return len(c.cond) == 1 && !c.negative && (c.cond[0].Op == "=" || c.cond[0].Op == "in")
	}
	for _, a := range f.conds { // more divorced women or divorced men
		for _, b := range f.conds {
			if a.to <= at && b.from > at && b.from <= at+4 && a.column == b.column && value(&a) && value(&b) && a.cond[0].String() != b.cond[0].String() {
				return true
			}
			if a.to <= at && b.from > at && b.from <= at+3 && a.column == b.column && a.negative && b.negative {
				return true
			}
		}
	}
	return left != nil && right != nil && left.column == right.column && value(left) && value(right)
}

// noFigures says why a sum or an average that is asked of a column of texts is not computed: its cells are no numbers of one unit, such as "on
// request" or prices in several currencies. "" where none is asked, or the cells are words.
func (f *former) noFigures() string {
	if f.counting() || f.averaging() == "" && !f.has("sum total totals combined altogether aggregate aggregated cumulative summed") {
		return ""
	}
	for i := range f.cols {
		c := f.cols[i].column
		if f.t.Columns[c].Kind != spar.Text || c == f.key || f.isFlag(c) || f.x.persons[c] {
			continue
		}
		digits, all := 0, 0
		var shown []string
		shapes := map[string]bool{}
		for n := range f.t.Rows[:min(len(f.t.Rows), sampleRows)] {
			text := f.t.Rows[n].cell(c).Text
			if text == "" || f.t.Rows[n].Total {
				continue
			}
			all++
			if strings.ContainsAny(text, "0123456789") {
				digits++
			}
			shape := strings.Map(func(r rune) rune {
				if r >= '0' && r <= '9' || strings.ContainsRune(".,", r) {
					return -1
				}
				return r
			}, text)
			if !shapes[shape] && len(shapes) < 3 {
				shapes[shape] = true
				shown = append(shown, quoted(cutText(text, shownCell)))
			}
		}
		if 3*digits >= all && len(shapes) > 1 {
			return fmt.Sprintf("the cells of %s are not all numbers of one unit, such as %s", f.t.Columns[c].Label, strings.Join(shown, ", "))
		}
	}
	return ""
}
