package question

import (
	"slices"
	"strings"
	"unicode"
)

// every are words for asking for all of something, in the languages that the package understands.
var every = words(`all every each complete entire full alle allen aller jede jeder jedes jeden sämtliche sämtlichen vollständige vollständigen tous
	toutes chaque complète todos todas cada completa completo`)

// Every reports whether a question asks in so many words for all of something, not just for some of it.
func Every(text string) bool {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(every, " "+w+" ") })
}
