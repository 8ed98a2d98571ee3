package api

import "github.com/sparsearch/spar/internal/spar"

// SummarySchema is the schema of a Summary.
const SummarySchema = "spar.summary/1"

// A SummaryQuestion is the input of `spar summary`: files, or a scope.
type SummaryQuestion struct {
	Files     []string `json:"files,omitempty"` // as share:path, the end of one, or the name of a file
	Scope     string   `json:"scope,omitempty"`
	Sentences int      `json:"sentences,omitempty"` // of each file at most; 0: five of a single file, else two
	Documents int      `json:"documents,omitempty"` // files that are summed up at most; 0: eight
}

// A Summary tells what files say, by sentences of their own.
type Summary struct {
	Schema    string            `json:"schema"`
	Scope     string            `json:"scope,omitempty"`
	Files     int               `json:"files"` // that were named, or that the scope selects
	Documents []DocumentSummary `json:"documents"`
	LeftOut   []Unsummed        `json:"left_out,omitempty"` // chosen files that cannot be summed up
	Notes     []string          `json:"notes,omitempty"`
}

// A DocumentSummary has the sentences of a file that say most, in its order.
type DocumentSummary struct {
	FileName
	Title     string           `json:"title,omitempty"` // as the file says it
	Own       bool             `json:"own,omitempty"`   // the sentences are from the summary that its author wrote
	Sentences []SummedSentence `json:"sentences"`
	Of        int              `json:"of"` // parts of the file from which a sentence could be told
}

// A SummedSentence is what a part of a file says, with its place.
type SummedSentence struct {
	Text    string       `json:"text"`
	Heading string       `json:"heading,omitempty"` // of the part
	Locator spar.Locator `json:"locator"`
	Open    string       `json:"open"`            // the place, as open takes it
	Shown   int          `json:"shown,omitempty"` // items of a list in the text
	Of      int          `json:"of,omitempty"`    // items that the list has
}

// An Unsummed file has no summary, for a reason.
type Unsummed struct {
	FileName
	Reason string `json:"reason" tongue:"text"`
}
