package catalog

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/share"
	spar "github.com/sparsearch/spar/internal/spar"
)

// scanWith scans as its settings say.
func (h *house) scanWith() ScanReport {
	h.t.Helper()
	ctx := h.t.Context()
	settings, err := h.Settings(ctx, h.share)
	h.must(err)
	rules, _, err := share.ReadRules(h.share.Root, settings.Ignore, settings.Default...)
	h.must(err)
	o := ScanOptions{}
	if rules != nil {
		kept, err := h.Kept(ctx, h.share)
		h.must(err)
		rules.Keep(kept)
		o.Ignore, o.Litter = rules, rules.Litter
	}
	r, err := h.Scan(ctx, h.share, o)
	h.must(err)
	if !r.Complete || r.Seen != r.Added+r.Changed+r.Moved+r.Unchanged {
		h.t.Errorf("the counts do not add up: %+v", r)
	}
	return r
}

func (h *house) kept() (paths []string) {
	h.t.Helper()
	settings, err := h.Settings(h.t.Context(), h.share)
	h.must(err)
	for _, p := range settings.Kept {
		paths = append(paths, string(p))
	}
	return paths
}

func TestKeepLitter(t *testing.T) { dbtest.Each(t, testKeepLitter) }

func testKeepLitter(t *testing.T) {
	strange := ".git/objects/\xff\xfe"
	root := tree(t, map[string]string{"a.txt": "one", "Thumbs.db": "two", "d/Thumbs.db": "three", strange: "four", ".git/objects/b": "five", ".git/gone": "six", "rejected/.DS_Store": "seven", "mine.tmp": "eight"})
	h := openHouse(t, root)
	ctx := t.Context()
	if got, want := counts(h.scanWith()), "added 8 changed 0 moved 0 deleted 0 unchanged 0"; got != want {
		t.Errorf("without rules: %s, want %s", got, want)
	}
	h.say("T", spar.ByPerson, "", "Thumbs.db", ".git/gone", "mine.tmp")
	h.say("T", spar.ByRule, spar.Rejected, "rejected/.DS_Store")
	_, err := h.SetAttributes(ctx, []spar.Attribute{{File: h.files()[strange].ID, Key: "status", Value: spar.Value{Kind: spar.Text, Text: "final"}, Origin: spar.ByPerson}})
	h.must(err)
	h.must(os.Remove(filepath.Join(root, ".git/gone")))

	// Rules for litter take away files that nobody has tagged or described; a person's own rule takes away any file.
	h.must(h.ChangeSettings(ctx, h.share, func(s *Settings) error {
		s.Default, s.Ignore = share.Litter(), []string{"*.tmp"}
		return nil
	}))
	before := h.files()
	r := h.scanWith()
	if got, want := counts(r), "added 0 changed 0 moved 0 deleted 5 unchanged 3"; got != want || r.Kept != 2 {
		t.Errorf("with rules: %s, kept %d; want %s, kept 2", got, r.Kept, want)
	}
	now := []string{"Thumbs.db", strange}
	if got := h.kept(); len(got) != 2 || got[0]+got[1] != now[0]+now[1] && got[0]+got[1] != now[1]+now[0] {
		t.Errorf("kept are %q, want %q", got, now)
	}
	want := map[string]spar.File{"a.txt": before["a.txt"], "Thumbs.db": before["Thumbs.db"], strange: before[strange]}
	for range 2 {
		if diff := cmp.Diff(want, h.files()); diff != "" {
			t.Errorf("the files: %s", diff)
		}
		if got, want := counts(h.scanWith()), "added 0 changed 0 moved 0 deleted 0 unchanged 3"; got != want {
			t.Errorf("again: %s, want %s", got, want)
		}
	}

	// A file that loses its tags before the next scan goes at that scan.
	h.say("U", spar.ByPerson, "", "a.txt")
	h.must(h.ChangeSettings(ctx, h.share, func(s *Settings) error { s.Default = append(s.Default, "a.*"); return nil }))
	if got, want := counts(h.scanWith()), "added 0 changed 0 moved 0 deleted 0 unchanged 3"; got != want {
		t.Errorf("another rule: %s, want %s", got, want)
	}
	h.must(h.RemoveTag(ctx, "U"))
	if got, want := counts(h.scanWith()), "added 0 changed 0 moved 0 deleted 1 unchanged 2"; got != want {
		t.Errorf("a rule whose file lost its tag at once: %s, want %s", got, want)
	}
	h.must(h.ChangeSettings(ctx, h.share, func(s *Settings) error { s.Default = share.Litter(); return nil }))
	if got, want := counts(h.scanWith()), "added 1 changed 0 moved 0 deleted 0 unchanged 2"; got != want {
		t.Errorf("without the rule: %s, want %s", got, want)
	}

	// They are files like others: a change of one is seen, one that is deleted goes, and so does one that lost its tag.
	h.must(os.WriteFile(filepath.Join(root, strange), []byte("longer"), 0o600))
	if got, want := counts(h.scanWith()), "added 0 changed 1 moved 0 deleted 0 unchanged 2"; got != want {
		t.Errorf("a change: %s, want %s", got, want)
	}
	h.must(os.Remove(filepath.Join(root, strange)))
	if got, want := counts(h.scanWith()), "added 0 changed 0 moved 0 deleted 1 unchanged 2"; got != want {
		t.Errorf("a deletion: %s, want %s", got, want)
	}
	h.must(h.RemoveTag(ctx, "T"))
	if got, want := counts(h.scanWith()), "added 0 changed 0 moved 0 deleted 1 unchanged 1"; got != want || h.kept() != nil {
		t.Errorf("without its tag: %s, want %s; kept %q", got, want, h.kept())
	}
}
