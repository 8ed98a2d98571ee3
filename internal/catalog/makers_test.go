package catalog

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestAddTagBelow makes tags with their parents, all or none, and lets makers have a name that is taken.
func TestAddTagBelow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		h := openHouse(t, tree(t, map[string]string{"a.txt": "one"}))
		ctx := t.Context()
		names := func() (list []string) {
			t.Helper()
			tags, err := h.Tags(ctx)
			h.must(err)
			for _, tag := range tags {
				list = append(list, tag.Name)
			}
			return list
		}
		h.must(h.AddTagBelow(ctx, spar.Tag{Name: "Leave", Notes: "paid"}, []string{"HR", "Rules"}))
		leave, err := h.Tag(ctx, "leave")
		if err != nil || len(leave.Parents) != 2 || leave.Makers != nil {
			t.Errorf("%+v, %v", leave, err)
		}
		for _, parents := range [][]string{{"New"}, {"New", "hr"}, {"New", "a\nb"}} {
			if err := h.AddTagBelow(ctx, spar.Tag{Name: "LEAVE"}, parents); err == nil {
				t.Errorf("a name that is taken was taken again, below %q", parents)
			}
		}
		if got := names(); !slices.Equal(got, []string{"HR", "Rules", "Leave"}) {
			t.Errorf("there are %q", got)
		}

		h.must(h.AddTagBelow(ctx, spar.Tag{Name: "leave", Notes: "unpaid", Synonyms: []string{"Off"}, Makers: []string{"person:bob"}}, []string{"rules", "Mine"}))
		h.must(h.AddTagBelow(ctx, spar.Tag{Name: "Leave", Makers: []string{"person:cleo"}}, nil))
		both, err := h.Tag(ctx, "off")
		if err != nil || both.ID != leave.ID || both.Notes != "paid" || len(both.Parents) != 3 || !slices.Equal(both.Makers, []string{"person:bob", "person:cleo"}) {
			t.Errorf("%+v, %v", both, err)
		}
		if got := names(); !slices.Equal(got, []string{"HR", "Rules", "Leave", "Mine"}) {
			t.Errorf("there are %q", got)
		}
		gone, err := h.TrashTag(ctx, "Leave", "person:dora")
		if err != nil || len(gone.Makers) != 3 {
			t.Errorf("%+v, %v", gone, err)
		}
		_, _, err = h.RestoreTag(ctx, gone.ID, "")
		h.must(err)
		if back, err := h.Tag(ctx, "Leave"); err != nil || len(back.Makers) != 3 || len(back.Parents) != 3 {
			t.Errorf("%+v, %v", back, err)
		}
	})
}
