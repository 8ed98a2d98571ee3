package answer

import (
	"github.com/sparsearch/spar/internal/spar"
)

// statements leaves out the cards of tables, works that a file cites, and lines of programs: the first two say where something stands, and nothing of it;
// the last are shown as they are or not at all.
func statements(hits []spar.Hit) []spar.Hit {
	var kept []spar.Hit
	for _, h := range hits {
		if h.Passage.Kind.Answers() && !isSource(h) {
			kept = append(kept, h)
		}
	}
	return kept
}

// cellAsked is the place of a passage or, of a row, that of the one cell whose label says more of the question than any
// other does. A cell that stands itself in the question is what it asks about, not for.
func cellAsked(question string, p spar.Passage, w Weights) spar.Locator {
	if len(p.Cells) == 0 {
		return p.Locator
	}
	asked := newAsked(question, p.Lang, w)
	at, best, alone := p.Locator, 0.0, true
	for _, c := range p.Cells {
		label, cell := p.Text[c.Label:c.Start], p.Text[c.Start:c.End]
		said := asked.share(label)
		if said == 0 || asked.share(cell) > 0 || said < best {
			continue
		}
		alone = said > best
		at, best = c.Address(p.Locator), said
	}
	if !alone {
		return p.Locator
	}
	return at
}
