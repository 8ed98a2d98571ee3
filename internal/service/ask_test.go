package service_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

var letters = map[string]string{
	"hr/leave.md":  "# Leave\n\nEvery employee has 30 days of parental leave, which begin with the birth of the child. The rule holds from 2021-03-15 on.\n",
	"hr/travel.md": "# Travel\n\nThe travel card is handed out at the gate.\n",
}

const howMany = "how many days of parental leave are there?"

// ask gives the answer to a question. It is the last event, and nothing follows it.
func ask(t *testing.T, s *service.Service, who spar.Principal, q api.Question) api.Answer {
	t.Helper()
	list, err := all(s.Ask(t.Context(), who, q))
	if err != nil || len(list) == 0 {
		t.Fatalf("%s asks %q: %v, %v", who.Name, q.Question, list, err)
	}
	for i, e := range list {
		if last := i == len(list)-1; (e.Stage == api.StageFinal) != last || (e.Answer != nil) != last || e.Schema != api.AnswerEventSchema {
			t.Errorf("event %d of %d is %+v", i, len(list), e)
		}
	}
	return *list[len(list)-1].Answer
}

// scan prepares a question as the owner, and gives the stages of that.
func scan(t *testing.T, s *service.Service, q api.Question) string {
	t.Helper()
	list, err := all(s.Prepare(t.Context(), owner, q))
	if err != nil {
		t.Fatal(err)
	}
	var stages []string
	for _, e := range list {
		if n := len(stages); n == 0 || stages[n-1] != e.Stage {
			stages = append(stages, e.Stage)
		}
	}
	return strings.Join(stages, " ")
}

func TestAsk(t *testing.T) {
	s, _ := open(t, letters)
	q := api.Question{Question: howMany, Entities: true, Stream: true}
	if got := scan(t, s, q); !strings.HasPrefix(got, "begin") {
		t.Errorf("a share that was never scanned: %s", got)
	}
	if got := scan(t, s, q); got != "" {
		t.Errorf("one that was scanned: %s", got)
	}
	for _, who := range []spar.Principal{owner, reader} {
		a := ask(t, s, who, q)
		if a.Refused || a.Intent != "count" || len(a.Citations) == 0 || !strings.Contains(a.Answer, "30 days") || a.Coverage.Read != 2 {
			t.Fatalf("%s is answered %+v", who.Name, a)
		}
		c := a.Citations[0]
		if c.Path.Name != "hr/leave.md" || c.Lang != "en" || len(c.Entities) == 0 || c.Entities[0].Kind != "date" {
			t.Errorf("%s gets the citation %+v", who.Name, c)
		}
		for _, name := range []string{"1", "[1]", c.Open, "leave.md"} {
			p, err := s.Open(t.Context(), who, name, "")
			if err != nil || p.Path.Name != c.Path.Name || !strings.Contains(strings.Join(p.Text, "\n"), "30 days") {
				t.Errorf("%s opens %s: %+v, %v", who.Name, name, p, err)
			}
		}
		if _, err := s.Open(t.Context(), who, "docs:hr/Leave.md", ""); spar.CodeOf(err) != spar.NotFound || !strings.Contains(err.Error(), `did you mean "docs:hr/leave.md"`) {
			t.Errorf("%s misspells a file: %v", who.Name, err)
		}
	}
	if a := ask(t, s, owner, api.Question{Question: "who invented the telephone?"}); !a.Refused || len(a.Citations) > 0 {
		t.Errorf("what is not there: %+v", a)
	}
}

// TestStages: the events of a question that reads begin with that, and whoever stops listening hears nothing more.
func TestStages(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	n := 0
	for e, err := range s.Search(t.Context(), owner, api.Question{Question: howMany, Stream: true}) {
		if n++; err != nil || e.Stage != api.StageReading || e.ToRead != 2 {
			t.Errorf("%+v, %v", e, err)
		}
		break
	}
	if n != 1 {
		t.Errorf("%d events", n)
	}
	list, err := all(s.Search(t.Context(), owner, api.Question{Question: howMany, Stream: true}))
	if err != nil || len(list) < 2 || list[len(list)-2].Stage != api.StageWords || list[len(list)-1].Stage != api.StageFinal || list[len(list)-1].Coverage == nil {
		t.Fatalf("%+v, %v", list, err)
	}
	if hit := list[len(list)-1].Hits[0]; hit.Path.Name != "hr/leave.md" || hit.Open == "" {
		t.Errorf("the best hit is %+v", hit)
	}
}

func TestFaultsOfQuestions(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	for _, tc := range []struct {
		q    api.Question
		code spar.Code
		part string
	}{
		{api.Question{}, spar.Invalid, "empty"},
		{api.Question{Question: howMany, Count: new(0)}, spar.Invalid, "count is 0"},
		{api.Question{Question: howMany, Embed: "some"}, spar.Invalid, "lazy or all"},
		{api.Question{Question: howMany, Scope: "size:"}, spar.Invalid, "a value is missing"},
		{api.Question{Question: howMany, Scope: "share:nowhere"}, spar.NotFound, "nowhere"},
		{api.Question{Question: howMany, Scope: "type:pfd"}, spar.Invalid, `did you mean "pdf"`},
		{api.Question{Question: howMany, Scope: "tag:none"}, spar.NotFound, "none"},
		{api.Question{Question: howMany, Workspace: "w"}, spar.NotFound, "w"},
		{api.Question{Question: howMany, Workspace: "w", Folder: h.Root}, spar.Invalid, "not of both"},
		{api.Question{Question: howMany, Folder: "/nowhere/at/all"}, spar.NotFound, "/nowhere/at/all"},
	} {
		list, err := all(s.Ask(t.Context(), owner, tc.q))
		if spar.CodeOf(err) != tc.code || err == nil || !strings.Contains(err.Error(), tc.part) || len(list) > 0 {
			t.Errorf("%+v: %v, %v", tc.q, list, err)
		}
	}
}

// TestFolder asks a folder: of the owner it becomes a share, of others it is one or is not found.
func TestFolder(t *testing.T) {
	s, h := open(t, letters)
	folder := t.TempDir()
	if err := os.WriteFile(folder+"/notes.txt", []byte("The gate opens at nine.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	q := api.Question{Question: "when does the gate open?", Folder: folder}
	if list, err := all(s.Prepare(t.Context(), reader, q)); err != nil && spar.CodeOf(err) != spar.NotFound || len(list) > 0 {
		t.Errorf("the reader prepares a folder: %v, %v", list, err)
	}
	if _, err := all(s.Ask(t.Context(), reader, q)); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("the reader asks a folder of no share: %v", err)
	}
	if got := scan(t, s, q); !strings.HasPrefix(got, "share") {
		t.Errorf("a folder that is no share: %s", got)
	}
	for _, who := range []spar.Principal{owner, reader} {
		if a := ask(t, s, who, q); a.Coverage.InScope != 1 || !strings.Contains(a.Answer, "nine") {
			t.Errorf("%s asks the folder: %+v", who.Name, a)
		}
	}
	h.Scanned()
	if a := ask(t, s, reader, api.Question{Question: howMany, Folder: h.Root + "/hr"}); a.Coverage.InScope != 2 {
		t.Errorf("a folder below the root: %+v", a.Coverage)
	}
}

// TestStranger asks of files that are closed to somebody as of an empty installation.
func TestStranger(t *testing.T) {
	full, h := open(t, letters)
	h.Scanned()
	ask(t, full, owner, api.Question{Question: howMany})
	if err := os.Chmod(h.Root, 0o700); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	empty, none := open(t, nil)
	if _, err := none.RemoveShare(t.Context(), "docs"); err != nil {
		t.Fatal(err)
	}
	told := func(s *service.Service) string {
		var said []string
		say := func(v any, err error) {
			text, bad := json.Marshal(v)
			if err != nil {
				text = []byte(err.Error())
			}
			if bad != nil {
				t.Fatal(bad)
			}
			said = append(said, string(text))
		}
		for _, q := range []api.Question{
			{Question: howMany, Stream: true, Entities: true}, {Question: howMany, Embed: api.EmbedAll}, {Question: howMany, Scope: "share:docs"},
			{Question: howMany, Folder: h.Root}, {Question: howMany, Scope: "type:markdwon"}, {Question: howMany, Scope: "path:hr"},
		} {
			answers, err := all(s.Ask(t.Context(), reader, q))
			for i := range answers {
				if answers[i].Answer != nil {
					answers[i].Answer.Timing = api.Timing{}
				}
			}
			say(answers, err)
			say(all(s.Search(t.Context(), reader, q)))
			say(all(s.Prepare(t.Context(), reader, q)))
			say(s.Diagnose(t.Context(), reader, q.Scope))
		}
		say(s.EmbedAll(t.Context(), reader, api.Question{Question: howMany}, nil))
		for _, name := range []string{"1", "docs:hr/leave.md", "leave.md", "docs:hr/Leave.md#page=1"} {
			say(s.Open(t.Context(), reader, name, ""))
		}
		return strings.Join(said, "\n")
	}
	if got, want := told(full), told(empty); got != want {
		t.Errorf("a stranger is told\n%s\nand of an empty installation\n%s", got, want)
	}
}

// TestWeakSearch: a search for words that stand nowhere says so of what it lists all the same.
func TestWeakSearch(t *testing.T) {
	s, _ := open(t, branches)
	rescan(t, s)
	for question, want := range map[string]string{
		"office hours":                       "",
		"office zorblat":                     `no passage that was read says "zorblat": what is listed goes by the other words`,
		"zorblat quuxification":              "",
		"visitors office opened":             "",
		"when do elephants visit the office": "",
		"which zorblat do visitors have":     `no passage that was read says "zorblat": what is listed goes by the other words`,
	} {
		for e, err := range s.Search(t.Context(), owner, api.Question{Question: question}) {
			if err != nil {
				t.Fatal(err)
			}
			told := ""
			for _, n := range e.Notes {
				if strings.HasPrefix(n, "no passage that was read") {
					told = n
				}
			}
			switch {
			case e.Stage != api.StageFinal:
			case question == "zorblat quuxification" && len(e.Hits) > 0 && !strings.Contains(told, "near in meaning at best"):
				t.Errorf("%s: %d passages, %q", question, len(e.Hits), told)
			case question != "zorblat quuxification" && told != want:
				t.Errorf("%s: %q", question, told)
			}
		}
	}
}

// TestTagThatIsThere: who adds a tag that there is learns how to use it.
func TestTagThatIsThere(t *testing.T) {
	s, _ := open(t, branches)
	ctx := t.Context()
	if _, err := s.AddTag(ctx, owner, api.NewTag{Name: "HR"}); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tag  api.NewTag
		want spar.Action
	}{{api.NewTag{Name: "hr"}, spar.AssignTag}, {api.NewTag{Name: "HR", Parents: []string{"Staff"}}, spar.EditTag}} {
		_, err := s.AddTag(ctx, owner, c.tag)
		if do := spar.RemediesOf(err); spar.CodeOf(err) != spar.Conflict || len(do) != 1 || do[0] != (spar.Remedy{Do: c.want, Name: "HR"}) {
			t.Errorf("%+v: %v, %v", c.tag, err, do)
		}
	}
}
