package service_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

var operator = spar.Principal{Name: "olga", UID: 4_000_002, Served: true, Role: spar.Operator}

// TestRelativeFolders begin nowhere: the server's own folder is nobody's share.
func TestRelativeFolders(t *testing.T) {
	s, _ := open(t, letters)
	for _, folder := range []string{"", ".", "docs", "../etc"} {
		_, _, added := s.AddShare(t.Context(), owner, api.NewShare{Name: "more", Folder: folder})
		for what, err := range map[string]error{"adding": added, "relocating": s.RelocateShare(t.Context(), owner, "docs", folder)} {
			if spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "no complete path") {
				t.Errorf("%s %q: %v", what, folder, err)
			}
		}
	}
}

// TestOperators keep shares, and others do not.
func TestOperators(t *testing.T) {
	s, h := open(t, letters)
	text := func(t string) *string { return &t }
	folder := filepath.Join(t.TempDir(), "more")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		name string
		do   func(who spar.Principal) error
	}{
		{"add", func(who spar.Principal) error {
			_, _, err := s.AddShare(t.Context(), who, api.NewShare{Name: "more", Folder: folder})
			return err
		}},
		{"rename", func(who spar.Principal) error { _, err := s.RenameShare(t.Context(), who, "more", "other"); return err }},
		{"relocate", func(who spar.Principal) error { return s.RelocateShare(t.Context(), who, "other", folder) }},
		{"ignore", func(who spar.Principal) error {
			i, err := s.Ignore(t.Context(), who, api.IgnoreEdit{Share: "docs", Rules: []string{"*.tmp"}})
			if err == nil && !slices.Equal(i.Rules, []string{"*.tmp"}) {
				t.Errorf("the rules are %v", i.Rules)
			}
			return err
		}},
		{"limits", func(who spar.Principal) error {
			l, err := s.Limits(t.Context(), who, api.LimitsEdit{Share: "docs", Bytes: text("20MB"), Hours: text("19-7"), Interval: text("30m")})
			if err == nil && (l.Bytes != 20e6 || l.Hours != "19-7" || l.Interval != 1800 || l.Offline != "auto") {
				t.Errorf("the limits are %+v", l)
			}
			return err
		}},
		{"scan", func(who spar.Principal) error {
			list, err := all(s.Scan(t.Context(), who, api.ScanRequest{What: []string{"docs"}}))
			if n := len(list); err == nil && (n == 0 || list[n-1].Scan == nil || list[n-1].Scan.Added != 2) {
				t.Errorf("the scan is %+v", list)
			}
			return err
		}},
		{"watch", func(who spar.Principal) error {
			list, err := all(s.Watch(t.Context(), who, api.WatchRequest{Shares: []string{"docs"}, Once: true}))
			if err == nil && (len(list) != 1 || list[0].Event != api.WatchScanned || list[0].Seen != 2) {
				t.Errorf("the watch is %+v", list)
			}
			return err
		}},
	} {
		for _, who := range []spar.Principal{reader, curator} {
			if err := tc.do(who); spar.CodeOf(err) != spar.Invalid {
				t.Errorf("%s: %s gets %v", tc.name, who.Name, err)
			}
		}
		if err := tc.do(operator); err != nil {
			t.Errorf("%s: %v", tc.name, err)
		}
	}
	for _, edit := range []api.LimitsEdit{{Bytes: text("fast")}, {Opens: text("-1")}, {Names: text("NaN")}, {Hours: text("25-3")}, {Offline: text("tape")}, {Interval: text("1ms")}} {
		edit.Share = "docs"
		if _, err := s.Limits(t.Context(), operator, edit); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%+v: %v", edit, err)
		}
	}
	one, err := s.Share(t.Context(), operator, "docs")
	if err != nil || one.Root.Name != h.Root || one.States[spar.Unread] != 2 || !one.Reachable || one.Scanned == "" {
		t.Errorf("the operator sees %+v, %v", one, err)
	}
	if one, err = s.Share(t.Context(), reader, "docs"); err != nil || one.Root != (api.Path{}) || one.States[spar.Unread] != 2 {
		t.Errorf("the reader sees %+v, %v", one, err)
	}
	if err := os.RemoveAll(h.Root); err != nil {
		t.Fatal(err)
	}
	if one, err = s.Share(t.Context(), reader, "docs"); err != nil || one.Reachable || one.Trouble != "it cannot be reached now" {
		t.Errorf("of a share that is gone the reader sees %+v, %v", one, err)
	}
}

// TestOperatorsKnowNoFiles: neither ignored names nor scans tell an operator of a share about files that they may not read.
func TestOperatorsKnowNoFiles(t *testing.T) {
	s, h := open(t, map[string]string{"hr/Thumbs.db": "litter"})
	if _, err := s.Ignore(t.Context(), owner, api.IgnoreEdit{Share: "docs", Clear: true}); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	if _, err := s.SetAttributes(t.Context(), owner, api.Target{Files: []string{"docs:hr/Thumbs.db"}}, []api.KeyValue{{Key: "client", Value: "Ada"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Ignore(t.Context(), operator, api.IgnoreEdit{Share: "docs", Default: true}); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	for _, who := range []spar.Principal{owner, operator} {
		i, err := s.Ignore(t.Context(), who, api.IgnoreEdit{Share: "docs"})
		if err != nil || len(i.Default) == 0 || (len(i.Kept) == 1) != who.May(spar.CanAdminister) {
			t.Errorf("%s is told %+v, %v", who.Name, i, err)
		}
	}
	list, err := all(s.Scan(t.Context(), operator, api.ScanRequest{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		if e.Path != nil || e.Scan != nil && e.Scan.Problems != nil || e.Tagging != nil && (e.Tagging.Trouble != nil || e.Tagging.Missing != nil) {
			t.Errorf("a scan tells %+v", e)
		}
	}
}

// TestUpkeep: what the owner is told of a data directory in good order, and what comes out of a backup of it.
func TestUpkeep(t *testing.T) {
	s, h := open(t, letters)
	h.Scanned()
	ask(t, s, owner, api.Question{Question: howMany})
	if st, err := s.Status(t.Context(), operator); err != nil || st.Store == nil || st.Store.Segments != 2 || st.Data == nil || len(st.Shares) != 1 {
		t.Errorf("the operator's status is %+v, %v", st, err)
	}
	if c, err := s.Check(t.Context(), owner); err != nil || c.Files != 2 || c.Segments != 2 || len(c.Flaws) > 0 {
		t.Errorf("the check is %+v, %v", c, err)
	}
	if c, err := s.CheckStore(t.Context(), owner); err != nil || c.Segments != 2 || len(c.Faults) > 0 {
		t.Errorf("the check of the store is %+v, %v", c, err)
	}
	// A question is being answered while the backup is made.
	mark, err := h.Mark()
	if err != nil {
		t.Fatal(err)
	}
	asked, _, err := h.Workspaces.Begin(t.Context(), owner, workspace.Beginning{Keep: true, At: time.Now(), Question: howMany, Mark: mark})
	if err != nil {
		t.Fatal(err)
	}
	to := filepath.Join(t.TempDir(), "backup")
	b, err := s.Backup(t.Context(), owner, to, "test")
	if err != nil || b.Manifest.Program != "test" || len(b.Manifest.Files) == 0 {
		t.Errorf("the backup is %+v, %v", b, err)
	}
	dir := filepath.Join(t.TempDir(), "data")
	if missing, err := service.Missing(t.Context(), dir, ""); err != nil || missing == nil {
		t.Errorf("before the restore %+v is missing, %v", missing, err)
	}
	if r, err := service.RestoreBackup(t.Context(), to, dir, ""); err != nil || len(r.Manifest.Files) != len(b.Manifest.Files) || len(r.Missing)+len(r.Notes) > 0 {
		t.Errorf("restored %+v, %v", r, err)
	}
	if missing, err := service.Missing(t.Context(), dir, ""); err != nil || missing != nil {
		t.Errorf("after it %+v is missing, %v", missing, err)
	}
	restored, err := engine.Open(t.Context(), engine.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	// Nobody answers it where the backup is restored, not even by what its tables alone say.
	turns, err := restored.Workspaces.Turns(t.Context(), asked, func(string, time.Time) bool { return true })
	if err = errors.Join(err, restored.Close()); err != nil || len(turns) != 1 || turns[0].State != workspace.Interrupted {
		t.Errorf("the question is %+v, %v", turns, err)
	}
	if r, err := s.Reread(t.Context(), operator, api.Target{Files: []string{"docs:hr/leave.md"}}); err != nil || r.Files != 1 {
		t.Errorf("%+v are read again, %v", r, err)
	}
	for name := range letters {
		if err := os.Remove(filepath.Join(h.Root, name)); err != nil {
			t.Fatal(err)
		}
	}
	h.Scanned()
	if p, err := s.Purge(t.Context(), owner, api.PurgeRequest{Now: true}); err != nil || p.Segments != 2 {
		t.Errorf("purged %+v, %v", p, err)
	}
}
