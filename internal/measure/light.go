package measure

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar/internal/embed"
)

func builtInLight(o embed.Options) (embed.Encoder, error) { return embed.BuiltInLight(o) }

// ownShare is the share of a set's passages that its own light encoder is fitted to: what some hundred questions leave.
const ownShare = .25

// refitted is the light encoder fitted on to a share of the passages, with the vectors that the precise encoder makes
// of them. Those are kept in its column like all others.
func (s *Stored) refitted(ctx context.Context) (_ embed.Encoder, err error) {
	// In 8-bit arithmetic, which is what a table can tell.
	precise, err := embed.Precise(embed.Options{Threads: encodeThreads, Arithmetic: embed.Int8})
	if err != nil {
		return nil, err
	}
	column, err := s.store.Column(ctx, precise.Recipe(), precise.Dim())
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := column.Close(); err == nil {
			err = e
		}
	}()
	var drawn []embed.Sample
	for segment := range segments(s.runs) {
		for i := range segment.Len() {
			p, err := segment.Passage(i)
			if err != nil {
				return nil, err
			}
			drawn = append(drawn, embed.Sample{Text: p.Ranked()})
		}
	}
	_, drawn = embed.HoldBack(drawn, ownShare)
	texts := make([]string, len(drawn))
	for i, d := range drawn {
		texts[i] = d.Text
	}
	known := &known{encoder: precise, column: column, at: map[digest]slot{}, others: map[string][]float32{}}
	if err := known.places(s.runs); err != nil {
		return nil, err
	}
	vectors, err := known.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embed %d passages: %w", len(texts), err)
	}
	for i := range drawn {
		drawn[i].Vector = vectors[i]
	}
	begin, err := embed.BuiltInLight(embed.Options{})
	if err != nil {
		return nil, err
	}
	return embed.Fitting{Name: "own", Begin: begin}.Fit(ctx, precise, drawn)
}
