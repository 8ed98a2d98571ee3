package measure

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The product ranks as the reference does where there is one right answer, also from an earlier run's data.
func TestBM25(t *testing.T) {
	for name, want := range map[string]map[string]string{
		"tiny":  {"leave": "hr/leave.md", "receipt": "hr/travel.txt", "password": "it/passwords.md"},
		"lines": {"q1": "a", "q2": "3"},
	} {
		set, err := Load("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		var before BuildStats
		for round, scoped := range []bool{false, true, true} {
			system := newStored()
			stats, err := system.Build(t.Context(), set, dir)
			if err != nil {
				t.Fatal(err)
			}
			if found := stats.Earlier > 0; found != (round > 0) {
				t.Errorf("%s, round %d: what was made earlier took %v", name, round, stats.Earlier)
			}
			stats.Earlier = 0
			if round == 0 {
				before = stats
			}
			if diff := cmp.Diff(before, stats); diff != "" || stats.Documents != 3 || stats.Passages < 3 {
				t.Errorf("%s: %+v, %s", name, stats, diff)
			}
			for _, q := range set.Queries {
				if want[q.ID] == "" {
					continue
				}
				if !scoped {
					q.Scope = nil
				}
				ranked, _, err := system.Search(t.Context(), q)
				if err != nil {
					t.Fatal(err)
				}
				if len(ranked) == 0 || ranked[0].Doc != want[q.ID] {
					t.Errorf("%s, %s: %v", name, q.ID, ranked)
				}
				for _, r := range ranked {
					if name == "tiny" && !q.Scope.Holds(r.Doc, set.Tags(r.Doc), 0) {
						t.Errorf("%s is outside of the scope of %s", r.Doc, q.ID)
					}
				}
			}
			if err := system.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestBM25ClosesAfterAFailedBuild(t *testing.T) {
	set, err := Load("testdata/tiny")
	if err != nil {
		t.Fatal(err)
	}
	system := newStored()
	if _, err := system.Build(t.Context(), set, "/dev/null/none"); err == nil {
		t.Error("built where nothing can be written")
	}
	if err := system.Close(); err != nil {
		t.Error(err)
	}
}
