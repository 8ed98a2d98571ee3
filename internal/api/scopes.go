package api

import "github.com/sparsearch/spar/internal/spar"

// ScopeSchema is the schema of scopes.
const ScopeSchema = "spar.scope/1"

// A Completion is what a word that somebody types may become.
type Completion struct {
	Text  string `json:"text"`
	Files *int   `json:"files,omitempty"` // that the asker may read and that it would select, where that is counted
}

// A Scope is a scope as it was understood. Of a saved one it has the name and the rest, too.
type Scope struct {
	Schema   string         `json:"schema"`
	Text     string         `json:"text"`            // in the query language, in its one form
	Words    []string       `json:"words,omitempty"` // that are no constraints: each is looked for in names of files and folders, and in the text that was read
	Tree     ScopeTree      `json:"tree"`
	Name     string         `json:"name,omitempty"`
	Owner    string         `json:"owner,omitempty"` // as of a workspace
	Whose    string         `json:"owner_name,omitempty"`
	Shared   bool           `json:"shared,omitempty"`
	Created  string         `json:"created,omitempty"`
	Coverage *spar.Coverage `json:"coverage,omitempty"`
}

// The kinds of a ScopeTree.
const (
	ScopeAll   = "all"   // all of Of hold
	ScopeAny   = "any"   // one of Of holds
	ScopeIs    = "is"    // the key has one of the values
	ScopeSaved = "saved" // the saved scope of the first value holds
	ScopeAdd   = "add"   // the files of the values are in, too
)

// A ScopeTree is a scope or a part of it.
type ScopeTree struct {
	Op     string       `json:"op"`
	Not    bool         `json:"not,omitempty"`   // it does not hold
	Guess  bool         `json:"guess,omitempty"` // it excludes nothing
	Key    string       `json:"key,omitempty"`
	Values []ScopeValue `json:"values,omitempty"`
	Of     []ScopeTree  `json:"of,omitempty"`
}

// A ScopeValue is a value, or a range whose open end is left out.
type ScopeValue struct {
	Text string `json:"text,omitempty"`
	From string `json:"from,omitempty"`
	To   string `json:"to,omitempty"`
}
