package index

import (
	"context"
	"fmt"
	"iter"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/schema"
)

// source is what a snapshot is taken from. Each listing is consistent in itself; Head tells whether two belong together.
type source interface {
	Head(ctx context.Context) (int64, error)
	Files(ctx context.Context) iter.Seq2[spar.File, error]
	Directories(ctx context.Context) iter.Seq2[catalog.Directory, error]
	Tags(ctx context.Context) ([]spar.Tag, error)
	Assignments(ctx context.Context) iter.Seq2[spar.Assignment, error]
	Attributes(ctx context.Context) iter.Seq2[spar.Attribute, error]
	Shares(ctx context.Context) ([]spar.Share, error)
	Grants(ctx context.Context) iter.Seq2[spar.Grant, error]
	LabelSources(ctx context.Context) ([]catalog.Source, error)
	Cursor(ctx context.Context, follower string) (int64, error)
	FileChanges(ctx context.Context, after int64) iter.Seq2[catalog.FileChanges, error]
}

// A follower is a source whose journal tells which files wait.
type follower struct {
	ctx context.Context
	source
}

func (f follower) LabelSources() ([]catalog.Source, error) { return f.source.LabelSources(f.ctx) }
func (f follower) Cursor(follower string) (int64, error)   { return f.source.Cursor(f.ctx, follower) }
func (f follower) FileChanges(after int64) iter.Seq2[catalog.FileChanges, error] {
	return f.source.FileChanges(f.ctx, after)
}

// A Reference is the Metadata Index at one point of its journal, all of it in memory: the plain account of what a
// Snapshot says, which tests compare it with.
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

// AttributesOf gives what is known of a file, whether it counts or not, under the schema's names.
func (s *Reference) AttributesOf(id spar.FileID) []spar.Attribute { return s.attributes[id] }

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
