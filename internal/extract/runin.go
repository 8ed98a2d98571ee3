package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// The bounds of a heading that begins a paragraph.
const (
	maxRunIn   = 80 // bytes
	minBelow   = 80 // bytes of the text that it heads
	runInWords = 8
)

var (
	says = pattern.New(`[.!?]["')\]”’]*$`)
)

// runIn parts a paragraph whose first words are set in bold, lead, from the rest, where these head it as the line above would: they are
// few and end with a full stop, or with a colon behind a number, and sentences follow. A label is none ("Phone: 12", "Note: ...", "A: ...").
func runIn(lead, rest string) (heading, text string, ok bool) {
	lead, rest = strings.TrimSpace(lead), strings.TrimSpace(rest)
	if rest != "" && (rest[0] == '.' || rest[0] == ':') && lead != "" && !strings.ContainsAny(lead[len(lead)-1:], ".:!?") {
		lead, rest = lead+rest[:1], strings.TrimSpace(rest[1:]) // the mark is not in bold
	}
	heading = strings.TrimRight(lead, ".: ")
	if heading == lead || heading == "" || len(lead) > maxRunIn || len(rest) < minBelow || len(strings.Fields(heading)) > runInWords || strings.ContainsAny(heading, ".?!;@") && !numbered.MatchString(heading) ||
		strings.HasSuffix(lead, ":") && !numbered.MatchString(heading) || !says.MatchString(rest) {
		return "", "", false
	}
	if r, _ := utf8.DecodeRuneInString(heading); !unicode.IsUpper(r) && !unicode.IsDigit(r) {
		return "", "", false
	}
	if r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, `"'“‘„«(`)); !unicode.IsUpper(r) || !strings.ContainsFunc(heading, unicode.IsLetter) {
		return "", "", false
	}
	return heading, rest, true
}

// numbered is a heading behind a number with full stops.
var numbered = pattern.New(`^\d{1,3}(?:\.\d{1,3})*\.? [^.?!;@]+$`)

// led takes a paragraph that begins in bold with lead. If lead heads the rest, led gives put a heading, one level below the last one, and a
// paragraph. It reports whether it did.
func (s *sink) led(lead, rest string, at spar.Locator, put func(spar.Block) error) (bool, error) {
	heading, text, ok := runIn(lead, rest)
	if !ok {
		return false, nil
	}
	level := s.level
	if err := put(spar.Block{Kind: spar.Heading, Level: min(level+1, 9), Text: heading, Locator: at}); err != nil {
		return true, err
	}
	s.level = level // the next one stands beside it
	return true, put(spar.Block{Kind: spar.Paragraph, Text: text, Locator: at})
}
