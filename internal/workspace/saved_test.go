package workspace

import (
	"os/user"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

func parsed(t *testing.T, text string) spar.Scope {
	t.Helper()
	s, err := scope.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSaved(t *testing.T) { dbtest.Each(t, testSaved) }

func testSaved(t *testing.T) {
	ctx, w := t.Context(), open(t)
	save := func(who spar.Principal, name, text string) error {
		_, err := w.Save(ctx, who, name, parsed(t, text))
		return err
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	fails := func(err error, code spar.Code, part string) {
		t.Helper()
		if spar.CodeOf(err) != code || !strings.Contains(err.Error(), part) {
			t.Errorf("%v, want %s with %q", err, code, part)
		}
	}
	must(save(ada, "pdf", "type:pdf"))
	must(save(ada, "new", "@pdf modified:2020.. or type:docx"))
	must(save(bob, "pdf", "type:html"))
	fails(save(ada, "loop", "tag:x or -(@loop)"), spar.Conflict, "refers to itself")
	fails(save(ada, "pdf", "@new"), spar.Conflict, "refers to itself")
	fails(save(ada, "x", "@nosuch"), spar.NotFound, `no saved scope "nosuch"`)
	fails(save(ada, "x", "@uid:1001/pdf"), spar.NotFound, "no saved scope")
	fails(save(ada, "a/b", "type:pdf"), spar.Invalid, "cannot name")
	fails(save(ada, "x", ""), spar.Invalid, "every file")

	// An unshared scope does not exist for others, nor do the scopes that it uses.
	_, err := w.ShareSaved(ctx, ada, "new", true)
	fails(err, spar.Conflict, "which is not shared")
	for _, name := range []string{"pdf", "new"} {
		_, err := w.ShareSaved(ctx, ada, name, true)
		must(err)
	}
	shelf, err := w.Shelf(ctx)
	must(err)
	if n := len(shelf.For(bob)); n != 3 {
		t.Errorf("bob may use %d scopes", n)
	}
	sc := parsed(t, "@uid:1000/new or @pdf")
	_, err = shelf.Expand(bob, "", sc)
	must(err)
	var meant []string
	var walk func(spar.Scope)
	walk = func(s spar.Scope) {
		for c := range scope.Leaves(s) {
			if meant = append(meant, scope.PrintConstraint(*c)); c.Key == spar.Saved {
				walk(c.Any[0])
			}
		}
	}
	walk(sc)
	if got := strings.Join(meant, " "); got != "@uid:1000/new @pdf type:pdf modified:2020.. type:docx @pdf type:html" {
		t.Errorf("it means %s", got)
	}
	_, err = w.ShareSaved(ctx, bob, "uid:1000/pdf", false)
	fails(err, spar.Invalid, "another's")
	_, err = w.ShareSaved(ctx, ada, "pdf", false)
	must(err)
	shelf, err = w.Shelf(ctx)
	must(err)
	_, err = shelf.Expand(bob, "", parsed(t, "type:html @uid:1000/new"))
	fails(err, spar.NotFound, `in @uid:1000/new: there is no saved scope "pdf"`)

	// References follow.
	_, err = w.Create(ctx, ada, "ws", parsed(t, "-(@pdf tag:x)"), "")
	must(err)
	_, err = w.Create(ctx, bob, "ws", parsed(t, "@pdf @uid:1000/new"), "")
	must(err)
	must(w.RenameSaved(ctx, ada, "pdf", "portable"))
	must(w.RenameSaved(ctx, ada, "new", "recent"))
	for who, want := range map[*spar.Principal]string{&ada: "-(@portable tag:x)", &bob: "@pdf @uid:1000/recent"} {
		if ws, err := w.Get(ctx, *who, "ws"); err != nil || scope.Print(ws.Scope) != want {
			t.Errorf("%s has %s, %v", who.Name, scope.Print(ws.Scope), err)
		}
	}
	fails(w.RenameSaved(ctx, ada, "portable", "recent"), spar.Conflict, "already")
	_, err = w.DeleteSaved(ctx, ada, "portable")
	fails(err, spar.Conflict, "the workspace ws")
	if one, err := w.DeleteSaved(ctx, ada, "recent"); err != nil || scope.Print(one.Scope) != "@portable modified:2020.. or type:docx" {
		t.Errorf("%+v, %v", one, err)
	}

	must(save(ada, "tagged", "tag:Old or share:s +file:s:a"))
	_, saved, err := w.Naming(ctx, []string{"tag"}, func(v string) bool { return v == "Old" })
	if err != nil || len(saved) != 1 || saved[0].Name != "tagged" {
		t.Errorf("%v, %v", saved, err)
	}
}

// TestOwnersByName: somebody's shared scope is found by the name of their account, as by its number, and follows a new name.
func TestOwnersByName(t *testing.T) {
	account, err := user.LookupId("0")
	if err != nil {
		t.Skip("this machine has no account 0")
	}
	ctx, w := t.Context(), open(t)
	chief := spar.Principal{Name: account.Username}
	if _, err := w.Save(ctx, chief, "recent", parsed(t, "modified:2024..")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.ShareSaved(ctx, chief, "recent", true); err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]bool{"uid:0/recent": true, account.Username + "/recent": true, "uid:1/recent": false, "nobody-knows-them/recent": false, "person:" + account.Username + "/recent": false} {
		shelf, err := w.Shelf(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if one, err := shelf.Get(ada, ref); (err == nil) != want || want && one.Name != "recent" {
			t.Errorf("%s: %+v, %v", ref, one, err)
		}
	}
	if _, err := w.Save(ctx, chief, "pdfs", parsed(t, "@"+account.Username+"/recent type:pdf")); err != nil {
		t.Fatal(err)
	}
	if _, err := w.DeleteSaved(ctx, chief, "recent"); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("a scope that another one names was deleted: %v", err)
	}
	for text, want := range map[string]string{"3/2": "3", "uid:0/3/2": "uid:0/3", account.Username + "/3/2": account.Username + "/3", account.Username + "/3": account.Username + "/3"} {
		if got, _, err := ParseTurn(text); err != nil || got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
}

// TestSavedBomb: references to references do not grow without end.
func TestSavedBomb(t *testing.T) {
	ctx, w := t.Context(), open(t)
	last := "type:pdf"
	for i := range 20 {
		name := strings.Repeat("x", i+1)
		if _, err := w.Save(ctx, ada, name, parsed(t, last)); err != nil {
			if spar.CodeOf(err) != spar.Invalid || i < 8 {
				t.Fatal(i, err)
			}
			return
		}
		last = "@" + name + " or -@" + name
	}
	t.Error("a million references were followed")
}
