package service

import (
	"bytes"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// besides is how much an answer rests on a cited file if its first statement does not cite it; such a first file counts 1.
const besides = .6

// goesOn returns the files of the answer that a rewritten question continues. It takes the turn that has most of the words that the
// question took over, the latest of several. A question for another answer continues none.
func (c conversation) goesOn(asked, rewritten string) engine.GoesOn {
	if len(c.again) > 0 {
		return engine.GoesOn{}
	}
	typed := map[string]bool{}
	for _, w := range chunk.Words(asked) {
		typed[w] = true
	}
	best, most := -1, 0
	for i, t := range c.turns {
		if t.Answer == nil || t.Answer.Refused {
			continue
		}
		words := map[string]bool{}
		for _, w := range chunk.Words(t.Sought()) {
			words[w] = true
		}
		n := 0
		for _, w := range chunk.Words(rewritten) {
			if !typed[w] && words[w] {
				n++
			}
		}
		if n >= most {
			best, most = i, n
		}
	}
	if best < 0 {
		return engine.GoesOn{}
	}
	files, _ := citedBy(c.turns[best])
	return engine.GoesOn{Asked: asked, Files: files}
}

// citedBy returns the files that the answer of a turn cites, with how much it rests on each, and their order in its citations.
func citedBy(t workspace.Turn) (files map[spar.FileID]float64, order []spar.FileID) {
	files = map[spar.FileID]float64{}
	if t.Answer == nil || t.Answer.Refused {
		return files, nil
	}
	first := 0
	if len(t.Answer.Bullets) > 0 && len(t.Answer.Bullets[0].Citations) > 0 {
		first = t.Answer.Bullets[0].Citations[0]
	}
	for _, c := range t.Citations {
		for _, u := range t.Uses {
			if u.Share != c.Share || !bytes.Equal(u.Path, []byte(c.Path)) {
				continue
			}
			part := besides
			if c.N == first {
				part = 1
			}
			if files[u.File] == 0 {
				order = append(order, u.File)
			}
			files[u.File] = max(files[u.File], part)
		}
	}
	return files, order
}
