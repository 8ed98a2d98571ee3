package main

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/extract/pdfium"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// TestSampleQuestions asks the questions of the bundled sample: the right file stands first for nearly all, and what
// the sample does not answer is refused.
func TestSampleQuestions(t *testing.T) {
	t.Parallel()
	if !pdfium.Available() {
		t.Skip("some of the answers are in PDF files, which this build cannot read: run `make assets`")
	}
	set, err := measure.Load("../../testdata/sample")
	if err != nil {
		t.Fatal(err)
	}
	ctx, data := context.Background(), filepath.Join(t.TempDir(), "data")
	if err := withPDFium(data); err != nil {
		t.Fatal(err)
	}
	e, err := engine.Open(ctx, engine.Options{Dir: data, Read: read.Options{Command: []string{os.Args[0], workerCommand}}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	root, err := filepath.Abs(set.ShareDir())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.AddShare(ctx, "sample", root, false); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Scan(ctx, "sample", engine.ScanOptions{}); err != nil {
		t.Fatal(err)
	}
	for _, rank := range []retrieve.Rank{retrieve.Words, ""} {
		if rank == "" {
			if _, err := e.Meaning(ctx); err != nil {
				t.Skipf("no encoder is built in: %v", err)
			}
		}
		right, said, answerable, refused, unanswerable := 0, 0, 0, 0, 0
		for _, q := range set.Queries {
			request := engine.Request{Selection: engine.Selection{Who: spar.Principal{All: true}}, Question: q.Text}
			request.Retrieve.Rank = rank
			a, result, err := e.Ask(ctx, request)
			if err != nil {
				t.Fatal(err)
			}
			if q.Refuse {
				unanswerable++
				if a.Refused || a.Unsure && len(a.Bullets) == 0 { // evidence may be shown, and no statement is made
					refused++
				} else {
					t.Logf("%s: %q is answered with %q", rank, q.Text, a.Text)
				}
				continue
			}
			answerable++
			if measure.Contains(a.Text, q.Answers) {
				said++
			}
			switch judged := set.Judged(q.ID); {
			case a.Refused:
				t.Logf("%s: %q is refused", rank, q.Text)
			case judged[result.Hits[0].Path] < 1:
				t.Logf("%s: %q finds %s first, want one of %v", rank, q.Text, result.Hits[0].Path, judged)
			default:
				right++
			}
		}
		t.Logf("%s: %d of %d right, %d with the known answer, %d of %d refused", rank, right, answerable, said, refused, unanswerable)
		least := 36
		if rank == retrieve.Words {
			least = 35 // one more is refused, whose answer would not say for how long, which it asks
		}
		if right < least || refused < unanswerable {
			t.Errorf("%q: %d of %d questions find the right file first; %d of %d are refused, want all", rank, right, answerable, refused, unanswerable)
		}
	}
}
