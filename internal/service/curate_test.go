package service_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

const curatedRules = `
rules:
  - name: plans
    when: name:plan*
    tags: [Plan]
    create: true
  - name: mergers
    when: name:merger*
    tags: [Zebra]
    create: true
`

// curated returns a service over a share with files that everybody may read; a rule and people have tagged some. hidden adds tagged files
// that only the owner may know of.
func curated(t *testing.T, hidden bool) *service.Service {
	t.Helper()
	files := map[string]string{"open/plan.txt": "The plan of the garden.\n", "open/other.txt": "Nothing to see.\n"}
	rules := strings.Split(curatedRules, "  - name: mergers")[0]
	if hidden {
		files["closed/merger.txt"], files["closed/plan.txt"] = "The zebra merger.\n", "Another plan.\n"
		rules = curatedRules
	}
	file := filepath.Join(t.TempDir(), "rules.yaml")
	if err := os.WriteFile(file, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	h := enginetest.Open(t, files, func(o *engine.Options) { o.Rules = file })
	s := service.New(h.Opened, service.Options{})
	if hidden {
		if err := os.Chmod(filepath.Join(h.Root, "closed"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	h.Scanned()
	ctx := t.Context()
	must := func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.AddTag(ctx, owner, api.NewTag{Name: "Garden", Parents: []string{"Place"}}))
	must(s.Assign(ctx, owner, "Garden", api.Target{Scope: "path:open/**"}, false))
	if hidden {
		must(s.AddTag(ctx, owner, api.NewTag{Name: "Zebra quagga", Parents: []string{"Garden"}, Synonyms: []string{"Zebroid"}}))
		must(s.AddTag(ctx, owner, api.NewTag{Name: "Okapi"}))
		must(s.AddTag(ctx, owner, api.NewTag{Name: "Quagga"}))
		must(s.Assign(ctx, owner, "Okapi", api.Target{Files: []string{"docs:closed/merger.txt"}}, false))
		must(s.Assign(ctx, owner, "Zebra quagga", api.Target{Files: []string{"docs:closed/merger.txt"}}, false))
	}
	return s
}

// told is all that the methods of curating tell somebody, as JSON.
func told(t *testing.T, s *service.Service, who spar.Principal) string {
	t.Helper()
	ctx := t.Context()
	var out strings.Builder
	say := func(what string, v any, err error) {
		text, failed := json.Marshal(v)
		if failed != nil {
			t.Fatal(failed)
		}
		out.WriteString(what + ": " + string(text))
		if err != nil {
			out.WriteString(" " + err.Error())
		}
		out.WriteString("\n")
	}
	tags, err := s.Tags(ctx, who)
	say("tags", tags, err)
	for _, name := range []string{"Zebra", "Zebra quagga", "zebroid", "Garden"} {
		tag, err := s.Tag(ctx, who, name)
		say("tag "+name, tag, err)
		loss, err := s.LossOfTag(ctx, who, name)
		say("loss of "+name, loss, err)
	}
	for _, name := range []string{"Zebra", "Zebroid"} {
		review, err := s.Review(ctx, who, "docs:open/other.txt", name, spar.Rejected)
		say("review "+name, review, err)
		for _, judgement := range []spar.Review{spar.Accepted, spar.Rejected, spar.Pending} {
			reviews, err := s.ReviewAll(ctx, who, name, api.Target{Scope: "path:**"}, judgement)
			say("review all "+name, reviews, err)
		}
		some, err := all(s.Pending(ctx, who, api.PendingQuery{Tag: name, Scope: "path:**"}))
		say("pending "+name, some, err)
		done, err := s.Assign(ctx, who, name, api.Target{Scope: "path:**"}, false)
		say("assign "+name, done, err)
		say("edit "+name, nil, s.EditTag(ctx, who, "Garden", api.TagEdit{AddParents: []string{name}}))
		uses, err := s.RenameTag(ctx, who, name, "Other", false)
		say("rename "+name, uses, err)
	}
	n, err := s.Matches(ctx, who, api.Target{Scope: "path:**"})
	say("matches", n, err)
	pending, err := all(s.Pending(ctx, who, api.PendingQuery{}))
	say("pending", pending, err)
	for _, q := range []api.PendingQuery{{}, {Folder: "docs:", Sort: "path"}, {Tag: "Zebra"}, {Source: "rule", Sort: "newest"}} {
		counts, err := s.CountPending(ctx, who, q)
		say("counts", counts, err)
		judged, err := s.JudgeAll(ctx, who, api.Judging{PendingQuery: q, Review: spar.Accepted})
		say("judge all", judged, err)
	}
	rules, err := s.Rules(ctx, who)
	say("rules", rules, err)
	check, err := s.CheckRules(ctx, who)
	say("check", check, err)
	tests, sums, err := s.TestRules(ctx, who, nil, "", 0)
	say("test", []any{tests, sums}, err)
	_, _, err = s.TestRules(ctx, who, []string{"mergers"}, "", 0)
	say("test mergers", nil, err)
	for _, share := range []string{"", "docs", "attic"} {
		made, err := s.ApplyRules(ctx, who, nil, share, true)
		say("apply to "+share, made, err)
	}
	batches, err := s.Batches(ctx, who)
	for i := range batches {
		batches[i].Batch = 0 // numbers are drawn for all
	}
	say("batches", timeless(batches), err)
	whole, err := s.Vocabulary(ctx, who, "")
	say("vocabulary", whole, err)
	problems, count, err := s.TaxonomyProblems(ctx, who)
	say("problems", []any{problems, count}, err)
	trash, err := s.Trash(ctx, who)
	say("trash", trash, err)
	if who.Name != curator.Name {
		return out.String()
	}
	// A name that hidden files alone have is as free as any.
	brought, err := s.Import(ctx, who, strings.NewReader("id,name\nG,Garden\nQ,Quagga\n"), service.Importing{Source: "v", Examples: -1, DryRun: true})
	brought.Read, brought.Took = 0, 0
	say("import", brought, err)
	made, err := s.AddTag(ctx, who, api.NewTag{Name: "Okapi", Parents: []string{"Animal", "animal"}, Notes: "It has stripes."})
	say("add", made, err)
	_, err = s.AddTag(ctx, who, api.NewTag{Name: "Okapi"})
	say("add again", nil, err)
	tags, err = s.Tags(ctx, who)
	say("tags", tags, err)
	for i := range 2 {
		loss, err := s.LossOfTag(ctx, who, "Okapi")
		say("loss", loss, err)
		gone, err := s.RemoveTag(ctx, who, "Okapi")
		gone.Removed, gone.Until = "", ""
		say("remove", gone, err)
		trash, err = s.Trash(ctx, who)
		say("trash", len(trash), err)
		back, err := s.Restore(ctx, who, fmt.Sprintf("tag-%d", i+1), "")
		say("restore", back, err)
		done, err := s.Assign(ctx, who, "Okapi", api.Target{Files: []string{"docs:open/plan.txt"}}, false)
		say("assign", done, err)
	}
	detail, err := s.Tag(ctx, who, "Okapi")
	say("tag", detail, err)
	return out.String()
}

// timeless is batches without their times.
func timeless(list []api.Batch) []api.Batch {
	for i := range list {
		list[i].Started, list[i].Ended = time.Time{}, nil
	}
	return list
}

// TestCuratorsLearnNothing: hidden files change nothing that others are told.
func TestCuratorsLearnNothing(t *testing.T) {
	with, without := curated(t, true), curated(t, false)
	for _, who := range []spar.Principal{reader, curator} {
		got, want := strings.Split(told(t, with, who), "\n"), strings.Split(told(t, without, who), "\n")
		for i := range want {
			if got[i] != want[i] {
				t.Errorf("%s is told with hidden files\n%s\nand without them\n%s", who.Name, got[i], want[i])
			}
		}
	}
	if got := told(t, with, owner); !strings.Contains(got, "Zebroid") {
		t.Errorf("the owner is told %s", got)
	}
}

// TestWhoCurates: a curator changes tags and what rules made, a reader does not.
func TestWhoCurates(t *testing.T) {
	file := api.Target{Files: []string{"docs:open/plan.txt"}}
	changes := []struct {
		what string
		do   func(ctx context.Context, s *service.Service, who spar.Principal) error
	}{
		{"assign", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			done, err := s.Assign(ctx, who, "Place", file, false)
			return errors.Join(err, is(done.Changed, 1))
		}},
		{"unassign", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			done, err := s.Assign(ctx, who, "Place", file, true)
			return errors.Join(err, is(done.Changed, 1))
		}},
		{"edit", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			return s.EditTag(ctx, who, "Garden", api.TagEdit{AddSynonyms: []string{"Park"}})
		}},
		{"rename", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			_, err := s.RenameTag(ctx, who, "park", "Gardens", false)
			return err
		}},
		{"accept", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			done, err := s.Review(ctx, who, "docs:open/plan.txt", "Plan", spar.Accepted)
			return errors.Join(err, is(done.Links, 1))
		}},
		{"undo", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			list, err := s.Batches(ctx, who)
			if err != nil {
				return err
			}
			done, err := s.UndoBatch(ctx, who, spar.BatchID(list[0].Batch))
			return errors.Join(err, is(done.Tags, 0), is(done.Kept, 1))
		}},
		{"apply", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			made, err := s.ApplyRules(ctx, who, []string{"plans"}, "docs", false)
			if err != nil {
				return err
			}
			return errors.Join(is(len(made.Sources), 1), is(made.Sources[0].Judged, 1), is(made.Files, 2))
		}},
		{"import", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			done, err := s.Import(ctx, who, strings.NewReader("id,name\nF,Fever\n"), service.Importing{Source: "v"})
			return errors.Join(err, is(done.Concepts, 1))
		}},
		{"import of what cannot be read", func(ctx context.Context, s *service.Service, who spar.Principal) error {
			if _, err := s.Import(ctx, who, io.MultiReader(), service.Importing{Source: "w"}); err == nil {
				return errors.New("an empty file was imported")
			} else if !who.May(spar.CanCurate) {
				return err
			}
			return nil
		}},
	}
	s := curated(t, true)
	if made, err := s.ApplyRules(t.Context(), owner, nil, "docs", true); err != nil || made.Files != 4 || len(made.Sources) != 2 || made.Sources[1].Kept != 2 {
		t.Errorf("the owner applies rules to a share: %+v, %v", made, err)
	}
	for _, c := range changes {
		if err := c.do(t.Context(), s, reader); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "you have no such role") {
			t.Errorf("%s by a reader: %v", c.what, err)
		}
		if err := c.do(t.Context(), s, curator); err != nil {
			t.Errorf("%s by a curator: %v", c.what, err)
		}
	}
}

func is(got, want int) error {
	if got != want {
		return errors.New("it changed another number of files than it should")
	}
	return nil
}
