package table

import (
	"hash/maphash"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// apart counts different things by their hashes, of 64 bits. Left is shared by all that count, and bounds what they hold.
type apart struct {
	hashes []uint64
	sorted int // of the hashes that come first, each once
	left   *int
	full   bool
}

func (a *apart) take(h uint64) {
	if a.full {
		return
	}
	if len(a.hashes) == cap(a.hashes) && len(a.hashes) > 1024 {
		a.compact()
	}
	if len(a.hashes) == cap(a.hashes) {
		grown := max(1024, len(a.hashes))
		if *a.left -= grown; *a.left < 0 {
			a.full, a.hashes = true, nil
			return
		}
		a.hashes = slices.Grow(a.hashes, grown)[: len(a.hashes) : len(a.hashes)+grown]
	}
	a.hashes = append(a.hashes, h)
}

func (a *apart) compact() {
	if a.sorted == len(a.hashes) {
		return
	}
	slices.Sort(a.hashes)
	a.hashes = slices.Compact(a.hashes)
	a.sorted = len(a.hashes)
}

// distinct gives how many there are; false where they are too many.
func (a *apart) distinct() (int, bool) {
	if a.full {
		return 0, false
	}
	a.compact()
	return len(a.hashes), true
}

var seed = maphash.MakeSeed()

// A hash is that of several texts.
type hash struct{ h uint64 }

func newHash() hash { return hash{14695981039346656037} }

func (h *hash) add(s string) { h.h = (h.h ^ maphash.String(seed, s)) * 1099511628211 }

func (h *hash) sum() uint64 { return h.h }

// A tally counts the cells of a column.
type tally struct {
	c       CardColumn
	of      *Column
	kinds   [3]int            // of cells: numbers, dates, texts
	counts  map[string]*value // nil where there are too many
	room    *int              // for them, in bytes, shared by all columns
	values  apart
	marks   map[string]*value
	others  map[spar.Kind]map[string]*value // cells of each kind, a few
	extreme [2]extremes                     // of numbers, of dates
	mail    int
	web     int
}

type value struct {
	rows int
	at   spar.Locator
}

// extremes are the least and the most by an order.
type extremes struct {
	any         bool
	least, most float64
	low, high   Counted
}

func (e *extremes) take(n float64, text string, at spar.Locator) {
	if !e.any || n < e.least {
		e.least, e.low = n, Counted{Text: strings.Clone(text), At: at}
	}
	if !e.any || n > e.most {
		e.most, e.high = n, Counted{Text: strings.Clone(text), At: at}
	}
	e.any = true
}

func newTally(c *Column, left, room *int) *tally {
	return &tally{
		c: CardColumn{Label: c.Label, Unit: c.Unit}, of: c, counts: map[string]*value{}, room: room, values: apart{left: left},
		marks: map[string]*value{}, others: map[spar.Kind]map[string]*value{spar.Number: {}, spar.Date: {}, spar.Text: {}},
	}
}

var (
	mailForm = pattern.New(`^[^\s@]+@[^\s@]+\.[^\s@]+$`)
	webForm  = pattern.New(`^(?:https?://|www\.)\S+$`)
)

// take takes a cell of a row.
func (l *tally) take(v *Value, at spar.Locator, column int) {
	text := v.Text
	if text == "" {
		l.c.Empty++
		return
	}
	at.Column = column + 1
	l.c.Filled++
	if l.c.First.Text == "" {
		l.c.First = Counted{Text: strings.Clone(text), Rows: 1, At: at}
	}
	switch v.Kind {
	case spar.Number:
		l.kinds[0]++
		l.c.Sum += v.Number
		l.extreme[0].take(v.Number, text, at)
	case spar.Date:
		l.kinds[1]++
		l.extreme[1].take(v.Day.order(), text, at)
	default:
		l.kinds[2]++
		if strings.IndexByte(text, '@') > 0 && mailForm.MatchString(text) {
			l.mail++
		} else if (text[0] == 'h' || text[0] == 'w') && webForm.MatchString(text) {
			l.web++
		}
	}
	if len(text) < 10 && v.Kind == spar.Text && noValue[strings.ToLower(text)] {
		count(l.marks, text, at, 20)
	} else if v.Kind != l.of.Kind {
		count(l.others[v.Kind], text, at, 20)
	}
	h := newHash()
	h.add(text)
	l.values.take(h.sum())
	if l.counts == nil {
		return
	}
	known := len(l.counts)
	if !count(l.counts, text, at, maxCounted) {
		l.counts = nil
	} else if len(l.counts) > known {
		if *l.room -= len(text) + costOfCount; *l.room < 0 {
			l.counts = nil
		}
	}
}

// costOfCount is about what it takes to count one more value, besides its text, in bytes.
const costOfCount = 128

// count counts a text; false where there are too many already.
func count(in map[string]*value, text string, at spar.Locator, most int) bool {
	if v, ok := in[text]; ok {
		v.rows++
		return true
	}
	if len(in) >= most {
		return false
	}
	in[strings.Clone(text)] = &value{1, at}
	return true
}

func listOf(in map[string]*value) (list []Counted) {
	for text, v := range in {
		list = append(list, Counted{text, v.rows, v.at})
	}
	byRows(list)
	return list
}

// column describes the column, once all rows were taken.
func (l *tally) column() CardColumn {
	c := l.c
	marked := 0
	for _, v := range l.marks {
		marked += v.rows
	}
	c.Kind = spar.Text
	said := c.Filled - marked // cells that say a value
	for n, kind := range []spar.Kind{spar.Number, spar.Date} {
		if said > 0 && 5*l.kinds[n] >= 4*said && !l.of.code {
			c.Kind = kind
			c.Least, c.Most = l.extreme[n].low, l.extreme[n].high
			c.StrayRows = said - l.kinds[n]
		}
	}
	if c.Kind == spar.Text && said > 0 && l.of.Kind == spar.Date && 5*(l.kinds[0]+l.kinds[1]) >= 4*said {
		c.Kind, c.Least, c.Most = spar.Date, l.extreme[1].low, l.extreme[1].high
	}
	c.numbers = l.kinds[0]
	if c.Kind != spar.Text {
		c.Marks = listOf(l.marks)
		if c.StrayRows > 0 {
			for kind, list := range l.others {
				if kind != c.Kind {
					c.Strays = append(c.Strays, listOf(list)...)
				}
			}
			byRows(c.Strays)
			c.Strays = c.Strays[:min(len(c.Strays), maxNoted)]
		}
	}
	switch {
	case c.Kind == spar.Text && said > 0 && 5*l.mail >= 4*said:
		c.Form = "mail"
	case c.Kind == spar.Text && said > 0 && 5*l.web >= 4*said:
		c.Form = "web"
	}
	c.Distinct, _ = l.values.distinct()
	if l.counts != nil {
		c.Values = listOf(l.counts)
		c.Distinct = len(c.Values)
	}
	return c
}
