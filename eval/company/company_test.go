package company

import (
	"slices"
	"strings"
	"testing"
)

// TestSet: the model answer and the named files have the required parts of a question, and the model answer has no forbidden part.
// The fact that a near miss asks for stands nowhere.
func TestSet(t *testing.T) {
	for _, half := range []string{"a", "b", "c", "d", "e", "f", "g", "h"} {
		for _, seed := range []uint64{Seed, 2, 3} {
			c, err := Make(half, seed)
			if err != nil {
				t.Fatal(err)
			}
			texts := map[string]string{}
			for _, f := range c.Files {
				texts[f.Path] = f.Text
			}
			if n := len(c.Files); n < 60 || n > 135 {
				t.Errorf("half %s has %d files", half, n)
			}
			refusals := 0
			asked := map[string]bool{}
			for _, q := range c.Questions {
				if asked[q.Text] {
					t.Errorf("%s: %s: is asked twice", q.ID, q.Text)
				}
				asked[q.Text] = true
				if q.Form == Refuse {
					refusals++
					checkRefusal(t, q, c.Files)
					continue
				}
				if q.Model == "" || len(q.Require) == 0 || len(q.In) == 0 {
					t.Errorf("%s: %s: has no model, pattern or file", q.ID, q.Text)
				}
				said := ""
				for _, path := range q.In {
					if texts[path] == "" {
						t.Errorf("%s: %s: there is no %s", q.ID, q.Text, path)
					}
					said += path + "\n" + texts[path] + "\n"
				}
				for _, p := range q.Require {
					if !matches(p, q.Model) {
						t.Errorf("%s: %s: %q is not in the model", q.ID, q.Text, p)
					}
					if p, _, _ := strings.Cut(p, "|^"); !matches(p, said) {
						t.Errorf("%s: %s: %q is not in the files", q.ID, q.Text, p)
					}
				}
				for _, p := range q.Forbid {
					if matches(p, q.Model) {
						t.Errorf("%s: %s: forbidden %q is in the model", q.ID, q.Text, p)
					}
					if !slices.ContainsFunc(c.Files, func(f File) bool { return matches(p, f.Text) }) {
						t.Errorf("%s: %s: forbidden %q is in no file", q.ID, q.Text, p)
					}
				}
			}
			if n := len(c.Questions) - refusals; n < 100 || refusals < 20 {
				t.Errorf("half %s has %d questions and %d refusals", half, n, refusals)
			}
			if again, err := Make(half, seed); err != nil || again.Sum() != c.Sum() || !slices.Equal(again.Files, c.Files) {
				t.Errorf("half %s is not the same again: %v", half, err)
			}
			if testing.Verbose() {
				t.Logf("half %s, seed %d: %d files, %d questions, %d refusals, SHA-256 %s", half, seed, len(c.Files), len(c.Questions), refusals, c.Sum())
			}
		}
	}
	if _, err := Make("z", Seed); err == nil {
		t.Error("there is a half z")
	}
}

func checkRefusal(t *testing.T, q Question, files []File) {
	t.Helper()
	if q.Absent == "" || q.Model != "" {
		t.Errorf("%s: %s: does not say what is absent, or has a model", q.ID, q.Text)
	}
	found := q.There == ""
	for _, f := range files {
		if matches(q.Absent, f.Path+"\n"+f.Text) {
			t.Errorf("%s: %s: %q is in %s", q.ID, q.Text, q.Absent, f.Path)
		}
		found = found || matches(q.There, f.Text)
	}
	if !found {
		t.Errorf("%s: %s: %q is nowhere", q.ID, q.Text, q.There)
	}
}

// TestStrangers: the questions of one company have no answer in another.
func TestStrangers(t *testing.T) {
	own, err := Make("g", Seed)
	if err != nil {
		t.Fatal(err)
	}
	list, err := Strangers("g", Seed)
	if err != nil || len(list) != len(own.Questions) {
		t.Fatalf("%d questions of %d: %v", len(list), len(own.Questions), err)
	}
	for i, q := range list {
		if q.Form != Refuse || q.Text != own.Questions[i].Text || len(q.Require)+len(q.In) > 0 || q.Model != "" {
			t.Errorf("%+v", q)
		}
	}
}
