package service_test

import (
	"os"
	"os/user"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestWhoSawAFile: the trail says who opened, found or was cited a file, also one that is gone, and what an archive of its name holds.
func TestWhoSawAFile(t *testing.T) {
	ctx := t.Context()
	s, _ := open(t, map[string]string{"a.txt": "The gate opens at seven."})
	owner, err := s.Process()
	if err != nil {
		t.Fatal(err)
	}
	owner.Operator = true
	now := time.Now().UTC()
	entry := func(who, operation string, files ...string) api.AuditEntry {
		return api.AuditEntry{At: now, Who: who, Via: "api", Operation: operation, Outcome: "done", Files: files}
	}
	me := "uid:" + strconv.Itoa(os.Getuid())
	if err := s.Record(ctx,
		entry("person:ada", "ask", "docs:hr/pay.pdf#page=3", "docs:hr/leave.pdf#page=1"), entry("person:bob", "open", "docs:hr/pay.pdf.old#page=3"),
		entry(me, "view", "docs:hr/all.zip!/pay.pdf#page=1"), entry("person:ada", "open", "hr:hr/pay.pdf"), entry("person:bob", "original", "docs:hr/pay.pdf"),
	); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		q    api.AuditQuery
		want []string
	}{
		{api.AuditQuery{File: "docs:hr/pay.pdf"}, []string{"bob original", "ada ask"}},
		{api.AuditQuery{File: "docs:hr/pay.pdf", Since: "7d", Who: "ada"}, []string{"ada ask"}},
		{api.AuditQuery{File: "docs:hr/pay.pdf", Until: "7d"}, nil},
		{api.AuditQuery{File: "docs:hr/all.zip", OldestFirst: true}, []string{service.Called(me) + " view"}},
		{api.AuditQuery{File: "docs:hr/none.pdf"}, nil},
		{api.AuditQuery{Who: "person:bob"}, []string{"bob original", "bob open"}},
		{api.AuditQuery{Who: "bo"}, nil},
		{api.AuditQuery{Kind: "questions"}, []string{"ada ask"}},
		{api.AuditQuery{Kind: "rights"}, nil},
		{api.AuditQuery{Find: "GEÖFFNET pay", Language: "de"}, []string{"ada open", "bob open"}},
		{api.AuditQuery{Find: "opened bob"}, []string{"bob open"}},
		{api.AuditQuery{Find: "geöffnet"}, nil},
		{api.AuditQuery{Looks: true}, nil},
		{api.AuditQuery{Who: "person:bob", Until: now.Format(time.DateOnly)}, []string{"bob original", "bob open"}},
		{api.AuditQuery{Until: now.Add(-24 * time.Hour).Format(time.DateOnly)}, nil},
	} {
		list, err := all(s.Audit(ctx, owner, tc.q))
		var got []string
		for _, e := range list {
			got = append(got, e.Name+" "+e.Operation)
		}
		if err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%+v: %q, %v; want %q", tc.q, got, err, tc.want)
		}
	}
	if _, err := all(s.Audit(ctx, owner, api.AuditQuery{File: "pay.pdf"})); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a file without its share: %v", err)
	}
	if _, err := all(s.Audit(ctx, owner, api.AuditQuery{Kind: "everything"})); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "conversations") {
		t.Errorf("a kind that there is not: %v", err)
	}
	preview := entry("person:ada", "shareWorkspace")
	preview.About = []string{"dry_run=true", "name=Travel", "who=person:bob", "role=viewer"}
	if err := s.Record(ctx, preview); err != nil {
		t.Fatal(err)
	}
	for _, q := range []api.AuditQuery{{Kind: "workspaces", Deeds: true}, {Kind: "workspaces", Looks: true}} {
		if list, err := all(s.Audit(ctx, owner, q)); err != nil || len(list) > 0 != q.Looks {
			t.Errorf("a preview is no deed: %+v, %v, %v", q, list, err)
		}
	}
	if account, err := user.Current(); err == nil {
		if list, err := all(s.Audit(ctx, owner, api.AuditQuery{Who: account.Username})); err != nil || len(list) != 1 {
			t.Errorf("by the name of an account: %v, %v", list, err)
		}
	}
}
