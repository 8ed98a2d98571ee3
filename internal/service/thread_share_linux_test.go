package service_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestShareThread shares one conversation, of which a turn rests on a file that the reader may not read.
func TestShareThread(t *testing.T) {
	tm := newTeam(t)
	ctx, ada, bob := t.Context(), tm.ada, tm.bob
	ask(t, tm.s, ada, api.Question{Question: "how many weeks is parental leave?", Thread: api.NewThread, Scope: "path:hr/leave.md"})
	ask(t, tm.s, ada, api.Question{Question: "what is the salary of the director?", Thread: "1", Scope: "path:hr/salary.md"})
	ask(t, tm.s, ada, api.Question{Question: "when does the swimming pool open?", Thread: api.NewThread})
	name := ada.Owner() + "/1"
	if _, err := tm.s.Thread(ctx, bob, name); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("before it is shared: %v", err)
	}
	got, err := tm.s.ShareThread(ctx, ada, "1", "nobody", true)
	if err != nil || len(got.Readers) != 1 || got.Readers[0].Who != bob.Owner() || !got.Yours {
		t.Fatalf("shared: %+v, %v", got, err)
	}
	list, err := tm.s.Threads(ctx, bob, "")
	if err != nil || len(list) != 1 || list[0].ID != name || list[0].Yours || list[0].Title != "how many weeks is parental leave?" {
		t.Fatalf("the reader has %+v, %v", list, err)
	}
	if called := service.Called(ada.Owner()); called == "" || list[0].Called != called {
		t.Errorf("the reader is told that %q shares it, who is called %q", list[0].Called, called)
	}
	seen := thread(t, tm.s, bob, name)
	text, err := json.Marshal(seen)
	switch {
	case err != nil:
		t.Fatal(err)
	case seen.Called != service.Called(ada.Owner()):
		t.Errorf("it is of %q", seen.Called)
	case seen.Yours || seen.Readers != nil || len(seen.Turns) != 2 || seen.Turns[0].Answer == nil || !strings.Contains(seen.Turns[0].Answer.Answer, "34 weeks"):
		t.Errorf("the reader sees %s", text)
	case !seen.Turns[1].Withheld || strings.Contains(string(text), "salary") || strings.Contains(string(text), "90,000"):
		t.Errorf("the reader learns of a file that they may not read: %s", text)
	}
	tm.refused("renamed by the reader", tm.s.RenameThread(ctx, bob, name, "mine"), spar.Invalid, "they change it")
	tm.refused("deleted by the reader", tm.s.DeleteThread(ctx, bob, name), spar.Invalid, "they change it")
	_, err = tm.s.ShareThread(ctx, bob, name, "root", true)
	tm.refused("handed on by the reader", err, spar.Invalid, "they change it")
	if _, err = tm.s.ShareThread(ctx, ada, "1", ada.Owner(), true); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("shared with its owner: %v", err)
	}
	if left, err := tm.s.ShareThread(ctx, bob, name, bob.Owner(), false); err != nil || left.Title != "" {
		t.Errorf("the reader leaves: %+v, %v", left, err)
	}
	if _, err = tm.s.Thread(ctx, bob, name); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("after leaving: %v", err)
	}
	_, err = tm.s.ShareThread(ctx, ada, "1", "nobody", false)
	tm.refused("taken back from nobody", err, spar.NotFound, "is not shared with")
	if err := tm.s.DeleteThread(ctx, ada, "1"); err != nil {
		t.Error(err)
	}
}
