package service_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestModels adds a model, uses it and goes back, as the owner alone may.
func TestModels(t *testing.T) {
	ctx := t.Context()
	s, h := open(t, letters)
	h.Scanned()
	ask(t, s, owner, api.Question{Question: howMany})
	folder := filepath.Join("..", "embed", "testdata", "parity", "mpnet")
	m, err := s.AddModel(ctx, owner, folder, "other")
	if err != nil || m.Name != "other" || m.Kind != "encoder" {
		t.Fatalf("added %+v, %v", m, err)
	}
	inUse := func() (name string) {
		t.Helper()
		list, err := s.Models(ctx, owner)
		if err != nil || len(list.Models) != 3 || list.Models[2].Kind != "light" {
			t.Fatalf("%+v, %v", list, err)
		}
		for _, m := range list.Models {
			if m.InUse {
				name += m.Name
			}
		}
		return name
	}
	if got := inUse(); got != "precise" {
		t.Errorf("in use at first: %s", got)
	}
	used, err := s.UseModel(ctx, owner, "other", false, nil)
	if err != nil || used.Model != "other" || used.Embedded == 0 || used.Overruled || inUse() != "other" {
		t.Errorf("used %+v, %v", used, err)
	}
	if used, err = s.UseModel(ctx, owner, "precise", true, nil); err != nil || used.Embedded != 0 || !slices.Equal(used.Behind, []string{"other"}) {
		t.Errorf("used at once %+v, %v", used, err)
	}
	if used, err = s.RevertModel(ctx, owner); err != nil || used.Model != "other" || inUse() != "other" {
		t.Errorf("back to %+v, %v", used, err)
	}
	for _, tc := range []struct {
		what string
		code spar.Code
		do   func() error
	}{
		{"a taken name", spar.Conflict, func() error { _, err := s.AddModel(ctx, owner, folder, "other"); return err }},
		{"a reserved name", spar.Invalid, func() error { _, err := s.AddModel(ctx, owner, folder, "precise"); return err }},
		{"a folder", spar.Invalid, func() error { _, err := s.UseModel(ctx, owner, folder, true, nil); return err }},
		{"no model", spar.NotFound, func() error { _, err := s.UseModel(ctx, owner, "othre", true, nil); return err }},
		{"too few vectors", spar.Invalid, func() error { _, err := s.FitLight(ctx, owner, service.LightFitting{}); return err }},
	} {
		if err := tc.do(); spar.CodeOf(err) != tc.code {
			t.Errorf("%s: %v", tc.what, err)
		}
	}
}
