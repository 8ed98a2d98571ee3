package api

import (
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// The schemas of workspaces and of what belongs to them.
const (
	WorkspaceSchema     = "spar.workspace/1"
	WorkspaceFileSchema = "spar.workspace.file/1"
	InquirySchema       = "spar.workspace.history/1"
	PortableSchema      = "spar.workspace.export/1"
)

// A Workspace is a scope under a name. Lists leave out its counts.
type Workspace struct {
	Schema   string           `json:"schema"`
	Name     string           `json:"name"`
	Ref      string           `json:"ref"`                  // how who asks names it: the name, with the owner in front where it is somebody else's
	Scope    string           `json:"scope"`                // in the query language
	Encoder  string           `json:"encoder,omitempty"`    // its own
	Owner    string           `json:"owner"`                // uid:NUMBER for an account of this machine, person:NAME for one of the file of principals
	Called   string           `json:"owner_name,omitempty"` // what people call the owner, as far as this machine knows
	Created  string           `json:"created"`
	State    string           `json:"state"`             // open, archived or terminated
	Since    string           `json:"since,omitempty"`   // when it came into that state
	Expires  string           `json:"expires,omitempty"` // when it is archived
	Pinned   string           `json:"pinned,omitempty"`  // when its files were fixed
	Role     string           `json:"role"`              // of who asks: viewer, editor or owner
	Starred  bool             `json:"starred,omitempty"` // who asks keeps it at hand
	Keeps    string           `json:"keeps"`             // of its history: all, questions, 90d, or questions,90d
	Members  []Member         `json:"members,omitempty"`
	Coverage *spar.Coverage   `json:"coverage,omitempty"`
	Funnel   []Step           `json:"funnel,omitempty"`
	Asked    []Asked          `json:"asked,omitempty"`  // the last questions
	Change   *WorkspaceChange `json:"change,omitempty"` // what making or changing it did
	Drift    *Drift           `json:"drift,omitempty"`  // the changes since it was archived or pinned
	Freed    *Freed           `json:"freed,omitempty"`  // what archiving it took from the disk
	Moved    []Moved          `json:"moved,omitempty"`  // names in its scope that have changed
	Notes    []string         `json:"notes,omitempty" tongue:"text"`
	Do       []spar.Remedy    `json:"do,omitempty"` // about the notes
}

// A Moved is a folder or file that a scope names and that has another name now.
type Moved struct {
	Share string `json:"share"`
	From  string `json:"from"`
	To    string `json:"to"`
	Files int    `json:"files"` // that moved with it and that who asks may know of
}

// A NewWorkspace is the data to make a workspace, or to change its scope or encoder.
type NewWorkspace struct {
	Name    string `json:"name"`
	Scope   string `json:"scope,omitempty"`
	Encoder string `json:"encoder,omitempty"`
	Read    bool   `json:"read,omitempty"` // its files are read at once, within the budget of a question
}

// A Member is somebody who a workspace is shared with.
type Member struct {
	Who   string `json:"who"`
	Name  string `json:"name,omitempty"` // what people call them, as far as this machine knows
	Role  string `json:"role"`
	Since string `json:"since"`
	Files *int   `json:"files,omitempty"` // that they may read, among the files that the owner sees; told to owners alone
	Of    int    `json:"of,omitempty"`    // files that its owner sees
}

// A WorkspaceChange counts what a change did to the files of a workspace, as who asks may see them.
type WorkspaceChange struct {
	Added   int `json:"added"`
	Dropped int `json:"dropped"`
	Read    int `json:"read"`    // by this change
	Reused  int `json:"reused"`  // of those added: read before, for others
	Waiting int `json:"waiting"` // that a question reads
	Failed  int `json:"failed"`  // without text
}

// A Drift is the difference between then and now. Deleted files and closed ones look alike. Only the person for whom the files were listed
// sees them.
type Drift struct {
	Since     string      `json:"since"`
	Unchanged int         `json:"unchanged"`
	Changed   int         `json:"changed"`
	Added     int         `json:"added"`   // the scope selects them now
	Dropped   int         `json:"dropped"` // the scope selects them no more
	Gone      int         `json:"gone"`
	Files     []DriftFile `json:"files"` // the first of them
}

// A DriftFile is a file that is not as it was.
type DriftFile struct {
	FileName
	How string `json:"how"` // changed, added, dropped or gone
}

// Freed is the space freed on the disk.
type Freed struct {
	Files    int   `json:"files"`
	Segments int   `json:"segments"`
	Bytes    int64 `json:"bytes"`
}

// A WorkspaceEdit changes which files are in a workspace. Scopes are in the query language; at most one of them is given.
type WorkspaceEdit struct {
	Name   string   `json:"name"`
	Add    string   `json:"add,omitempty"`    // join them to the files that are in
	Narrow string   `json:"narrow,omitempty"` // of the files that are in only these stay
	Scope  string   `json:"scope,omitempty"`  // in place of its scope
	In     []string `json:"in,omitempty"`     // single files, by name
	Out    []string `json:"out,omitempty"`
	Read   bool     `json:"read,omitempty"` // reads what waits, within the budget of a question
}

// A WorkspaceFile is a file of a workspace with the results of preparing it.
type WorkspaceFile struct {
	Schema string `json:"schema"`
	Share  string `json:"share"`
	Path
	Open     string    `json:"open"` // what `spar open` takes
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Format   string    `json:"format,omitempty"`
	State    string    `json:"state"`
	Reason   string    `json:"reason,omitempty" tongue:"text"`
	By       string    `json:"by"` // scope or hand: why it is in
	Passages int       `json:"passages"`
	Rows     int       `json:"rows,omitempty"`     // of tables, which are passages too
	Vectors  *int      `json:"vectors,omitempty"`  // of the passages; none where no model is there
	Entities int       `json:"entities,omitempty"` // kinds of names and numbers found in it
	Read     string    `json:"read,omitempty"`     // when its text was read, RFC 3339; none where that is not known
}

// A Step counts the files that remain after a constraint.
type Step struct {
	Constraint string `json:"constraint"`
	Known      int    `json:"known"`
	Unknown    int    `json:"unknown,omitempty"` // files that must be read to tell
}

// An Asked is a question of a workspace's history.
type Asked struct {
	At       string `json:"at"`
	Who      string `json:"who"` // as the owner of a workspace
	Question string `json:"question"`
	Refused  bool   `json:"refused"`

	Imported *Imported `json:"imported,omitempty"`
}

// An Inquiry is something that was done in a workspace: a question, or a place that was opened. Of one that is withheld nothing is told
// but who did it and when: it rests on a file that who looks may not read now.
type Inquiry struct {
	Schema   string     `json:"schema"`
	At       string     `json:"at"`
	Who      string     `json:"who"`
	Name     string     `json:"name,omitempty"`   // what people call them, as far as this machine knows
	Did      string     `json:"did"`              // ask or open
	Thread   string     `json:"thread,omitempty"` // what `spar thread show` takes
	Turn     int        `json:"turn,omitempty"`
	Question string     `json:"question,omitempty"`
	State    string     `json:"state,omitempty"` // of the answer
	Open     string     `json:"open,omitempty"`  // the place
	Dwelt    int        `json:"dwelt,omitempty"` // seconds for which it was looked at, as far as the page told
	Files    []FileName `json:"files,omitempty"` // that the answer rests on
	Withheld bool       `json:"withheld,omitempty"`
	Imported *Imported  `json:"imported,omitempty"`
}

// A Portable describes the file of an exported workspace, or the result of its import.
type Portable struct {
	Schema    string        `json:"schema"`
	File      string        `json:"file,omitempty"`
	Workspace string        `json:"workspace"`
	Files     int           `json:"files"`
	Threads   int           `json:"threads"`
	Withheld  int           `json:"withheld,omitempty"` // turns that were left out
	Bytes     int64         `json:"bytes,omitempty"`
	Same      int           `json:"same"` // of the files: here, with the same content
	Unread    int           `json:"unread,omitempty"`
	Changed   int           `json:"changed"`
	Missing   int           `json:"missing"`
	Differing []DriftFile   `json:"differing,omitempty"` // the first that are changed or missing
	Notes     []string      `json:"notes,omitempty" tongue:"text"`
	Do        []spar.Remedy `json:"do,omitempty"` // about the notes
}
