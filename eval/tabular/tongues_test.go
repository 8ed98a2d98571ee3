package tabular

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/internal/api"
)

// TestJudgeTongue: a value is right however its country writes it, and a wrong one is not.
func TestJudgeTongue(t *testing.T) {
	register := registers.Tongue{Written: map[string]string{"12.03.2024": "2024-03-12", "1.250,50 €": "1250.50", "Süd": "Süd"}}
	for _, c := range []struct {
		gold, answer string
		tolerance    float64
		want         bool
	}{
		{"2024-03-12", "12.03.2024", 0, true}, {"2024-03-12", "2024-03-12", 0, true}, {"2024-03-12", "03.12.2024", 0, false},
		{"1250.50", "1.250,50 €", 0, true}, {"1250.50", "1250.5", 0, true}, {"1250", "1 250", 0, true}, {"1250", "1,25", 0, false},
		{"33.333333", "33,33", .0051, true}, {"33.333333", "33.33", .0051, true}, {"Yes", "Ja", 0, true}, {"nein", "No", 0, true}, {"No", "oui", 0, false},
		{"Süd", "süd", 0, true}, {"Süd", "Nord", 0, false},
	} {
		q := registers.Question{Kind: registers.Lookup, Gold: []string{c.gold}, Units: []string{"€"}, Tolerance: c.tolerance}
		if got := judgeTongue(register, q, api.TableAnswer{Answers: []string{c.answer}}); got.Right != c.want {
			t.Errorf("%s for %s: %v", c.answer, c.gold, got.Right)
		}
	}
	group := registers.Question{Kind: registers.Group, Gold: []string{"Süd: 1250.5", "Nord: 3"}}
	if got := judgeTongue(register, group, api.TableAnswer{Rows: [][]string{{"Nord", "3"}, {"Süd", "1.250,50"}}}); !got.Right {
		t.Error("a group in another order is right")
	}
	if got := judgeTongue(register, registers.Question{Kind: registers.Refuse}, api.TableAnswer{Answers: []string{"3"}}); got.Right {
		t.Error("what has no answer was answered")
	}
}

// TestWithheld: of a question that is held back nothing stays but its name, its language and the verdict.
func TestWithheld(t *testing.T) {
	j := Judged{Question: Question{ID: "x-01", File: "de", Text: "secret", Gold: []string{"secret"}}, Answers: []string{"secret"}, Plan: "secret", Refused: "secret", Right: true}
	got := j.withheld()
	if said := fmt.Sprintf("%+v", got); strings.Contains(said, "secret") || got.Question.ID != "x-01" || got.Question.File != "de" || !got.Right || got.Refused == "" {
		t.Errorf("%s", said)
	}
}
