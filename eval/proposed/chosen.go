package proposed

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/propose"
	spar "github.com/sparsearch/spar/internal/spar"
)

// A Chooser is a language model that is asked about some files of the half whose tags are hidden.
type Chooser struct {
	Model propose.Chooser
	Name  string
	Draw  int    // files
	Seed  uint64 // of the drawing
}

// A Chosen compares what a language model chooses among the encoder's likeliest tags with the encoder's own order.
type Chosen struct {
	Model   string        `json:"model"`
	Files   int           `json:"files"`
	Failed  int           `json:"failed"`  // replies that are none
	Dropped int           `json:"dropped"` // choices without a quotation that stands in the file
	Tags    int           `json:"tags"`    // chosen
	Right   int           `json:"right"`   // of these
	Stated  float64       `json:"stated"`  // what the encoder's chances say of how many of these are right
	As      float64       `json:"as_many"` // the precision of as many of the encoder's first
	Encoder Row           `json:"encoder"`
	Alone   Row           `json:"alone"` // the model's own order, and nothing behind it
	Both    Row           `json:"both"`  // the model's first, then the encoder's
	Took    time.Duration `json:"took"`  // for a file
}

// choose asks the model about some of the files, each by its candidates.
func (c Chooser) choose(ctx context.Context, p *engine.Proposer, names map[spar.TagID]string, files []spar.File, list []judged) (*Chosen, error) {
	out := &Chosen{Model: c.Name, Encoder: Row{Way: "encoder"}, Alone: Row{Way: "model"}, Both: Row{Way: "both"}}
	order := rand.New(rand.NewPCG(c.Seed, 178)).Perm(len(files))
	asMany := 0
	var took time.Duration
	for _, at := range order[:min(c.Draw, len(order))] {
		f, j := files[at], list[at]
		_, passages, err := p.Of(ctx, f)
		if err != nil {
			return nil, err
		}
		asking, of := propose.Asking{Name: strings.TrimSuffix(path.Base(f.Path), path.Ext(f.Path))}, map[string]int{}
		for _, one := range passages {
			asking.Texts = append(asking.Texts, one.Text)
		}
		for i, one := range j.candidates[:min(propose.Offered, len(j.candidates))] {
			asking.Tags = append(asking.Tags, names[one.Tag])
			of[names[one.Tag]] = i
		}
		began := time.Now()
		chosen, err := propose.Choose(ctx, c.Model, asking)
		took += time.Since(began)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if out.Files++; err != nil {
			out.Failed++
		}
		out.Dropped += chosen.Dropped
		var first []int
		for _, one := range chosen.Choices {
			i := of[one.Tag]
			first = append(first, i)
			if out.Stated, out.Tags = out.Stated+j.candidates[i].Chance, out.Tags+1; j.right[i] {
				out.Right++
			}
			if j.right[len(first)-1] {
				asMany++
			}
		}
		both := slices.Clone(first)
		slices.Sort(both) // by the chance of the encoder
		for i := range j.candidates {
			if !slices.Contains(first, i) {
				both = append(both, i)
			}
		}
		add := func(row *Row, order []int) {
			five, fifteen := 0, 0
			for place, i := range order[:min(15, len(order))] {
				if j.right[i] {
					if fifteen++; place < 5 {
						five++
					}
				}
			}
			row.At5, row.R15 = row.At5+float64(five)/5, row.R15+float64(fifteen)/float64(j.has)
		}
		all := make([]int, len(j.candidates))
		for i := range all {
			all[i] = i
		}
		add(&out.Encoder, all)
		add(&out.Alone, first)
		add(&out.Both, both)
	}
	n := float64(max(1, out.Files))
	for _, row := range []*Row{&out.Encoder, &out.Alone, &out.Both} {
		row.At5, row.R15 = row.At5/n, row.R15/n
	}
	out.As, out.Took = float64(asMany)/float64(max(1, out.Tags)), took/time.Duration(max(1, out.Files))
	return out, nil
}

func (c *Chosen) write(w io.Writer) {
	fmt.Fprintf(w, "\n%s was asked about %d files, %s each: %d replies are none, %d choices were dropped. Of %d chosen tags %d are right; the encoder's chances say %.1f, "+
		"and of as many of its first %.3f are right.\n\n| order | P@5 | R@15 |\n|---|---|---|\n", c.Model, c.Files, c.Took.Round(time.Second), c.Failed, c.Dropped, c.Tags, c.Right, c.Stated, c.As)
	for _, x := range []Row{c.Encoder, c.Alone, c.Both} {
		fmt.Fprintf(w, "| %s | %.3f | %.3f |\n", x.Way, x.At5, x.R15)
	}
}
