package api

import "time"

// The schemas of tags and vocabularies.
const (
	TagSchema             = "spar.tag/1"
	AssignmentSchema      = "spar.assign/1"
	TagMergeSchema        = "spar.tag.merge/1"
	ReviewSchema          = "spar.review/1"
	ReviewsSchema         = "spar.reviews/1"
	PendingSchema         = "spar.pending/1"
	ImportSchema          = "spar.import/1"
	VocabularySchema      = "spar.vocabulary/1"
	TaxonomyProblemSchema = "spar.taxonomy-problem/1"
)

// A Tag is one tag of a list, and how many files have it.
type Tag struct {
	Schema    string   `json:"schema"`
	Name      string   `json:"name"`
	Key       string   `json:"key,omitempty"` // vocabulary:identifier
	Parents   []string `json:"parents,omitempty"`
	Positions []string `json:"positions,omitempty"`
	Synonyms  []string `json:"synonyms,omitempty"`
	Notes     string   `json:"notes,omitempty"`
	Links     []string `json:"links,omitempty"`
	Retired   bool     `json:"retired,omitempty"`
	Files     int      `json:"files"`
	Below     int      `json:"files_with_below"` // that have it or a tag below it
}

// A TagDetail is all that is known of one tag.
type TagDetail struct {
	Tag
	Children   []string `json:"children,omitempty"`
	Ancestors  []string `json:"ancestors,omitempty"`
	LinkedFrom []string `json:"linked_from,omitempty"`
}

// A NewTag is a tag to be made, below Parents. Missing parents are made too.
type NewTag struct {
	Name     string   `json:"name"`
	Parents  []string `json:"parents,omitempty"`
	Synonyms []string `json:"synonyms,omitempty"`
	Notes    string   `json:"notes,omitempty"`
}

// A TagEdit is a change to a tag. The statements of its vocabulary about it stay.
type TagEdit struct {
	AddParents     []string `json:"add_parents,omitempty"`
	RemoveParents  []string `json:"remove_parents,omitempty"`
	AddSynonyms    []string `json:"add_synonyms,omitempty"`
	RemoveSynonyms []string `json:"remove_synonyms,omitempty"`
	Notes          *string  `json:"notes,omitempty"` // none leaves them
}

// An Assignment is the result of putting a tag on files, or taking it off. A tag taken off several files at once can be restored from the
// trash.
type Assignment struct {
	Schema    string `json:"schema"`
	Tag       string `json:"tag"`
	Matched   int    `json:"matched"`
	Changed   int    `json:"changed"`
	Undecided int    `json:"undecided"`
	Trash     string `json:"trash,omitempty"`
	Until     string `json:"until,omitempty"`
}

// A TagMerge is the result of putting one tag into another. The one can be restored from the trash as it was before; the other keeps its
// gains.
type TagMerge struct {
	Schema  string   `json:"schema"`
	From    string   `json:"from"`
	Into    string   `json:"into"`
	Files   int      `json:"files"`             // that had the one and that the asker may know of
	Parents []string `json:"parents,omitempty"` // above the other now, as they were above the one
	Uses
	Trash string `json:"trash"`
	Until string `json:"until"`
}

// A Review is somebody's judgement of an automatic tag of a file.
type Review struct {
	Schema string `json:"schema"`
	FileName
	Tag    string `json:"tag"`
	Review string `json:"review"`
	Links  int    `json:"links"` // that were judged
}

// Reviews say what one judgement of an automatic tag of many files did.
type Reviews struct {
	Schema  string `json:"schema"`
	Tag     string `json:"tag"`
	Review  string `json:"review"`  // accepted, rejected, or pending: to be judged again
	Matched int    `json:"matched"` // files that were named, or that the scope selects
	Changed int    `json:"changed"` // of these: the tag waited for judgement, or for pending was judged
}

// A PendingQuery says which automatic tags that wait for judgement are meant, and their order.
type PendingQuery struct {
	Tag    string `json:"tag,omitempty"`
	Scope  string `json:"scope,omitempty"`  // in the query language
	Source string `json:"source,omitempty"` // what proposed it: rule, sidecar, ..., encoder, model
	Folder string `json:"folder,omitempty"` // share:folder, and all below it; "share:" is a whole share
	Sort   string `json:"sort,omitempty"`   // teaches (the least sure first), likeliest, newest or path; "": by tag and file
}

// A Pending is an automatic tag that waits for judgement.
type Pending struct {
	Schema string `json:"schema"`
	Tag    string `json:"tag"`
	FileName
	Origin     string  `json:"origin"`
	Confidence float64 `json:"confidence"`
	Evidence   string  `json:"evidence,omitempty" tongue:"text"`
	Batch      uint32  `json:"batch,omitempty"`
	Speaks
	Valued
}

// Speaks says what speaks for a guessed tag: the kinds of its evidence, which are name, text, meaning, words, format, folder, neighbours
// and model, and the words of the file's text that it names.
type Speaks struct {
	Kinds []string `json:"kinds,omitempty"`
	Says  string   `json:"says,omitempty"`
}

// Valued tells a proposed value of an attribute, whose tag is KEY:VALUE, in words.
type Valued struct {
	Label string `json:"label,omitempty" tongue:"name"` // what people call the attribute
	Key   string `json:"scope_key,omitempty"`           // its name in scopes
	Value string `json:"value,omitempty"`
}

// An Import is what bringing in a vocabulary changed, or would change.
type Import struct {
	Schema     string    `json:"schema"`
	Vocabulary string    `json:"vocabulary"`
	Format     string    `json:"format"`
	DryRun     bool      `json:"dry_run"`
	Concepts   int       `json:"concepts"`
	Unchanged  int       `json:"unchanged"`
	Changes    []Changes `json:"changes"`
	Remarks    []Remark  `json:"remarks"`
	Read       float64   `json:"read_seconds"`
	Took       float64   `json:"seconds"`
	Batch      uint32    `json:"batch,omitempty"` // that takes it back; none where nothing changed
}

// ConceptAdded is the kind of changes that a new vocabulary consists of.
const ConceptAdded = "added"

// Changes is the changes of one kind: their number, and some or all of them.
type Changes struct {
	Kind    string          `json:"kind"`
	Count   int             `json:"count"`
	Changes []ConceptChange `json:"changes"`
}

// A ConceptChange says what became of a concept of a vocabulary.
type ConceptChange struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Detail string `json:"detail,omitempty"`
}

// A Remark is about the reading of a file and how often it came.
type Remark struct {
	What     string   `json:"what" tongue:"text"`
	Count    int      `json:"count"`
	Examples []string `json:"examples,omitempty"`
}

// A Vocabulary that was imported. Source is for the owner of the data directory.
type Vocabulary struct {
	Schema   string    `json:"schema"`
	Name     string    `json:"name"`
	Concepts int       `json:"concepts"`
	Retired  int       `json:"retired"`
	Format   string    `json:"format"`
	Source   string    `json:"source,omitempty"`
	Digest   string    `json:"sha256"`
	Imported time.Time `json:"imported"`
}

// OwnTags counts the tags that people made, as a vocabulary without a name.
type OwnTags struct {
	Schema   string `json:"schema"`
	Name     string `json:"name"` // ""
	Concepts int    `json:"concepts"`
}

// A TaxonomyProblem is something odd about tags.
type TaxonomyProblem struct {
	Schema string   `json:"schema"`
	Kind   string   `json:"kind"`
	Tags   []string `json:"tags"`
	Detail string   `json:"detail" tongue:"text"`
}
