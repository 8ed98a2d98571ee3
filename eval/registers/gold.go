package registers

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Tolerances: a figure that is not whole may be rounded to two decimals, a share to one.
const (
	twoDecimals = .0051
	oneDecimal  = .051
)

// A figure is computed from rows, such as their mean salary.
type figure struct {
	of    func(rows []row) float64
	whole bool
}

var number = figure{func(rows []row) float64 { return float64(len(rows)) }, true}

func sumOf(column string) figure {
	return figure{func(rows []row) float64 {
		sum := 0.
		for _, r := range rows {
			sum += r.number(column)
		}
		return sum
	}, true}
}

func meanOf(column string) figure {
	return figure{func(rows []row) float64 { return sumOf(column).of(rows) / float64(len(rows)) }, false}
}

func highestOf(column string) figure {
	return figure{func(rows []row) float64 {
		return slices.MaxFunc(rows, func(a, b row) int { return cmp.Compare(a.number(column), b.number(column)) }).number(column)
	}, true}
}

func lowestOf(column string) figure {
	return figure{func(rows []row) float64 {
		return slices.MinFunc(rows, func(a, b row) int { return cmp.Compare(a.number(column), b.number(column)) }).number(column)
	}, true}
}

// rateOf is the percentage of rows that fit.
func rateOf(fits test) figure {
	return figure{func(rows []row) float64 {
		n := 0
		for _, r := range rows {
			if fits(r) {
				n++
			}
		}
		return 100 * float64(n) / float64(len(rows))
	}, false}
}

func (f figure) tolerance() float64 {
	if f.whole {
		return 0
	}
	return twoDecimals
}

// cell is the gold of a lookup: the cells of the row with a key.
func cell(number string, columns ...string) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		found := t.where(is(t.key, number))
		if len(found) != 1 {
			return fmt.Errorf("%d rows have the key %s", len(found), number)
		}
		for _, c := range columns {
			q.Gold = append(q.Gold, found[0].text(c))
		}
		q.Also = []string{number}
		return nil
	}
}

// keys is the gold of a filter.
func keys(fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		for _, r := range t.where(fits) {
			q.Gold = append(q.Gold, r.text(t.key))
		}
		if len(q.Gold) == 0 {
			return errors.New("no row fits")
		}
		return nil
	}
}

// one is the gold of a single figure.
func one(f figure, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		found := t.where(fits)
		if len(found) == 0 {
			return errors.New("no row fits")
		}
		q.Gold, q.Tolerance = []string{plain(f.of(found))}, f.tolerance()
		return nil
	}
}

// holder is the gold of "who has the highest": the keys of the rows that have the extreme, with the value beside them.
func holder(column string, highest bool, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		f := lowestOf(column)
		if highest {
			f = highestOf(column)
		}
		found := t.where(fits)
		best := f.of(found)
		for _, r := range found {
			if r.number(column) == best {
				q.Gold = append(q.Gold, r.text(t.key))
			}
		}
		q.Also = []string{plain(best)}
		return nil
	}
}

// part is the gold of a share: a figure of the rows that fit, per cent of the same figure of the rows in whole.
func part(f figure, fits, whole test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		in := t.where(whole)
		some := t.where(all(whole, fits))
		q.Gold = []string{plain(100 * f.of(some) / f.of(in))}
		q.Also = []string{plain(f.of(some)), plain(f.of(in))}
		q.Unit, q.Tolerance = "%", oneDecimal
		return nil
	}
}

// pair is the label of a group and its figure.
type pair struct {
	label string
	value float64
}

// by computes a figure for each value of a column, highest first.
func by(t *table, f figure, column string, fits test) []pair {
	rows := map[string][]row{}
	for _, r := range t.where(fits) {
		rows[r.text(column)] = append(rows[r.text(column)], r)
	}
	var pairs []pair
	for label, in := range rows {
		pairs = append(pairs, pair{label, f.of(in)})
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.value, a.value), cmp.Compare(a.label, b.label))
	})
	return pairs
}

// each is the gold of a group: the figure of each value.
func each(f figure, column string, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		for _, p := range by(t, f, column, fits) {
			q.Gold = append(q.Gold, p.label+": "+plain(p.value))
		}
		q.Tolerance = f.tolerance()
		return nil
	}
}

// most is the gold of "which department has the highest": n labels, in order, with their figures beside them; least counts
// from the other end.
func most(n int, f figure, column string, fits test) func(*table, *Question) error {
	return ranked(n, f, column, fits, false)
}

func least(f figure, column string, fits test) func(*table, *Question) error {
	return ranked(1, f, column, fits, true)
}

func ranked(n int, f figure, column string, fits test, reverse bool) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		pairs := by(t, f, column, fits)
		if reverse {
			slices.Reverse(pairs)
		}
		if len(pairs) <= n || pairs[n-1].value == pairs[n].value {
			return errors.New("places are shared")
		}
		for _, p := range pairs[:n] {
			q.Gold, q.Also = append(q.Gold, p.label), append(q.Also, plain(p.value))
		}
		q.Ordered, q.Tolerance = n > 1, f.tolerance()
		return nil
	}
}

// first is the gold of a top n: the keys of the n rows with the highest, or lowest, values, which differ.
func first(n int, column string, highest bool, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		found := t.where(fits)
		slices.SortFunc(found, func(a, b row) int {
			c := cmp.Compare(a.number(column), b.number(column))
			if highest {
				c = -c
			}
			return c
		})
		for i, r := range found[:n] {
			if r.number(column) == found[i+1].number(column) {
				return fmt.Errorf("place %d is shared", i+1)
			}
			q.Gold, q.Also = append(q.Gold, r.text(t.key)), append(q.Also, r.text(column))
		}
		q.Ordered = true
		return nil
	}
}

// greater is the gold of a comparison: the name of the side with the greater figure; the figures may stand beside it.
func greater(f figure, name1 string, side1 test, name2 string, side2 test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		a, b := f.of(t.where(side1)), f.of(t.where(side2))
		if a == b {
			return errors.New("both sides are the same")
		}
		q.Gold = []string{name1}
		if b > a {
			q.Gold = []string{name2}
		}
		q.Also, q.Tolerance = []string{name1, name2, plain(a), plain(b)}, f.tolerance()
		return nil
	}
}

// difference is the gold of "how much more": the difference of the two figures, which may stand beside it.
func difference(f figure, side1, side2 test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		a, b := f.of(t.where(side1)), f.of(t.where(side2))
		q.Gold, q.Also = []string{plain(a - b)}, []string{plain(a), plain(b)}
		q.Tolerance = 2 * f.tolerance()
		return nil
	}
}

// none is the gold of a refusal.
func none(why string) func(*table, *Question) error {
	return func(_ *table, q *Question) error { q.Why = why; return nil }
}
