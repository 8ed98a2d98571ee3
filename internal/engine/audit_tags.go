package engine

import (
	"context"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// AuditTags looks for faults of tags, and of the tags of files that the asker may read, and returns the likeliest first. It looks at the
// texts of no more files than most. models are the chances of each kind of fault; nil takes the shipped ones. files is how many files have
// tags, and notes name the evidence that it could not use.
func (e *Engine) AuditTags(ctx context.Context, who spar.Principal, most int, models map[propose.Oddity]calibrate.Model) (
	found []propose.Finding, files int, notes []string, err error,
) {
	p, err := e.Proposer(ctx, who, nil)
	if err != nil {
		return nil, 0, nil, err
	}
	if models == nil {
		if models, err = propose.StatedOddities(); err != nil {
			return nil, 0, nil, err
		}
	}
	s := propose.Subject{Tags: p.tags, Files: p.voters.Files()}
	if p.texts != nil {
		labels := p.e.labelsOf(p.meaning.Encoder)
		s.Vectors = make([][]float32, len(p.tags))
		for i, t := range p.tags {
			if row, scale := labels.Row(t.Name); row != nil {
				s.Vectors[i] = make([]float32, len(row))
				vec.Best().AddI8(s.Vectors[i], row, scale)
			}
		}
	}
	s.Candidates = make([][]propose.Candidate, len(s.Files))
	step := max(1, len(s.Files)/max(1, most))
	for i := 0; i < len(s.Files) && i/step < most; i += step {
		f, ok := p.snapshot.File(s.Files[i].File)
		if !ok {
			continue
		}
		if s.Candidates[i], _, err = p.Of(ctx, f); err != nil {
			return nil, 0, nil, err
		}
		for k := range s.Candidates[i] { // their chance already says what they say
			s.Candidates[i][k].Neighbours = nil
		}
	}
	return propose.Examine(s, models), len(s.Files), p.Notes, ctx.Err()
}
