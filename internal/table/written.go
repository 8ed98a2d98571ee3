package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// Shown gives different cells of a column as a writer of plans is shown them, in the order of the first rows: at most so many, each on one
// line and of at most so many bytes.
func (t *Table) Shown(column, most, bytes int) (cells []string) {
	for n := range t.Rows[:min(len(t.Rows), sampleRows)] {
		v := strings.Join(strings.Fields(t.Rows[n].text(column)), " ")
		if v != "" && len(v) <= bytes && !slices.Contains(cells, v) {
			cells = append(cells, v)
		}
		if len(cells) == most {
			break
		}
	}
	return cells
}

// Checked is a plan that somebody else wrote, printed and read again. The error says where it is none, or names what the table does not have.
func (t *Table) Checked(p Plan) (Plan, error) {
	again, err := Parse(p.String())
	if err != nil || again.String() != p.String() {
		return p, fmt.Errorf("the model wrote a plan that is none: %v", err)
	}
	with, err := withDifferences([]Plan{again}, t)
	if err != nil {
		return again, err
	}
	if _, err = bind(again, with); err == nil {
		_, err = newCollector(again, &Result{})
	}
	return again, err
}

// shownCell is how many bytes of a cell a reason shows.
const shownCell = 40

// cutText cuts a text to so many bytes.
func cutText(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }

// doubt says what in a plan the question and the table do not bear out.
func doubt(p Plan, question string, t *Table) string {
	said := map[float64]bool{}
	spelled := map[float64]bool{}
	for _, w := range tokens(question) {
		if n, err := strconv.ParseFloat(w, 64); err == nil {
			said[n] = true
		} else if n, ok := numerals[w]; ok {
			spelled[n] = true
		}
	}
	used := map[float64]bool{}
	for _, c := range slices.Concat(append(p.Either, p.Within, p.Where)...) {
		i := t.column(c.Item.Labels[0])
		for _, v := range c.Values {
			o := newOperand(v)
			for _, w := range tokens(v) {
				if n, err := strconv.ParseFloat(w, 64); err == nil {
					used[n] = true
				}
			}
			month := c.Item.Fn == "month" && o.Kind == spar.Number && saysMonth(question, int(o.Number))
			switch {
			case c.Op == "contains" || c.Op == "lacks":
				if !containsWords(question, o.words) {
					return fmt.Sprintf("the question does not say %q", v)
				}
			case month:
			case o.Kind == spar.Number:
				if !said[o.Number] && !spelled[o.Number] && !(c.Item.Less != "" && o.Number == 0) { // one is more than the other
					return fmt.Sprintf("the question does not say %s", v)
				}
			case o.Kind == spar.Date:
				if o.Day.Year > 0 && !said[float64(o.Day.Year)] {
					return fmt.Sprintf("the question does not say %s", v)
				}
			case c.Op == "=" || c.Op == "!=" || c.Op == "in":
				if t.More == nil && !slices.ContainsFunc(t.Rows, func(r Row) bool { return equal(r.cell(i), &o) }) {
					return fmt.Sprintf("no cell of %s is %q", t.Columns[i].Label, v)
				}
			default:
				return fmt.Sprintf("%q is neither a number nor a date", v)
			}
		}
	}
	if n := float64(p.Limit); n > 1 && !said[n] && !spelled[n] {
		return fmt.Sprintf("the question does not say %d", p.Limit)
	}
	for n := range said {
		inLabel := slices.ContainsFunc(p.items(), func(it *Item) bool {
			return slices.ContainsFunc(it.Labels, func(l string) bool { return slices.Contains(tokens(l), number(n)) })
		})
		if !used[n] && n != float64(p.Limit) && !inLabel {
			return fmt.Sprintf("the plan does not use the %s of the question", number(n))
		}
	}
	return ""
}

// saysMonth reports whether a text names a month by its number from 1.
func saysMonth(text string, n int) bool {
	return slices.ContainsFunc(tokens(text), func(w string) bool { return len(w) >= 3 && monthWords[w] == n })
}

var monthWords = func() map[string]int {
	m := map[string]int{}
	for i, name := range strings.Fields("january february march april may june july august september october november december") {
		m[name], m[name[:3]] = i+1, i+1
	}
	return m
}()
