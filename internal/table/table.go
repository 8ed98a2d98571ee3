// Package table computes over tables: it gives the cells of tables as they were read a type each, holds the language of plans
// (parse, check, print), runs a plan over all rows, and plans what a question asks for. It stands beside store, right of
// chunk, whose tables it takes; service decides whose tables those are.
package table

import (
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A Table is one logical table. Rows are all of its rows, or the first ones where More gives all of them.
type Table struct {
	Name    string // the name that plans call it by
	Locator spar.Locator
	Caption string
	Columns []Column
	Rows    []Row
	Cut     string // why rows of the file are missing; "" when none are

	// More gives all rows anew at each call; nil where Rows are all. columns, by number from 0, says which cells are needed; others may come
	// empty. nil asks for all. A row must not be kept or changed after the next one.
	More func(columns []int) iter.Seq2[*Row, error]

	differences []difference // the last columns are made of them, for a plan

	scale string // the scale of the figures, as the text around says: thousand, million, billion; "" where nothing says it
	once  sync.Once
	index *index // of words in cells
}

// A Column is the common side of its cells. Kind is the kind of four in five of them.
type Column struct {
	Label   string // unique in its table and never empty
	Unit    string // of its numbers, as the label or the caption says it: "USD million"
	Kind    spar.Kind
	Key     bool            // each row has a value of its own here
	Unnamed bool            // the file gives it no label
	words   map[string]bool // texts of some cells in the place of a figure: not measured, gift
	code    bool            // its cells are names with digits, and no figures: K011
	custom  chunk.Custom
}

// A Row is one data row.
type Row struct {
	At    spar.Locator
	Cells []Value // one a column
	Group string  // the names of rows above that hold for it
	Total bool    // it sums up other rows

	raw     []string // of a streamed row: cells that become Values when a plan asks for them
	columns []Column
	typed   []bool
}

// cell gives the value in a column, counted from 0.
func (r *Row) cell(i int) *Value {
	if r.raw != nil && !r.typed[i] {
		r.typed[i] = true
		if i < len(r.raw) {
			r.Cells[i] = read(r.raw[i], r.columns[i].custom)
			if r.columns[i].code {
				r.Cells[i] = Value{Text: r.Cells[i].Text, Kind: spar.Text}
			}
		} else {
			r.Cells[i] = Value{}
		}
	}
	return &r.Cells[i]
}

// text gives the text in a column without reading it as a number.
func (r *Row) text(i int) string {
	if r.raw == nil {
		return r.Cells[i].Text
	}
	if i < len(r.raw) {
		return strings.TrimSpace(r.raw[i])
	}
	return ""
}

// maxProfile bounds the cells that tell the type of a column.
const maxProfile = 20_000

// Of gives the tables of a document; name makes the name of each from its place and their number.
func Of(doc *spar.Document, name func(at spar.Locator, of int) string) []*Table {
	var list []*Table
	read := chunk.Tables(doc)
	for _, t := range read {
		if len(t.Columns) == 0 || len(t.Rows) == 0 {
			continue
		}
		list = append(list, from(t))
	}
	text := prose(doc)
	for _, t := range list {
		t.scale = scaleOf(t, append([]string{t.Caption}, text...))
		t.Name = name(t.Locator, len(list))
		if doc.State == spar.Partial {
			t.Cut = doc.Reason
		}
	}
	return list
}

// maxProse bounds the text that is searched for the scale of tables, in bytes.
const maxProse = 64 << 10

// prose gives the text beside the tables of a document; none of a long one, whose text is of many tables.
func prose(doc *spar.Document) (list []string) {
	size := 0
	for _, b := range doc.Blocks {
		if b.Table == nil {
			if size += len(b.Text); size > maxProse {
				return nil
			}
			list = append(list, b.Text)
		}
	}
	return list
}

// from takes a table as chunk has it. Rows that only name others are not rows of it.
func from(in chunk.Table) *Table {
	t := &Table{Locator: in.Locator, Caption: in.Caption, Columns: make([]Column, len(in.Columns))}
	t.Locator.Bytes = spar.Span{}
	evidence := make([]chunk.Evidence, len(in.Columns))
	for _, r := range in.Rows {
		for _, c := range r.Cells {
			evidence[c.Column-1].Add(c.Text)
		}
	}
	var all chunk.Evidence
	for _, e := range evidence {
		all.Join(e)
	}
	for i, c := range in.Columns {
		t.Columns[i] = Column{Label: c.Label, Unit: c.Unit, custom: evidence[i].Custom().Or(all.Custom())}
	}
	for _, r := range in.Rows {
		if r.Named {
			continue
		}
		row := Row{At: r.Locator, Group: r.Group, Total: r.Total, Cells: make([]Value, len(t.Columns))}
		row.At.Bytes = spar.Span{}
		for _, c := range r.Cells {
			row.Cells[c.Column-1] = readAs(c.Text, t.Columns[c.Column-1].custom)
		}
		t.Rows = append(t.Rows, row)
	}
	t.describe()
	return t
}

// lettered is a name of one letter with digits behind it, as many things have it that are numbered: K011.
var lettered = pattern.New(`^\pL\d{2,}$`)

// noValue are cells that say that there is no value.
var noValue = map[string]bool{"n/a": true, "n.a.": true, "na": true, "nan": true, "null": true, "none": true, "nil": true, "-": true, "–": true, "—": true, "?": true, "k. a.": true, "k.a.": true, "entf.": true, "entfällt": true, "n. d.": true, "n.d.": true, "n. v.": true, "s/d": true, "sin datos": true, "unbekannt": true, "inconnu": true, "tbc": true, "tbd": true, "unknown": true}

// leastFigures is how many figures a column has at least that is one of figures though other cells say that there is none.
const leastFigures = 3

// describe names the columns, and finds their types and which of them are keys.
func (t *Table) describe() {
	seen := map[string]int{}
	for i := range t.Columns {
		c := &t.Columns[i]
		c.Label = strings.Join(strings.Fields(c.Label), " ")
		if c.Label == "" {
			c.Label, c.Unnamed = "column "+strconv.Itoa(i+1), true
		}
		key := strings.ToLower(c.Label)
		if seen[key]++; seen[key] > 1 {
			c.Label += " (" + strconv.Itoa(seen[key]) + ")"
			seen[strings.ToLower(c.Label)]++
		}
		counts := map[spar.Kind]int{}
		filled, marks := 0, 0
		values := map[string]bool{}
		unique, coded := true, true
		for n := range t.Rows[:min(len(t.Rows), maxProfile)] {
			r := &t.Rows[n]
			v := r.cell(i)
			if v.Text == "" || r.Total {
				continue
			}
			if filled++; noValue[strings.ToLower(v.Text)] {
				marks++
			}
			counts[v.Kind]++
			folded := Fold(v.Text)
			unique = unique && !values[folded]
			coded = coded && lettered.MatchString(v.Text)
			values[folded] = true
		}
		c.Kind = spar.Text
		for _, k := range []spar.Kind{spar.Number, spar.Date} {
			if 5*counts[k] >= 4*filled && filled > 0 {
				c.Kind = k
			}
		}
		if c.Kind == spar.Text && 5*(counts[spar.Number]+counts[spar.Date]) >= 4*filled && counts[spar.Date] > counts[spar.Number] {
			c.Kind = spar.Date // years and days in one column
		}
		for _, k := range []spar.Kind{spar.Number, spar.Date} { // figures, beside cells that say there is none
			if c.Kind == spar.Text && counts[k] >= leastFigures && 2*counts[k] >= marks && 5*counts[k] >= 4*(filled-marks) {
				c.Kind = k
			}
		}
		if c.Kind == spar.Text && counts[spar.Number] >= leastFigures {
			if c.words = t.inPlaceOfFigures(i); c.words != nil {
				c.Kind = spar.Number
			}
		}
		c.Key = unique && filled >= 2 && filled >= len(t.Rows)*9/10
		if c.Key && coded && c.Kind == spar.Number {
			c.Kind, c.code = spar.Text, true
			for n := range t.Rows {
				if v := t.Rows[n].cell(i); v.Text != "" {
					*v = Value{Text: v.Text, Kind: spar.Text}
				}
			}
		}
	}
}

// The texts that may stand in the place of figures: how many different ones, and the least share of cells that are figures.
const (
	maxInPlace   = 2
	leastOfCells = 0.4
)

// inPlaceOfFigures gives the texts in a column of figures that are no figures, where these are one or two texts again and again, without
// digits, and the rest are different figures of one unit: 43 dB, 51 dB, not measured. nil where it is otherwise.
func (t *Table) inPlaceOfFigures(i int) map[string]bool {
	said, figures, units := map[string]int{}, map[string]bool{}, map[string]bool{}
	numbers, all := 0, 0
	for n := range t.Rows[:min(len(t.Rows), maxProfile)] {
		v := t.Rows[n].cell(i)
		switch {
		case v.Text == "" || t.Rows[n].Total:
			continue
		case v.Kind == spar.Number:
			numbers++
			figures[v.Text], units[v.Unit] = true, true
		case strings.ContainsAny(v.Text, "0123456789") || noValue[strings.ToLower(v.Text)]:
			return nil
		default:
			said[strings.ToLower(v.Text)]++
		}
		all++
	}
	if len(said) == 0 || len(said) > maxInPlace || len(units) > 1 || len(figures) < 2*leastFigures || float64(numbers) < leastOfCells*float64(all) {
		return nil
	}
	out := map[string]bool{}
	for text, n := range said {
		if n < 2 {
			return nil
		}
		out[text] = true
	}
	return out
}

// column finds a label, without regard to letter case; -1 for none.
func (t *Table) column(label string) int {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Label == label })
	if i < 0 {
		label = strings.Join(strings.Fields(label), " ")
		i = slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Label, label) })
	}
	return i
}

// labels gives the labels of the columns.
func (t *Table) labels() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, c := range t.Columns {
			if !yield(c.Label) {
				return
			}
		}
	}
}

// all gives each row, with the cells of some columns, of all for nil; the pointer is valid until the next.
func (t *Table) all(columns []int) iter.Seq2[*Row, error] {
	if t.More != nil {
		return t.More(columns)
	}
	return func(yield func(*Row, error) bool) {
		for i := range t.Rows {
			if !yield(&t.Rows[i], nil) {
				return
			}
		}
	}
}

// SameForm reports whether two tables have the same labels in the same order.
func SameForm(a, b *Table) bool {
	return slices.EqualFunc(a.Columns, b.Columns, func(x, y Column) bool { return strings.EqualFold(x.Label, y.Label) })
}
