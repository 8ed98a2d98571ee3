package service

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
)

// Batches lists the automatic runs of rules, sidecars and patterns, the newest first.
func (s *Service) Batches(ctx context.Context, who spar.Principal) ([]api.Batch, error) {
	if err := must(who, spar.CanCurate); err != nil {
		return nil, err
	}
	batches, err := s.engine.Catalog.Batches(ctx)
	list := make([]api.Batch, len(batches))
	for i, b := range batches {
		list[i] = batchOf(b)
	}
	return list, err
}

// Batch gives one batch and how much is left of it.
func (s *Service) Batch(ctx context.Context, who spar.Principal, id spar.BatchID) (api.Batch, error) {
	if err := must(who, spar.CanCurate); err != nil {
		return api.Batch{}, err
	}
	b, err := s.engine.Catalog.Batch(ctx, id)
	return batchOf(b), err
}

func batchOf(b catalog.Batch) api.Batch {
	when := func(t time.Time) *time.Time {
		if t.IsZero() {
			return nil
		}
		return &t
	}
	return api.Batch{
		Schema: api.BatchSchema, Batch: uint32(b.ID), Kind: b.Kind, Name: b.Name, Detail: b.Detail, Started: b.Started,
		Ended: when(b.Ended), Undone: when(b.Undone), Files: b.Files, Tags: b.Assignments, Attributes: b.Attributes,
	}
}

// SampleBatch draws some files at random of which a batch made something, of those that the asker may know of. The same
// seed draws the same.
func (s *Service) SampleBatch(ctx context.Context, who spar.Principal, id spar.BatchID, n int, seed uint64) ([]api.BatchSample, error) {
	if err := must(who, spar.CanCurate); err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, spar.Errorf(spar.Invalid, "%d files were asked for; ask for at least 1", n)
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	made, err := s.madeBy(ctx, v, id)
	if err != nil {
		return nil, err
	}
	files := make([]spar.FileID, 0, len(made))
	for f := range made {
		files = append(files, f)
	}
	slices.Sort(files)
	random := rand.New(rand.NewPCG(seed, 0))
	random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	list := []api.BatchSample{}
	for _, id := range files[:min(n, len(files))] {
		f, _ := v.File(id)
		list = append(list, api.BatchSample{Schema: api.BatchSampleSchema, FileName: nameOf(f), Made: made[id]})
	}
	return list, nil
}

// madeBy gives what a batch made of the files that the asker may know of.
func (s *Service) madeBy(ctx context.Context, v view, id spar.BatchID) (map[spar.FileID][]api.Made, error) {
	if _, err := s.engine.Catalog.Batch(ctx, id); err != nil {
		return nil, err
	}
	seen, err := v.visible()
	if err != nil {
		return nil, err
	}
	names, made := v.allNames(), map[spar.FileID][]api.Made{}
	add := func(f spar.FileID, m api.Made) {
		if seen.Contains(uint32(f)) {
			made[f] = append(made[f], m)
		}
	}
	for x, err := range s.engine.Catalog.AssignmentsIn(ctx, id) {
		if err != nil {
			return nil, err
		}
		add(x.File, api.Made{Tag: names[x.Tag], Confidence: x.Confidence, Evidence: x.Evidence, Review: string(x.Review)})
	}
	for x, err := range s.engine.Catalog.AttributesIn(ctx, id) {
		if err != nil {
			return nil, err
		}
		add(x.File, api.Made{Key: x.Key, Value: x.Value.String()})
	}
	return made, nil
}

// UndoBatch takes back what is left of a batch; what people judged stays.
func (s *Service) UndoBatch(ctx context.Context, who spar.Principal, id spar.BatchID) (api.BatchUndo, error) {
	if err := must(who, spar.CanCurate); err != nil {
		return api.BatchUndo{}, err
	}
	u, err := s.engine.Catalog.UndoBatch(ctx, id)
	return api.BatchUndo{Schema: api.BatchUndoSchema, Batch: id, Tags: u.Assignments, Attributes: u.Attributes, Kept: u.Kept}, err
}
