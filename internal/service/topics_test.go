package service_test

import (
	"reflect"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// clinic is a share whose files have tags, and one that has none.
func clinic(t *testing.T) *service.Service {
	t.Helper()
	s, _ := open(t, map[string]string{
		"a.md": "# Trial\n\nAspirin after an infarct of the heart.\n", "b.md": "# Sweet\n\nInsulin for children.\n", "c.md": "# Both\n\nInsulin and aspirin.\n",
		"d.md": "# Menu\n\nThe canteen has soup.\n",
	})
	scan(t, s, api.Question{Question: "what does the canteen have?"})
	ask(t, s, owner, api.Question{Question: "what does the canteen have?"})
	for tag, on := range map[string][]string{"Myocardial Infarction": {"a.md", "c.md"}, "Diabetes Mellitus": {"b.md", "c.md"}, "Supplier": {"a.md"}, "Letter": {"a.md", "b.md"},
		"Supplier letter, signed": {"d.md"}} {
		if _, err := s.AddTag(t.Context(), owner, api.NewTag{Name: tag}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Assign(t.Context(), owner, tag, api.Target{Files: on}, false); err != nil {
			t.Fatal(err)
		}
	}
	for tag, as := range map[string]string{"Myocardial Infarction": "Heart Attack", "Diabetes Mellitus": "Diabetes"} {
		if err := s.EditTag(t.Context(), owner, tag, api.TagEdit{AddSynonyms: []string{as}}); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestTopics: a topic becomes tags that fit. They only order the files until they are accepted; then they filter. "And" means both, "or"
// either.
func TestTopics(t *testing.T) {
	s := clinic(t)
	for _, c := range []struct {
		sentence     string
		accept       []string
		strict       bool
		scope        string
		files, topic int
		leaves       []int
	}{
		{"the papers about heart attack", nil, false, `~tag:"Myocardial Infarction"`, 4, 1, []int{2}},
		{"the papers about heart attack", []string{"1"}, false, `tag:"Myocardial Infarction"`, 2, 1, []int{2}},
		{"the papers about heart attacks and diabetes", nil, true, `tag:"Myocardial Infarction" tag:"Diabetes Mellitus"`, 1, 2, []int{1, 1}},
		{"the papers about heart attacks or diabetes", nil, true, `tag:("Myocardial Infarction"|"Diabetes Mellitus")`, 3, 1, []int{3}},
		{"the papers about heart attack", []string{"myocardial infarction"}, false, `tag:"Myocardial Infarction"`, 2, 1, []int{2}},
		{"papers about letters to the supplier", []string{"Supplier letter, signed"}, false, `tag:"Supplier letter, signed"`, 1, 1, []int{1}},
		{"papers about infarction", []string{"1"}, false, `tag:"Myocardial Infarction"`, 2, 1, []int{2}},
		{"the tag Supplier and the tag Letter", nil, false, "tag:Supplier tag:Letter", 1, 0, nil},
		{"the tag Supplier or the tag Letter", nil, false, "tag:(Supplier|Letter)", 2, 0, nil},
		{"files tagged Supplier and Letter", nil, false, "tag:Supplier tag:Letter", 1, 0, nil},
		{"files tagged Supplier, Letter or Diabetes", nil, false, `tag:(Supplier|Letter|"Diabetes Mellitus")`, 3, 0, nil},
		{"files not tagged Supplier and Letter", nil, false, "-tag:(Supplier|Letter)", 2, 0, nil},
	} {
		got, err := s.ParseSentence(t.Context(), owner, api.Saying{Sentence: c.sentence, Accept: c.accept, Strict: c.strict})
		if err != nil {
			t.Errorf("%s: %v", c.sentence, err)
			continue
		}
		var leaves []int
		for _, topic := range got.Topics {
			leaves = append(leaves, topic.Files)
		}
		if got.Scope != c.scope || got.Files != c.files || len(got.Topics) != c.topic || !reflect.DeepEqual(leaves, c.leaves) {
			t.Errorf("%s %v: %s, %d files, %+v", c.sentence, c.accept, got.Scope, got.Files, got.Topics)
		}
	}
}

// TestTopicOfWorkspace: a workspace of a topic is made of the files that are about it, or by somebody who says that it may have others.
func TestTopicOfWorkspace(t *testing.T) {
	s := clinic(t)
	for _, c := range []struct {
		in    api.Saying
		files int // 0: none is made
	}{
		{api.Saying{Sentence: "make a workspace of the papers about heart attack", Sure: true}, 0},
		{api.Saying{Sentence: "make a workspace called a of the papers about heart attack", Accept: []string{"1"}}, 2},
		{api.Saying{Sentence: "make a workspace called b of the papers about heart attack", Strict: true}, 2},
		{api.Saying{Sentence: "make a workspace of the papers about zebras", Strict: true, Sure: true}, 0},
		{api.Saying{Sentence: "make a workspace called c of the papers about zebras", Whole: true}, 4},
		{api.Saying{Sentence: "make a workspace of the papers about heart attack and zebras", Strict: true}, 0},
	} {
		got, err := s.Do(t.Context(), owner, c.in)
		if err != nil {
			t.Errorf("%+v: %v", c.in, err)
			continue
		}
		if got.Done != (c.files > 0) || got.Whole != (c.files == 0 || c.in.Whole) || c.files > 0 && got.Workspace.Coverage.InScope != c.files {
			t.Errorf("%+v: %+v, %+v", c.in, got, got.Workspace)
		}
	}
	got, err := s.Do(t.Context(), owner, api.Saying{Sentence: "papers about the canteen"})
	if err != nil || len(got.Topics) != 1 || len(got.Topics[0].Instead) == 0 || got.Topics[0].Instead[0].Constraint != "text:canteen" || got.Topics[0].Instead[0].Files != 1 ||
		len(got.Listed) != 4 || got.Listed[0].Path.Name == "" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, accept := range []string{"0", "2", "Letter"} {
		if _, err := s.ParseSentence(t.Context(), owner, api.Saying{Sentence: "papers about heart attack", Accept: []string{accept}}); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("accept %s: %v", accept, err)
		}
	}
}
