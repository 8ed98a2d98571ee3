package catalog

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestMend: each repair changes the catalog, and what undoes it leaves the catalog as it was, to the last row. Where a later change stands
// in the way it refuses.
func TestMend(t *testing.T) {
	root := t.TempDir()
	for _, name := range []string{"a.txt", "b.txt", "c.txt"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h, ctx := openHouse(t, root), t.Context()
	h.scan()
	ids := map[string]spar.TagID{}
	add := func(name string, parents ...string) {
		tag, err := h.AddTag(ctx, spar.Tag{Name: name, Notes: name, Synonyms: []string{name + " again"}, Makers: []string{"uid:" + name}}, parents...)
		h.must(err)
		ids[name] = tag.ID
	}
	add("Above")
	add("Into")
	add("From", "Above", "Into")
	add("Below", "From")
	files := h.files()
	link := func(path, tag string, origin spar.Origin, review spar.Review) {
		_, err := h.Assign(ctx, []spar.Assignment{{File: files[path].ID, Tag: ids[tag], Origin: origin, Confidence: .5, Evidence: "because", Review: review}})
		h.must(err)
	}
	link("a.txt", "From", spar.ByPerson, "")
	link("b.txt", "From", spar.ByRule, spar.Accepted)
	link("b.txt", "Into", spar.ByRule, "")
	link("c.txt", "From", spar.ByRule, spar.Rejected)
	h.must(h.EditTag(ctx, "Above", TagEdit{AddSynonyms: []string{"Over"}}))
	dump := func() (all map[string][][]string) {
		h.must(h.write(ctx, func(t *tx) error {
			tags, err := loadTags(t.Tx, 0)
			if err != nil {
				return err
			}
			var list []spar.TagID
			for _, tag := range tags {
				list = append(list, tag.ID)
			}
			all, err = mending{t}.rowsOf(list)
			for table, rows := range all {
				all[table] = without(rows, nil)
			}
			return err
		}))
		return all
	}
	before := dump()
	all := []spar.FileID{files["a.txt"].ID, files["b.txt"].ID}
	for _, m := range []Mending{
		{Do: "merge", Tag: ids["From"], Into: ids["Into"]}, {Do: "move", Tag: ids["Below"], From: ids["From"], Into: ids["Into"]}, {Do: "move", Tag: ids["Into"], Into: ids["Above"]},
		{Do: "cut", Tag: ids["From"], From: ids["Above"]}, {Do: "off", Tag: ids["From"], Files: all}, {Do: "off", Tag: ids["From"], Into: ids["Above"], Files: all},
		{Do: "on", Tag: ids["Into"], Files: all}, {Do: "retire", Tag: ids["From"]},
		{Do: "group", Name: "Group", Makers: []string{"uid:1"}, Files: all, Tags: []spar.TagID{ids["Into"], ids["Below"]}}, {Do: "group", Tag: ids["Into"], Files: all},
		{Do: "group", Name: "above", Makers: []string{"uid:2"}, Files: all}, // a tag that is there for others
	} {
		id, err := h.Mend(ctx, "uid:1", m.Do, m)
		if err != nil {
			t.Fatalf("%+v: %v", m, err)
		}
		if cmp.Equal(dump(), before) {
			t.Errorf("%+v changes nothing", m)
		}
		if _, err := h.UndoBatch(ctx, id); err != nil {
			t.Fatalf("%+v is not undone: %v", m, err)
		}
		if diff := cmp.Diff(before, dump()); diff != "" {
			t.Errorf("%+v, undone, leaves\n%s", m, diff)
		}
		if _, err := h.UndoBatch(ctx, id); spar.CodeOf(err) != spar.Conflict {
			t.Errorf("%+v is undone twice: %v", m, err)
		}
	}
	for _, m := range []Mending{
		{Do: "merge", Tag: ids["From"]}, {Do: "merge", Tag: ids["From"], Into: ids["From"]}, {Do: "cut", Tag: ids["Into"], From: ids["From"]}, {Do: "melt", Tag: ids["From"]}, {Do: "on", Tag: ids["From"]},
		{Do: "merge", Tag: 999, Into: ids["Into"]}, {Do: "move", Tag: ids["From"], Into: ids["Above"]},
	} {
		if _, err := h.Mend(ctx, "uid:1", m.Do, m); err == nil {
			t.Errorf("%+v is mended", m)
		}
	}
	if diff := cmp.Diff(before, dump()); diff != "" {
		t.Errorf("what cannot be mended leaves\n%s", diff)
	}
	id, err := h.Mend(ctx, "uid:1", "retire", Mending{Do: "retire", Tag: ids["From"]})
	h.must(err)
	h.must(h.RenameTag(ctx, "From", "Whence", false, nil))
	if _, err := h.UndoBatch(ctx, id); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("a tag that was renamed since is made what it was: %v", err)
	}
}
