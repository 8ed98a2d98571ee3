package api

// The schemas of what is odd about tags, and of mending it.
const (
	TagFindingSchema = "spar.tag.audit/1"
	MendedSchema     = "spar.tag.mend/1"
)

// A TagAuditQuery asks what may be wrong with tags and with the tags of files.
type TagAuditQuery struct {
	Kind  string `json:"kind,omitempty"`  // duplicate, broad, narrow, unlike, missing, orphan, misplaced or cycle; all
	Since string `json:"since,omitempty"` // a day as 2026-01-31: only what an audit found first on it or later
	Most  int    `json:"most,omitempty"`  // 0: 100
	New   bool   `json:"new,omitempty"`   // only what the present round of audits found first
}

// A TagFinding is something that a person may want to mend.
type TagFinding struct {
	Schema   string     `json:"schema"`
	Kind     string     `json:"kind"`
	Tags     []string   `json:"tags"`                          // that it is about, the one to be changed first
	Files    []FileName `json:"files,omitempty"`               // that it is about, at most 20
	Chance   float64    `json:"chance"`                        // that it is a fault
	Evidence []string   `json:"evidence" tongue:"text"`        // for a person
	Since    string     `json:"since"`                         // when an audit of the asker's found it first
	Repair   Mending    `json:"repair"`                        // what would mend it
	Notes    []string   `json:"notes,omitempty" tongue:"text"` // of the first: what was not looked at
	New      bool       `json:"new,omitempty"`                 // the present round of audits found it first
}

// A Mending is one change of tags or of their files.
type Mending struct {
	Do    string   `json:"do,omitempty"`    // merge, move, cut, off, on, split or retire; "": a person has to say what
	Tag   string   `json:"tag,omitempty"`   // that changes
	Into  string   `json:"into,omitempty"`  // the tag that it is merged into or moved below; of off, the tag that the files get instead; of split, the new one
	From  string   `json:"from,omitempty"`  // the tag that it is no longer below
	Files []string `json:"files,omitempty"` // of off, on and split, as SHARE:PATH
}

// Mended says what a Mending did.
type Mended struct {
	Schema string `json:"schema"`
	Mending
	Batch uint32 `json:"batch"` // that undoes it
}
