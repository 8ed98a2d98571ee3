package commands

import (
	_ "embed"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/eval/public"
	"github.com/sparsearch/spar/internal/question"
)

//go:embed testdata/walls.txt
var walls string

// TestWalls: words that state nothing of the files a sentence asks for exclude none of them. The sentences are made to mislead: they name
// dates within subjects, people who did not write the files, formats and kinds of other files, numbers that count something else. A line
// "# d" names the share of the next lines, "text => scope" gives the stated scope, and a "?" in front marks a sentence known to be misread.
func TestWalls(t *testing.T) {
	at, err := time.Parse(time.DateOnly, "2025-06-18")
	if err != nil {
		t.Fatal(err)
	}
	var over *judgedShare
	asked, misread := 0, 0
	for line := range strings.Lines(walls) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "# "); ok {
			over = shareOf(t, name, at)
			continue
		}
		text, known := strings.CutPrefix(line, "? ")
		text, gold, ok := strings.Cut(text, " =>")
		if !ok || over == nil {
			continue
		}
		j, err := over.judge(Case{Text: text, Scope: strings.TrimSpace(gold), Command: Query}, question.Options{Now: at, Fiscal: 4})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		asked++
		if j.Wall {
			misread++
		}
		if j.Wall != known {
			t.Errorf("%s\nstates %s\ngot    %s: a wrong wall %v, as known %v", text, gold, j.GotScope, j.Wall, known)
		}
	}
	t.Logf("%d of %d have a wrong wall", misread, asked)
}

// shareOf returns the share of a half, or one of public data; nil if these are not there.
func shareOf(t *testing.T, name string, now time.Time) *judgedShare {
	t.Helper()
	read := func() (*Share, error) { return Generate(name, Seed) }
	if name == Handbook || name == Firms {
		data := os.Getenv(public.DataEnv)
		if data == "" {
			return nil
		}
		read = map[string]func() (*Share, error){Handbook: func() (*Share, error) { return readHandbook(data) }, Firms: func() (*Share, error) { return readFirms(data) }}[name]
	}
	s, err := read()
	if err != nil {
		t.Fatal(err)
	}
	return newJudgedShare(s, now)
}
