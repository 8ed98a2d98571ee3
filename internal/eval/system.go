package eval

import (
	"context"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
)

// A System is a way of searching that can be measured. It is used by one goroutine, in the order Build, then any
// number of Search and Answer, then Close; Close is called after a failed Build too.
type System interface {
	// Build makes the set searchable, keeping what it makes under dir, which outlives it when results are cached.
	Build(ctx context.Context, set *Set, dir string) (BuildStats, error)
	// Search ranks documents for a question, best first: all that it finds, not only the first few. q.Scope is nil
	// unless the system is to state it.
	Search(ctx context.Context, q Query) ([]Ranked, SearchStats, error)
	Close() error
}

// An Answerer is a System that also answers; only then can refusals and answers be measured.
type Answerer interface {
	Answer(ctx context.Context, q Query) (Answer, error)
}

// An Answer is what a system says to a question. Text is all that it says, Refused that it says it cannot.
type Answer struct {
	Text    string
	Refused bool
}

// A Ranked is a document with the score that put it in its place.
type Ranked struct {
	Doc   string  `json:"doc"`
	Score float64 `json:"score"`
}

// BuildStats says what building did.
type BuildStats struct {
	Documents int      // searchable afterwards
	Passages  int      // in them
	Skipped   []string // documents without searchable text, each with its reason
}

// SearchStats says what a search cost.
type SearchStats struct {
	Embedded int // passages whose vectors were made for this question
}

// A SystemSpec names a system and makes it.
type SystemSpec struct {
	Name  string
	About string
	New   func() System
}

// A Choice is a system to be measured, with the query's scope stated or not.
type Choice struct {
	SystemSpec
	Scoped bool
}

// scopeSuffix after a system's name states the query's scope.
const scopeSuffix = "+scope"

// FullName is the name with its suffix.
func (c Choice) FullName() string {
	if c.Scoped {
		return c.Name + scopeSuffix
	}
	return c.Name
}

// Choose reads a comma-separated list of system names, each with "+scope" or without.
func Choose(list string, from []SystemSpec) ([]Choice, error) {
	var choices []Choice
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		base, scoped := strings.CutSuffix(name, scopeSuffix)
		i := slices.IndexFunc(from, func(s SystemSpec) bool { return s.Name == base })
		if i < 0 {
			var known []string
			for _, s := range from {
				known = append(known, s.Name)
			}
			return nil, spar.Errorf(spar.Invalid, "%q is no system that can be measured: choose from %s, each also with %s", name, strings.Join(known, ", "), scopeSuffix)
		}
		choice := Choice{SystemSpec: from[i], Scoped: scoped}
		if slices.ContainsFunc(choices, func(c Choice) bool { return c.FullName() == choice.FullName() }) {
			return nil, spar.Errorf(spar.Invalid, "%q is listed twice: name each system once", name)
		}
		choices = append(choices, choice)
	}
	return choices, nil
}

// Systems lists what can be measured.
func Systems() []SystemSpec {
	return []SystemSpec{
		{"bm25", "the product's retrieval by words", newStored},
		{"bm25-plain", "BM25 written down plainly in memory, the reference that bm25 is compared with", newPlain},
	}
}
