package api

import "github.com/sparsearch/spar/internal/spar"

// TableAnswerSchema is the schema of a TableAnswer.
const TableAnswerSchema = "spar.table.answer/1"

// A TableQuestion is the input of `spar table`: a question over the tables of files, or a plan, which names its tables.
type TableQuestion struct {
	Files    []string `json:"files,omitempty"` // as share:path, the end of one, or the name of a file
	Question string   `json:"question,omitempty"`
	Plan     string   `json:"plan,omitempty"`
}

// A TableAnswer is what a plan gives, with what it rests on.
type TableAnswer struct {
	Schema   string       `json:"schema"`
	Question string       `json:"question,omitempty"`
	Plan     string       `json:"plan"`             // as text that can be edited and run; "" where none was found
	Answers  []string     `json:"answers"`          // the values, as an answer prints them
	Beside   []string     `json:"beside,omitempty"` // by answer: the figure that makes it the most or the least, or the row that has it
	Value    *float64     `json:"value,omitempty"`
	Columns  []string     `json:"columns,omitempty"` // the labels of the cells of rows
	Rows     [][]string   `json:"rows,omitempty"`    // where there is more than one value
	Unit     string       `json:"unit,omitempty"`
	Tables   []TablePlace `json:"tables"`
	Used     int          `json:"used"` // rows that the answer was made of
	LeftOut  []LeftOut    `json:"left_out"`
	Cells    []CitedCell  `json:"cells"`          // at most 100
	Of       int          `json:"of"`             // cells that there are
	Rest     int          `json:"rest,omitempty"` // rows with the same figure as the last one within a limit
	Tied     []string     `json:"tied,omitempty"` // the first of these, as answers has them

	Confidence   float64       `json:"confidence"`
	Alternatives []OtherAnswer `json:"alternatives,omitempty"`
	Refused      bool          `json:"refused,omitempty"`
	Reason       string        `json:"reason,omitempty" tongue:"text"` // why it is refused
	Notes        []string      `json:"notes,omitempty" tongue:"text"`
	Spoken       string        `json:"spoken,omitempty" tongue:"plan"` // the plan in words

	About *TableAbout `json:"about,omitempty"` // where the question is about the tables themselves, and not about the content of their rows
}

// A TableAbout is an answer about tables as such, counted over all of their rows.
type TableAbout struct {
	Asks  string      `json:"asks"`  // for what: table, columns, kinds, column for, column, range, values, rows, row, key, unique, duplicates, span, empties, sheets, file, sample
	Said  []TableSaid `json:"said"`  // the statements of the answer, in their order
	Cards []TableCard `json:"cards"` // of the tables that were counted
}

// A TableSaid is one statement about a table.
type TableSaid struct {
	Text string   `json:"text"`
	Open []string `json:"open"` // what shows it: the table or cells of it, as spar open takes them
}

// A TableCard says what a table holds.
type TableCard struct {
	TablePlace
	Caption    string       `json:"caption,omitempty"`
	Rows       int          `json:"rows"`                 // without the rows that sum up others
	Totals     int          `json:"totals,omitempty"`     // rows that sum up others
	Duplicates int          `json:"duplicates,omitempty"` // rows that are the same as an earlier one
	Key        []string     `json:"key,omitempty"`        // columns that together tell all rows apart
	Columns    []CardColumn `json:"columns"`
	Cut        string       `json:"cut,omitempty"` // why rows of the file are missing
}

// A CardColumn says what a column holds.
type CardColumn struct {
	Label    string       `json:"label"`
	Unit     string       `json:"unit,omitempty"`
	Kind     spar.Kind    `json:"kind"`               // of most of its cells
	Filled   int          `json:"filled"`             // rows that have a value
	Empty    int          `json:"empty"`              // rows whose cell is empty
	Strays   int          `json:"strays,omitempty"`   // rows whose value is of another kind
	Distinct int          `json:"distinct,omitempty"` // different values; none where they are too many to be told apart
	Least    string       `json:"least,omitempty"`    // of numbers and dates, as it is written
	Most     string       `json:"most,omitempty"`
	Mean     *float64     `json:"mean,omitempty"`
	Values   []ValueCells `json:"values,omitempty"` // the commonest, at most 10
}

// ValueCells is a value with how many rows have it.
type ValueCells struct {
	Text string `json:"text"`
	Rows int    `json:"rows"`
}

// A TablePlace is where a table stands. A file that is in no share has none.
type TablePlace struct {
	Share string `json:"share,omitempty"`
	Path
	Locator spar.Locator `json:"locator"`
}

// A LeftOut counts rows that fit the conditions and were not used.
type LeftOut struct {
	Reason string `json:"reason" tongue:"text"`
	Rows   int    `json:"rows"`
}

// A CitedCell is a cell that an answer rests on.
type CitedCell struct {
	Open  string `json:"open"` // what `spar open` takes, of a file of a share
	Key   string `json:"key,omitempty"`
	Label string `json:"label"`
	Text  string `json:"text"`
}

// An OtherAnswer is what another reading of the question gives.
type OtherAnswer struct {
	Plan       string   `json:"plan"`
	Answers    []string `json:"answers"` // at most ten
	Beside     []string `json:"beside,omitempty"`
	Of         int      `json:"of,omitempty"` // that there are, where they are more
	Unit       string   `json:"unit,omitempty"`
	Confidence float64  `json:"confidence"`
}
