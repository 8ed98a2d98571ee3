package taxonomy

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	spar "github.com/sparsearch/spar/internal/spar"
)

// ProblemKind says why a tag is odd.
type ProblemKind string

// The kinds of problems. None of them keeps tags from working.
const (
	Cycle       ProblemKind = "cycle"            // tags that lie below each other, and select as one
	Orphan      ProblemKind = "orphan"           // nothing above, nothing below, in a vocabulary that has a hierarchy
	Duplicate   ProblemKind = "duplicate"        // a name or synonym that several tags have
	RetiredUse  ProblemKind = "retired in use"   // on files, though its vocabulary has given it up
	LoosePlace  ProblemKind = "position on air"  // a position without one above it
	ClashedName ProblemKind = "called otherwise" // its name was taken by another tag
)

// ProblemKinds lists all kinds in the order of reports.
var ProblemKinds = []ProblemKind{Cycle, Orphan, Duplicate, RetiredUse, LoosePlace, ClashedName}

// A Problem is something odd about tags.
type Problem struct {
	Kind   ProblemKind
	Tags   []spar.TagID
	Detail string // for a person
}

// Check looks for odd tags; files is how many files have each.
func Check(tags []spar.Tag, files map[spar.TagID]int) []Problem {
	var found []Problem
	graph := New(tags)
	names := make(map[spar.TagID]string, len(tags))
	for _, t := range tags {
		names[t.ID] = t.Name
	}
	for _, cycle := range graph.Cycles() {
		var members []string
		for _, id := range cycle {
			members = append(members, names[id])
		}
		found = append(found, Problem{Cycle, cycle, strings.Join(members, " = ")})
	}

	parent, structured := map[spar.TagID]bool{}, map[string]bool{}
	positions := map[spot]bool{}
	for _, t := range tags {
		for _, p := range t.Parents {
			parent[p] = true
			structured[t.Vocabulary()] = true
		}
		for _, p := range t.Positions {
			positions[spot{t.Vocabulary(), p}] = true
		}
	}
	called := map[string][]spar.Tag{}
	for _, t := range tags {
		if len(t.Parents) == 0 && !parent[t.ID] && !t.Retired && structured[t.Vocabulary()] {
			found = append(found, Problem{Orphan, []spar.TagID{t.ID}, t.Name})
		}
		if t.Retired && files[t.ID] > 0 {
			found = append(found, Problem{RetiredUse, []spar.TagID{t.ID}, fmt.Sprintf("%s, on %d files", t.Name, files[t.ID])})
		}
		for _, p := range t.Positions {
			if dot := strings.LastIndexByte(p, '.'); dot >= 0 && !positions[spot{t.Vocabulary(), p[:dot]}] {
				found = append(found, Problem{LoosePlace, []spar.TagID{t.ID}, fmt.Sprintf("%s at %s: nothing stands at %s", t.Name, p, p[:dot])})
			}
		}
		own := map[string]bool{}
		if plain := plainName(t); plain != "" {
			own[Fold(plain)] = true // of its own kind, and no duplicate
			found = append(found, Problem{ClashedName, []spar.TagID{t.ID}, fmt.Sprintf("%q of %s is called %q", plain, t.Vocabulary(), t.Name)})
		}
		for _, name := range append([]string{t.Name}, t.Synonyms...) {
			if folded := Fold(name); !own[folded] {
				own[folded] = true
				called[folded] = append(called[folded], t)
			}
		}
	}
	for name, list := range called {
		if len(list) < 2 {
			continue
		}
		p := Problem{Kind: Duplicate}
		var who []string
		for _, t := range list {
			p.Tags = append(p.Tags, t.ID)
			who = append(who, fmt.Sprintf("%q", t.Name))
		}
		p.Detail = fmt.Sprintf("%q is a name of %s", name, strings.Join(who, ", "))
		found = append(found, p)
	}
	slices.SortStableFunc(found, func(a, b Problem) int {
		return cmp.Or(slices.Index(ProblemKinds, a.Kind)-slices.Index(ProblemKinds, b.Kind), slices.Compare(a.Tags, b.Tags), cmp.Compare(a.Detail, b.Detail))
	})
	return found
}

// plainName is the name that a tag has in its vocabulary, where its own tells it from another tag of that name; "" where
// it does not.
func plainName(t spar.Tag) string {
	v := t.Vocabulary()
	if v == "" || !strings.HasSuffix(t.Name, ")") {
		return ""
	}
	for _, s := range t.Synonyms {
		if rest, ok := strings.CutPrefix(t.Name, s+" ("); ok && (rest == v+")" || strings.HasPrefix(rest, v+" ") || strings.HasPrefix(rest, "retired ")) {
			return s
		}
	}
	return ""
}

// Whole makes one vocabulary of tags of any: concepts are known by their keys, and tags made by hand by their names.
func Whole(tags []spar.Tag) Vocabulary {
	ids := make(map[spar.TagID]string, len(tags))
	for _, t := range tags {
		ids[t.ID] = cmp.Or(t.Key, t.Name)
	}
	named := func(list []spar.TagID) (out []string) {
		for _, id := range list {
			if ids[id] != "" {
				out = append(out, ids[id])
			}
		}
		return out
	}
	var v Vocabulary
	for _, t := range tags {
		v.Concepts = append(v.Concepts, Concept{
			ID: ids[t.ID], Name: t.Name, Synonyms: slices.Clone(t.Synonyms), Notes: t.Notes, Parents: named(t.Parents),
			Positions: slices.Clone(t.Positions), Links: named(t.Links), Retired: t.Retired,
		})
	}
	return v
}
