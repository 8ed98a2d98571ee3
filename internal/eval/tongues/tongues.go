// Package tongues makes shares of fictional organisations that write German, French and Spanish, and questions about them:
// four organisations for every language, with thirty questions about each of the first two and the fourth and 24 about the third. All of the
// text was written for this. It belongs to spar-eval.
package tongues

import (
	"embed"
	"slices"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/eval/company"
)

//go:embed de-a de-b de-c de-d fr-a fr-b fr-c fr-d es-a es-b es-c es-d
var shares embed.FS

// Languages lists them by ISO 639-1.
var Languages = []string{"de", "fr", "es"}

var halves = []string{"a", "b", "c", "d"}

// Seed is the seed of the published figures.
const Seed = 1

// Make makes the share and the questions of a language's half: "a" and "d" are there to be looked at, "b" and "c", other organisations, are
// not. Half d, a club or a community, was written by who changed the program, and asked before the change. Half c was written by an author who did not know how questions are answered.
// In of a question names the files that answer it, Require what the answer says. A question that another half's share is asked
// has no answer there. Its Sum is that of the questions.
func Make(language, half string, seed uint64) (*company.Company, error) {
	if !slices.Contains(Languages, language) || !slices.Contains(halves, half) {
		return nil, spar.Errorf(spar.Invalid, "there is no half %q of language %q: choose a, b, c or d of %v", half, language, Languages)
	}
	return company.Draw(shares, language+"-"+half, seed)
}
