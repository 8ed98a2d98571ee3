// Package agree compares a statement with the passages that it cites, by rules. It finds where the statement differs: a denial, a number, a
// unit, a bound, a word in the place of another, or two names that changed places. It compares the words; it does not reason, and knows
// nothing of the world.
package agree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
)

// Kind is the kind of a difference.
type Kind string

// How a statement may differ from its passages.
const (
	Denial   Kind = "denial"   // one denies, the other does not
	Opposite Kind = "opposite" // one says the opposite word
	Number   Kind = "number"   // a number that stands nowhere
	Unit     Kind = "unit"     // another unit, currency or period beside the same number
	Bound    Kind = "bound"    // at least for at most, or a bound that is none
	Word     Kind = "word"     // another word in the same place
	Name     Kind = "name"     // a name that stands nowhere
	Added    Kind = "added"    // a part that stands nowhere
	Roles    Kind = "roles"    // who does it and to whom it is done changed places
)

// A Finding is something that a statement says otherwise than its passages.
type Finding struct {
	Kind  Kind
	Said  string // of the statement
	There string // the passages' words instead; "" for none
}

// String tells a reader the finding.
func (f Finding) String() string {
	switch {
	case f.Kind == Roles:
		return fmt.Sprintf("%q and %q changed places", f.Said, f.There)
	case f.Missing():
		return f.Said
	case f.Said == "":
		return fmt.Sprintf("%q is left out", f.There)
	case f.There == "":
		return fmt.Sprintf("%q", f.Said)
	}
	return fmt.Sprintf("%q for %q", f.Said, f.There)
}

// Missing reports whether the passages lack the statement's part, and have nothing else in its place.
func (f Finding) Missing() bool { return f.Kind == Number || f.Kind == Name || f.Kind == Added }

// Evidence is what a statement rests on.
type Evidence struct {
	Passages []string // that it cites
	Lang     string   // of them
	Known    string   // allowed besides the passages: the question, names of files, headings
}

// Check gives the differences of a statement from its evidence; none where it agrees, so far as rules can tell.
func Check(statement, lang string, e Evidence) []Finding {
	if lang == "" {
		lang = e.Lang
	}
	if e.Lang == "" {
		e.Lang = lang
	}
	if quoted(statement, e.Passages) {
		return nil
	}
	c := comparison{said: read(statement, lang), lang: lang}
	for _, p := range e.Passages {
		for _, part := range parts(p) {
			if c.sentences = append(c.sentences, read(part, e.Lang)); len(c.sentences) == mostSentences {
				break
			}
		}
	}
	c.known = read(e.Known, lang)
	c.choose()
	found := c.figures()
	if lang != e.Lang {
		return found // words of two languages are not compared
	}
	found = append(found, c.names(e)...)
	if len(c.chosen) == 0 {
		return found
	}
	found = append(found, c.times()...)
	found = append(found, c.denials()...)
	found = append(found, c.opposites()...)
	found = append(found, c.words()...)
	found = append(found, c.added()...)
	return append(found, c.roles()...)
}

// quoted reports whether a statement is a whole sentence or line of a passage.
func quoted(statement string, passages []string) bool {
	statement = bare(statement)
	return slices.ContainsFunc(passages, func(p string) bool {
		for line := range strings.Lines(p) {
			if bare(line) == statement {
				return true
			}
		}
		for s := range chunk.Sentences(p) {
			if bare(s) == statement {
				return true
			}
		}
		return false
	})
}

// bare is a sentence without the marks at its ends and around words.
func bare(s string) string {
	return strings.Trim(strings.Join(strings.Fields(strings.ReplaceAll(s, "**", "")), " "), " .-*")
}
