// Package tongues makes shares of fictional organisations that write German, French and Spanish, and questions about them:
// two organisations and thirty questions each for every language. All of the text was written for this. It belongs to spar-eval.
package tongues

import (
	"embed"
	"slices"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/eval/company"
)

//go:embed de-a de-b fr-a fr-b es-a es-b
var shares embed.FS

// Languages lists them by ISO 639-1.
var Languages = []string{"de", "fr", "es"}

// Seed is the seed of the published figures.
const Seed = 1

// Make makes the share and the questions of a language's half: "a" is there to be looked at, "b", another organisation, is not.
// In of a question names the files that answer it, Require what the answer says. A question that another half's share is asked
// has no answer there. Its Sum is that of the questions.
func Make(language, half string, seed uint64) (*company.Company, error) {
	if !slices.Contains(Languages, language) || half != "a" && half != "b" {
		return nil, spar.Errorf(spar.Invalid, "there is no half %q of language %q: choose a or b of %v", half, language, Languages)
	}
	return company.Draw(shares, language+"-"+half, seed)
}
