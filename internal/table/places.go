package table

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// A place is what words may mean by likeness: a column, a value of one, or a concept that the table has no column for.
type place struct {
	column int    // -1: the table has none
	value  string // a cell; "" for the column itself
	name   string // for a person
}

// A sign is a text that stands for a place, with its vector.
type sign struct {
	place  int
	vector []float32
}

// places are what words may mean in one table.
type places struct {
	list  []place
	signs []sign
}

// ready opens the encoder and makes the vectors of the lexicon, once.
func (m *meanings) ready(ctx context.Context, lex *lexicon) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.vectors != nil || m.failed {
		return nil
	}
	encoder, err := m.open()
	if err != nil {
		m.failed = true // words count by their letters alone
		return nil
	}
	m.phrases = nil
	for _, list := range lex.by {
		m.phrases = append(m.phrases, list...)
	}
	slices.SortFunc(m.phrases, func(a, b phrase) int { return cmp.Or(a.of-b.of, strings.Compare(a.text, b.text)) })
	texts := make([]string, len(m.phrases))
	for i, p := range m.phrases {
		texts[i] = p.text
	}
	vectors, err := encoder.Embed(ctx, texts)
	if err != nil {
		return err
	}
	m.encoder, m.vectors = encoder, vectors
	return nil
}

// placesOf gives what words may mean in the reader's table.
func (m *meanings) placesOf(ctx context.Context, r *reader) (*places, error) {
	if p, ok := r.x.near.Load(m); ok {
		return p.(*places), nil
	}
	out := &places{}
	at := map[place]int{}
	put := func(p place, v []float32) {
		name := p.name
		p.name = ""
		if p.column < 0 {
			p.name = name
		}
		k, ok := at[p]
		if !ok {
			k = len(out.list)
			at[p] = k
			p.name = name
			out.list = append(out.list, p)
		}
		out.signs = append(out.signs, sign{k, v})
	}
	means := r.meansOf()
	for i, p := range m.phrases {
		c := &r.lexicon.concepts[p.of]
		of := means[p.of]
		if len(of.columns) == 0 {
			none := place{column: -1, name: c.name}
			if c.values != nil {
				none.value = c.name
			}
			put(none, m.vectors[i])
		}
		for _, col := range of.columns {
			to := place{column: col, name: r.t.Columns[col].Label}
			if c.values != nil {
				to.value = of.values[col][0]
				to.name += " " + to.value
			}
			put(to, m.vectors[i])
		}
	}
	var texts []string
	var of []place
	for c, col := range r.t.Columns {
		if col.Unnamed || c == r.key {
			continue
		}
		of, texts = append(of, place{column: c, name: col.Label}), append(texts, strings.Join(tokens(camel(col.Label)), " "))
	}
	for _, v := range r.x.values {
		if r.x.counts[v.column] <= few && len(v.stems) > 0 && r.t.Columns[v.column].Kind == "text" && !r.isFlag(v.column) {
			of, texts = append(of, place{v.column, v.text, r.t.Columns[v.column].Label + " " + v.text}), append(texts, strings.Join(tokens(camel(v.text)), " "))
		}
	}
	vectors, err := m.encoder.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	for i, p := range of {
		put(p, vectors[i])
	}
	r.x.near.Store(m, out)
	return out, nil
}
