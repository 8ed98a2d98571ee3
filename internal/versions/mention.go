package versions

import (
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// A saying is a pattern with pieces in lower case; all its matches have one of the pieces. Most texts have none of them and are not
// matched: reading prose would cost a third more.
type saying struct {
	pattern *regexp.Regexp
	pieces  []string // nil: nothing is known of what it matches
}

func newSaying(p *regexp.Regexp) saying {
	tree, err := syntax.Parse(p.String(), syntax.Perl)
	if err != nil {
		return saying{pattern: p}
	}
	return saying{p, piecesOf(tree)}
}

// leastPiece is the fewest characters of a piece: a shorter one stands in every text.
const leastPiece = 3

// piecesOf gives pieces in lower case; all matches of the expression have one of them. It gives nil where there are none.
func piecesOf(e *syntax.Regexp) []string {
	switch e.Op {
	case syntax.OpLiteral:
		if text := strings.ToLower(string(e.Rune)); utf8.RuneCountInString(text) >= leastPiece {
			return []string{text}
		}
	case syntax.OpCapture, syntax.OpPlus:
		return piecesOf(e.Sub[0])
	case syntax.OpRepeat:
		if e.Min > 0 {
			return piecesOf(e.Sub[0])
		}
	case syntax.OpConcat: // each of its parts stands there: the one with the longest pieces tells most
		var best []string
		for _, sub := range e.Sub {
			if pieces := piecesOf(sub); shortest(pieces) > shortest(best) {
				best = pieces
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range e.Sub {
			pieces := piecesOf(sub)
			if pieces == nil {
				return nil
			}
			all = append(all, pieces...)
		}
		return all
	}
	return nil
}

func shortest(pieces []string) int {
	if len(pieces) == 0 {
		return 0
	}
	return len(slices.MinFunc(pieces, func(a, b string) int { return len(a) - len(b) }))
}

// An opening is the first lines of a text, where sayings are looked for.
type opening struct{ text, low string }

func newOpening(text string) opening { return opening{text, strings.ToLower(text)} }

// longS is folded into an s by patterns, and not by lower case.
const longS = "ſ"

// may reports whether a saying may stand in the text.
func (o opening) may(s saying) bool {
	return s.pieces == nil || slices.ContainsFunc(s.pieces, func(w string) bool { return strings.Contains(o.low, w) }) || strings.Contains(o.low, longS)
}

// submatch is FindStringSubmatch.
func (o opening) submatch(s saying) []string {
	if !o.may(s) {
		return nil
	}
	return s.pattern.FindStringSubmatch(o.text)
}

// find is FindString.
func (o opening) find(s saying) string {
	if !o.may(s) {
		return ""
	}
	return s.pattern.FindString(o.text)
}

// findAll is FindAllString.
func (o opening) findAll(s saying, most int) []string {
	if !o.may(s) {
		return nil
	}
	return s.pattern.FindAllString(o.text, most)
}

// hasDigit reports whether a text may name a time: each way to do so has a digit.
func hasDigit(text string) bool { return strings.ContainsAny(text, "0123456789") }
