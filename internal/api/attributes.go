package api

import "github.com/sparsearch/spar/internal/spar"

// The schemas of attributes.
const (
	FacetSchema           = "spar.attribute/1"
	AttributeListSchema   = "spar.attributes.schema/1"
	AttributeFaultSchema  = "spar.attributes.check/1"
	AttributeChangeSchema = "spar.attributes.set/1"
)

// A Facet is one attribute, and its values in the files of a scope.
type Facet struct {
	Schema   string        `json:"schema"`
	Key      string        `json:"key"`
	Scope    string        `json:"scope_key"`           // its name in scopes
	Label    string        `json:"label" tongue:"name"` // what people call it
	Types    []spar.Kind   `json:"types"`
	Origins  []spar.Origin `json:"origins"` // the highest first
	Present  int           `json:"present"` // files
	Missing  int           `json:"missing"`
	Unknown  int           `json:"unknown"`
	Distinct int           `json:"distinct"`      // values
	Low      *spar.Value   `json:"low,omitempty"` // of numbers or dates
	High     *spar.Value   `json:"high,omitempty"`
	Values   []ValueCount  `json:"values"` // the most frequent first
}

// A ValueCount is a value and how many files have it.
type ValueCount struct {
	Value spar.Value `json:"value"`
	Files int        `json:"files"`
}

// An AttributeList is the attributes and patterns of paths that the schema knows.
type AttributeList struct {
	Schema     string          `json:"schema"`
	File       string          `json:"file,omitempty"`
	Attributes []AttributeType `json:"attributes"`
	Patterns   []PathPattern   `json:"patterns"`
}

// An AttributeType is an attribute in the schema.
type AttributeType struct {
	Name        string         `json:"name"`
	Label       string         `json:"label" tongue:"name"` // what people call it
	Type        spar.Kind      `json:"type"`
	Values      []AllowedValue `json:"values,omitempty"`
	Ordered     bool           `json:"ordered,omitempty"`
	Many        bool           `json:"many,omitempty"`
	Synonyms    []string       `json:"synonyms,omitempty"`
	From        []spar.Origin  `json:"from,omitempty"`
	Unit        string         `json:"unit,omitempty"`
	Description string         `json:"description,omitempty"`
	Standard    bool           `json:"standard"`
}

// An AllowedValue is one of the values that an attribute may have.
type AllowedValue struct {
	Name     string   `json:"name"`
	Synonyms []string `json:"synonyms,omitempty"`
}

// A PathPattern gives files attributes by their paths; Attributes are keys.
type PathPattern struct {
	Share      string   `json:"share,omitempty"`
	Path       string   `json:"path"`
	Attributes []string `json:"attributes"`
}

// An AttributeFault is a value of files that the schema does not allow.
type AttributeFault struct {
	Schema string      `json:"schema"`
	Key    string      `json:"key"`
	Value  spar.Value  `json:"value"`
	Origin spar.Origin `json:"origin"`
	Why    string      `json:"why" tongue:"text"`
	Files  []FileName  `json:"files"`
}

// A Target is the files to change: named ones, or the ones that a scope selects now.
type Target struct {
	Files []string `json:"files,omitempty"` // each as share:path
	Scope string   `json:"scope,omitempty"` // in the query language
}

// A KeyValue is an attribute as a person writes it.
type KeyValue struct {
	Key   string `json:"key"`
	Value string `json:"value"`
}

// An AttributeChange is what setting or unsetting attributes did: of the files that matched, how many changed.
type AttributeChange struct {
	Schema    string `json:"schema"`
	Done      string `json:"done"` // set, unset
	Matched   int    `json:"matched"`
	Changed   int    `json:"changed"`
	Undecided int    `json:"undecided"`       // files that must be read to tell whether they match
	Trash     string `json:"trash,omitempty"` // where values removed from several files at once can be restored from
	Until     string `json:"until,omitempty"`
}
