package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A Telling is an answer about tables as such.
type Telling struct {
	Statements []Statement
	Answers    []string   // the values, as a list
	Labels     []string   // of the columns of Rows
	Rows       [][]string // where an answer is a table itself
	Value      *float64   // where it is one number
	Plan       string     // that gives the same; "" where none does
	Cards      []*Card    // of the tables, by their number; nil of one that was not counted
	Refused    string     // why there is no answer; "" where there is one
}

// MostCards is how many tables are counted for one question.
const MostCards = 12

// A Sheets gives the names of the sheets of the file of a table, those without a table, too; nil where it has none.
type Sheets func(table int) []string

// Tell answers a question about tables as such: it counts over all of their rows.
func Tell(ctx context.Context, a About, tables []*Table, sheets Sheets) (*Telling, error) {
	out := &Telling{Cards: make([]*Card, len(tables))}
	if a.Columns == nil && (a.Aspect == ForColumn || a.Aspect == OfFile) {
		out.none(a, tables)
		return out, nil
	}
	asked := a.Tables[:min(len(a.Tables), MostCards)]
	for _, i := range asked {
		var err error
		if out.Cards[i], err = CardOf(ctx, tables[i]); err != nil {
			return nil, err
		}
	}
	switch {
	case a.Aspect == OfSheets:
		out.sheets(asked, sheets)
	case len(asked) > 1 && slices.Contains([]Aspect{OfTable, OfColumns}, a.Aspect):
		out.several(asked, a.Aspect, sheets)
	default:
		for _, i := range asked {
			out.tell(a, i)
		}
		if len(asked) > 1 { // no figure is that of all
			out.Value, out.Plan = nil, ""
		}
	}
	if a.Brief {
		first := map[int]bool{}
		out.Statements = slices.DeleteFunc(out.Statements, func(st Statement) bool { again := first[st.Table]; first[st.Table] = true; return again })
	}
	if len(a.Tables) > len(asked) {
		out.Statements = append(out.Statements, Statement{Text: fmt.Sprintf("%d more tables are not told of", len(a.Tables)-len(asked)), Table: asked[0]})
	}
	return out, nil
}

func (o *Telling) say(table int, text string, cites ...Counted) {
	o.Statements = append(o.Statements, Statement{Text: text, Table: table, Cites: cites})
}

func (o *Telling) number(n int) {
	v := float64(n)
	o.Value = &v
	o.Answers = append(o.Answers, strconv.Itoa(n))
}

// none says that no column has the sought data.
func (o *Telling) none(a About, tables []*Table) {
	sought := strings.TrimSpace(a.Sought)
	if a.Aspect == OfFile || len(a.Tables) != 1 {
		o.Refused = fmt.Sprintf("no table has a column for %q", sought)
		return
	}
	t := tables[a.Tables[0]]
	c := &Card{Table: t}
	o.Answers = []string{"no"}
	o.say(a.Tables[0], fmt.Sprintf("no column of %s is called so: nothing says %q; it has %s", c.called(), sought, c.names()))
}

// several tells of several tables, a line each.
func (o *Telling) several(asked []int, aspect Aspect, sheets Sheets) {
	first := o.Cards[asked[0]].Table
	file := first.file()
	if !slices.ContainsFunc(asked, func(i int) bool { return o.Cards[i].Table.file() != file }) && aspect == OfTable {
		if names := sheets(asked[0]); len(names) > 0 {
			o.say(asked[0], fmt.Sprintf("%s: %s: %s", file, counted(len(names), "sheet", "sheets"), enumerated(names)))
		} else {
			o.say(asked[0], fmt.Sprintf("%s: %s", file, counted(len(asked), "table", "tables")))
		}
	}
	for _, i := range asked {
		c := o.Cards[i]
		text := c.line()
		if aspect == OfColumns {
			text = c.called() + ": " + counted(len(c.Table.Columns), "column", "columns")
		}
		o.say(i, text+"; columns "+c.names())
		o.Answers = append(o.Answers, o.Statements[len(o.Statements)-1].Text)
	}
}

// sheets tells which tables a file has.
func (o *Telling) sheets(asked []int, sheets Sheets) {
	told := map[string]bool{}
	for _, i := range asked {
		file := o.Cards[i].Table.file()
		if told[file] {
			continue
		}
		told[file] = true
		names := sheets(i)
		if len(names) == 0 {
			n := 0
			for _, k := range asked {
				if o.Cards[k].Table.file() == file {
					n++
				}
			}
			o.say(i, fmt.Sprintf("%s has no sheets; it has %s", file, counted(n, "table", "tables")))
		} else {
			o.say(i, fmt.Sprintf("%s has %s: %s", file, counted(len(names), "sheet", "sheets"), enumerated(names)))
			o.Answers = append(o.Answers, names...)
		}
		for _, k := range asked {
			if c := o.Cards[k]; c.Table.file() == file {
				o.say(k, strings.TrimPrefix(c.line(), file+", ")+"; columns "+c.names())
			}
		}
		for _, name := range names {
			if !slices.ContainsFunc(asked, func(k int) bool { return o.Cards[k].Table.file() == file && o.Cards[k].Table.Locator.Sheet == name }) {
				o.say(i, "sheet "+name+": no table")
			}
		}
	}
}

// tell answers for one table.
func (o *Telling) tell(a About, i int) {
	c := o.Cards[i]
	t := c.Table
	columns := a.Columns[i]
	from := "from " + quote(t.Name)
	switch a.Aspect {
	case OfTable:
		o.say(i, c.line())
		o.Statements = append(o.Statements, c.details(i, c.all())...)
		o.Answers = append(o.Answers, c.line())
	case OfColumns:
		o.say(i, c.called()+": "+c.size())
		o.Statements = append(o.Statements, c.details(i, c.all())...)
		for n := range c.Columns {
			o.Answers = append(o.Answers, c.Columns[n].Label)
		}
	case OfKinds:
		kind := kindSaid(a.Sought)
		var list []int
		for n := range c.Columns {
			if c.Columns[n].Kind == kind && c.Columns[n].Filled > 0 {
				list = append(list, n)
				o.Answers = append(o.Answers, c.Columns[n].Label)
			}
		}
		if len(list) == 0 {
			o.say(i, fmt.Sprintf("%s has no column of %s; it has %s", c.called(), map[spar.Kind]string{spar.Date: "dates", spar.Number: "numbers", spar.Text: "texts"}[kind], c.names()))
		}
		o.Statements = append(o.Statements, c.details(i, list)...)
	case ForColumn, OfFile:
		for _, n := range columns {
			o.say(i, "in "+c.called()+", column "+c.describe(n), c.Columns[n].cites()...)
			if a.Aspect == OfFile {
				o.Answers = append(o.Answers, t.file())
			} else {
				o.Answers = append(o.Answers, c.Columns[n].Label)
			}
		}
		o.Answers = slices.Compact(o.Answers)
	case OfColumn:
		o.Statements = append(o.Statements, c.details(i, columns)...)
		for _, n := range columns {
			o.Answers = append(o.Answers, c.describe(n))
		}
	case OfRange:
		for _, n := range columns {
			col := &c.Columns[n]
			o.say(i, c.describe(n), col.cites()...)
			if col.Least.Text != "" {
				o.Answers = append(o.Answers, col.Least.Text+" to "+col.Most.Text)
				o.Plan = fmt.Sprintf("%s select min(%s), max(%s)", from, quote(col.Label), quote(col.Label))
			} else {
				o.Answers = append(o.Answers, c.describe(n))
			}
		}
	case OfValues:
		for _, n := range columns {
			o.values(c, i, n, from, a.Often)
		}
	case OfRows:
		switch {
		case len(a.Counts) == 1 && a.Counts[0] == "columns":
			o.say(i, c.called()+" has "+counted(len(t.Columns), "column", "columns")+": "+c.names())
			o.number(len(t.Columns))
		case len(a.Counts) == 1:
			o.say(i, c.called()+" has "+c.rows())
			o.Plan = from + " select count()"
			o.number(c.Rows)
		default:
			o.say(i, c.called()+": "+c.size())
			o.Answers = append(o.Answers, counted(c.Rows, "row", "rows")+", "+counted(len(t.Columns), "column", "columns"))
		}
	case OfRow:
		text, cites := c.ofRow()
		o.say(i, text, cites...)
		o.example(c, i)
		o.Answers = append(o.Answers, text)
	case OfKey:
		o.key(c, i)
	case OfUnique:
		for _, n := range columns {
			o.unique(c, i, n)
		}
	case OfDuplicates:
		o.duplicates(c, i)
	case OfSpan:
		o.span(c, i, columns)
	case OfEmpties:
		o.empties(c, i, columns)
	case OfStrays:
		o.strays(c, i, columns)
	case OfSample:
		o.sample(c, i, a.Sought)
	}
}

// values tells the values of a column. Where it is asked how often they come the list of answers says it, too.
func (o *Telling) values(c *Card, i, n int, from string, often bool) {
	col := &c.Columns[n]
	rest := ""
	if col.Empty > 0 {
		rest = "; " + counted(col.Empty, "row has none", "rows have none")
	}
	switch {
	case col.Filled == 0:
		o.say(i, col.Label+" is empty in all rows")
	case len(col.Values) == 0:
		o.say(i, c.describe(n), col.cites()...)
		o.Answers = append(o.Answers, c.describe(n))
		return
	case col.Unique(c.Rows):
		o.say(i, fmt.Sprintf("%s is different in each of the %s of %s: %s", col.Label, counted(c.Rows, "row", "rows"), c.called(), col.listed()), col.First)
	default:
		o.say(i, fmt.Sprintf("%s of %s has %s: %s%s", col.Label, c.called(), counted(col.Distinct, "value", "values"), col.some(listValues)+col.more(), rest), commonest(col.Values)...)
	}
	o.Labels = []string{col.Label, "count()"}
	for _, v := range col.Values {
		text := v.Text
		if often {
			text += ", " + strconv.Itoa(v.Rows)
		}
		o.Answers = append(o.Answers, text)
		o.Rows = append(o.Rows, []string{v.Text, strconv.Itoa(v.Rows)})
	}
	o.Plan = fmt.Sprintf("%s group %s select %s, count() order count() desc", from, quote(col.Label), quote(col.Label))
}

func (c *CardColumn) more() string {
	if n := len(c.Values) - listValues; n > 0 {
		return fmt.Sprintf(" and %s more", figures(n))
	}
	return ""
}

// listed are the values without their counts.
func (c *CardColumn) listed() string {
	var list []string
	for _, v := range c.Values[:min(len(c.Values), listValues)] {
		list = append(list, clipped(v.Text))
	}
	return strings.Join(list, ", ") + c.more()
}

// commonest are cells with the commonest values.
func commonest(list []Counted) []Counted { return list[:min(len(list), 4)] }

// example shows the first row.
func (o *Telling) example(c *Card, i int) {
	if len(c.Table.Rows) == 0 {
		return
	}
	r := &c.Table.Rows[0]
	o.say(i, "the first row: "+rowText(c.Table, r, fewValues), Counted{Text: r.text(0), At: r.At})
}

func rowText(t *Table, r *Row, most int) string {
	var cells []string
	for n := range t.Columns {
		if text := r.text(n); text != "" && len(cells) < most {
			cells = append(cells, t.Columns[n].Label+" "+clipped(text))
		}
	}
	return strings.Join(cells, "; ")
}

func (o *Telling) key(c *Card, i int) {
	var others []string
	for n := range c.Columns {
		if c.Columns[n].Unique(c.Rows) && c.Columns[n].mayName() && !slices.Contains(c.Key, n) {
			others = append(others, c.Columns[n].Label)
		}
	}
	if len(c.Key) == 0 {
		o.say(i, fmt.Sprintf("no column of %s tells its %s apart", c.called(), counted(c.Rows, "row", "rows")))
		o.Answers = append(o.Answers, "none")
		return
	}
	text, cites := c.ofRow()
	if len(others) > 0 {
		text += "; so is " + enumerated(others)
		if len(others) > 1 {
			text = strings.Replace(text, "; so is ", "; so are ", 1)
		}
	}
	o.say(i, text, cites...)
	for _, n := range c.Key {
		o.Answers = append(o.Answers, c.Columns[n].Label)
	}
}

func (o *Telling) unique(c *Card, i, n int) {
	col := &c.Columns[n]
	switch {
	case col.Distinct == 0 && col.Filled > 0:
		o.say(i, fmt.Sprintf("%s has too many values to tell whether all differ", col.Label), col.First)
	case col.Distinct == col.Filled:
		text := fmt.Sprintf("yes: the %s of %s are all different", counted(col.Filled, "value", "values"), col.Label)
		if col.Empty > 0 {
			text += "; " + counted(col.Empty, "row has none", "rows have none")
		}
		o.say(i, text, col.First)
		o.Answers = append(o.Answers, "yes")
	default:
		text := fmt.Sprintf("no: %s with a %s have %s", counted(col.Filled, "row", "rows"), col.Label, counted(col.Distinct, "different value", "different values"))
		var cites []Counted
		if len(col.Values) > 0 {
			text += ", most often " + col.some(someValues)
			cites = commonest(col.Values)
		}
		o.say(i, text, cites...)
		o.Answers = append(o.Answers, "no")
	}
}

func (o *Telling) duplicates(c *Card, i int) {
	switch {
	case c.unchecked:
		o.say(i, fmt.Sprintf("%s has too many rows to tell whether two are the same", c.called()))
		o.Answers = append(o.Answers, "unknown")
	case c.Duplicates == 0:
		o.say(i, fmt.Sprintf("no two of the %s of %s are the same in all cells", counted(c.Rows, "row", "rows"), c.called()))
		o.Answers = append(o.Answers, "no")
	default:
		o.say(i, fmt.Sprintf("%s of %s is the same as an earlier one in all cells", counted(c.Duplicates, "row", "rows"), c.called()))
		if c.Duplicates > 1 {
			o.Statements[len(o.Statements)-1].Text = fmt.Sprintf("%s rows of %s are the same as an earlier one in all cells", figures(c.Duplicates), c.called())
		}
		o.Answers = append(o.Answers, strconv.Itoa(c.Duplicates))
	}
	for n := range c.Columns {
		col := &c.Columns[n]
		if col.named() && 0 < col.Distinct && col.Distinct < col.Filled && 10*col.Distinct >= 9*col.Filled && len(col.Values) > 0 {
			o.say(i, fmt.Sprintf("%s comes more than once: %s", col.Label, col.some(someValues)), commonest(col.Values)...)
		}
	}
}

func (o *Telling) span(c *Card, i int, columns []int) {
	dates := slices.DeleteFunc(c.Dates(), func(n int) bool { return columns != nil && !slices.Contains(columns, n) })
	for _, n := range dates {
		col := &c.Columns[n]
		text := col.Label + ": " + col.span()
		if col.Empty > 0 {
			text += "; " + counted(col.Empty, "row has none", "rows have none")
		}
		if len(col.Marks) > 0 {
			text += fmt.Sprintf("; %s %q", figures(col.Marks[0].Rows), clipped(col.Marks[0].Text))
		}
		o.say(i, text, col.cites()...)
		o.Answers = append(o.Answers, col.span())
	}
	if len(dates) == 0 {
		o.say(i, fmt.Sprintf("%s has no column of dates or years; it has %s", c.called(), c.names()))
		o.Answers = append(o.Answers, "no dates")
	}
}

func (o *Telling) empties(c *Card, i int, columns []int) {
	if len(columns) == 1 {
		defer func() {
			o.Answers, o.Labels, o.Rows = nil, nil, nil
			o.number(c.Columns[columns[0]].Empty)
		}()
	}
	if columns == nil {
		columns = c.all()
	}
	type gap struct {
		column, cells int
	}
	var list []gap
	all, cells := 0, 0
	for _, n := range columns {
		cells += c.Columns[n].Empty + c.Columns[n].Filled
		if e := c.Columns[n].Empty; e > 0 {
			list = append(list, gap{n, e})
			all += e
		}
	}
	slices.SortStableFunc(list, func(a, b gap) int { return cmp.Compare(b.cells, a.cells) })
	if all == 0 {
		of := c.called()
		if len(columns) == 1 {
			of = c.Columns[columns[0]].Label + " in " + of
		}
		o.say(i, fmt.Sprintf("none of the %s of %s is empty", counted(cells, "cell", "cells"), of))
		o.Answers = append(o.Answers, "none")
	} else {
		whole := 0
		var parts []string
		for _, g := range list {
			parts = append(parts, c.Columns[g.column].Label+" "+figures(g.cells))
			o.Answers = append(o.Answers, c.Columns[g.column].Label)
			o.Rows = append(o.Rows, []string{c.Columns[g.column].Label, strconv.Itoa(g.cells)})
		}
		for _, n := range columns {
			if c.Columns[n].Empty == 0 {
				whole++
			}
		}
		o.Labels = []string{"column", "empty"}
		text := fmt.Sprintf("%s of %s in %s %s empty: %s", figures(all), counted(cells, "cell", "cells"), c.called(), map[bool]string{true: "is", false: "are"}[all == 1], strings.Join(parts, ", "))
		if whole > 0 {
			text += "; the other " + counted(whole, "column has none", "columns have none")
		}
		o.say(i, text)
	}
	for _, n := range columns {
		for _, m := range c.Columns[n].Marks {
			o.say(i, fmt.Sprintf("%s: %s %q", c.Columns[n].Label, counted(m.Rows, "cell says", "cells say"), clipped(m.Text)), m)
		}
	}
}

// strays tells the cells that are of another kind than their column, and the columns whose numbers have several units.
func (o *Telling) strays(c *Card, i int, columns []int) {
	if columns == nil {
		columns = c.all()
	}
	for _, n := range columns {
		if col := &c.Columns[n]; col.StrayRows > 0 || len(col.Marks) > 0 {
			o.say(i, c.describe(n), append(slices.Clone(col.Strays), col.Marks...)...)
			o.Answers = append(o.Answers, col.Label)
		}
	}
	if len(o.Answers) == 0 {
		o.say(i, fmt.Sprintf("no column of %s has cells of another kind than its others", c.called()))
		o.Answers = append(o.Answers, "none")
	}
}

// sample shows the first rows.
func (o *Telling) sample(c *Card, i int, words string) {
	n := 5
	if k, err := strconv.Atoi(strings.TrimSpace(words)); err == nil && k > 0 {
		n = min(k, listValues)
	} else if k, ok := numerals[strings.ToLower(strings.TrimSpace(words))]; ok && k > 0 {
		n = int(k)
	}
	for k := range c.Columns {
		o.Labels = append(o.Labels, c.Columns[k].Label)
	}
	for k := range c.Table.Rows[:min(len(c.Table.Rows), n)] {
		r := &c.Table.Rows[k]
		row := make([]string, len(c.Columns))
		for m := range row {
			row[m] = r.text(m)
		}
		o.Rows = append(o.Rows, row)
		o.say(i, rowText(c.Table, r, len(c.Columns)), Counted{Text: r.text(0), At: r.At})
		o.Answers = append(o.Answers, rowText(c.Table, r, len(c.Columns)))
	}
}
