package answer

import (
	"slices"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// An amendment replaces a statement of the contract beside it that has another figure, and nothing in another folder.
func TestAmendedFigure(t *testing.T) {
	contract := hit("firm/contract.txt", "", "A call-out of the fitter costs 94 pounds and includes the first hour.", 1)
	amendment := hit("firm/contract - amendment 1.txt", "", "Clause 3: a call-out of the fitter costs 121 pounds from 1 June 2023.", .9)
	contract.Segment, amendment.Segment = spar.SegmentID{1}, spar.SegmentID{2}
	elsewhere := amendment
	elsewhere.Path = "other/contract - amendment 1.txt"
	for _, tc := range []struct {
		question  string
		amendment spar.Hit
		old, new  bool
	}{
		{"How much does a call-out of the fitter cost?", amendment, false, true},
		{"How much did a call-out of the fitter cost previously?", amendment, true, true},
		{"How much does a call-out of the fitter cost?", elsewhere, true, true},
	} {
		said := texts(composed(t.Context(), tc.question, []spar.Hit{contract, tc.amendment}, weights{}, Options{}))
		if slices.Contains(said, contract.Passage.Text) != tc.old || slices.Contains(said, tc.amendment.Passage.Text) != tc.new {
			t.Errorf("%s (%s): %q", tc.question, tc.amendment.Path, said)
		}
	}
}
