package service_test

import (
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestTrashCountsOnesOwn: the numbers of somebody's trash are the same whatever others have removed, and mean their own things.
func TestTrashCountsOnesOwn(t *testing.T) {
	ctx := t.Context()
	ada := spar.Principal{Name: "ada", UID: 4_000_001, Served: true, Role: spar.Curator}
	bob := spar.Principal{Name: "bob", UID: 4_000_002, Served: true, Role: spar.Curator}
	var before []string
	for _, others := range []int{0, 3} {
		h := enginetest.Open(t, map[string]string{"a.md": "# A\n\nText.\n"}, nil)
		h.Scanned()
		s := service.New(h.Opened, service.Options{})
		must := func(id string, err error) string {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		remove := func(who spar.Principal, name string) []string {
			t.Helper()
			_, err := s.AddTag(ctx, who, api.NewTag{Name: name})
			must("", err)
			tag, err := s.RemoveTag(ctx, who, name)
			must("", err)
			_, err = s.CreateWorkspace(ctx, who, api.NewWorkspace{Name: name, Scope: "type:md"}, nil)
			must("", err)
			ws, err := s.DeleteWorkspace(ctx, who, name)
			return []string{tag.ID, must(ws.ID, err)}
		}
		for range others {
			remove(ada, "of ada")
		}
		got := remove(bob, "first")
		for range others {
			remove(ada, "of ada")
		}
		got = append(got, remove(bob, "second")...)
		if others == 0 {
			before = got
		}
		for i, want := range []string{"tag-1", "ws-1", "tag-2", "ws-2"} {
			if got[i] != want || before[i] != want {
				t.Errorf("with %d of others bob's trash has %v", others, got)
			}
		}
		list, err := s.Trash(ctx, bob)
		if err != nil || len(list) != 4 {
			t.Fatalf("%+v %v", list, err)
		}
		for _, id := range []string{"tag-3", "ws-3", "share-1"} {
			if _, err := s.Restore(ctx, bob, id, ""); spar.CodeOf(err) != spar.NotFound || err.Error() != "the trash has no "+id {
				t.Errorf("%s: %v", id, err)
			}
		}
		// A number stays with its thing, and advice names it as bob does.
		if r, err := s.Restore(ctx, bob, "tag-2", ""); err != nil || r.Name != "second" {
			t.Errorf("%+v %v", r, err)
		}
		if _, err := s.AddTag(ctx, bob, api.NewTag{Name: "first"}); err != nil {
			t.Fatal(err)
		}
		_, err = s.Restore(ctx, bob, "tag-1", "")
		if do := spar.RemediesOf(err); len(do) == 0 || do[0].Name != "tag-1" {
			t.Errorf("restoring what is there again: %v %+v", err, do)
		}
		if r, err := s.Restore(ctx, bob, "ws-1", ""); err != nil || r.Name != "first" {
			t.Errorf("%+v %v", r, err)
		}
		if got := remove(bob, "third"); got[0] != "tag-3" || got[1] != "ws-3" {
			t.Errorf("the next are %v", got)
		}
	}
}
