// Package tongues makes shares of fictional organisations that write German, French and Spanish, and questions about them: five
// organisations for every language, with thirty questions about each of the first two and the fourth, 24 about the third and 25 about the
// fifth, which is also asked 15 questions meant for others. All of the text was written for this. It belongs to spar-eval.
package tongues

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/internal/spar"
)

//go:embed de-a de-b de-c de-d de-e fr-a fr-b fr-c fr-d fr-e es-a es-b es-c es-d es-e
var shares embed.FS

// Languages lists them by ISO 639-1.
var Languages = []string{"de", "fr", "es"}

var halves = []string{"a", "b", "c", "d", "e"}

// Seed is the seed of the published figures.
const Seed = 1

// Make makes the share and the questions of a language's half: "a", "d" and "e" are there to be looked at, "b" and "c", other
// organisations, are not. Half d, a club or a community, was written by who changed the program, and asked before the change. Halves c and
// e were written by authors who did not know how questions are answered. In of a question names the files that answer it, Require what the
// answer says. A question that another half's share is asked has no answer there. Its Sum is that of the questions.
func Make(language, half string, seed uint64) (*company.Company, error) {
	if !slices.Contains(Languages, language) || !slices.Contains(halves, half) {
		return nil, spar.Errorf(spar.Invalid, "there is no half %q of language %q: choose a, b, c, d or e of %v", half, language, Languages)
	}
	return company.Draw(shares, language+"-"+half, seed)
}

// Strangers are questions in a language that somebody asks of a house of another kind, by its name or not. Half "e" alone has them, and
// nothing in its share answers them.
func Strangers(language, half string) ([]company.Question, error) {
	text, err := shares.ReadFile(language + "-" + half + "/strangers.txt")
	if err != nil {
		return nil, spar.Errorf(spar.Invalid, "half %q of language %q has no questions for others: %w", half, language, err)
	}
	var list []company.Question
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, company.Question{ID: fmt.Sprintf("%s-%ss%03d", language, half, len(list)+1), Text: line, Form: company.Refuse})
		}
	}
	return list, nil
}
