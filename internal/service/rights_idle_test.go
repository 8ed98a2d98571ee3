package service_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
)

// TestIdlePaths: a table of rights that names a folder where no file lies says so, with the folder that was likely meant.
func TestIdlePaths(t *testing.T) {
	s, h := open(t, map[string]string{"archive/loans.md": "# Loans\n\nA loan is 60 days.\n", "news/a.md": "# News\n\nNone.\n"})
	h.Scanned()
	line := func(path, right string) api.RightsLine {
		return api.RightsLine{Path: api.PathOf(path), Principal: "everyone", Right: right}
	}
	lines := []api.RightsLine{line(".", "allow"), line("Archive", "deny"), line("news", "deny"), line("archive/loans.md", "allow"), line("zzz/yyyyyyyyyy", "deny")}
	trial, err := s.TryRights(t.Context(), enginetest.All, api.RightsPlan{Name: "docs", Rights: "table", Lines: &lines})
	if err != nil || len(trial.Idle) != 2 {
		t.Fatalf("%+v, %v", trial.Idle, err)
	}
	if one := trial.Idle[0]; one.Name != "Archive" || one.Meant == nil || one.Meant.Name != "archive" {
		t.Errorf("Archive: %+v", one)
	}
	if one := trial.Idle[1]; one.Name != "zzz/yyyyyyyyyy" || one.Meant != nil {
		t.Errorf("what is like nothing: %+v", one)
	}
}
