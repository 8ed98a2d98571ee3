package sets

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/eval/asked"
	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/eval/tabular"
	"github.com/sparsearch/spar/internal/spar"
)

// TestOpen: every set opens with questions that can be asked, and says whether it is held back. A right answer where one is known is judged
// right.
func TestOpen(t *testing.T) {
	for kind, halves := range map[string][2]string{ // to be read, and held back
		"company": {"acefg", "bdh"}, "talk": {"acefg", "bh"}, "tongues": {"ade", "bc"}, "mixed": {"a", "b"}, "files": {"a", "b"},
	} {
		for i, some := range halves {
			for half := range strings.SplitSeq(some, "") {
				name := kind + ":" + half
				s, err := Open(name)
				if err != nil || s.Name != name || s.HeldBack != (i == 1) || len(s.Parts) == 0 {
					t.Fatalf("%s: %+v, %v", name, s, err)
				}
				ids := map[string]bool{}
				wrong := 0
				for _, p := range s.Parts {
					for _, q := range p.Questions {
						if ids[q.ID] || q.Text == "" || q.Required == nil {
							wrong++
						}
						ids[q.ID] = true
						reply := judge.Reply{Answer: judge.Answer{Bullets: []judge.Bullet{{Text: q.Answer}}}}
						if v := judge.Judge(q, reply); q.Answer != "" && !v.Said && !q.Miss() {
							wrong++
						}
					}
				}
				if wrong > 0 {
					t.Errorf("%s: %d of %d questions are not as they should be", name, wrong, len(ids))
				}
			}
		}
	}
	for _, name := range []string{"", "company", "company:z", "films:a", "talk:i", "talk:"} {
		if _, err := Open(name); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// TestWords: patterns of words say what the words said.
func TestWords(t *testing.T) {
	q := registers.AboutQuestion{Must: [][]string{{"61,500", "sixty"}, {"Übung"}, {"£27"}}, Not: []string{"Vat", "6.5"}}
	p := ofWords(q)
	for _, text := range []string{
		"61500 for the übung, £27", "61,500: Übung £27.", "Sixty (übung) at £27, vat", "61,5001 übung £27", "161,500 übung £27", "sixty Übungen £27", "sixty übung £271",
		"sixty übung £27 Vat", "sixty übung £27 16.5", "sixty übung £27, 6.5", "6150 übung £27", "",
	} {
		lacks := len(tabular.Lacks(q, text)) > 0
		v := judge.Judge(p, judge.Reply{Answer: judge.Answer{Bullets: []judge.Bullet{{Text: text}}}})
		if v.Said == lacks {
			t.Errorf("%q: said %t, lacks %q", text, v.Said, tabular.Lacks(q, text))
		}
	}
	if regexp.MustCompile(wholeWords(" ")).MatchString("a b") {
		t.Error("no words are found")
	}
}

// TestAsked: no pattern is lost of the questions in words.
func TestAsked(t *testing.T) {
	shares, err := asked.Make("mixed", "a")
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open("mixed:a")
	if err != nil {
		t.Fatal(err)
	}
	for i, q := range s.Parts[0].Questions {
		if of := shares[0].Questions[i]; len(q.Required) != len(of.Must) || len(q.Forbidden) != len(of.Not) || q.Miss() != (of.Kind == asked.None || of.Kind == asked.Near) {
			t.Errorf("%+v is not %+v", q, of)
		}
	}
}

// TestFolder: a set that is written is one of a folder and a file, and asks the same.
func TestFolder(t *testing.T) {
	s, err := Open("mixed:a")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	again, err := OfFolder(filepath.Join(dir, "mixed-a", "share"), filepath.Join(dir, "mixed-a", "questions.jsonl"))
	if err != nil || again.Name != "questions" || len(again.Parts) != 1 || again.HeldBack {
		t.Fatalf("%+v, %v", again, err)
	}
	same := func(a, b judge.Question) bool {
		return a.ID == b.ID && a.Text == b.Text && slices.Equal(a.Required, b.Required) && slices.Equal(a.Forbidden, b.Forbidden)
	}
	if !slices.EqualFunc(s.Parts[0].Questions, again.Parts[0].Questions, same) {
		t.Error("other questions are read than were written")
	}
	for _, p := range []Part{s.Parts[0], again.Parts[0]} {
		var there string
		err := p.Folder(func(folder string) error {
			there = folder
			_, err := os.Stat(filepath.Join(folder, "policies", "Lone working policy.docx"))
			return err
		})
		if err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(there); (err == nil) != (p.folder != "") {
			t.Errorf("%s afterwards: %v", there, err)
		}
	}
	for folder, questions := range map[string]string{dir + "/no": dir + "/mixed-a/questions.jsonl", dir: dir + "/no.jsonl"} {
		if _, err := OfFolder(folder, questions); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("%s, %s: %v", folder, questions, err)
		}
	}
}
