package tongues

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/eval/company"
)

// TestSet: what a question requires stands in its model answer and in the file that it names, what it forbids only in others,
// and the same seed gives the same share and questions.
func TestSet(t *testing.T) {
	for _, language := range Languages {
		for _, half := range halves {
			for _, seed := range []uint64{Seed, 2} {
				c, err := Make(language, half, seed)
				if err != nil {
					t.Fatal(err)
				}
				check(t, c)
				again, err := Make(language, half, seed)
				if err != nil || again.Sum() != c.Sum() || !slices.Equal(again.Files, c.Files) {
					t.Errorf("%s is not the same again: %v", c.Half, err)
				}
				t.Logf("%s, seed %d: %d files, %d questions, SHA-256 %s", c.Half, seed, len(c.Files), len(c.Questions), c.Sum())
			}
		}
	}
	for _, language := range Languages {
		list, err := Strangers(language, "e")
		if err != nil || len(list) != 15 {
			t.Errorf("%s has %d questions for others: %v", language, len(list), err)
		}
		asked := map[string]bool{}
		for _, q := range list {
			if asked[q.Text] || !strings.HasSuffix(q.Text, "?") {
				t.Errorf("%s: %s: is there twice, or is no question", q.ID, q.Text)
			}
			asked[q.Text] = true
		}
	}
	for _, wrong := range [][2]string{{"it", "a"}, {"de", "f"}} {
		if _, err := Make(wrong[0], wrong[1], Seed); err == nil {
			t.Errorf("there is a half %s of %s", wrong[1], wrong[0])
		}
	}
}

func check(t *testing.T, c *company.Company) {
	t.Helper()
	least, most, questions := 35, 60, 30
	if strings.HasSuffix(c.Half, "-c") {
		least, most, questions = 25, 35, 24
	}
	if strings.HasSuffix(c.Half, "-d") {
		least, most = 14, 20
	}
	if strings.HasSuffix(c.Half, "-e") {
		least, most, questions = 20, 20, 25
	}
	if n := len(c.Files); n < least || n > most || len(c.Questions) != questions {
		t.Errorf("%s has %d files and %d questions", c.Half, n, len(c.Questions))
	}
	texts := map[string]string{}
	for _, f := range c.Files {
		texts[f.Path] = f.Text
		if bytes.Contains([]byte(f.Text), []byte("<no value>")) || len(strings.Fields(f.Text)) < 4 {
			t.Errorf("%s: %s lacks text", c.Half, f.Path)
		}
	}
	ids, asked := map[string]bool{}, map[string]bool{}
	for _, q := range c.Questions {
		if ids[q.ID] || asked[q.Text] || q.Model == "" || len(q.Require) == 0 || len(q.In) == 0 {
			t.Errorf("%s: %s: is there twice, or has no model, pattern or file", q.ID, q.Text)
		}
		ids[q.ID], asked[q.Text] = true, true
		said := ""
		for _, path := range q.In {
			if texts[path] == "" {
				t.Errorf("%s: %s: there is no %s", q.ID, q.Text, path)
			}
			said += texts[path] + "\n"
		}
		for _, p := range q.Require {
			if !fits(p, q.Model) || !fits(p, said) {
				t.Errorf("%s: %s: %q is not in the model or not in the files", q.ID, q.Text, p)
			}
		}
		for _, p := range q.Forbid {
			if fits(p, q.Model) || !slices.ContainsFunc(c.Files, func(f company.File) bool { return fits(p, f.Text) }) {
				t.Errorf("%s: %s: forbidden %q is in the model, or nowhere", q.ID, q.Text, p)
			}
		}
	}
}

func fits(pattern, text string) bool {
	return regexp.MustCompile("(?i)" + pattern).MatchString(strings.Join(strings.Fields(text), " "))
}

// TestTold: a report shows nothing of another half that is held back.
func TestTold(t *testing.T) {
	full := Asked{ID: "q1", Text: "text", First: "file", In: []string{"in"}, Verdict: "right", Answer: "answer"}
	for _, tc := range []struct {
		half string
		of   [2]string // of the share and of the questions
		want string
	}{
		{"a", [2]string{"a", "a"}, "text file in answer"},
		{"a", [2]string{"a", "b"}, " file  "},
		{"c", [2]string{"b", "c"}, "text  in "},
		{"d", [2]string{"a", "d"}, "text file in answer"},
		{"b", [2]string{"b", "a"}, "text file in answer"},
	} {
		got := full.told(tc.half, tc.of)
		if said := strings.Join([]string{got.Text, got.First, strings.Join(got.In, ""), got.Answer}, " "); said != tc.want || got.ID != "q1" || got.Verdict != "right" {
			t.Errorf("half %s, share and questions of %v: %q, want %q", tc.half, tc.of, said, tc.want)
		}
	}
}
