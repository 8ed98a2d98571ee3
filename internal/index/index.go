// Package index evaluates scopes over all files for somebody: it takes a consistent copy of the Metadata Index, a
// Snapshot, and says which files a scope selects, rights included. One snapshot answers one question, so that all of
// its counts agree.
package index

import (
	"context"
	"fmt"
	"iter"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
)

// source is what a snapshot is taken from. Each listing is consistent in itself; Head tells whether two belong together.
type source interface {
	Head(ctx context.Context) (int64, error)
	Files(ctx context.Context) iter.Seq2[spar.File, error]
	Directories(ctx context.Context) iter.Seq2[catalog.Directory, error]
	Tags(ctx context.Context) ([]spar.Tag, error)
	Assignments(ctx context.Context) iter.Seq2[spar.Assignment, error]
	Attributes(ctx context.Context) iter.Seq2[spar.Attribute, error]
}

// A Snapshot is the Metadata Index at one point of its journal, in memory. It is immutable and safe for concurrent use.
type Snapshot struct {
	head        int64
	files       []spar.File // ordered by share and path
	position    map[spar.FileID]int
	directories map[place]catalog.Directory
	tags        []spar.Tag
	tagsOf      map[spar.FileID][]spar.TagID
	attributes  map[spar.FileID][]spar.Attribute
}

type place struct{ share, path string }

// attempts is how often At starts again when the catalog changes under it before it lets the writer win.
const attempts = 5

// At takes a snapshot of the catalog as it is now.
func At(ctx context.Context, from source) (*Snapshot, error) {
	var s *Snapshot
	for range attempts {
		before, err := from.Head(ctx)
		if err != nil {
			return nil, err
		}
		if s, err = load(ctx, from); err != nil {
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

func load(ctx context.Context, from source) (*Snapshot, error) {
	s := &Snapshot{
		position:    map[spar.FileID]int{},
		directories: map[place]catalog.Directory{},
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
		s.directories[place{d.Share, d.Path}] = d
	}
	var err error
	if s.tags, err = from.Tags(ctx); err != nil {
		return nil, fmt.Errorf("listing tags: %w", err)
	}
	for a, err := range from.Assignments(ctx) {
		if err != nil {
			return nil, fmt.Errorf("listing assignments: %w", err)
		}
		s.tagsOf[a.File] = append(s.tagsOf[a.File], a.Tag)
	}
	for a, err := range from.Attributes(ctx) {
		if err != nil {
			return nil, fmt.Errorf("listing attributes: %w", err)
		}
		s.attributes[a.File] = append(s.attributes[a.File], a)
	}
	return s, nil
}

// Head is the position in the journal up to which the snapshot knows everything.
func (s *Snapshot) Head() int64 { return s.head }

// File gives a file by its ID.
func (s *Snapshot) File(id spar.FileID) (spar.File, bool) {
	i, ok := s.position[id]
	if !ok {
		return spar.File{}, false
	}
	return s.files[i], true
}

// Tags gives all tags.
func (s *Snapshot) Tags() []spar.Tag { return s.tags }

// TagsOf gives the tags assigned to a file, not those above them.
func (s *Snapshot) TagsOf(id spar.FileID) []spar.TagID { return s.tagsOf[id] }

// AttributesOf gives what is known of a file.
func (s *Snapshot) AttributesOf(id spar.FileID) []spar.Attribute { return s.attributes[id] }
