package company

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// Ask makes a half in a temporary folder, asks its questions of one service over it, without a language model, and judges
// the answers. The questions may be another half's, from Strangers.
func Ask(ctx context.Context, half, questionsOf string, seed uint64, o engine.Options, s service.Options) (_ *Report, err error) {
	c, err := Make(half, seed)
	if err != nil {
		return nil, err
	}
	if questionsOf != "" && questionsOf != half {
		if c.Questions, err = Strangers(questionsOf, seed); err != nil {
			return nil, err
		}
	}
	dir, err := os.MkdirTemp("", "spar-company-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	share := dir + "/share"
	if err := c.Write(share); err != nil {
		return nil, err
	}
	o.Dir = dir + "/data"
	asked, err := service.Open(ctx, o, s)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, asked.Close()) }()
	who, err := asked.Process()
	if err != nil {
		return nil, err
	}
	for _, err := range asked.Prepare(ctx, who, api.Question{Question: c.Questions[0].Text, Folder: share}) {
		if err != nil {
			return nil, err
		}
	}
	r := &Report{Schema: "spar.eval.answers/1", Half: half, Seed: seed, Sum: c.Sum(), Commit: eval.Commit(), Machine: eval.Machine(), Files: len(c.Files)}
	for _, q := range c.Questions {
		var got *api.Answer
		for e, err := range asked.Ask(ctx, who, api.Question{Question: q.Text, Folder: share, Extract: true}) {
			if err != nil {
				return nil, fmt.Errorf("question %s: %w", q.ID, err)
			}
			if e.Answer != nil {
				got = e.Answer
			}
		}
		if got == nil {
			return nil, fmt.Errorf("question %s: no answer came", q.ID)
		}
		r.Questions = append(r.Questions, Judge(q, *got))
	}
	r.count()
	return r, nil
}
