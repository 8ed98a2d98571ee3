package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// The schemas of rules and batches.
const (
	RuleSchema        = "spar.rule/1"
	RuleCheckSchema   = "spar.rule.check/1"
	RuleTestSchema    = "spar.rule.test/1"
	TaggingSchema     = "spar.tagged/1"
	BatchSchema       = "spar.batch/1"
	BatchSampleSchema = "spar.batch.sample/1"
	BatchUndoSchema   = "spar.batch.undo/1"
)

// A Rule gives tags or attributes automatically. State is applied, waiting, undone or gone.
type Rule struct {
	Schema     string   `json:"schema"`
	Kind       string   `json:"kind"` // rule, folders, front-matter, sidecars, sidecar, table
	Name       string   `json:"name"`
	Line       int      `json:"line,omitempty"` // in the rules file
	Condition  string   `json:"condition,omitempty"`
	Gives      string   `json:"gives,omitempty"` // tags and attributes, in a line
	Tags       []string `json:"tags,omitempty"`
	Attributes []string `json:"attributes,omitempty"` // keys
	Confidence float64  `json:"confidence,omitempty"`
	Review     string   `json:"review,omitempty"`
	State      string   `json:"state"`
}

// A RuleCheck counts the entries of a rules file without faults.
type RuleCheck struct {
	Schema      string `json:"schema"`
	File        string `json:"file"`
	Rules       int    `json:"rules"`
	Folders     int    `json:"folders_as_tags"`
	FrontMatter int    `json:"front_matter"`
	Sidecars    int    `json:"sidecars"`
}

// A RuleTest is what a rule makes of a file.
type RuleTest struct {
	Schema string `json:"schema"`
	Rule   string `json:"rule"`
	FileName
	Truth    string `json:"truth"` // true, unknown
	Evidence string `json:"evidence,omitempty" tongue:"text"`
}

// A RuleSum counts the files that a rule holds for, the files that it does not hold for, and the files that must be read to tell.
type RuleSum struct {
	Rule      string `json:"rule"`
	Holds     int    `json:"holds"`
	Not       int    `json:"not"`
	Undecided int    `json:"undecided"`
}

// Tagging is what rules and sidecars made, or would make.
type Tagging struct {
	Schema  string           `json:"schema"`
	DryRun  bool             `json:"dry_run"`
	Files   int              `json:"changed_files"`
	Sources []TaggingSource  `json:"sources"`
	Missing []MissingTag     `json:"missing_tags,omitempty"`
	Trouble []TaggingTrouble `json:"trouble,omitempty"`
}

// A TaggingSource is what one rule or sidecar made. Examples are files that the asker may know of.
type TaggingSource struct {
	Kind      string     `json:"kind"`
	Name      string     `json:"name"`
	Batch     uint32     `json:"batch,omitempty"`
	New       int        `json:"new"`
	Withdrawn int        `json:"withdrawn"`
	Kept      int        `json:"kept"`
	Judged    int        `json:"judged"`
	Undecided int        `json:"undecided"`
	Undone    bool       `json:"undone,omitempty"`
	Gone      bool       `json:"gone,omitempty"` // it is no more, and its levels of confidentiality hold
	Given     []FileName `json:"examples_new,omitempty"`
	Taken     []FileName `json:"examples_withdrawn,omitempty"`
}

// A MissingTag is a name that rules or sidecars use and that is no tag.
type MissingTag struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	Where string `json:"where"`
	Files int    `json:"files"`
}

// TaggingTrouble is what could not be applied, and why.
type TaggingTrouble struct {
	Where  string `json:"where"`
	Reason string `json:"reason" tongue:"text"`
}

// A Batch is one automatic run of a rule, a sidecar or a pattern, and how much is left of what it made.
type Batch struct {
	Schema     string     `json:"schema"`
	Batch      uint32     `json:"batch"`
	Kind       string     `json:"kind"`
	Name       string     `json:"name"`
	Detail     string     `json:"detail" tongue:"text"`
	Started    time.Time  `json:"started"`
	Ended      *time.Time `json:"ended,omitempty"`
	Undone     *time.Time `json:"undone,omitempty"`
	Files      int        `json:"files"`
	Tags       int        `json:"tags"`
	Attributes int        `json:"attributes"`
}

// A BatchSample is what a batch made of one file.
type BatchSample struct {
	Schema string `json:"schema"`
	FileName
	Made []Made `json:"made"`
}

// Made is a tag or an attribute that a batch gave.
type Made struct {
	Tag        string  `json:"tag,omitempty"`
	Key        string  `json:"key,omitempty"`
	Value      string  `json:"value,omitempty"`
	Confidence float64 `json:"confidence,omitempty"`
	Evidence   string  `json:"evidence,omitempty" tongue:"text"`
	Review     string  `json:"review,omitempty"`
}

// A BatchUndo is what undoing a batch took back, and what people had judged, which stays.
type BatchUndo struct {
	Schema     string       `json:"schema"`
	Batch      spar.BatchID `json:"batch"`
	Tags       int          `json:"tags"`
	Attributes int          `json:"attributes"`
	Kept       int          `json:"kept"`
	Concepts   int          `json:"concepts,omitempty"` // tags that came with the import of a vocabulary and are gone
}
