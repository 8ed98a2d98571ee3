package door

import (
	"context"
	"encoding/json"
	"os"

	"github.com/sparsearch/spar/internal/spar"
)

// A Hit is a passage that a search found, with the summands of its score.
type Hit struct {
	Path  string             `json:"path"`
	Parts map[string]float64 `json:"parts"`
}

// Search returns a program's best 50 passages for each question in the files below a folder, best first.
func (p Program) Search(ctx context.Context, folder string, questions []string) (found [][]Hit, err error) {
	dir, err := os.MkdirTemp("", "spar-door-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer os.RemoveAll(dir)
	s, err := p.serve(ctx, dir, folder)
	if err != nil {
		return nil, err
	}
	defer s.end()
	for _, q := range questions {
		reply, err := s.post(ctx, "/search", map[string]any{"question": q, "count": 50, "cut": 0})
		if err != nil {
			return nil, err
		}
		var r struct {
			Hits []Hit `json:"hits"`
		}
		if err := json.Unmarshal(reply, &r); err != nil {
			return nil, err
		}
		found = append(found, r.Hits)
	}
	return found, nil
}
