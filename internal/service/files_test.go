package service_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// paths are those of the files of a listing, as somebody is told of them.
func paths(t *testing.T, s *service.Service, who spar.Principal, l api.Listing) string {
	t.Helper()
	list, err := all(s.Files(t.Context(), who, l))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range list {
		names = append(names, f.Path.Name)
	}
	return strings.Join(names, " ")
}

func TestFiles(t *testing.T) {
	s, h := open(t, map[string]string{"b/long.md": "A long text about gates.\n", "a.md": "Short.\n", "c.txt": "A text.\n", "odd.zq9": "\x00\x01"})
	h.Scanned()
	if _, err := all(s.Search(t.Context(), owner, api.Question{Question: "gates"})); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		l    api.Listing
		want string
	}{
		{api.Listing{}, "a.md b/long.md c.txt odd.zq9"},
		{api.Listing{Reverse: true, Limit: 2}, "odd.zq9 c.txt"},
		{api.Listing{Sort: "-path", Reverse: true, Limit: 1}, "a.md"},
		{api.Listing{Sort: "size"}, "odd.zq9 a.md c.txt b/long.md"},
		{api.Listing{Sort: "-size", Limit: 1, Scope: "type:markdown"}, "b/long.md"},
		{api.Listing{Sort: "name", Scope: "ext:md"}, "a.md b/long.md"},
		{api.Listing{Skipped: true}, "odd.zq9"},
	} {
		if got := paths(t, s, owner, tc.l); got != tc.want {
			t.Errorf("%+v lists %s, want %s", tc.l, got, tc.want)
		}
	}
	for l, part := range map[api.Listing]string{{Sort: "sise"}: `did you mean "size"`, {Limit: -1}: "must not be negative", {Scope: "share:none"}: "none"} {
		if _, err := all(s.Files(t.Context(), owner, l)); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%+v: %v", l, err)
		}
	}
	if c, err := s.Count(t.Context(), owner, api.Listing{Skipped: true, Limit: 1}); err != nil || len(c.States) != 1 {
		t.Errorf("%+v, %v", c, err)
	}
	for range s.Files(t.Context(), owner, api.Listing{}) {
		break // the rest is not asked for
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := all(s.Files(ctx, owner, api.Listing{})); err == nil {
		t.Error("the list of one who has gone has no error")
	}
}

// TestListedFiles: of a file that the owner of the data directory may list and not read they are told what its folder says of it.
func TestListedFiles(t *testing.T) {
	s, h := open(t, letters)
	keeper := spar.Principal{Name: "keeper", UID: 4_000_000, Operator: true} // of the data directory, and no superuser
	h.Scanned()
	if _, err := all(s.Search(t.Context(), owner, api.Question{Question: howMany})); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(h.Root, "hr/leave.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	list, err := all(s.Files(t.Context(), keeper, api.Listing{}))
	i := slices.IndexFunc(list, func(f api.File) bool { return f.Path.Name == "hr/leave.md" })
	if err != nil || i < 0 {
		t.Fatalf("%v, %v", list, err)
	}
	if f := list[i]; f.Hash != "" || f.State != string(spar.Denied) || !strings.Contains(f.Reason, "no right to read it") {
		t.Errorf("the keeper is told %+v", f)
	}
	if c, err := s.Count(t.Context(), keeper, api.Listing{}); err != nil || c.States[spar.Denied] != 1 {
		t.Errorf("the keeper is told %v, %v", c, err)
	}
	if got := paths(t, s, reader, api.Listing{}); got != "hr/travel.md" {
		t.Errorf("the reader is told of %s", got)
	}
	if _, err := s.File(t.Context(), reader, "leave.md", ""); spar.CodeOf(err) != spar.NotFound || strings.Contains(err.Error(), "mean") {
		t.Errorf("the reader looks for it: %v", err)
	}
	f, err := s.File(t.Context(), owner, filepath.Join(h.Root, "hr", "leave.md"), "type:pdf -name:x*")
	if err != nil || f.Hash == "" || f.Selected != "false" || len(f.Scope) != 2 {
		t.Errorf("the owner is told %+v, %v", f, err)
	}
	for who, want := range map[string]bool{reader.Name: false, "all": true} {
		of := map[string]spar.Principal{reader.Name: reader, "all": owner}[who]
		if r, err := s.Rights(t.Context(), owner, of, "leave.md"); err != nil || r.Allowed != want || r.Who != who || len(r.Why) == 0 && !want {
			t.Errorf("the rights of %s: %+v, %v", who, r, err)
		}
	}
}
