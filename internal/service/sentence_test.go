package service_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
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

// TestNearTags: a question is about any of the tags with names near to it. It is not about tags that most files have, that no file has,
// or that the asker may not know of.
func TestNearTags(t *testing.T) {
	ctx := t.Context()
	files := map[string]string{}
	for i := range 20 {
		files[fmt.Sprintf("n%02d.md", i)] = fmt.Sprintf("# Note %d\n\nNumber %d of the notes speaks of nothing in particular.\n", i, i)
	}
	s, h := open(t, files)
	scan(t, s, api.Question{Question: howMany})
	for tag, on := range map[string][]string{"Parental leave": {"n01.md", "n02.md"}, "Leave of absence": {"n03.md"}, "Quarterly figures": {"n04.md"}, "Parental matters": {}} {
		if _, err := s.AddTag(ctx, owner, api.NewTag{Name: tag}); err != nil {
			t.Fatal(err)
		}
		if len(on) > 0 {
			if _, err := s.Assign(ctx, owner, tag, api.Target{Files: on}, false); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := s.AddTag(ctx, owner, api.NewTag{Name: "Leave notes"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Assign(ctx, owner, "Leave notes", api.Target{Scope: "path:**"}, false); err != nil {
		t.Fatal(err)
	}
	parse := func(who spar.Principal, text string) api.Sentence {
		t.Helper()
		out, err := s.ParseSentence(ctx, who, api.Saying{Sentence: text, Guess: true})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	got := parse(owner, "who gets parental leave?")
	if got.Scope != `~tag:("Parental leave"|"Leave of absence")` || got.Guessed != 3 || got.Files != 20 {
		t.Errorf("%s: %d of %d files", got.Scope, got.Guessed, got.Files)
	}
	if last := got.Spans[len(got.Spans)-1]; last.How != "meaning" || !last.Guess {
		t.Errorf("%+v", got.Spans)
	}
	if err := os.Chmod(h.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	if got := parse(spar.Principal{Name: "stranger", UID: 4_000_001}, "who gets parental leave?"); got.Scope != "" {
		t.Errorf("a stranger is told %s", got.Scope)
	}
	before := len(h.Encoder.Texts("Quarterly figures"))
	parse(owner, "who gets leave of absence?")
	if after := len(h.Encoder.Texts("Quarterly figures")); before != 1 || after != 1 {
		t.Errorf("the name of a tag was embedded %d times", after)
	}
	plain, err := s.ParseSentence(ctx, owner, api.Saying{Sentence: "the notes about parental leave"})
	if err != nil || strings.Contains(plain.Scope, "absence") {
		t.Errorf("a command is taken as %s, %v", plain.Scope, err)
	}
}

// TestTagNotes: what a tag's notes say of it counts where a setting says so.
func TestTagNotes(t *testing.T) {
	for _, notes := range []bool{false, true} {
		files := map[string]string{}
		for i := range 10 {
			files[fmt.Sprintf("n%d.md", i)] = fmt.Sprintf("# Note %d\n\nNumber %d of the notes speaks of nothing in particular.\n", i, i)
		}
		h := enginetest.Open(t, files, func(o *engine.Options) { o.TagNotes = notes })
		s := service.New(h.Opened, service.Options{})
		scan(t, s, api.Question{Question: howMany})
		if _, err := s.AddTag(t.Context(), owner, api.NewTag{Name: "HR-17", Notes: "who gets parental leave"}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Assign(t.Context(), owner, "HR-17", api.Target{Files: []string{"n1.md"}}, false); err != nil {
			t.Fatal(err)
		}
		got, err := s.ParseSentence(t.Context(), owner, api.Saying{Sentence: "who gets parental leave?", Guess: true})
		if err != nil || strings.Contains(got.Scope, "HR-17") != notes {
			t.Errorf("notes %v: %q, %v", notes, got.Scope, err)
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

// TestRefusedInScope: a question that is refused in the scope of a tag tells of the file that may lack the tag, and one without a scope or
// about something else does not.
func TestRefusedInScope(t *testing.T) {
	s, _ := open(t, map[string]string{
		"telescope delivery.txt": "Invoice: the telescope was delivered on Friday.", "invoice soup.txt": "Invoice for the soup: 4 EUR.",
		"invoice bread.txt": "Invoice for the bread: 3 EUR.", "garden.txt": "The garden has roses.",
	})
	scan(t, s, api.Question{Question: "telescope soup bread garden"})
	if _, err := s.AddTag(t.Context(), owner, api.NewTag{Name: "Invoice"}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Assign(t.Context(), owner, "Invoice", api.Target{Files: []string{"docs:invoice soup.txt", "docs:invoice bread.txt"}}, false); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		question, scope string
		told            bool
	}{{"telescope delivery", "tag:Invoice", true}, {"quasar zeppelin", "tag:Invoice", false}, {"quasar zeppelin", "", false}} {
		var last *api.Answer
		for e, err := range s.Ask(t.Context(), owner, api.Question{Question: tc.question, Scope: tc.scope}) {
			if err != nil {
				t.Fatal(err)
			}
			last = e.Answer
		}
		notes := strings.Join(last.Notes, "\n")
		if got := strings.Contains(notes, "1 file looks like “Invoice” and lacks the tag: docs:telescope delivery.txt (kept out by tag:Invoice)"); got != tc.told || !last.Refused {
			t.Errorf("%+v: refused %v, %q", tc, last.Refused, notes)
		}
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

// TestDoubted: a doubtful part leaves out no file, gives the reason, and becomes a question with the files of each reading. Nothing is
// made of such a sentence until that is answered, unless the asker is sure. A stranger's question counts no file that they may not know
// of.
func TestDoubted(t *testing.T) {
	s, h := open(t, branches)
	scan(t, s, api.Question{Question: howMany})
	if _, err := s.SetAttributes(t.Context(), owner, api.Target{Files: []string{"docs:Rome office/hours.md"}}, []api.KeyValue{{Key: "period", Value: "2025-05"}, {Key: "department", Value: "Sales"}}); err != nil {
		t.Fatal(err)
	}
	ask(t, s, owner, api.Question{Question: "when does the office open for visitors?"}) // which reads the files
	parse := func(who spar.Principal, text string) api.Sentence {
		t.Helper()
		got, err := s.ParseSentence(t.Context(), who, api.Saying{Sentence: text, Now: "2025-06-18"})
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		return got
	}
	got := parse(owner, "everything in May 2025")
	if got.Scope != "~modified:2025-05" || got.Files != 3 || len(got.Spans) != 1 || got.Spans[0].Doubt != "which-date" || len(got.Questions) != 1 {
		t.Fatalf("%+v", got)
	}
	var choices []string
	for _, c := range got.Questions[0].Choices {
		choices = append(choices, fmt.Sprint(c.Constraint, " ", c.Files))
	}
	if want := []string{"~modified:2025-05 3", "modified:2025-05 0", "period:2025-05 1"}; !slices.Equal(choices[:1], want[:1]) || !slices.Contains(choices, want[2]) {
		t.Errorf("%q", choices)
	}
	// No file has both: the folder is sure, so that the department is doubted.
	if got := parse(owner, "markdown pages of the Oslo office from Sales"); got.Files == 0 || len(got.Questions) == 0 || !strings.Contains(got.Scope, "~") || !strings.Contains(got.Questions[0].Question, "No file satisfies all") {
		t.Errorf("%+v", got)
	}
	made := api.Saying{Sentence: "make a workspace called may of everything in May 2025"}
	if out, err := s.Do(t.Context(), owner, made); err != nil || out.Done || len(out.Questions) != 1 {
		t.Errorf("made without an answer: %+v, %v", out, err)
	}
	made.Sure = true
	if out, err := s.Do(t.Context(), owner, made); err != nil || out.Workspace == nil || out.Workspace.Coverage.InScope != 3 {
		t.Errorf("%+v, %v", out, err)
	}
	if err := os.Chmod(h.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	for _, q := range parse(spar.Principal{Name: "stranger", UID: 4_000_001}, "everything in May 2025").Questions {
		for _, c := range q.Choices {
			if c.Files > 0 {
				t.Errorf("a stranger is told of files: %+v", c)
			}
		}
	}
}
