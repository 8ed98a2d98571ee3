package workspace

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// made makes a workspace of ada's with one question in its history.
func made(t *testing.T, w *Workspaces, name, text string) Workspace {
	t.Helper()
	s, err := scope.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	ws, err := w.Create(t.Context(), ada, name, s, "")
	if err != nil {
		t.Fatal(err)
	}
	keep(t, w, ws.ID, Asked{At: time.Unix(1_700_000_000, 0).UTC(), Who: ada.Owner(), Question: "of " + name})
	return ws
}

// id is the number of a workspace of ada's, 0 for the name "".
func id(t *testing.T, w *Workspaces, name string) ID {
	t.Helper()
	if name == "" {
		return 0
	}
	ws, err := w.Get(t.Context(), ada, name)
	if err != nil {
		t.Fatal(err)
	}
	return ws.ID
}

func history(t *testing.T, w *Workspaces, name string) (questions []string) {
	t.Helper()
	list, err := w.History(t.Context(), ada, id(t, w, name), 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range list {
		questions = append(questions, a.Question)
	}
	return questions
}

func TestTrash(t *testing.T) { dbtest.Each(t, testTrash) }

func testTrash(t *testing.T) {
	ctx, w := context.Background(), open(t)
	was := made(t, w, "leave", "type:pdf")
	made(t, w, "other", "")
	if _, err := w.Delete(ctx, bob, "leave"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("bob deletes ada's: %v", err)
	}
	gone, err := w.Delete(ctx, ada, "leave")
	if err != nil || gone.Name != "leave" || gone.Asked != 1 || gone.Scope != "type:pdf" || gone.Owner != ada.Owner() {
		t.Fatalf("deleted %+v, %v", gone, err)
	}
	if got := history(t, w, ""); !cmp.Equal(got, []string{"of other"}) {
		t.Errorf("the history shows %q, of a workspace that was deleted", got)
	}
	for _, name := range []string{"leave", "/1"} {
		if _, err := w.Get(ctx, ada, name); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("%s is there: %v", name, err)
		}
		if _, err := w.Delete(ctx, ada, name); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("%s is deleted again: %v", name, err)
		}
	}
	for who, want := range map[*spar.Principal]int{&ada: 1, &bob: 0, &root: 1} {
		if list, err := w.Trash(ctx, *who); err != nil || len(list) != want {
			t.Errorf("the trash of %s: %+v, %v", who.Name, list, err)
		}
	}
	// To bob, ada's things look like ones that do not exist.
	_, others := w.Restore(ctx, bob, gone.ID, "")
	_, nobodys := w.Restore(ctx, bob, 99, "")
	if spar.CodeOf(others) != spar.NotFound || strings.ReplaceAll(others.Error(), "ws-1", "ws-99") != nobodys.Error() {
		t.Errorf("ada's: %v; nobody's: %v", others, nobodys)
	}
	for _, who := range []spar.Principal{bob, ada} { // bob's workspace is in nobody's way
		if _, err := w.Create(ctx, who, "leave", spar.Scope{}, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Restore(ctx, ada, gone.ID, ""); spar.CodeOf(err) != spar.Conflict || !offers(err, spar.RestoreAs) {
		t.Errorf("a name that was taken meanwhile: %v", err)
	}
	if _, err := w.Restore(ctx, ada, gone.ID, "a/b"); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a bad name: %v", err)
	}
	if name, err := w.Restore(ctx, ada, gone.ID, "again"); err != nil || name != "again" {
		t.Fatal(name, err)
	}
	was.Name = "again"
	if now, err := w.Get(ctx, ada, "again"); err != nil || !cmp.Equal(now, was) {
		t.Errorf("restored %+v, %v", now, err)
	}
	if got := history(t, w, "again"); !cmp.Equal(got, []string{"of leave"}) {
		t.Errorf("its history is %q", got)
	}
	if _, err := w.Restore(ctx, ada, gone.ID, ""); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("restored twice: %v", err)
	}

	if gone, err = w.Delete(ctx, ada, "again"); err != nil {
		t.Fatal(err)
	}
	if n, err := w.PurgeTrash(ctx, gone.Removed.Add(-time.Second)); err != nil || n != 0 {
		t.Errorf("purged %d too early, %v", n, err)
	}
	if n, err := w.PurgeTrash(ctx, gone.Removed); err != nil || n != 1 {
		t.Errorf("purged %d, %v", n, err)
	}
	var left int
	if err := w.db.Read(ctx, func(tx *db.Tx) error {
		return tx.QueryRow("SELECT count(*) FROM turns JOIN threads ON threads.id = turns.thread WHERE workspace <> (SELECT id FROM workspaces WHERE name = 'other')").Scan(&left)
	}); err != nil || left != 0 {
		t.Errorf("%d questions of it stay, %v", left, err)
	}
}

func TestRenameAndUpdate(t *testing.T) { dbtest.Each(t, testRenameAndUpdate) }

func testRenameAndUpdate(t *testing.T) {
	ctx, w := context.Background(), open(t)
	made(t, w, "leave", "type:pdf")
	made(t, w, "other", "")
	for _, name := range []string{"bobs", "absence"} {
		if _, err := w.Create(ctx, bob, name, spar.Scope{}, ""); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		who      spar.Principal
		from, to string
		want     spar.Code
	}{
		{bob, "leave", "mine", spar.NotFound}, {bob, "bobs", "absence", spar.Conflict}, {ada, "leave", "other", spar.Conflict}, {ada, "leave", "a/b", spar.Invalid}, {ada, "none", "x", spar.NotFound},
	} {
		if err := w.Rename(ctx, tc.who, tc.from, tc.to); spar.CodeOf(err) != tc.want {
			t.Errorf("%s renames %s to %s: %v, want %s", tc.who.Name, tc.from, tc.to, err, tc.want)
		}
	}
	for _, to := range []string{"leave", "absence"} {
		if err := w.Rename(ctx, ada, "leave", to); err != nil {
			t.Fatal(err)
		}
	}
	if got := history(t, w, "absence"); !cmp.Equal(got, []string{"of leave"}) {
		t.Errorf("its history is %q", got)
	}
	s, err := scope.Parse("type:docx")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Update(ctx, bob, "other", s, ""); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("bob changes ada's: %v", err)
	}
	if _, err := w.Update(ctx, ada, "absence", s, "mpnet"); err != nil {
		t.Fatal(err)
	}
	if now, err := w.Get(ctx, ada, "absence"); err != nil || scope.Print(now.Scope) != "type:docx" || now.Encoder != "mpnet" {
		t.Errorf("it is %+v, %v", now, err)
	}
}

func TestRenamedInScopes(t *testing.T) { dbtest.Each(t, testRenamedInScopes) }

func testRenamedInScopes(t *testing.T) {
	ctx, w := context.Background(), open(t)
	for name, text := range map[string]string{
		"a": `tag:Leave type:pdf`, "b": `-linked:(leave|Other)`, "c": `title:Leave`, "d": `tag:Other`, "e": `tag:"Leave"`,
	} {
		made(t, w, name, text)
	}
	gone, err := w.Delete(ctx, ada, "e")
	if err != nil {
		t.Fatal(err)
	}
	keys, meant := []string{"tag", "linked"}, func(v string) bool { return strings.EqualFold(v, "leave") }
	needing, _, err := w.Naming(ctx, keys, meant)
	if want := []Needing{{"a", ada.Owner()}, {"b", ada.Owner()}}; err != nil || !cmp.Equal(needing, want) {
		t.Errorf("needing are %v, %v; want %v", needing, err, want)
	}
	if err := w.db.Write(ctx, func(tx *db.Tx) error {
		n, err := w.Renamed(ctx, tx, keys, meant, "Time off")
		if n != 3 {
			t.Errorf("%d were changed", n)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Restore(ctx, ada, gone.ID, ""); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a": `tag:"Time off" type:pdf`, "b": `-linked:("Time off"|Other)`, "c": "title:Leave", "d": "tag:Other", "e": `tag:"Time off"`} {
		if ws, err := w.Get(ctx, ada, name); err != nil || scope.Print(ws.Scope) != want {
			t.Errorf("%s selects %q, %v; want %q", name, scope.Print(ws.Scope), err, want)
		}
	}
}

func offers(err error, action spar.Action) bool {
	return slices.ContainsFunc(spar.RemediesOf(err), func(r spar.Remedy) bool { return r.Do == action && r.Name != "" })
}
