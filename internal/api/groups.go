package api

// The schemas of groups of what is alike.
const (
	GroupSchema         = "spar.tag.group/1"
	GroupAcceptedSchema = "spar.tag.group.accept/1"
	TagParentSchema     = "spar.tag.parent/1"
)

// A GroupQuery asks for groups of files without tags, or of tags.
type GroupQuery struct {
	Of    string `json:"of,omitempty"`    // files, the default, or tags
	Scope string `json:"scope,omitempty"` // which files, in the query language; all
	All   bool   `json:"all,omitempty"`   // files with tags, too
	Count int    `json:"count,omitempty"` // how many groups; 0: as many as are most distinct
}

// A Group is files or tags that are alike. It selects nothing before somebody accepts it.
type Group struct {
	Schema   string     `json:"schema"`
	Group    string     `json:"group"` // by which it is accepted, as long as it has these members
	Label    string     `json:"label"`
	Tag      string     `json:"tag,omitempty"` // that it goes on from: some of its members have it, or are below it
	Members  int        `json:"members"`
	New      int        `json:"new"`                           // that accepting it would change
	Alike    float64    `json:"alike"`                         // the mean cosine of its members to their middle
	Within   int        `json:"within"`                        // the number of the wider group, from 1
	Evidence []string   `json:"evidence" tongue:"text"`        // for a person
	Files    []FileName `json:"files,omitempty"`               // the most typical new ones, at most 20
	Tags     []string   `json:"tags,omitempty"`                // the same
	Notes    []string   `json:"notes,omitempty" tongue:"text"` // of the first: what was not looked at, and what fits no tag that there is
}

// A GroupAccepting makes a tag of a group.
type GroupAccepting struct {
	GroupQuery
	Group string `json:"group"`
	Name  string `json:"name,omitempty"` // of the tag; its label
	// LeaveOut are files that do not belong to it, and Also other files that do, as SHARE:PATH. Later groups keep to that. Of a group of
	// tags they are names of tags; one that is left out stays where it is, and may be offered again unless it is put below another.
	LeaveOut []string `json:"leave_out,omitempty"`
	Also     []string `json:"also,omitempty"`
}

// GroupAccepted says what accepting a group did.
type GroupAccepted struct {
	Schema string `json:"schema"`
	Tag    string `json:"tag"`
	Files  int    `json:"files"` // that have it now
	Tags   int    `json:"tags"`  // that are below it now
	Batch  uint32 `json:"batch"` // that undoes it
}

// A ParentQuery asks below which tags a new one could be.
type ParentQuery struct {
	Name     string   `json:"name"`
	Synonyms []string `json:"synonyms,omitempty"`
	Most     int      `json:"most,omitempty"` // 0: 5
}

// A TagParent is a tag that a new one could be below.
type TagParent struct {
	Schema   string   `json:"schema"`
	Tag      string   `json:"tag"`
	Score    float64  `json:"score"`                  // orders them; no chance
	Evidence []string `json:"evidence" tongue:"text"` // for a person
}
