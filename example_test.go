package spar_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar"
)

// TestMain lets this program read files for the index that it opens, as main does in a program.
func TestMain(m *testing.M) {
	spar.Worker()
	os.Exit(m.Run())
}

// open opens a data directory over a small share.
func open(ctx context.Context) (x *spar.Index, me spar.Principal, end func()) {
	dir, err := os.MkdirTemp("", "spar-example-")
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range map[string]string{
		"leave.md":  "# Parental leave\n\nParental leave lasts 14 weeks for every parent. Ask your manager two months before.\n",
		"travel.md": "# Travel\n\nTrains are booked by the travel desk. Flights need the consent of the director.\n",
		"notes.txt": "The printer on the second floor is broken.\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, "files"), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "files", name), []byte(text), 0o644); err != nil {
			log.Fatal(err)
		}
	}
	if x, err = spar.Open(ctx, spar.Options{Dir: filepath.Join(dir, "data"), Settings: map[string]string{"workers": "1"}}); err != nil {
		log.Fatal(err)
	}
	if me, err = x.Me(); err != nil {
		log.Fatal(err)
	}
	if err := x.AddShare(ctx, me, "docs", filepath.Join(dir, "files")); err != nil {
		log.Fatal(err)
	}
	return x, me, func() {
		_ = x.Close()
		_ = os.RemoveAll(dir)
	}
}

func ExampleIndex_Ask() {
	ctx := context.Background()
	x, me, end := open(ctx)
	defer end()
	answer, err := x.Ask(ctx, me, spar.Question{Text: "How long does parental leave last?", In: "share:docs"})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range answer.Statements {
		fmt.Println(s.Text, s.Citations)
	}
	for _, c := range answer.Citations {
		fmt.Println(c.N, c.Address)
	}
	refused, err := x.Ask(ctx, me, spar.Question{Text: "Who repairs the coffee machine?"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("refused:", refused.Refused)
	// Output:
	// Parental leave lasts 14 weeks for every parent. [1]
	// 1 docs:leave.md#bytes=18-101&heading=Parental+leave
	// refused: true
}

func ExampleIndex_Scan() {
	ctx := context.Background()
	x, me, end := open(ctx)
	defer end()
	found, err := x.Scan(ctx, me)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range found {
		fmt.Println(s.Share, s.Seen, "files,", s.Added, "new")
	}
	selected, err := x.Select(ctx, me, "path:*.md")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(selected.Query, "selects", selected.Files, "files, unread:", selected.States["unread"])
	for f, err := range x.Files(ctx, me, spar.Listing{In: "path:*.md"}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(f.Share, f.Path, f.State)
	}
	_, err = x.Select(ctx, me, "(")
	fmt.Println(spar.CodeOf(err) == spar.Invalid)
	// Output:
	// docs 3 files, 3 new
	// path:*.md selects 2 files, unread: 2
	// docs leave.md unread
	// docs travel.md unread
	// true
}

func ExampleIndex_Search() {
	ctx := context.Background()
	x, me, end := open(ctx)
	defer end()
	found, err := x.Search(ctx, me, spar.Question{Text: "consent to flights", Limit: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, h := range found.Hits {
		place, err := x.Read(ctx, me, h.Address)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(place.Path, place.Place)
		for _, line := range place.Text {
			fmt.Println(line)
		}
	}
	// Output:
	// travel.md Travel
	// Trains are booked by the travel desk. Flights need the consent of the director.
}

// TestOpen: what cannot be opened says why.
func TestOpen(t *testing.T) {
	for _, o := range []spar.Options{{}, {Dir: t.TempDir(), Settings: map[string]string{"no-such": "1"}}, {Dir: t.TempDir(), Settings: map[string]string{"passage-size": "x"}}} {
		if x, err := spar.Open(t.Context(), o); spar.CodeOf(err) != spar.Invalid || x != nil {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

// TestEnvironment: an embedded SPAR has the settings that it is given; those of the environment are the program's, unless they are asked for.
func TestEnvironment(t *testing.T) {
	t.Setenv("SPAR_PASSAGE_SIZE", "x")
	x, err := spar.Open(t.Context(), spar.Options{Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Error(err)
	}
	if _, err := spar.Open(t.Context(), spar.Options{Dir: t.TempDir(), Configured: true}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("the environment was not heeded: %v", err)
	}
}

// TestPrincipal: who is nobody learns nothing, and who is not known is not made up.
func TestPrincipal(t *testing.T) {
	x, _, end := open(t.Context())
	defer end()
	if _, err := x.Person(t.Context(), "nobody-of-that-name"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("%v", err)
	}
	if _, err := x.Scan(t.Context(), spar.Principal{}); err == nil {
		t.Error("who is nobody scanned")
	}
	for f, err := range x.Files(t.Context(), spar.Principal{}, spar.Listing{}) {
		t.Errorf("%v, %v", f, err)
	}
}
