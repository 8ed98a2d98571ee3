package service_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestAcceptGroup: files are grouped by names and folders, a group becomes a tag that later runs go on from, and undoing takes it back.
func TestAcceptGroup(t *testing.T) {
	files := map[string]string{}
	for i := range 6 {
		files[fmt.Sprintf("a/mooring harbour %d.txt", i)] = "a"
		files[fmt.Sprintf("b/parental leave %d.txt", i)] = "b"
		files[fmt.Sprintf("c/invoice payment %d.txt", i)] = "c"
	}
	h := enginetest.Open(t, files, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	list := func() []api.Group {
		t.Helper()
		groups, err := s.Groups(ctx, owner, api.GroupQuery{Count: 3})
		if err != nil {
			t.Fatal(err)
		}
		return groups
	}
	about := func(folder string) api.Group {
		t.Helper()
		for _, g := range list() {
			if g.Label == strings.ToUpper(folder) || g.Tag == folder {
				return g
			}
		}
		t.Fatalf("there is no group about %q: %+v", folder, list())
		return api.Group{}
	}
	g := about("a")
	if g.Members != 6 || g.New != 6 || len(g.Files) != 6 || len(g.Evidence) != 2 || !strings.Contains(g.Evidence[0], "“harbour” in 6") ||
		!strings.Contains(strings.Join(list()[0].Notes, "\n"), "18 files are not read") {
		t.Errorf("the group of the harbour is %+v", g)
	}
	done, err := s.AcceptGroup(ctx, owner, api.GroupAccepting{GroupQuery: api.GroupQuery{Count: 3}, Group: g.Group, Name: "Harbour"})
	if err != nil || done.Files != 6 || done.Tag != "Harbour" {
		t.Fatalf("accepted %+v: %v", done, err)
	}
	tagged := func() (names []string) {
		for f, err := range s.Files(ctx, owner, api.Listing{Scope: "tag:Harbour"}) {
			if err != nil {
				t.Fatal(err)
			}
			names = append(names, f.Path.Name)
		}
		return names
	}
	if got := tagged(); len(got) != 6 {
		t.Errorf("the tag has %q", got)
	}
	if _, err := s.AcceptGroup(ctx, owner, api.GroupAccepting{Group: g.Group, GroupQuery: api.GroupQuery{Count: 2}}); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("a group that is gone was accepted: %v", err)
	}
	h.Write("a/mooring harbour 7.txt", "a")
	h.Scanned()
	if _, err := s.Review(ctx, owner, "docs:a/mooring harbour 0.txt", "Harbour", spar.Rejected); err != nil {
		t.Fatal(err)
	}
	again := about("Harbour")
	if again.Tag != "Harbour" || again.New != 1 || again.Files[0].Path.Name != "a/mooring harbour 7.txt" {
		t.Errorf("a new file is not offered the tag, or one that was taken out is again: %+v", again)
	}
	if notes := list()[0].Notes; !slices.ContainsFunc(notes, func(n string) bool { return strings.Contains(n, "13 files fit no group that was accepted") }) {
		t.Errorf("what fits no group is not told: %q", notes)
	}
	if _, err := s.Review(ctx, owner, "docs:a/mooring harbour 0.txt", "Harbour", spar.Accepted); err != nil {
		t.Fatal(err)
	}
	if _, err := s.UndoBatch(ctx, owner, spar.BatchID(done.Batch)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Tag(ctx, owner, "Harbour"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("the tag is there after its batch was undone: %v", err)
	}
}

// TestGroupApart: a file that is left out of a group stays out, one that joins it stays in, and undoing forgets both.
func TestGroupApart(t *testing.T) {
	files := map[string]string{"soup.txt": "a"}
	for i := range 6 {
		files[fmt.Sprintf("a/mooring harbour %d.txt", i)] = "a"
		files[fmt.Sprintf("b/parental leave %d.txt", i)] = "b"
	}
	h := enginetest.Open(t, files, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	q := api.GroupQuery{Count: 2}
	groups, err := s.Groups(ctx, owner, q)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(groups, func(g api.Group) bool { return g.Label == "A" })
	if i < 0 {
		t.Fatalf("the groups are %+v", groups)
	}
	in := api.GroupAccepting{GroupQuery: q, Group: groups[i].Group, Name: "Harbour", LeaveOut: []string{"docs:a/mooring harbour 0.txt"}, Also: []string{"docs:b/parental leave 0.txt"}}
	done, err := s.AcceptGroup(ctx, owner, in)
	if err != nil || done.Files < 6 {
		t.Fatalf("%+v: %v", done, err)
	}
	tagged := func(path string) (is bool) {
		for f, err := range s.Files(ctx, owner, api.Listing{Scope: "tag:Harbour"}) {
			is = is || err == nil && f.Path.Name == path
		}
		return is
	}
	if tagged("a/mooring harbour 0.txt") || !tagged("b/parental leave 0.txt") || !tagged("a/mooring harbour 1.txt") {
		t.Error("the group has not the files that people gave it")
	}
	if groups, err = s.Groups(ctx, owner, q); err != nil || slices.ContainsFunc(groups, func(g api.Group) bool {
		return g.Tag == "Harbour" && slices.ContainsFunc(g.Files, func(f api.FileName) bool { return f.Path.Name == "a/mooring harbour 0.txt" })
	}) {
		t.Errorf("a file that was left out is offered again: %v", err)
	}
	if _, err := s.UndoBatch(ctx, owner, spar.BatchID(done.Batch)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Tag(ctx, owner, "Harbour"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("the tag is there: %v", err)
	}
}

// TestGroupTags: a group of tags becomes a tag above them.
func TestGroupTags(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"one.txt": "a"}, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	for _, name := range []string{"Travel abroad", "Travel at home", "Travel costs", "Leave of parents", "Leave of the sick", "Leave without pay"} {
		if _, err := s.AddTag(ctx, owner, api.NewTag{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	q := api.GroupQuery{Of: "tags", Count: 2}
	groups, err := s.Groups(ctx, owner, q)
	if err != nil || len(groups) != 2 || len(groups[0].Tags) != 3 {
		t.Fatalf("%+v: %v", groups, err)
	}
	done, err := s.AcceptGroup(ctx, owner, api.GroupAccepting{GroupQuery: q, Group: groups[0].Group, Name: "Above"})
	if err != nil || done.Tags != 3 {
		t.Fatalf("%+v: %v", done, err)
	}
	tag, err := s.Tag(ctx, owner, "Above")
	slices.Sort(groups[0].Tags)
	if err != nil || !slices.Equal(tag.Children, groups[0].Tags) {
		t.Errorf("below the new tag are %q, not %q: %v", tag.Children, groups[0].Tags, err)
	}
	if _, err := s.UndoBatch(ctx, owner, spar.BatchID(done.Batch)); err != nil {
		t.Fatal(err)
	}
	in := api.GroupAccepting{GroupQuery: q, Group: groups[0].Group, Name: "Above", LeaveOut: groups[0].Tags[:1], Also: groups[1].Tags[:1]}
	if done, err = s.AcceptGroup(ctx, owner, in); err != nil || done.Tags != 3 {
		t.Fatalf("%+v: %v", done, err)
	}
	want := append(slices.Clone(groups[0].Tags[1:]), groups[1].Tags[0])
	slices.Sort(want)
	if tag, err = s.Tag(ctx, owner, "Above"); err != nil || !slices.Equal(tag.Children, want) {
		t.Errorf("below the new tag are %q, not %q: %v", tag.Children, want, err)
	}
	if later, err := s.Groups(ctx, owner, q); err != nil || !slices.ContainsFunc(later, func(g api.Group) bool { return g.Tag == "Above" && g.Members >= 3 }) {
		t.Errorf("what was put together is not: %+v: %v", later, err)
	}
	in.Group = "none"
	if _, err := s.AcceptGroup(ctx, owner, in); spar.CodeOf(err) != spar.NotFound {
		t.Error(err)
	}
	later, err := s.Groups(ctx, owner, q)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.AcceptGroup(ctx, owner, api.GroupAccepting{GroupQuery: q, Group: later[0].Group, Also: []string{"Above"}}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("a tag with tags below it joins a group: %v", err)
	}
	for _, bad := range []api.GroupQuery{{Of: "people"}, {Count: -1}, {Of: "tags", All: true}} {
		if _, err := s.Groups(ctx, owner, bad); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}
