package propose

import (
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	spar "github.com/sparsearch/spar/internal/spar"
)

// Names finds tags by what texts call them.
type Names struct {
	tags []spar.TagID
	by   map[string][]name // by the first term
}

type name struct {
	tag   spar.TagID
	text  string
	terms []string
	main  bool // and no synonym
}

// A Mention is how a text calls a tag.
type Mention struct {
	Words  string // as the tag has them
	Length int    // in words
	Times  int    // outside of the longer names of other tags
	Name   bool   // by its name, and not by a synonym only
	Text   int    // the first that says it
	Early  bool   // in the name of the file or at the beginning of its text
	Of     int    // words of all texts
}

// abstract is the words of a short text.
const abstract = 400

// weight is how much a mention says: all where it stands early, or where the texts say it as often as an abstract does that says it once.
// In a long text a word that is said once is no subject.
func (m Mention) weight() float64 {
	if m.Early {
		return 1
	}
	return min(1, float64(max(1, m.Times)*abstract)/float64(m.Of))
}

// The first words of the first passage stand for a title.
const beginning = 15

// NewNames takes the tags that may be proposed.
func NewNames(tags []spar.Tag) *Names {
	n := &Names{by: map[string][]name{}}
	for _, t := range tags {
		n.tags = append(n.tags, t.ID)
		for i, text := range append([]string{t.Name}, t.Synonyms...) {
			terms := chunk.Terms(text, "en")
			if !telling(text, terms) && !isYear(text) {
				continue
			}
			n.by[terms[0]] = append(n.by[terms[0]], name{t.ID, text, terms, i == 0})
		}
	}
	return n
}

// isYear reports whether a name is a year, which says nothing of what a text is about, and much of when.
func isYear(text string) bool {
	return len(text) == 4 && strings.Trim(text, "0123456789") == "" && (text[:2] == "19" || text[:2] == "20")
}

// telling reports whether a text that has these words may be about what they name.
func telling(text string, terms []string) bool {
	letters := 0
	for _, t := range terms {
		if !question.Common(t, "en") && strings.Trim(t, "0123456789.,") != "" {
			letters += utf8.RuneCountInString(t)
		}
	}
	return letters > 2 && !question.Common(strings.ToLower(text), "en")
}

// Said finds the tags that texts call by a name or synonym, however it is inflected.
func (n *Names) Said(texts []string) map[spar.TagID]Mention {
	type match struct {
		name
		start, end int
	}
	found := map[spar.TagID]Mention{}
	all := 0
	for i, text := range texts {
		terms := chunk.Terms(text, "en")
		all += len(terms)
		var matches []match
		for at := range terms {
			for _, o := range n.by[terms[at]] {
				if end := at + len(o.terms); end <= len(terms) && same(o.terms, terms[at:end]) {
					matches = append(matches, match{o, at, end})
				}
			}
		}
		longest := make([]int, len(terms)) // of the names that a word stands in
		for _, m := range matches {
			for w := m.start; w < m.end; w++ {
				longest[w] = max(longest[w], m.end-m.start)
			}
		}
		for _, m := range matches {
			was, met := found[m.tag]
			if !met {
				was = Mention{Text: i, Words: m.text}
			}
			if longest[m.start] == m.end-m.start || longest[m.end-1] == m.end-m.start {
				was.Times++
			}
			was.Length, was.Name = max(was.Length, len(m.terms)), was.Name || m.main
			was.Early = was.Early || i == 0 || i == 1 && m.start < beginning
			found[m.tag] = was
		}
	}
	for t, m := range found {
		m.Of = all
		found[t] = m
	}
	return found
}

// Written returns the words of a text that say what words say, as the text has them: its "governs" for "Governance". It is "" where there
// are none.
func Written(text, words string) string {
	want := chunk.Terms(words, "en")
	at := wordsOf.FindAllStringIndex(text, -1)
	for i := range at {
		for j := i; j < min(len(at), i+2*len(want)+1); j++ {
			if got := chunk.Terms(text[at[i][0]:at[j][1]], "en"); len(got) == len(want) && same(got, want) {
				return text[at[i][0]:at[j][1]]
			}
		}
	}
	return ""
}

// wordsOf is the parts of a text that may be words of their own.
var wordsOf = pattern.New(`[\pL\pM\pN]+`)

func same(a, b []string) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}
