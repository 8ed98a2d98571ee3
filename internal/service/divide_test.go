package service_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// TestDivide: the counts are of the selection, of what the asker may read, and each value as a constraint selects what was counted.
func TestDivide(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	if _, err := s.AddTag(t.Context(), owner, api.NewTag{Name: "Leave", Parents: []string{"HR"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Assign(t.Context(), owner, "Leave", api.Target{Files: []string{"docs:hr/leave.md"}}, false); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"", "path:hr/**", "tag:HR"} {
		d, err := s.DivideScope(t.Context(), owner, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		keys := ""
		for _, by := range d.By {
			keys += by.Key + " "
			for _, v := range by.Values {
				n, err := s.Count(t.Context(), owner, api.Listing{Scope: fmt.Sprintf("%s %s:%q", text, by.Key, v.Value)})
				if err != nil || total(n) != v.Files {
					t.Errorf("%q: %s:%s is said to have %d files and has %d, %v", text, by.Key, v.Value, v.Files, total(n), err)
				}
				if v.Value == "Leave" && !slices.Equal(v.Above, []string{"HR"}) {
					t.Errorf("above Leave are %q", v.Above)
				}
			}
		}
		for _, m := range d.Months {
			if n, err := s.Count(t.Context(), owner, api.Listing{Scope: text + " modified:" + m.Value}); err != nil || total(n) != m.Files {
				t.Errorf("%q: in %s there are said to be %d files and are %+v, %v", text, m.Value, m.Files, n, err)
			}
		}
		if len(d.Months) == 0 {
			t.Errorf("%q has no month", text)
		}
		if !strings.Contains(keys, "share type state tag") && !strings.Contains(keys, "share path type state tag") {
			t.Errorf("%q divides by %s", text, keys)
		}
	}
	if _, err := s.DivideScope(t.Context(), owner, "", 1001); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("too many values: %v", err)
	}
	// Each folder of a tree has as many files as the constraint that selects it.
	for _, in := range []string{"docs:", "docs:hr"} {
		tree, err := s.FolderTree(t.Context(), owner, "type:markdown", in)
		if err != nil || in == "docs:" && len(tree.Folders) == 0 || tree.Count.Files == 0 {
			t.Fatalf("%s has %+v, %v", in, tree, err)
		}
		files := tree.Own.Files
		for _, b := range tree.Folders {
			n, err := s.Count(t.Context(), owner, api.Listing{Scope: fmt.Sprintf("type:markdown path:%q", b.Value)})
			if err != nil || total(n) != b.Count.Files || b.Count.Bytes == 0 {
				t.Errorf("%s has %+v, and is said to have %+v, %v", b.Name, n, b, err)
			}
			files += b.Count.Files
		}
		if files != tree.Count.Files {
			t.Errorf("%s has %d files, and in its parts %d", in, tree.Count.Files, files)
		}
	}
	if tree, err := s.FolderTree(t.Context(), owner, "", ""); err != nil || len(tree.Folders) != 1 || tree.Folders[0].Share != "docs" || !tree.Folders[0].Deeper {
		t.Errorf("the shares are %+v, %v", tree, err)
	}
	// Whoever may not read the files learns of no value and no folder.
	if err := os.Chmod(h.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	if d, err := s.DivideScope(t.Context(), reader, "", 0); err != nil || d.Files != 0 || len(d.By) != 0 {
		t.Errorf("to a stranger: %+v, %v", d, err)
	}
	none, err := s.FolderTree(t.Context(), reader, "", "docs:none")
	if err != nil {
		t.Fatal(err)
	}
	if some, err := s.FolderTree(t.Context(), reader, "", "docs:hr"); err != nil || some.Count != none.Count || len(some.Folders) != 0 {
		t.Errorf("to a stranger a folder has %+v, %v", some, err)
	}
	if _, err := s.DivideScope(t.Context(), owner, "share:none", 0); spar.CodeOf(err) != spar.NotFound && spar.CodeOf(err) != spar.Invalid {
		t.Errorf("of no share: %v", err)
	}
}

// TestSureQuestions: SureQuestions returns the questions that have a sure answer for the asker, and stores none.
func TestSureQuestions(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	try := func(who spar.Principal, in api.Trying) []string {
		t.Helper()
		got, err := s.SureQuestions(t.Context(), who, in)
		if err != nil {
			t.Fatal(err)
		}
		list := []string{}
		for _, q := range got.Sure {
			list = append(list, q.Question)
		}
		return list
	}
	questions := []string{"who painted the ceiling of the opera?", howMany, "what is handed out at the gate?"}
	if got := try(owner, api.Trying{Questions: questions}); !slices.Equal(got, questions[1:]) {
		t.Errorf("sure are %q", got)
	}
	if got := try(owner, api.Trying{Questions: questions, Enough: 1}); !slices.Equal(got, questions[1:2]) {
		t.Errorf("one is enough: %q", got)
	}
	if got := try(owner, api.Trying{Questions: questions, Scope: "name:none"}); len(got) != 0 {
		t.Errorf("of no file there are %q", got)
	}
	if list, err := s.Threads(t.Context(), owner, ""); err != nil || len(list) != 0 {
		t.Errorf("kept are %+v, %v", list, err)
	}
	if _, err := s.SureQuestions(t.Context(), owner, api.Trying{Questions: make([]string, 13)}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("too many: %v", err)
	}
	if _, err := s.SureQuestions(t.Context(), owner, api.Trying{Scope: "type:"}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a bad scope: %v", err)
	}
	if err := os.Chmod(h.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	if got := try(reader, api.Trying{Questions: questions}); len(got) != 0 {
		t.Errorf("to a stranger: %q", got)
	}
}

func total(n api.FileCount) (all int) {
	for _, of := range n.States {
		all += of
	}
	return all
}
