package question

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
)

// every are words by which a question asks for all of something, in the languages that questions are understood in.
const every = " all every each complete entire full alle allen aller jede jeder jedes jeden sämtliche sämtlichen vollständige vollständigen tous toutes chaque complète todos todas cada completa completo "

// Every reports whether a question asks for all of something in so many words, not just for what there is of it.
func Every(text string) bool {
	return slices.ContainsFunc(chunk.Words(text), func(w string) bool { return strings.Contains(every, " "+w+" ") })
}
