package commands

import (
	"testing"

	"github.com/sparsearch/spar/internal/measure/evaltest"
)

// TestJudge: the program understands the sentences of half a, which the parser was made with, as before.
func TestJudge(t *testing.T) {
	s, err := Make(evaltest.Data(t), "a", Seed)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Judge(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range list {
		if !j.Structure || j.FileF1 < 1 || !j.Asked {
			t.Logf("%s %s/%s: %q\n\tgold %s %q\n\tgot  %s %q about %q unclear %v, files %.2f structure %v", j.ID, j.Share, j.Phenomenon, j.Text, j.Command, j.Scope, j.Got.Command, j.GotScope, j.Got.About(), j.Got.Unclear, j.FileF1, j.Structure)
		}
	}
	m := Means(list)
	t.Logf("%+v", m)
	if m.FileF1 < .95 || m.Wall > .02 || m.Structure < .88 {
		t.Errorf("%+v", m)
	}
}
