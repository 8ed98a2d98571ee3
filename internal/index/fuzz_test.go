package index

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/sparsearch/spar/internal/spar"
)

func smallTables() *tables {
	return &tables{
		Head: 7, Mark: "m", Shares: []shareRecord{{ID: 3, To: 2, FileSystem: "ext4", Table: []string{".", "a"}}}, Devs: []uint64{1 << 40},
		Entries: []entry{{Mode: 0o640, UID: 1, GID: 2, ACL: "x"}}, Ways: []wayRecord{{Folders: []uint32{0}, Table: "a"}, {Lost: true}},
		Classes: []classRecord{{Way: 1, Content: true}}, Kinds: []kind{{Format: "pdf", State: spar.OK}}, Keys: []keyRecord{{Key: "k", To: 1}}, Origins: []spar.Origin{spar.ByRule},
	}
}

// FuzzSaved: any file is a saved index or an error, and needs no more memory than a file of its size can. Checksums are corrected, so that
// the code behind them runs.
func FuzzSaved(f *testing.F) {
	tags := &encoder{}
	encodeList(tags, []spar.Tag{{ID: 1, Name: "A", Synonyms: []string{"b"}, Parents: []spar.TagID{2}}}, tags.tag)
	name := filepath.Join(f.TempDir(), "saved")
	file, err := os.Create(name)
	if err != nil {
		f.Fatal(err)
	}
	w := newSavedWriter(file)
	for n, section := range map[int][]byte{secTables: smallTables().encode(), secTags: tags.b, secID: {1, 0, 0, 0}, secNames: []byte("a.pdf")} {
		if err := w.section(n, bytes.NewReader(section)); err != nil {
			f.Fatal(err)
		}
	}
	if err := w.finish(); err != nil {
		f.Fatal(err)
	}
	file.Close()
	whole, err := os.ReadFile(name)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Fuzz(func(t *testing.T, data []byte) {
		data = slices.Clone(data) // at a multiple of eight, as a mapped file is
		if len(data) >= headerSize {
			for at := 16; at < headerSize-8; at += 24 {
				offset, length := binary.NativeEndian.Uint64(data[at:]), binary.NativeEndian.Uint64(data[at+8:])
				if offset <= uint64(len(data)) && length <= uint64(len(data))-offset {
					binary.NativeEndian.PutUint64(data[at+16:], uint64(crc32.Checksum(data[offset:offset+length], castagnoli)))
				}
			}
			binary.NativeEndian.PutUint64(data[headerSize-8:], uint64(crc32.Checksum(data[:headerSize-8], castagnoli)))
		}
		var b base
		if b.load(data) != nil {
			return
		}
		if rows := b.rows(); 4*rows > len(data) {
			t.Fatalf("%d rows in %d bytes", rows, len(data))
		}
		list, err := b.tags()
		if err != nil {
			return
		}
		e := &encoder{}
		encodeList(e, list, e.tag)
		d := &decoder{b: e.b}
		again := decodeList(d, d.tag)
		if diff := cmp.Diff(list, again, cmpopts.EquateEmpty()); diff != "" || d.err != nil || len(d.b) > 0 {
			t.Fatalf("%v, %d bytes left, -first +again\n%s", d.err, len(d.b), diff)
		}
	})
}

// FuzzTables: tables that can be read are the same when they are written and read again.
func FuzzTables(f *testing.F) {
	whole := smallTables().encode()
	prefix := len((&tables{}).encode()) - 10 // the recipe, which others would not get past
	f.Add(whole[prefix:])
	f.Fuzz(func(t *testing.T, b []byte) {
		var first, again tables
		if first.decode(append(slices.Clone(whole[:prefix]), b...)) != nil {
			return
		}
		if err := again.decode(first.encode()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(first, again, cmpopts.EquateEmpty(), cmp.AllowUnexported(tables{}, kind{}, entry{})); diff != "" {
			t.Fatalf("-first +again\n%s", diff)
		}
	})
}

// FuzzPosting: a posting gives the same IDs that were written, in either form.
func FuzzPosting(f *testing.F) {
	f.Add([]byte{1, 2, 3}, uint32(1))
	f.Add(bytes.Repeat([]byte{1, 0, 255, 7}, 20), uint32(1<<20))
	f.Fuzz(func(t *testing.T, steps []byte, scale uint32) {
		var ids []uint32
		at := uint64(0)
		for _, s := range steps {
			if at += 1 + uint64(s)*uint64(scale%(1<<24)); at > 1<<32-1 {
				break
			}
			ids = append(ids, uint32(at))
		}
		b, err := encodePosting(ids)
		if err != nil {
			t.Fatal(err)
		}
		p := posting{Offset: 8, Count: uint32(len(ids))}
		if len(ids) == 1 {
			p.Offset = uint64(ids[0])
		}
		got := postings(append(make([]byte, 8), b...)).of(p).ToArray()
		if !slices.Equal(got, ids) {
			t.Fatalf("%v is read as %v", ids, got)
		}
	})
}
