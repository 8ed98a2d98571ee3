package api

// The schemas of proposed tags and of their review.
const (
	SuggestionSchema = "spar.tag.suggest/1"
	ProposedSchema   = "spar.tag.propose/1"
	QueuedSchema     = "spar.review.queue/1"
	SourceSchema     = "spar.review.source/1"
)

// A Suggesting asks which tags files may have.
type Suggesting struct {
	Target
	Tag   string  `json:"tag,omitempty"`   // this tag alone
	Most  int     `json:"most,omitempty"`  // of a file; 0: 10
	Least float64 `json:"least,omitempty"` // chance; 0: the default
	// Values asks for values of attributes that have a list, and not for tags. Tag is then a key such as document-type, or KEY:VALUE.
	Values bool `json:"values,omitempty"`
}

// A Suggestion is a tag that a file may have.
type Suggestion struct {
	Schema string `json:"schema"`
	FileName
	Tag      string        `json:"tag"`    // or KEY:VALUE of an attribute
	Chance   float64       `json:"chance"` // that a person would put it on the file
	Evidence []TagEvidence `json:"evidence"`
	Notes    []string      `json:"notes,omitempty" tongue:"text"` // what tags could not be told by, on the first; where there is none, on one that has no tag and no file
}

// A TagEvidence is one thing that speaks for a tag.
type TagEvidence struct {
	Kind  string     `json:"kind"`            // name, meaning, neighbours, folder, words or format
	Text  string     `json:"text"`            // for a person
	Open  string     `json:"open,omitempty"`  // what `spar open` takes: the passage
	Files []FileName `json:"files,omitempty"` // neighbours that have the tag, the nearest first, at most 3
	Count int        `json:"count,omitempty"` // files that have it
	Of    int        `json:"of,omitempty"`    // files that were looked at
}

// Proposed says what proposing tags did.
type Proposed struct {
	Schema  string   `json:"schema"`
	Batch   uint32   `json:"batch,omitempty"` // none where nothing was proposed
	Files   int      `json:"files"`           // that were looked at
	Unread  int      `json:"unread"`          // of these, by their names alone
	Tags    int      `json:"tags"`            // that wait for judgement now and did not before, or with another chance
	Learned int      `json:"learned"`         // judgements that the chances were fitted to
	Notes   []string `json:"notes,omitempty" tongue:"text"`
}

// A QueueQuery asks for proposals in the order of what judging them teaches.
type QueueQuery struct {
	PendingQuery
	Most int `json:"most,omitempty"` // 0: 50
}

// A Queued is a proposal that waits for judgement, at its place in the order of review.
type Queued struct {
	Schema string `json:"schema"`
	Pending
	Why   string `json:"why"`             // unsure, or sample
	Group int    `json:"group,omitempty"` // files of the same folder on which the same tag waits, this one among them
}

// A ReviewSource says how often people accept what one source proposes.
type ReviewSource struct {
	Schema   string  `json:"schema"`
	Kind     string  `json:"kind"`           // rule, sidecar, ..., encoder
	Name     string  `json:"name,omitempty"` // of a rule; of the encoder the attribute whose values it proposes
	Judged   int     `json:"judged"`
	Sampled  int     `json:"sampled"`  // of these, in the sample that the precision is told by
	Accepted int     `json:"accepted"` // of the sample
	Low      float64 `json:"low"`      // of the interval of 95 % of the precision
	High     float64 `json:"high"`
	Waiting  int     `json:"waiting"`
	Stopped  bool    `json:"stopped,omitempty"` // surely below the floor: nothing more is proposed by it
}
