package registers

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/text/encoding/charmap"
)

// A Tongue is a register in German, French or Spanish, as a file that people of that country write, with questions in one wording each.
type Tongue struct {
	Language  string // by ISO 639-1
	File      string // its name
	Content   []byte
	Questions []Question
	Written   map[string]string // what a cell means, by how it is written: 1250.5 for "1.250,50 €", 2024-03-12 for "12.03.2024"
}

// A tongue is a register before it is written to a file.
type tongue struct {
	language string
	comma    rune // parts the cells
	latin    bool // Windows-1252 in place of UTF-8
	of       func() written
}

// tongueHalves have two registers for each language. Half a may be read; half b is held back: it is asked for a report, and neither read
// nor tuned on. Their author had not seen the planner.
var tongueHalves = map[string][]tongue{
	"a": {{"de", ';', true, bikes}, {"de", ',', false, readings}, {"fr", ';', false, stays}, {"fr", ';', true, plumbing}, {"es", ';', false, pupils}, {"es", ',', false, olives}},
	"b": {{"de", ';', false, tonguesB1}, {"de", ';', true, tonguesB2}, {"fr", ';', true, tonguesB3}, {"fr", ',', false, tonguesB4}, {"es", ';', true, tonguesB5}, {"es", ';', false, tonguesB6}},
}

// Tongues makes the registers of a half, "a" or "b", of one language or, where it is "", of all.
func Tongues(half, language string) ([]Tongue, error) {
	if _, ok := tongueHalves[half]; !ok || !slices.Contains([]string{"", "de", "fr", "es"}, language) {
		return nil, spar.Errorf(spar.Invalid, "there are no tables of half %q in language %q: choose a or b, and de, fr, es or none", half, language)
	}
	var list []Tongue
	for _, t := range tongueHalves[half] {
		if language != "" && t.language != language {
			continue
		}
		made, err := t.make()
		if err != nil {
			return nil, err
		}
		list = append(list, made)
	}
	return list, nil
}

func (t tongue) make() (Tongue, error) {
	w := t.of()
	made, err := w.make()
	if err != nil {
		return Tongue{}, err
	}
	out := Tongue{Language: t.language, File: w.name + ".csv", Questions: made.Questions, Written: map[string]string{}}
	var text bytes.Buffer
	c := csv.NewWriter(&text)
	c.Comma = t.comma
	c.Write(w.labels)
	for i, row := range made.Table.Rows {
		c.Write(row.Cells)
		for n, cell := range row.Cells {
			out.Written[cell] = w.lines[i][n]
		}
	}
	if c.Flush(); c.Error() != nil {
		return out, c.Error()
	}
	out.Content = text.Bytes()
	if t.latin {
		out.Content, err = charmap.Windows1252.NewEncoder().Bytes(out.Content)
	}
	for i := range out.Questions {
		out.Questions[i].ID = fmt.Sprintf("%s-%02d", w.name, i+1)
	}
	return out, err
}

// asks is a question of one wording.
func asks(text string) [3]string { return [3]string{text} }

// euro writes a number with a decimal comma, a mark at the thousands, and what stands behind it.
func euro(places int, mark, behind string) func(string) string {
	return func(cell string) string {
		n, err := strconv.ParseFloat(cell, 64)
		if err != nil {
			panic("hr: no number: " + cell)
		}
		whole, part, _ := strings.Cut(strconv.FormatFloat(n, 'f', places, 64), ".")
		for i := len(whole) - 3; i > 0; i -= 3 {
			whole = whole[:i] + mark + whole[i:]
		}
		if part != "" {
			whole += "," + part
		}
		return whole + behind
	}
}

// wordedAs writes a date with the name of its month, which is one of twelve.
func wordedAs(format string, months ...string) func(string) string {
	return func(day string) string {
		month, _ := strconv.Atoi(day[5:7])
		return fmt.Sprintf(format, strings.TrimPrefix(day[8:], "0"), months[month-1], day[:4])
	}
}

// price is a figure with two decimals, between two bounds, in steps of cents.
func price(cents int) string { return strconv.FormatFloat(float64(cents)/100, 'f', 2, 64) }
