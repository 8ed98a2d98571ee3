package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// ViewSchema is the schema of a View.
const ViewSchema = "spar.view/1"

// The kinds of a View.
const (
	ViewPage    = "page"    // of a PDF, or a picture, as a picture
	ViewGrid    = "grid"    // rows of a sheet or a table
	ViewSlide   = "slide"   // the texts of a slide
	ViewMail    = "mail"    // a message with its head and its attachments
	ViewMembers = "members" // what an archive holds
	ViewText    = "text"    // passages in reading order
)

// A View shows a file around a citation. Which of Page, Grid, Mail and Members is set depends on the kind. If the place is not known, the
// view says so, and nothing is marked there.
type View struct {
	Schema string `json:"schema"`
	Share  string `json:"share"`
	Path
	Locator spar.Locator `json:"locator"`
	Format  string       `json:"format"`
	Kind    string       `json:"kind"`
	Open    string       `json:"open"` // the place, as open, view and picture take it

	Page    *PageView    `json:"page,omitempty"`
	Grid    *GridView    `json:"grid,omitempty"`
	Mail    *MailView    `json:"mail,omitempty"`
	Members *MembersView `json:"members,omitempty"`
	Text    []TextView   `json:"text"`           // passages; none of a page of a PDF or a grid
	From    int          `json:"from,omitempty"` // how many passages stand before the first of them
	Of      int          `json:"of,omitempty"`   // passages in all

	Marked  string `json:"marked"`            // whole, part or none of the citation
	Unknown string `json:"unknown,omitempty"` // why not all of it is marked
}

// A PageView is a page of a document. Boxes are left, top, right and bottom edge in points, from the upper left corner of the page.
type PageView struct {
	Number     int         `json:"number"` // from 1
	Pages      int         `json:"pages"`
	Width      float64     `json:"width"` // in points; 72 are an inch
	Height     float64     `json:"height"`
	Words      []Word      `json:"words"`
	More       bool        `json:"more,omitempty"`       // there are more words
	Marks      [][]float64 `json:"marks"`                // a box for each line of the citation
	Recognised bool        `json:"recognised,omitempty"` // the page is a picture, whose words were recognised
}

// A Word is a piece of a page without blanks.
type Word struct {
	Text string    `json:"text"`
	Box  []float64 `json:"box"`
}

// A GridView is a part of a sheet, or of a table of a document.
type GridView struct {
	Sheet   string       `json:"sheet,omitempty"`
	Sheets  []string     `json:"sheets"` // of the file
	Table   int          `json:"table,omitempty"`
	Columns []GridColumn `json:"columns"`
	Rows    []GridRow    `json:"rows"`            // with text
	From    int          `json:"from"`            // how many rows with text stand before the first of them
	Of      int          `json:"of"`              // rows with text in all
	About   bool         `json:"about,omitempty"` // Of is an estimate by the size of the file, whose rows are not all kept
}

// A GridColumn is a column of a grid, with the label that the table's header gives it.
type GridColumn struct {
	Column int    `json:"column"` // from 1
	Name   string `json:"name"`   // as spreadsheets have it: A, B, AA
	Label  string `json:"label,omitempty"`
}

// A GridRow is a row with its cells that are not empty. Text is that of a row that belongs to no table.
type GridRow struct {
	Row    int        `json:"row"` // from 1, the header counted
	Cells  []GridCell `json:"cells"`
	Text   string     `json:"text,omitempty"`
	Marked bool       `json:"marked,omitempty"`
}

// A GridCell is a cell of a GridRow.
type GridCell struct {
	Column int    `json:"column"`
	Text   string `json:"text"`
	Marked bool   `json:"marked,omitempty"` // it is the cited one
}

// A MailView is the head of a message, with its attachments.
type MailView struct {
	From        []string   `json:"from"`
	To          []string   `json:"to"`
	Copies      []string   `json:"cc"`
	Subject     string     `json:"subject,omitempty"`
	Date        *time.Time `json:"date,omitempty"`
	Attachments []Inner    `json:"attachments"`
}

// A MembersView lists the members of an archive that the asker may know of.
type MembersView struct {
	Members []Inner `json:"members"`
	From    int     `json:"from"`
	Of      int     `json:"of"`
}

// An Inner is a file within a file.
type Inner struct {
	Name string `json:"name"` // within it
	Open string `json:"open"` // what open, view and picture take
	Size int64  `json:"size"`
	File bool   `json:"file"` // it is in the index; of others only the name is known
}

// A TextView is a passage of a file.
type TextView struct {
	Text    string           `json:"text"`
	Kind    spar.PassageKind `json:"kind"` // text, row, table, card, reference or source
	Locator spar.Locator     `json:"locator"`
	Marked  bool             `json:"marked,omitempty"` // it is the cited one
}
