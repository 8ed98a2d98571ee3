package service

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// pendingFor are the proposals that somebody is shown.
func pendingFor(t *testing.T, s *Service, who spar.Principal) (list []string) {
	t.Helper()
	for p, err := range s.Pending(t.Context(), who, api.PendingQuery{}) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p.Path.Name+" "+p.Tag)
	}
	return list
}

// TestIdleProposals: SPAR proposes tags in idle time for old and new files, within the budget. Only people who see all files get these
// proposals.
func TestIdleProposals(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"telescope.txt": "a", "soup.txt": "b"}, nil)
	h.Scanned()
	s, ctx := New(h.Opened, Options{}), t.Context()
	owner := spar.Principal{All: true}
	if n, err := s.proposeIdly(ctx, 10); n != 0 || err != nil {
		t.Fatalf("without tags %d files were looked at: %v", n, err)
	}
	if _, err := s.AddTag(ctx, owner, api.NewTag{Name: "Telescope"}); err != nil {
		t.Fatal(err)
	}
	if s.idleProposals(0) != nil {
		t.Error("a budget of 0 does not switch proposals off")
	}
	idle := s.idleProposals(1)
	for i, want := range []int{1, 0} {
		if n, err := idle(ctx); n != want || err != nil {
			t.Errorf("turn %d looked at %d files, not %d: %v", i, n, want, err)
		}
	}
	rest := func(want int) {
		t.Helper()
		if n, err := s.proposeIdly(ctx, 10); n != want || err != nil {
			t.Errorf("%d files were looked at, not %d: %v", n, want, err)
		}
	}
	rest(1)
	rest(0)
	if got := fmt.Sprint(pendingFor(t, s, owner)); got != "[telescope.txt Telescope]" {
		t.Errorf("proposed are %s", got)
	}
	if got := pendingFor(t, s, spar.Principal{Name: "ann", Account: "ann", Served: true, Role: spar.Curator}); got != nil {
		t.Errorf("a curator who does not see all is shown %v", got)
	}
	if err := os.WriteFile(filepath.Join(h.Root, "telescope two.txt"), []byte("c"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	rest(1)
	rest(0)
	if got := len(pendingFor(t, s, owner)); got != 2 {
		t.Errorf("after a file arrived %d proposals wait, not 2", got)
	}
	if _, err := s.Review(ctx, owner, "docs:telescope.txt", "Telescope", spar.Rejected); err != nil {
		t.Fatal(err)
	}
	rest(0)
}

// TestLearnedIsKept: chances are fitted to judgements once, and again where many were added or where the asker may not read all that had a
// part in it.
func TestLearnedIsKept(t *testing.T) {
	files := map[string]string{}
	for i := range 60 {
		name := "soup"
		if i%2 == 0 {
			name = "telescope"
		}
		files[fmt.Sprintf("%s %d.txt", name, i)] = "x"
	}
	dir := ""
	h := enginetest.Open(t, files, func(o *engine.Options) { dir = o.Dir })
	h.Scanned()
	s, ctx := New(h.Opened, Options{}), t.Context()
	owner := spar.Principal{All: true}
	for _, name := range []string{"Telescope", "Soup"} {
		if _, err := s.AddTag(ctx, owner, api.NewTag{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	all := api.Suggesting{Target: api.Target{Scope: "path:**"}, Least: .0001}
	propose := func(want int) {
		t.Helper()
		out, err := s.Propose(ctx, owner, all)
		if err != nil || out.Learned != want {
			t.Errorf("the chances were fitted to %d judgements, not %d: %v", out.Learned, want, err)
		}
	}
	propose(0)
	judge := func(tag string, from, to int) {
		t.Helper()
		for i := from; i < to; i++ {
			name, review := "soup", spar.Rejected
			if i%2 == 0 {
				name = "telescope"
			}
			if (name == "telescope") == (tag == "Telescope") {
				review = spar.Accepted
			}
			if _, err := s.Review(ctx, owner, fmt.Sprintf("docs:%s %d.txt", name, i), tag, review); err != nil && review == spar.Accepted {
				t.Fatal(err)
			}
		}
	}
	judge("Telescope", 0, 60)
	judge("Soup", 1, 50)
	out, err := s.Propose(ctx, owner, all)
	if err != nil {
		t.Fatal(err)
	}
	fitted := out.Learned
	if fitted < fewLearned {
		t.Fatalf("nothing is learnt: %+v", out)
	}
	kept, err := filepath.Glob(filepath.Join(dir, "learned", "*.json"))
	if err != nil || len(kept) != 1 {
		t.Fatalf("kept are %v: %v", kept, err)
	}
	judge("Soup", 50, 52)
	propose(fitted) // few more judgements
	v, err := s.view(ctx, owner)
	if err != nil {
		t.Fatal(err)
	}
	p, err := s.engine.Proposer(ctx, v.who, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := p.Learned(owner.Owner(), 2*fitted); ok {
		t.Error("twice as many judgements change nothing")
	}
	if err := os.Chmod(filepath.Join(h.Root, "soup 1.txt"), 0o600); err != nil {
		t.Fatal(err)
	}
	h.Scanned()
	other, err := s.engine.Proposer(ctx, spar.Principal{Name: "ann", UID: 4242, Account: "ann", Served: true, Role: spar.Curator}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := other.Learned(owner.Owner(), fitted); ok {
		t.Error("what was fitted to files that somebody may not read is theirs")
	}
}
