package registers

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A Register is an invented table of an office with questions about it, in three wordings each; those of half "h" have two.
type Register struct {
	Name      string
	Table     *spar.Table
	Questions []Question
}

// Office makes the registers of a half: "a", "c", "f", "g", "i" and "k" are for choosing, "b", "d", "e", "h" and "j" for reporting. The
// halves have other tables and questions.
func Office(half string) ([]Register, error) {
	of := officeA
	switch half {
	case "b":
		of = officeB
	case "c":
		of = officeC
	case "d":
		of = officeD
	case "e":
		return officeE()
	case "f":
		return officeF()
	case "g":
		return officeG()
	case "h":
		return officeH()
	case "i":
		return officeI()
	case "j":
		return officeJ()
	case "k":
		return officeK(0)
	case "l":
		return officeK(1)
	}
	var list []Register
	for _, r := range of {
		made, err := r.make()
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return list, nil
}

// A register is a table before its rows are made. The first column is the key.
type register struct {
	name    string
	rows    int
	columns []column
}

// A column makes the cell of a row, counted from 0.
type column struct {
	label string
	cell  func(r *rand.Rand, i int) string
}

func (g register) make() (Register, error) {
	h := fnv.New64a()
	h.Write([]byte(g.name))
	r := rand.New(rand.NewPCG(11, h.Sum64()))
	w := written{name: g.name}
	for _, c := range g.columns {
		w.labels = append(w.labels, c.label)
	}
	for i := range g.rows {
		cells := make([]string, len(g.columns))
		for n, c := range g.columns {
			cells[n] = c.cell(r, i)
		}
		w.lines = append(w.lines, cells)
	}
	return w.make()
}

// serial numbers the rows from a first number on.
func serial(format string, first int) func(*rand.Rand, int) string {
	return func(_ *rand.Rand, i int) string { return fmt.Sprintf(format, first+i) }
}

// choice takes one of a few values, the same one more often where it is repeated.
func choice(values ...string) func(*rand.Rand, int) string {
	return func(r *rand.Rand, _ int) string { return values[r.IntN(len(values))] }
}

// between takes a whole number.
func between(from, to int) func(*rand.Rand, int) string {
	return func(r *rand.Rand, _ int) string { return fmt.Sprint(from + r.IntN(to-from+1)) }
}

// days takes a date from the first day of one year to the last of another.
func days(from, to int) func(*rand.Rand, int) string {
	first := time.Date(from, 1, 1, 0, 0, 0, 0, time.UTC)
	span := int(time.Date(to+1, 1, 1, 0, 0, 0, 0, time.UTC).Sub(first).Hours() / 24)
	return func(r *rand.Rand, _ int) string { return first.AddDate(0, 0, r.IntN(span)).Format(time.DateOnly) }
}

// before and since compare dates as they are written, year first.
func before(column, day string) test { return func(r row) bool { return r.text(column) < day } }
func since(column, day string) test  { return not(before(column, day)) }
