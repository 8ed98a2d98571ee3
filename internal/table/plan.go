package table

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
)

// A Plan says what to compute, as text:
//
//	from TABLE[, TABLE...] [within CONDITIONS] [where CONDITIONS] [group LABEL] [having CONDITIONS]
//	select ITEM[, ITEM...] [order ITEM [asc|desc]] [limit N]
//
// Within chooses the rows that a share is a share of; where has more conditions. "and" joins conditions. One condition of where may be
// alternatives in parentheses, joined by "or": where A = 1 and (B = 2 or C > 3 and D = 4).
type Plan struct {
	From   []string
	Within []Condition
	Where  []Condition
	Either [][]Condition // alternatives: rows fit that fit all conditions of one of them, beside those of Where; nil: none
	Group  Item          // zero: none
	Having []Condition
	Select []Item
	Order  *Order
	Limit  int  // 0: all
	Ties   bool // and those beside the last one that are the same in order
}

// An Item is a column, or a function of columns.
type Item struct {
	Fn     string // "" for the column itself
	Labels []string
	Less   string // the column that the only label is lessened by, in days where both are dates: Delivered - Due; "" for none
	Than   string // of above and below: the number that cells are compared with
	Of     *Item  // what difference and its like take of each of two groups of rows, in place of labels
}

// Computes reports whether the plan gives a figure or the first of an order, and not rows as they stand.
func (p Plan) Computes() bool {
	return p.Order != nil && p.Limit > 0 || slices.ContainsFunc(p.Select, func(i Item) bool { return i.Fn != "" })
}

// Counts reports whether the plan gives a number of rows and nothing else.
func (p Plan) Counts() bool { return len(p.Select) == 1 && p.Select[0].Fn == "count" }

func (i Item) none() bool { return i.Fn == "" && len(i.Labels) == 0 }

// A Condition compares an item of a row, or of a group, with values. In takes one value at least, the others exactly one.
type Condition struct {
	Item   Item
	Op     string
	Values []string
}

// An Order sorts by an item; row() is the order of the table.
type Order struct {
	Item Item
	Desc bool
}

// The functions: of one cell, of neighbouring rows, of many rows to one value, of two values in order.
var (
	cellFns  = []string{"year", "month", "day"}
	rowFns   = []string{"next", "previous"}
	manyFns  = []string{"count", "distinct", "sum", "average", "median", "min", "max", "range", "percent"}
	pairFns  = []string{"difference", "distance", "ratio", "growth"}
	headFns  = []string{"highest", "lowest", "above", "below"} // of cells of one row: the names of their columns
	truthFns = []string{"any", "every"}                        // yes or no: whether any row fits, or every row of those within
	otherFns = []string{"row", "groups"}
	ops      = []string{"=", "!=", "<", "<=", ">", ">=", "contains", "lacks", "in"}
)

var keywords = map[string]bool{
	"from": true, "within": true, "where": true, "group": true, "having": true, "select": true, "order": true, "limit": true,
	"and": true, "or": true, "asc": true, "desc": true, "in": true, "contains": true, "lacks": true,
}

var bareWord = pattern.New(`^[\pL_][\pL\pN_]*$`)

// quote writes a label or a name, with quotes unless it is one plain word.
func quote(s string) string {
	if bareWord.MatchString(s) && !keywords[strings.ToLower(s)] {
		return s
	}
	return quoted(s)
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// quoted puts a text in quotes; a quote or backslash in it has a backslash before it.
func quoted(s string) string {
	return `"` + escapes.Replace(s) + `"`
}

// literal writes a value: numbers as they are, all else as a label.
func literal(s string) string {
	if n, err := strconv.ParseFloat(s, 64); err == nil && number(n) == s {
		return s
	}
	return quote(s)
}

// number writes a number in its shortest form.
func number(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }

// String prints the plan; Parse reads it back.
func (p Plan) String() string {
	var b strings.Builder
	b.WriteString("from ")
	for i, name := range p.From {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(quote(name))
	}
	conditions := func(word string, list []Condition) {
		for i, c := range list {
			if i > 0 {
				word = "and"
			}
			b.WriteString(" " + word + " " + c.String())
		}
	}
	conditions("within", p.Within)
	conditions("where", p.Where)
	if len(p.Either) > 0 {
		word := " and ("
		if len(p.Where) == 0 {
			word = " where ("
		}
		b.WriteString(word)
		for i, list := range p.Either {
			if i > 0 {
				b.WriteString(" or ")
			}
			for j, c := range list {
				if j > 0 {
					b.WriteString(" and ")
				}
				b.WriteString(c.String())
			}
		}
		b.WriteString(")")
	}
	if !p.Group.none() {
		b.WriteString(" group " + p.Group.String())
	}
	conditions("having", p.Having)
	b.WriteString(" select ")
	for i, it := range p.Select {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(it.String())
	}
	if p.Order != nil {
		b.WriteString(" order " + p.Order.Item.String())
		if p.Order.Desc {
			b.WriteString(" desc")
		}
	}
	if p.Limit > 0 {
		b.WriteString(" limit " + strconv.Itoa(p.Limit))
		if p.Ties {
			b.WriteString(" with ties")
		}
	}
	return b.String()
}

// several gives the condition of a plan that takes any of several values; nil for none.
func (p *Plan) several() *Condition {
	for i := range p.Where {
		if p.Where[i].Op == "in" && p.Where[i].Item.Fn == "" {
			return &p.Where[i]
		}
	}
	return nil
}

// String prints the item.
func (i Item) String() string {
	labels := make([]string, len(i.Labels))
	for n, l := range i.Labels {
		labels[n] = quote(l)
	}
	list := strings.Join(labels, ", ")
	if i.Less != "" {
		list += " - " + quote(i.Less)
	}
	if i.Of != nil {
		list = i.Of.String()
	}
	switch {
	case i.Fn == "":
		return list
	case i.Than != "":
		list = literal(i.Than) + ", " + list
	}
	return i.Fn + "(" + list + ")"
}

// String prints the condition.
func (c Condition) String() string {
	values := make([]string, len(c.Values))
	for n, v := range c.Values {
		values[n] = literal(v)
	}
	list := strings.Join(values, ", ")
	if c.Op == "in" {
		list = "(" + list + ")"
	}
	return c.Item.String() + " " + c.Op + " " + list
}

// Words says for a person what the plan computes: the selection first, without the tables.
func (p Plan) Words() string {
	selected := Plan{Select: p.Select}.String()
	p.From = nil
	rest := strings.TrimPrefix(p.String(), "from ")
	at := strings.TrimPrefix(selected, "from ")
	return strings.Join(strings.Fields(strings.TrimPrefix(at, " select ")+" "+strings.Replace(rest, at, "", 1)), " ")
}
