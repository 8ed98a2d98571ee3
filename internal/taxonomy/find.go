package taxonomy

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/nearest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Match is what a text stands for: a tag with all of its positions, or one position of a vocabulary.
type Match struct {
	Tag        spar.TagID // 0 for a position
	Vocabulary string
	Position   string
}

// Find resolves a text among the visible tags; nil makes all visible. The text is, in this order, the name of a tag, a synonym, a key such
// as "mesh:D001833", or a position such as "G16.012.500", with its vocabulary and a colon in front where several have it. Names and
// synonyms are compared without letter case. A text that resolves to nothing is a spar.NotFound, a synonym of several tags a spar.Conflict
// that names them.
func Find(tags []spar.Tag, text string, visible func(spar.Tag) bool) (Match, error) {
	is := compare(text)
	var synonym []spar.Tag
	for _, t := range tags {
		if is(t.Name) && (visible == nil || visible(t)) {
			return Match{Tag: t.ID}, nil
		}
		if slices.ContainsFunc(t.Synonyms, is) && (visible == nil || visible(t)) {
			synonym = append(synonym, t)
		}
	}
	switch {
	case len(synonym) == 1:
		return Match{Tag: synonym[0].ID}, nil
	case len(synonym) > 1:
		var names []string
		for i, t := range synonym {
			if i == 20 {
				names = append(names, "...")
				break
			}
			names = append(names, fmt.Sprintf("%q", t.Name))
		}
		return Match{}, spar.Errorf(spar.Conflict, "%q is a synonym of several tags: name one of %s", text, strings.Join(names, ", "))
	}
	text = strings.TrimSpace(text)
	var at []string // vocabularies with that position
	for _, t := range tags {
		if t.Key == "" {
			continue
		}
		if t.Key == text && (visible == nil || visible(t)) {
			return Match{Tag: t.ID}, nil
		}
		v := t.Vocabulary()
		if slices.Contains(t.Positions, strings.TrimPrefix(text, v+":")) && !slices.Contains(at, v) && (visible == nil || visible(t)) {
			at = append(at, v)
		}
	}
	switch len(at) {
	case 0:
		return Match{}, spar.Errorf(spar.NotFound, "%w", nearest.Unknown{Kind: "tag", Name: text}).Try(spar.Remedy{Do: spar.ListTags}, spar.Remedy{Do: spar.AddTag})
	case 1:
		return Match{Vocabulary: at[0], Position: strings.TrimPrefix(text, at[0]+":")}, nil
	}
	return Match{}, spar.Errorf(spar.Conflict, "%q is a position in several vocabularies; write one of them and a colon in front: %s", text, strings.Join(at, ", "))
}

// Closure is what a match stands for with all that lies below it.
func (g *Graph) Closure(m Match) map[spar.TagID]bool {
	if m.Tag == 0 {
		return g.DescendantsAt(m.Vocabulary, m.Position)
	}
	return g.Descendants(m.Tag)
}

// compare gives a comparison with one name that costs little where the answer is no, which it nearly always is.
func compare(name string) func(string) bool {
	folded := Fold(name)
	ascii := isASCII(folded)
	return func(other string) bool {
		if other == "" || folded == "" {
			return false
		}
		// Most names differ in their first letter. Where that of both is ASCII, nothing behind it can make it another.
		if first := other[0]; first > ' ' && first < utf8.RuneSelf && folded[0] < utf8.RuneSelf && lower(first) != folded[0] {
			return false
		}
		if isASCII(other) { // folds to no other script, and to nothing longer or, trimmed, shorter
			return ascii && len(other) >= len(folded) && strings.EqualFold(strings.TrimSpace(other), folded)
		}
		return Fold(other) == folded
	}
}

func lower(b byte) byte {
	if b >= 'A' && b <= 'Z' {
		b += 'a' - 'A'
	}
	return b
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
