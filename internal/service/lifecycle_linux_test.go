package service_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// A team is a house with a file that ada, who runs SPAR, may read and bob may not.
type team struct {
	t        *testing.T
	s        *service.Service
	h        *enginetest.House
	ada, bob spar.Principal
}

func newTeam(t *testing.T) *team {
	h := enginetest.Open(t, map[string]string{
		"hr/leave.md":  "# Leave\n\nParental leave is 34 weeks for every parent.\n",
		"hr/salary.md": "# Salaries\n\nThe salary of the director is 90,000 euros a year.\n",
		"hr/pool.md":   "# Pool\n\nThe swimming pool opens at seven o'clock.\n",
	}, nil)
	if err := os.Chmod(filepath.Join(h.Root, "hr/salary.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	tm := &team{t: t, s: service.New(h.Opened, service.Options{}), h: h}
	var err error
	if tm.ada, err = tm.s.Process(); err != nil {
		t.Fatal(err)
	}
	if tm.bob, err = tm.s.Served(t.Context(), "nobody"); err != nil {
		t.Skip("this machine has no account nobody")
	}
	return tm
}

// ws is what a call gave, which must have worked.
func (tm *team) ws(w api.Workspace, err error) api.Workspace {
	tm.t.Helper()
	if err != nil {
		tm.t.Fatal(err)
	}
	return w
}

func (tm *team) refused(what string, err error, code spar.Code, part string) {
	tm.t.Helper()
	if spar.CodeOf(err) != code || err == nil || !strings.Contains(err.Error(), part) {
		tm.t.Errorf("%s: %v", what, err)
	}
}

// TestSharedWorkspace: each role may do what it says and no more, and a thread tells a viewer nothing of files that they may not read.
func TestSharedWorkspace(t *testing.T) {
	ctx := t.Context()
	tm := newTeam(t)
	s, ada, bob := tm.s, tm.ada, tm.bob
	tm.ws(s.CreateWorkspace(ctx, ada, api.NewWorkspace{Name: "pay", Scope: "path:hr/**"}, nil))
	salary := ask(t, s, ada, api.Question{Question: "what is the salary of the director?", Workspace: "pay"})
	ask(t, s, ada, api.Question{Question: "how many weeks is parental leave?", Workspace: "pay", Thread: salary.Thread, Scope: "name:leave.md"})
	if _, err := s.Open(ctx, ada, "docs:hr/salary.md", "pay"); err != nil {
		t.Fatal(err)
	}
	ref := ada.Owner() + "/pay"
	for _, name := range []string{"pay", ref} {
		_, err := s.Workspace(ctx, bob, name)
		tm.refused("before it is shared", err, spar.NotFound, "workspace")
	}
	reads := func(what string, w api.Workspace) {
		t.Helper()
		if len(w.Members) != 1 || w.Members[0].Files == nil || *w.Members[0].Files != 2 || w.Members[0].Of != 3 {
			t.Errorf("%s: bob is told to read %+v", what, w.Members)
		}
	}
	reads("before it is shared", tm.ws(service.WouldShare(ctx, s, ada, "pay", "nobody", "viewer")))
	if w := tm.ws(s.Workspace(ctx, ada, "pay")); len(w.Members) != 0 {
		t.Errorf("what would be shared is shared: %+v", w.Members)
	}
	w := tm.ws(s.ShareWorkspace(ctx, ada, "pay", "nobody", "viewer"))
	reads("as it is shared", w)
	reads("later", tm.ws(s.Workspace(ctx, ada, "pay")))
	_, err := service.WouldShare(ctx, s, bob, ref, "root", "viewer")
	tm.refused("a viewer tries to share", err, spar.Invalid, "")
	if w := tm.ws(s.Workspace(ctx, bob, ref)); w.Members[0].Files != nil {
		t.Errorf("a viewer is told of the rights of members: %+v", w.Members[0])
	}
	if len(w.Members) != 1 || w.Members[0].Who != bob.Owner() || w.Members[0].Role != "viewer" {
		t.Errorf("shared: %+v", w)
	}
	// A question that got no answer has words of one that did, and a file that was taken out has a name.
	ws, err := tm.h.Workspaces.Get(ctx, ada, "pay")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := tm.h.Workspaces.Begin(ctx, ada, workspace.Beginning{In: ws.ID, At: time.Now(), Question: "and a month?", Understood: "salary of the director a month", Mark: "gone"}); err != nil {
		t.Fatal(err)
	}
	tm.ws(s.UpdateWorkspace(ctx, ada, api.WorkspaceEdit{Name: "pay", Out: []string{"docs:hr/salary.md"}}, nil))
	w = tm.ws(s.Workspace(ctx, bob, "pay"))
	if w.Ref != ref || w.Role != "viewer" || w.Coverage.InScope != 2 {
		t.Errorf("bob sees %+v with %+v", w, w.Coverage)
	}
	tell := func(v any, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	told := tell(w, nil) + tell(s.Threads(ctx, bob, "")) + tell(s.WorkspaceHistory(ctx, bob, "pay")) + tell(s.Thread(ctx, bob, ada.Owner()+"/"+salary.Thread)) +
		tell(all(s.WorkspaceFiles(ctx, bob, "pay"))) + tell(s.Workspaces(ctx, bob)) + tell(s.Thread(ctx, bob, ada.Owner()+"/2"))
	var out bytes.Buffer
	p, err := s.ExportWorkspace(ctx, bob, "pay", &out, true)
	if err != nil || p.Files != 2 || p.Withheld != 2 || p.Threads != 1 {
		t.Errorf("bob exports %+v, %v", p, err)
	}
	for _, secret := range []string{"salary", "director", "90,000", "Salaries"} {
		if strings.Contains(told, secret) || strings.Contains(out.String(), secret) {
			t.Errorf("bob is told of %q: %s", secret, told)
		}
	}
	if !strings.Contains(told, "34 weeks") || !strings.Contains(told, `"withheld":true`) {
		t.Errorf("bob is told %s", told)
	}
	if history, err := s.WorkspaceHistory(ctx, bob, "pay"); err != nil || len(history) != 4 || history[0].Who != ada.Owner() {
		t.Errorf("the history has %+v, %v", history, err)
	}
	a := ask(t, s, bob, api.Question{Question: "how many weeks is parental leave?", Workspace: "pay"})
	if !strings.Contains(a.Bullets[0].Text, "34") || a.Thread != "1" {
		t.Errorf("bob asks: %+v", a)
	}
	// What somebody calls a thread may have words of any file: others are told its first question.
	parental := ask(t, s, ada, api.Question{Question: "how many weeks is parental leave?", Workspace: "pay", Thread: api.NewThread, Scope: "name:leave.md"})
	if err := s.RenameThread(ctx, ada, parental.Thread, "after the salary of the director"); err != nil {
		t.Error(err)
	}
	if told := tell(s.Threads(ctx, bob, "")) + tell(s.Thread(ctx, bob, ada.Owner()+"/"+parental.Thread)) + tell(s.Threads(ctx, bob, "after")); strings.Contains(told, "after the") || !strings.Contains(told, `"title":"how many weeks is parental leave?"`) {
		t.Errorf("bob is told %s", told)
	}
	_, err = all(s.Ask(ctx, bob, api.Question{Question: "and then?", Thread: ada.Owner() + "/" + salary.Thread}))
	tm.refused("bob goes on with what ada asked", err, spar.Invalid, "only they go on with it")
	tm.refused("bob deletes her thread", s.DeleteThread(ctx, bob, ada.Owner()+"/"+salary.Thread), spar.Invalid, "they change it")
	update := func(who spar.Principal) error {
		_, err := s.UpdateWorkspace(ctx, who, api.WorkspaceEdit{Name: "pay", Out: []string{"docs:hr/pool.md"}}, nil)
		return err
	}
	tm.refused("a viewer takes a file out", update(bob), spar.Invalid, "for its editor")
	_, err = s.ShareWorkspace(ctx, bob, "pay", "daemon", "viewer")
	tm.refused("a viewer shares", err, spar.Invalid, "for its owner")
	tm.ws(s.ShareWorkspace(ctx, ada, "pay", "nobody", "editor"))
	if err := update(bob); err != nil {
		t.Error(err)
	}
	_, err = s.ArchiveWorkspace(ctx, bob, "pay", false)
	tm.refused("an editor archives", err, spar.Invalid, "for its owner")
	_, err = s.DeleteWorkspace(ctx, bob, "pay")
	tm.refused("an editor deletes", err, spar.Invalid, "for its owner")
	tm.ws(s.ShareWorkspace(ctx, ada, "pay", "nobody", "owner"))
	if err := s.RenameWorkspace(ctx, bob, "pay", "pay-2"); err != nil {
		t.Error(err)
	}
	// A star is one's own.
	if err := s.StarWorkspace(ctx, bob, "pay-2", true); err != nil {
		t.Error(err)
	}
	if w := tm.ws(s.Workspace(ctx, bob, "pay-2")); !w.Starred {
		t.Errorf("bob's star is not there: %+v", w)
	}
	if w := tm.ws(s.Workspace(ctx, ada, "pay-2")); w.Starred {
		t.Errorf("ada has bob's star: %+v", w)
	}
	if err := s.StarWorkspace(ctx, bob, "pay-2", false); err != nil || tm.ws(s.Workspace(ctx, bob, "pay-2")).Starred {
		t.Errorf("the star stays, %v", err)
	}
	// Bob leaves, and is a stranger again; only he may do that for himself.
	tm.ws(s.ShareWorkspace(ctx, bob, "pay-2", "nobody", "none"))
	_, err = s.Workspace(ctx, bob, "pay-2")
	tm.refused("who has left", err, spar.NotFound, "workspace")
	if list, err := s.Threads(ctx, bob, ""); err != nil || len(list) != 1 || list[0].Workspace != "" {
		t.Errorf("his threads are %+v, %v", list, err)
	}
	// Ada gives it away: bob has it under a name of his own, with the conversations as far as he may see them.
	tm.ws(s.CreateWorkspace(ctx, bob, api.NewWorkspace{Name: "pay-2"}, nil))
	if err := s.TransferWorkspace(ctx, ada, "pay-2", bob.Owner()); err != nil {
		t.Fatal(err)
	}
	if w = tm.ws(s.Workspace(ctx, bob, "pay-2-2")); w.Owner != bob.Owner() || w.Role != "owner" || w.Coverage.InScope != 1 {
		t.Errorf("bob has %+v with %+v", w, w.Coverage)
	}
	if list, err := s.Workspaces(ctx, tm.ada); err != nil || slices.ContainsFunc(list, func(w api.Workspace) bool { return w.Role != "owner" || !tm.ada.All && w.Owner != tm.ada.Owner() }) {
		t.Errorf("ada has %+v, %v", list, err)
	}
	if n, err := s.ForgetHistory(ctx, bob, "pay-2-2"); err != nil || n != 1 {
		t.Errorf("forgot %d, %v", n, err)
	}
	if history, err := s.WorkspaceHistory(ctx, bob, "pay-2-2"); err != nil || len(history) != 5 {
		t.Errorf("what is left of the history: %+v, %v", history, err)
	}
}

// TestArchive: an archived workspace is not asked, answers stay although the text is off the disk, and what did not change is the same
// when it is reactivated.
func TestArchive(t *testing.T) {
	for _, purge := range []bool{false, true} {
		t.Run(fmt.Sprint("purge ", purge), func(t *testing.T) {
			ctx := t.Context()
			tm := newTeam(t)
			s, ada := tm.s, tm.ada
			tm.ws(s.CreateWorkspace(ctx, ada, api.NewWorkspace{Name: "pay", Scope: "path:hr/**"}, nil))
			tm.ws(s.CreateWorkspace(ctx, ada, api.NewWorkspace{Name: "other", Scope: "name:pool.md"}, nil))
			q := api.Question{Question: "how many weeks is parental leave?", Workspace: "pay"}
			before := ask(t, s, ada, q)
			w := tm.ws(s.ArchiveWorkspace(ctx, ada, "pay", purge))
			if w.State != "archived" || w.Since == "" || purge != (w.Freed != nil && w.Freed.Files == 2) {
				t.Errorf("archived: %+v, freed %+v", w, w.Freed)
			}
			_, err := all(s.Ask(ctx, ada, q))
			tm.refused("asked", err, spar.Conflict, "archived")
			if do := spar.RemediesOf(err); len(do) == 0 || do[0].Do != spar.ReactivateWorkspace {
				t.Errorf("the remedies are %+v", do)
			}
			_, err = s.UpdateWorkspace(ctx, ada, api.WorkspaceEdit{Name: "pay", Add: "type:pdf"}, nil)
			tm.refused("changed", err, spar.Conflict, "archived")
			if _, err := s.Purge(ctx, ada, api.PurgeRequest{Now: true}); err != nil {
				t.Fatal(err)
			}
			if got := thread(t, s, ada, before.Thread); got.Turns[0].Answer == nil || got.Turns[0].Answer.Bullets[0].Text != before.Bullets[0].Text {
				t.Errorf("of the thread is left %+v", got.Turns)
			}
			if w = tm.ws(s.Workspace(ctx, ada, "pay")); w.Drift == nil || w.Drift.Unchanged != 3 || len(w.Drift.Files) > 0 {
				t.Errorf("nothing has changed: %+v", w.Drift)
			}
			tm.h.Write("hr/salary.md", "# Salaries\n\nThe salary of the director is 95,000 euros a year.\n")
			tm.h.Write("hr/new.md", "# New\n\nNew rules of travel.\n")
			if err := os.Remove(filepath.Join(tm.h.Root, "hr/pool.md")); err != nil {
				t.Fatal(err)
			}
			tm.h.Scanned()
			w = tm.ws(s.ReactivateWorkspace(ctx, ada, "pay"))
			d := w.Drift
			if d == nil || d.Unchanged != 1 || d.Changed != 1 || d.Added != 1 || d.Gone != 1 || d.Dropped != 0 || len(d.Files) != 3 {
				t.Errorf("changed since: %+v", d)
			}
			after := ask(t, s, ada, q)
			if after.Bullets[0].Text != before.Bullets[0].Text || after.Citations[0].Text != before.Citations[0].Text {
				t.Errorf("answers differ: %+v and %+v", before.Bullets, after.Bullets)
			}
			_, err = s.ReactivateWorkspace(ctx, ada, "pay")
			tm.refused("twice", err, spar.Conflict, "is open")
			if w = tm.ws(s.TerminateWorkspace(ctx, ada, "pay")); w.State != "terminated" {
				t.Errorf("terminated: %+v", w)
			}
			_, err = s.ReactivateWorkspace(ctx, ada, "pay")
			tm.refused("terminated", err, spar.Conflict, "terminated")
			thread(t, s, ada, before.Thread)
		})
	}
}

// TestExpire: a workspace is archived when its day has come, by whoever looks next, with the files of its owner.
func TestExpire(t *testing.T) {
	ctx := t.Context()
	tm := newTeam(t)
	s := tm.s
	tm.ws(s.CreateWorkspace(ctx, tm.ada, api.NewWorkspace{Name: "pay", Scope: "path:hr/**"}, nil))
	tm.ws(s.ShareWorkspace(ctx, tm.ada, "pay", "nobody", "viewer"))
	_, err := s.ExpireWorkspace(ctx, tm.ada, "pay", "2001-01-01")
	tm.refused("a day that is over", err, spar.Invalid, "later day")
	_, err = s.ExpireWorkspace(ctx, tm.ada, "pay", "tomorrow")
	tm.refused("no day", err, spar.Invalid, "never")
	w := tm.ws(s.ExpireWorkspace(ctx, tm.ada, "pay", time.Now().AddDate(0, 0, 3).UTC().Format(time.DateOnly)))
	if len(w.Notes) != 1 || !strings.Contains(w.Notes[0], "is archived on") {
		t.Errorf("it is told %q", w.Notes)
	}
	if w = tm.ws(s.ExpireWorkspace(ctx, tm.ada, "pay", "never")); w.Expires != "" || len(w.Notes) > 0 {
		t.Errorf("never: %+v", w)
	}
	tm.ws(s.ExpireWorkspace(ctx, tm.ada, "pay", "2999-01-01"))
	ws, err := tm.h.Workspaces.Get(ctx, tm.ada, "pay")
	if err != nil {
		t.Fatal(err)
	}
	if err := tm.h.Workspaces.Expire(ctx, ws, time.Now().Add(-time.Minute)); err != nil {
		t.Fatal(err)
	}
	_, err = all(s.Ask(ctx, tm.bob, api.Question{Question: howMany, Workspace: "pay"}))
	tm.refused("bob asks too late", err, spar.Conflict, "archived")
	if w = tm.ws(s.Workspace(ctx, tm.ada, "pay")); w.State != "archived" || w.Drift == nil || w.Drift.Unchanged != 3 {
		t.Errorf("expired: %+v, %+v", w, w.Drift)
	}
	if w = tm.ws(s.Workspace(ctx, tm.bob, "pay")); w.Drift == nil || w.Drift.Unchanged != 2 {
		t.Errorf("bob sees %+v", w.Drift)
	}
}

// TestPin: what the scope selects later is not in a pinned workspace, and a file that is gone is named to the one who pinned it alone.
func TestPin(t *testing.T) {
	ctx := t.Context()
	tm := newTeam(t)
	s := tm.s
	tm.ws(s.CreateWorkspace(ctx, tm.ada, api.NewWorkspace{Name: "pay", Scope: "path:hr/**"}, nil))
	tm.ws(s.ShareWorkspace(ctx, tm.ada, "pay", "nobody", "viewer"))
	tm.ws(s.PinWorkspace(ctx, tm.ada, "pay"))
	tm.h.Write("hr/new.md", "# Parental leave\n\nParental leave is 99 weeks.\n")
	tm.h.Write("hr/leave.md", "# Leave\n\nParental leave is 36 weeks for every parent.\n")
	if err := os.Remove(filepath.Join(tm.h.Root, "hr/salary.md")); err != nil {
		t.Fatal(err)
	}
	tm.h.Scanned()
	a := ask(t, s, tm.bob, api.Question{Question: "how many weeks is parental leave?", Workspace: "pay"})
	if a.Coverage.InScope != 2 || !strings.Contains(a.Bullets[0].Text, "36") {
		t.Errorf("bob is answered %+v of %+v", a.Bullets, a.Coverage)
	}
	if d := tm.ws(s.Workspace(ctx, tm.ada, "pay")).Drift; d == nil || d.Changed != 1 || d.Added != 1 || d.Gone != 1 || d.Unchanged != 1 {
		t.Errorf("ada is told %+v", d)
	}
	if d := tm.ws(s.Workspace(ctx, tm.bob, "pay")).Drift; d == nil || d.Changed != 1 || d.Added != 1 || d.Gone != 0 || d.Unchanged != 1 {
		t.Errorf("bob is told %+v", d)
	}
	tm.ws(s.FollowWorkspace(ctx, tm.ada, "pay"))
	if w := tm.ws(s.Workspace(ctx, tm.ada, "pay")); w.Drift != nil || w.Pinned != "" || w.Coverage.InScope != 3 {
		t.Errorf("it follows: %+v of %+v", w, w.Coverage)
	}
}

// TestByHand puts single files in and takes them out, and tells what each change did.
func TestByHand(t *testing.T) {
	ctx := t.Context()
	tm := newTeam(t)
	s := tm.s
	w := tm.ws(s.CreateWorkspace(ctx, tm.ada, api.NewWorkspace{Name: "pay", Scope: "name:leave.md"}, nil))
	if *w.Change != (api.WorkspaceChange{Added: 1, Waiting: 1}) {
		t.Errorf("made: %+v", w.Change)
	}
	ask(t, s, tm.ada, api.Question{Question: "when does the pool open?", Scope: "name:pool.md"})
	edit := func(e api.WorkspaceEdit) api.Workspace {
		t.Helper()
		e.Name = "pay"
		return tm.ws(s.UpdateWorkspace(ctx, tm.ada, e, nil))
	}
	if w = edit(api.WorkspaceEdit{In: []string{"docs:hr/pool.md", "docs:hr/salary.md"}, Out: []string{"docs:hr/leave.md"}}); *w.Change != (api.WorkspaceChange{Added: 2, Dropped: 1, Reused: 1, Waiting: 1}) {
		t.Errorf("by hand: %+v", w.Change)
	}
	list, err := all(s.WorkspaceFiles(ctx, tm.ada, "pay"))
	if err != nil || len(list) != 2 || list[0].By != "hand" || list[0].Passages != 1 {
		t.Errorf("the files are %+v, %v", list, err)
	}
	if w = edit(api.WorkspaceEdit{In: []string{"docs:hr/leave.md"}, Out: []string{"docs:hr/pool.md"}}); w.Scope != "name:leave.md +file:docs:hr/salary.md" {
		t.Errorf("the scope is %s", w.Scope)
	}
	if w = edit(api.WorkspaceEdit{Add: "name:pool.md", Read: true}); w.Scope != "(name:leave.md or name:pool.md) +file:docs:hr/salary.md" || w.Change.Read != 2 || w.Coverage.Read != 3 {
		t.Errorf("joined: %s, %+v", w.Scope, w.Change)
	}
	if w = edit(api.WorkspaceEdit{Narrow: "name:leave.md"}); w.Change.Dropped != 1 || w.Coverage.InScope != 2 {
		t.Errorf("narrowed: %s, %+v", w.Scope, w.Change)
	}
	if w = tm.ws(s.ResetWorkspace(ctx, tm.ada, "pay", false, nil)); w.Change.Dropped != 1 || strings.Contains(w.Scope, "file:") {
		t.Errorf("reset: %s, %+v", w.Scope, w.Change)
	}
	if w = edit(api.WorkspaceEdit{Scope: "path:**"}); w.Change.Added != 2 {
		t.Errorf("rescoped: %s, %+v", w.Scope, w.Change)
	}
	_, err = s.UpdateWorkspace(ctx, tm.ada, api.WorkspaceEdit{Name: "pay", Add: "a:b", Scope: "c:d"}, nil)
	tm.refused("two at a time", err, spar.Invalid, "one thing")
	_, err = s.UpdateWorkspace(ctx, tm.bob, api.WorkspaceEdit{Name: "pay", In: []string{"docs:hr/salary.md"}}, nil)
	tm.refused("a stranger", err, spar.NotFound, "workspace")
}

// TestKeepHistory: what a workspace keeps no more is gone, whoever's it was, and what it keeps is told to all.
func TestKeepHistory(t *testing.T) {
	ctx := t.Context()
	tm := newTeam(t)
	s, store := tm.s, tm.h.Workspaces
	w := tm.ws(s.CreateWorkspace(ctx, tm.ada, api.NewWorkspace{Name: "pay", Scope: "path:hr/**", Read: true}, nil))
	if w.Keeps != "all" || w.Change.Read != 3 {
		t.Fatalf("made %+v, %+v", w, w.Change)
	}
	files, err := all(s.WorkspaceFiles(ctx, tm.ada, "pay"))
	if err != nil || len(files) != 3 {
		t.Fatalf("files %+v, %v", files, err)
	}
	for _, f := range files {
		if at, err := time.Parse(time.RFC3339, f.Read); err != nil || time.Since(at) > time.Hour {
			t.Errorf("%s was read %q", f.Path.Name, f.Read)
		}
	}
	tm.ws(s.ShareWorkspace(ctx, tm.ada, "pay", "nobody", "editor"))
	ask(t, s, tm.bob, api.Question{Question: "how many weeks is parental leave?", Workspace: tm.ada.Owner() + "/pay"})
	ask(t, s, tm.ada, api.Question{Question: "when does the pool open?", Workspace: "pay"})
	open := func() {
		if _, err := s.Open(ctx, tm.ada, "docs:hr/pool.md", "pay"); err != nil {
			t.Fatal(err)
		}
	}
	did := func(asked, opened int) {
		t.Helper()
		list, err := s.WorkspaceHistory(ctx, tm.ada, "pay")
		n := map[string]int{}
		for _, q := range list {
			n[q.Did]++
		}
		if err != nil || n["ask"] != asked || n["open"] != opened {
			t.Errorf("history has %v, %v; want %d asked, %d opened", n, err, asked, opened)
		}
	}
	open()
	did(2, 1)
	_, err = s.KeepHistory(ctx, tm.bob, "pay", "questions")
	tm.refused("an editor", err, spar.Invalid, "for its owner")
	_, err = s.KeepHistory(ctx, tm.ada, "pay", "a while")
	tm.refused("no time", err, spar.Invalid, "90d")
	if w = tm.ws(s.KeepHistory(ctx, tm.ada, "pay", "questions,30d")); w.Keeps != "questions,30d" {
		t.Errorf("keeps %q", w.Keeps)
	}
	open()
	did(2, 0)
	if w = tm.ws(s.Workspace(ctx, tm.bob, "pay")); w.Keeps != "questions,30d" {
		t.Errorf("bob is told %q", w.Keeps)
	}
	tm.ws(s.KeepHistory(ctx, tm.ada, "pay", "30d"))
	open()
	if err := store.ForgetOld(ctx, time.Now().Add(29*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	did(2, 1)
	if err := store.ForgetOld(ctx, time.Now().Add(31*24*time.Hour)); err != nil {
		t.Fatal(err)
	}
	did(0, 0)
	if list, err := s.Threads(ctx, tm.bob, ""); err != nil || len(list) != 0 {
		t.Errorf("bob still has %+v, %v", list, err)
	}
}

// TestCarry takes a workspace to another house, which has a different version of one file and lacks another.
func TestCarry(t *testing.T) {
	ctx := t.Context()
	from, to := newTeam(t), newTeam(t)
	from.ws(from.s.CreateWorkspace(ctx, from.ada, api.NewWorkspace{Name: "pay", Scope: "path:hr/**"}, nil))
	leave := ask(t, from.s, from.ada, api.Question{Question: "how many weeks is parental leave?", Workspace: "pay", Scope: "name:leave.md"})
	ask(t, from.s, from.ada, api.Question{Question: "what is the salary of the director?", Workspace: "pay", Scope: "name:salary.md"})
	from.ws(from.s.UpdateWorkspace(ctx, from.ada, api.WorkspaceEdit{Name: "pay", Add: "name:pool.md", Read: true}, nil))
	var out bytes.Buffer
	if p, err := from.s.ExportWorkspace(ctx, from.ada, "pay", &out, true); err != nil || p.Files != 3 || p.Threads != 2 || p.Bytes != int64(out.Len()) {
		t.Fatalf("exported %+v, %v", p, err)
	}
	to.h.Write("hr/salary.md", "# Salaries\n\nThe salary of the director is 95,000 euros a year.\n")
	if err := os.Remove(filepath.Join(to.h.Root, "hr/pool.md")); err != nil {
		t.Fatal(err)
	}
	to.h.Scanned()
	p, err := to.s.ImportWorkspace(ctx, to.ada, bytes.NewReader(out.Bytes()), "brought", nil)
	if err != nil || p.Same != 1 || p.Changed != 1 || p.Missing != 1 || p.Threads != 2 || len(p.Differing) != 2 {
		t.Fatalf("imported %+v, %v", p, err)
	}
	threads, err := to.s.Threads(ctx, to.ada, "")
	if err != nil || len(threads) != 2 || threads[0].Workspace != "brought" {
		t.Fatalf("it has the threads %+v, %v", threads, err)
	}
	for _, one := range threads {
		turn := thread(t, to.s, to.ada, one.ID).Turns[0]
		if turn.Withheld != strings.Contains(one.Title, "salary") {
			t.Errorf("%s: %+v", one.Title, turn)
		}
		if !turn.Withheld && turn.Answer.Bullets[0].Text != leave.Bullets[0].Text {
			t.Errorf("the answer is %+v", turn.Answer.Bullets)
		}
	}
	// One who may not read a file is given no right to it by what was brought.
	if _, err := to.s.ImportWorkspace(ctx, to.bob, bytes.NewReader(out.Bytes()), "", nil); err != nil {
		t.Fatal(err)
	}
	if w := to.ws(to.s.Workspace(ctx, to.bob, "pay")); w.Coverage.InScope != 1 {
		t.Errorf("bob has %+v", w.Coverage)
	}
	for what, b := range map[string][]byte{
		"cut off": out.Bytes()[:out.Len()/2], "empty": nil, "no tar": []byte(strings.Repeat("x", 2000)),
		"changed": bytes.Replace(slices.Clone(out.Bytes()), []byte("34 weeks"), []byte("94 weeks"), 1),
	} {
		_, err := to.s.ImportWorkspace(ctx, to.ada, bytes.NewReader(b), "bad", nil)
		to.refused(what, err, spar.Invalid, "no whole export")
	}
	// Where its share is not here, or was never scanned, that is said with what helps.
	for _, err := range to.s.Scan(ctx, owner, api.ScanRequest{}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := to.s.RenameShare(ctx, owner, "docs", "papers"); err != nil {
		t.Fatal(err)
	}
	want := []spar.Remedy{{Do: spar.AddShare, Name: "docs"}}
	if p, err := to.s.ImportWorkspace(ctx, to.ada, bytes.NewReader(out.Bytes()), "elsewhere", nil); err != nil || p.Missing != 3 || !slices.Equal(p.Do, want) || !strings.Contains(strings.Join(p.Notes, "\n"), `3 files are of the share "docs", which is not here`) {
		t.Errorf("imported where its share is not: %+v, %v", p, err)
	}
}
