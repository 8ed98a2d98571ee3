package api

import "github.com/sparsearch/spar/internal/spar"

// ScopeExplainSchema is the schema of ScopeExplain.
const ScopeExplainSchema = "spar.scope.explain/1"

// A ScopeExplain says how a scope comes to select what it does. All counts are of files that the asker may read.
type ScopeExplain struct {
	Schema string       `json:"schema"`
	Scope  string       `json:"scope"`
	Groups []TagGroup   `json:"groups"` // of the constraints on tags
	Pruned []PrunedTag  `json:"pruned"` // redundant tags of the scope; it selects the same without them
	Funnel []FunnelStep `json:"funnel"`
	Gates  []Gate       `json:"gates"` // what becomes of the files in scope

	Files   int `json:"files"`   // in scope
	Unknown int `json:"unknown"` // files that must be read to tell
	Read    int `json:"read"`    // of both, the files that were read

	Notes []string `json:"notes,omitempty" tongue:"text"` // attributes that no file has
}

// A TagGroup is the part of the tree of tags that a constraint is about.
type TagGroup struct {
	Constraint string    `json:"constraint"`
	Guess      bool      `json:"guess,omitempty"`
	Tags       []TagNode `json:"tags"`           // as the lines of a tree
	More       int       `json:"more,omitempty"` // tags that are implied and left out
}

// The roles of a TagNode for a constraint.
const (
	TagSelected = "selected"
	TagImplied  = "implied" // below a selected one
	TagBeside   = "not-selected"
)

// A TagNode is a tag in a tree.
type TagNode struct {
	Tag   string `json:"tag"`
	Depth int    `json:"depth"`
	Is    string `json:"is"`
	Files int    `json:"files"` // with it or a tag below it
}

// A PrunedTag is a tag of a constraint, or a whole constraint, that another one stands for.
type PrunedTag struct {
	Constraint string `json:"constraint"`
	Tag        string `json:"tag,omitempty"` // "" for all of the constraint
	By         string `json:"by"`            // the tag or the constraint that stands for it
	Guess      bool   `json:"guess,omitempty"`
}

// A FunnelStep counts the files of one constraint.
type FunnelStep struct {
	Constraint string `json:"constraint"`
	Alone      int    `json:"alone"`   // for which it holds by itself
	After      int    `json:"after"`   // for which it and all before it hold
	Without    int    `json:"without"` // for which all but it hold
	Unknown    int    `json:"unknown"` // files that must be read to tell, after it
}

// A Gate is what keeps files in scope from being searched, or from being searched whole.
type Gate struct {
	Gate   string `json:"gate"` // rights, size, format, quality
	Files  int    `json:"files"`
	States States `json:"states"`
}

// WhySchema is the schema of WhyFile.
const WhySchema = "spar.why/1"

// A WhyFile says why a scope selects a file or not.
type WhyFile struct {
	Schema      string          `json:"schema"`
	File        FileName        `json:"file"`
	Scope       string          `json:"scope"`
	Holds       string          `json:"holds"` // true, false, unknown
	Constraints []WhyConstraint `json:"constraints"`
}

// A WhyConstraint says whether a constraint holds for a file. A group has those of its alternatives.
type WhyConstraint struct {
	Constraint string            `json:"constraint"`
	Holds      string            `json:"holds"`
	Guess      bool              `json:"guess,omitempty"`
	Has        string            `json:"has"`
	Origin     []spar.Origin     `json:"origin"` // of its values
	Any        [][]WhyConstraint `json:"any,omitempty"`
}

// DivisionSchema is the schema of Division.
const DivisionSchema = "spar.divide/1"

// A Division says how the files of a scope divide by facts that are known of all files: share, path, type, state and tag.
type Division struct {
	Schema string        `json:"schema"`
	Scope  string        `json:"scope"`
	Files  int           `json:"files"` // in scope
	By     []DivisionKey `json:"by"`

	Months []DivisionValue `json:"months,omitempty"` // of their last change, as 2024-05, the first one first
}

// A DivisionKey is a key of the query language with its values in a scope.
type DivisionKey struct {
	Key    string          `json:"key"`
	Values []DivisionValue `json:"values"`         // the most frequent first
	More   int             `json:"more,omitempty"` // values that are left out
}

// A DivisionValue is a value, as a constraint takes it, and how many files in scope it holds for.
type DivisionValue struct {
	Value string   `json:"value"`
	Files int      `json:"files"`
	Above []string `json:"above,omitempty"` // of a tag: those right above it
}

// FolderTreeSchema is the schema of FolderTree.
const FolderTreeSchema = "spar.scope.tree/1"

// A FolderTree says what lies in a folder, or in the shares, as far as a scope goes.
type FolderTree struct {
	Schema  string      `json:"schema"`
	Scope   string      `json:"scope"`
	In      string      `json:"in"` // share:folder, or "" for the shares
	Count   FolderCount `json:"count"`
	Own     FolderCount `json:"own"` // of the files that lie in the folder itself
	Folders []Branch    `json:"folders"`
	More    int         `json:"more,omitempty"` // folders that are left out, the emptiest ones
}

// A FolderCount is what files in scope are together.
type FolderCount struct {
	Files   int   `json:"files"`
	Bytes   int64 `json:"bytes"`
	Read    int   `json:"read"`    // files that were read
	Waiting int   `json:"waiting"` // files that are read when a question needs them
}

// A Branch is a folder, or a share, with all that is below it.
type Branch struct {
	Share string `json:"share"`
	Path
	Count     FolderCount `json:"count"`
	Value     string      `json:"value,omitempty"`     // of the key path that selects it; none of a share, and of a name that is no text
	Elsewhere bool        `json:"elsewhere,omitempty"` // another share has a folder of that path, too
	Deeper    bool        `json:"deeper,omitempty"`    // it has folders
}

// DiagnosisSchema is the schema of Diagnosis.
const DiagnosisSchema = "spar.diagnosis/1"

// A Diagnosis says why a scope selects no file, or few, or what would make it smaller.
type Diagnosis struct {
	Schema      string       `json:"schema"`
	Scope       string       `json:"scope"`
	Files       int          `json:"files"`             // in scope
	Unknown     int          `json:"unknown,omitempty"` // files that must be read to tell
	Causes      []Cause      `json:"causes"`
	Relaxations []Relaxation `json:"relaxations"` // the best first
	Narrower    []Relaxation `json:"narrower,omitempty"`
	Notes       []string     `json:"notes,omitempty" tongue:"text"` // attributes that no file has
}

// The kinds of a Cause.
const (
	CauseTag       = "tag"       // tags that no file has together with the rest
	CauseValue     = "value"     // a value that is too narrow, or that no file has
	CauseAmbiguous = "ambiguous" // a value that may stand for several
)

// A Cause is constraints that leave no file together; without any one of them files remain.
type Cause struct {
	Constraints []string `json:"constraints"`
	Kind        string   `json:"kind"`
}

// How a Relaxation differs from the scope.
const (
	HowMoved    = "moved"    // the names that folders and files have now
	HowSpelling = "spelling" // the nearest value that files have
	HowDrop     = "drop"     // without the constraint
	HowWiden    = "widen"    // a wider range, or a folder above
	HowParent   = "parent"   // the tag above
	HowSibling  = "sibling"  // the tags beside it
	HowWithout  = "without"  // files that have no such value, too
	HowNarrow   = "narrow"   // one constraint more
)

// A Relaxation is another scope.
type Relaxation struct {
	N     int    `json:"n"` // the number that applies it
	Scope string `json:"scope"`
	Files int    `json:"files"`
	Gain  int    `json:"gain"` // files that the scope does not have
	How   string `json:"how"`
	Was   string `json:"was,omitempty"` // the constraint that changes
	Now   string `json:"now,omitempty"` // what it becomes, "" where it goes
}
