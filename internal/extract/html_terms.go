package extract

import (
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// longTerm is the characters of the longest term of a list of definitions.
const longTerm = 200

// htmlTerms is a term of a list of definitions that waits for what is said of it: "-f, --force: ..." is one item, so that an option is told with what it does.
type htmlTerms struct {
	dt     bool // a term is open
	begun  bool // what is said of the term that waits has begun
	term   string
	termAt spar.Locator
}

// holdTerm keeps a term, or adds it to others that are said to be the same.
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

// withTerm hands on what is said of the term that waits, first of all.
func (p *htmlReader) withTerm(text string, at spar.Locator) error {
	text, at.Bytes = p.term+": "+text, at.Bytes.Union(p.termAt.Bytes)
	p.term, p.begun, p.item = "", false, false
	return p.put(spar.Block{Kind: spar.ListItem, Text: text, Locator: at})
}

// endTerm hands on a term of which nothing is said.
func (p *htmlReader) endTerm() error {
	term, at := p.term, p.termAt
	p.term, p.begun = "", false
	if term == "" {
		return nil
	}
	return p.put(spar.Block{Kind: spar.ListItem, Text: term, Locator: at})
}
