package workspace

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

func open(t *testing.T) *Workspaces {
	t.Helper()
	return New(dbtest.Open(t, t.TempDir(), Schema))
}

var (
	ada  = spar.Principal{Name: "ada", UID: 1000}
	bob  = spar.Principal{Name: "bob", UID: 1001}
	root = spar.Principal{Name: "root", All: true}
)

func TestLifeOfAWorkspace(t *testing.T) { dbtest.Each(t, testLifeOfAWorkspace) }

func testLifeOfAWorkspace(t *testing.T) {
	ctx, w := context.Background(), open(t)
	s, err := scope.Parse(`tag:"Leave policy" modified:2018.. -path:**/drafts/**`)
	if err != nil {
		t.Fatal(err)
	}
	made, err := w.Create(ctx, ada, "leave", s, "mpnet")
	if err != nil {
		t.Fatal(err)
	}
	got, err := w.Get(ctx, ada, "leave")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(made, got); diff != "" {
		t.Errorf("what was made is not what is there: %s", diff)
	}
	if _, err := w.Create(ctx, ada, "leave", s, ""); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("a second workspace of that name: %v, want a conflict", err)
	}
	for _, bad := range []string{"", "a/b", "a\nb"} {
		if _, err := w.Create(ctx, ada, bad, s, ""); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("Create(%q): %v, want an invalid-error", bad, err)
		}
	}

	// Of another's workspace nobody learns more than of one that does not exist.
	_, other := w.Get(ctx, bob, "leave")
	_, none := w.Get(ctx, bob, "nosuch")
	if spar.CodeOf(other) != spar.NotFound || spar.CodeOf(none) != spar.NotFound {
		t.Errorf("another's: %v, none: %v; want not-found for both", other, none)
	}
	if list, err := w.List(ctx, bob); err != nil || len(list) != 0 {
		t.Errorf("bob lists %v, %v", list, err)
	}
	if list, err := w.List(ctx, root); err != nil || len(list) != 1 {
		t.Errorf("the superuser lists %v, %v", list, err)
	}
	if _, err := w.Delete(ctx, bob, "leave"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("bob deletes ada's workspace: %v", err)
	}
	if _, err := w.Delete(ctx, ada, "leave"); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Delete(ctx, ada, "leave"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("deleted twice: %v", err)
	}
}

// keep keeps a question that was asked and answered.
func keep(t *testing.T, w *Workspaces, in ID, a Asked) {
	t.Helper()
	who := ada
	if a.Who != ada.Owner() {
		who = spar.Principal{Name: strings.TrimPrefix(a.Who, "person:"), UID: 1001, Listed: strings.HasPrefix(a.Who, "person:")}
		fmt.Sscanf(a.Who, "uid:%d", &who.UID)
	}
	thread, turn, err := w.Begin(t.Context(), who, Beginning{In: in, At: a.At, Question: a.Question})
	if err != nil {
		t.Fatal(err)
	}
	turn.State, turn.Ended, turn.Citations, turn.Coverage = Done, a.At, a.Citations, a.Coverage
	if a.Refused {
		turn.State = Refused
	}
	if err := w.End(t.Context(), thread, turn); err != nil {
		t.Fatal(err)
	}
}

func TestHistory(t *testing.T) { dbtest.Each(t, testHistory) }

func testHistory(t *testing.T) {
	ctx, w := context.Background(), open(t)
	leave, err := w.Create(ctx, ada, "leave", spar.Scope{}, "")
	if err != nil {
		t.Fatal(err)
	}
	asked := func(who spar.Principal, question, path string) Asked {
		return Asked{
			At: time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC), Who: who.Owner(), Question: question,
			Coverage:  spar.Coverage{InScope: 3, Read: 2, Waiting: 1},
			Citations: []spar.Citation{{N: 1, Share: "docs", Path: path, Locator: spar.Locator{Page: 3}}},
		}
	}
	log := func(in ID, a Asked) {
		t.Helper()
		keep(t, w, in, a)
	}
	one, two := asked(ada, "how long?", "a\xff.pdf"), asked(ada, "who pays?", "b.pdf")
	log(leave.ID, one)
	log(leave.ID, two)
	log(0, asked(ada, "outside, first", "c.pdf"))
	outside := asked(ada, "outside, second", "d.pdf")
	log(0, outside)
	log(0, asked(bob, "bob's", "e.pdf"))

	for _, tc := range []struct {
		in    ID
		limit int
		want  []Asked
	}{
		{leave.ID, 10, []Asked{two, one}},
		{leave.ID, 1, []Asked{two}},
		{0, 10, []Asked{outside, two, one}}, // of questions outside any workspace only the latest is kept
	} {
		got, err := w.History(ctx, ada, tc.in, tc.limit)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tc.want, got); diff != "" {
			t.Errorf("the history of %d: %s", tc.in, diff)
		}
	}
	if got, err := w.History(ctx, bob, leave.ID, 10); err != nil || len(got) != 0 {
		t.Errorf("bob sees %v, %v of ada's questions", got, err)
	}
	if _, err := w.Delete(ctx, ada, "leave"); err != nil {
		t.Fatal(err)
	}
	if got, err := w.History(ctx, ada, leave.ID, 10); err != nil || len(got) != 0 {
		t.Errorf("the history of a deleted workspace is %v, %v", got, err)
	}
}
