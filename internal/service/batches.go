package service

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/spar"
)

// Batches lists the automatic runs of rules, sidecars and patterns, the newest first. An asker who may not know of all files sees only
// the runs that tagged files known to them.
func (s *Service) Batches(ctx context.Context, who spar.Principal) ([]api.Batch, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return nil, err
	}
	batches, err := s.catalog.Batches(ctx)
	list := []api.Batch{}
	for _, b := range batches {
		one, err := s.batchFor(ctx, v, b)
		if spar.CodeOf(err) == spar.NotFound && err != nil {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, err
}

// Batch returns one batch and how much of it is left.
func (s *Service) Batch(ctx context.Context, who spar.Principal, id spar.BatchID) (api.Batch, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return api.Batch{}, err
	}
	b, err := s.catalog.Batch(ctx, id)
	if err != nil {
		return api.Batch{}, err
	}
	return s.batchFor(ctx, v, b)
}

// batchFor returns a batch as the asker may see it, counted over the files that they may know of. A batch without such files is not
// found.
func (s *Service) batchFor(ctx context.Context, v view, b catalog.Batch) (api.Batch, error) {
	if v.seesAll() || mayUndo(v, b) {
		return batchOf(b), nil
	}
	made, err := s.madeBy(ctx, v, b.ID)
	if err != nil {
		return api.Batch{}, err
	}
	if b.Kind != "rule" {
		b.Name = "" // the path of a sidecar, or of folders
	}
	b.Detail = ""
	b.Files, b.Assignments, b.Attributes, _ = count(made)
	return batchOf(b), nil
}

// count counts files, the tags and attributes that a batch gave them, and the tags that people accepted.
func count(made map[spar.FileID][]api.Made) (files, tags, attributes, accepted int) {
	for _, list := range made {
		for _, m := range list {
			switch {
			case m.Tag == "":
				attributes++
			case m.Review == string(spar.Accepted):
				accepted++
				fallthrough
			default:
				tags++
			}
		}
	}
	return len(made), tags, attributes, accepted
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

// SampleBatch draws up to n random files from a batch, among those that the asker may read. The same seed draws the same files.
func (s *Service) SampleBatch(ctx context.Context, who spar.Principal, id spar.BatchID, n int, seed uint64) ([]api.BatchSample, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return nil, err
	}
	if n < 1 {
		return nil, spar.Errorf(spar.Invalid, "%d files were asked for; ask for at least 1", n)
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

// madeBy returns the tags and attributes that a batch gave to files that the asker may read. For an asker who does not see all files, a
// batch without such files does not exist.
func (s *Service) madeBy(ctx context.Context, v view, id spar.BatchID) (map[spar.FileID][]api.Made, error) {
	if _, err := s.catalog.Batch(ctx, id); err != nil {
		return nil, err
	}
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return nil, err
	}
	foreign, err := s.foreign(ctx, v)
	if err != nil {
		return nil, err
	}
	names, made := v.names(), map[spar.FileID][]api.Made{}
	add := func(f spar.FileID, m api.Made) {
		if readable.Known.Contains(uint32(f)) {
			made[f] = append(made[f], m)
		}
	}
	for x, err := range s.catalog.AssignmentsIn(ctx, id) {
		if err != nil {
			return nil, err
		}
		if names[x.Tag] != "" && !foreign(x) { // otherwise it does not exist for the asker
			add(x.File, api.Made{Tag: names[x.Tag], Confidence: x.Confidence, Evidence: x.Evidence, Review: string(x.Review)})
		}
	}
	for x, err := range s.catalog.AttributesIn(ctx, id) {
		if err != nil {
			return nil, err
		}
		add(x.File, api.Made{Key: x.Key, Value: x.Value.String()})
	}
	for x, err := range s.proposedValues(ctx, v) {
		if err != nil {
			return nil, err
		}
		if x.Batch == id {
			add(x.File, api.Made{Key: x.Key, Value: x.Value, Confidence: x.Confidence, Evidence: x.Evidence, Review: string(x.Review)})
		}
	}
	if len(made) == 0 && !v.seesAll() {
		return nil, catalog.NoBatch(id)
	}
	return made, nil
}

// UndoBatch removes the tags and attributes that a batch still has. It keeps the ones that people judged.
func (s *Service) UndoBatch(ctx context.Context, who spar.Principal, id spar.BatchID) (api.BatchUndo, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return api.BatchUndo{}, err
	}
	b, err := s.catalog.Batch(ctx, id)
	if err != nil {
		return api.BatchUndo{}, err
	}
	mine := mayUndo(v, b)
	var made map[spar.FileID][]api.Made
	if !mine {
		if made, err = s.madeBy(ctx, v, id); err != nil {
			return api.BatchUndo{}, err
		}
	}
	u, err := s.catalog.UndoBatch(ctx, id)
	if !v.seesAll() && !mine {
		_, u.Assignments, u.Attributes, u.Kept = count(made)
		u.Assignments -= u.Kept
	}
	return api.BatchUndo{Schema: api.BatchUndoSchema, Batch: id, Tags: u.Assignments, Attributes: u.Attributes, Kept: u.Kept, Concepts: u.Concepts}, err
}

// curating returns a view of the present index, for an asker who may curate.
func (s *Service) curating(ctx context.Context, who spar.Principal) (view, error) {
	if err := must(who, spar.CanCurate); err != nil {
		return view{}, err
	}
	return s.view(ctx, who)
}
