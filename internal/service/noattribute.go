package service

import (
	"context"
	"iter"
	"slices"

	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// ScopeNotes returns a note for each attribute of a scope that no file has, with the nearest existing name. Such a constraint holds for
// no file, and its negation for all: the asker probably mistyped the name.
func (s *Service) ScopeNotes(ctx context.Context, who spar.Principal, text string) ([]string, error) {
	v, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return nil, err
	}
	moved, _, err := s.moved(ctx, v, sc)
	notes := v.unattributed(sc)
	for _, m := range moved {
		notes = append(notes, movedNote(m))
	}
	return notes, err
}

// attributes returns the names of attributes in a scope, each once.
func attributes(sc spar.Scope) (names []string) {
	for c := range scope.Leaves(sc) {
		of := []string{}
		switch {
		case c.Key == "has" || c.Key == "unknown":
			for _, m := range c.Values {
				if m.Text != "tag" {
					of = append(of, m.Text)
				}
			}
		case c.Key != "" && !scope.IsFileKey(c.Key) && c.Key != spar.Saved && c.Key != spar.Related:
			of = append(of, scope.AttributeName(c.Key))
		}
		for _, name := range of {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// unattributed returns a note for each attribute in a scope that no file has.
func (v view) unattributed(sc spar.Scope) (notes []string) {
	for _, name := range attributes(sc) {
		if note := v.noAttribute(name); note != "" {
			notes = append(notes, note)
		}
	}
	return notes
}

// noted adds to notes what is odd about a request's scope: attributes that no file has, and old names. For the workspace in it also
// offers the remedy for old names.
func (s *Service) noted(ctx context.Context, who spar.Principal, sc spar.Scope, in string, notes *[]string, do *[]spar.Remedy) error {
	ctx = context.WithoutCancel(ctx) // a stopped question has an answer, too
	v, err := s.view(ctx, who)
	if err != nil {
		return err
	}
	*notes = append(*notes, v.unattributed(sc)...)
	moved, _, err := s.moved(ctx, v, sc)
	for _, m := range moved {
		*notes = append(*notes, movedNote(m))
	}
	if len(moved) > 0 && in != "" {
		*do = append(*do, spar.Remedy{Do: spar.FollowMoves, Name: in})
	}
	return err
}

// attributed reports whether a file that the asker may read has an attribute.
func (v view) attributed(name string) bool {
	have, err := v.chosen(spar.Scope{Constraints: []spar.Constraint{{Key: "has", Values: []spar.Match{{Text: name}}}}})
	return err != nil || !have.known.IsEmpty() // after an error SPAR does not know
}

// noAttribute returns a note that no file has an attribute, with the nearest name; "" if a file has it.
func (v view) noAttribute(name string) string {
	if v.attributed(name) {
		return ""
	}
	key := v.Attribute(name).Key
	note := "no file has the attribute " + key
	if _, known := v.Schema().Attribute(key); known {
		if unread := v.unreadFiles(); unread > 0 {
			note += "; " + Plural(unread, "file was not read yet", "files were not read yet")
		}
		return note
	}
	return note + nearest.Hint(name, v.keyNames())
}

// unreadFiles counts the unread files that the asker may read.
func (v view) unreadFiles() int {
	unread, err := v.chosen(spar.Scope{Constraints: []spar.Constraint{{Key: "state", Values: []spar.Match{{Text: string(spar.Unread)}}}}})
	if err != nil {
		return 0
	}
	return unread.count()
}

// keyNames returns the names of attributes, and the keys of files themselves.
func (v view) keyNames() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range v.attributeNames() {
			if !yield(name) {
				return
			}
		}
		for _, key := range scope.FileKeys() {
			if !yield(key) {
				return
			}
		}
	}
}
