package index

import (
	"cmp"
	"maps"
	"runtime"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// sees says which tags exist for somebody, nil for all of them. Vocabularies are public. A tag made by hand is there for
// whoever runs SPAR on this data directory, for its makers, and for others when a file that they may read has it or a tag
// below it.
// above gives the tags of these files and those above them.
func (l *lexicon) sees(who spar.Principal, above func() map[spar.TagID]bool) func(spar.Tag) bool {
	if who.All || who.Operator {
		return nil
	}
	return func(t spar.Tag) bool { return t.Key != "" || slices.ContainsFunc(t.Makers, who.Owns) || above()[t.ID] }
}

func (s *Snapshot) sees(who spar.Principal) func(spar.Tag) bool {
	return s.lexicon.sees(who, func() map[spar.TagID]bool { return s.readable(who).tags() })
}

// tagsOfFiles gives the tags of files that somebody may read, and those above them.
func (s *Snapshot) tagsOfFiles(r *readable) map[spar.TagID]bool {
	defer runtime.KeepAlive(s)
	own := map[spar.TagID]bool{}
	for _, f := range r.changed().open {
		for _, t := range f.tags {
			own[t] = true
		}
	}
	if s.base != nil {
		for _, t := range s.lexicon.tags {
			if int(t.ID) < len(s.base.tagAt) && s.base.postings.of(s.base.tagAt[t.ID]).Intersects(r.open) {
				own[t.ID] = true
			}
		}
	}
	return s.lexicon.graph().Ancestors(slices.Collect(maps.Keys(own))...)
}

// TagsFor gives the tags that exist for somebody, by ID, with only those parents and links that do.
func (s *Snapshot) TagsFor(who spar.Principal) []spar.Tag { return s.lexicon.tagsFor(s.sees(who)) }

func (l *lexicon) tagsFor(sees func(spar.Tag) bool) []spar.Tag {
	if sees == nil {
		return l.tags
	}
	var tags []spar.Tag
	for _, t := range l.tags {
		if sees(t) {
			tags = append(tags, t)
		}
	}
	there := func(list []spar.TagID) []spar.TagID {
		var kept []spar.TagID
		for _, id := range list {
			if _, ok := findTag(tags, id); ok {
				kept = append(kept, id)
			}
		}
		return kept
	}
	for i := range tags {
		tags[i].Parents, tags[i].Links = there(tags[i].Parents), there(tags[i].Links)
	}
	return tags
}

// FindTag finds a tag by name, synonym or key among the tags that exist for somebody.
func (s *Snapshot) FindTag(who spar.Principal, name string) (spar.Tag, error) {
	m, err := s.lexicon.find(name, s.sees(who))
	if err != nil {
		return spar.Tag{}, err
	}
	t, ok := findTag(s.TagsFor(who), m.Tag)
	if !ok {
		return spar.Tag{}, spar.Errorf(spar.Invalid, "%q is a position in the vocabulary %s: name a tag that stands there", name, m.Vocabulary)
	}
	return t, nil
}

// findTag finds a tag among tags by ID.
func findTag(tags []spar.Tag, id spar.TagID) (spar.Tag, bool) {
	i, ok := slices.BinarySearchFunc(tags, id, func(t spar.Tag, id spar.TagID) int { return cmp.Compare(t.ID, id) })
	if !ok {
		return spar.Tag{}, false
	}
	return tags[i], true
}

// TagClosure gives the tags that a name in a scope stands for to somebody.
func (s *Snapshot) TagClosure(who spar.Principal, name string) (map[spar.TagID]bool, error) {
	return s.names(who).Tag(name)
}
