package registers

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"time"
)

// officeE makes registers for reporting, by another author, who had not seen the planner either. They may not be read while it is changed.
func officeE() ([]Register, error) {
	var list []Register
	for _, g := range []written{lots(), sanctuary(), choir(), brews()} {
		made, err := g.make()
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return list, nil
}

// lines makes the rows of a register, the same ones again.
func lines(name string, rows int, line func(r *rand.Rand, i int) []string) [][]string {
	h := fnv.New64a()
	h.Write([]byte(name))
	r := rand.New(rand.NewPCG(11, h.Sum64()))
	var list [][]string
	for i := range rows {
		list = append(list, line(r, i))
	}
	return list
}

func pick(r *rand.Rand, values ...string) string { return values[r.IntN(len(values))] }

// oneIn is true once in so many times.
func oneIn(r *rand.Rand, n int) bool { return r.IntN(n) == 0 }

// tenths takes a number with one decimal.
func tenths(r *rand.Rand, from, to float64) string {
	return strconv.FormatFloat(from+float64(r.IntN(int((to-from)*10)+1))/10, 'f', 1, 64)
}

// onDay counts days from a first one.
func onDay(first string, later int) string {
	d, err := time.Parse(time.DateOnly, first)
	if err != nil {
		panic("hr: no day: " + first)
	}
	return d.AddDate(0, 0, later).Format(time.DateOnly)
}

func whole(n int) string { return fmt.Sprint(n) }
