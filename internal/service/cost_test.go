package service_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// TestCost compares two workspaces that have a file in common, and says the same when all files were read before.
func TestCost(t *testing.T) {
	ctx := t.Context()
	files := map[string]string{}
	for i := range 40 {
		files[fmt.Sprintf("d%d/f%02d.md", i%2, i)] = fmt.Sprintf("# Title %d\n\nThe door %d has the password %d, which is kept in the safe.\n", i, i, i)
	}
	s, h := open(t, files)
	h.Scanned()
	if _, err := s.Cost(ctx, owner, api.CostRequest{}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("without workspaces: %v", err)
	}
	for name, scope := range map[string]string{"even": "path:d0/**", "few": "name:f0*"} {
		if _, err := s.CreateWorkspace(ctx, owner, api.NewWorkspace{Name: name, Scope: scope}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for range 2 {
		c, err := s.Cost(ctx, owner, api.CostRequest{Sample: 30, Questions: 5})
		if err != nil {
			t.Fatal(err)
		}
		if c.Files != 40 || len(c.Workspaces) != 2 || c.Unique != 25 || math.Abs(c.Duplicates-30./25) > 1e-9 || c.Sampled != 30 || c.Passages != 1 {
			t.Errorf("it counts %+v", c)
		}
		if !(c.ReadSeconds > 0 && c.Embed > 0 && c.Compare > 0 && math.Abs(c.Process-c.ReadSeconds-c.Passages*c.Embed) < 1e-12) {
			t.Errorf("it measures %+v", c)
		}
		build := c.Lines[0]
		if build.What != "building" || !(build.Ordinary >= 40*c.Process && build.Paper >= 30*c.Process && math.Abs(build.Here-25*c.ReadSeconds) < 1e-12) {
			t.Errorf("building: %+v", build)
		}
	}
	if c, err := s.Cost(ctx, owner, api.CostRequest{Scope: "path:d1/**", Sample: 5}); err != nil || len(c.Workspaces) != 1 || c.Workspaces[0].Selectivity != .5 {
		t.Errorf("of a scope: %+v, %v", c.Workspaces, err)
	}
	if _, err := s.Cost(ctx, owner, api.CostRequest{Sample: -1}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a sample of less than nothing: %v", err)
	}
}
