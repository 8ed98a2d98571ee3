package entity

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// A Namer finds the people, organisations and places that texts name, by a model: for each text in its order, none
// overlapping another. Names may be called from several goroutines at once.
type Namer interface {
	Name() string
	Recipe() string // names everything that shapes what it finds
	Names(ctx context.Context, texts []string) ([][]Entity, error)
}

// KindOfLabel is the kind of entity that a label of a model's stands for, such as PER or LOC; false for others, such as MISC.
func KindOfLabel(label string) (Kind, bool) {
	switch strings.ToUpper(label) {
	case "PER", "PERSON", "PERS":
		return Person, true
	case "ORG", "ORGANISATION", "ORGANIZATION", "CORPORATION", "COMPANY":
		return Organisation, true
	case "LOC", "LOCATION", "GPE", "PLACE", "FAC":
		return Place, true
	}
	return "", false
}

// Named is an entity of a kind, with the value that a name has: its words with one space between.
func Named(kind Kind, of string, start, end int) Entity {
	s := of[start:end]
	return Entity{Kind: kind, Text: s, Value: text(strings.Join(strings.Fields(s), " ")), By: ByModel, Start: start, End: end}
}

// Bounds of what a model reads: it takes a thousand times as long as rules do.
const (
	maxNamed   = 128 << 10 // bytes of a file's text; the rest is left to the dictionary
	namedBatch = 64        // passages at a time
)

// A Mark is a name that a model found in a passage of a file.
type Mark struct {
	Passage int  `json:"p"`
	Kind    Kind `json:"k"`
	Start   int  `json:"s"`
	End     int  `json:"e"`
}

// Hints holds the results of a look at a file's text, so that the entities in a passage can be found again: how to read ambiguous dates and
// numbers there, and the names that a model found.
type Hints struct {
	DayFirst bool   `json:"day_first"`
	Comma    bool   `json:"comma"`
	Names    []Mark `json:"names,omitempty"`
	Cut      bool   `json:"cut,omitempty"` // the model did not read all of it
}

// Finder is one for single passages of the file.
func (h *Hints) Finder(ids []Pattern) *Finder {
	return &Finder{ids: ids, dayFirst: h.DayFirst, comma: h.Comma}
}

// Of gives what the passage of a number names; text is its text.
func (h *Hints) Of(passage int, text string, ids []Pattern) []Entity {
	return h.Finder(ids).FindWith(text, h.named(passage, text))
}

func (h *Hints) named(passage int, text string) (list []Entity) {
	i, _ := slices.BinarySearchFunc(h.Names, passage, func(m Mark, p int) int { return m.Passage - p })
	for ; i < len(h.Names) && h.Names[i].Passage == passage; i++ {
		if m := h.Names[i]; m.Start >= 0 && m.Start < m.End && m.End <= len(text) && utf8.ValidString(text[m.Start:m.End]) {
			list = append(list, Named(m.Kind, text, m.Start, m.End))
		}
	}
	return list
}

// mark has a model read the passages that count, up to its bound.
func (h *Hints) mark(ctx context.Context, passages []spar.Passage, n Namer) error {
	var texts []string
	var at []int
	size := 0
	flush := func() error {
		found, err := n.Names(ctx, texts)
		if err != nil {
			return err
		}
		for i, list := range found {
			for _, e := range list {
				h.Names = append(h.Names, Mark{at[i], e.Kind, e.Start, e.End})
			}
		}
		texts, at = texts[:0], at[:0]
		return nil
	}
	for i, p := range passages {
		if !Counts(p) {
			continue
		}
		if size += len(p.Text); size > maxNamed {
			h.Cut = true
			break
		}
		texts, at = append(texts, p.Text), append(at, i)
		if len(texts) == namedBatch {
			if err := flush(); err != nil {
				return err
			}
		}
	}
	if len(texts) == 0 {
		return nil
	}
	return flush()
}
