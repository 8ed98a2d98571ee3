package spar

import "time"

// A Hit is a passage that retrieval found, with the file it stands in and its score explained.
type Hit struct {
	File    FileID
	Share   string
	Path    string
	Segment SegmentID
	Index   int // of the passage in its segment
	Passage Passage
	Score   float64
	Parts   map[string]float64 // the summands of Score by name, such as "text" and "name"
	Cosine  float64            // nearness in meaning of passage and question, from -1 to 1; 0 where it was not compared

	Modified time.Time // of the file; zero when not known
}

// A Citation resolves to a passage and opens its place.
type Citation struct {
	N       int // the marker [N] in the answer
	Share   string
	Path    string
	Locator Locator
	Text    string // of the passage
	Lang    string // of the passage, an ISO 639-1 code; "" when undecided, and in a history

	Dated   time.Time // when the file was changed
	Version string    // which version of a document the file is, such as "version 2, draft"; "" when it is alone
	InForce bool      // of the versions that were found
	Copies  []string  // share:path of files with the same text that were found, too

	Segment SegmentID // that has the passage; zero in a history of older versions
	Index   int       // of the passage in it; 0 in a history of older versions
	Gone    bool      // in a history: the text is gone, and with it the words of the locator
}

// A Bullet is one statement of an answer with the numbers of the citations that carry it.
type Bullet struct {
	Text      string
	Citations []int
	Code      bool   // Text is code that a file shows, its lines as they stand there
	Shown, Of int    // of a list that it introduces: items that are told, and all; 0 where all are told
	Under     string // what it is about where it does not say so: the line that introduces its list, or its heading; "" where it says so
}

// An Answer is made only from passages. Refused means that nothing near enough stands in the files that were read.
type Answer struct {
	Text      string
	Bullets   []Bullet
	Citations []Citation
	Refused   bool

	Confidence float64 // the chance that it is right, from 0 to 1; 0 of a refusal
	Read       float64 // the log odds that the statement that leads answers, read with the question; 0 where nothing read it
	Unsure     bool    // it is likelier wrong than right, and is told as the nearest find

	Conflicts []Contradiction // of its statements
	Corrected []Correction    // words of the question that were taken for others
	Missing   []string        // of a refusal or an unsure answer: names or words of the question in no hit
	Nearest   []string        // of a refusal: the nearest finds instead, by the names of files and their headings
	Evidence  []Unit          // whole pieces of the files, the best first; of refusals too
	Coverage  Coverage
	Model     string   // that wrote it; "" when the sentences stand so in the files
	Checked   string   // the model that said whether its evidence answers; "": none did
	Notes     []string // for the reader: parts taken out of a model's reply, or why there is none
	Do        []Remedy // about the notes
}

// UnitKind is how a Unit is best shown.
type UnitKind string

// The kinds of units.
const (
	TextUnit   UnitKind = "text"   // paragraphs
	ListUnit   UnitKind = "list"   // what introduces a list, and its items, each behind "- "
	StepsUnit  UnitKind = "steps"  // the same for steps in order
	RowsUnit   UnitKind = "rows"   // rows of one table, each a line of labels with their cells
	FieldsUnit UnitKind = "fields" // the fields of a form, each a line
	QAUnit     UnitKind = "qa"     // a question with its answer
	CodeUnit   UnitKind = "code"   // code with what introduces it
)

// A Unit is evidence: a found passage, widened to the parts of its file that belong together, never cut in the middle of one.
type Unit struct {
	N       int   // the number of the citation that it carries; others have numbers behind those
	Cited   []int // the numbers of all citations whose passages it has
	Kind    UnitKind
	Share   string
	Path    string
	Locator Locator // of the passage that it was made of
	Lang    string
	Text    string
	Marks   []Span // of Text: what answers, in order, none overlapping

	Columns []string   // of rows: the labels of the table's columns
	Cells   []UnitCell // of rows: row by row, one a column

	Dated   time.Time // when the file was changed
	Version string    // which version of a document the file is; "" when it is alone
	InForce bool      // of the versions that were found
	Copies  []string  // share:path of files with the same text that were found, too

	At          UnitPlace
	First, Last int // the passages of its segment that its text has
}

// A UnitCell is a cell of a table's row. Column counts from 1 and is 0 where the row has no such cell.
type UnitCell struct {
	Row    int // that the table counts it as; 0 where nobody knows
	Column int
	Text   string
	Open   Locator // of the cell
}

// A UnitPlace is the place of a unit's text in the store, so that it can be made again without keeping it: the bytes [Start, End) of the
// text of passages [From, To) of a segment, joined.
type UnitPlace struct {
	Segment    SegmentID
	From, To   int
	Start, End int
}

// A Contradiction is two cited passages that say the same with figures that differ.
type Contradiction struct {
	Citations []int  `json:"citations"`
	What      string `json:"what"` // the figures, in the order of the citations
}

// A Correction is a word of a question that no file of its scope has, or none of the passages found, and the word of the files that was taken for it.
type Correction struct {
	From string `json:"from"`
	To   string `json:"to"`
}

// Coverage says how much of a scope an answer rests on. Read, Waiting and Unreadable add up to InScope.
type Coverage struct {
	InScope    int `json:"in_scope"`
	Read       int `json:"read"`
	Waiting    int `json:"waiting"`    // not read yet
	Unreadable int `json:"unreadable"` // read or tried, and without text

	Recognise int `json:"recognise,omitempty"` // of those unreadable: their text waits to be recognised

	Outdated int `json:"outdated,omitempty"` // of those read: the text was made with other settings or by another version
	Partial  int `json:"partial,omitempty"`  // of those read: read up to a limit or a fault
	Gone     int `json:"gone,omitempty"`     // that were in scope when the question came and were found gone

	// Better is the chance that an unread file holds a passage that outranks the best one; nil where no file waits, or where there is no
	// answer.
	Better *float64 `json:"better,omitempty"`

	Closed  []ClosedShare  `json:"closed_shares,omitempty"`  // shares in scope that cannot be looked at
	Folders []ClosedFolder `json:"closed_folders,omitempty"` // that could not be listed, so that nobody knows what lies in them; for operators
	Unread  []UnreadFile   `json:"unread,omitempty"`         // files that may hold the answer by their names, not read or not to their end
	Do      []Remedy       `json:"do,omitempty"`             // what would make the result rest on more
}

// Counts is the coverage without names.
func (c Coverage) Counts() Coverage {
	c.Closed, c.Folders, c.Unread, c.Do = nil, nil, nil, nil
	return c
}

// A ClosedShare is a share that cannot be looked at, and why. Its files that were read before are searched all the same.
type ClosedShare struct {
	Share  string `json:"share"`
	Reason string `json:"reason" tongue:"text"`
}

// A ClosedFolder is a folder that could not be listed when it was last looked at, and why.
type ClosedFolder struct {
	Share     string `json:"share"`
	Path      string `json:"path"`
	PathBytes []byte `json:"path_bytes,omitempty"` // of a path that is not valid UTF-8
	Reason    string `json:"reason" tongue:"text"`
}

// An UnreadFile is a file without text, or with only part of its text, and why.
type UnreadFile struct {
	Share     string   `json:"share"`
	Path      string   `json:"path"`
	PathBytes []byte   `json:"path_bytes,omitempty"` // of a path that is not valid UTF-8
	State     State    `json:"state"`
	Reason    string   `json:"reason" tongue:"text"`
	Do        []Remedy `json:"do,omitempty"`
}
