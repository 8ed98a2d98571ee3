package main

import (
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// So many characters of a text stand before the one that is pointed at, and so many from it on.
const pointedBefore, pointedAfter = 50, 25

// pointed is a text that somebody typed, cut to the part around a place in it, with a mark below that place.
func pointed(s spar.Spot) string {
	text := []rune(s.Text)
	at := min(max(s.At-1, 0), len(text))
	before, after := text[:at], text[at:]
	cut := ""
	if len(before) > pointedBefore {
		before, cut = before[len(before)-pointedBefore:], "…"
	}
	rest := ""
	if len(after) > pointedAfter {
		after, rest = after[:pointedAfter], "…"
	}
	one := func(runes []rune) string {
		return printable(strings.NewReplacer("\n", " ", "\t", " ").Replace(string(runes)))
	}
	head := "  " + cut + one(before)
	return head + one(after) + rest + "\n" + strings.Repeat(" ", utf8.RuneCountInString(head)) + "^\n"
}
