package service_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestProposedValues: values of closed lists are proposed, judged and taken back as tags are; one that is accepted holds.
func TestProposedValues(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"board/minutes of the board.txt": "a", "board/meeting minutes 2.txt": "b", "zebra.txt": "c", "invoice 7.txt": "d"}, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	q := api.Suggesting{Target: api.Target{Scope: "path:**"}, Values: true, Tag: "document-type", Least: .3}
	first := map[string]string{}
	for p, err := range s.Suggest(ctx, owner, q) {
		if err != nil {
			t.Fatal(err)
		}
		if p.Tag != "" && first[p.Path.Name] == "" {
			first[p.Path.Name] = p.Tag
			if len(p.Evidence) == 0 || !strings.Contains(p.Evidence[0].Text, "the name of the file says") {
				t.Errorf("%s of %s has the evidence %+v", p.Tag, p.Path.Name, p.Evidence)
			}
		}
	}
	if first["invoice 7.txt"] != "document-type:invoice" || first["board/meeting minutes 2.txt"] != "document-type:minutes" || first["zebra.txt"] != "" {
		t.Errorf("suggested are %v", first)
	}
	done, err := s.Propose(ctx, owner, q)
	if err != nil || done.Tags != 3 || done.Batch == 0 {
		t.Fatalf("proposed %+v: %v", done, err)
	}
	if again, err := s.Propose(ctx, owner, q); err != nil || again.Tags != 0 {
		t.Errorf("proposed again: %+v: %v", again, err)
	}
	queue, err := s.ReviewQueue(ctx, owner, api.QueueQuery{})
	if err != nil || len(queue) != 3-1 && len(queue) != 3 {
		t.Fatalf("the queue has %+v: %v", queue, err)
	}
	have := func(want int, when string) {
		t.Helper()
		if f, err := s.Values(ctx, owner, "", "document-type", 0); err != nil || f.Present != want || want > 0 && (len(f.Values) != 1 || f.Values[0].Value.Text != "minutes") {
			t.Errorf("%s %d files have a value, not %d: %+v: %v", when, f.Present, want, f.Values, err)
		}
	}
	have(0, "proposed,")
	r, err := s.Review(ctx, owner, "docs:board/minutes of the board.txt", "document-type:minutes", spar.Accepted)
	if err != nil || r.Links != 1 || r.Tag != "document-type:minutes" {
		t.Fatalf("judged %+v: %v", r, err)
	}
	have(1, "accepted,")
	if all, err := s.ReviewAll(ctx, owner, "document-type:invoice", api.Target{Scope: "path:**"}, spar.Rejected); err != nil || all.Changed != 1 {
		t.Errorf("rejected %+v: %v", all, err)
	}
	sources, err := s.ReviewSources(ctx, owner)
	if err != nil || len(sources) != 1 || sources[0].Name != "document-type" || sources[0].Judged != 2 || sources[0].Waiting != 1 {
		t.Errorf("the sources are %+v: %v", sources, err)
	}
	undone, err := s.UndoBatch(ctx, owner, spar.BatchID(done.Batch))
	if err != nil || undone.Attributes != 1 || undone.Kept != 2 {
		t.Errorf("undone %+v: %v", undone, err)
	}
	have(1, "after the proposals were undone")
	if again, err := s.Propose(ctx, owner, q); err != nil || again.Tags != 1 {
		t.Errorf("what was rejected or accepted is proposed again: %+v: %v", again, err)
	}
	if _, err := s.Review(ctx, owner, "docs:board/minutes of the board.txt", "document-type:minutes", spar.Pending); err != nil {
		t.Error(err)
	}
	have(0, "judged again,")
	for _, bad := range []string{"nothing", "title", "document-type:zebra"} {
		q.Tag = bad
		if _, err := s.Propose(ctx, owner, q); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestTagParents: a tag whose words a new name has comes before others, and what is already so called is no parent of itself.
func TestTagParents(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"one.txt": "a"}, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	for _, name := range []string{"Leave", "Travel", "Parental leave"} {
		if _, err := s.AddTag(ctx, owner, api.NewTag{Name: name}); err != nil {
			t.Fatal(err)
		}
	}
	list, err := s.TagParents(ctx, owner, api.ParentQuery{Name: "Parental leave"})
	if err != nil || len(list) == 0 || list[0].Tag != "Leave" || slices.ContainsFunc(list, func(p api.TagParent) bool { return p.Tag == "Parental leave" }) {
		t.Errorf("%+v: %v", list, err)
	}
	for _, bad := range []api.ParentQuery{{}, {Name: "x", Most: -1}} {
		if _, err := s.TagParents(ctx, owner, bad); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%+v: %v", bad, err)
		}
	}
}

// TestAuditRounds: what a round of audits found before is not new in the next one.
func TestAuditRounds(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"one.txt": "a"}, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	add := func(names ...string) {
		for _, name := range names {
			if _, err := s.AddTag(ctx, owner, api.NewTag{Name: name}); err != nil {
				t.Fatal(err)
			}
		}
	}
	add("Holiday request", "Holiday requests")
	news := func(want int) {
		t.Helper()
		list, err := s.AuditTags(ctx, owner, api.TagAuditQuery{Kind: "duplicate", New: true})
		if err != nil || len(list) != want || want > 0 && !list[0].New {
			t.Errorf("new are %+v, not %d: %v", list, want, err)
		}
	}
	news(1)
	news(1)
	before, err := h.Opened.FoundBefore("who sees all files", "")
	if err != nil || before.Round != 1 || !before.Due(0, before.Began) || before.Due(engine.AuditRound, before.Began) {
		t.Errorf("%+v: %v", before, err)
	}
	later := before.Began.Add(2 * engine.AuditRound)
	for i, found := range [][]string{{"a"}, {"a", "b"}} {
		first, err := h.Opened.FirstFound(before, found, 7, engine.AuditRound, later.Add(time.Duration(i*24)*time.Hour))
		if err != nil || before.Round != i+2 || first[i].Round != before.Round || first[0].Round != 2 || first[i].Head != 7 {
			t.Errorf("round %d: %+v: %v", before.Round, first, err)
		}
	}
}

// TestSplit: files get a new tag in the place of another, and undoing takes it back.
func TestSplit(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"one.txt": "a", "two.txt": "b"}, nil)
	h.Scanned()
	s, ctx := service.New(h.Opened, service.Options{}), t.Context()
	if _, err := s.AddTag(ctx, owner, api.NewTag{Name: "Letter", Parents: []string{"Paper"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Assign(ctx, owner, "Letter", api.Target{Scope: "path:**"}, false); err != nil {
		t.Fatal(err)
	}
	done, err := s.MendTags(ctx, owner, api.Mending{Do: "split", Tag: "Letter", Into: "Postcard", Files: []string{"docs:two.txt"}})
	if err != nil || done.Into != "Postcard" {
		t.Fatalf("%+v: %v", done, err)
	}
	count := func(name string) int {
		tag, err := s.Tag(ctx, owner, name)
		if err != nil {
			return -1
		}
		return tag.Files
	}
	if tag, err := s.Tag(ctx, owner, "Postcard"); err != nil || !slices.Equal(tag.Parents, []string{"Paper"}) || count("Postcard") != 1 || count("Letter") != 1 {
		t.Errorf("the new tag is %+v: %v", tag, err)
	}
	if _, err := s.UndoBatch(ctx, owner, spar.BatchID(done.Batch)); err != nil || count("Letter") != 2 || count("Postcard") != -1 {
		t.Errorf("undone, %d files have the old tag and %d the new one: %v", count("Letter"), count("Postcard"), err)
	}
}
