package answer

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// Lines of a program answer where they are asked for, or where no prose does; they are shown as they stand.
func TestProgramsAnswerLast(t *testing.T) {
	code := hit("port.go", "listen", "func listen() {\n\tserve(freezerPort) // the port of the freezer\n}", 1)
	code.Passage.Kind = spar.SourcePassage
	guide := hit("guide.md", "Use", "The port of the freezer is 8731.", .5)
	for _, tc := range []struct {
		question, says, not string
		hits                []spar.Hit
	}{
		{"Which port has the freezer?", "8731", "serve(", []spar.Hit{code, guide}},
		{"Which function uses the port of the freezer?", "func listen() {\n\tserve(freezerPort)", "8731", []spar.Hit{code, guide}},
		{"Which port has the freezer?", "serve(freezerPort)", "8731", []spar.Hit{code}},
		{"Which colour has the ladder of the cellar?", "", "serve(", []spar.Hit{code}},
	} {
		a := Extractive(t.Context(), tc.question, tc.hits, weights{}, Options{})
		said := ""
		for _, b := range a.Bullets {
			said += b.Text + "\n"
		}
		if !strings.Contains(said, tc.says) || strings.Contains(said, tc.not) || a.Refused != (tc.says == "") {
			t.Errorf("%s: %q, refused %v", tc.question, said, a.Refused)
		}
	}
}
