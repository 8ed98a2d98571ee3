package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// A Statement is one line of an answer about a table, with the cells that it rests on. Where it has none it is about the table as a whole.
type Statement struct {
	Text  string
	Table int // of the tables that were asked
	Cites []Counted
}

// Bounds on a description.
const (
	shownText   = 40 // characters of a value
	fewValues   = 8  // of a column, which are all told with their counts
	someValues  = 3  // that are told where there are more
	listValues  = 30 // that are told where the values are asked for
	longDetails = 40 // columns that are described, each on a line of its own
	shortNames  = 30 // columns that are named in one line
)

// figures writes a count with commas between thousands.
func figures(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return figures(n) + " " + many
}

// clipped is a value as a line shows it.
func clipped(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > shownText {
		text = strings.TrimSpace(string([]rune(text)[:shownText-1])) + "…"
	}
	return text
}

// enumerated joins texts as a sentence does.
func enumerated(list []string) string {
	if n := len(list); n > 1 {
		return strings.Join(list[:n-1], ", ") + " and " + list[n-1]
	}
	return strings.Join(list, "")
}

// called is what a line calls a table: its file, with the sheet or the number of the table where the file has several.
func (c *Card) called() string {
	t := c.Table
	name := t.file()
	switch l := t.Locator; {
	case l.Sheet != "":
		name += ", sheet " + l.Sheet
	case l.Table > 0 && strings.Contains(t.Name, "table="):
		name += ", table " + strconv.Itoa(l.Table)
	}
	return name
}

// size is how many rows and columns there are.
func (c *Card) size() string {
	return counted(c.Rows, "row", "rows") + " and " + counted(len(c.Table.Columns), "column", "columns") + c.besides()
}

// rows is how many rows there are.
func (c *Card) rows() string { return counted(c.Rows, "row", "rows") + c.besides() }

// besides are the rows that sum up others.
func (c *Card) besides() string {
	if c.Totals == 0 {
		return ""
	}
	return ", besides " + counted(c.Totals, "row that sums up others", "rows that sum up others")
}

// line describes a table in one line.
func (c *Card) line() string {
	head := c.called()
	if caption := clipped(c.Table.Caption); caption != "" && caption != c.Table.Locator.Sheet {
		head += " (" + caption + ")"
	}
	parts := []string{head + ": " + c.size()}
	if len(c.Key) > 0 {
		parts = append(parts, c.oneRow())
	}
	for n, i := range c.Dates() {
		if n == 3 {
			break
		}
		parts = append(parts, c.Columns[i].Label+" from "+c.Columns[i].span())
	}
	if n := c.Empty(); n > 0 {
		parts = append(parts, counted(n, "cell is empty", "cells are empty"))
	}
	if c.Duplicates > 0 {
		parts = append(parts, counted(c.Duplicates, "row is the same as another", "rows are the same as others"))
	}
	return strings.Join(parts, "; ")
}

// oneRow says what tells rows apart.
func (c *Card) oneRow() string {
	var labels []string
	for _, i := range c.Key {
		labels = append(labels, c.Columns[i].Label)
	}
	return "one row for each " + strings.Join(labels, " and ")
}

// span is the first and the last day.
func (c *CardColumn) span() string { return c.Least.Text + " to " + c.Most.Text }

func (c *CardColumn) kindWord() string {
	switch {
	case c.Filled == 0:
		return "empty in all rows"
	case c.Form == "mail":
		return "addresses of mail"
	case c.Form == "web":
		return "addresses of the web"
	case c.Kind == spar.Number:
		return "number"
	case c.Kind == spar.Date:
		return "date"
	}
	return "text"
}

// describe says what a column holds: "Status: text; closed 197, shipped 121, open 76 and cancelled 18; 3 empty".
func (c *Card) describe(i int) string {
	col := &c.Columns[i]
	head := col.Label + ": " + col.kindWord()
	if col.Unit != "" && !strings.Contains(strings.ToLower(col.Label), strings.ToLower(col.Unit)) {
		head += " in " + col.Unit
	}
	parts := []string{head}
	add := func(text string) { parts = append(parts, text) }
	switch {
	case col.Filled == 0:
	case col.Distinct == 1 && col.Filled > 1:
		add("always " + clipped(col.First.Text))
	case col.Kind != spar.Text && col.Least.Text != "":
		add(col.span())
		switch {
		case col.Unique(c.Rows) && slices.Contains(c.Key, i):
			add("all different")
		case col.Kind == spar.Number && 1 < col.Distinct && col.Distinct <= fewValues && len(col.Values) > 0 && col.Filled >= 2*col.Distinct:
			add(col.some(fewValues))
		case col.Kind == spar.Number && !col.years() && !col.named():
			add("mean " + rounded(col.Mean()))
		}
	case col.Unique(c.Rows):
		add("all different, such as " + clipped(col.First.Text))
	case len(col.Values) > 0 && col.Distinct <= fewValues:
		add(col.some(fewValues))
	case len(col.Values) > 0 && col.Values[0].Rows > 1:
		add(fmt.Sprintf("%s different, most often %s", figures(col.Distinct), col.some(someValues)))
	case col.Distinct > 0:
		add(fmt.Sprintf("%s different, such as %s", figures(col.Distinct), clipped(col.First.Text)))
	default:
		add("very many different, such as " + clipped(col.First.Text))
	}
	if col.Empty > 0 && col.Filled > 0 {
		add(figures(col.Empty) + " empty")
	}
	for _, m := range col.Marks {
		add(fmt.Sprintf("%s %q", figures(m.Rows), clipped(m.Text)))
	}
	if col.StrayRows > 0 {
		text := counted(col.StrayRows, "cell is no ", "cells are no ") + map[spar.Kind]string{spar.Number: "number", spar.Date: "date"}[col.Kind]
		if len(col.Strays) > 0 {
			text += fmt.Sprintf(", such as %q", clipped(col.Strays[0].Text))
		}
		add(text)
	}
	return strings.Join(parts, "; ")
}

// some tells the commonest values with how often they come.
func (c *CardColumn) some(most int) string {
	var list []string
	for _, v := range c.Values[:min(len(c.Values), most)] {
		list = append(list, clipped(v.Text)+" "+figures(v.Rows))
	}
	return strings.Join(list, ", ")
}

// rounded writes a mean with at most two decimals, and without decimals from a million on.
func rounded(n float64) string {
	if math.Abs(n) >= 1e6 {
		return formatted(math.Round(n))
	}
	return formatted(math.Round(n*100) / 100)
}

// cites gives the cells that support a column's description.
func (c *CardColumn) cites() []Counted {
	switch {
	case c.Filled == 0:
		return nil
	case c.Kind != spar.Text && c.Least.Text != "" && c.Least.At != c.Most.At:
		return []Counted{c.Least, c.Most}
	case c.Kind != spar.Text && c.Least.Text != "":
		return []Counted{c.Least}
	case len(c.Values) > 0 && c.Values[0].Rows > 1:
		return []Counted{c.Values[0]}
	}
	return []Counted{c.First}
}

// names are the labels of the columns, as many as a line has room for.
func (c *Card) names() string {
	var list []string
	for i := range c.Table.Columns {
		list = append(list, c.Table.Columns[i].Label)
	}
	if n := len(list); n > shortNames {
		return strings.Join(list[:shortNames], ", ") + fmt.Sprintf(" and %d more", n-shortNames)
	}
	return enumerated(list)
}

// details are the columns, a line each, those beyond a bound in one.
func (c *Card) details(table int, columns []int) (list []Statement) {
	for n, i := range columns {
		if n == longDetails {
			var rest []string
			for _, i := range columns[n:] {
				rest = append(rest, c.Columns[i].Label)
			}
			return append(list, Statement{Text: fmt.Sprintf("%d more columns: %s", len(rest), enumerated(rest)), Table: table})
		}
		list = append(list, Statement{Text: c.describe(i), Table: table, Cites: c.Columns[i].cites()})
	}
	return list
}

func (c *Card) all() []int {
	list := make([]int, len(c.Columns))
	for i := range list {
		list[i] = i
	}
	return list
}

// ofRow says what a row stands for.
func (c *Card) ofRow() (text string, cites []Counted) {
	switch len(c.Key) {
	case 0:
		return fmt.Sprintf("no column of %s tells its %s apart; a row has %s", c.called(), counted(c.Rows, "row", "rows"), c.names()), nil
	case 1:
		col := &c.Columns[c.Key[0]]
		if noun := c.noun(col.Label); noun != "" {
			return fmt.Sprintf("one row of %s stands for one %s: %s is different in each of the %s", c.called(), noun, col.Label, counted(c.Rows, "row", "rows")), []Counted{col.First}
		}
		return fmt.Sprintf("%s has %s: it is different in each of the %s, such as %s", c.called(), c.oneRow(), counted(c.Rows, "row", "rows"), clipped(col.First.Text)), []Counted{col.First}
	}
	a, b := &c.Columns[c.Key[0]], &c.Columns[c.Key[1]]
	return fmt.Sprintf("%s has %s, such as %s and %s: no two of its %s have the same of both", c.called(), c.oneRow(), clipped(a.First.Text), clipped(b.First.Text), counted(c.Rows, "row", "rows")), []Counted{a.First, b.First}
}

// noun is the noun for the rows: a noun that the name of the table and the label of its key share.
func (c *Card) noun(label string) string {
	words := tokens(camel(label))
	for _, n := range c.Table.nameWords() {
		if n = singular(n); len(n) > 2 && !aboutNouns[n] && slices.ContainsFunc(words, func(w string) bool { return sameNoun(w, n) }) {
			return n
		}
	}
	return ""
}
