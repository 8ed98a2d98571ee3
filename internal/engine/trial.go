package engine

import (
	"context"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/spar"
)

// A Trial is what files hold and what embedding it takes.
type Trial struct {
	Passages int           // of all files
	Embed    time.Duration // for a passage; 0 if there is no model
	Dim      int
}

// trialPassages is how many passages are embedded to see how long that takes.
const trialPassages = 48

// Trial counts the passages of files and embeds some of them. It does not keep these vectors.
func (e *Engine) Trial(ctx context.Context, who spar.Principal, files *roaring.Bitmap) (t Trial, err error) {
	snapshot, selection, err := e.sel(ctx, Selection{Who: who, Only: files})
	if err != nil {
		return t, err
	}
	sources, _, _, err := e.sources(ctx, snapshot, selection)
	if err != nil {
		return t, err
	}
	var texts []string
	for _, s := range sources {
		t.Passages += s.Segment.Len()
		if s.Segment.Len() > 0 && len(texts) < trialPassages {
			p, err := s.Segment.Passage(s.Segment.Len() / 2)
			if err != nil {
				return t, err
			}
			texts = append(texts, p.Ranked())
		}
	}
	m, err := e.Meaning(ctx)
	if spar.CodeOf(err) == spar.Unavailable {
		return t, nil
	}
	if err != nil || len(texts) == 0 {
		return t, err
	}
	t.Dim = m.Encoder.Dim()
	if _, err := m.Encoder.Embed(ctx, texts[:1]); err != nil { // the first call may wait for the model and is not measured
		return t, err
	}
	begin := time.Now()
	if _, err := m.Encoder.Embed(ctx, texts); err != nil {
		return t, err
	}
	t.Embed = time.Since(begin) / time.Duration(len(texts))
	return t, nil
}
