package answer

import (
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// shortRow is the cells of the longest row that is told whole.
const shortRow = 4

// rowAsked is the part of a row that the question asks for: the cell that names it, the cells that the question names, and the cells whose
// labels cover as much of the question as any, below the text above the cells, which may have their unit. A row is told whole where no
// label covers any of the question.
func rowAsked(question string, row spar.Passage, w Weights) string {
	if len(row.Cells) <= shortRow {
		return strings.TrimSpace(row.Text)
	}
	asked := newAsked(question, row.Lang, w)
	labels := make([]float64, len(row.Cells))
	known := make([]bool, len(row.Cells)) // the question says it
	best := 0.
	for i, c := range row.Cells {
		labels[i], known[i] = asked.share(row.Text[c.Label:c.Start]), asked.share(row.Text[c.Start:c.End]) > 0
		if !known[i] {
			best = max(best, labels[i])
		}
	}
	if best == 0 {
		return strings.TrimSpace(row.Text)
	}
	var kept []string
	for i, c := range row.Cells {
		if i == 0 || known[i] || labels[i] >= asMuchAsked*best {
			kept = append(kept, strings.TrimSpace(row.Text[c.Label:c.End]))
		}
	}
	return strings.TrimSpace(row.Text[:row.Cells[0].Label] + strings.Join(kept, "; "))
}
