package spar

// A Scope is a predicate over files: the conjunction of its constraints. The empty Scope holds for every file.
// Package scope parses and prints it.
type Scope struct {
	Constraints []Constraint
}

// A Constraint holds for a file when any of its values does (when none does, if Not). A constraint that was stated
// filters; one that was guessed only orders.
type Constraint struct {
	Key    string // of the file ("path", "size", "tag", ...), "has" or "unknown", or an attribute's name
	Not    bool
	Guess  bool
	Values []Match
}

// A Match is one value that a constraint accepts: an exact value, a glob (keys path and name), a tag by name, or a
// range, which includes both of its ends; an end left empty is open.
type Match struct {
	Text  string // "" for a range
	Range bool
	From  string
	To    string
}
