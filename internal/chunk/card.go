package chunk

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Bounds of a card.
const (
	maxCard        = 1800 // characters
	maxCardColumns = 300
	maxDistinct    = 100 // texts of a column that are counted; one with more is described by none
	maxExample     = 30  // characters of a text that is named
	examples       = 3
)

// A card summarises a table in a passage that finds it where no row would: the caption, the number of rows, and each column with its type,
// its range or its most frequent texts.
type card struct {
	at      int // index in out before which it belongs
	place   spar.Locator
	caption string
	rows    int
	columns []columnSummary
	small   bool // the table is kept whole, and needs none
}

type columnSummary struct {
	label                 string
	numbers, dates, texts int
	least, most           float64
	leastCell, mostCell   string
	earliest, latest      time.Time
	counts                map[string]int
	many                  bool // more texts than are counted
	evidence              Evidence
	doubtful              []string // cells that it decides on
}

// maxDoubtful bounds the cells of a column that wait for evidence; later ones are read as they stand.
const maxDoubtful = 4096

// header takes the labels of the columns.
func (c *card) header(labels []string) {
	for i, h := range labels[:min(len(labels), maxCardColumns)] {
		if c.column(i).label == "" {
			c.columns[i].label = label(oneLine(h))
		}
	}
}

func (c *card) column(i int) *columnSummary {
	for len(c.columns) <= i {
		c.columns = append(c.columns, columnSummary{})
	}
	return &c.columns[i]
}

// row takes the cells of a row.
func (c *card) row(cells []string) {
	c.rows++
	for i, cell := range cells[:min(len(cells), maxCardColumns)] {
		if cell = strings.TrimSpace(cell); cell != "" {
			c.column(i).add(cell)
		}
	}
}

func (s *columnSummary) add(cell string) {
	s.evidence.Add(cell)
	if len(s.doubtful) < maxDoubtful && Ambiguous(cell) {
		s.doubtful = append(s.doubtful, cell)
		return
	}
	s.count(cell, s.evidence.Custom())
}

// countDoubtful counts the cells that waited: their own column says how they are meant, else the table.
func (s *columnSummary) countDoubtful(table Custom) {
	custom := s.evidence.Custom().Or(table)
	for _, cell := range s.doubtful {
		s.count(cell, custom)
	}
	s.doubtful = nil
}

func (s *columnSummary) count(cell string, custom Custom) {
	switch v, _ := custom.Typed(cell); v.Kind {
	case spar.Number:
		if s.numbers == 0 || v.Number < s.least {
			s.least, s.leastCell = v.Number, cell
		}
		if s.numbers == 0 || v.Number > s.most {
			s.most, s.mostCell = v.Number, cell
		}
		s.numbers++
	case spar.Date:
		if s.dates == 0 || v.Date.Before(s.earliest) {
			s.earliest = v.Date
		}
		if s.dates == 0 || v.Date.After(s.latest) {
			s.latest = v.Date
		}
		s.dates++
	default:
		s.texts++
		if s.many || utf8.RuneCountInString(cell) > maxExample {
			return
		}
		if s.counts == nil {
			s.counts = map[string]int{}
		}
		s.counts[oneLine(cell)]++
		if s.many = len(s.counts) > maxDistinct; s.many {
			s.counts = nil
		}
	}
}

// kind is the kind of most cells of the column; an empty column is text.
func (s *columnSummary) kind() spar.Kind {
	switch {
	case s.numbers > 0 && s.numbers >= 4*(s.texts+s.dates):
		return spar.Number
	case s.dates > 0 && s.dates >= 4*(s.texts+s.numbers):
		return spar.Date
	}
	return spar.Text
}

// describe says of a column what it holds, as in "Age: number, 18 to 60".
func (s *columnSummary) describe(n int) string {
	name := s.label
	if name == "" {
		name = "column " + strconv.Itoa(n)
	}
	switch s.kind() {
	case spar.Number:
		return fmt.Sprintf("%s: number, %s to %s", name, s.leastCell, s.mostCell)
	case spar.Date:
		return fmt.Sprintf("%s: date, %s to %s", name, s.earliest.Format(time.DateOnly), s.latest.Format(time.DateOnly))
	}
	type counted struct {
		text string
		n    int
	}
	var list []counted
	for text, n := range s.counts {
		if n > 1 {
			list = append(list, counted{text, n})
		}
	}
	slices.SortFunc(list, func(a, b counted) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.text, b.text)) })
	var frequent []string
	for _, c := range list[:min(len(list), examples)] {
		frequent = append(frequent, c.text)
	}
	if len(frequent) == 0 {
		return name + ": text"
	}
	return name + ": text, such as " + strings.Join(frequent, ", ")
}

// text writes the card. Columns for which there is no room are named, then counted.
func (c *card) text() string {
	var all Evidence
	for i := range c.columns {
		all.Join(c.columns[i].evidence)
	}
	for i := range c.columns {
		c.columns[i].countDoubtful(all.Custom())
	}
	var b strings.Builder
	if c.caption != "" {
		b.WriteString(c.caption + "\n")
	}
	fmt.Fprintf(&b, "Table of %d rows and %d columns.", c.rows, len(c.columns))
	size := utf8.RuneCountInString(b.String())
	for i := range c.columns {
		column := c.columns[i].describe(i + 1)
		n := utf8.RuneCountInString(column) + 2
		if size+n > maxCard && c.columns[i].label != "" {
			column = c.columns[i].label
			n = utf8.RuneCountInString(column) + 2
		}
		if size+n > maxCard+maxCard/4 {
			fmt.Fprintf(&b, "; and %d columns more", len(c.columns)-i)
			break
		}
		b.WriteString(map[bool]string{true: "\n", false: "; "}[i == 0] + column)
		size += n
	}
	return b.String()
}

// endTable puts the card of the last table, if it is a large one, before its rows.
func (s *splitter) endTable() {
	c := s.card
	s.card = nil
	if c == nil || c.small || c.rows < 2 || len(c.columns) < 2 || c.at > len(s.out) {
		return
	}
	heading := ""
	if c.at < len(s.out) {
		heading = s.out[c.at].Locator.Heading
	}
	c.place.Heading = heading
	p := spar.Passage{Kind: spar.CardPassage, Text: c.text(), Locator: c.place}
	s.out = slices.Insert(s.out, c.at, p)
}
