package registers

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

func has(column string) test   { return func(r row) bool { return r.text(column) != "" } }
func empty(column string) test { return not(has(column)) }

// within takes both ends in, of numbers; an empty cell is not within.
func within(column string, from, to float64) test {
	return all(has(column), func(r row) bool { n := r.number(column); return n >= from && n <= to })
}

// during takes both ends in, of dates.
func during(column, from, to string) test {
	return func(r row) bool { return r.text(column) >= from && r.text(column) <= to }
}

// below compares two columns of a row, where both have a number.
func below(column, other string) test {
	return all(has(column), has(other), func(r row) bool { return r.number(column) < r.number(other) })
}

// known is a figure of those rows only whose cell in the column is not empty.
func known(of func(column string) figure, column string) figure {
	f := of(column)
	return figure{func(rows []row) float64 {
		return f.of(slices.DeleteFunc(slices.Clone(rows), func(r row) bool { return r.text(column) == "" }))
	}, f.whole}
}

// distinct is how many values a column has, without the empty one.
func distinct(column string) figure {
	return figure{func(rows []row) float64 { return float64(len(different(rows, column))) }, true}
}

func different(rows []row, column string) []string {
	var list []string
	for _, r := range rows {
		if v := r.text(column); v != "" && !slices.Contains(list, v) {
			list = append(list, v)
		}
	}
	return list
}

// values is the gold of a list: each value of a column once. The keys of the rows may stand beside them.
func values(column string, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		found := t.where(fits)
		q.Gold, q.Also = different(found, column), different(found, t.key)
		if len(q.Gold) == 0 {
			return errors.New("no row fits")
		}
		return nil
	}
}

// dated is the gold of the first or last n rows by date, which differ in it.
func dated(n int, column string, latest bool, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		found := t.where(all(fits, has(column)))
		slices.SortFunc(found, func(a, b row) int {
			if latest {
				a, b = b, a
			}
			return cmp.Compare(a.text(column), b.text(column))
		})
		for i, r := range found[:n] {
			if i+1 < len(found) && r.text(column) == found[i+1].text(column) {
				return fmt.Errorf("place %d is shared", i+1)
			}
			q.Gold, q.Also = append(q.Gold, r.text(t.key)), append(q.Also, r.text(column))
		}
		q.Ordered = n > 1
		return nil
	}
}

// day is the gold of the first or last date itself; the keys of its rows may stand beside it.
func day(column string, latest bool, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		found := t.where(all(fits, has(column)))
		compare := func(a, b row) int { return cmp.Compare(a.text(column), b.text(column)) }
		best := slices.MinFunc(found, compare).text(column)
		if latest {
			best = slices.MaxFunc(found, compare).text(column)
		}
		q.Gold = []string{best}
		for _, r := range found {
			if r.text(column) == best {
				q.Also = append(q.Also, r.text(t.key))
			}
		}
		return nil
	}
}

// exceeding is the gold of "which departments have more than n": the labels whose figure is above n.
func exceeding(n float64, f figure, column string, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		for _, p := range by(t, f, column, fits) {
			if p.value > n {
				q.Gold, q.Also = append(q.Gold, p.label), append(q.Also, plain(p.value))
			}
		}
		if len(q.Gold) == 0 {
			return errors.New("no group is above")
		}
		return nil
	}
}

// named is the gold of "who": the name in place of the key, which may stand beside it. No two rows share a name.
func named(column string, gold func(*table, *Question) error) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		if len(different(t.all(), column)) != len(t.rows) {
			return errors.New("two rows share a name")
		}
		other := *t
		other.key = column
		if err := gold(&other, q); err != nil {
			return err
		}
		for _, r := range other.where(is(column, slices.Concat(q.Gold, q.Also)...)) {
			q.Also = append(q.Also, r.text(t.key))
		}
		return nil
	}
}

// tooLate is a job that went out after its due date.
func tooLate(r row) bool { return r.text("Delivered") > r.text("Due") }

// lostOver is a wheel of cheese that has lost more than so many kilograms.
func lostOver(kg float64) test {
	return all(has("Wt Now"), func(r row) bool { return r.number("Start Wt")-r.number("Wt Now") > kg+1e-9 })
}
