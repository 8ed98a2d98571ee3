package tagging

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestApplyTo brings some files to the rules. It leaves all other files, and the facts about the rules, as they are.
func TestApplyTo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		d, ctx := newDesk(t), t.Context()
		for _, path := range []string{"a/1.x", "a/2.x", "b/3.x"} {
			d.put(path, path)
		}
		d.scan()
		rules := func(text string) {
			t.Helper()
			d.check(os.WriteFile(d.File, []byte("rules:\n"+text), 0o600))
		}
		const one, two = "  - {name: one, when: 'ext:x', tags: [One], create: true}\n", "  - {name: two, when: 'ext:x', tags: [Two], create: true}\n"
		part := func(names ...string) Report {
			t.Helper()
			files := roaring.New()
			for _, f := range d.files() {
				if strings.HasPrefix(f.Path, "a/") {
					files.Add(uint32(f.ID))
				}
			}
			r, err := d.ApplyTo(ctx, names, files, false)
			d.check(err)
			return r
		}
		follow := func() {
			t.Helper()
			_, err := d.Follow(ctx)
			d.check(err)
		}
		has := func(want ...string) {
			t.Helper()
			tags, err := d.Catalog.Tags(ctx)
			d.check(err)
			var got []string
			for _, f := range d.files() {
				line := f.Path
				for _, tag := range tags {
					if n, err := d.Catalog.AssignmentsOf(ctx, f.ID); err == nil && slices.ContainsFunc(n, func(a spar.Assignment) bool { return a.Tag == tag.ID }) {
						line += " " + tag.Name
					}
				}
				got = append(got, line)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
		state := func(name string, want State) {
			t.Helper()
			list, err := d.List(ctx)
			d.check(err)
			i := slices.IndexFunc(list, func(s Status) bool { return s.Name == name })
			if i < 0 || list[i].State != want {
				t.Errorf("%s of %+v is not %s", name, list, want)
			}
		}

		rules(one)
		if r := part(); r.Files != 2 || len(r.Makers) != 1 || r.Makers[0].New != 2 {
			t.Errorf("the first rule made %+v", r.Makers)
		}
		has("a/1.x One", "a/2.x One", "b/3.x")
		state("one", Waiting)
		follow()
		has("a/1.x One", "a/2.x One", "b/3.x One")

		// One that is undone is applied if it is asked for, and rests all the same.
		batches, err := d.Catalog.Batches(ctx)
		d.check(err)
		for _, b := range batches {
			if b.Ended.IsZero() {
				t.Errorf("batch %d has not ended", b.ID)
			}
			_, err := d.Catalog.UndoBatch(ctx, b.ID)
			d.check(err)
		}
		rules(one + two)
		part("two")
		has("a/1.x Two", "a/2.x Two", "b/3.x")
		part("one")
		has("a/1.x One Two", "a/2.x One Two", "b/3.x")
		state("one", Undone)
		follow()
		has("a/1.x One Two", "a/2.x One Two", "b/3.x Two")

		// Tags of a changed or deleted rule are left to a run over all files.
		rules(strings.Replace(one, "ext:x", "ext:y", 1))
		part()
		has("a/1.x Two", "a/2.x Two", "b/3.x Two")
		rules(strings.Replace(one, "ext:x", "ext:x path:a/1.x", 1) + strings.Replace(two, "ext:x", "ext:y", 1))
		part("one")
		has("a/1.x One Two", "a/2.x Two", "b/3.x Two")
		follow()
		has("a/1.x One", "a/2.x", "b/3.x")

		if _, err := d.ApplyTo(ctx, []string{"three"}, roaring.New(), true); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("a rule that is not there: %v", err)
		}
	})
}
