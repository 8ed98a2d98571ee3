package models

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/entity"
	"github.com/sparsearch/spar/internal/spar"
)

// sure is the least probability of a name that a model finds.
const sure = .5

// A namer finds names with a token classifier.
type namer struct{ embed.Tagger }

// OpenNamer opens a model that was added to a data directory, or a folder, as the finder of names. One without a label for
// people, organisations or places is refused.
func OpenNamer(dir, name string, o embed.Options) (entity.Namer, error) {
	folder, err := Folder(dir, name)
	if err != nil {
		return nil, err
	}
	t, err := embed.OpenTagger(folder, o)
	if err != nil {
		return nil, err
	}
	kinds := 0
	for _, l := range t.Labels() {
		if _, ok := entity.KindOfLabel(embed.LabelKind(l)); ok {
			kinds++
		}
	}
	if kinds == 0 {
		return nil, spar.Errorf(spar.Invalid, "the model %s labels no people, organisations or places, but %s: take one for named entities", name, strings.Join(t.Labels(), ", "))
	}
	return namer{t}, nil
}

func (n namer) Names(ctx context.Context, texts []string) ([][]entity.Entity, error) {
	found, err := n.Tag(ctx, texts)
	if err != nil {
		return nil, err
	}
	out := make([][]entity.Entity, len(texts))
	for i, spans := range found {
		for _, s := range spans {
			if kind, ok := entity.KindOfLabel(s.Label); ok && s.Score >= sure {
				out[i] = append(out[i], entity.Named(kind, texts[i], s.From, s.To))
			}
		}
	}
	return out, nil
}
