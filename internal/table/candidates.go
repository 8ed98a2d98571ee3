package table

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A draft is a plan with its parts.
type draft struct {
	plan   Plan
	op     string // the kind of the plan: lookup, count, most, ...
	links  []link
	open   int // words of content that the plan does not use, once its features were asked for
	answer int // the column that answers; -1 for none
	by     int // the column of its order, group or arithmetic; -1 for none
	by2    int // another one; -1 for none
	year   int // above 0: the columns are years of a report
}

// maxDrafts bounds the plans that are tried for one question and table.
const maxDrafts = 1200

// A drafter makes the plans that a question may mean.
type drafter struct {
	q     *asked
	t     *Table
	named []mention
	x     *index
	links []link
	out   []draft
	seen  map[string]bool
}

var (
	nextWords     = wordSet("next after following follows followed behind below succeeded succeeds succeed comes came")
	previousWords = wordSet("previous before prior preceding preceded precedes above precede earlier")
	averageWords  = wordSet("average mean averaged typical avg")
	medianWords   = wordSet("median")
	sumWords      = wordSet("total sum combined altogether overall many much number all together amount totals add")
	rangeWords    = wordSet("range difference between gap spread long")
	changeWords   = wordSet("minus subtract change changed increase increased decrease decreased difference differ differs more less fewer growth grew grow rise rose fall fell between than many much gap separates larger smaller higher lower longer shorter older younger taller")
	percentWords  = wordSet("percent percentage share proportion fraction part rate quota")
	ratioWords    = wordSet("ratio times proportion")
	growthWords   = wordSet("percent percentage % growth rate")
	eachWords     = wordSet("each per every by breakdown broken respective respectively grouped across")
	topWords      = wordSet("top highest lowest largest smallest bottom most least first last biggest best worst fewest oldest youngest longest shortest latest earliest greatest")
	groupWords    = wordSet("most least fewest more less often frequent frequently common highest lowest largest smallest only greatest maximum top multiple than once twice best popular")
	distinctWords = wordSet("different  distinct unique many number various how count")
	orWords       = wordSet("or between who which what than did and")
	leastWords    = wordSet("min minimum lowest least smallest fewest earliest shortest youngest cheapest")
	mostWords     = wordSet("max maximum highest most largest biggest greatest latest longest oldest top")
)

// column gives an item of a column.
func (d *drafter) column(i int) Item { return Item{Labels: []string{d.t.Columns[i].Label}} }

func (d *drafter) fn(fn string, columns ...int) Item {
	it := Item{Fn: fn}
	for _, c := range columns {
		it.Labels = append(it.Labels, d.t.Columns[c].Label)
	}
	return it
}

func (d *drafter) add(op string, set []link, p Plan, selected, by int) *draft {
	if len(d.out) >= maxDrafts {
		return nil
	}
	p.From = []string{d.t.Name}
	if p.Where == nil && p.Within == nil {
		for _, l := range set {
			p.Where = append(p.Where, l.cond...)
		}
	}
	key := p.String()
	if d.seen[key] {
		return nil
	}
	d.seen[key] = true
	d.out = append(d.out, draft{plan: p, op: op, links: set, answer: selected, by: by, by2: -1})
	return &d.out[len(d.out)-1]
}

// drafts gives all plans for the question over the table.
func drafts(q *asked, t *Table, x *index) ([]draft, []mention) {
	d := &drafter{q: q, t: t, x: x, named: q.mentions(x), seen: map[string]bool{}}
	d.links = q.links(t, x, d.named)
	show := d.shown(8)
	numbers := d.values(6)
	for _, set := range d.sets() {
		d.rows(set, show)
		d.figures(set, numbers)
		if len(set) <= 2 {
			d.extremes(set, show, numbers)
			d.grouped(set, show, numbers)
		}
		d.shares(set, numbers)
		d.neighbours(set, show)
	}
	d.compared(show, numbers)
	d.acrossColumns(numbers)
	d.reported()
	return d.out, d.named
}

// constant reports whether a column says the same of all rows of a long table.
func (d *drafter) constant(i int) bool { return len(d.t.Rows) > 20 && d.x.counts[i] <= 1 }

// shown are the columns that may answer: the named columns, the column that names rows, and the first ones.
func (d *drafter) shown(most int) []int {
	var list []int
	for i := range d.t.Columns {
		if !d.constant(i) {
			list = append(list, i)
		}
	}
	name := d.t.naming()
	score := func(i int) float64 {
		s := d.named[i].score * 3
		if i == name {
			s += 1.2
		}
		if d.t.Columns[i].Kind == spar.Text {
			s += 0.4
		}
		return s - 0.05*float64(i)
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(score(b), score(a)) })
	return list[:min(len(list), most)]
}

// values are the columns of numbers and dates, those first that the question names.
func (d *drafter) values(most int) []int {
	var list []int
	for i, c := range d.t.Columns {
		if (c.Kind == spar.Number || c.Kind == spar.Date) && !d.constant(i) {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(d.named[b].score, d.named[a].score) })
	return list[:min(len(list), most)]
}

// sets are the conditions that may hold together, none at all first.
func (d *drafter) sets() [][]link {
	out := [][]link{nil}
	negated := func(l link) (link, bool) {
		for i := max(0, l.from-3); i < l.from; i++ {
			switch d.q.words[i].text {
			case "not", "other", "besides", "except", "excluding", "without", "isn", "wasn", "didn", "aside", "neither", "never", "don", "aren", "weren", "doesn", "besides_":
				flip := map[string]string{"=": "!=", "contains": "lacks", "<": ">=", ">": "<=", "<=": ">", ">=": "<"}
				if op := flip[l.cond[0].Op]; op != "" && len(l.cond) == 1 {
					l.cond = []Condition{{l.cond[0].Item, op, l.cond[0].Values}}
					l.kind = "not " + l.kind
					return l, true
				}
			}
		}
		return l, false
	}
	var all []link
	for _, l := range d.links {
		if n, ok := negated(l); ok {
			all = append(all, n)
		}
		all = append(all, l)
	}
	all = all[:min(len(all), maxLinks)]
	for _, l := range all {
		out = append(out, []link{l})
	}
	apart := func(a, b link) bool { return a.to <= b.from || b.to <= a.from }
	pairs := 0
	for i, a := range all {
		for _, b := range all[i+1:] {
			if apart(a, b) && (a.column != b.column || a.kind == "bound" && b.kind == "bound" || strings.HasPrefix(a.kind, "not") || strings.HasPrefix(b.kind, "not")) && pairs < 30 {
				out = append(out, []link{a, b})
				pairs++
			}
		}
	}
	triples := 0
	for i, a := range all {
		for j, b := range all[i+1:] {
			for _, c := range all[i+1+j+1:] {
				if apart(a, b) && apart(b, c) && apart(a, c) && a.column != b.column && b.column != c.column && a.column != c.column &&
					a.kind != "root" && b.kind != "root" && c.kind != "root" && triples < 8 {
					out = append(out, []link{a, b, c})
					triples++
				}
			}
		}
	}
	// Two values of one column: either fits.
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.column == b.column && apart(a, b) && len(a.cond) == 1 && len(b.cond) == 1 && a.cond[0].Op == "=" && b.cond[0].Op == "=" && a.cond[0].Item.Fn == b.cond[0].Item.Fn && len(out) < 80 {
				both := a
				both.cond = []Condition{{a.cond[0].Item, "in", []string{a.cond[0].Values[0], b.cond[0].Values[0]}}}
				both.kind, both.words, both.rows, both.from, both.to = "either", a.words+b.words, a.rows+b.rows, min(a.from, b.from), max(a.to, b.to)
				out = append(out, []link{both})
			}
		}
	}
	return out
}

func uses(set []link, column int) bool {
	return slices.ContainsFunc(set, func(l link) bool { return l.column == column })
}

// rows lists cells of the rows that fit, and counts them.
func (d *drafter) rows(set []link, show []int) {
	for _, c := range show {
		if len(set) > 0 && (!uses(set, c) || set[0].kind != "exact") {
			d.add("lookup", set, Plan{Select: []Item{d.column(c)}}, c, -1)
		}
		if d.t.Columns[c].Kind == spar.Date && d.q.has(wordSet("year years")) && len(set) > 0 {
			d.add("lookup year", set, Plan{Select: []Item{d.fn("year", c)}}, c, -1)
		}
	}
	if len(set) > 0 && d.q.has(wordSet("and")) { // two cells of one row
		for i, a := range show[:min(len(show), 5)] {
			for _, b := range show[i+1 : min(len(show), 5)] {
				if d.named[a].score >= 0.6 && d.named[b].score >= 0.6 && !uses(set, a) && !uses(set, b) {
					if p := d.add("lookup two", set, Plan{Select: []Item{d.column(a), d.column(b)}}, a, -1); p != nil {
						p.by2 = b
					}
				}
			}
		}
	}
	if len(set) == 0 && d.q.has(wordSet("list all each what which every names")) {
		for _, c := range show[:min(len(show), 4)] {
			d.add("list", set, Plan{Select: []Item{d.column(c)}}, c, -1)
		}
	}
	d.add("count", set, Plan{Select: []Item{{Fn: "count"}}}, -1, -1)
	if d.q.has(distinctWords) {
		for _, c := range show[:min(len(show), 4)] {
			if !uses(set, c) || set[0].kind != "exact" {
				d.add("distinct", set, Plan{Select: []Item{d.fn("distinct", c)}}, c, -1)
			}
		}
	}
}

// figures makes one number of many rows.
func (d *drafter) figures(set []link, numbers []int) {
	for _, c := range numbers {
		if uses(set, c) && set[0].kind == "exact" {
			continue
		}
		if d.t.Columns[c].Kind == spar.Number {
			if d.q.has(sumWords) {
				d.add("sum", set, Plan{Select: []Item{d.fn("sum", c)}}, -1, c)
			}
			if d.q.has(averageWords) {
				d.add("average", set, Plan{Select: []Item{d.fn("average", c)}}, -1, c)
			}
			if d.q.has(medianWords) {
				d.add("median", set, Plan{Select: []Item{d.fn("median", c)}}, -1, c)
			}
			if d.q.has(rangeWords) {
				d.add("range", set, Plan{Select: []Item{d.fn("range", c)}}, -1, c)
			}
		}
		if d.q.has(leastWords) {
			d.add("min", set, Plan{Select: []Item{d.fn("min", c)}}, -1, c)
		}
		if d.q.has(mostWords) {
			d.add("max", set, Plan{Select: []Item{d.fn("max", c)}}, -1, c)
		}
	}
}

// extremes are the rows with the most or least of something, and the first and last rows.
func (d *drafter) extremes(set []link, show, numbers []int) {
	var found bool
	for _, w := range d.q.words {
		found = found || w.super && !strings.HasSuffix(w.text, "ther")
	}
	limit := d.limit()
	if !found {
		return
	}
	limits := []int{1}
	if limit > 1 {
		limits = []int{limit, 1}
	}
	for _, n := range limits {
		suffix := ""
		if n > 1 {
			suffix = " n"
		}
		for _, c := range show[:min(len(show), 6)] {
			for _, desc := range []bool{true, false} {
				for _, o := range numbers {
					if o != c {
						d.add(direction("most", "least", desc)+suffix, set, Plan{Select: []Item{d.column(c)}, Order: &Order{d.column(o), desc}, Limit: n}, c, o)
					}
				}
				if n == 1 {
					d.add(direction("last", "first", desc), set, Plan{Select: []Item{d.column(c)}, Order: &Order{Item{Fn: "row"}, desc}, Limit: n}, c, -1)
				}
			}
		}
	}
}

// limit is how many rows the question wants of the first ones, as in "top 5"; 1 where it does not say.
func (d *drafter) limit() int {
	for i, w := range d.q.words {
		if !w.isNumber || w.number < 2 || w.number > 100 || w.number != float64(int(w.number)) {
			continue
		}
		near := d.q.words[max(0, i-1):min(len(d.q.words), i+2)]
		if slices.ContainsFunc(near, func(n asking) bool { return topWords[n.text] }) || i > 0 && (d.q.words[i-1].text == "which" || d.q.words[i-1].text == "the" || d.q.words[i-1].text == "what") {
			return int(w.number)
		}
	}
	return 1
}

func direction(down, up string, desc bool) string {
	if desc {
		return down
	}
	return up
}

// grouped takes rows together that have a value in common.
func (d *drafter) grouped(set []link, show, numbers []int) {
	limits := []int{1}
	if n := d.limit(); n > 1 {
		limits = []int{1, n}
	}
	for _, g := range show[:min(len(show), 5)] {
		if uses(set, g) || d.t.Columns[g].Key || len(d.t.Rows) > 100 && d.x.counts[g] > few && d.t.Columns[g].Kind == spar.Number {
			continue
		}
		by := d.column(g)
		count := Item{Fn: "count"}
		if d.q.has(groupWords) {
			for _, desc := range []bool{true, false} {
				for _, limit := range limits {
					n := ""
					if limit > 1 {
						n = " n"
					}
					d.add(direction("group most", "group least", desc)+n, set, Plan{Group: by, Select: []Item{by}, Order: &Order{count, desc}, Limit: limit}, g, -1)
					for _, c := range numbers[:min(len(numbers), 5)] {
						if c == g || d.t.Columns[c].Kind != spar.Number || d.named[c].score < 0.25 {
							continue
						}
						d.add(direction("group most sum", "group least sum", desc)+n, set, Plan{Group: by, Select: []Item{by}, Order: &Order{d.fn("sum", c), desc}, Limit: limit}, g, c)
						if d.q.has(averageWords) {
							d.add(direction("group most average", "group least average", desc)+n, set, Plan{Group: by, Select: []Item{by}, Order: &Order{d.fn("average", c), desc}, Limit: limit}, g, c)
						}
					}
					if len(set) == 1 && d.q.has(percentWords) {
						d.add(direction("group most percent", "group least percent", desc)+n, set, Plan{Group: by, Select: []Item{by}, Order: &Order{Item{Fn: "percent"}, desc}, Limit: limit}, g, -1)
					}
				}
			}
			for i, w := range d.q.words {
				n, op := w.number, ">"
				switch {
				case w.text == "once" || w.text == "multiple":
					n = 1
				case w.text == "twice":
					n, op = 2, "="
				case !w.isNumber || n > 1000:
					continue
				}
				if i >= 2 {
					if o, ok := before[d.q.phrase(i-2, i)]; ok {
						op = o
					} else if w.isNumber {
						continue
					}
				}
				having := []Condition{{count, op, []string{number(n)}}}
				d.add("groups with", set, Plan{Group: by, Having: having, Select: []Item{by}}, g, -1)
				d.add("count groups with", set, Plan{Group: by, Having: having, Select: []Item{{Fn: "groups"}}}, g, -1)
			}
		}
		if d.q.has(eachWords) && d.named[g].score > 0.3 {
			if len(set) == 1 && d.q.has(percentWords) {
				d.add("each percent", set, Plan{Group: by, Select: []Item{by, {Fn: "percent"}}}, g, -1)
			}
			d.add("each count", set, Plan{Group: by, Select: []Item{by, count}}, g, -1)
			for _, c := range numbers[:min(len(numbers), 5)] {
				if c == g || d.named[c].score < 0.25 || d.t.Columns[c].Kind != spar.Number {
					continue
				}
				for _, fn := range []string{"sum", "average", "min", "max", "median"} {
					words := map[string]map[string]bool{"sum": sumWords, "average": averageWords, "min": leastWords, "max": mostWords, "median": medianWords}
					if d.q.has(words[fn]) {
						d.add("each "+fn, set, Plan{Group: by, Select: []Item{by, d.fn(fn, c)}}, g, c)
					}
				}
			}
		}
	}
}

// shares are parts of a whole, in per cent: some conditions say of what.
func (d *drafter) shares(set []link, numbers []int) {
	if len(set) == 0 || !d.q.has(percentWords) {
		return
	}
	for inside := 0; inside < 1<<len(set); inside++ {
		var within, where []Condition
		for i, l := range set {
			if inside>>i&1 == 1 {
				within = append(within, l.cond...)
			} else {
				where = append(where, l.cond...)
			}
		}
		if len(where) == 0 {
			continue
		}
		op := "percent"
		if len(within) > 0 {
			op = "percent within"
			if set[0].from < set[len(set)-1].from == (inside&1 == 1) {
				op = "percent of the first" // "of managers, how many left": the whole comes before the part
			}
			for i, l := range set { // "of employees in Sales": the words behind an of are the whole
				if inside>>i&1 == 1 && l.from >= 2 && (d.q.words[max(0, l.from-2)].text == "of" || d.q.words[l.from-1].text == "of" || d.q.words[max(0, l.from-3)].text == "of") {
					op = "percent of"
				}
			}
		}
		d.add(op, set, Plan{Within: within, Where: where, Select: []Item{{Fn: "percent"}}}, -1, -1)
		for _, c := range numbers[:min(len(numbers), 5)] {
			if d.named[c].score >= 0.5 && d.t.Columns[c].Kind == spar.Number && !uses(set, c) {
				d.add(op+" sum", set, Plan{Within: within, Where: where, Select: []Item{d.fn("percent", c)}}, -1, c)
			}
		}
	}
}

// neighbours are the rows after and before one.
func (d *drafter) neighbours(set []link, show []int) {
	if len(set) == 0 || len(set) > 2 {
		return
	}
	for _, c := range show[:min(len(show), 6)] {
		if d.q.has(nextWords) || d.q.has(previousWords) {
			d.add("next", set, Plan{Select: []Item{d.fn("next", c)}}, c, -1)
			d.add("previous", set, Plan{Select: []Item{d.fn("previous", c)}}, c, -1)
		}
	}
}

// signature is what tells answers apart.
func signature(r *Result) string {
	if r.Refused != "" {
		return "refused"
	}
	if r.Value != nil {
		return strconv.FormatFloat(*r.Value, 'g', 10, 64)
	}
	list := make([]string, len(r.Answers))
	for i, a := range r.Answers {
		list[i] = Fold(a)
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "\x00")
}
