package catalog

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestMergeTag: whatever selected the files of a tag selects them by the other one, and the trash brings back the one.
func TestMergeTag(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h, ctx := openHouse(t, root), t.Context()
	h.scan()
	add := func(name string, parents ...string) spar.Tag {
		tag, err := h.AddTag(ctx, spar.Tag{Name: name, Synonyms: []string{name + " again"}, Makers: []string{"uid:" + name}}, parents...)
		h.must(err)
		return tag
	}
	add("Above")
	add("Into")
	from := add("From", "Above", "Into") // it stands below the one that it goes into
	add("Below", "From")
	into, err := h.Tag(ctx, "Into")
	h.must(err)
	files := h.files()
	link := func(path string, tag spar.TagID, origin spar.Origin, review spar.Review) {
		_, err := h.Assign(ctx, []spar.Assignment{{File: files[path].ID, Tag: tag, Origin: origin, Confidence: .5, Review: review}})
		h.must(err)
	}
	link("a.txt", from.ID, spar.ByPerson, "")
	link("b.txt", from.ID, spar.ByRule, spar.Accepted)
	link("b.txt", into.ID, spar.ByRule, "")
	link("c.txt", from.ID, spar.ByRule, spar.Rejected)
	before := h.said()

	for _, c := range []struct{ from, into string }{{"None", "Into"}, {"From", "None"}, {"From", "from again"}, {"From", "From"}} {
		if _, err := h.MergeTag(ctx, c.from, c.into, nil, nil); err == nil {
			t.Errorf("%s goes into %s", c.from, c.into)
		}
	}
	h.same("after what cannot be", before)
	m, err := h.MergeTag(ctx, "from", "Into", []string{"uid:1"}, nil)
	h.must(err)
	if m.Files != 2 || m.Gone.ID == 0 || !slices.Equal(m.Gone.Makers, []string{"uid:From", "uid:1"}) {
		t.Errorf("%+v", m)
	}
	h.same("after the merge", []string{"a.txt Into person", "b.txt Into rule"})
	got, err := h.Tag(ctx, "From")
	h.must(err)
	above, err := h.Tag(ctx, "Above")
	h.must(err)
	want := spar.Tag{ID: into.ID, Name: "Into", Synonyms: []string{"From", "From again", "Into again"}, Parents: []spar.TagID{above.ID}, Makers: []string{"uid:From", "uid:Into"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	below, err := h.Tag(ctx, "Below")
	if h.must(err); !slices.Equal(below.Parents, []spar.TagID{into.ID}) {
		t.Errorf("below stands under %v", below.Parents)
	}
	_, n, err := h.RestoreTag(ctx, m.Gone.ID, "")
	if h.must(err); n != 2 {
		t.Errorf("it is on %d files again", n)
	}
	if other, err := h.Tag(ctx, "Into"); err != nil || !slices.Equal(other.Synonyms, []string{"Into again"}) {
		t.Errorf("%+v, %v", other, err)
	}
	if back, err := h.Tag(ctx, "From"); err != nil || back.ID != from.ID || len(back.Parents) != 2 {
		t.Errorf("%+v, %v", back, err)
	}
}
