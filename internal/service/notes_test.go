package service_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
)

// TestNotesStay: a conversation keeps the notes of an answer that stay true of it, and tells them to who asked and in its export. It keeps
// none that names a file.
func TestNotesStay(t *testing.T) {
	s, h := open(t, map[string]string{
		"fleet/mpg.csv":                   "name,origin,cylinders,mpg\nheavy one,usa,8,18\nsecond one,usa,8,15\nsmall one,japan,4,33\nother one,japan,4,31\n",
		"fleet/mpg.txt":                   "The average mpg of the fleet is a figure that the garage tells each year. The average mpg by origin was told in May.\n",
		"fleet/mpg.zip":                   "no archive",
		"fleet/average mpg by origin.pdf": "no document",
	})
	h.Scanned()
	// The first answer is computed before the other files are read, the second one has sentences of them, too.
	const average = "What is the average mpg by origin?"
	first := ask(t, s, owner, api.Question{Question: average, Extract: true, Thread: api.NewThread})
	ask(t, s, owner, api.Question{Question: "What does the garage tell each year?", Extract: true})
	second := ask(t, s, owner, api.Question{Question: average, Extract: true, Thread: first.Thread})
	const computed = "the first statement was computed over a table; the others are sentences of the files, and may say something else"
	if len(first.Coverage.Unread) != 3 || !slices.Contains(second.Notes, computed) {
		t.Fatalf("unread %+v, and then the notes %q", first.Coverage.Unread, second.Notes)
	}
	told := thread(t, s, owner, first.Thread)
	text := service.Markdown(told)
	for i, want := range []string{"3 files that may matter were not read", computed} {
		a := told.Turns[i].Answer
		if !slices.Contains(a.Notes, want) || strings.Contains(strings.Join(a.Notes, " "), "mpg.") || len(a.Coverage.Unread) > 0 {
			t.Errorf("turn %d has the notes %q, and %+v", i+1, a.Notes, a.Coverage)
		}
		if !strings.Contains(text, "\n*"+want+"*\n") {
			t.Errorf("the export lacks %q: %s", want, text)
		}
	}
}
