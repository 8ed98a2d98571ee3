package registers

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A written register is one whose cells are written as people write them, with units or with the names of months.
type written struct {
	name   string
	labels []string
	lines  [][]string // as gold is computed of them: plain numbers, and dates with the year first
	shown  map[string]func(cell string) string
	blank  map[string]string // how the column writes a cell that has nothing, such as "none"
	units  []string
	asked  []asked // nil: those of its file
}

func (g written) make() (Register, error) {
	t := &table{key: g.labels[0], column: map[string]int{}, rows: g.lines}
	for i, label := range g.labels {
		t.column[label] = i
	}
	made := &spar.Table{Header: g.labels}
	for i, line := range g.lines {
		cells := make([]string, len(line))
		for n, cell := range line {
			if cell == "" {
				cell = g.blank[g.labels[n]]
			} else if show := g.shown[g.labels[n]]; show != nil {
				cell = show(cell)
			}
			cells[n] = cell
		}
		made.Rows = append(made.Rows, spar.Row{Locator: spar.Locator{Row: i + 2}, Cells: cells})
	}
	out := Register{Name: g.name, Table: made}
	if g.asked == nil {
		list, err := readAsked(g.name)
		if err != nil {
			return out, err
		}
		g.asked = list
	}
	for _, a := range g.asked {
		q := Question{ID: fmt.Sprintf("%s%02d", g.name, len(out.Questions)+1), Kind: a.kind, Wordings: a.wordings, Units: g.units}
		if err := a.gold(t, &q); err != nil {
			return out, fmt.Errorf("hr: %s: %s: %w", q.ID, q.Wordings[0], err)
		}
		out.Questions = append(out.Questions, q)
	}
	return out, nil
}

// monthByName is a date with the name of its month, as in 17 Mar 2021.
const monthByName = "2 Jan 2006"

// writtenDates are the layouts that registers write dates in.
var writtenDates = []string{monthByName, "2 January 2006", "Mon 2 Jan 2006", "02/01/2006", "2-Jan-06", "02.01.2006"}

func byName(day string) string { return dayAs(monthByName)(day) }

// dayAs writes a day, which has its year first, in a layout.
func dayAs(layout string) func(day string) string {
	return func(day string) string {
		d, err := time.Parse(time.DateOnly, day)
		if err != nil {
			panic("hr: no day: " + day)
		}
		return d.Format(layout)
	}
}

// Plain is a value of an answer as gold has it: a number without its unit, and a date with the year first.
func (q Question) Plain(value string) string {
	for _, layout := range writtenDates {
		if d, err := time.Parse(layout, value); err == nil {
			return d.Format(time.DateOnly)
		}
	}
	for _, unit := range q.Units {
		bare := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(value, unit), unit))
		bare = strings.ReplaceAll(bare, ",", "")
		if _, err := strconv.ParseFloat(bare, 64); err == nil {
			return bare
		}
	}
	return value
}
