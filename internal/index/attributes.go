package index

import (
	"strconv"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

func (resolver) Group(name string) (uint32, error) {
	id := name
	if g, err := accounts.LookupGroup(name); err == nil {
		id = g.Gid
	}
	n, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return 0, spar.Errorf(spar.NotFound, "there is no group %q on this machine; a numeric group works too", name)
	}
	return uint32(n), nil
}

func (resolver) Now() time.Time { return time.Now() }

// Attribute is what a name stands for in the schema. One that is not in it takes every value, of whatever origin.
func (r resolver) Attribute(name string) scope.Attribute {
	a, ok := r.schema.Attribute(name)
	if !ok {
		return scope.Attribute{Key: r.schema.Key(name)}
	}
	return scope.Attribute{
		Key: a.Name, Kind: a.Kind, Values: a.ValueNames(), Ordered: a.Ordered, Many: a.Many, From: a.From, Convert: a.Convert,
	}
}

// Schema says what the names of attributes stand for.
func (s *Snapshot) Schema() *schema.Schema { return s.lexicon.schema }

// Means reports what in a scope can mean nothing to somebody: a tag that there is not, a date that is none.
func (s *Snapshot) Means(who spar.Principal, sc spar.Scope) error {
	_, err := scope.Compile(sc, s.names(who))
	return err
}

// Predicates is the meaning of constraints here, of each by itself, for facts that need not be those of a file.
func (s *Snapshot) Predicates(list []spar.Constraint) ([]scope.Predicate, error) {
	return scope.Compile(spar.Scope{Constraints: list}, resolver{lexicon: s.lexicon, text: s.text, any: s.any})
}

// Attribute is what a name stands for in scopes.
func (s *Snapshot) Attribute(name string) scope.Attribute {
	return resolver{lexicon: s.lexicon}.Attribute(name)
}
