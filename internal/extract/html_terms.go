package extract

import (
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// longTerm is the characters of the longest term of a list of definitions.
const longTerm = 200

// htmlTerms is a term of a definition list that waits for its description. "-f, --force: ..." is one item, so an option stays with its
// meaning.
type htmlTerms struct {
	dt     bool // a term is open
	begun  bool // the description of the term has begun
	term   string
	termAt spar.Locator
}

// holdTerm keeps a term, or adds it to terms with the same description.
func (p *htmlReader) holdTerm(text string, at spar.Locator) error {
	text = strings.TrimRight(text, ":¶ ")
	if p.begun || len(p.term)+len(text) > longTerm {
		if err := p.endTerm(); err != nil {
			return err
		}
	}
	switch {
	case len(text) > longTerm:
		return p.put(spar.Block{Kind: spar.ListItem, Text: text, Locator: at})
	case p.term != "":
		text = p.term + ", " + text
		at.Bytes = at.Bytes.Union(p.termAt.Bytes)
	}
	p.term, p.termAt = text, at
	return nil
}

// withTerm emits the first text of a description together with the term that waits for it.
func (p *htmlReader) withTerm(text string, at spar.Locator) error {
	text, at.Bytes = p.term+": "+text, at.Bytes.Union(p.termAt.Bytes)
	p.term, p.begun, p.item = "", false, false
	return p.put(spar.Block{Kind: spar.ListItem, Text: text, Locator: at})
}

// endTerm emits a term that has no description.
func (p *htmlReader) endTerm() error {
	term, at := p.term, p.termAt
	p.term, p.begun = "", false
	if term == "" {
		return nil
	}
	return p.put(spar.Block{Kind: spar.ListItem, Text: term, Locator: at})
}
