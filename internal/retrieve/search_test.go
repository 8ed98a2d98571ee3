package retrieve

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/db"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
)

func openStore(t testing.TB) *store.Store { return openStoreAt(t, t.TempDir()) }

func openStoreAt(t testing.TB, dir string) *store.Store {
	t.Helper()
	d, err := db.Open(t.Context(), dir, store.Schema)
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(dir, d)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close(); d.Close() })
	return s
}

func put(t testing.TB, s *store.Store, name string, ps []spar.Passage) *store.Segment {
	t.Helper()
	id := segmentID(name)
	if err := s.Put(t.Context(), id, ps); err != nil {
		t.Fatal(err)
	}
	seg, err := s.Segment(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return seg
}

func segmentID(name string) spar.SegmentID { return sha256.Sum256([]byte(name)) }

func text(texts ...string) (ps []spar.Passage) {
	for _, t := range texts {
		ps = append(ps, spar.Passage{Kind: spar.TextPassage, Text: t, Lang: "en"})
	}
	return ps
}

func TestSearch(t *testing.T) {
	st := openStore(t)
	leave := put(t, st, "leave", text("Parents take twelve weeks of leave.", "The canteen opens at noon."))
	fees := put(t, st, "fees", text("The fees of the bank are listed here."))
	de := put(t, st, "de", []spar.Passage{{Kind: spar.TextPassage, Text: "Zwei Häuser und ein Garten.", Lang: "de"}})
	runs := []Source{
		{1, "hr", "copies/leave.txt", leave}, {2, "hr", "leave.txt", leave},
		{3, "bank", "ZX Bank/FeeSchedule2023.pdf", fees}, {4, "bank", "haus.txt", de},
	}
	for _, c := range []struct {
		question string
		o        Options
		want     []string
	}{
		{"parental leave in weeks", Options{}, []string{"leave.txt 0", "copies/leave.txt 0"}},
		{"parental leave in weeks", Options{Names: -1}, []string{"copies/leave.txt 0", "leave.txt 0"}},
		{"parental leave in weeks", Options{Limit: 1}, []string{"leave.txt 0"}},
		{"When does the canteen open?", Options{PerFile: 1}, []string{"copies/leave.txt 1", "leave.txt 1", "ZX Bank/FeeSchedule2023.pdf 0"}},
		{"schedule 2023", Options{}, []string{"ZX Bank/FeeSchedule2023.pdf 0"}},
		{"haus", Options{Names: -1}, []string{"haus.txt 0"}},
		{"the", Options{PerFile: 1}, []string{"ZX Bank/FeeSchedule2023.pdf 0", "copies/leave.txt 1", "leave.txt 1"}},
		{"nothing like it", Options{}, nil},
		{"", Options{}, nil},
	} {
		hits, stats, err := Search(t.Context(), runs, c.question, c.o)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, h := range hits {
			got = append(got, fmt.Sprint(h.Path, " ", h.Index))
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%q %+v: -want +got\n%s", c.question, c.o, d)
		}
		if stats.Files != 4 || stats.Passages != 6 {
			t.Errorf("%q: %d files, %d passages; want 4, 6", c.question, stats.Files, stats.Passages)
		}
	}
	hits, stats, err := Search(t.Context(), runs, "What is the leave of parents?", Options{Explain: true, Limit: 1})
	if err != nil || len(hits) != 1 {
		t.Fatal(hits, err)
	}
	var parts []string
	for part := range hits[0].Parts {
		parts = append(parts, part)
	}
	slices.Sort(parts)
	if d := cmp.Diff([]string{"file leave", "file of", "file parents", "file the", "name leave", "text leave", "text of", "text parents"}, parts); d != "" {
		t.Errorf("parts: -want +got\n%s", d)
	}
	if terms := stats.Terms("What is the leave of parents?", "en"); !slices.Equal(terms, []string{"leav", "parent"}) {
		t.Errorf("terms %q", terms)
	}
	if w := stats.Weight("leav"); w <= 0 || stats.Weight("zebra") <= w {
		t.Errorf("weights %v of leave, %v of a word that is not there", w, stats.Weight("zebra"))
	}
	if f := Files(append(hits, hits...)); len(f) != 1 {
		t.Errorf("%d files of the same hit twice", len(f))
	}
}

// All files with damaged text are named at once, and only they.
func TestSearchDamaged(t *testing.T) {
	dir := t.TempDir()
	st := openStoreAt(t, dir)
	for _, name := range []string{"a", "b", "c"} {
		put(t, st, name, text("the word "+name+name))
	}
	pack := filepath.Join(dir, "packs", "000001.pack")
	b, err := os.ReadFile(pack)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"aa", "cc"} {
		b[bytes.Index(b, []byte("\x02"+word))+1] = 'x' // in the index
	}
	if err := os.WriteFile(pack, b, 0o600); err != nil {
		t.Fatal(err)
	}
	st = openStoreAt(t, dir)
	var runs []Source
	for i, name := range []string{"a", "b", "c", "a"} {
		seg, err := st.Segment(t.Context(), segmentID(name))
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, Source{spar.FileID(i + 1), "s", name, seg})
	}
	_, _, err = Search(t.Context(), runs, "word", Options{})
	var damaged *DamagedError
	if !errors.As(err, &damaged) || !errors.Is(err, store.ErrDamaged) {
		t.Fatalf("error %v, want a DamagedError", err)
	}
	slices.Sort(damaged.Files)
	if d := cmp.Diff([]spar.FileID{1, 3, 4}, damaged.Files); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
	if has, err := st.Has(t.Context(), segmentID("a")); has || err != nil {
		t.Errorf("the store still lists the damaged segment: %t, %v", has, err)
	}
	if _, _, err := Search(t.Context(), runs[1:2], "word", Options{}); err != nil {
		t.Errorf("searching the healthy file: %v", err)
	}
}

func TestNameWords(t *testing.T) {
	for path, want := range map[string]string{
		"HR/ParentalLeave_2023-v2.docx": "[hr parental leave 2023 v 2]",
		"a/b/Awards & Recognitions.md":  "[a b awards recognitions]",
		"README":                        "[readme]",
		"notes v1.final version":        "[notes v 1 final 1.final version]",
		"x\xff\n.txt":                   "[x]",
		"":                              "[]",
	} {
		if got := fmt.Sprint(nameWords(path)); got != want {
			t.Errorf("nameWords(%q) = %s, want %s", path, got, want)
		}
	}
}
