package service_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// TestNoAttribute: every interface names an attribute that no file has, with the nearest existing one, whatever the constraint does.
func TestNoAttribute(t *testing.T) {
	ctx := t.Context()
	s, h := open(t, branches)
	if err := os.Chmod(h.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	q := api.Question{Question: "when does the office open for visitors?"}
	scan(t, s, q)
	ask(t, s, owner, q) // so that all are read, whichever door is tried first
	if _, err := s.SetAttributes(ctx, owner, api.Target{Files: []string{"docs:Rome office/hours.md"}}, []api.KeyValue{{Key: "colour", Value: "red"}}); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"color:red":               `no file has the attribute color; did you mean "colour"?`,
		"-color:red":              `no file has the attribute color; did you mean "colour"?`,
		"color:red or type:pdf":   `no file has the attribute color; did you mean "colour"?`,
		"~color:red has:colur":    `no file has the attribute color; did you mean "colour"?` + "\n" + `no file has the attribute colur; did you mean "colour"?`,
		"typ:pdf":                 `no file has the attribute typ; did you mean "type"?`,
		"vessel:x":                "no file has the attribute vessel",
		"author:x":                "no file has the attribute author",
		"colour:blue -type:pdf":   "",
		"has:tag folder:x tag:()": "",
	} {
		if strings.HasSuffix(text, "()") {
			text = strings.TrimSuffix(text, " tag:()")
		}
		all := map[string]func() ([]string, error){
			"notes":    func() ([]string, error) { return s.ScopeNotes(ctx, owner, text) },
			"explain":  func() ([]string, error) { e, err := s.ExplainScope(ctx, owner, text); return e.Notes, err },
			"diagnose": func() ([]string, error) { d, err := s.DiagnoseScope(ctx, owner, text); return d.Notes, err },
			"count":    func() ([]string, error) { c, err := s.Count(ctx, owner, api.Listing{Scope: text}); return c.Notes, err },
			"ask": func() ([]string, error) {
				a := ask(t, s, owner, api.Question{Question: q.Question, Scope: text})
				return slices.DeleteFunc(a.Notes, func(n string) bool { return !strings.HasPrefix(n, "no file has") }), nil
			},
			"search": func() (notes []string, err error) {
				for e, err := range s.Search(ctx, owner, api.Question{Question: q.Question, Scope: text}) {
					if err != nil {
						return nil, err
					}
					notes = append(notes, e.Notes...)
				}
				return slices.DeleteFunc(notes, func(n string) bool { return !strings.HasPrefix(n, "no file has") }), nil
			},
		}
		for door, notes := range all {
			if got, err := notes(); err != nil || strings.Join(got, "\n") != want {
				t.Errorf("%s: %s says %q, %v; want %q", text, door, got, err, want)
			}
		}
	}
	// A person who may read no file learns nothing about their attributes.
	eve := spar.Principal{Name: "stranger", UID: 4_000_001}
	if got, err := s.ScopeNotes(ctx, eve, "color:red colour:red"); err != nil || strings.Join(got, "\n") != "no file has the attribute color\nno file has the attribute colour" {
		t.Errorf("a stranger is told %q, %v", got, err)
	}
}

// TestWritten: a sentence may contain constraints in the query language. SPAR searches for one whose attribute no file has as words, and
// says so.
func TestWritten(t *testing.T) {
	ctx := t.Context()
	s, _ := open(t, branches)
	scan(t, s, api.Question{Question: "hours"})
	if _, err := s.SetAttributes(ctx, owner, api.Target{Files: []string{"docs:Rome office/hours.md"}}, []api.KeyValue{{Key: "colour", Value: "red"}}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, scope, notes string }{
		{"all documents colour:red", "colour:red", ""},
		{"all documents type:markdown, -colour:red.", "type:markdown -colour:red", ""},
		{`files path:"Rome office/**"`, `path:"Rome office/**"`, ""},
		{"files of color:crimson", "", `no file has the attribute color; did you mean "colour"?`},
		{"files see https://example.org and type:(", "", ""},
		{"not the files type:markdown", "type:markdown", ""},
	} {
		got, err := s.ParseSentence(ctx, owner, api.Saying{Sentence: c.text})
		if err != nil || got.Scope != c.scope || strings.Join(got.Notes, "\n") != c.notes {
			t.Errorf("%s: %s, notes %q, %v", c.text, got.Scope, got.Notes, err)
		}
	}
}
