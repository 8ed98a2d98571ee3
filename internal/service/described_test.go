package service_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestChangedSchema changes the schema, and the rules that go by it, under a service that goes on. Each question goes by what
// the files say when it is asked; while one of them has a fault nothing is told of files.
func TestChangedSchema(t *testing.T) {
	dir := t.TempDir()
	names, rules := filepath.Join(dir, "schema.yaml"), filepath.Join(dir, "rules.yaml")
	write := func(file, text string, age time.Duration) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	write(names, "attributes:\n  hall: {type: text}\n", 3*time.Hour)
	write(rules, "rules: []\n", 3*time.Hour)
	h := enginetest.Open(t, letters, func(o *engine.Options) { o.Schema, o.Rules = names, rules })
	s := service.New(h.Scanned().Opened, service.Options{})
	ask(t, s, owner, api.Question{Question: howMany}) // reads them
	if _, err := s.SetAttributes(t.Context(), owner, api.Target{Files: []string{"docs:hr/leave.md"}}, []api.KeyValue{{Key: "hall", Value: "12"}}); err != nil {
		t.Fatal(err)
	}
	files := func(scope string) (list []string) {
		t.Helper()
		found, err := all(s.Files(t.Context(), owner, api.Listing{Scope: scope}))
		if err != nil {
			t.Errorf("%s: %v", scope, err)
		}
		for _, f := range found {
			list = append(list, f.Path.Name)
		}
		return list
	}
	want := []string{"hr/leave.md"}
	if got := files("hall:12"); !slices.Equal(got, want) {
		t.Fatalf("before: %s", got)
	}
	write(names, "attributes:\n  room: {type: number, synonyms: [hall]}\n", 2*time.Hour)
	if got := files("room:>11"); !slices.Equal(got, want) {
		t.Errorf("another schema: %s", got)
	}
	write(rules, "rules:\n  - name: travels\n    when: name:travel*\n    attributes: {hall: 3}\n", 2*time.Hour)
	h.Scanned()
	if got := files("room:<11"); !slices.Equal(got, []string{"hr/travel.md"}) {
		t.Errorf("a rule that goes by it: %s", got)
	}
	write(names, "attributes: 7\n", time.Hour)
	if _, err := s.Count(t.Context(), owner, api.Listing{}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a schema with a fault: %v", err)
	}
}
