package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// features lists, as names of binary features, the evidence for and against a draft. The features of the result come last; a nil result has
// none.
func (d *draft) features(q *asked, t *Table, x *index, named []mention, r *Result) []string {
	var f []string
	add := func(format string, args ...any) { f = append(f, fmt.Sprintf(format, args...)) }
	op := d.op
	f = append(f, "op "+op)

	// Words of the question beside the kind of the plan.
	covered := make([]bool, len(q.words))
	for _, l := range d.links {
		for i := l.from; i < l.to; i++ {
			covered[i] = true
		}
	}
	var plain []string // words that no condition has
	for i, w := range q.words {
		if covered[i] {
			if len(plain) == 0 || plain[len(plain)-1] != "_" {
				plain = append(plain, "_")
			}
			continue
		}
		plain = append(plain, w.text)
	}
	for i, w := range plain {
		if w == "_" {
			continue
		}
		f = append(f, "w "+op+" "+w)
		if i+1 < len(plain) {
			f = append(f, "w "+op+" "+w+" "+plain[i+1])
		}
	}
	if len(plain) > 1 {
		f = append(f, "begin "+op+" "+plain[0]+" "+plain[1])
	}

	// Columns.
	column := func(role string, c int) {
		if c < 0 {
			return
		}
		m := named[c]
		grade := "no"
		switch {
		case m.score >= 0.99:
			grade = "all"
		case m.score >= 0.6:
			grade = "most"
		case m.score >= 0.3:
			grade = "some"
		}
		better := false // another column is named better
		for i, o := range named {
			better = better || i != c && o.score > m.score+0.01
		}
		add("%s named %s", role, grade)
		add("%s named %s %s", role, op, grade)
		if better {
			f = append(f, role+" others are named better", role+" others are named better "+op)
		}
		if m.score >= 0.3 {
			n := 0
			for i, o := range named {
				if i != c && o.score > 0.3 && o.from < m.to && m.from < o.to {
					n++
				}
			}
			if n > 0 {
				add("%s shares its words", role)
			}
			if m.from > 0 && m.from < len(q.words) {
				f = append(f, role+" behind "+q.words[m.from-1].text)
			}
			if m.from >= 0 && m.from <= 2 {
				f = append(f, role+" begins the question")
			}
			for _, l := range d.links {
				if l.from < m.to && m.from < l.to && l.column != c {
					f = append(f, role+" is named by the words of a value")
				}
			}
		}
		f = append(f, role+" is "+string(t.Columns[c].Kind), role+" is "+string(t.Columns[c].Kind)+" "+op)
		if len(q.words) > 1 {
			f = append(f, "begin "+role+" "+string(t.Columns[c].Kind)+" "+q.words[0].text, "begin "+role+" "+string(t.Columns[c].Kind)+" "+q.words[0].text+" "+q.words[1].text)
		}
		if t.Columns[c].Key {
			f = append(f, role+" is key")
		}
		if c == t.naming() {
			f = append(f, role+" names rows")
		}
		switch c {
		case 0:
			f = append(f, role+" is first")
		case len(t.Columns) - 1:
			f = append(f, role+" is last")
		}
		for _, l := range x.labels[c] {
			for i, w := range q.words {
				if covered[i] || w.common && !w.super && i > 1 {
					continue
				}
				f = append(f, "l "+role+" "+l+" "+w.text)
				if w.super {
					f = append(f, "l "+op+" "+l+" "+w.text)
				}
			}
		}
		for i := m.from; m.score >= 0.3 && i >= 0 && i < m.to; i++ {
			covered[i] = true
		}
	}
	column("answer", d.answer)
	column("by", d.by)
	if d.answer >= 0 {
		column("answer", d.by2)
	} else {
		column("by", d.by2)
	}
	if d.by >= 0 {
		for _, w := range q.words {
			if w.super {
				f = append(f, "by "+op+" "+string(t.Columns[d.by].Kind)+" "+w.text)
			}
		}
	}

	// Conditions.
	add("conditions %d", len(d.links))
	add("conditions %d %s", len(d.links), op)
	for _, l := range d.links {
		f = append(f, "link "+l.kind, "link "+l.kind+" "+op)
		add("link words %s %d", l.kind, min(l.words, 4))
		if l.whole {
			f = append(f, "link whole")
		}
		m := named[l.column]
		switch {
		case m.score >= 0.5 && m.from >= 0 && (abs(m.to-l.from) <= 1 || abs(l.to-m.from) <= 1):
			f = append(f, "link beside its label "+l.kind)
		case m.score >= 0.5:
			f = append(f, "link label named "+l.kind)
		default:
			f = append(f, "link label not named "+l.kind)
		}
		if m.score >= 0.3 && l.column != d.answer && m.score < 1.01 {
			for i := max(0, m.from); i < m.to; i++ {
				covered[i] = true
			}
		}
		f = append(f, "link "+string(t.Columns[l.column].Kind)+" "+l.kind)
		if l.from > 0 {
			f = append(f, "link behind "+q.words[l.from-1].text)
		}
		switch {
		case l.rows == 1:
			f = append(f, "link one row")
		case l.rows > 1:
			f = append(f, "link several rows")
		}
		if l.column == d.answer {
			f = append(f, "answer is of a condition "+op+" "+l.kind)
		}
		if l.column == t.naming() {
			f = append(f, "link names rows "+l.kind)
		}
		// Would the words fit another column as well?
		for c := range t.Columns {
			if c != l.column && named[c].score >= 0.5 && named[c].from >= l.from && named[c].to <= l.to {
				f = append(f, "link words name a column")
				break
			}
		}
	}

	if d.year > 0 {
		f = append(f, "years "+strconv.FormatBool(d.coverYears(q, t, covered)), "years")
	}

	// What of the question the plan leaves out.
	open, openNumbers := 0, 0
	for i, w := range q.words {
		if _, month := q.bareMonth(i); covered[i] || w.common && !month { // in May
			continue
		}
		if w.isNumber {
			openNumbers++
			continue
		}
		open++
	}
	if d.plan.Limit > 1 || len(d.plan.Having) > 0 {
		openNumbers = max(0, openNumbers-1)
	}
	d.open = open + openNumbers
	add("open %d", min(open, 6))
	add("open %d %s", min(open, 4), op)
	add("open numbers %d", min(openNumbers, 3))

	if r != nil {
		f = append(f, d.resultFeatures(q, t, r)...)
	}
	return f
}

// resultFeatures are those of what the plan gives.
func (d *draft) resultFeatures(q *asked, t *Table, r *Result) (f []string) {
	if r.Refused != "" {
		return []string{"result none", "result none " + d.op}
	}
	kind := "text"
	if r.Value != nil {
		kind = "number"
		if *r.Value == 0 {
			f = append(f, "result zero", "result zero "+d.op)
		}
	} else if len(r.Answers) > 0 {
		if v := readAs(r.Answers[0], noCustom); v.Kind != "" {
			kind = string(v.Kind)
		}
	}
	size := "one"
	switch n := len(r.Answers); {
	case n > 5:
		size = "many"
	case n > 1:
		size = "some"
	}
	f = append(f, "result "+kind, "result "+size, "result "+size+" "+d.op)
	if len(q.words) > 1 {
		two := q.words[0].text + " " + q.words[1].text
		f = append(f, "begin result "+kind+" "+two, "begin result "+size+" "+two, "begin result "+kind+" "+q.words[0].text)
	}
	switch {
	case r.Used == 0:
		f = append(f, "used none "+d.op)
	case r.Used == 1:
		f = append(f, "used one", "used one "+d.op)
	case r.Used == len(t.Rows):
		f = append(f, "used all", "used all "+d.op)
	}
	if r.Rest > 0 {
		f = append(f, "result tied", "result tied "+d.op)
	}
	if len(r.LeftOut) > 0 && r.Used < 2*r.LeftOut[0].Rows {
		f = append(f, "many left out")
	}
	in := 0
	for _, a := range r.Answers {
		words := tokens(a)
		if len(words) > 0 && slices.ContainsFunc(q.words, func(w asking) bool { return w.text == words[0] }) && strings.Contains(" "+q.phrase(0, len(q.words))+" ", " "+strings.Join(words, " ")+" ") {
			in++
		}
	}
	if in > 0 && kind != "number" {
		f = append(f, "result stands in the question", "result stands in the question "+d.op)
		if q.has(map[string]bool{"or": true}) {
			f = append(f, "result stands in the question or")
		}
	} else if q.has(map[string]bool{"or": true}) {
		f = append(f, "result is not one of or")
	}
	if d.answer >= 0 && t.Columns[d.answer].Kind == spar.Text && kind == "number" {
		f = append(f, "number of a text")
	}
	return f
}
