package index

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestCheck damages each part of a saved index so that its checksums are right, and finds all of it.
func TestCheck(t *testing.T) { dbtest.Each(t, testCheck) }

func testCheck(t *testing.T) {
	h := openHouse(t, Options{Small: 1})
	ctx := t.Context()
	h.addShare("s")
	for i := range 40 {
		h.put("s", fmt.Sprintf("d%d/%d.txt", i%3, i), 0o640, uint32(i%4), 1, int64(i), i%5)
	}
	h.scan("s")
	tags := []spar.TagID{}
	for _, name := range []string{"A", "B", "C"} {
		tag, err := h.AddTag(ctx, spar.Tag{Name: name})
		h.must(err)
		tags = append(tags, tag.ID)
	}
	for i, f := range h.files() {
		_, err := h.Assign(ctx, []spar.Assignment{{File: f.ID, Tag: tags[i%3], Origin: spar.ByRule, Confidence: 1}})
		h.must(err)
		e := catalog.Edit{Set: []spar.Attribute{{File: f.ID, Key: "n", Value: spar.Value{Kind: spar.Number, Number: float64(i % 4)}, Origin: spar.ByRule, Batch: 1}}}
		if i%5 == 0 {
			e.Set = append(e.Set, spar.Attribute{File: f.ID, Key: "n", Value: spar.Value{Kind: spar.Number, Number: 9}, Origin: spar.ByPath, Batch: 1})
		}
		_, err = h.Edit(ctx, e)
		h.must(err)
		v := f.Version()
		v.Hash[0] = byte(i)
		v.Hash[1] = 1
		if i%2 == 0 {
			_, err = h.Record(ctx, spar.Finding{Version: v, Format: "text", State: spar.OK, Segment: spar.SegmentID{byte(i), 1}})
			h.must(err)
		}
	}
	h.must(h.index.Rebuild(ctx))
	check := func() []string {
		t.Helper()
		found, err := h.index.Check(ctx)
		h.must(err)
		return found
	}
	if found := check(); len(found) > 0 {
		t.Fatalf("a sound index: %q", found)
	}
	whole, err := os.ReadFile(h.index.path())
	h.must(err)
	// Not these: the ends of lists, since comparisons of others use them, and sections that are empty here.
	for n, name := range map[int]string{
		secTags: "tags", secID: "IDs", secSize: "sizes", secTime: "times", secIno: "inodes", secKind: "kinds", secClass: "classes", secFolder: "folders", secNames: "names",
		secDigests: "digests", secOrder: "order", secTagList: "tags of files", secAttributeList: "attributes of files", secTerms: "values", secTagPosting: "places of tags", secPostings: "postings",
	} {
		at := 16 + 24*n
		offset, length := binary.NativeEndian.Uint64(whole[at:]), binary.NativeEndian.Uint64(whole[at+8:])
		for _, byte := range []uint64{16, length / 3 &^ 15} { // numbers of every size begin there
			b := slices.Clone(whole)
			if byte >= length {
				continue
			}
			b[offset+byte] ^= 1
			binary.NativeEndian.PutUint64(b[at+16:], uint64(crc32.Checksum(b[offset:offset+length], castagnoli)))
			binary.NativeEndian.PutUint64(b[headerSize-8:], uint64(crc32.Checksum(b[:headerSize-8], castagnoli)))
			h.must(os.WriteFile(h.index.path()+".new", b, 0o600))
			h.must(os.Rename(h.index.path()+".new", h.index.path()))
			func() {
				// A number beyond a column, or a table that cannot be read, ends the check, which is a finding too.
				defer func() { _ = recover() }()
				if found, err := h.index.Check(ctx); err == nil && len(found) == 0 {
					t.Errorf("%s: byte %d is another and was not found", name, byte)
				}
			}()
		}
	}
	h.must(os.WriteFile(h.index.path(), whole[:len(whole)/2], 0o600))
	if found := check(); len(found) == 0 {
		t.Error("half an index was not found")
	}
}

// TestCannotSave: where the index cannot be saved, selecting goes on.
func TestCannotSave(t *testing.T) {
	h := openHouse(t, Options{Small: 1})
	h.addShare("s")
	for i := range 5 {
		h.put("s", fmt.Sprint(i), 0o644, 1, 1, 1, 1)
	}
	h.scan("s")
	h.must(os.MkdirAll(filepath.Join(h.index.path(), "in the way"), 0o700))
	s, err := h.index.Snapshot(t.Context())
	h.must(err)
	h.equal(t, s, []spar.Scope{{}}, people)
}

// TestWithoutIndex: a saved index that is deleted while it is in use is not missed, and is made again.
func TestWithoutIndex(t *testing.T) {
	h := openHouse(t, Options{Small: 1, Changed: 2})
	h.addShare("s")
	for i := range 9 {
		h.put("s", fmt.Sprint(i), 0o644, 1, 1, 1, 1)
		h.scan("s")
		s, err := h.index.Snapshot(t.Context())
		h.must(err)
		h.equal(t, s, []spar.Scope{{}}, people)
		if i%3 == 0 {
			h.must(os.RemoveAll(filepath.Join(h.dir, Folder)))
		}
	}
}
