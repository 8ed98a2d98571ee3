package agree

import (
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
)

// Bounds of the work for one statement.
const (
	mostSentences = 400
	mostBytes     = 600 // of a sentence that is compared; the rest is another
	mostIntro     = 200 // of a line that begins a list
)

// item is a line that stands for itself: of a list or a table, or a heading.
var item = pattern.New(`^\s*(?:[-*•|#>]|\d{1,2}[.)]\s)`)

// parts are the sentences of a passage. A line of a list is one of its own, with the line that begins the list before it.
func parts(passage string) (list []string) {
	var text strings.Builder
	intro := ""
	flush := func() {
		for s := range chunk.Sentences(text.String()) {
			list = append(list, cut(strings.TrimSpace(s))...)
		}
		text.Reset()
	}
	for line := range strings.Lines(passage) {
		plain := strings.TrimRight(strings.TrimSpace(line), "*_ ")
		if !item.MatchString(line) {
			text.WriteString(line)
			if strings.HasSuffix(plain, ":") && len(plain) <= mostIntro {
				flush()
				intro = plain
			} else if plain != "" {
				intro = ""
			}
			continue
		}
		flush()
		if intro != "" {
			text.WriteString(intro + " ")
		}
		text.WriteString(line)
		if strings.HasSuffix(plain, ":") && len(plain) <= mostIntro {
			intro = plain
		}
	}
	flush()
	return slices.DeleteFunc(list, func(s string) bool {
		return !strings.ContainsFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	})
}

// cut makes several of a long sentence.
func cut(s string) (list []string) {
	for len(s) > mostBytes {
		at := strings.LastIndexFunc(s[:mostBytes], unicode.IsSpace)
		if at <= 0 {
			at = mostBytes
		}
		list = append(list, strings.ToValidUTF8(s[:at], ""))
		s = s[at:]
	}
	return append(list, strings.ToValidUTF8(s, ""))
}
