package api

import "github.com/sparsearch/spar"

// WorkspaceSchema is the schema of workspaces.
const WorkspaceSchema = "spar.workspace/1"

// A Workspace is a scope under a name. Lists leave out what is counted.
type Workspace struct {
	Schema   string         `json:"schema"`
	Name     string         `json:"name"`
	Scope    string         `json:"scope"`             // in the query language
	Encoder  string         `json:"encoder,omitempty"` // its own
	Owner    string         `json:"owner"`             // uid:NUMBER for an account of this machine, person:NAME for one of the file of principals
	Created  string         `json:"created"`
	Coverage *spar.Coverage `json:"coverage,omitempty"`
	Funnel   []Step         `json:"funnel,omitempty"`
	Asked    []Asked        `json:"asked,omitempty"` // the last questions
}

// A Step is what is left of all files after a constraint.
type Step struct {
	Constraint string `json:"constraint"`
	Known      int    `json:"known"`
	Unknown    int    `json:"unknown,omitempty"` // of which only reading can tell
}

// An Asked is a question of a workspace's history.
type Asked struct {
	At       string `json:"at"`
	Who      string `json:"who"` // as the owner of a workspace
	Question string `json:"question"`
	Refused  bool   `json:"refused"`
}
