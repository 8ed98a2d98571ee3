package chunk

import (
	"strings"
	"unicode"

	spar "github.com/sparsearch/spar/internal/spar"
)

// partOf is the kind of a block for its passages: an item of a list, or code. Prose that is only set as code stays prose, such as a mail in
// a page, or an indented paragraph.
func partOf(b spar.Block) spar.BlockKind {
	switch {
	case b.Kind == spar.ListItem, b.Kind == spar.CodeBlock && !readsAsProse(b.Text):
		return b.Kind
	}
	return ""
}

// inLines reports whether the text of a block is cut into lines, not sentences.
func inLines(k spar.BlockKind) bool {
	return k == spar.CodeBlock || k == spar.Setting || k == spar.Source
}

// What tells prose from code: how many of its words are the commonest of a language, how few of its marks are those of programs,
// and how long its lines are.
const (
	proseWords = .25
	proseMarks = .02
	proseLine  = 40 // characters
)

// readsAsProse reports whether a text is sentences. Code has few of the words that sentences are made with, and marks that they have not.
func readsAsProse(text string) bool {
	text = text[:min(len(text), 4000)]
	words, common, marks, size, longest := 0, 0, 0, 0, 0
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
		if words++; Common(w, "en") || Common(w, "de") || Common(w, "fr") || Common(w, "es") {
			common++
		}
	}
	for l := range strings.Lines(text) {
		longest = max(longest, len(strings.TrimSpace(l)))
	}
	for _, r := range text {
		if size++; strings.ContainsRune("{}[]()<>=;$|\\#*/_`&@", r) {
			marks++
		}
	}
	return longest >= proseLine && float64(common) >= proseWords*float64(words) && float64(marks) <= proseMarks*float64(size)
}

// dedented takes off the margin that all lines of a piece of code have in common.
func dedented(text string) string {
	margin := -1
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) == "" {
			continue
		}
		if n := len(l) - len(strings.TrimLeft(l, " \t")); margin < 0 || n < margin {
			margin = n
		}
	}
	if margin <= 0 {
		return text
	}
	var b strings.Builder
	for l := range strings.Lines(text) {
		if strings.TrimSpace(l) == "" {
			b.WriteString("\n")
			continue
		}
		b.WriteString(l[margin:])
	}
	return b.String()
}
