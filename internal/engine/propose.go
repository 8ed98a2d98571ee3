package engine

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"path"
	"strings"
	"sync"
	"time"

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

// A Proposer says which tags files may have, for one asker and one moment. It goes only by files and tags that the asker may know of.
type Proposer struct {
	Model calibrate.Model
	Notes []string // why it goes by less evidence than it could, for a person

	e        *Engine
	snapshot *index.Snapshot
	readable *roaring.Bitmap
	names    *propose.Names
	texts    *names.Texts // names and synonyms, for their vectors; nil: none leaves this machine
	compared *sync.Mutex  // one goroutine at a time uses texts
	of       []int        // the tag of each
	tags     []spar.Tag
	voters   *propose.Voters
	voting   *roaring.Bitmap
	meaning  *Meaning // nil: there is none on this machine
	embeds   int      // passages of a file that get a vector; 0: all, -1: none
}

// proposers keep the last Proposer as long as nothing that it depends on changes.
type proposers struct {
	mu   sync.Mutex
	key  string
	last *Proposer
}

// labelTurn is how long a command waits for vectors of tag names when there are too many to make all.
const labelTurn = 3 * time.Second

// Proposer makes one. without are files whose tags do not vote; nil: all vote.
func (e *Engine) Proposer(ctx context.Context, who spar.Principal, without *roaring.Bitmap) (*Proposer, error) {
	snapshot, selection, err := e.sel(ctx, Selection{Who: who, doubts: newDoubts(who)})
	if err != nil {
		return nil, err
	}
	key := fmt.Sprint(who.Key(), " ", who.Owner(), " ", snapshot.Head())
	if without == nil {
		if p := e.tags.get(key, selection.Known); p != nil {
			return p, nil
		}
	}
	p := &Proposer{e: e, snapshot: snapshot, readable: selection.Known, compared: &sync.Mutex{}}
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
	if lacks, err := p.mean(ctx); err != nil {
		return nil, err
	} else if lacks != nil {
		p.Notes = []string{"tags are proposed by names and folders alone: " + lacks.Error()}
	}
	if err := p.poll(ctx, visible, without); err != nil {
		return nil, err
	}
	whole := true
	if p.meaning != nil && e.meanings.chosen.URL == "" {
		if whole, err = p.label(ctx); err != nil {
			return nil, err
		}
	}
	if without == nil && whole {
		e.tags.keep(key, p)
	}
	return p, nil
}

// mean takes the encoder and its vectors. lacks is why there is none.
func (p *Proposer) mean(ctx context.Context) (lacks, err error) {
	p.meaning, err = p.e.Meaning(ctx)
	switch {
	case spar.CodeOf(err) == spar.Unavailable:
		p.meaning = nil
		return err, nil
	case err != nil:
		return nil, err
	}
	return nil, p.meaning.Column.Refresh(ctx)
}

// get is the last proposer if it is of the same asker and moment, and of the same files.
func (k *proposers) get(key string, readable *roaring.Bitmap) *Proposer {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.last == nil || k.key != key || !k.last.readable.Equals(readable) {
		return nil
	}
	p := *k.last
	if m, err := propose.Stated(); err == nil {
		p.Model = m
	}
	return &p
}

func (k *proposers) keep(key string, p *Proposer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	kept := *p
	k.key, k.last = key, &kept
}

// label gives vectors to the names of tags. If few lack one, it does all of them; else it works for a while, first on tags that files have.
// Idle time and later commands do the rest. It reports whether none is left.
func (p *Proposer) label(ctx context.Context) (whole bool, err error) {
	texts, of := labelsOfTags(p.tags, p.e.tagNotes)
	labels := p.e.labelsOf(p.meaning.Encoder)
	missing, err := labels.Missing(texts)
	if err != nil {
		return false, err
	}
	if len(missing) <= newLabels {
		_, _, err = labels.Add(ctx, missing, p.meaning.Encoder)
	} else {
		var used, others []string
		for i, t := range texts {
			if p.voters.Have(p.tags[of[i]].ID) {
				used = append(used, t)
			} else {
				others = append(others, t)
			}
		}
		turn, stop := context.WithTimeout(ctx, labelTurn)
		_, _, err = labels.Add(turn, append(used, others...), p.meaning.Encoder)
		stop()
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = nil
		}
	}
	if err != nil && ctx.Err() == nil && p.e.MayWrite() != nil {
		err = nil // nothing is kept in a data directory that can only be read
	}
	if err != nil {
		return false, err
	}
	if missing, err = labels.Missing(texts); err != nil {
		return false, err
	}
	if n := len(missing); n > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("%d of %d names of tags have no vector yet: until these are made, in idle time or by the next proposals, such tags are told by words and neighbours, "+
			"and by meaning not", n, len(texts)))
	}
	p.of, p.texts = of, names.TextsOf(texts)
	return len(missing) == 0, nil
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
	among := p.readable
	if without != nil {
		among = roaring.AndNot(among, without)
	}
	return p.vote(ctx, drawn(tagged, mostVoters), among, tags, embedVoters)
}

// vote takes files that vote, each for its tags, among others without any. Up to so many of their passages get a vector first.
func (p *Proposer) vote(ctx context.Context, voting, among *roaring.Bitmap, tags map[spar.FileID][]spar.TagID, embeds int) error {
	segments := map[spar.FileID]*store.Segment{}
	if p.meaning != nil {
		runs, _, _, err := p.e.sources(ctx, p.snapshot, index.Selection{Known: voting, Unknown: roaring.New(), Denied: roaring.New()})
		if err != nil {
			return err
		}
		if embeds > 0 {
			if err := p.embed(ctx, runs, embeds); err != nil {
				return err
			}
		}
		for _, r := range runs {
			segments[r.File] = r.Segment
		}
	}
	p.voting = voting
	var list []propose.Tagged
	sizes := map[string]int{}
	for f := range p.snapshot.In(voting) {
		v := propose.Tagged{File: f.ID, Folder: folderOf(f), Tags: tags[f.ID]}
		if s := segments[f.ID]; s != nil {
			var err error
			if v.Vector, _, err = p.vectors(s); err != nil {
				return err
			}
		}
		list = append(list, v)
		sizes[v.Folder] = 0
	}
	if len(list) > 0 {
		for f := range p.snapshot.In(among) {
			folder := folderOf(f)
			if _, votes := sizes[folder]; votes {
				sizes[folder]++
			}
		}
	}
	p.voters = propose.NewVoters(list, sizes)
	return nil
}

func folderOf(f spar.File) string { return f.Share + ":" + path.Dir(strings.Clone(f.Path)) }

// Of returns the tags that a file may have, the likeliest first, and the passages that its candidates count. The asker may read the file.
// The tags that it already has are among them.
func (p *Proposer) Of(ctx context.Context, f spar.File) ([]propose.Candidate, []spar.Passage, error) {
	file := propose.File{ID: f.ID, Folder: folderOf(f)}
	file.Texts = []string{spokenName(f.Path)}
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
			if err := p.embed(ctx, runs, cmp.Or(p.embeds, math.MaxInt)); err != nil {
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
	p.compared.Lock()
	scores, err := p.e.labelsOf(p.meaning.Encoder).Scores(vectors, p.texts)
	p.compared.Unlock()
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

// embed gives vectors to the first passages of files that have none, to no more than most.
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
