package catalog

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// links is every assignment as "path tag origin confidence evidence review", by path.
func (h *house) links() []string {
	h.t.Helper()
	tags, err := h.Tags(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	names := map[spar.TagID]string{}
	for _, t := range tags {
		names[t.ID] = t.Name
	}
	paths := map[spar.FileID]string{}
	for p, f := range h.files() {
		paths[f.ID] = p
	}
	var list []string
	for a, err := range h.Assignments(h.t.Context()) {
		if err != nil {
			h.t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s %s %s %v %s %s", paths[a.File], names[a.Tag], a.Origin, a.Confidence, a.Evidence, a.Review))
	}
	slices.Sort(list)
	return list
}

func (h *house) edit(e Edit) Edited {
	h.t.Helper()
	done, err := h.Edit(h.t.Context(), e)
	if err != nil {
		h.t.Fatal(err)
	}
	return done
}

func (h *house) begin(name string) spar.BatchID {
	h.t.Helper()
	id, err := h.BeginBatch(h.t.Context(), "rule", name, "version 1")
	if err != nil {
		h.t.Fatal(err)
	}
	return id
}

func TestEditAndUndo(t *testing.T) { dbtest.Each(t, testEditAndUndo) }

func testEditAndUndo(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"a": "1", "b": "22", "c": "333", "d": "4444"}))
	h.scan()
	ctx := t.Context()
	tag := h.tag("T", "a")
	id := func(p string) spar.FileID { return h.files()[p].ID }
	batch := h.begin("r")
	if again := h.begin("r"); again != batch {
		t.Errorf("a batch that was cut off is continued as %d, not %d", again, batch)
	}
	rule := func(p string) spar.Assignment {
		return spar.Assignment{File: id(p), Tag: tag.ID, Origin: spar.ByRule, Confidence: 0.5, Evidence: "rule r", Batch: batch}
	}
	value := func(p, key, text string) spar.Attribute {
		return spar.Attribute{File: id(p), Key: key, Value: spar.Value{Kind: spar.Text, Text: text}, Origin: spar.ByRule, Batch: batch}
	}
	before := h.head()
	done := h.edit(Edit{
		Assign: []spar.Assignment{rule("a"), rule("b"), rule("c"), rule("d"), {File: 999, Tag: tag.ID, Origin: spar.ByRule, Confidence: 1, Batch: batch}},
		Set:    []spar.Attribute{value("a", "kind", "x"), value("a", "kind", "y"), value("b", "kind", "z")},
		Cursor: Cursor{"test", 7},
	})
	if want := (Edited{Assigned: 4, Set: 3, Logged: 6}); done != want {
		t.Errorf("got %+v, want %+v", done, want)
	}
	if n := h.head() - before; n != int64(done.Logged) {
		t.Errorf("%d entries in the journal, %d reported", n, done.Logged)
	}
	if done := h.edit(Edit{Assign: []spar.Assignment{rule("a"), rule("b")}}); done != (Edited{}) {
		t.Errorf("what is there already changed: %+v", done)
	}
	if seq, err := h.Cursor(ctx, "test"); err != nil || seq != 7 {
		t.Errorf("the cursor is %d, %v", seq, err)
	}

	// People accept, reject and assign; rows that they judged are not touched again.
	if _, err := h.Review(ctx, id("b"), tag.ID, spar.Accepted); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Review(ctx, id("c"), tag.ID, spar.Rejected); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Review(ctx, id("a"), tag.ID, spar.Rejected); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("rejecting what a person assigned: %v", err)
	}
	changed := rule("c")
	changed.Confidence = 0.9
	elsewhere := changed
	elsewhere.Origin = spar.ByPath // whoever makes it
	if done := h.edit(Edit{Assign: []spar.Assignment{changed, elsewhere}, Withdraw: []spar.Assignment{rule("b"), rule("c")}}); done != (Edited{}) {
		t.Errorf("what people judged changed: %+v", done)
	}
	if done := h.edit(Edit{Ended: []spar.BatchID{batch}, Applied: []Source{{Kind: "rule", Name: "r", Version: []byte("v1")}}}); done != (Edited{}) {
		t.Errorf("%+v", done)
	}
	b, err := h.Batch(ctx, batch)
	if err != nil || b.Files != 4 || b.Assignments != 4 || b.Attributes != 3 || b.Ended.IsZero() {
		t.Errorf("the batch is %+v, %v", b, err)
	}

	u, err := h.UndoBatch(ctx, batch)
	if want := (Undone{Assignments: 2, Attributes: 3, Kept: 2}); err != nil || u != want {
		t.Errorf("undone %+v, %v; want %+v", u, err, want)
	}
	want := []string{"a T person 1  ", "b T rule 0.5 rule r accepted", "c T rule 0.5 rule r rejected"}
	if diff := cmp.Diff(want, h.links()); diff != "" {
		t.Errorf("after undoing (-want +got):\n%s", diff)
	}
	if attributes, err := collect(h.Attributes(ctx)); err != nil || len(attributes) > 0 {
		t.Errorf("attributes are left: %v, %v", attributes, err)
	}
	sources, err := h.Sources(ctx, "rule")
	if err != nil || len(sources) != 1 || !sources[0].Undone {
		t.Errorf("the source does not know that it was undone: %+v, %v", sources, err)
	}
	if _, err := h.UndoBatch(ctx, batch); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("undoing twice: %v", err)
	}
	kinds := map[ChangeKind]int{}
	for c, err := range h.Changes(ctx, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if c.Kind == Unassigned {
			kinds[c.Kind]++
		}
	}
	if diff := cmp.Diff(map[ChangeKind]int{Unassigned: 2}, maps.Clone(kinds)); diff != "" { // c rejected, d undone
		t.Error(diff)
	}
}

// EndBatch ends a run. It forgets a batch with nothing left.
func (c *Catalog) EndBatch(ctx context.Context, id spar.BatchID) error {
	return c.write(ctx, func(t *tx) error { return t.endBatch(id, c.now()) })
}

// TestEmptyBatchIsForgotten: a run that made nothing leaves nothing to look at.
func TestEmptyBatchIsForgotten(t *testing.T) { dbtest.Each(t, testEmptyBatchIsForgotten) }

func testEmptyBatchIsForgotten(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"a": "1"}))
	h.scan()
	if err := h.EndBatch(t.Context(), h.begin("r")); err != nil {
		t.Fatal(err)
	}
	old := h.begin("s")
	if next, err := h.BeginBatch(t.Context(), "rule", "s", "version 2"); err != nil || next == old {
		t.Errorf("another version continues batch %d: %v", next, err)
	}
	list, err := h.Batches(t.Context())
	if err != nil || len(list) != 1 || list[0].Detail != "version 2" {
		t.Errorf("batches are %+v, %v", list, err)
	}
}
