package catalog

import (
	"slices"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

func (h *house) attributes(id spar.FileID) (list []string) {
	h.t.Helper()
	all, err := h.AttributesOf(h.t.Context(), id)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, a := range all {
		list = append(list, string(a.Origin)+" "+a.Key+"="+a.Value.String())
	}
	return list
}

func TestSetAttributes(t *testing.T) { dbtest.Each(t, testSetAttributes) }

func testSetAttributes(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"a.txt": "a", "b.txt": "b"}))
	h.scan()
	a, b := h.files()["a.txt"].ID, h.files()["b.txt"].ID
	text := func(file spar.FileID, key, value string) spar.Attribute {
		return spar.Attribute{File: file, Key: key, Value: spar.Value{Kind: spar.Text, Text: value}}
	}
	set := func(want int, list ...spar.Attribute) {
		t.Helper()
		before := h.head()
		n, err := h.SetAttributes(t.Context(), list)
		if err != nil || n != want {
			t.Fatalf("SetAttributes changed %d, %v; want %d", n, err, want)
		}
		if news := h.head() > before; news != (want > 0) {
			t.Errorf("the journal moved: %v, with %d changes", news, want)
		}
	}
	has := func(file spar.FileID, want ...string) {
		t.Helper()
		if got := h.attributes(file); !slices.Equal(got, want) {
			t.Errorf("file %d has %q, want %q", file, got, want)
		}
	}
	day := spar.Attribute{File: b, Key: "due", Value: spar.Value{Kind: spar.Date, Date: time.Date(2019, 5, 31, 0, 0, 0, 0, time.UTC)}}
	set(2, text(a, "Project", "Apollo"), text(a, "project", "Gemini"), text(a, "project", "Apollo"), day, text(999, "project", "x"))
	has(a, "person project=Apollo", "person project=Gemini")
	has(b, "person due=2019-05-31")
	set(0, text(a, "project", "Apollo"), text(a, "project", "Gemini"), day)
	set(1, text(a, "project", "Mercury"), day)
	has(a, "person project=Mercury")

	// Reading neither replaces nor removes people's values.
	f := h.files()["a.txt"]
	found := finding(t, h.share.Root, f)
	found.Properties = []spar.Property{{Key: "project", Value: spar.Value{Kind: spar.Text, Text: "Skylab"}}}
	if _, err := h.Record(t.Context(), found); err != nil {
		t.Fatal(err)
	}
	has(a, "person project=Mercury", "reading project=Skylab")
	if n, err := h.UnsetAttributes(t.Context(), []spar.FileID{a, b}, []string{"PROJECT", "nosuch"}); n != 1 || err != nil {
		t.Errorf("UnsetAttributes changed %d, %v", n, err)
	}
	has(a, "reading project=Skylab")
	has(b, "person due=2019-05-31")
	if _, err := h.SetAttributes(t.Context(), []spar.Attribute{text(a, "", "x")}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a key without a name: %v", err)
	}
}
