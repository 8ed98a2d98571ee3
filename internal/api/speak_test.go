package api_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/tongue"
)

// TestComputedInAllLanguages: the statement that was computed is said in the language of whoever reads, with its separators; the other
// statements, names and labels stay.
func TestComputedInAllLanguages(t *testing.T) {
	const plan = "average of MonthlyIncome for each Department"
	for _, tc := range []struct{ language, text, want string }{
		{"en", "6502.93 (" + plan + "; 1470 rows of staff.csv)", "6502.93 (" + plan + "; 1470 rows of staff.csv)"},
		{"de", "6502.93 (" + plan + "; 1470 rows of staff.csv)", "6502,93 (Durchschnitt von MonthlyIncome je Department; 1470 Zeilen aus staff.csv)"},
		{"de", "2011, 6959.17 EUR; v1.5, 6.5; ... (10 of 30) (" + plan + "; 1 row of a (b; c).csv)", "2011, 6959,17 EUR; v1.5, 6,5; ... (10 von 30) (Durchschnitt von MonthlyIncome je Department; 1 Zeile aus a (b; c).csv)"},
		{"es", "6502.93 (" + plan + "; 1470 rows of 2 files: a.csv 3, b.csv 4)", "6502,93 (promedio de MonthlyIncome por cada Department; 1470 filas de 2 archivos: a.csv 3, b.csv 4)"},
		{"fr", "-0.5 (" + plan + "; 2 rows of staff.csv)", "-0,5 (moyenne de MonthlyIncome pour chaque Department\u202f; 2 lignes de staff.csv)"},
		{"de", "The average of all is 6502.93 (see page 3; 4 rows of it).", "The average of all is 6502.93 (see page 3; 4 rows of it)."},
	} {
		a := api.Answer{Answer: "- Other [2]\n- " + tc.text + " [1]", Bullets: []api.Bullet{{Text: "Other 1.5"}, {Text: tc.text, Citations: []int{1}}}, Computed: &api.TableAnswer{Spoken: plan}}
		said := tongue.Value(tc.language, &api.AnswerEvent{Answer: &a}).(*api.AnswerEvent).Answer
		if said.Bullets[1].Text != tc.want || said.Answer != "- Other [2]\n- "+tc.want+" [1]" || said.Bullets[0].Text != "Other 1.5" {
			t.Errorf("%s:\n%s\n%s, not\n%s", tc.language, said.Answer, said.Bullets[1].Text, tc.want)
		}
		if a.Bullets[1].Text != tc.text {
			t.Error("the answer itself was changed")
		}
	}
	r := api.TableReading{Text: plan, Value: "Sales, 6959.17; HR, 6654.51", Plan: "select 1.5"}
	if said := tongue.Value("de", r).(api.TableReading); said.Text != "Durchschnitt von MonthlyIncome je Department" || said.Value != "Sales, 6959,17; HR, 6654,51" || said.Plan != r.Plan {
		t.Errorf("%+v", said)
	}
}
