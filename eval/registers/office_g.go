package registers

import (
	"errors"
	"slices"
	"strings"
	"time"
)

// officeG are registers of four more trades, by an author who had not seen the planner. Their cells are written with units, codes and words
// for nothing. They may be read.
func officeG() ([]Register, error) {
	var list []Register
	for _, w := range []written{translations(), chimneys(), caterings(), solar()} {
		made, err := w.make()
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return list, nil
}

// commas puts commas at the thousands of a number, which may have decimals.
func commas(n string) string {
	units, rest, _ := strings.Cut(n, ".")
	if len(units) > 3 {
		units = units[:len(units)-3] + "," + units[len(units)-3:]
	}
	if rest != "" {
		return units + "." + rest
	}
	return units
}

// unitOf puts a unit behind a number with commas.
func unitOf(unit string) func(string) string {
	return func(c string) string { return commas(c) + " " + unit }
}

// together is the gold of a question that asks two things at once.
func together(golds ...func(*table, *Question) error) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		for _, gold := range golds {
			part := Question{}
			if err := gold(t, &part); err != nil {
				return err
			}
			q.Gold, q.Also = append(q.Gold, part.Gold...), append(q.Also, part.Also...)
			q.Tolerance = max(q.Tolerance, part.Tolerance)
		}
		return nil
	}
}

// whether is the gold of "is there any"; the rows that there are, and how many, may stand beside it.
func whether(fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		found := t.where(fits)
		q.Gold, q.Also = []string{"No"}, []string{plain(float64(len(found)))}
		if len(found) > 0 {
			q.Gold = []string{"Yes"}
		}
		for _, r := range found {
			q.Also = append(q.Also, r.text(t.key))
		}
		return nil
	}
}

// whetherAll is the gold of "do all of them"; the rows that do not, and how many, may stand beside it.
func whetherAll(whole, fits test) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		if len(t.where(whole)) == 0 {
			return errors.New("no row fits")
		}
		if err := whether(all(whole, not(fits)))(t, q); err != nil {
			return err
		}
		q.Gold = []string{map[string]string{"Yes": "No", "No": "Yes"}[q.Gold[0]]}
		return nil
	}
}

// span is the gold of "how many days from one date to the other" of a row; the dates may stand beside it.
func span(key, from, to string) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		dates := Question{}
		if err := cell(key, from, to)(t, &dates); err != nil {
			return err
		}
		first, err := time.Parse(time.DateOnly, dates.Gold[0])
		last, err2 := time.Parse(time.DateOnly, dates.Gold[1])
		if err := errors.Join(err, err2); err != nil {
			return err
		}
		q.Gold, q.Also = []string{plain(last.Sub(first).Hours() / 24)}, slices.Concat(dates.Gold, dates.Also)
		return nil
	}
}
