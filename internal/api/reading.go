package api

import "github.com/sparsearch/spar/internal/spar"

// The schemas of reading files.
const (
	ExtractSchema    = "spar.extract/1"
	TableSchema      = "spar.table/1"
	PropertiesSchema = "spar.properties/1"
	RecoverSchema    = "spar.recover/1"
	RereadSchema     = "spar.reread/1"
)

// An Extract is what SPAR makes of one file.
type Extract struct {
	Schema string `json:"schema"`
	*spar.Document
}

// A Table is a table of a file with the type and place of each cell.
type Table struct {
	Schema  string       `json:"schema"`
	N       int          `json:"n"` // which table of the file, from 1
	File    Path         `json:"file"`
	Locator spar.Locator `json:"locator"`
	Caption string       `json:"caption,omitempty"`
	Unit    string       `json:"unit,omitempty"`
	Levels  [][]string   `json:"levels"` // the rows of the header, outermost first
	Columns []Column     `json:"columns"`
	Rows    []Row        `json:"rows"`
}

// A Column is the common side of a column's cells: the type is the one of four in five of them.
type Column struct {
	Label string    `json:"label,omitempty"`
	Unit  string    `json:"unit,omitempty"`
	Type  spar.Kind `json:"type"`
}

// A Row has the cells that are not empty.
type Row struct {
	Locator spar.Locator `json:"locator"`
	Cells   []Cell       `json:"cells"`
}

// A Cell is what the file shows, and what it means.
type Cell struct {
	Column int       `json:"column"` // from 1
	Place  string    `json:"place"`  // what `spar open` takes behind share:path#
	Text   string    `json:"text"`
	Type   spar.Kind `json:"type"`
	Number *float64  `json:"number,omitempty"`
	Date   string    `json:"date,omitempty"`
	Unit   string    `json:"unit,omitempty"`
}

// Properties is what reading the properties of files found.
type Properties struct {
	Schema string `json:"schema"`
	Files  int    `json:"files"` // that were looked at
	Found  int    `json:"found"` // of them, the files with properties
	Bytes  int64  `json:"bytes"` // that were read
	Left   int    `json:"left"`
}

// A Recovery is what other programs made of files that SPAR cannot read.
type Recovery struct {
	Schema string `json:"schema"`
	Files  int    `json:"files"`
	Found  int    `json:"found"`
	Left   int    `json:"left"`

	Missing []Program `json:"missing_programs,omitempty"` // that are not installed, where no file was tried
}

// A Program is another one that reads what SPAR cannot.
type Program struct {
	Name    string `json:"name"`
	Reads   string `json:"reads"`
	Package string `json:"package"` // of Debian
}

// A Reread is how many files will be read again.
type Reread struct {
	Schema string `json:"schema"`
	Files  int    `json:"files"`

	Recognise int `json:"recognise,omitempty"` // that stay as they are, because their text waits to be recognised
}
