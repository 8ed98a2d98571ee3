package api

import "github.com/sparsearch/spar/internal/spar"

// The schemas of proposed tags and of their review.
const (
	SuggestionSchema    = "spar.tag.suggest/1"
	ProposedSchema      = "spar.tag.propose/1"
	QueuedSchema        = "spar.review.queue/1"
	SourceSchema        = "spar.review.source/1"
	PendingCountsSchema = "spar.review.counts/1"
	JudgedSchema        = "spar.review.judged/1"
)

// A Suggesting asks which tags files may have.
type Suggesting struct {
	Target
	Tag   string  `json:"tag,omitempty"`   // this tag alone
	Most  int     `json:"most,omitempty"`  // of a file; 0: 10
	Least float64 `json:"least,omitempty"` // chance; 0: the default
	// Values asks for values of attributes that have a list, and not for tags. Tag is then a key such as document-type, or KEY:VALUE.
	Values bool `json:"values,omitempty"`
	// Model lets a language model choose among the 30 likeliest tags of each file, too, if the setting llm-tags does.
	Model        bool `json:"model,omitempty"`
	New          bool `json:"new,omitempty"`           // it may also name one tag that is missing; nothing makes it but a person
	ModelFiles   int  `json:"model_files,omitempty"`   // that it is asked about at most; 0: 20
	ModelTokens  int  `json:"model_tokens,omitempty"`  // of its prompts and replies, about; 0: 50,000
	ModelSeconds int  `json:"model_seconds,omitempty"` // in all; 0: 300
}

// A Suggestion is a tag that a file may have.
type Suggestion struct {
	Schema string `json:"schema"`
	FileName
	Tag      string        `json:"tag"`    // or KEY:VALUE of an attribute
	Chance   float64       `json:"chance"` // that a person would put it on the file
	Evidence []TagEvidence `json:"evidence"`
	New      bool          `json:"new,omitempty"`                 // there is no such tag: a language model named it, and it has no chance
	Below    string        `json:"below,omitempty"`               // of a new tag: what it may belong below
	Notes    []string      `json:"notes,omitempty" tongue:"text"` // what tags could not be told by, on the first; where there is none, on one that has no tag and no file
}

// A TagEvidence is one thing that speaks for a tag.
type TagEvidence struct {
	Kind  string     `json:"kind"`               // name, meaning, neighbours, folder, words, format or quote
	Text  string     `json:"text" tongue:"text"` // for a person
	Open  string     `json:"open,omitempty"`     // what `spar open` takes: the passage
	Files []FileName `json:"files,omitempty"`    // neighbours that have the tag, the nearest first, at most 3
	Count int        `json:"count,omitempty"`    // files that have it
	Of    int        `json:"of,omitempty"`       // files that were looked at
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

	Choosing *Choosing `json:"choosing,omitempty"` // what a language model did
}

// A Choosing says what a language model did that chose tags.
type Choosing struct {
	Model   string     `json:"model"`
	Asked   int        `json:"asked"`   // files
	Left    int        `json:"left"`    // files that it was not asked about, because the budget was spent
	Failed  int        `json:"failed"`  // of those asked about: no reply, or none of the form that was asked for
	Chosen  int        `json:"chosen"`  // tags
	Dropped int        `json:"dropped"` // tags without a quotation that stands in the file, or that were not to be chosen
	Tokens  int        `json:"tokens"`  // of prompts and replies, about
	New     []NamedTag `json:"new,omitempty"`
}

// A NamedTag is a tag that does not exist and that a language model named. A person makes it, or nobody does.
type NamedTag struct {
	FileName
	Tag   string `json:"tag"`
	Below string `json:"below,omitempty"` // the tag that it may belong below
	Quote string `json:"quote"`           // words of the file
	Open  string `json:"open"`            // what `spar open` takes: the passage
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
	Why   string `json:"why"`             // unsure, sample, or sorted: by the order that was asked for
	Group int    `json:"group,omitempty"` // files of the same folder on which the same tag waits, this one among them
}

// A ReviewSource says how often people accept what one source proposes.
type ReviewSource struct {
	Schema   string  `json:"schema"`
	Kind     string  `json:"kind"`                          // rule, sidecar, ..., encoder
	Name     string  `json:"name,omitempty"`                // of a rule; of the encoder the attribute whose values it proposes
	Label    string  `json:"label,omitempty" tongue:"name"` // of that attribute
	Judged   int     `json:"judged"`
	Sampled  int     `json:"sampled"`  // of these, in the sample that the precision is told by
	Accepted int     `json:"accepted"` // of the sample
	Low      float64 `json:"low"`      // of the interval of 95 % of the precision
	High     float64 `json:"high"`
	Waiting  int     `json:"waiting"`
	Stopped  bool    `json:"stopped,omitempty"` // surely below the floor: nothing more is proposed by it
}

// PendingCounts counts the proposals that a query means, and by what it could be narrowed. Each list counts what the other conditions of the
// query leave, so that another value can be chosen in the place of the present one.
type PendingCounts struct {
	Schema  string         `json:"schema"`
	Total   int            `json:"total"`
	Tags    []PendingCount `json:"tags"`    // the most frequent first, at most 100
	Sources []PendingCount `json:"sources"` // the most frequent first
	Folders []PendingCount `json:"folders"` // right below the folder of the query, or the shares; at most 100
	Known   int            `json:"known"`   // tags of the vocabulary; where there are none, none can be proposed
}

// A PendingCount is a value of a PendingQuery with the proposals that it would leave.
type PendingCount struct {
	Name  string `json:"name"`
	Count int    `json:"count"`
	Valued
}

// A Judging accepts or rejects all proposals that a query means.
type Judging struct {
	PendingQuery
	Review spar.Review `json:"review"` // accepted or rejected
}

// A Judged is what judging many proposals did.
type Judged struct {
	Schema  string `json:"schema"`
	Review  string `json:"review"`
	Changed int    `json:"changed"`         // proposals that waited
	Batch   uint32 `json:"batch,omitempty"` // that takes it back; none where nothing changed
}
