package index

import (
	"io/fs"
	"os"
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// TestDraft compares indexes saved from drafts with the catalog. Where something happened between the draft and its saving, it saves
// nothing or a correct index.
func TestDraft(t *testing.T) { dbtest.Each(t, testDraft) }

func testDraft(t *testing.T) {
	dbtest.Checks(t)
	held, dropped := 0, 0
	rapid.Check(t, func(r *rapid.T) {
		ctx := t.Context()
		h := openHouse(t, Options{Small: 1, Thorough: true})
		h.addShare("s")
		h.addShare("two")
		before := rapid.Bool().Draw(r, "rights before")
		grants := []spar.Grant{{Share: "s", Path: "d", Principal: "everyone", Allow: true}, {Share: "s", Path: "d/a.txt", Principal: "user:ann", Allow: true}}
		if before {
			h.must(h.SetGrants(ctx, "s", grants))
		}
		fill := func(share string, least int) {
			for range rapid.IntRange(least, 12).Draw(r, "files") {
				mode := anyMode.Draw(r, "mode")
				if rapid.IntRange(0, 9).Draw(r, "link") == 0 {
					mode |= fs.ModeSymlink
				}
				h.put(share, anyPath.Draw(r, "path"), mode, anyUser.Draw(r, "uid"), anyUser.Draw(r, "gid"), int64(rapid.IntRange(0, 9).Draw(r, "size")), rapid.IntRange(0, 9).Draw(r, "year"))
			}
			for _, p := range []string{".", "d", "hr"} {
				if h.shares[share][p].Mode.IsDir() {
					h.put(share, p, fs.ModeDir|anyMode.Draw(r, "mode of a folder"), anyUser.Draw(r, "uid"), anyUser.Draw(r, "gid"), 0, 0)
				}
			}
		}
		draft, err := h.index.Draft(ctx)
		h.must(err)
		defer draft.Close()
		h.draft = draft
		fill("s", 2)
		h.scan("s")
		if rapid.Bool().Draw(r, "a second share") {
			fill("two", 0)
			h.scan("two")
		}
		h.draft = nil
		files := h.files()
		if len(files) < 2 {
			r.Skip("too few files")
		}
		file := rapid.SampledFrom(files).Draw(r, "file")
		tag, err := h.AddTag(ctx, spar.Tag{Name: "A"})
		h.must(err)
		holds := true
		switch rapid.SampledFrom([]string{"nothing", "assign", "add", "again", "change", "move", "read", "rename", "remove", "set rights"}).Draw(r, "meanwhile") {
		case "assign":
			_, err := h.Assign(ctx, []spar.Assignment{{File: file.ID, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1}})
			h.must(err)
		case "add":
			h.put("s", "late.txt", 0o644, 1, 1, 1, 1)
			h.scan("s")
			holds = false
		case "again":
			h.scan("s")
		case "change":
			h.put(file.Share, file.Path, 0o604, 3, 3, 99, 9)
			h.scan(file.Share)
			holds = false
		case "move":
			e := h.shares[file.Share][file.Path]
			delete(h.shares[file.Share], file.Path)
			e.Path = "moved.txt"
			h.shares[file.Share]["moved.txt"] = e
			h.scan(file.Share)
			holds = false
		case "read":
			_, err := h.Record(ctx, spar.Finding{Version: file.Version(), Format: "text", State: spar.OK, Segment: spar.SegmentID{1}})
			h.must(err)
			holds = false
		case "rename":
			h.must(h.RenameShare(ctx, "two", "a"))
			holds = false
		case "remove":
			h.must(h.RemoveShare(ctx, "two"))
			holds = false
		case "set rights":
			h.must(h.SetGrants(ctx, "s", grants))
			holds = before
		}
		h.must(draft.Save(ctx))
		_, err = os.Stat(h.index.path())
		if saved := err == nil; saved != holds {
			r.Fatalf("saved: %v (%v), want %v", saved, err, holds)
		}
		if holds {
			held++
		} else {
			dropped++
		}
		x := h.reopened(Options{Small: 1, Thorough: true})
		found, err := x.Check(ctx)
		if h.must(err); len(found) > 0 {
			r.Fatalf("%q", found)
		}
		s, err := x.Snapshot(ctx)
		h.must(err)
		h.equal(r, s, []spar.Scope{{}, drawScope(r), drawScope(r)}, people)
		left, err := os.ReadDir(h.index.dir)
		h.must(err)
		for _, e := range left {
			if e.Name() != savedName && e.Name() != "lock" {
				r.Fatalf("%s was left", e.Name())
			}
		}
	})
	if held == 0 || dropped == 0 {
		t.Errorf("%d drafts held and %d did not", held, dropped)
	}
}

// TestDraftOfFew saves nothing for a few files, and there is no draft where files are known.
func TestDraftOfFew(t *testing.T) {
	ctx := t.Context()
	h := openHouse(t, Options{})
	h.addShare("s")
	h.put("s", "a.txt", 0o644, 1, 1, 1, 1)
	draft, err := h.index.Draft(ctx)
	h.must(err)
	h.draft = draft
	h.scan("s")
	h.must(draft.Save(ctx))
	draft.Close()
	if _, err := os.Stat(h.index.path()); !os.IsNotExist(err) {
		t.Errorf("saved: %v", err)
	}
	if again, err := h.index.Draft(ctx); again != nil || err != nil {
		t.Errorf("a draft beside files: %v, %v", again, err)
	}
	var none *Draft
	none.Close()
}
