package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// The schemas of answers about files.
const (
	FileSchema       = "spar.file/1"
	FileCountSchema  = "spar.files.count/1"
	FileDetailSchema = "spar.show/1"
	DuplicatesSchema = "spar.duplicates/1"
	VersionsSchema   = "spar.versions/1"
	RightsSchema     = "spar.rights/1"
)

// A Listing says which files to list.
type Listing struct {
	Scope   string `json:"scope,omitempty"`   // in the query language
	Skipped bool   `json:"skipped,omitempty"` // only files that cannot be searched, or not wholly
	Sort    string `json:"sort,omitempty"`    // path, if it is empty, name, size, modified, type, state; with a minus in front the other way round
	Reverse bool   `json:"reverse,omitempty"`
	Limit   int    `json:"limit,omitempty"` // 0: all
	Skip    int    `json:"-"`               // how many at the beginning are left out; not with Like and Order

	// At most one of these, and no Sort beside it. Like orders files by the nearness in meaning of their names to a text, Order as a question
	// would read them.
	Like  string `json:"like,omitempty"`
	Order string `json:"order,omitempty"`
}

// A Promise says why a file has its place in an order of reading. Score is the sum of the others, or the nearness alone.
type Promise struct {
	Score   float64 `json:"score"`
	Words   float64 `json:"words,omitempty"`   // for words of the question in path and title
	Meaning float64 `json:"meaning,omitempty"` // for the nearness of the text and the name, or the title, in meaning
	About   float64 `json:"about,omitempty"`   // for words of what the asker works on
	Tags    float64 `json:"tags,omitempty"`    // for tags whose names are near to the text in meaning
	Guessed float64 `json:"guessed,omitempty"` // for the scope's guesses that the file fits
	Cost    float64 `json:"cost,omitempty"`    // at most 0: for what takes long to read
}

// A File is one file of a list.
type File struct {
	Schema string `json:"schema"`
	Share  string `json:"share"`
	Path
	Size     int64     `json:"size"` // bytes
	Modified time.Time `json:"modified"`
	Format   string    `json:"format,omitempty"`
	State    string    `json:"state"`
	Reason   string    `json:"reason,omitempty" tongue:"text"`
	spar.Advice
	Hash      string `json:"sha256,omitempty"`
	Undecided bool   `json:"undecided,omitempty"` // only reading can tell whether it is in scope

	Recoverable bool `json:"recoverable,omitempty"` // another program that is here will read it: by itself in idle time, or as long work of the kind recognise

	Promise *Promise `json:"promise,omitempty"` // in a list by like or order
}

// States counts files by state.
type States map[spar.State]int

// A FileCount is how many files of a scope are in each state.
type FileCount struct {
	Schema    string `json:"schema"`
	States    States `json:"states"`
	Undecided int    `json:"undecided,omitempty"` // files that must be read to tell whether they are in scope

	Notes []string `json:"notes,omitempty" tongue:"text"` // attributes in the scope that no file has
}

// A FileDetail is all that is known of one file, and why a scope selects it or not.
type FileDetail struct {
	File
	Owner      uint32          `json:"owner"`
	Called     string          `json:"owner_name,omitempty"` // the owner's account on this machine
	Group      uint32          `json:"group"`
	Mode       string          `json:"mode"` // four octal digits
	Tags       []TagOfFile     `json:"tags"`
	Attributes []AttributeHeld `json:"attributes"`
	Selected   string          `json:"selected,omitempty"` // true, false, unknown
	Scope      []Why           `json:"scope,omitempty"`
}

// A TagOfFile is a tag of a file and where it comes from.
type TagOfFile struct {
	Tag        string      `json:"tag"`
	Origin     spar.Origin `json:"origin"`
	Confidence float64     `json:"confidence"`
	Evidence   string      `json:"evidence,omitempty" tongue:"text"`
	Review     spar.Review `json:"review,omitempty"`
	Batch      uint32      `json:"batch,omitempty"`
	Speaks
}

// An AttributeHeld is an attribute of a file. Holds is whether it counts: another origin may go before it.
type AttributeHeld struct {
	Key     string      `json:"key"`
	InScope string      `json:"scope_key,omitempty"` // its name in scopes, where that is another
	Label   string      `json:"label" tongue:"name"` // what people call it
	Value   spar.Value  `json:"value"`
	Origin  spar.Origin `json:"origin"`
	Holds   bool        `json:"holds"`
	Batch   uint32      `json:"batch,omitempty"`
}

// Why says whether a constraint holds for a file, and gives the file's value.
type Why struct {
	Constraint string `json:"constraint"`
	Holds      string `json:"holds"` // true, false, unknown
	Guess      bool   `json:"guess,omitempty"`
	Has        string `json:"has"`
}

// Duplicates is one group of files whose texts are nearly the same, the one that changed last first.
type Duplicates struct {
	Schema string    `json:"schema"`
	Files  []Version `json:"files"`
}

// A Version is a file of such a group. Resemblance, from 0 to 1, and Same are about the first file of the group.
type Version struct {
	FileName
	Size        int64     `json:"size"`
	Modified    time.Time `json:"modified"`
	Resemblance float64   `json:"resemblance"`
	Same        bool      `json:"same_content"`
	SameAs      int       `json:"same_as,omitempty"`  // place in the group, from 1, of the first file with the same content; 0: none before it
	Original    bool      `json:"original,omitempty"` // others may be copies of it
}

// Versions is the family of documents that a file belongs to, as the asker may know of it: the version in force first where there
// is one, then the newer before the older.
type Versions struct {
	Schema   string         `json:"schema"`
	File     FileName       `json:"file"` // that was asked about
	Title    string         `json:"title"`
	InForce  string         `json:"in_force,omitempty"` // the file, as share:path; "" where none is
	Members  []Edition      `json:"members"`
	Doubtful bool           `json:"doubtful"`                    // which is in force
	Why      string         `json:"why,omitempty" tongue:"text"` // it is doubtful
	Maybe    []MaybeVersion `json:"maybe,omitempty"`
	Coverage spar.Coverage  `json:"coverage"` // of unread files only the names were compared
}

// An Edition is a version of a document.
type Edition struct {
	FileName
	Version   string     `json:"doc_version,omitempty"`
	Status    string     `json:"doc_status"` // final, draft, superseded or withdrawn: as it is said, or else as it stands among the others
	InForce   bool       `json:"in_force,omitempty"`
	Pending   bool       `json:"pending,omitempty"`   // it holds from a later day on
	Effective string     `json:"effective,omitempty"` // from when it holds, as a date; its year, where only its name tells
	DatedBy   string     `json:"dated_by"`            // text, name, time: what its place in the order rests on
	Modified  time.Time  `json:"modified"`
	Replaces  string     `json:"replaces,omitempty"`          // as written
	Says      []string   `json:"says,omitempty"`              // the parts of its text, attributes or name that tell so, as written
	Why       string     `json:"why,omitempty" tongue:"text"` // it belongs to the family; "" of the file that was asked about
	Copies    []FileName `json:"copies"`
}

// A MaybeVersion is a file that may be a version of the document.
type MaybeVersion struct {
	FileName
	Modified time.Time `json:"modified"`
	Why      string    `json:"why" tongue:"text"`
}

// Rights says whether somebody may read a file, and all that this rests on.
type Rights struct {
	Schema string `json:"schema"`
	Who    string `json:"who"`
	FileName
	Allowed    bool       `json:"allowed"`
	Rights     string     `json:"rights"` // the policy of the share
	FileSystem string     `json:"file_system,omitempty"`
	Mode       string     `json:"mode"`
	Owner      uint32     `json:"owner"`
	Called     string     `json:"owner_name,omitempty"` // the owner's account on this machine
	Group      uint32     `json:"group"`
	Lists      []string   `json:"lists"` // access control lists
	Why        []Decision `json:"why"`   // in the order they are made
}

// A Decision is one step of Rights. Its path is "" for the level of confidentiality.
type Decision struct {
	Path
	Right   string `json:"right"` // know of, search, read
	Allowed bool   `json:"allowed"`
	By      string `json:"by"`
}
