package table

import (
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// Empty cells say something, too: not yet finished, no remark, left blank.

// blankWords are words for an empty cell.
var blankWords = wordSet("blank blanks empty unfilled")

// emptied are turns of speech for an empty cell.
var emptied = rewritings(
	`(?i)[,.;(]? ?\b(?:leave out|leaving out|ignore|ignoring|skip|skipping|without|excluding|not counting|drop|dropping) (?:the |any |all )?(?:blanks?|(?:empty|blank) (?:cells|ones|fields|rows|entries))\b\)?`, ` `,
	`(?i)[,.;(]? ?(?:the )?\b(?:blanks|(?:empty|blank) (?:cells|ones|fields|rows|entries)) (?:are |is )?(?:not counted|left out|ignored)\b\)?`, ` `,
	`(?i)\b(?:have|has|had|having|with|there is|there are|is|are) (?:no|nothing as) (?:entry|entries|value|values|data|information) (?:under|in|for|at|on|of|about)\b`, ` blank `,
	`(?i)\b(?:without|no) (?:an? |any )?(?:entry|entries|value|values|data|information) (?:under|in|for|at|on|of|about)\b`, ` blank `,
	`(?i)\bnothing (?:is |was |has been |are )?(?:written|entered|filled|recorded|noted|given|put|stated)(?: (?:down|in))?(?: (?:under|in|for|at|on|about|as|by))?\b`, ` blank `,
	`(?i)\b(?:nobody|no one) (?:has |have |had )?(?:filled in|filled out|entered|recorded|noted|written)(?: (?:down|in))?(?: whether (?:there (?:is|are|was)|(?:it|they|he|she) (?:is|are|has|have)))?\b`, ` blank `,
	`(?i)\b(?:has |have |had |is |are |was |were )?not (?:been )?(?:filled in|filled out|entered|recorded|noted|measured|written down|written)\b`, ` blank `,
	`(?i)\b(no (?:\pL+ ){1,2})(?:is |are |was |were |has been |have been )?(?:written|recorded|entered|noted|measured|stated|given|named)\b`, `$1`,
	`(?i)\b(?:leaves?|left|leaving) ((?:the )?(?:[\pL-]+ ){1,4}?)(?:box |field |cell |column )?(blank|empty)\b`, `$1$2`,
	`(?i)\b(?:are|is|was|were|been|left|stands?) (blank|empty)\b`, ` $1`,
)

// besideDenied are words that may stand between a denial and the column that is denied.
var besideDenied = wordSet("a an any the yet been have has had got get getting received their its is are was were be ever single")

// blankColumns takes a column beside a word for an empty cell, or behind a denial, for the condition that its cell is empty, where the
// table has empty cells in it.
func (r *reader) blankColumns() {
	for i := range r.q.words {
		if !blankWords[r.q.words[i].text] || r.used[i] {
			continue
		}
		var found *atom
		best := 5
		for k := range r.atoms {
			a := &r.atoms[k]
			if a.values != nil || a.taken || r.x.blank[a.column] == 0 || len(a.others) > 0 && !a.full || r.q.words[a.from].sentence != r.q.words[i].sentence {
				continue
			}
			if d := gap(a.from, a.to, i, i+1); d < best {
				best, found = d, a
			}
		}
		if found != nil {
			r.used[i] = true
			r.sayBlank(found, min(found.from, i), max(found.to, i+1), true)
		}
	}
	for k := range r.atoms {
		a := &r.atoms[k]
		if a.values != nil || a.taken || r.isFlag(a.column) || a.column == r.key || r.x.blank[a.column] == 0 || len(a.others) > 0 && !a.full || !a.all && a.words < 2 {
			continue
		}
		j := a.from - 1
		for j > 0 && besideDenied[r.q.words[j].text] {
			j--
		}
		if j < 0 || !cachedSet("no not without never")[r.q.words[j].text] || r.inAtom(j) || r.used[j] && r.t.Columns[a.column].Kind != spar.Date {
			continue
		}
		if a.to < len(r.q.words) && (r.q.words[a.to].isNumber || before[r.q.words[a.to].text] != "" && r.t.Columns[a.column].Kind != spar.Text && !r.dateAt(a.to+1)) {
			continue // no stars above 3
		}
		r.used[j] = true
		r.sayBlank(a, j, a.to, true)
	}
	r.filledColumns()
}

// dateAt reports whether a date begins at a word: before March is no bound of stars.
func (r *reader) dateAt(i int) bool {
	if i >= len(r.q.words) {
		return false
	}
	v, _, ok := r.q.value(i)
	return ok && newOperand(v).Kind == spar.Date
}

// filledColumns takes a column of figures behind "with" or "has" for the condition that its cell is not empty, where some are and no value
// follows: the plants with a battery.
func (r *reader) filledColumns() {
	for k := range r.atoms {
		a := &r.atoms[k]
		if a.values != nil || a.taken || r.isFlag(a.column) || a.column == r.key || r.x.blank[a.column] == 0 || len(a.others) > 0 || !a.all || r.t.Columns[a.column].Kind == spar.Text {
			continue
		}
		j := a.from - 1
		for j > 0 && cachedSet("a an any")[r.q.words[j].text] {
			j--
		}
		if j < 0 || !cachedSet("with has have had having got")[r.q.words[j].text] || a.to < len(r.q.words) && !cachedSet("and or in at by per on how what which who")[r.q.words[a.to].text] && !r.inAtom(a.to) && r.q.words[a.to].sentence == r.q.words[a.from].sentence {
			continue
		}
		r.sayBlank(a, j, a.to, false)
	}
}

// sayBlank adds the condition that the cells of a column have no value, or that they have one.
func (r *reader) sayBlank(a *atom, from, to int, blank bool) {
	a.taken = true
	it := Item{Labels: []string{r.t.Columns[a.column].Label}}
	none := r.x.none[a.column]
	cond := []Condition{{it, "=", none}}
	switch {
	case !blank:
		cond = nil
		for _, text := range none {
			cond = append(cond, Condition{it, "!=", []string{text}})
		}
	case len(none) > 1:
		cond[0].Op = "in"
	}
	r.conds = append(r.conds, said{cond: cond, column: a.column, from: from, to: to, negative: !blank})
}

// halfFlag reports whether a column has only one sign, for yes, and is empty where it is no.
func halfFlag(seen map[string]int, blank int) (string, bool) {
	for text := range seen {
		if len(seen) == 1 && blank > 0 && slices.Contains([]string{"yes", "y", "true", "x", "✓", "✔", "ja", "oui", "si"}, Fold(text)) {
			return text, true
		}
	}
	return "", false
}
