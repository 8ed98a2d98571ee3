package registers

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"time"
)

// officeF are registers of four more trades, asked by three people who had not seen the planner: one of few words, one who chats, and one
// of the trade or of another mother tongue. They may be read.
func officeF() ([]Register, error) {
	var list []Register
	for _, w := range []written{moorings(), repairs(), hives(), lifts()} {
		made, err := w.make()
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return list, nil
}

// rowsOf makes the rows of a register, counted from 0.
func rowsOf(name string, n int, line func(r *rand.Rand, i int) []string) [][]string {
	h := fnv.New64a()
	h.Write([]byte(name))
	r := rand.New(rand.NewPCG(11, h.Sum64()))
	var out [][]string
	for i := range n {
		out = append(out, line(r, i))
	}
	return out
}

// oneOf takes one of a few values that are parted by a bar, the same one more often where it is repeated; it may be empty.
func oneOf(r *rand.Rand, values string) string {
	list := strings.Split(values, "|")
	return list[r.IntN(len(list))]
}

// stepped takes a whole number of a range, in steps.
func stepped(r *rand.Rand, from, to, step int) int { return from + step*r.IntN((to-from)/step+1) }

// later is a day so many days after another, which is written with the year first.
func later(day string, n int) string {
	d, err := time.Parse(time.DateOnly, day)
	if err != nil {
		panic("hr: no day: " + day)
	}
	return d.AddDate(0, 0, n).Format(time.DateOnly)
}

var (
	givenNames = strings.Fields("Agnes Bram Carys Dmitri Elif Fergus Greta Hamid Ingrid Jonas Katya Lorcan Mabel Nuno Odile Pavel Quentin Rosa Stellan Tamsin Ursula Viktor Wanda Yusuf")
	surnames   = strings.Fields("Abbott Boateng Crowther Duarte Eklund Fairley Gallo Hobson Iqbal Jarvis Kowalski Lovell Marchetti Nyberg Oduya Pascoe Quigley Rademaker Sorley Tanaka Underhill Vaughan Whitlock Yilmaz Zeller Ashdown Bellamy Coker Drummond Esposito Fenwick")
)

// person is a name that no other number up to 120 has.
func person(i int) string {
	return givenNames[i%len(givenNames)] + " " + surnames[(i*7+i/len(givenNames))%len(surnames)]
}

// with puts a unit behind a number, and led puts it in front, with commas at the thousands.
func with(unit string) func(string) string { return func(c string) string { return c + " " + unit } }
func led(unit string) func(string) string {
	return func(c string) string {
		if len(c) > 3 {
			c = c[:len(c)-3] + "," + c[len(c)-3:]
		}
		return unit + c
	}
}

// dotted is a date as in 17.03.2021.
func dotted(day string) string { return dayAs("02.01.2006")(day) }

// found is the gold of a lookup by other columns than the key: one row fits.
func found(fits test, columns ...string) func(*table, *Question) error {
	return func(t *table, q *Question) error {
		rows := t.where(fits)
		if len(rows) != 1 {
			return fmt.Errorf("%d rows fit", len(rows))
		}
		return cell(rows[0].text(t.key), columns...)(t, q)
	}
}
