package index

import (
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// knows lists the files that somebody may know of, without their share.
func knows(t *testing.T, s *Snapshot, who spar.Principal) string {
	t.Helper()
	selection, err := s.Eval(t.Context(), who, spar.Scope{})
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for f := range s.In(roaring.Or(selection.Known, selection.Unknown)) {
		paths = append(paths, f.Path)
	}
	return strings.Join(paths, " ")
}

var served = spar.Principal{UID: 1, Served: true, Clearance: "internal"}

// archives is a house with an archive in an archive, and a file beside them.
func archives(t *testing.T) *house {
	h := openHouse(t, Options{Small: 100, Changed: 100})
	h.addShare("s")
	h.must(h.SetRights(t.Context(), "s", spar.ToAll))
	h.put("s", "a.zip", 0o644, 1, 1, 5, 1)
	h.put("s", "b.txt", 0o644, 1, 1, 5, 1)
	h.scan("s")
	hold := func(path string, members ...string) {
		f := h.named(path)
		finding := spar.Finding{Version: f.Version(), Format: "zip", State: spar.Container}
		finding.Version.Hash[0] = 1
		for i, name := range members {
			finding.Members = append(finding.Members, spar.Member{Name: name, Size: 7, At: int64(i)})
		}
		_, err := h.Record(t.Context(), finding)
		h.must(err)
	}
	hold("a.zip", "in.zip", "x.txt")
	hold("a.zip!/in.zip", "y.txt")
	return h
}

func (h *house) named(path string) spar.File {
	h.t.Helper()
	all := h.files()
	i := slices.IndexFunc(all, func(f spar.File) bool { return f.Path == path })
	if i < 0 {
		h.t.Fatalf("there is no %s", path)
	}
	return all[i]
}

func (h *house) label(path, level string) {
	h.t.Helper()
	e := catalog.Edit{Set: []spar.Attribute{{File: h.named(path).ID, Key: Confidentiality, Value: spar.Value{Kind: spar.Text, Text: level}, Origin: spar.ByRule, Batch: 1}}}
	if level == "" {
		e = catalog.Edit{Unset: []spar.Attribute{{File: h.named(path).ID, Key: Confidentiality, Origin: spar.ByRule}}}
	}
	_, err := h.Edit(h.t.Context(), e)
	h.must(err)
}

func (h *house) save() {
	h.t.Helper()
	lock, err := h.index.tryLock()
	h.must(err)
	h.must(h.index.build(h.t.Context(), false))
	h.must(lock.Unlock())
}

// TestMembersAreAsConfidential labels containers: their members, at any depth, are at least as confidential, whether the index keeps the
// label in its saved part or beside it.
func TestMembersAreAsConfidential(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		for _, saved := range []bool{false, true} {
			h := archives(t)
			is := func(want string) {
				t.Helper()
				for _, now := range []bool{false, saved} {
					if now {
						h.save()
					}
					s, err := h.index.Snapshot(t.Context())
					h.must(err)
					if got := knows(t, s, served); got != want {
						t.Errorf("saved %v: they may know of %q, want %q", saved, got, want)
					}
					h.equal(t, s, []spar.Scope{{}}, people)
				}
			}
			is("a.zip a.zip!/in.zip a.zip!/in.zip!/y.txt a.zip!/x.txt b.txt")
			h.label("a.zip!/in.zip", "secret")
			is("a.zip a.zip!/x.txt b.txt")
			h.label("a.zip!/in.zip", "")
			h.label("a.zip", "secret")
			is("b.txt")
			h.label("a.zip!/x.txt", "public") // lowers nothing
			is("b.txt")
			h.label("a.zip", "internal")
			is("a.zip a.zip!/in.zip a.zip!/in.zip!/y.txt a.zip!/x.txt b.txt")
			h.label("a.zip!/x.txt", "secret") // raises its own only
			is("a.zip a.zip!/in.zip a.zip!/in.zip!/y.txt b.txt")
		}
	})
}

// TestWaiting has rules that may give labels lag behind the journal, and be undecided about files.
func TestWaiting(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		h := archives(t)
		ctx := t.Context()
		highest := served
		highest.Clearance = "secret"
		const all = "a.zip a.zip!/in.zip a.zip!/in.zip!/y.txt a.zip!/x.txt b.txt"
		is := func(want string) {
			t.Helper()
			s, err := h.index.Snapshot(ctx)
			h.must(err)
			if got := knows(t, s, served); got != want {
				t.Errorf("they may know of %q, want %q", got, want)
			}
			if got := knows(t, s, highest); got != all {
				t.Errorf("who may know of every level knows of %q", got)
			}
			h.equal(t, s, []spar.Scope{{}}, people)
		}
		apply := func(behind int64, labels bool, waiting ...spar.FileID) {
			t.Helper()
			head, err := h.Head(ctx)
			h.must(err)
			files := roaring.New()
			for _, id := range waiting {
				files.Add(uint32(id))
			}
			list, err := EncodeFiles(files)
			h.must(err)
			_, err = h.Edit(ctx, catalog.Edit{Applied: []catalog.Source{{Kind: "rule", Name: "r", Version: []byte("1"), Labels: labels, Waiting: list}}, Cursor: catalog.Cursor{Follower: catalog.Tagging, Seq: head - behind}})
			h.must(err)
		}
		is(all) // no rule
		apply(0, false)
		is(all) // one that gives no label
		apply(0, true)
		is(all)
		apply(0, true, h.named("b.txt").ID)
		is("a.zip a.zip!/in.zip a.zip!/in.zip!/y.txt a.zip!/x.txt")
		apply(0, true, h.named("a.zip").ID) // with all that lies in it
		is("b.txt")
		apply(0, true)
		h.must(h.Reread(ctx, h.named("a.zip").ID))
		h.put("s", "b.txt", 0o644, 1, 1, 6, 2)
		h.scan("s")
		is("")
		h.save()
		is("")
		apply(0, true)
		is(all)
		_, err := h.AddTag(ctx, spar.Tag{Name: "T"}) // which the rule may ask for
		h.must(err)
		is("")
		apply(0, true)
		is(all)
		s, err := h.index.Snapshot(ctx)
		h.must(err)
		if got := knows(t, s.Unlabelled(), served); got != "" || s.Unlabelled().Waiting().GetCardinality() != 5 || !s.Waiting().IsEmpty() {
			t.Errorf("without any label known they may know of %q", got)
		}
	})
}
