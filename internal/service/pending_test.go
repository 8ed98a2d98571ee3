package service_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy/format"
)

// TestJudgeAll: what waits is counted by tag, source and folder, sorted, judged as a whole, tags and values alike, and taken back.
func TestJudgeAll(t *testing.T) {
	h := enginetest.Open(t, map[string]string{
		"board/minutes of the budget.txt": "a", "board/2024/minutes.txt": "b", "hr/budget.txt": "c", "hr/zebra.txt": "d",
	}, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	if c, err := s.CountPending(ctx, owner, api.PendingQuery{}); err != nil || c.Known != 0 || c.Total != 0 {
		t.Errorf("without tags there are %+v: %v", c, err)
	}
	for _, name := range []string{"Minutes", "Budget"} {
		if _, err := s.AddTag(ctx, owner, api.NewTag{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	for _, values := range []bool{false, true} {
		if _, err := s.Propose(ctx, owner, api.Suggesting{Target: api.Target{Scope: "path:**"}, Least: .2, Values: values}); err != nil {
			t.Fatal(err)
		}
	}
	tags := func(q api.PendingQuery) (list []string) {
		t.Helper()
		for p, err := range s.Pending(ctx, owner, q) {
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, p.Tag+" "+p.Path.Name)
		}
		return list
	}
	counts := func(q api.PendingQuery) api.PendingCounts {
		t.Helper()
		c, err := s.CountPending(ctx, owner, q)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(tags(q)); c.Total != n {
			t.Errorf("%+v: %d are counted and %d listed", q, c.Total, n)
		}
		return c
	}
	of := func(list []api.PendingCount, name string) int {
		i := slices.IndexFunc(list, func(c api.PendingCount) bool { return c.Name == name })
		if i < 0 {
			return 0
		}
		return list[i].Count
	}
	before := tags(api.PendingQuery{})
	all := counts(api.PendingQuery{})
	minutes, values := of(all.Tags, "Minutes"), of(all.Tags, "document-type:minutes")
	if all.Known != 2 || minutes != 2 || values != 2 || of(all.Tags, "Budget") != 2 || of(all.Sources, "encoder") != all.Total || of(all.Folders, "docs:hr") == 0 {
		t.Fatalf("counted are %+v", all)
	}
	// Each list counts what the other conditions leave.
	if c := counts(api.PendingQuery{Tag: "Minutes", Folder: "docs:board"}); c.Total != 2 || of(c.Tags, "Budget") != 1 || of(c.Folders, "docs:board/2024") != 1 {
		t.Errorf("of Minutes in board are %+v", c)
	}
	sorted := tags(api.PendingQuery{Sort: "path"})
	if !slices.IsSortedFunc(sorted, func(a, b string) int {
		return strings.Compare(a[strings.LastIndex(a, " "):], b[strings.LastIndex(b, " "):])
	}) && !strings.HasSuffix(sorted[0], "board/2024/minutes.txt") {
		t.Errorf("by path they are %v", sorted)
	}
	for _, bad := range []api.PendingQuery{{Sort: "zebra"}, {Folder: "hr"}} {
		if _, err := s.CountPending(ctx, owner, bad); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if q, err := s.ReviewQueue(ctx, owner, api.QueueQuery{PendingQuery: api.PendingQuery{Sort: "likeliest"}, Most: 2}); err != nil || len(q) != 2 || q[0].Confidence < q[1].Confidence || q[0].Why != "sorted" {
		t.Errorf("the likeliest are %+v: %v", q, err)
	}
	for _, q := range []api.PendingQuery{{Tag: "Minutes"}, {Tag: "document-type:minutes"}, {Folder: "docs:board"}, {}} {
		want := counts(q).Total
		done, err := s.JudgeAll(ctx, owner, api.Judging{PendingQuery: q, Review: spar.Accepted})
		if err != nil || done.Changed != want || done.Batch == 0 || counts(q).Total != 0 {
			t.Fatalf("%+v: of %d are judged %+v: %v", q, want, done, err)
		}
		n, err := s.Count(ctx, owner, api.Listing{Scope: "tag:Minutes"})
		if has := n.States["unread"]; err != nil || (q.Tag == "document-type:minutes") == (has == 2) {
			t.Errorf("%+v: accepted, %d files have the tag: %v", q, has, err)
		}
		if u, err := s.UndoBatch(ctx, owner, spar.BatchID(done.Batch)); err != nil || u.Tags+u.Attributes != want {
			t.Fatalf("%+v: undone are %+v: %v", q, u, err)
		}
		if diff := cmp.Diff(before, tags(api.PendingQuery{})); diff != "" {
			t.Errorf("%+v: undone, other proposals wait: %s", q, diff)
		}
		if f, err := s.Values(ctx, owner, "", "document-type", 0); err != nil || f.Present != 0 {
			t.Errorf("%+v: undone, %d files have a value: %v", q, f.Present, err)
		}
	}
	if done, err := s.JudgeAll(ctx, owner, api.Judging{PendingQuery: api.PendingQuery{Source: "rule"}, Review: spar.Rejected}); err != nil || done.Changed != 0 || done.Batch != 0 {
		t.Errorf("nothing is judged as %+v: %v", done, err)
	}
	if _, err := s.JudgeAll(ctx, owner, api.Judging{Review: spar.Pending}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("neither accepted nor rejected: %v", err)
	}
}

// TestUndoImport: the import of a vocabulary is taken back whole, the first one and a later version, and not where its tags are in use.
func TestUndoImport(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"one.txt": "a"}, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	if _, err := s.AddTag(ctx, owner, api.NewTag{Name: "Budget", Synonyms: []string{"Money"}}); err != nil {
		t.Fatal(err)
	}
	bring := func(text string, dry bool) api.Import {
		t.Helper()
		done, err := s.Import(ctx, owner, strings.NewReader(text), service.Importing{Source: "places.csv", DryRun: dry, Format: format.Options{Language: "en"}})
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	names := func() (list []string) {
		t.Helper()
		tree, err := s.Tags(ctx, owner)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range tree {
			list = append(list, l.Name+" "+strings.Join(l.Synonyms, ",")+" "+strings.Join(l.Parents, ","))
		}
		return list
	}
	before := names()
	const first = "id,name,parent\n1,Budget,\n2,Town,1\n"
	if dry := bring(first, true); dry.Batch != 0 || dry.Concepts != 2 || !cmp.Equal(before, names()) {
		t.Fatalf("a dry run made %+v", dry)
	}
	one := bring(first, false)
	between := names()
	two := bring("id,name,parent\n1,Budget,\n3,City,1\n", false)
	if one.Batch == 0 || two.Batch == 0 || bring("id,name,parent\n1,Budget,\n3,City,1\n", false).Batch != 0 {
		t.Fatalf("the batches are %d and %d", one.Batch, two.Batch)
	}
	if _, err := s.Assign(ctx, owner, "City", api.Target{Files: []string{"docs:one.txt"}}, false); err != nil {
		t.Fatal(err)
	}
	if _, err := s.UndoBatch(ctx, owner, spar.BatchID(two.Batch)); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("undone although a file has the tag: %v", err)
	}
	if _, err := s.Assign(ctx, owner, "City", api.Target{Files: []string{"docs:one.txt"}}, true); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		batch uint32
		want  []string
	}{{two.Batch, between}, {one.Batch, before}} {
		if u, err := s.UndoBatch(ctx, owner, spar.BatchID(step.batch)); err != nil || u.Concepts == 0 {
			t.Errorf("undone are %+v: %v", u, err)
		}
		if diff := cmp.Diff(step.want, names()); diff != "" {
			t.Error(diff)
		}
	}
	if list, _, err := s.Vocabularies(ctx, owner); err != nil || len(list) != 0 {
		t.Errorf("there are vocabularies %+v: %v", list, err)
	}
	if err := s.Work(ctx, owner, api.NewWork{Kind: api.WorkPropose}, service.WorkAt{}, nil); err != nil {
		t.Errorf("with a tag, proposing: %v", err)
	}
}
