package service_test

import (
	"archive/zip"
	"bytes"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestCounts: a file is read, waits or cannot be read in the same sense wherever files are counted.
func TestCounts(t *testing.T) {
	ctx := t.Context()
	var archive bytes.Buffer
	z := zip.NewWriter(&archive)
	w, err := z.Create("inside.md")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte("# Inside\n\nThe lease ends in May.\n")); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	s, h := open(t, map[string]string{
		"a.md": "# Leave\n\nEverybody may take 30 days of leave.\n", "b.md": "# Travel\n\nTrains are booked by the office.\n",
		"old.zip": archive.String(), "empty.txt": "", "broken.pdf": "%PDF-1.7\nnothing of it\n", "odd.bin": "\x00\x01\x02\x03\xff\xfe\x00",
	})
	h.Scanned()
	if _, err := s.CreateWorkspace(ctx, reader, api.NewWorkspace{Name: "all"}, nil); err != nil {
		t.Fatal(err)
	}
	for _, budget := range []string{"files=1", "0"} {
		c := ask(t, s, reader, api.Question{Question: "How long is the parental allowance of pilots?", Budget: budget}).Coverage
		if c.Read+c.Waiting+c.Unreadable != c.InScope || budget == "0" && (c.Waiting != 0 || c.Unreadable == 0) {
			t.Fatalf("the answer counts %+v", c)
		}
		ws, err := s.Workspace(ctx, reader, "all")
		if err != nil || ws.Coverage.Read != c.Read || ws.Coverage.Waiting != c.Waiting || ws.Coverage.Unreadable != c.Unreadable {
			t.Errorf("the workspace counts %+v (%v), the answer %+v", ws.Coverage, err, c)
		}
		tree, err := s.FolderTree(ctx, reader, "", "")
		if n := tree.Count; err != nil || n.Read != c.Read || n.Waiting != c.Waiting || n.Files != c.InScope {
			t.Errorf("the folders count %+v (%v), the answer %+v", n, err, c)
		}
		told, err := s.ExplainScope(ctx, reader, "")
		if err != nil || told.Read != c.Read {
			t.Errorf("the scope counts %d (%v), the answer %+v", told.Read, err, c)
		}
		shares, err := s.CountedShares(ctx, reader)
		if err != nil {
			t.Fatal(err)
		}
		read, all := 0, 0
		for state, n := range shares[0].States {
			if all += n; state.Read() {
				read += n
			}
		}
		if read != c.Read || all != c.InScope {
			t.Errorf("the share counts %d of %d, the answer %+v", read, all, c)
		}
	}
}
