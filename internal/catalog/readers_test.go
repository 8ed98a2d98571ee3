package catalog

import (
	"testing"

	"github.com/sparsearch/spar/internal/db/dbtest"
	spar "github.com/sparsearch/spar/internal/spar"
)

func TestNewerReadersGetFilesWithoutText(t *testing.T) { dbtest.Each(t, testNewerReaders) }

func testNewerReaders(t *testing.T) {
	states := map[string]struct {
		format string
		state  spar.State
	}{
		"a.xz": {"xz", spar.Unsupported}, "b.pdf": {"pdf", spar.Corrupt}, "c.pdf": {"pdf", spar.OK}, "d.gz": {"gz", spar.Container},
		"e.bin": {"", spar.Unsupported}, "f.pyc": {"pyc", spar.Unsupported}, "i.so": {"so", spar.Unsupported}, "g.pdf": {"pdf", spar.Denied}, "h.pdf": {"pdf", spar.Quarantined},
	}
	tests := map[string]string{}
	for name := range states {
		tests[name] = name
	}
	h := openHouse(t, tree(t, tests))
	h.scan()
	read := func() {
		t.Helper()
		for name, s := range states {
			f := spar.Finding{Version: h.files()[name].Version(), Path: name, Format: s.format, State: s.state}
			f.Version.Hash = spar.Hash{name[0]}
			if s.state == spar.OK {
				f.Segment = spar.NewSegmentID(f.Version.Hash, s.format, "x")
			} else {
				f.Reason = "so it is"
			}
			if n, err := h.Record(t.Context(), f); n != 1 || err != nil {
				t.Fatal(name, n, err)
			}
		}
	}
	for _, step := range []struct {
		what    string
		readers map[string]int
		unread  string
	}{
		{"a catalog that says of no reader", map[string]int{"xz": 0, "pdf": 4, "gz": 2, "": 30, "pyc": 0}, "b.pdf d.gz e.bin"},
		{"the same readers", map[string]int{"xz": 0, "pdf": 4, "gz": 2, "": 30, "pyc": 0}, ""},
		{"a reader of a format that had none", map[string]int{"xz": 1, "pdf": 4, "gz": 2, "": 31, "pyc": 0}, "a.xz e.bin"},
		{"older readers, of an older program beside this one", map[string]int{"pdf": 3, "gz": 1, "": 29}, ""},
		{"a newer reader of containers", map[string]int{"xz": 1, "pdf": 4, "gz": 3, "": 31}, "d.gz"},
		{"a program that tells compiled code apart", map[string]int{"so": 1, "xz": 1, "pdf": 4, "gz": 3, "": 31}, "i.so"},
	} {
		read()
		n, err := h.Renew(t.Context(), step.readers)
		if err != nil {
			t.Fatal(err)
		}
		var got string
		for _, name := range []string{"a.xz", "b.pdf", "c.pdf", "d.gz", "e.bin", "f.pyc", "g.pdf", "h.pdf", "i.so"} {
			if h.files()[name].State == spar.Unread {
				if got != "" {
					got += " "
				}
				got += name
				n--
			}
		}
		if got != step.unread || n != 0 {
			t.Errorf("%s: unread are %q, want %q; %d more are said to be", step.what, got, step.unread, n)
		}
	}
}
