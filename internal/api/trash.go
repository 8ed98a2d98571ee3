package api

// The schemas of the trash.
const (
	TrashSchema    = "spar.trash/1"
	RestoredSchema = "spar.trash.restore/1"
)

// The kinds of what the trash holds.
const (
	TrashedShare     = "share"
	TrashedTag       = "tag"
	TrashedLinks     = "untag" // a tag that was taken off several files at once
	TrashedUnset     = "unset" // attributes that were unset for several files at once
	TrashedWorkspace = "ws"
)

// A Trashed is a share, a tag or a workspace that was removed and can be restored.
type Trashed struct {
	Schema     string   `json:"schema"`
	ID         string   `json:"id"`
	Kind       string   `json:"kind"`
	Name       string   `json:"name"`
	Removed    string   `json:"removed"`
	Until      string   `json:"until"` // then it is gone for good
	Tags       int      `json:"tags,omitempty"`
	Attributes int      `json:"attributes,omitempty"`
	MadeBy     []string `json:"made_by,omitempty"` // rules and the like that gave a tag
	Scope      string   `json:"scope,omitempty"`   // of a workspace
	Asked      int      `json:"asked,omitempty"`   // questions in its history
}

// A Restored is what came back from the trash.
type Restored struct {
	Schema     string `json:"schema"`
	ID         string `json:"id"`
	Kind       string `json:"kind"`
	Name       string `json:"name"`
	Files      int    `json:"files,omitempty"`        // that a tag is on again, or that have attributes again
	Tags       int    `json:"tags_waiting,omitempty"` // of a share, for its next scan
	Attributes int    `json:"attributes_waiting,omitempty"`
}

// A Loss is what a removal takes away, and who names what goes.
type Loss struct {
	Name       string `json:"name"`
	Files      int    `json:"files"`      // of a share; with a tag
	Tags       int    `json:"tags"`       // on files of a share, or of a tag: given or judged by people
	Attributes int    `json:"attributes"` // of files of a share, given by people
	Asked      int    `json:"asked"`      // questions in the history of a workspace
	Uses
}

// Uses are where a tag or a share is named: the asker's workspaces, how many of other people, and rules.
type Uses struct {
	Workspaces []string `json:"workspaces,omitempty"`
	Scopes     []string `json:"scopes,omitempty"` // that are saved
	Others     int      `json:"others,omitempty"`
	Rules      []string `json:"rules,omitempty"`
}
