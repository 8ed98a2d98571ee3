package spar

// A Scope is a predicate over files: the conjunction of its constraints. The empty Scope holds for every file.
// Package scope parses and prints it.
type Scope struct {
	Constraints []Constraint
}

// A Constraint holds for a file when any of its values does (when none does, if Not). A constraint that was stated
// filters; one that was guessed only orders.
//
// A group has Any instead of a key: it holds when one of these scopes does. A reference to a saved scope has the key Saved, its
// name as the only value and, once somebody has looked it up, that scope in Any.
type Constraint struct {
	Key    string // of the file ("path", "size", "tag", ...), "has" or "unknown", or an attribute's name
	Not    bool
	Guess  bool
	Add    bool // its files join what the other constraints of the conjunction select; of the key "file" only
	Values []Match
	Any    []Scope
}

// Saved is the key of a reference to a saved scope.
const Saved = "@"

// Related is the key of a constraint that holds for the files that belong with one: its value is a file as SHARE:PATH. Its meaning stands
// in Any once it was looked up, as for Saved.
const Related = "related"

// A Match is one value that a constraint accepts: an exact value, a glob (keys path and name), a tag by name, or a
// range, which includes both of its ends; an end left empty is open.
type Match struct {
	Text  string // "" for a range
	Range bool
	From  string
	To    string
}
