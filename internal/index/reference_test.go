package index

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/schema"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Reference is the Metadata Index at one point of its journal, all of it in memory: the plain version of a Snapshot, which tests compare
// it with.
type Reference struct {
	head        int64
	files       []spar.File // ordered by share and path
	position    map[spar.FileID]int
	directories map[place]entry
	rules       *rules
	lexicon     *lexicon
	tagsOf      map[spar.FileID][]spar.TagID
	attributes  map[spar.FileID][]spar.Attribute
	waiting     waiting
	any         map[string]bool // as of a Snapshot
}

// attempts is how often Load starts again when the catalog changes under it before it lets the writer win.
const attempts = 5

// Load takes all of the catalog as it is now. The schema says what the names of attributes stand for; nil is the
// standard one.
func Load(ctx context.Context, from source, names *schema.Schema) (*Reference, error) {
	if names == nil {
		names = schema.Standard()
	}
	var s *Reference
	for range attempts {
		before, err := from.Head(ctx)
		if err != nil {
			return nil, err
		}
		if s, err = load(ctx, from, names); err != nil {
			return nil, err
		}
		after, err := from.Head(ctx)
		if err != nil {
			return nil, err
		}
		if s.head = after; before == after {
			return s, nil
		}
	}
	return nil, spar.Errorf(spar.Unavailable, "the catalog changes faster than it can be read; wait for the running scan to finish")
}

func load(ctx context.Context, from source, names *schema.Schema) (*Reference, error) {
	s := &Reference{
		position:    map[spar.FileID]int{},
		directories: map[place]entry{},
		tagsOf:      map[spar.FileID][]spar.TagID{},
		attributes:  map[spar.FileID][]spar.Attribute{},
	}
	for f, err := range from.Files(ctx) {
		if err != nil {
			return nil, fmt.Errorf("listing files: %w", err)
		}
		s.position[f.ID] = len(s.files)
		s.files = append(s.files, f)
	}
	for d, err := range from.Directories(ctx) {
		if err != nil {
			return nil, fmt.Errorf("listing folders: %w", err)
		}
		s.directories[place{d.Share, d.Path}] = entryOf(d)
	}
	shares, err := from.Shares(ctx)
	if err != nil {
		return nil, fmt.Errorf("listing shares: %w", err)
	}
	var grants []spar.Grant
	for g, err := range from.Grants(ctx) {
		if err != nil {
			return nil, fmt.Errorf("listing rights: %w", err)
		}
		grants = append(grants, g)
	}
	s.rules, s.any = newRules(shares, grants), anyCaseOf(shares)
	tags, err := from.Tags(ctx)
	if err != nil {
		return nil, fmt.Errorf("listing tags: %w", err)
	}
	s.lexicon = newLexicon(tags, names)
	if s.waiting, err = waitingOf(follower{ctx, from}); err != nil {
		return nil, fmt.Errorf("listing what waits: %w", err)
	}
	for a, err := range from.Assignments(ctx) {
		if err != nil {
			return nil, fmt.Errorf("listing assignments: %w", err)
		}
		if tags := s.tagsOf[a.File]; a.Review != spar.Rejected && (len(tags) == 0 || tags[len(tags)-1] != a.Tag) {
			s.tagsOf[a.File] = append(tags, a.Tag)
		}
	}
	keys := map[string]string{}
	for a, err := range from.Attributes(ctx) {
		if err != nil {
			return nil, fmt.Errorf("listing attributes: %w", err)
		}
		key, ok := keys[a.Key]
		if !ok {
			key = names.Key(a.Key)
			keys[a.Key] = key
		}
		a.Key = key
		s.attributes[a.File] = append(s.attributes[a.File], a)
	}
	return s, nil
}

// Head is the position in the journal up to which the snapshot knows everything.
func (s *Reference) Head() int64 { return s.head }

// File gives a file by its ID.
func (s *Reference) File(id spar.FileID) (spar.File, bool) {
	i, ok := s.position[id]
	if !ok {
		return spar.File{}, false
	}
	return s.files[i], true
}

// Tags gives all tags.
func (s *Reference) Tags() []spar.Tag { return s.lexicon.tags }

// TagsOf gives the tags assigned to a file, not those above them.
func (s *Reference) TagsOf(id spar.FileID) []spar.TagID { return s.tagsOf[id] }

// AttributesOf gives all attributes of a file, whether they count or not, under the schema's names.
func (s *Reference) AttributesOf(id spar.FileID) []spar.Attribute { return s.attributes[id] }

// Eval selects the files that are in scope and that who may read. Guessed constraints do not filter.
func (s *Reference) Eval(who spar.Principal, sc spar.Scope) (Selection, error) {
	stated := statedOf(sc)
	predicates, err := scope.Compile(stated, resolver{lexicon: s.lexicon, sees: s.sees(who), any: s.any})
	if err != nil {
		return Selection{}, err
	}
	out := newSelection(stated)
	ways := newWays(func(at place) (entry, bool) { e, ok := s.directories[at]; return e, ok }, s.rules)
	judge := newJudge(who, s.rules, s.lexicon.schema)
	for i := range s.files {
		f := &s.files[i]
		class := classOf(f, ways.all[ways.of(placeOf(f))], s.rules.of(f.Share), s.attributes[f.ID])
		may := closed
		if !s.hides(judge, f.ID) {
			may = judge.unlabelled(&class)
		}
		out.add(may, stated, predicates, scope.Facts{File: f, Tags: s.tagsOf[f.ID], Attributes: s.attributes[f.ID]})
	}
	return out, nil
}

// All lists all files, ordered by share and path.
func (s *Reference) All() iter.Seq[spar.File] { return slices.Values(s.files) }

// In lists the files of a set, ordered by share and path.
func (s *Reference) In(set *roaring.Bitmap) iter.Seq[spar.File] {
	return func(yield func(spar.File) bool) {
		for i := range s.files {
			if set.Contains(uint32(s.files[i].ID)) && !yield(s.files[i]) {
				return
			}
		}
	}
}

// Facets is the plain account of Snapshot.Facets.
func (s *Reference) Facets(who spar.Principal, sc spar.Scope, top int) ([]Facet, error) {
	selection, err := s.Eval(who, sc)
	if err != nil {
		return nil, err
	}
	total, open := 0, 0
	all := map[string]*tally{}
	for f := range s.In(selection.Known) {
		total++
		unread := f.State == spar.Unread || f.State == spar.Offline
		if unread {
			open++
		}
		list := s.attributes[f.ID]
		for i, a := range list {
			if slices.ContainsFunc(list[:i], func(b spar.Attribute) bool { return b.Key == a.Key }) {
				continue
			}
			t := all[a.Key]
			if t == nil {
				t = newTally(resolver{lexicon: s.lexicon}.Attribute(a.Key))
				all[a.Key] = t
			}
			held, _ := scope.Held(list, t.definition)
			t.add(held, unread)
		}
	}
	var facets []Facet
	for _, key := range slices.Sorted(maps.Keys(all)) {
		if t := all[key]; t.present > 0 {
			facets = append(facets, t.facet(key, total, open, top))
		}
	}
	return facets, nil
}

// TagTree is the plain account of Snapshot.TagTree.
func (s *Reference) TagTree(who spar.Principal) ([]TagLine, error) {
	all, err := s.Eval(who, spar.Scope{})
	if err != nil {
		return nil, err
	}
	c := newTagCounts(s.lexicon)
	for f := range s.In(all.Known) {
		c.add(s.tagsOf[f.ID])
	}
	return tree(s.TagsFor(who), c.files, c.below), nil
}

func (s *Reference) sees(who spar.Principal) func(spar.Tag) bool {
	return s.lexicon.sees(who, sync.OnceValue(func() map[spar.TagID]bool {
		own := map[spar.TagID]bool{}
		all, err := s.Eval(who, spar.Scope{})
		if err != nil {
			return nil // the empty scope has no name that could be wrong
		}
		for f := range s.In(all.Known) {
			for _, t := range s.tagsOf[f.ID] {
				own[t] = true
			}
		}
		return s.lexicon.graph().Ancestors(slices.Collect(maps.Keys(own))...)
	}))
}

// TagsFor is Snapshot.TagsFor.
func (s *Reference) TagsFor(who spar.Principal) []spar.Tag { return s.lexicon.tagsFor(s.sees(who)) }

// hides is hidden of the reference, for one file.
func (s *Reference) hides(j *judge, id spar.FileID) bool {
	if !j.who.Served {
		return false
	}
	waits := s.waiting.all || s.waiting.files.Contains(uint32(id))
	if waits && j.clearance() != everyLevel || !j.cleared(labelsOf(s.attributes[id])) {
		return true
	}
	f, ok := s.File(id)
	return ok && f.Container != 0 && s.hides(j, f.Container)
}

// At takes a snapshot of the catalog as it is now, without a saved index; see Load.
func At(ctx context.Context, from source, names *schema.Schema) (*Snapshot, error) {
	r, err := Load(ctx, from, names)
	if err != nil {
		return nil, err
	}
	s := &Snapshot{head: r.head, gone: roaring.New(), folders: map[place]*entry{}, rules: r.rules, lexicon: r.lexicon, waiting: r.waiting, any: r.any}
	for at, e := range r.directories {
		s.folders[at] = &e
	}
	facts := make([]fact, len(r.files))
	for i, f := range r.files {
		facts[i] = fact{File: f, tags: r.tagsOf[f.ID], attributes: r.attributes[f.ID]}
	}
	s.merge(nil, news{}, facts)
	s.prepare()
	return s, nil
}
