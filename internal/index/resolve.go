package index

import (
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
)

// A lexicon is what names in scopes stand for.
type lexicon struct {
	tags   []spar.Tag
	graph  func() *taxonomy.Graph // of tags, made once
	schema *schema.Schema

	asked  atomic.Int32                 // names that were looked up
	called func() map[string][]spar.Tag // tags by folded name and synonym, made once
}

func newLexicon(tags []spar.Tag, names *schema.Schema) *lexicon {
	return &lexicon{
		tags: tags, schema: names, graph: sync.OnceValue(func() *taxonomy.Graph { return taxonomy.New(tags) }),
		called: sync.OnceValue(func() map[string][]spar.Tag {
			by := make(map[string][]spar.Tag, len(tags))
			for _, t := range tags {
				for i, name := range append([]string{t.Name}, t.Synonyms...) {
					name = taxonomy.Fold(name)
					if at := by[name]; i == 0 || len(at) == 0 || at[len(at)-1].ID != t.ID {
						by[name] = append(at, t)
					}
				}
			}
			return by
		}),
	}
}

// fewNames is how many names are looked up by going through all tags, which is done before a table of their names would be made.
const fewNames = 8

// find resolves a name among the visible tags; nil makes all visible.
func (l *lexicon) find(name string, sees func(spar.Tag) bool) (taxonomy.Match, error) {
	if l.asked.Add(1) > fewNames {
		if tags := l.called()[taxonomy.Fold(name)]; len(tags) > 0 {
			m, err := taxonomy.Find(tags, name, sees)
			if spar.CodeOf(err) != spar.NotFound || err == nil {
				return m, err
			}
		}
	}
	return taxonomy.Find(l.tags, name, sees)
}

// resolver gives the names in a scope their meaning in a snapshot, for somebody for whom only some tags exist.
type resolver struct {
	*lexicon
	sees func(spar.Tag) bool // nil for all
	text Text
	any  map[string]bool // shares whose names are the same in any letter case
}

// Type is for scope.Resolver.
func (r resolver) Type(name string) string { return extract.Called(name) }

// AnyCase is for scope.Resolver.
func (r resolver) AnyCase(share string) bool { return r.any[share] }

// Text reads an expression over the words of files, and reports of files whether it holds for their text.
type Text func(expression string) (func(*spar.File) scope.Truth, error)

// WithText is the snapshot with scopes that may ask for words of texts.
func (s *Snapshot) WithText(text Text) *Snapshot {
	with := *s
	with.text = text
	return &with
}

func (r resolver) Text(expression string) (func(*spar.File) scope.Truth, error) {
	if r.text == nil {
		return nil, spar.Errorf(spar.Invalid, "words of the text cannot be asked for here; a rule has them under its key text, beside when")
	}
	return r.text(expression)
}

// meanings is a resolver for one evaluation, with one time for all of it.
type meanings struct {
	resolver
	now time.Time
}

func (m meanings) Now() time.Time { return m.now }

// names is the resolver for one evaluation for somebody.
func (s *Snapshot) names(who spar.Principal) meanings {
	r := resolver{s.lexicon, s.sees(who), s.text, s.any}
	return meanings{r, r.Now()}
}

func (r resolver) Tag(name string) (map[spar.TagID]bool, error) {
	m, err := r.find(name, r.sees)
	if err != nil {
		return nil, err
	}
	return r.graph().Closure(m), nil
}

func (r resolver) Linked(name string) (map[spar.TagID]bool, error) {
	closure, err := r.Tag(name)
	if err != nil {
		return nil, err
	}
	return r.graph().WithLinks(closure), nil
}

func (resolver) Owner(name string) (uint32, error) {
	id := name
	if u, err := accounts.Lookup(name); err == nil {
		id = u.Uid
	}
	n, err := strconv.ParseUint(id, 10, 32)
	if err != nil {
		return 0, spar.Errorf(spar.NotFound, "there is no user %q on this machine; a numeric user works too", name)
	}
	return uint32(n), nil
}
