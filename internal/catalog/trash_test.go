package catalog

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// said lists people's tags and values on the files of all shares, as lines.
func (h *house) said() (lines []string) {
	h.t.Helper()
	tags, err := h.Tags(h.t.Context())
	if err != nil {
		h.t.Fatal(err)
	}
	names := map[spar.TagID]string{}
	for _, t := range tags {
		names[t.ID] = t.Name
	}
	for path, f := range h.files() {
		list, err := h.AssignmentsOf(h.t.Context(), f.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, a := range list {
			lines = append(lines, fmt.Sprintf("%s %s %s%s", path, names[a.Tag], a.Origin, a.Review))
		}
		attributes, err := h.AttributesOf(h.t.Context(), f.ID)
		if err != nil {
			h.t.Fatal(err)
		}
		for _, a := range attributes {
			lines = append(lines, fmt.Sprintf("%s %s=%s", path, a.Key, a.Value))
		}
	}
	slices.Sort(lines)
	return lines
}

func (h *house) same(what string, want []string) {
	h.t.Helper()
	if diff := cmp.Diff(want, h.said()); diff != "" {
		h.t.Errorf("%s: %s", what, diff)
	}
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *house) say(name string, origin spar.Origin, review spar.Review, paths ...string) {
	h.t.Helper()
	t, err := h.Tag(h.t.Context(), name)
	if spar.CodeOf(err) == spar.NotFound {
		t, err = h.AddTag(h.t.Context(), spar.Tag{Name: name})
	}
	h.must(err)
	files := h.files()
	for _, p := range paths {
		_, err := h.Assign(h.t.Context(), []spar.Assignment{{File: files[p].ID, Tag: t.ID, Origin: origin, Confidence: 1, Review: review}})
		h.must(err)
	}
}

func TestTrashedTag(t *testing.T) { dbtest.Each(t, testTrashedTag) }

func testTrashedTag(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "one", "b.txt": "two", "c/d.txt": "three", "e.txt": "four"})
	h := openHouse(t, root)
	ctx := t.Context()
	h.scan()
	for _, name := range []string{"HR", "Sick"} {
		_, err := h.AddTag(ctx, spar.Tag{Name: name})
		h.must(err)
	}
	leave, err := h.AddTag(ctx, spar.Tag{Name: "Leave", Synonyms: []string{"Time off"}, Notes: "paid"}, "HR")
	h.must(err)
	h.must(h.SetParents(ctx, "Sick", "Leave"))
	h.say("Leave", spar.ByPerson, "", "a.txt", "b.txt", "c/d.txt", "e.txt")
	h.say("Leave", spar.ByRule, "", "a.txt")
	h.say("Leave", spar.ByEncoder, spar.Rejected, "b.txt")
	before, err := h.Tags(ctx)
	h.must(err)

	gone, err := h.TrashTag(ctx, "time off")
	h.must(err)
	if gone.Kind != TrashedTag || gone.Name != "Leave" || gone.Tags != 5 {
		t.Errorf("removed %+v", gone)
	}
	h.same("a tag that is removed", nil)
	list, err := h.Trash(ctx)
	if err != nil || len(list) != 1 || !cmp.Equal(list[0], gone) {
		t.Errorf("the trash is %+v, %v", list, err)
	}

	// Meanwhile files are deleted, moved, and deleted to come back.
	h.must(os.Remove(filepath.Join(root, "a.txt")))
	h.must(os.Rename(filepath.Join(root, "c/d.txt"), filepath.Join(root, "d.txt")))
	aside := filepath.Join(t.TempDir(), "e.txt")
	h.must(os.Rename(filepath.Join(root, "e.txt"), aside))
	h.scan()
	_, err = h.AddTag(ctx, spar.Tag{Name: "leave"})
	h.must(err)
	if _, _, err := h.RestoreTag(ctx, gone.ID, ""); spar.CodeOf(err) != spar.Conflict || !offers(err, spar.RestoreAs) {
		t.Errorf("a name that was taken meanwhile: %v", err)
	}
	if _, _, err := h.RestoreTag(ctx, gone.ID+7, ""); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("what is not in the trash: %v", err)
	}
	h.must(h.RemoveTag(ctx, "leave"))
	name, files, err := h.RestoreTag(ctx, gone.ID, "")
	if err != nil || name != "Leave" || files != 2 {
		t.Errorf("restored %q on %d files, %v", name, files, err)
	}
	after, err := h.Tags(ctx)
	h.must(err)
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("the tags: %s", diff)
	}
	want := []string{"b.txt Leave encoderrejected", "b.txt Leave person", "d.txt Leave person"}
	h.same("a tag that is restored", want)
	h.must(os.Rename(aside, filepath.Join(root, "e.txt")))
	h.scan()
	h.same("a file that came back", append(want, "e.txt Leave person"))
	if again, err := h.Tag(ctx, "Time off"); err != nil || again.ID != leave.ID {
		t.Errorf("%v, %v; want the number it had", again, err)
	}
	if _, _, err := h.RestoreTag(ctx, gone.ID, ""); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("restored twice: %v", err)
	}
}

func TestTrashedShare(t *testing.T) { dbtest.Each(t, testTrashedShare) }

func testTrashedShare(t *testing.T) {
	root := tree(t, map[string]string{"a.txt": "one", "b/copy.txt": "same", "c/copy.txt": "same", "d/moved.txt": "two", "e.txt": "old", "gone.txt": "gone"})
	at := time.Date(2024, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, p := range []string{"b/copy.txt", "c/copy.txt"} {
		if err := os.Chtimes(filepath.Join(root, p), at, at); err != nil {
			t.Fatal(err)
		}
	}
	h := openHouse(t, root)
	ctx := t.Context()
	h.scan()
	h.say("A", spar.ByPerson, "", "a.txt", "b/copy.txt", "e.txt", "gone.txt")
	h.say("B", spar.ByPerson, "", "c/copy.txt", "d/moved.txt")
	h.say("R", spar.ByRule, "", "a.txt")
	h.say("R", spar.ByRule, spar.Accepted, "e.txt")
	_, err := h.SetAttributes(ctx, []spar.Attribute{{File: h.files()["b/copy.txt"].ID, Key: "status", Value: spar.Value{Kind: spar.Text, Text: "final"}, Origin: spar.ByPerson}})
	h.must(err)
	h.must(h.ChangeSettings(ctx, h.share, func(s *Settings) error { s.Ignore = []string{"*.tmp"}; return nil }))
	h.must(h.SetGrants(ctx, "docs", []spar.Grant{{Share: "docs", Path: "b", Principal: "user:ada", Allow: true}}))
	aside := filepath.Join(t.TempDir(), "gone.txt")
	h.must(os.Rename(filepath.Join(root, "gone.txt"), aside))
	h.scan()
	settings, err := h.Settings(ctx, h.share)
	h.must(err)
	grants, err := collect(h.Grants(ctx))
	h.must(err)

	gone, err := h.TrashShare(ctx, "docs")
	h.must(err)
	if gone.Name != "docs" || gone.Tags != 7 || gone.Attributes != 1 {
		t.Errorf("removed %+v", gone)
	}
	if found, ok, err := h.AtRoot(ctx, h.share.Root); err != nil || !ok || found.ID != gone.ID {
		t.Errorf("what the folder was: %v %v %v", found, ok, err)
	}
	other, err := h.AddShare(ctx, "docs", root, ShareOptions{})
	h.must(err)
	if _, _, err := h.RestoreShare(ctx, gone.ID, ""); spar.CodeOf(err) != spar.Conflict || !offers(err, spar.RestoreAs) {
		t.Errorf("a name that was taken meanwhile: %v", err)
	}
	if _, _, err := h.RestoreShare(ctx, gone.ID, "more"); spar.CodeOf(err) != spar.Conflict || !strings.Contains(err.Error(), `is the share "docs" now`) {
		t.Errorf("a folder that was taken meanwhile: %v", err)
	}
	h.must(h.RemoveShare(ctx, other.Name))

	// Meanwhile a file moves, one is edited, and a tag is removed.
	h.must(os.Rename(filepath.Join(root, "d/moved.txt"), filepath.Join(root, "moved.txt")))
	h.must(os.WriteFile(filepath.Join(root, "e.txt"), []byte("edited"), 0o600))
	tag, err := h.TrashTag(ctx, "B")
	h.must(err)
	back, waiting, err := h.RestoreShare(ctx, gone.ID, "")
	if err != nil || waiting.Tags != 7 || back.Name != "docs" {
		t.Fatalf("restored %v, %+v, %v", back, waiting, err)
	}
	// It may be removed before its files are found again.
	gone, err = h.TrashShare(ctx, "docs")
	if err != nil || gone.Tags != 7 {
		t.Fatalf("removed again: %+v, %v", gone, err)
	}
	if h.share, _, err = h.RestoreShare(ctx, gone.ID, ""); err != nil {
		t.Fatal(err)
	}
	if now, err := h.Settings(ctx, h.share); err != nil || !cmp.Equal(now, settings) {
		t.Errorf("settings %+v, %v; want %+v", now, err, settings)
	}
	if now, err := collect(h.Grants(ctx)); err != nil || !cmp.Equal(now, grants) {
		t.Errorf("rights %v, %v; want %v", now, err, grants)
	}
	h.scan()
	want := []string{"a.txt A person", "b/copy.txt A person", "b/copy.txt status=final", "e.txt A person", "e.txt R ruleaccepted"}
	h.same("a share that was restored", want)
	_, files, err := h.RestoreTag(ctx, tag.ID, "")
	if err != nil || files != 2 {
		t.Errorf("the tag is on %d files, %v", files, err)
	}
	want = append(want, "c/copy.txt B person", "moved.txt B person")
	slices.Sort(want)
	h.same("with a tag that was restored after it", want)
	h.must(os.Rename(aside, filepath.Join(root, "gone.txt")))
	h.scan()
	want = append(want, "gone.txt A person")
	slices.Sort(want)
	h.same("a file that was deleted before", want)
	list, err := h.Trash(ctx)
	if err != nil || len(list) != 1 || list[0].Name != "docs" {
		t.Errorf("the trash has %+v, %v; want the share that was added meanwhile", list, err)
	}
}

func TestPurgeTrash(t *testing.T) { dbtest.Each(t, testPurgeTrash) }

func testPurgeTrash(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"a.txt": "one"}))
	h.scan()
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	h.now = func() time.Time { return now }
	h.say("A", spar.ByPerson, "", "a.txt")
	h.must(h.RemoveTag(t.Context(), "A"))
	for _, tc := range []struct {
		days int
		want int
	}{{29, 0}, {31, 1}, {32, 0}} {
		n, err := h.PurgeTrash(t.Context(), now.AddDate(0, 0, tc.days).Add(-KeepTrash))
		if err != nil || n != tc.want {
			t.Errorf("after %d days %d things went, %v; want %d", tc.days, n, err, tc.want)
		}
	}
	var left int
	h.must(h.db.Read(t.Context(), func(tx *db.Tx) error {
		return tx.QueryRow("SELECT count(*) FROM trash_assignments").Scan(&left)
	}))
	if left != 0 {
		t.Errorf("%d rows of it stayed", left)
	}
}

func TestRenameTag(t *testing.T) { dbtest.Each(t, testRenameTag) }

func testRenameTag(t *testing.T) {
	h := openHouse(t, tree(t, map[string]string{"a.txt": "one"}))
	ctx := t.Context()
	h.scan()
	h.say("Leave", spar.ByPerson, "", "a.txt")
	h.say("Other", spar.ByPerson, "")
	was, err := h.Tag(ctx, "Leave")
	h.must(err)
	for _, tc := range []struct {
		from, to string
		keep     bool
		code     spar.Code
		synonyms []string
	}{
		{"Leave", "other", false, spar.Conflict, nil},
		{"Leave", " \n", false, spar.Invalid, nil},
		{"None", "New", false, spar.NotFound, nil},
		{"Leave", "LEAVE", true, "", nil}, // another case is no other name
		{"leave", "Absence", true, "", []string{"LEAVE"}},
		{"leave", "Leave", false, "", nil}, // a synonym becomes the name
	} {
		err := h.RenameTag(ctx, tc.from, tc.to, tc.keep, nil)
		if tc.code != "" {
			if spar.CodeOf(err) != tc.code {
				t.Errorf("%q to %q: %v; want %s", tc.from, tc.to, err, tc.code)
			}
			continue
		}
		h.must(err)
		now, err := h.Tag(ctx, tc.to)
		if err != nil || now.ID != was.ID || now.Name != tc.to || !cmp.Equal(now.Synonyms, tc.synonyms) {
			t.Errorf("%q to %q: %+v, %v", tc.from, tc.to, now, err)
		}
	}
	h.same("after all", []string{"a.txt Leave person"})
}

func offers(err error, action spar.Action) bool {
	return slices.ContainsFunc(spar.RemediesOf(err), func(r spar.Remedy) bool { return r.Do == action && r.Name != "" })
}
