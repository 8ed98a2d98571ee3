package answer

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestFilesListed: a question for files lists each edition of a document, and files of the format alone that it names.
func TestFilesListed(t *testing.T) {
	hits := []spar.Hit{
		travel("plans/2021 Harbour Strategy.pdf", "The strategy of the harbour.", 9),
		travel("plans/2022 Harbour Strategy.pdf", "The strategy of the harbour.", 8),
		travel("plans/2023 Harbour Strategy.pdf", "The strategy of the harbour.", 7),
		travel("plans/Harbour Strategy notes.md", "The strategy of the harbour.", 6),
	}
	for i := range hits {
		hits[i].Segment[0] = byte(i + 1)
	}
	listed := func(asked string) (paths []string) {
		for _, c := range extracted(t, asked, hits, weights{}).Citations {
			paths = append(paths, c.Path)
		}
		slices.Sort(paths)
		return paths
	}
	years := []string{hits[0].Path, hits[1].Path, hits[2].Path}
	for asked, want := range map[string][]string{
		"Which harbour strategy documents are there?":             append(slices.Clone(years), hits[3].Path),
		"Which PDF files are about the harbour strategy?":         years,
		"Which PDFs are about the current harbour strategy?":      {hits[2].Path},
		"Which documents are about the harbour strategy of 2022?": {hits[1].Path, hits[3].Path},
	} {
		if got := listed(asked); !slices.Equal(got, want) {
			t.Errorf("%s lists %q", asked, got)
		}
	}
}
