// Package registers asks questions about the fictional employees of IBM's HR table, in three wordings each, with answers computed
// over all of its rows. It holds no row of the table: Make reads it. Office asks the like of invented registers of other sectors.
// It belongs to spar-eval.
package registers

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// File is the table's place below the folder of public data.
const File = "ibm_hr/data.csv"

// The kinds of questions.
const (
	Lookup     = "lookup"     // a cell of the row with a key
	Filter     = "filter"     // the keys of all rows that fit
	Count      = "count"      // how many rows fit
	Sum        = "sum"        // of a column
	Average    = "average"    // of a column
	Extreme    = "extreme"    // the highest or lowest value, or the row that has it
	Group      = "group"      // a figure for each value of a column, or the value with the highest one
	Top        = "top"        // the first n keys or values by a figure
	Share      = "share"      // a part of a whole, in per cent
	Comparison = "comparison" // two figures and which is greater
	Whether    = "whether"    // yes or no, over all rows
	Refuse     = "refuse"     // the columns do not say it, or two of them may be meant
)

// Kinds lists them in order.
var Kinds = []string{Lookup, Filter, Count, Sum, Average, Extreme, Group, Top, Share, Comparison, Whether, Refuse}

// A Question is asked in three wordings; the third is held back: it is half b, and the other two are half a.
// Those of half c have one wording, the first. A wording that is not there is empty.
type Question struct {
	ID       string    `json:"id"`
	Kind     string    `json:"kind"`
	Wordings [3]string `json:"wordings"`

	// Gold are the values that a right answer gives, numbers in plain digits. Those of a group are "label: value".
	// A right answer gives all of them and no others but those in Also. Unless Ordered, it may give them in any order;
	// of a comparison the gold comes first.
	Gold    []string `json:"gold,omitempty"`
	Also    []string `json:"also,omitempty"` // values that may stand beside the gold, such as the key of the highest salary
	Ordered bool     `json:"ordered,omitempty"`
	Unit    string   `json:"unit,omitempty"` // "%": 16.12 % may also be given as .1612

	// Units may stand at a number, as they do in the cells of the table: 12.5 is 12.5 kg.
	Units []string `json:"units,omitempty"`

	// Tolerance is how far a number may be from the gold; 0: it is the same number.
	Tolerance float64 `json:"tolerance,omitempty"`

	Why string `json:"why,omitempty"` // of a refusal: the reason, such as "three columns may be meant: ..."
}

// A Set is all questions.
type Set struct {
	Questions []Question
	Voices    []Question // half c: of one wording each
}

// Make reads the table and computes the gold of all questions.
func Make(r io.Reader) (*Set, error) {
	t, err := read(r)
	if err != nil {
		return nil, fmt.Errorf("hr: %w", err)
	}
	s := &Set{}
	list, err := readAsked("hr")
	if err != nil {
		return nil, err
	}
	for _, a := range list {
		q := Question{ID: fmt.Sprintf("hr%03d", len(s.Questions)+1), Kind: a.kind, Wordings: a.wordings}
		if err := a.gold(t, &q); err != nil {
			return nil, fmt.Errorf("hr: %s: %s: %w", q.ID, q.Wordings[0], err)
		}
		s.Questions = append(s.Questions, q)
	}
	s.Voices, err = voices(t)
	return s, err
}

// Sum is the SHA-256 of a half as JSON: "a" has the first two wordings, "b" the third.
func (s *Set) Sum(half string) string {
	var texts []any
	for _, q := range s.Questions {
		if half == "a" {
			texts = append(texts, q.Wordings[:2])
		} else {
			texts = append(texts, q.Wordings[2:])
		}
		q.Wordings = [3]string{}
		texts = append(texts, q)
	}
	b, err := json.Marshal(texts)
	if err != nil {
		return err.Error()
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// asked is a question before its gold is known.
type asked struct {
	kind     string
	gold     func(t *table, q *Question) error
	wordings [3]string
}

// A table is the rows by column.
type table struct {
	key    string // the column that no two rows share
	column map[string]int
	rows   [][]string
}

func read(r io.Reader) (*table, error) {
	all, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(all) < 2 {
		return nil, errors.New("the table has no rows")
	}
	t := &table{key: "EmployeeNumber", column: map[string]int{}, rows: all[1:]}
	for i, name := range all[0] {
		t.column[strings.TrimPrefix(name, "\ufeff")] = i
	}
	return t, nil
}

// A row is one employee.
type row struct {
	t     *table
	cells []string
}

func (t *table) all() []row {
	rows := make([]row, len(t.rows))
	for i, cells := range t.rows {
		rows[i] = row{t, cells}
	}
	return rows
}

// text is a cell. A column that is not there is a mistake in the set, which every test of it meets.
func (r row) text(column string) string {
	i, ok := r.t.column[column]
	if !ok {
		panic("hr: no column " + column)
	}
	return r.cells[i]
}

// number is a cell as a number.
func (r row) number(column string) float64 {
	n, err := strconv.ParseFloat(r.text(column), 64)
	if err != nil {
		panic("hr: no number in " + column)
	}
	return n
}

// A test says whether a row is meant.
type test func(r row) bool

func everybody(row) bool { return true }

func is(column string, values ...string) test {
	return func(r row) bool {
		for _, v := range values {
			if r.text(column) == v {
				return true
			}
		}
		return false
	}
}

func over(column string, n float64) test    { return func(r row) bool { return r.number(column) > n } }
func under(column string, n float64) test   { return func(r row) bool { return r.number(column) < n } }
func atLeast(column string, n float64) test { return func(r row) bool { return r.number(column) >= n } }

func all(tests ...test) test {
	return func(r row) bool {
		for _, t := range tests {
			if !t(r) {
				return false
			}
		}
		return true
	}
}

func not(t test) test { return func(r row) bool { return !t(r) } }

func (t *table) where(fits test) []row {
	var rows []row
	for _, r := range t.all() {
		if fits(r) {
			rows = append(rows, r)
		}
	}
	return rows
}

func plain(n float64) string { return strconv.FormatFloat(n, 'f', -1, 64) }
