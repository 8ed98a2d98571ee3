package service_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
)

// branches say the same of two offices, so that only the folder tells them apart.
var branches = map[string]string{
	"Rome office/hours.md":   "# Opening hours\n\nThe office opens at 9 o'clock on every weekday for visitors.\n",
	"Oslo office/hours.md":   "# Opening hours\n\nThe office opens at 8 o'clock on every weekday for visitors.\n",
	"Oslo office/parking.md": "# Parking\n\nVisitors park behind the house.\n",
}

// TestTaken: what a question says of files brings them forward and excludes none; it filters where the asker insists, and is left
// alone where that is asked for.
func TestTaken(t *testing.T) {
	s, _ := open(t, branches)
	q := api.Question{Question: "when does the office open for visitors in the Rome office?"}
	scan(t, s, q)
	a := ask(t, s, owner, q)
	if a.Taken == nil || a.Taken.Scope != `~folder:"Rome office"` || a.Taken.Strict || a.Taken.Files != 1 || a.Coverage.InScope != 3 {
		t.Fatalf("%+v, %+v", a.Taken, a.Coverage)
	}
	if span := a.Taken.Spans[0]; q.Question[span.Start:span.End] != span.Text || span.Text != "Rome office" {
		t.Errorf("%+v", a.Taken.Spans)
	}
	if a.Refused || a.Citations[0].Path.Name != "Rome office/hours.md" || !strings.Contains(a.Answer, "9") {
		t.Errorf("%+v", a)
	}
	q.Strict = true
	if a = ask(t, s, owner, q); a.Taken == nil || !a.Taken.Strict || a.Coverage.InScope != 1 || a.Citations[0].Path.Name != "Rome office/hours.md" {
		t.Errorf("strict: %+v", a)
	}
	q.Strict, q.NoParse = false, true
	if a = ask(t, s, owner, q); a.Taken != nil || a.Coverage.InScope != 3 {
		t.Errorf("not parsed: %+v", a.Taken)
	}
	// A guess in the scope of one's own does the same.
	for office, hour := range map[string]string{"Rome": "9", "Oslo": "8"} {
		own := api.Question{Question: "at which hour does the office open for visitors on a weekday?", NoParse: true, Scope: `~folder:"` + office + ` office"`}
		if a = ask(t, s, owner, own); a.Refused || !strings.HasPrefix(a.Citations[0].Path.Name, office) || !strings.Contains(a.Bullets[0].Text, hour) {
			t.Errorf("%s: %+v", office, a)
		}
	}
}

// TestDo: a sentence makes, renames and deletes a workspace; what loses something waits until the asker is sure.
func TestDo(t *testing.T) {
	s, _ := open(t, branches)
	scan(t, s, api.Question{Question: howMany})
	do := func(text string, sure bool) api.Sentence {
		out, err := s.Do(t.Context(), owner, api.Saying{Sentence: text, Sure: sure})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return out
	}
	made := do("make a workspace called visits of the pages of the Oslo office", false)
	if made.Workspace == nil || made.Scope != `folder:"Oslo office"` || made.Workspace.Name != "visits" || made.Workspace.Coverage.InScope != 2 || made.Paper != "buildUpdateDtb" {
		t.Fatalf("%+v", made)
	}
	if out := do("rename the workspace visits to oslo", false); !out.Done {
		t.Errorf("%+v", out)
	}
	if out := do("delete the workspace oslo", false); out.Done || !out.Loses {
		t.Errorf("deleted unasked: %+v", out)
	}
	if out := do("delete the workspace oslo", true); !out.Done {
		t.Errorf("%+v", out)
	}
	list, err := s.Workspaces(t.Context(), owner)
	if err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestGuard: files that a stated scope leaves out and that look relevant are named with what keeps them out, and are taken in when
// that is said.
func TestGuard(t *testing.T) {
	s, _ := open(t, branches)
	scan(t, s, api.Question{Question: howMany})
	in := api.Saying{Sentence: "opening hours of the Rome office", Guard: true}
	out, err := s.ParseSentence(t.Context(), owner, in)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range out.Outside {
		if !strings.HasPrefix(o.Path.Name, "Oslo") || o.Constraint != `folder:"Rome office"` {
			t.Errorf("%+v", o)
		}
	}
	if len(out.Outside) > 0 {
		in.Include = []int{1}
		with, err := s.ParseSentence(t.Context(), owner, in)
		if err != nil || with.Files != out.Files+1 || !strings.Contains(with.Scope, "+file:") {
			t.Errorf("%+v, %v", with, err)
		}
	}
	if _, err := s.ParseSentence(t.Context(), owner, api.Saying{Sentence: " "}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("nothing said: %v", err)
	}
	if _, err := s.ParseSentence(t.Context(), owner, api.Saying{Sentence: "PDFs", Now: "soon"}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("no day: %v", err)
	}
}

// TestAssociated: files that share an identifier with the matches, or their folder, are counted apart.
func TestAssociated(t *testing.T) {
	s, _ := open(t, branches)
	scan(t, s, api.Question{Question: howMany})
	if _, err := s.SetAttributes(t.Context(), owner, api.Target{Files: []string{"docs:Rome office/hours.md", "docs:Oslo office/parking.md"}}, []api.KeyValue{{Key: "project", Value: "P-7"}}); err != nil {
		t.Fatal(err)
	}
	out, err := s.ParseSentence(t.Context(), owner, api.Saying{Sentence: "all files of the Rome office and associated documents"})
	if err != nil || out.Associated == nil || out.Associated.Files != 1 {
		t.Fatalf("%+v, %v", out.Associated, err)
	}
	if g := out.Associated.By[0]; g.By != "project" || !slices.Equal(g.First, []string{"docs:Oslo office/parking.md"}) {
		t.Errorf("%+v", out.Associated)
	}
}
