package catalog

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

func TestTags(t *testing.T) { dbtest.Each(t, testTags) }

func testTags(t *testing.T) {
	ctx := t.Context()
	c := openCatalog(t, t.TempDir())
	add := func(tag spar.Tag, parents ...string) spar.Tag {
		t.Helper()
		tag, err := c.AddTag(ctx, tag, parents...)
		if err != nil {
			t.Fatal(err)
		}
		return tag
	}
	hr := add(spar.Tag{Name: "HR", Synonyms: []string{"Human resources", "Staff"}, Notes: "people"})
	leave := add(spar.Tag{Name: " Leave policy "}, "human RESOURCES")
	street := add(spar.Tag{Name: "Straße", Synonyms: []string{"staff"}, Parents: []spar.TagID{leave.ID}}, "hr", "HR")
	if err := c.SetParents(ctx, "hr", "leave policy"); err != nil { // a cycle
		t.Fatal(err)
	}
	want := []spar.Tag{
		{ID: 1, Name: "HR", Synonyms: []string{"Human resources", "Staff"}, Notes: "people", Parents: []spar.TagID{2}},
		{ID: 2, Name: "Leave policy", Parents: []spar.TagID{1}},
		{ID: 3, Name: "Straße", Synonyms: []string{"staff"}, Parents: []spar.TagID{1, 2}},
	}
	if got, err := c.Tags(ctx); err != nil || !cmp.Equal(got, want) {
		t.Errorf("%s %v", cmp.Diff(want, got), err)
	}
	for name, id := range map[string]spar.TagID{"hr": hr.ID, "HUMAN resources": hr.ID, "leave policy": leave.ID, "STRASSE": street.ID} {
		if got, err := c.Tag(ctx, name); err != nil || got.ID != id {
			t.Errorf("Tag(%q) = %v, %v", name, got, err)
		}
	}
	for name, code := range map[string]spar.Code{"no": spar.NotFound, "STAFF": spar.Conflict} {
		if _, err := c.Tag(ctx, name); spar.CodeOf(err) != code {
			t.Errorf("Tag(%q): %v, want %s", name, err, code)
		}
	}
	for _, tt := range []struct {
		tag     spar.Tag
		parents []string
		code    spar.Code
	}{
		{spar.Tag{Name: "hr"}, nil, spar.Conflict},
		{spar.Tag{Name: " "}, nil, spar.Invalid},
		{spar.Tag{Name: "a\nb"}, nil, spar.Invalid},
		{spar.Tag{Name: "x"}, []string{"no"}, spar.NotFound},
		{spar.Tag{Name: "x", Parents: []spar.TagID{99}}, nil, spar.NotFound},
	} {
		if _, err := c.AddTag(ctx, tt.tag, tt.parents...); spar.CodeOf(err) != tt.code {
			t.Errorf("AddTag(%+v, %q): %v, want %s", tt.tag, tt.parents, err, tt.code)
		}
	}
	if err := c.SetParents(ctx, "hr", "hr"); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("its own parent: %v", err)
	}
	if err := c.RemoveTag(ctx, "Leave Policy"); err != nil {
		t.Fatal(err)
	}
	want = []spar.Tag{{ID: 1, Name: "HR", Synonyms: want[0].Synonyms, Notes: "people"}, {ID: 3, Name: "Straße", Synonyms: []string{"staff"}, Parents: []spar.TagID{1}}}
	if got, err := c.Tags(ctx); err != nil || !cmp.Equal(got, want) {
		t.Errorf("%s %v", cmp.Diff(want, got), err)
	}
	if again := add(spar.Tag{Name: "Leave policy"}); again.ID < 4 { // a number that was tried may be left out
		t.Errorf("the number %d was used twice", again.ID)
	}
}

func TestAssign(t *testing.T) { dbtest.Each(t, testAssign) }

func testAssign(t *testing.T) {
	ctx := t.Context()
	h := openHouse(t, tree(t, map[string]string{"a": "1", "b": "2"}))
	h.scan()
	tag := h.tag("T")
	a, b := h.files()["a"].ID, h.files()["b"].ID
	hand := spar.Assignment{File: a, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1}
	rule := spar.Assignment{File: a, Tag: tag.ID, Origin: spar.ByRule, Confidence: .5, Evidence: "a*"}
	both := []spar.Assignment{hand, rule, {File: b, Tag: tag.ID, Origin: spar.ByRule, Confidence: .5}}
	check := func(what string, n, wantN int, err error, want ...spar.Assignment) {
		t.Helper()
		got, listErr := collect(h.Assignments(ctx))
		if err != nil || listErr != nil || n != wantN || !cmp.Equal(got, want) {
			t.Errorf("%s: %d, %v %v, want %d\n%s", what, n, err, listErr, wantN, cmp.Diff(want, got))
		}
		replay(t, h.Catalog)
	}
	n, err := h.Assign(ctx, append(both, spar.Assignment{File: 999, Tag: tag.ID, Origin: spar.ByRule}))
	check("first", n, 3, err, both...)
	before := h.head()
	n, err = h.Assign(ctx, both)
	check("again", n, 0, err, both...)
	if h.head() != before {
		t.Error("nothing changed, and the journal grew")
	}
	rule.Confidence, both[1].Confidence = .7, .7
	n, err = h.Assign(ctx, []spar.Assignment{rule})
	check("more certain", n, 1, err, both...)
	n, err = h.Unassign(ctx, []spar.Assignment{rule, rule})
	check("one origin", n, 1, err, hand, both[2])
	n, err = h.Unassign(ctx, []spar.Assignment{{File: b, Tag: tag.ID}})
	check("every origin", n, 1, err, hand)
	for _, bad := range []struct {
		link spar.Assignment
		code spar.Code
	}{
		{spar.Assignment{File: b, Tag: 99, Origin: spar.ByPerson}, spar.NotFound},
		{spar.Assignment{File: b, Tag: tag.ID}, spar.Invalid},
		{spar.Assignment{File: b, Tag: tag.ID, Origin: spar.ByRule, Confidence: math.NaN()}, spar.Invalid},
	} {
		if _, err := h.Assign(ctx, []spar.Assignment{{File: b, Tag: tag.ID, Origin: spar.ByRule}, bad.link}); spar.CodeOf(err) != bad.code {
			t.Errorf("%+v: %v, want %s", bad.link, err, bad.code)
		}
	}
	check("after errors", 0, 0, nil, hand)
	if err := h.RemoveTag(ctx, "t"); err != nil {
		t.Fatal(err)
	}
	check("without the tag", 0, 0, nil)
}

func TestRecord(t *testing.T) { dbtest.Each(t, testRecord) }

func testRecord(t *testing.T) {
	ctx := t.Context()
	root := tree(t, map[string]string{"a": "1", "b": "2", "c": "3"})
	h := openHouse(t, root)
	h.scan()
	files := h.files()
	text := func(s string) spar.Value { return spar.Value{Kind: spar.Text, Text: s} }
	when := time.Date(1600, 2, 29, 12, 0, 0, 0, time.UTC)
	f := finding(t, root, files["a"])
	f.Properties = []spar.Property{{Key: "Author", Value: text("Z")}, {Key: "author", Value: text("A\xff")}, {Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 3}},
		{Key: "created", Value: spar.Value{Kind: spar.Date, Date: when}}, {Key: "bad", Value: spar.Value{Kind: spar.Number, Number: math.NaN()}}, {Key: "empty", Value: text("")}}
	stale := finding(t, root, files["b"])
	stale.Version.Size++
	bad := finding(t, root, files["c"])
	bad.State, bad.Reason, bad.Segment, bad.Properties = spar.Corrupt, "broken", spar.SegmentID{}, nil
	if n, err := h.Record(ctx, f, stale, bad); n != 2 || err != nil {
		t.Fatalf("applied %d, %v; want 2", n, err)
	}
	now := h.files()
	if got := now["a"]; got.State != spar.OK || got.Hash != f.Version.Hash || got.Segment != f.Segment || got.Format != "text" {
		t.Errorf("%+v", got)
	}
	if got := now["b"]; !cmp.Equal(got, files["b"]) {
		t.Errorf("an outdated finding was applied: %+v", got)
	}
	if got := now["c"]; got.State != spar.Corrupt || got.Reason != "broken" || got.Segment != (spar.SegmentID{}) {
		t.Errorf("%+v", got)
	}
	got, err := collect(h.Attributes(ctx))
	id := files["a"].ID
	want := []spar.Attribute{
		{File: id, Key: "author", Value: text("Z"), Origin: spar.ByReading},
		{File: id, Key: "author", Value: text("A\uFFFD"), Origin: spar.ByReading},
		{File: id, Key: "created", Value: spar.Value{Kind: spar.Date, Date: when}, Origin: spar.ByReading},
		{File: id, Key: "pages", Value: spar.Value{Kind: spar.Number, Number: 3}, Origin: spar.ByReading},
	}
	if err != nil || !cmp.Equal(got, want) {
		t.Errorf("%s %v", cmp.Diff(want, got), err)
	}
	f.Properties = f.Properties[:1]
	if n, err := h.Record(ctx, f); n != 1 || err != nil {
		t.Errorf("applied %d, %v", n, err)
	}
	if got, err := h.AttributesOf(ctx, id); err != nil || len(got) != 1 {
		t.Errorf("a second reading left %v, %v", got, err)
	}
	if n, err := h.Record(ctx, spar.Finding{Version: files["b"].Version(), State: spar.OK}); n != 0 || err == nil {
		t.Errorf("searchable without a segment: %d, %v", n, err)
	}

	if err := h.Vanished(ctx, sighting(files["b"]), sighting(files["c"])); err != nil {
		t.Fatal(err)
	}
	if now := h.files(); now["b"].State != spar.Vanished || !strings.Contains(now["b"].Reason, "scan") {
		t.Errorf("%+v", now["b"])
	}
	h.scan() // they are there after all
	if now := h.files(); now["b"].State != spar.Unread || now["c"].State != spar.Unread || now["c"].Reason != "" || now["a"].State != spar.OK {
		t.Errorf("%+v", now)
	}
	if err := h.Reread(ctx, id, 999); err != nil {
		t.Fatal(err)
	}
	if now := h.files(); now["a"].State != spar.Unread || now["a"].Segment != (spar.SegmentID{}) {
		t.Errorf("%+v", now["a"])
	}
	replay(t, h.Catalog)
}
