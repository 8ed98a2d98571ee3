package workspace

import (
	"os/user"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestOwners: two people have workspaces of one name, and neither learns of the other's.
func TestOwners(t *testing.T) { dbtest.Each(t, testOwners) }

func testOwners(t *testing.T) {
	ctx, w := t.Context(), open(t)
	listed := spar.Principal{Name: "ada", UID: 1000, Listed: true} // the account ada of the file of principals
	carol := spar.Principal{Name: "carol", UID: 70_010, Listed: true}
	for _, who := range []spar.Principal{ada, bob, carol} {
		ws, err := w.Create(ctx, who, "leave", spar.Scope{}, "")
		if err != nil || ws.Owner != who.Owner() {
			t.Fatalf("%s makes %+v, %v", who.Name, ws, err)
		}
		keep(t, w, ws.ID, Asked{At: time.Unix(1e9, 0), Who: who.Owner(), Question: "asks " + who.Name})
	}
	for _, tc := range []struct {
		who   spar.Principal
		name  string
		owner string
	}{
		{ada, "leave", "uid:1000"}, {bob, "leave", "uid:1001"}, {carol, "leave", "person:carol"}, {listed, "leave", "uid:1000"},
		{root, "uid:1001/leave", "uid:1001"}, {root, "person:carol/leave", "person:carol"}, {root, "carol/leave", "person:carol"},
	} {
		ws, err := w.Get(ctx, tc.who, tc.name)
		if err != nil || ws.Owner != tc.owner || ws.Name != "leave" {
			t.Errorf("%s gets %s: %+v, %v", tc.who.Name, tc.name, ws, err)
		}
		if tc.who.All {
			continue
		}
		asked, err := w.History(ctx, tc.who, ws.ID, 9)
		if err != nil || len(asked) != 1 || asked[0].Who != tc.owner {
			t.Errorf("%s sees the history %+v, %v", tc.who.Name, asked, err)
		}
	}
	if _, err := w.Get(ctx, root, "leave"); spar.CodeOf(err) != spar.Conflict || !strings.Contains(err.Error(), "carol/leave") {
		t.Errorf("the superuser names one of several: %v", err)
	}
	for _, name := range []string{"uid:1001/leave", "person:carol/leave", "/leave", ""} {
		if _, err := w.Get(ctx, ada, name); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("ada gets %q: %v", name, err)
		}
	}
	// ada's workspace is hers under both names, and is not made twice.
	if _, err := w.Create(ctx, listed, "leave", spar.Scope{}, ""); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("ada of the file makes it again: %v", err)
	}
	gone, err := w.Delete(ctx, bob, "leave")
	if err != nil || gone.Owner != "uid:1001" {
		t.Fatalf("%+v, %v", gone, err)
	}
	if list, err := w.List(ctx, root); err != nil || len(list) != 2 {
		t.Errorf("left are %+v, %v", list, err)
	}
	if err := w.Rename(ctx, root, "person:carol/leave", "absence"); err != nil {
		t.Fatal(err)
	}
	if name, err := w.Restore(ctx, bob, gone.ID, ""); err != nil || name != "leave" {
		t.Errorf("restored %q, %v", name, err)
	}
}

// TestNumberedOwners migrates tables that had numbers for owners and names unique among all.
func TestNumberedOwners(t *testing.T) { dbtest.Each(t, testNumberedOwners) }

func testNumberedOwners(t *testing.T) {
	ctx, dir := t.Context(), t.TempDir()
	old := Schema
	old.Steps = slices.Clone(old.Steps[:slices.Index(old.Steps, stepOwners)])
	d := dbtest.Open(t, dir, old)
	err := d.Write(ctx, func(tx *db.Tx) error {
		for _, statement := range []string{
			`INSERT INTO workspaces (name, scope, owner, created, encoder) VALUES ('leave', 'type:pdf', 1000, 5, ''), ('bobs', '', 1001, 6, 'mpnet'), ('/1', 'tag:x', 1000, 4, '')`,
			`INSERT INTO workspace_trash (name, removed) VALUES ('old', 7)`,
			`INSERT INTO asked (workspace, at, who, question, refused, coverage, citations) VALUES
				('leave', 8, 1000, 'one', 0, '{}', '[{"n":1,"share":"docs","path":"YS5wZGY=","locator":{"heading":"Sale"}}]'),
				('', 9, 1000, 'loose', 1, '{}', '[]'), ('/1', 3, 1000, 'in the trash', 0, '{}', '[]'), ('gone', 3, 1000, 'of none', 0, '{}', '[]')`,
			`INSERT INTO asked_segments (segment, asked) SELECT CAST('' AS ` + map[bool]string{true: "BYTEA", false: "BLOB"}[dbtest.OnPostgres(t)] + `), id FROM asked WHERE question = 'one'`,
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	w := New(dbtest.Open(t, dir, Schema))
	ws, err := w.Get(ctx, ada, "leave")
	if err != nil || ws.Owner != "uid:1000" || ws.Created.Unix() != 5 || len(ws.Scope.Constraints) != 1 {
		t.Errorf("%+v, %v", ws, err)
	}
	if ws, err := w.Get(ctx, bob, "bobs"); err != nil || ws.Encoder != "mpnet" {
		t.Errorf("%+v, %v", ws, err)
	}
	if got := history(t, w, "leave"); !cmp.Equal(got, []string{"one"}) {
		t.Errorf("its history is %q", got)
	}
	if got := history(t, w, ""); !cmp.Equal(got, []string{"loose", "one"}) {
		t.Errorf("the history is %q", got)
	}
	if got, err := w.Cited(ctx); err != nil || len(got) != 1 {
		t.Errorf("words are kept of %v, %v", got, err)
	}
	list, err := w.Trash(ctx, ada)
	if err != nil || len(list) != 1 || list[0].ID != 1 || list[0].Name != "old" || list[0].Asked != 1 || list[0].Owner != "uid:1000" {
		t.Fatalf("the trash has %+v, %v", list, err)
	}
	if _, err := w.Restore(ctx, ada, 1, ""); err != nil {
		t.Fatal(err)
	}
	if got := history(t, w, "old"); !cmp.Equal(got, []string{"in the trash"}) {
		t.Errorf("the history of what is back is %q", got)
	}
	if next, err := w.Create(ctx, ada, "next", spar.Scope{}, ""); err != nil || next.ID <= ws.ID {
		t.Errorf("the next one is %+v, %v", next, err)
	}
}

// TestNamesOfOwners: messages name people as they are called, what they say is accepted, and two people of one name stay apart.
func TestNamesOfOwners(t *testing.T) {
	account, err := user.LookupId("0")
	if err != nil {
		t.Skip("this machine has no account 0")
	}
	ctx, w := t.Context(), open(t)
	chief, carol := spar.Principal{Name: account.Username}, spar.Principal{Name: "carol", UID: 70_010, Listed: true}
	same := spar.Principal{Name: account.Username, UID: 70_011, Listed: true}
	for name, makers := range map[string][]spar.Principal{"leave": {chief, carol}, "pay": {chief, same}} {
		for _, who := range makers {
			if _, err := w.Create(ctx, who, name, spar.Scope{}, ""); err != nil {
				t.Fatal(err)
			}
		}
	}
	all := spar.Principal{Name: "1", UID: 1, All: true}
	for name, want := range map[string][]string{
		"leave": {"carol and " + account.Username + " have a workspace", "name one as carol/leave"},
		"pay":   {"uid:0", "person:" + account.Username},
	} {
		_, err := w.Get(ctx, all, name)
		for _, part := range want {
			if spar.CodeOf(err) != spar.Conflict || !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %v lacks %q", name, err, part)
			}
		}
	}
	for _, name := range []string{account.Username + "/leave", "uid:0/leave"} {
		if ws, err := w.Get(ctx, all, name); err != nil || ws.Owner != "uid:0" {
			t.Errorf("%s: %+v, %v", name, ws, err)
		}
	}
	for ref, want := range map[string]string{"uid:0/leave": account.Username + "/leave", "person:carol/a/b": "carol/a/b", "uid:4000009/x": "uid:4000009/x", "leave": "leave", "uid:0": "uid:0"} {
		if got := accounts.Ref(ref); got != want {
			t.Errorf("%s is %s, not %s", ref, got, want)
		}
	}
}
