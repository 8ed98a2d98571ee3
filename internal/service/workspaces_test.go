package service_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// TestWorkspaces: two people give a workspace the same name, and neither learns of the other's.
func TestWorkspaces(t *testing.T) {
	ctx := t.Context()
	s, h := open(t, letters)
	h.Scanned()
	for who, scope := range map[*spar.Principal]string{&reader: "path:hr/leave.md", &curator: ""} {
		w, err := s.CreateWorkspace(ctx, *who, api.NewWorkspace{Name: "mine", Scope: scope}, nil)
		if err != nil || w.Owner != who.Owner() || w.Scope != scope || w.Coverage.InScope == 0 {
			t.Fatalf("%s makes %+v, %v", who.Name, w, err)
		}
		if _, err := s.CreateWorkspace(ctx, *who, api.NewWorkspace{Name: "mine"}, nil); spar.CodeOf(err) != spar.Conflict {
			t.Errorf("%s makes it again: %v", who.Name, err)
		}
		if a := ask(t, s, *who, api.Question{Question: howMany, Workspace: "mine"}); a.Coverage.InScope != w.Coverage.InScope {
			t.Errorf("%s asks it: %+v", who.Name, a.Coverage)
		}
		if p, err := s.Open(ctx, *who, "1", "mine"); err != nil || p.Path.Name != "hr/leave.md" {
			t.Errorf("%s opens a citation of it: %+v, %v", who.Name, p, err)
		}
		list, err := s.Workspaces(ctx, *who)
		if err != nil || len(list) != 1 {
			t.Errorf("%s lists %+v, %v", who.Name, list, err)
		}
		w, err = s.Workspace(ctx, *who, "mine")
		if err != nil || w.Owner != who.Owner() || len(w.Asked) != 1 || w.Asked[0].Who != who.Owner() || len(w.Funnel) == 0 {
			t.Errorf("%s sees %+v, %v", who.Name, w, err)
		}
	}
	if list, err := s.Workspaces(ctx, owner); err != nil || len(list) != 2 {
		t.Errorf("the superuser lists %+v, %v", list, err)
	}
	if _, err := s.Workspace(ctx, owner, "mine"); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("the superuser names one of two: %v", err)
	}
	if w, err := s.Workspace(ctx, owner, curator.Owner()+"/mine"); err != nil || w.Owner != curator.Owner() {
		t.Errorf("the superuser sees %+v, %v", w, err)
	}
	if err := s.RenameWorkspace(ctx, reader, "mine", "leave"); err != nil {
		t.Fatal(err)
	}
	if w, err := s.EditWorkspace(ctx, reader, api.NewWorkspace{Name: "leave", Scope: "type:markdown"}, nil); err != nil || w.Scope != "type:markdown" || w.Coverage.InScope != 2 {
		t.Errorf("edited: %+v, %v", w, err)
	}
	for _, tc := range []struct {
		what string
		do   func() error
		code spar.Code
		part string
	}{
		{"nothing to edit", func() error { _, err := s.EditWorkspace(ctx, reader, api.NewWorkspace{Name: "leave"}, nil); return err }, spar.Invalid, "say which files"},
		{"no such encoder", func() error {
			_, err := s.EditWorkspace(ctx, reader, api.NewWorkspace{Name: "leave", Encoder: "none-such"}, nil)
			return err
		}, spar.NotFound, "none-such"},
		{"no such share", func() error {
			_, err := s.EditWorkspace(ctx, reader, api.NewWorkspace{Name: "leave", Scope: "share:x"}, nil)
			return err
		}, spar.NotFound, "x"},
		{"another's", func() error { _, err := s.Workspace(ctx, curator, "leave"); return err }, spar.NotFound, `no workspace "leave"`},
		{"nobody's", func() error { _, err := s.Workspace(ctx, curator, "leaf"); return err }, spar.NotFound, `no workspace "leaf"`},
		{"another's, to delete", func() error { _, err := s.DeleteWorkspace(ctx, curator, "leave"); return err }, spar.NotFound, `no workspace "leave"`},
	} {
		if err := tc.do(); spar.CodeOf(err) != tc.code || !strings.Contains(err.Error(), tc.part) {
			t.Errorf("%s: %v", tc.what, err)
		}
	}
	gone, err := s.DeleteWorkspace(ctx, reader, "leave")
	if err != nil || gone.Name != "leave" || gone.Asked != 1 {
		t.Fatalf("deleted %+v, %v", gone, err)
	}
	if _, err := s.Restore(ctx, curator, gone.ID, ""); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("another restores it: %v", err)
	}
	if r, err := s.Restore(ctx, reader, gone.ID, "mine"); err != nil || r.Name != "mine" {
		t.Errorf("restored %+v, %v", r, err)
	}
	if w, err := s.Workspace(ctx, curator, "mine"); err != nil || w.Owner != curator.Owner() {
		t.Errorf("the other one is %+v, %v", w, err)
	}
}
