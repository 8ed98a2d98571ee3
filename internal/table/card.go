package table

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// A Card describes the content of a table, counted over all of its rows: the knowledge of a person who has opened the file.
type Card struct {
	Table      *Table
	Rows       int // without the rows that sum up others
	Totals     int // rows that sum up others
	Duplicates int // rows that are the same as an earlier one in every cell
	Columns    []CardColumn
	Key        []int  // columns whose cells together tell all rows apart, the fewest and first such ones; nil: none are known
	Cut        string // why rows of the file are missing; "" when none are

	unchecked bool // there were too many rows to tell those apart that are the same
}

// A CardColumn describes the cells of a column.
type CardColumn struct {
	Label, Unit string
	Kind        spar.Kind // that of most of its cells
	Form        string    // of its texts, where they share one: mail, web; "" for none
	Filled      int       // rows that have a value here
	Empty       int       // rows whose cell is empty
	Marks       []Counted // cells that say there is no value, such as n/a, where the column is of numbers or dates
	Strays      []Counted // cells of another kind than the column's, the commonest first
	StrayRows   int       // rows that have one
	Distinct    int       // different values; 0 where they are too many to be told apart
	Values      []Counted // by how often they come; nil where they are too many to be counted
	First       Counted   // the value that comes first
	Least, Most Counted   // of numbers and dates, as they are written
	Sum         float64   // of numbers
	numbers     int
}

// Unique reports whether each row has a value of its own here.
func (c *CardColumn) Unique(rows int) bool { return rows > 1 && c.Filled == rows && c.Distinct == rows }

// Mean is that of the numbers.
func (c *CardColumn) Mean() float64 { return c.Sum / float64(c.numbers) }

// A Counted is a value with how many rows have it and where it stands first.
type Counted struct {
	Text string
	Rows int
	At   spar.Locator
}

// Bounds on counting.
const (
	maxCounted  = 2_000     // different values of a column that are counted one by one
	maxTold     = 4_000_000 // hashes of values and rows that are told apart, over all columns
	maxRoom     = 32 << 20  // bytes of values that are counted, over all columns
	maxPairs    = 3         // pairs of columns that may be a key together
	maxCardCols = 2_000     // columns that are described
	maxNoted    = 5         // strays that are named
)

// CardOf reads all rows of a table once and says what it holds.
func CardOf(ctx context.Context, t *Table) (*Card, error) {
	c := &Card{Table: t}
	tallies := make([]*tally, min(len(t.Columns), maxCardCols))
	left, room := maxTold, maxRoom
	for i := range tallies {
		tallies[i] = newTally(&t.Columns[i], &left, &room)
	}
	pairs := t.pairs()
	together := make([]apart, len(pairs))
	whole := apart{left: &left}
	for i := range together {
		together[i].left = &left
	}
	n := 0
	for r, err := range t.all(nil) {
		if err != nil {
			return nil, err
		}
		if n++; n%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if r.Total {
			c.Totals++
			continue
		}
		c.Rows++
		row := newHash()
		for i, l := range tallies {
			v := r.cell(i)
			row.add(v.Text)
			l.take(v, r.At, i)
		}
		whole.take(row.sum())
		for i, p := range pairs {
			h := newHash()
			h.add(r.cell(p[0]).Text)
			h.add(r.cell(p[1]).Text)
			together[i].take(h.sum())
		}
	}
	c.Cut = t.Cut
	for i := range tallies {
		c.Columns = append(c.Columns, tallies[i].column())
	}
	if d, ok := whole.distinct(); ok {
		c.Duplicates = c.Rows - d
	} else {
		c.unchecked = true
	}
	c.Key = c.key(pairs, together)
	return c, nil
}

// key finds the columns that tell all rows apart: one that names them, else one of figures, else two together.
func (c *Card) key(pairs [][2]int, together []apart) []int {
	best := -1
	for i := range c.Columns {
		col := &c.Columns[i]
		if !col.Unique(c.Rows) || !col.mayName() {
			continue
		}
		if best < 0 || !c.Columns[best].named() && col.named() {
			best = i
		}
	}
	if best >= 0 {
		return []int{best}
	}
	for i, p := range pairs {
		if d, ok := together[i].distinct(); ok && d == c.Rows && c.Rows > 1 && c.Columns[p[0]].Empty+c.Columns[p[1]].Empty == 0 {
			return p[:]
		}
	}
	return nil
}

// mayName reports whether the values of a column may be names of rows: texts and days, and numbers that count.
func (c *CardColumn) mayName() bool {
	if c.Kind == spar.Number {
		return !strings.ContainsAny(c.Least.Text+c.Most.Text, ".,€$£%") && c.Sum == math.Trunc(c.Sum)
	}
	return len(c.First.Text) <= maxNameLength
}

// maxNameLength is the length of a text that is still a name and no remark.
const maxNameLength = 60

// named reports whether the label says that the values are names: ID, Order No, Code.
func (c *CardColumn) named() bool {
	words := tokens(camel(c.Label))
	return len(words) > 0 && cachedSet("id ids no nr number code key ref reference sku isbn tag serial identifier uuid index")[words[len(words)-1]]
}

// pairs gives the pairs of columns that tell the rows apart that are held: a few, of texts, days and whole numbers that come again.
func (t *Table) pairs() (list [][2]int) {
	rows := t.Rows[:min(len(t.Rows), HeadRows)]
	var some []int
	for i := range t.Columns {
		if i >= 12 {
			break
		}
		if t.Columns[i].Kind == spar.Number && slices.ContainsFunc(rows, func(r Row) bool { return strings.ContainsAny(r.Cells[i].Text, ".,") }) {
			continue
		}
		some = append(some, i)
	}
	if len(rows) < 4 {
		return nil
	}
	for n, a := range some {
		for _, b := range some[n+1:] {
			seen := make(map[[2]string]bool, len(rows))
			unique := true
			for i := range rows {
				k := [2]string{rows[i].Cells[a].Text, rows[i].Cells[b].Text}
				if rows[i].Total {
					continue
				}
				if unique = !seen[k] && k[0] != "" && k[1] != ""; !unique {
					break
				}
				seen[k] = true
			}
			if unique {
				if list = append(list, [2]int{a, b}); len(list) == maxPairs {
					return list
				}
			}
		}
	}
	return list
}

// Dates gives the columns of dates, and the first and the last day of all of them that are written.
func (c *Card) Dates() (columns []int) {
	for i := range c.Columns {
		if c.Columns[i].Kind == spar.Date || c.Columns[i].years() {
			columns = append(columns, i)
		}
	}
	return columns
}

// years reports whether a column is of years.
func (c *CardColumn) years() bool {
	if c.Kind != spar.Number || c.StrayRows > 0 || len(c.Least.Text) != 4 || len(c.Most.Text) != 4 {
		return false
	}
	return c.Least.Text >= "1500" && c.Most.Text <= "2200" && c.Sum == math.Trunc(c.Sum)
}

// Empty is how many cells are empty.
func (c *Card) Empty() (n int) {
	for i := range c.Columns {
		n += c.Columns[i].Empty
	}
	return n
}

// byRows puts values in the order of how often they come.
func byRows(list []Counted) {
	slices.SortFunc(list, func(a, b Counted) int { return cmp.Or(cmp.Compare(b.Rows, a.Rows), strings.Compare(a.Text, b.Text)) })
}
