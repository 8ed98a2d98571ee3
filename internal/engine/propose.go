package engine

import (
	"context"
	"math"
	"path"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/names"
	"github.com/sparsearch/spar/internal/propose"
	"github.com/sparsearch/spar/internal/retrieve"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"github.com/sparsearch/spar/internal/vec"
)

// What a proposer looks at.
const (
	proposedTexts = 24    // passages of a file, the first ones
	mostVoters    = 20000 // files with tags, drawn evenly where there are more
	embedVoters   = 2000  // passages of these that get a vector for one proposer
)

// A Proposer says which tags files may have, for one asker: all that it goes by are files and tags that they may know of. It is about one moment.
type Proposer struct {
	Model calibrate.Model
	Note  error // why it goes by less than it could; nil: by all

	e        *Engine
	snapshot *index.Snapshot
	readable *roaring.Bitmap
	names    *propose.Names
	texts    *names.Texts // names and synonyms, for their vectors; nil: none leaves this machine
	of       []int        // the tag of each
	tags     []spar.Tag
	voters   *propose.Voters
	meaning  *Meaning // nil: there is none on this machine
}

// Proposer makes one. without are files whose tags do not vote; nil: all vote.
func (e *Engine) Proposer(ctx context.Context, who spar.Principal, without *roaring.Bitmap) (*Proposer, error) {
	snapshot, selection, err := e.sel(ctx, Selection{Who: who, doubts: newDoubts(who)})
	if err != nil {
		return nil, err
	}
	p := &Proposer{e: e, snapshot: snapshot, readable: selection.Known}
	if p.Model, err = propose.Stated(); err != nil {
		return nil, err
	}
	visible := map[spar.TagID]bool{}
	for _, t := range snapshot.TagsFor(who) {
		if visible[t.ID] = true; !t.Retired {
			p.tags = append(p.tags, t)
		}
	}
	p.names = propose.NewNames(p.tags)
	p.meaning, err = e.Meaning(ctx)
	switch {
	case spar.CodeOf(err) == spar.Unavailable:
		p.Note, p.meaning = err, nil
	case err != nil:
		return nil, err
	default:
		if err := p.meaning.Column.Refresh(ctx); err != nil {
			return nil, err
		}
		if e.meanings.chosen.URL == "" {
			var texts []string
			texts, p.of = labelsOfTags(p.tags, e.tagNotes)
			if _, _, err := e.labelsOf(p.meaning.Encoder).Add(ctx, texts, p.meaning.Encoder); err != nil {
				return nil, err
			}
			p.texts = names.TextsOf(texts)
		}
	}
	return p, p.poll(ctx, visible, without)
}

// poll takes the files that vote.
func (p *Proposer) poll(ctx context.Context, visible map[spar.TagID]bool, without *roaring.Bitmap) error {
	tags, tagged := map[spar.FileID][]spar.TagID{}, roaring.New()
	for f := range p.snapshot.In(p.readable) {
		if without != nil && without.Contains(uint32(f.ID)) {
			continue
		}
		for _, t := range p.snapshot.TagsOf(f.ID) {
			if visible[t] {
				tags[f.ID] = append(tags[f.ID], t)
				tagged.Add(uint32(f.ID))
			}
		}
	}
	if n := int(tagged.GetCardinality()); n > mostVoters {
		drawn := roaring.New()
		for i := range mostVoters {
			id, err := tagged.Select(uint32(i * n / mostVoters))
			if err != nil {
				return err
			}
			drawn.Add(id)
		}
		tagged = drawn
	}
	segments := map[spar.FileID]*store.Segment{}
	if p.meaning != nil {
		runs, _, _, err := p.e.sources(ctx, p.snapshot, index.Selection{Known: tagged, Unknown: roaring.New(), Denied: roaring.New()})
		if err != nil {
			return err
		}
		if err := p.embed(ctx, runs, embedVoters); err != nil {
			return err
		}
		for _, r := range runs {
			segments[r.File] = r.Segment
		}
	}
	var list []propose.Tagged
	for f := range p.snapshot.In(tagged) {
		v := propose.Tagged{File: f.ID, Folder: folderOf(f), Tags: tags[f.ID]}
		if s := segments[f.ID]; s != nil {
			var err error
			if v.Vector, _, err = p.vectors(s); err != nil {
				return err
			}
		}
		list = append(list, v)
	}
	p.voters = propose.NewVoters(list)
	return nil
}

func folderOf(f spar.File) string { return f.Share + ":" + path.Dir(strings.Clone(f.Path)) }

// Of are the tags that a file of what the asker may read may have, the likeliest first, and the passages that its candidates count.
// Those that it has are among them.
func (p *Proposer) Of(ctx context.Context, f spar.File) ([]propose.Candidate, []spar.Passage, error) {
	file := propose.File{ID: f.ID, Folder: folderOf(f)}
	base := path.Base(f.Path)
	file.Texts = []string{strings.Join(strings.FieldsFunc(strings.TrimSuffix(base, path.Ext(base)), func(r rune) bool { return strings.ContainsRune("_-.", r) }), " ")}
	runs, _, _, err := p.e.sources(ctx, p.snapshot, index.Selection{Known: roaring.BitmapOf(uint32(f.ID)), Unknown: roaring.New(), Denied: roaring.New()})
	if err != nil {
		return nil, nil, err
	}
	var passages []spar.Passage
	var rows [][]float32
	for _, r := range runs {
		err := store.Guard(func() error {
			for i := range min(r.Segment.Len(), proposedTexts) {
				passage, err := r.Segment.Passage(i)
				if err != nil {
					return err
				}
				passages = append(passages, passage)
				file.Texts = append(file.Texts, passage.Ranked())
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
		if p.meaning != nil {
			if err := p.embed(ctx, runs, math.MaxInt); err != nil {
				return nil, nil, err
			}
			if file.Vector, rows, err = p.vectors(r.Segment); err != nil {
				return nil, nil, err
			}
		}
	}
	if p.meaning != nil && p.texts != nil {
		made, err := p.meaning.Encoder.Embed(ctx, file.Texts[:1])
		if err != nil {
			return nil, nil, err
		}
		if file.Near, err = p.nearness(append(made, rows...)); err != nil {
			return nil, nil, err
		}
	}
	return propose.Candidates(file, p.names, p.voters, p.Model), passages, nil
}

// nearness is how near texts are to tags, by their names and synonyms.
func (p *Proposer) nearness(vectors [][]float32) ([][]float32, error) {
	scores, err := p.e.labelsOf(p.meaning.Encoder).Scores(vectors, p.texts)
	if err != nil {
		return nil, err
	}
	out := make([][]float32, len(scores))
	for i, row := range scores {
		out[i] = make([]float32, len(p.tags))
		for t := range out[i] {
			out[i][t] = float32(math.NaN())
		}
		for n, x := range row {
			if t := p.of[n]; !(out[i][t] >= x) {
				out[i][t] = x
			}
		}
	}
	return out, nil
}

// vectors are those of the first passages of a segment and their sum of length 1; nil where one has none.
func (p *Proposer) vectors(s *store.Segment) (sum []float32, rows [][]float32, err error) {
	dim := p.meaning.Encoder.Dim()
	slots := p.meaning.Column.Slots(s.ID())
	err = store.Guard(func() error {
		total := make([]float32, dim)
		for i := range min(s.Len(), slots.Len(), proposedTexts) {
			row := make([]float32, dim)
			if slots.Whole(i) {
				vec.Best().AddI8(row, slots.Coarse(i, i+1), slots.Scale(i))
			}
			rows = append(rows, row)
			for k, x := range row {
				total[k] += x
			}
		}
		if length := math.Sqrt(float64(vec.Best().Dot(total, total))); length > 1e-6 {
			for k := range total {
				total[k] /= float32(length)
			}
			sum = total
		}
		return nil
	})
	return sum, rows, err
}

// embed gives the first passages of files vectors where they have none, at most a number of them.
func (p *Proposer) embed(ctx context.Context, runs []retrieve.Source, most int) error {
	var texts []string
	var vectors []store.Vector
	flush := func() error {
		if len(texts) == 0 {
			return nil
		}
		made, err := p.meaning.Encoder.Embed(ctx, texts)
		if err != nil {
			return err
		}
		for i := range vectors {
			vectors[i].Values = made[i]
		}
		texts = texts[:0]
		err = p.meaning.Column.Put(ctx, vectors)
		vectors = vectors[:0]
		return err
	}
	met := map[spar.SegmentID]bool{}
	for _, r := range runs {
		if met[r.Segment.ID()] {
			continue
		}
		met[r.Segment.ID()] = true
		missing, err := withoutVector(p.meaning.Column.Slots(r.Segment.ID()), min(r.Segment.Len(), proposedTexts))
		if err != nil {
			return err
		}
		for _, i := range missing {
			if most--; most < 0 {
				return flush()
			}
			passage, err := r.Segment.Passage(i)
			if err != nil {
				return err
			}
			texts, vectors = append(texts, passage.Ranked()), append(vectors, store.Vector{Segment: r.Segment.ID(), Len: r.Segment.Len(), Index: i})
			if len(texts) == embedPassages {
				if err := flush(); err != nil {
					return err
				}
			}
		}
	}
	return flush()
}

// FitProposals is the shipped model fitted to what people judged, beside the one there is.
func FitProposals(samples []calibrate.Sample) (calibrate.Model, error) {
	there, err := propose.Stated()
	if err != nil {
		return there, err
	}
	if refit := calibrate.FitBeside(there, samples); refit.Better() {
		return refit.Model, nil
	}
	return there, nil
}
