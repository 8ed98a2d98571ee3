package service_test

import (
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// TestDwell: for how long a place was looked at stands beside its opening, and is kept of nothing that was not opened.
func TestDwell(t *testing.T) {
	ctx, tm := t.Context(), newTeam(t)
	s, ada := tm.s, tm.ada
	tm.ws(s.CreateWorkspace(ctx, ada, api.NewWorkspace{Name: "pay", Scope: "path:hr/**"}, nil))
	place := ask(t, s, ada, api.Question{Question: "how many weeks is parental leave?", Workspace: "pay"}).Citations[0].Open
	tm.refused("a place that nobody opened", s.Dwell(ctx, ada, "pay", place, 5), spar.NotFound, "not opened")
	dwelt := func() (list []int) {
		t.Helper()
		history, err := s.WorkspaceHistory(ctx, ada, "pay")
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range history {
			if h.Did == "open" {
				list = append(list, h.Dwelt)
			}
		}
		return list
	}
	for range 2 {
		if _, err := s.Open(ctx, ada, place, "pay"); err != nil {
			t.Fatal(err)
		}
	}
	for _, seconds := range []int{20, 15} { // away, and back
		if err := s.Dwell(ctx, ada, "pay", place, seconds); err != nil {
			t.Fatal(err)
		}
	}
	if got := dwelt(); len(got) != 2 || got[0]+got[1] != 35 || got[0]*got[1] != 0 {
		t.Errorf("looked at for %v, want 35 s once", got)
	}
	most := int(workspace.MostDwell.Seconds())
	if err := s.Dwell(ctx, ada, "pay", place, most); err != nil {
		t.Error(err)
	}
	if got := dwelt(); got[0]+got[1] != most {
		t.Errorf("looked at for %v, want %d s at most", got, most)
	}
	for _, bad := range []int{0, -1, most + 1} {
		tm.refused("no time", s.Dwell(ctx, ada, "pay", place, bad), spar.Invalid, "seconds")
	}
	// Who shares the workspace adds nothing to what another one opened.
	tm.ws(s.ShareWorkspace(ctx, ada, "pay", "nobody", "viewer"))
	tm.refused("another's opening", s.Dwell(ctx, tm.bob, ada.Owner()+"/pay", place, 5), spar.NotFound, "")
	tm.ws(s.KeepHistory(ctx, ada, "pay", "questions"))
	if err := s.Dwell(ctx, ada, "pay", place, 5); err != nil || len(dwelt()) != 0 {
		t.Errorf("where no openings are kept: %v, %v", err, dwelt())
	}
	if place == "" || !strings.Contains(place, ":") {
		t.Errorf("the place is %q", place)
	}
}
