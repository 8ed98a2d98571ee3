package engine_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
)

// TestSeek looks in the bytes of unread files for a word that no name and no text read so far has. The file with the word is read next,
// though its name promises nothing.
func TestSeek(t *testing.T) {
	files := shelves(500)
	files["misc/5555.md"] = "# Notes\n\nThe Frobnicators of boiler 7 weigh 12 kilograms.\n"
	h := enginetest.Open(t, files, nil)
	if err := os.Chtimes(filepath.Join(h.Root, "misc/5555.md"), time.Time{}, time.Unix(1e9, 0)); err != nil { // of files that promise alike the new ones come first
		t.Fatal(err)
	}
	h.Scanned()
	q := ask("how much does the frobnicator of boiler 7 weigh?")
	q.Until = 1
	var first engine.Interim // that cites it
	q.Tells.Interim = true
	q.Tell = func(news engine.News) {
		if i, ok := news.(engine.Interim); ok && first.Answer.Text == "" && i.Answer.Citations[0].Path == "misc/5555.md" {
			first = i
		}
	}
	a, r, err := h.Ask(t.Context(), q)
	if err != nil || a.Refused || a.Citations[0].Path != "misc/5555.md" || len(a.Notes) > 0 {
		t.Fatalf("%+v, %+v, notes %q, %v", a, r.Coverage, a.Notes, err)
	}
	if read := first.Answer.Coverage.Read; read == 0 || read > 192 {
		t.Errorf("it was cited after %d files: %+v", read, first.Answer)
	}
}

// TestInVain stops when a word of the question stands nowhere, though much is left to be read, and says where it looked; but not where
// all is to be read.
func TestInVain(t *testing.T) {
	h := enginetest.Open(t, shelves(1200), nil).Scanned()
	for _, tc := range []struct {
		until float64
		all   bool
	}{{.95, false}, {1, true}} {
		q := ask("what does the frobnicator do?")
		q.Until = tc.until
		a, r, err := h.Ask(t.Context(), q)
		if err != nil || !a.Refused || (r.Coverage.Waiting == 0) != tc.all {
			t.Fatalf("until %v: %+v, %+v, %v", tc.until, a, r.Coverage, err)
		}
		if says := strings.Contains(strings.Join(a.Notes, "\n"), `"frobnicator": in no name, in none of the files that were read, and in none of 1010 others`); says == tc.all {
			t.Errorf("until %v: %q", tc.until, a.Notes)
		}
	}
}
