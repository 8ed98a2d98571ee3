package index

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
)

// fataler is a test or a check of rapid.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

// equal compares all of a snapshot with the reference.
func (h *house) equal(t fataler, s *Snapshot, scopes []spar.Scope, people []spar.Principal) {
	t.Helper()
	ref, err := Load(h.t.Context(), h.Catalog, nil)
	h.must(err)
	if s.Head() != ref.Head() || s.Len() != len(ref.files) {
		t.Fatalf("head %d and %d files, want %d and %d", s.Head(), s.Len(), ref.Head(), len(ref.files))
	}
	if diff := cmp.Diff(slices.Collect(ref.All()), slices.Collect(s.All())); diff != "" {
		t.Fatalf("all files: %s", diff)
	}
	for _, f := range ref.files {
		if got, ok := s.Named(f.Share, f.Path); !ok || got != f {
			t.Fatalf("%s:%s is %v, %v", f.Share, f.Path, got, ok)
		}
		if got, ok := s.Named(f.Share, f.Path+"x"); ok {
			t.Fatalf("%s:%sx is %v", f.Share, f.Path, got)
		}
		got, ok := s.File(f.ID)
		if !ok || got != f {
			t.Fatalf("file %d: %v, want %v", f.ID, got, f)
		}
		if diff := cmp.Diff(ref.TagsOf(f.ID), s.TagsOf(f.ID), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("tags of %s: %s", f.Path, diff)
		}
		if diff := cmp.Diff(withoutBatches(ref.AttributesOf(f.ID)), withoutBatches(s.AttributesOf(f.ID)), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("attributes of %s: %s", f.Path, diff)
		}
	}
	if diff := cmp.Diff(ref.Tags(), s.Tags()); diff != "" {
		t.Fatalf("tags: %s", diff)
	}
	for _, who := range people {
		want, err := ref.TagTree(who)
		h.must(err)
		got, err := s.TagTree(who)
		h.must(err)
		if diff := cmp.Diff(ref.TagsFor(who), s.TagsFor(who)); diff != "" {
			t.Fatalf("the tags for %+v: %s", who, diff)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("the tree of tags for %+v: %s", who, diff)
		}
		for _, sc := range scopes {
			want, wantErr := ref.Eval(who, sc)
			got, gotErr := s.Eval(context.Background(), who, sc)
			if fmt.Sprint(wantErr) != fmt.Sprint(gotErr) {
				t.Fatalf("%s for %+v: %v, want %v", scope.Print(sc), who, gotErr, wantErr)
			}
			if wantErr != nil {
				continue
			}
			if diff := cmp.Diff(shown(want), shown(got)); diff != "" {
				t.Fatalf("%s for %+v: %s", scope.Print(sc), who, diff)
			}
			if diff := cmp.Diff(slices.Collect(ref.In(want.Known)), slices.Collect(s.In(got.Known))); diff != "" {
				t.Fatalf("%s for %+v lists: %s", scope.Print(sc), who, diff)
			}
			for by := range ByTime + 1 {
				for _, reverse := range []bool{false, true} {
					n := int(want.Known.GetCardinality())
					w := Window{Skip: n * int(by) / 8, Most: n / 3} // each order another part of it; all where n is small
					if diff := cmp.Diff(inOrder(slices.Collect(ref.In(want.Known)), by, reverse, w), slices.Collect(s.Ordered(got.Known, by, reverse, w)), cmpopts.EquateEmpty()); diff != "" {
						t.Fatalf("%s for %+v in order %d, reverse %t, %+v: %s", scope.Print(sc), who, by, reverse, w, diff)
					}
				}
			}
			var named, size = []spar.File{}, int64(0)
			for f := range s.Names(got.Known) {
				named = append(named, spar.File{ID: f.ID, Share: f.Share, Path: strings.Clone(f.Path), Size: f.Size, ModTime: f.ModTime})
			}
			for i, f := range slices.Collect(s.In(got.Known)) {
				if size += f.Size; i >= len(named) || named[i] != (spar.File{ID: f.ID, Share: f.Share, Path: f.Path, Size: f.Size, ModTime: f.ModTime}) {
					t.Fatalf("%s for %+v names %v, not %v", scope.Print(sc), who, named, f)
				}
			}
			if len(named) != int(got.Known.GetCardinality()) || size != s.Size(got.Known) {
				t.Fatalf("%s for %+v: %d names and %d bytes, not %d", scope.Print(sc), who, len(named), s.Size(got.Known), size)
			}
			for range 2 { // worked out, and kept
				parts, all, err := s.Parts(context.Background(), who, sc)
				h.must(err)
				known, unknown := Combined(all, parts...)
				if diff := cmp.Diff([][]uint32{ids(want.Known), ids(want.Unknown)}, [][]uint32{ids(known), ids(unknown)}); diff != "" {
					t.Fatalf("%s for %+v, part by part: %s", scope.Print(sc), who, diff)
				}
			}
			denied, err := s.Denied(context.Background(), who, sc)
			h.must(err)
			if diff := cmp.Diff(ids(want.Denied), ids(denied)); diff != "" {
				t.Fatalf("%s for %+v denies: %s", scope.Print(sc), who, diff)
			}
			for _, top := range []int{1, 100} {
				want, err := ref.Facets(who, sc, top)
				h.must(err)
				if diff := cmp.Diff(want, facetsOf(t, s, who, sc, top)); diff != "" {
					t.Fatalf("%s for %+v counts: %s", scope.Print(sc), who, diff)
				}
			}
			states, shares := 0, 0
			for state, files := range s.ByState(got.Known) {
				for f := range s.In(files) {
					if states++; f.State != state {
						t.Fatalf("%s is listed as %s and is %s", f.Path, state, f.State)
					}
				}
			}
			for name, files := range s.ByShare(got.Known) {
				for f := range s.In(files) {
					if shares++; f.Share != name {
						t.Fatalf("%s is listed in %s and is in %s", f.Path, name, f.Share)
					}
				}
			}
			if n := int(got.Known.GetCardinality()); states != n || shares != n {
				t.Fatalf("%d files are in states and %d in shares, of %d", states, shares, n)
			}
		}
	}
}

// inOrder is the plain account of Ordered: files by share and path are sorted whole, then cut.
func inOrder(list []spar.File, by Order, reverse bool, w Window) []spar.File {
	sign := 1
	if reverse {
		sign = -1
	}
	if by == ByPath && reverse {
		slices.Reverse(list)
	}
	slices.SortStableFunc(list, func(a, b spar.File) int {
		switch by {
		case ByName:
			return sign * strings.Compare(path.Base(a.Path), path.Base(b.Path))
		case BySize:
			return sign * int(a.Size-b.Size)
		case ByTime:
			return sign * int(a.ModTime.Unix()-b.ModTime.Unix())
		}
		return 0
	})
	list = list[min(w.Skip, len(list)):]
	if w.Most > 0 {
		list = list[:min(w.Most, len(list))]
	}
	return list
}

func withoutBatches(list []spar.Attribute) []spar.Attribute {
	list = slices.Clone(list)
	for i := range list {
		list[i].Batch = 0
	}
	return list
}

func shown(s Selection) any { return []any{ids(s.Known), ids(s.Unknown), ids(s.Denied), s.Funnel} }

// TestSnapshotIsReference does random things to a catalog and compares snapshots with the reference: with changes beside
// the saved index, after saving, and after opening it again, also when the saved file is damaged.
func TestSnapshotIsReference(t *testing.T) { dbtest.Each(t, testSnapshotIsReference) }

func testSnapshotIsReference(t *testing.T) {
	dbtest.Checks(t)
	rapid.Check(t, func(r *rapid.T) {
		o := Options{Small: rapid.SampledFrom([]int{1, 4096}).Draw(r, "small"), Changed: rapid.SampledFrom([]int{2, 1000}).Draw(r, "changed"), Thorough: true}
		h := openHouse(t, o)
		ctx := t.Context()
		h.addShare("s")
		name := func() string { return rapid.SampledFrom(slices.Sorted(maps.Keys(h.shares))).Draw(r, "share") }
		file := func() spar.File {
			all := h.files()
			if len(all) == 0 {
				r.Skip("there are no files")
			}
			return rapid.SampledFrom(all).Draw(r, "file")
		}
		check := func(x *Index) {
			s, err := x.Snapshot(ctx)
			h.must(err)
			scopes := []spar.Scope{{}, drawScope(r), drawScope(r), drawScope(r)}
			h.equal(r, s, scopes, people)
		}
		r.Repeat(map[string]func(*rapid.T){
			"files": func(r *rapid.T) {
				n := name()
				for range rapid.IntRange(1, 8).Draw(r, "n") {
					mode := anyMode.Draw(r, "mode")
					if rapid.IntRange(0, 9).Draw(r, "link") == 0 {
						mode |= fs.ModeSymlink
					}
					h.put(n, anyPath.Draw(r, "path"), mode, anyUser.Draw(r, "uid"), anyUser.Draw(r, "gid"), int64(rapid.IntRange(0, 9).Draw(r, "size")), rapid.IntRange(0, 9).Draw(r, "year"))
				}
				h.scan(n)
			},
			"folders": func(r *rapid.T) {
				n := name()
				if p := anyFolder.Draw(r, "folder"); h.shares[n][p].Kind == share.Dir {
					h.put(n, p, fs.ModeDir|anyMode.Draw(r, "mode"), anyUser.Draw(r, "uid"), anyUser.Draw(r, "gid"), 0, 0)
				}
				h.scan(n)
			},
			"remount": func(r *rapid.T) {
				n := name()
				h.device++
				for p, e := range h.shares[n] {
					e.Dev = h.device
					h.shares[n][p] = e
				}
				h.scan(n)
			},
			"remove": func(r *rapid.T) {
				n := name()
				p := anyPath.Draw(r, "path")
				delete(h.shares[n], p)
				h.scan(n)
			},
			"move": func(r *rapid.T) {
				n := name()
				from, to := anyPath.Draw(r, "from"), anyPath.Draw(r, "to")
				e, ok := h.shares[n][from]
				if !ok || from == to {
					return
				}
				h.put(n, to, e.Mode, e.UID, e.GID, e.Size, 0)
				e.Path = to
				h.shares[n][to] = e
				delete(h.shares[n], from)
				h.scan(n)
			},
			"read": func(r *rapid.T) {
				f := file()
				if f.State == spar.Special {
					return
				}
				v := f.Version()
				v.Hash[0] = 1
				_, err := h.Record(ctx, spar.Finding{Version: v, Format: "text", State: spar.OK, Segment: spar.SegmentID{byte(f.ID)}, Properties: []spar.Property{
					{Key: anyKey.Draw(r, "key"), Value: anyValue.Draw(r, "value")}, {Key: anyKey.Draw(r, "key"), Value: anyValue.Draw(r, "value")},
				}})
				h.must(err)
			},
			"hold": func(r *rapid.T) { // an archive turns out to hold files
				f := file()
				if f.State == spar.Special {
					return
				}
				v := f.Version()
				v.Hash[0] = 2
				finding := spar.Finding{Version: v, Format: "zip", State: spar.Container}
				for i, name := range rapid.SliceOfN(rapid.SampledFrom([]string{"x.txt", "d/y.txt", "d/z.zip"}), 0, 3).Draw(r, "members") {
					finding.Members = append(finding.Members, spar.Member{Name: name, Size: 7, At: int64(i)})
				}
				_, err := h.Record(ctx, finding)
				h.must(err)
			},
			"vanish": func(r *rapid.T) { h.must(h.Vanished(ctx, catalog.Sighting{Version: file().Version()})) },
			"reread": func(r *rapid.T) { h.must(h.Reread(ctx, file().ID)) },
			"tag": func(r *rapid.T) {
				if _, err := h.AddTag(ctx, spar.Tag{Name: anyTag.Draw(r, "name"), Synonyms: []string{"syn" + anyTag.Draw(r, "synonym")}}); spar.CodeOf(err) != spar.Conflict {
					h.must(err)
				}
			},
			"parents": func(r *rapid.T) {
				if err := h.SetParents(ctx, anyTag.Draw(r, "tag"), anyTag.Draw(r, "parent")); spar.CodeOf(err) != spar.NotFound && spar.CodeOf(err) != spar.Invalid {
					h.must(err)
				}
			},
			"untag": func(r *rapid.T) {
				if err := h.RemoveTag(ctx, anyTag.Draw(r, "tag")); spar.CodeOf(err) != spar.NotFound {
					h.must(err)
				}
			},
			"retag": func(r *rapid.T) { // from the trash
				gone, err := h.Trash(ctx)
				h.must(err)
				gone = slices.DeleteFunc(gone, func(t catalog.Trashed) bool { return t.Kind != catalog.TrashedTag })
				if len(gone) == 0 {
					return
				}
				if _, _, err := h.RestoreTag(ctx, rapid.SampledFrom(gone).Draw(r, "trashed").ID, ""); spar.CodeOf(err) != spar.Conflict {
					h.must(err)
				}
			},
			"rename": func(r *rapid.T) {
				err := h.RenameTag(ctx, anyTag.Draw(r, "tag"), anyTag.Draw(r, "name"), rapid.Bool().Draw(r, "keep"), nil)
				if c := spar.CodeOf(err); c != spar.NotFound && c != spar.Conflict {
					h.must(err)
				}
			},
			"merge": func(r *rapid.T) {
				_, err := h.MergeTag(ctx, anyTag.Draw(r, "tag"), anyTag.Draw(r, "into"), nil, nil)
				if c := spar.CodeOf(err); c != spar.NotFound && c != spar.Conflict && c != spar.Invalid {
					h.must(err)
				}
			},
			"assign": func(r *rapid.T) {
				tag, err := h.Tag(ctx, anyTag.Draw(r, "tag"))
				if err != nil {
					return
				}
				link := spar.Assignment{File: file().ID, Tag: tag.ID, Origin: anyOrigin.Draw(r, "origin"), Confidence: 1, Review: rapid.SampledFrom([]spar.Review{"", spar.Rejected, spar.Pending}).Draw(r, "review")}
				if rapid.Bool().Draw(r, "off") {
					_, err = h.Unassign(ctx, []spar.Assignment{link})
				} else {
					_, err = h.Assign(ctx, []spar.Assignment{link})
				}
				h.must(err)
			},
			"attributes": func(r *rapid.T) {
				f, key, origin := file().ID, anyKey.Draw(r, "key"), anyOrigin.Draw(r, "origin")
				var e catalog.Edit
				for _, v := range rapid.SliceOfN(anyValue, 0, 2).Draw(r, "values") {
					e.Set = append(e.Set, spar.Attribute{File: f, Key: key, Value: v, Origin: origin, Batch: 1})
				}
				if len(e.Set) == 0 {
					e.Unset = []spar.Attribute{{File: f, Key: key, Origin: origin}}
				}
				_, err := h.Edit(ctx, e)
				h.must(err)
			},
			"rules": func(r *rapid.T) { // are applied up to some entry of the journal, and cannot judge some files
				head, err := h.Head(ctx)
				h.must(err)
				waiting := roaring.New()
				for _, f := range h.files() {
					if rapid.IntRange(0, 4).Draw(r, "waits") == 0 {
						waiting.Add(uint32(f.ID))
					}
				}
				files, err := EncodeFiles(waiting)
				h.must(err)
				_, err = h.Edit(ctx, catalog.Edit{
					Applied: []catalog.Source{{Kind: "rule", Name: "r", Version: []byte("1"), Undone: rapid.IntRange(0, 4).Draw(r, "undone") == 0, Labels: rapid.IntRange(0, 4).Draw(r, "labels") > 0, Waiting: files}},
					Cursor:  catalog.Cursor{Follower: catalog.Tagging, Seq: max(0, head-int64(rapid.IntRange(0, 3).Draw(r, "behind")))},
				})
				h.must(err)
			},
			"label": func(r *rapid.T) { // a file, which may be a container
				_, err := h.Edit(ctx, catalog.Edit{Set: []spar.Attribute{{File: file().ID, Key: "confidentiality", Origin: spar.ByRule, Batch: 1,
					Value: spar.Value{Kind: spar.Text, Text: rapid.SampledFrom([]string{"public", "internal", "secret", "cosmic"}).Draw(r, "level")}}}})
				h.must(err)
			},
			"shares": func(r *rapid.T) {
				n := name()
				other := map[string]string{"s": "two", "two": "s"}[n]
				switch rapid.IntRange(0, 5).Draw(r, "what") {
				case 0:
					if h.shares[other] == nil {
						h.addShare(other)
					}
				case 1:
					if h.shares[other] == nil {
						h.must(h.RenameShare(ctx, n, other))
						h.shares[other] = h.shares[n]
						delete(h.shares, n)
					}
				case 2:
					if h.shares[other] != nil {
						h.must(h.RemoveShare(ctx, n))
						delete(h.shares, n)
					}
				case 3:
					rights := rapid.SampledFrom([]spar.Rights{spar.ByFileSystem, spar.ToAll, spar.ByMode, spar.ByTable}).Draw(r, "rights")
					same := h.supposed(n, rights, h.grants(n))
					h.must(h.SetRights(ctx, n, rights))
					same(r)
				case 4:
					grants := []spar.Grant{
						{Share: n, Path: anyFolder.Draw(r, "folder"), Principal: "everyone", Allow: true},
						{Share: n, Path: anyPath.Draw(r, "path"), Principal: "user:ann", Allow: rapid.Bool().Draw(r, "allow")},
					}
					same := h.supposed(n, spar.ByTable, grants)
					h.must(h.SetGrants(ctx, n, grants))
					same(r)
				case 5:
					h.must(h.SetFileSystem(ctx, h.share(n), rapid.SampledFrom([]string{"", "ext4", "cifs"}).Draw(r, "file system")))
				}
			},
			"look": func(r *rapid.T) { check(h.index) },
			"save": func(r *rapid.T) {
				lock, err := h.index.tryLock()
				h.must(err)
				h.must(h.index.build(ctx, rapid.Bool().Draw(r, "afresh")))
				h.must(lock.Unlock())
				check(h.index)
				found, err := h.index.Check(ctx)
				if h.must(err); len(found) > 0 {
					r.Fatalf("after saving: %q", found)
				}
			},
			"open": func(r *rapid.T) {
				h.index = h.reopened(o)
				check(h.index)
			},
			"damage": func(r *rapid.T) {
				at := h.index.path()
				b, err := os.ReadFile(at)
				if err != nil || len(b) == 0 {
					return
				}
				// Beside, for a file that is mapped is never written to.
				if rapid.Bool().Draw(r, "cut") {
					b = b[:rapid.IntRange(0, len(b)-1).Draw(r, "to")]
				} else {
					b[rapid.IntRange(0, len(b)-1).Draw(r, "at")] ^= 1 << rapid.IntRange(0, 7).Draw(r, "bit")
				}
				h.must(os.WriteFile(at+".new", b, 0o600))
				h.must(os.Rename(at+".new", at))
				h.index = h.reopened(o)
				check(h.index)
			},
			"": func(r *rapid.T) {},
		})
		check(h.index)
		check(h.reopened(o))
		// A damaged file is told of when nothing else needed it to be made anew.
		if found, err := h.index.Check(ctx); err != nil || len(found) > 0 && !strings.Contains(found[0], errDamaged.Error()) {
			r.Fatalf("Check: %q, %v", found, err)
		}
	})
}
