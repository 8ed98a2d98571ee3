package catalog

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

func TestRecordProperties(t *testing.T) { dbtest.Each(t, testRecordProperties) }

func testRecordProperties(t *testing.T) {
	root := tree(t, map[string]string{"a": "one", "b": "two", "c": "three"})
	h := openHouse(t, root)
	h.scan()
	ctx, files := t.Context(), h.files()
	unpeeked := func(want ...string) {
		t.Helper()
		var ids []spar.FileID
		for _, p := range want {
			ids = append(ids, files[p].ID)
		}
		if got, err := h.Unpeeked(ctx); err != nil || !cmp.Equal(got, ids) {
			t.Errorf("%v, %v; want %v", got, err, ids)
		}
	}
	has := func(path string, want ...spar.Attribute) {
		t.Helper()
		for i := range want {
			want[i].File = files[path].ID
		}
		if got, err := h.AttributesOf(ctx, files[path].ID); err != nil || !cmp.Equal(got, want) {
			t.Errorf("%s: %v %s", path, err, cmp.Diff(want, got))
		}
	}
	ada := spar.Value{Kind: spar.Text, Text: "Ada"}
	unpeeked("a", "b", "c")
	stale := spar.Finding{Version: files["b"].Version(), Format: "pdf"}
	stale.Version.Size++
	told := []spar.Property{{Key: "author", Value: ada}}
	if n, err := h.RecordProperties(ctx, stale,
		spar.Finding{Version: files["a"].Version(), Format: "docx", Properties: told},
		spar.Finding{Version: files["c"].Version()}); n != 2 || err != nil {
		t.Fatalf("applied %d, %v; want 2", n, err)
	}
	unpeeked("b")
	has("a", spar.Attribute{Key: "author", Value: ada, Origin: spar.ByProperties})
	if now := h.files()["a"]; now.State != spar.Unread || now.Format != "docx" || now.Hash != (spar.Hash{}) {
		t.Errorf("%+v", now)
	}

	// Reading replaces it, and a read file is not peeked at again.
	f := finding(t, root, files["a"])
	f.Properties = []spar.Property{{Key: "author", Value: ada}, {Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 3}}}
	if n, err := h.Record(ctx, f); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	has("a", spar.Attribute{Key: "author", Value: ada, Origin: spar.ByReading}, spar.Attribute{Key: "pages", Value: f.Properties[1].Value, Origin: spar.ByReading})
	if n, err := h.RecordProperties(ctx, spar.Finding{Version: files["a"].Version(), Properties: told}); n != 0 || err != nil {
		t.Errorf("the properties of a file that was read: %d, %v", n, err)
	}

	// A changed file is peeked at again, and its properties are gone.
	if n, err := h.RecordProperties(ctx, spar.Finding{Version: files["b"].Version(), Format: "pdf", Properties: told}); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	put(t, root, "b", "another")
	h.scan()
	unpeeked("b")
	has("b")
	if err := h.Reread(ctx, files["a"].ID); err != nil {
		t.Fatal(err)
	}
	unpeeked("a", "b")
	has("a")
	replay(t, h.Catalog)
}
