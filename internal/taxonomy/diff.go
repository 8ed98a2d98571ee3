package taxonomy

import (
	"maps"
	"slices"
	"strings"
)

// ChangeKind says what a new version of a vocabulary does to a concept.
type ChangeKind string

// The kinds of changes. One concept may change in several ways.
const (
	Added       ChangeKind = "added"
	TakenOver   ChangeKind = "taken over" // a tag made by hand becomes the concept of its name
	Renumbered  ChangeKind = "renumbered" // the same name under another identifier
	Renamed     ChangeKind = "renamed"
	Moved       ChangeKind = "moved" // other parents or positions
	Resynonymed ChangeKind = "resynonymed"
	Renoted     ChangeKind = "re-noted"
	Relinked    ChangeKind = "relinked"
	Retired     ChangeKind = "retired"
	Revived     ChangeKind = "revived"
	Clashed     ChangeKind = "clashed" // its name is taken, and it is called otherwise
)

// ChangeKinds lists all kinds in the order of reports.
var ChangeKinds = []ChangeKind{Added, TakenOver, Renumbered, Renamed, Moved, Resynonymed, Renoted, Relinked, Retired, Revived, Clashed}

// A Change is one change of a concept.
type Change struct {
	Kind   ChangeKind
	ID     string // of the concept, in the new version where that has it
	Name   string
	Detail string // for a person: before and now
}

// Renumber pairs concepts of two versions that have another identifier and the same name: by old identifier, the new one.
// Names that several concepts have pair nothing.
func Renumber(old, new Vocabulary) map[string]string {
	byName := func(v, other Vocabulary) map[string]string {
		there := make(map[string]bool, len(other.Concepts))
		for _, c := range other.Concepts {
			there[c.ID] = true
		}
		names := map[string]string{}
		for _, c := range v.Concepts {
			if there[c.ID] {
				continue
			}
			folded := Fold(c.Name)
			if _, twice := names[folded]; twice {
				names[folded] = ""
			} else {
				names[folded] = c.ID
			}
		}
		return names
	}
	pairs := map[string]string{}
	gone := byName(old, new)
	for name, id := range byName(new, old) {
		if was := gone[name]; was != "" && id != "" {
			pairs[was] = id
		}
	}
	return pairs
}

// Diff is what changes from one version of a vocabulary to the next, both in normal form: by kind, and in the order of the
// identifiers.
func Diff(old, new Vocabulary) []Change {
	pairs := Renumber(old, new)
	now := func(id string) string {
		if n, ok := pairs[id]; ok {
			return n
		}
		return id
	}
	was := make(map[string]Concept, len(old.Concepts))
	names := map[string]string{}
	for _, c := range old.Concepts {
		names[c.ID] = c.Name
		c.Parents, c.Links = each(c.Parents, now), each(c.Links, now)
		was[now(c.ID)] = c
	}
	var changes []Change
	there := make(map[string]bool, len(new.Concepts))
	for _, c := range new.Concepts {
		names[c.ID] = c.Name
		there[c.ID] = true
	}
	called := func(ids []string) []string {
		return each(ids, func(id string) string { return names[id] })
	}
	for _, c := range new.Concepts {
		add := func(kind ChangeKind, detail string) {
			changes = append(changes, Change{kind, c.ID, c.Name, detail})
		}
		o, known := was[c.ID]
		if !known {
			add(Added, "")
			continue
		}
		if o.ID != c.ID {
			add(Renumbered, "was "+o.ID)
		}
		if o.Name != c.Name {
			add(Renamed, "was "+o.Name)
		}
		if !sameSet(o.Parents, c.Parents) || !sameSet(o.Positions, c.Positions) {
			var parts []string
			if d := difference(called(o.Parents), called(c.Parents)); d != "" {
				parts = append(parts, "parents "+d)
			}
			if d := difference(o.Positions, c.Positions); d != "" {
				parts = append(parts, "positions "+d)
			}
			add(Moved, strings.Join(parts, "; "))
		}
		if !sameSet(o.Synonyms, c.Synonyms) {
			add(Resynonymed, difference(o.Synonyms, c.Synonyms))
		}
		if o.Notes != c.Notes {
			add(Renoted, "")
		}
		if !sameSet(o.Links, c.Links) {
			add(Relinked, difference(called(o.Links), called(c.Links)))
		}
		switch {
		case c.Retired && !o.Retired:
			add(Retired, "")
		case !c.Retired && o.Retired:
			add(Revived, "")
		}
	}
	for _, c := range old.Concepts {
		if !there[now(c.ID)] && !c.Retired {
			changes = append(changes, Change{Retired, c.ID, c.Name, "no longer in the file"})
		}
	}
	SortChanges(changes)
	return changes
}

// SortChanges puts changes in the order of Diff.
func SortChanges(changes []Change) {
	rank := map[ChangeKind]int{}
	for i, k := range ChangeKinds {
		rank[k] = i
	}
	slices.SortStableFunc(changes, func(a, b Change) int {
		if a.Kind != b.Kind {
			return rank[a.Kind] - rank[b.Kind]
		}
		return strings.Compare(a.ID, b.ID)
	})
}

func each(list []string, f func(string) string) []string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = f(s)
	}
	return out
}

func setOf(list []string) map[string]bool {
	m := make(map[string]bool, len(list))
	for _, s := range list {
		m[s] = true
	}
	return m
}

func sameSet(a, b []string) bool {
	return slices.Equal(a, b) || maps.Equal(setOf(a), setOf(b))
}

// difference says what came to a list and what went, a few of each.
func difference(old, new []string) string {
	var parts []string
	list := func(sign string, from, without []string) {
		there, n := setOf(without), 0
		for _, s := range from {
			if there[s] {
				continue
			}
			if n++; n <= maxExamples {
				parts = append(parts, sign+s)
			}
		}
		if n > maxExamples {
			parts = append(parts, sign+"...")
		}
	}
	list("+", new, old)
	list("-", old, new)
	return strings.Join(parts, ", ")
}
