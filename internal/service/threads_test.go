package service_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// thread gives a conversation.
func thread(t *testing.T, s *service.Service, who spar.Principal, name string) api.Thread {
	t.Helper()
	got, err := s.Thread(t.Context(), who, name)
	if err != nil {
		t.Fatalf("%s looks at thread %s: %v", who.Name, name, err)
	}
	return got
}

// TestThreads: two people number their threads independently, and neither learns of the other's.
func TestThreads(t *testing.T) {
	ctx := t.Context()
	s, h := open(t, letters)
	h.Scanned()
	for _, who := range []spar.Principal{reader, curator} {
		a := ask(t, s, who, api.Question{Question: howMany, Thread: api.NewThread})
		if a.Thread != "1" || a.Turn != 1 {
			t.Fatalf("%s is told of thread %s/%d", who.Name, a.Thread, a.Turn)
		}
		a = ask(t, s, who, api.Question{Question: "what is handed out at the gate?", Thread: a.Thread, Scope: "path:hr/travel.md"})
		if a.Thread != "1" || a.Turn != 2 || a.Coverage.InScope != 1 {
			t.Errorf("%s goes on: %s/%d over %+v", who.Name, a.Thread, a.Turn, a.Coverage)
		}
		// The scope of the last question holds until another is stated.
		if a = ask(t, s, who, api.Question{Question: "what is handed out at the gate?", Continue: true}); a.Turn != 3 || a.Coverage.InScope != 1 {
			t.Errorf("%s goes on without a scope: %s/%d over %+v", who.Name, a.Thread, a.Turn, a.Coverage)
		}
		if err := s.RateTurn(ctx, who, "1/2", "down", "not the card"); err != nil {
			t.Error(err)
		}
		got := thread(t, s, who, "1")
		if len(got.Turns) != 3 || got.Owner != who.Owner() || got.Title != howMany || got.Turns[1].Scope != "path:hr/travel.md" || got.Turns[1].Rating != "down" || got.Turns[1].Why != "not the card" {
			t.Errorf("%s sees %+v", who.Name, got)
		}
		for _, turn := range got.Turns {
			if turn.State != "done" || turn.Answer == nil || len(turn.Citations) == 0 || turn.Citations[0].Segment == "" || len(turn.Files) == 0 || turn.Files[0].Hash == "" || turn.Ended == nil {
				t.Errorf("%s sees the turn %+v", who.Name, turn)
			}
		}
		if text := service.Markdown(thread(t, s, who, "1/1")); !strings.Contains(text, "30 days") || !strings.Contains(text, `\[1\] docs:hr/leave.md`) || strings.Contains(text, "gate") {
			t.Errorf("as Markdown: %s", text)
		}
	}
	if list, err := s.Threads(ctx, owner, ""); err != nil || len(list) != 2 || list[0].ID != curator.Owner()+"/1" {
		t.Errorf("the superuser lists %+v, %v", list, err)
	}
	if got := thread(t, s, owner, reader.Owner()+"/1/2"); len(got.Turns) != 1 || got.Turns[0].Turn != 2 {
		t.Errorf("the superuser sees %+v", got)
	}
	for _, tc := range []struct {
		what string
		q    api.Question
		code spar.Code
	}{
		{"no such thread", api.Question{Question: howMany, Thread: "9"}, spar.NotFound},
		{"another's", api.Question{Question: howMany, Thread: curator.Owner() + "/1"}, spar.NotFound},
		{"a turn", api.Question{Question: howMany, Thread: "1/2"}, spar.Invalid},
		{"a word", api.Question{Question: howMany, Thread: "leave"}, spar.Invalid},
		{"two", api.Question{Question: howMany, Thread: "1", Continue: true}, spar.Invalid},
		{"none", api.Question{Again: true}, spar.Invalid},
		{"an empty question", api.Question{Thread: "1"}, spar.Invalid},
		{"a bad scope", api.Question{Question: howMany, Thread: "1", Scope: "tag:None"}, spar.NotFound},
	} {
		if _, err := all(s.Ask(ctx, reader, tc.q)); spar.CodeOf(err) != tc.code {
			t.Errorf("%s: %v", tc.what, err)
		}
	}
	if got := thread(t, s, reader, "1"); len(got.Turns) != 3 {
		t.Errorf("what could not be asked left %+v", got.Turns)
	}
	// A thread is found by what was asked later in it, and by what it is called; nobody finds or renames another's.
	if err := s.RenameThread(ctx, reader, "1", "  Time\noff "); err != nil {
		t.Error(err)
	}
	if got := thread(t, s, reader, "1"); got.Title != "Time off" {
		t.Errorf("it is called %q", got.Title)
	}
	for find, want := range map[string]string{"": "", "GATE handed": "what is handed out at the gate?", "time": "", "days off": howMany, "zebra": "none", "off gate zebra": "none"} {
		list, err := s.Threads(ctx, reader, find)
		if err != nil || (len(list) == 0) != (want == "none") || len(list) > 0 && list[0].Found != want {
			t.Errorf("for %q there are %+v, %v", find, list, err)
		}
	}
	said := strings.Fields(thread(t, s, reader, "1").Turns[0].Answer.Answer)
	longest := slices.MaxFunc(said, func(a, b string) int { return len(a) - len(b) })
	if list, err := s.Threads(ctx, reader, strings.ToUpper(longest)); err != nil || len(list) != 1 || !strings.Contains(list[0].Found, longest) && list[0].Found != "" {
		t.Errorf("by a word of its answer, %q, are found %+v, %v", longest, list, err)
	}
	if list, err := s.Threads(ctx, curator, longest); err != nil || slices.ContainsFunc(list, func(t api.Thread) bool { return t.Owner == reader.Owner() }) {
		t.Errorf("somebody else finds by it %+v, %v", list, err)
	}
	if list, err := s.Threads(ctx, curator, "time off"); err != nil || len(list) != 0 {
		t.Errorf("somebody else finds %+v, %v", list, err)
	}
	for name, code := range map[string]spar.Code{reader.Owner() + "/1": spar.NotFound, "9": spar.NotFound, "1/1": spar.Invalid} {
		if err := s.RenameThread(ctx, curator, name, "Mine"); spar.CodeOf(err) != code {
			t.Errorf("%s is renamed: %v", name, err)
		}
	}
	if err := s.RenameThread(ctx, reader, "1", strings.Repeat("x", 201)); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a long title: %v", err)
	}
	if err := s.RenameThread(ctx, reader, "1", ""); err != nil || thread(t, s, reader, "1").Title != howMany {
		t.Errorf("its first question again: %v", err)
	}
	if err := s.DeleteThread(ctx, curator, "1"); err != nil {
		t.Error(err)
	}
	if _, err := s.Thread(ctx, curator, "1"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("deleted: %v", err)
	}
	// Numbers are not given again, and of questions outside of threads the last one is kept.
	for _, want := range []string{"2", "3"} {
		if a := ask(t, s, curator, api.Question{Question: howMany}); a.Thread != want {
			t.Errorf("the next thread is %s", a.Thread)
		}
	}
	if list, err := s.Threads(ctx, curator, ""); err != nil || len(list) != 1 || list[0].ID != "3" {
		t.Errorf("left are %+v, %v", list, err)
	}
}

// TestAgain asks for another answer: it comes from other passages, also a second time, and says what it left out.
func TestAgain(t *testing.T) {
	s, h := open(t, map[string]string{
		"old.md":  "# Travel\n\nThe daily allowance for meals is 20 euros.\n",
		"new.md":  "# Expenses\n\nThe daily allowance for meals on trips is 35 euros, says the travel office.\n",
		"note.md": "# Minutes\n\nA daily allowance for meals of 50 euros was asked for by the travel office.\n",
		"copy.md": "# Travel\n\nThe daily allowance for meals is 20 euros.\n",
	})
	h.Scanned()
	q := api.Question{Question: "what is the daily allowance for meals?", Thread: api.NewThread}
	first := ask(t, s, reader, q)
	if _, err := all(s.Ask(t.Context(), reader, api.Question{Thread: "1", Again: true})); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("nothing was rated down: %v", err)
	}
	cited := map[string]bool{}
	for _, c := range first.Citations {
		cited[c.Text] = true
	}
	for turn := 1; turn <= 2; turn++ {
		if err := s.RateTurn(t.Context(), reader, "1", "down", ""); err != nil {
			t.Fatal(err)
		}
		a := ask(t, s, reader, api.Question{Thread: "1", Again: true})
		if a.Again == nil || a.Again.Turn != turn || a.Again.LeftOut < turn || a.Turn != turn+1 {
			t.Errorf("the answer %d is %+v, %+v", turn+1, a, a.Again)
		}
		for _, c := range a.Citations {
			if cited[c.Text] {
				t.Errorf("the answer %d cites %q again", turn+1, c.Text)
			}
			cited[c.Text] = true
		}
		if turn == 1 && a.Refused {
			t.Errorf("there is other evidence, and the answer is %+v", a)
		}
	}
	got := thread(t, s, reader, "1")
	if got.Turns[1].Question != q.Question || got.Turns[1].Answer.Again == nil {
		t.Errorf("kept is %+v", got.Turns[1])
	}
}

// TestThreadStates: a turn is running as long as the process lives that makes its answer, and then it is interrupted.
func TestThreadStates(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	mark, err := h.Mark()
	if err != nil {
		t.Fatal(err)
	}
	here, _, _ := strings.Cut(mark, "-")
	dead := filepath.Join(h.Dir(), "locks", "asking-"+here+"-dead")
	if err := os.WriteFile(dead, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	var on *workspace.Thread
	for _, m := range []string{mark, here + "-dead", here + "-gone", "", "../../" + mark, "another-process"} {
		begun, _, err := h.Workspaces.Begin(t.Context(), reader, workspace.Beginning{Thread: on, Keep: true, At: time.Now(), Question: m, Mark: m})
		if err != nil {
			t.Fatal(err)
		}
		on = &begun
	}
	for range 2 {
		var states []string
		for _, turn := range thread(t, s, reader, "1").Turns {
			states = append(states, turn.State)
		}
		// Tables in SQLite are one data directory's, whatever the machine was called when its process began.
		if want := []string{"running", "interrupted", "interrupted", "interrupted", "interrupted", "interrupted"}; !slices.Equal(states, want) {
			t.Errorf("the turns are %q", states)
		}
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("the mark of a dead process is left")
	}
	ctx, stop := context.WithCancel(t.Context())
	for range s.Ask(ctx, reader, api.Question{Question: howMany, Thread: "1"}) {
		break // at the first event, which is that files are read
	}
	stop()
	if got := thread(t, s, reader, "1/7").Turns[0]; got.State != "interrupted" || got.Answer != nil {
		t.Errorf("who stops listening leaves %+v", got)
	}
}

// TestThreadWithheld closes a file of a conversation: its turn is withheld whole, and no later question learns of it. One that is
// opened again is shown again, and one that is deleted is not.
func TestThreadWithheld(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	ask(t, s, reader, api.Question{Question: howMany, Thread: api.NewThread})
	ask(t, s, reader, api.Question{Question: "what is handed out at the gate?", Thread: "1", Scope: "path:hr/travel.md"})
	check := func(what string, withheld ...bool) {
		t.Helper()
		got := thread(t, s, reader, "1")
		text, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range withheld {
			turn := got.Turns[i]
			if turn.Withheld != want || want && (turn.Answer != nil || turn.Citations != nil || turn.Files != nil || turn.Coverage != nil) || !want && turn.Answer == nil {
				t.Errorf("%s: turn %d is %+v", what, i+1, turn)
			}
		}
		if withheld[0] && strings.Contains(string(text)+service.Markdown(got), "30 days") {
			t.Errorf("%s: %s", what, text)
		}
		// What is withheld is not found either.
		if list, err := s.Threads(t.Context(), reader, "30 days"); err != nil || (len(list) == 1) == withheld[0] {
			t.Errorf("%s: by words of the first answer are found %+v, %v", what, list, err)
		}
	}
	leave := filepath.Join(h.Root, "hr", "leave.md")
	check("as it was", false, false)
	if err := os.Chmod(leave, 0o600); err != nil {
		t.Fatal(err)
	}
	check("closed", true, false)
	if err := os.Chmod(leave, 0o644); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	check("opened", false, false)
	if err := os.Remove(leave); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	check("deleted", true, false)
}
