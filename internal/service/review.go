package service

import (
	"cmp"
	"context"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"math"
	"path"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/catalog"
	spar "github.com/sparsearch/spar/internal/spar"
)

const (
	manyQueued  = 50
	sampleOne   = 4  // one proposal in so many is in the sample that measures precision
	floorSource = .5 // precision below which a source stops
	enoughToSay = 10 // judgements of the sample before a source may stop
)

// Why a proposal has its place in the review queue.
const (
	whyUnsure = "unsure"
	whySample = "sample"
	whySorted = "sorted"
)

// sampled reports whether a proposal belongs to the sample that measures precision. Only its numbers decide, so neither the order in
// which people judge nor the stated chance has an influence.
func sampled(a spar.Assignment) bool {
	h := fnv.New64a()
	var b [8]byte
	binary.LittleEndian.PutUint32(b[:], uint32(a.File))
	binary.LittleEndian.PutUint32(b[4:], uint32(a.Tag))
	_, _ = h.Write(b[:])
	sum := h.Sum64()
	return (sum^sum>>29)%sampleOne == 0
}

// ReviewQueue lists first the proposals whose judgement teaches most: the ones that SPAR is least sure of. Every third is one of the
// sample that measures the precision of its source, whatever its chance. Of a tag on several files of a folder only the first is listed
// as unsure; people can judge the group at once.
func (s *Service) ReviewQueue(ctx context.Context, who spar.Principal, q api.QueueQuery) ([]api.Queued, error) {
	if q.Most < 0 {
		return nil, spar.Errorf(spar.Invalid, "%d proposals were asked for; ask for at least 1", q.Most)
	}
	if q.Sort != "" {
		return s.sortedQueue(ctx, who, q)
	}
	type key struct{ tag, share, folder string }
	group := map[key]int{}
	var unsure, sample []api.Queued
	for p, err := range s.Pending(ctx, who, q.PendingQuery) {
		if err != nil {
			return nil, err
		}
		k := key{p.Tag, p.Share, path.Dir(p.Path.Name)}
		group[k]++
		unsure = append(unsure, api.Queued{Schema: api.QueuedSchema, Pending: p, Why: whyUnsure})
	}
	v, err := s.view(ctx, who)
	if err != nil {
		return nil, err
	}
	for i := range unsure {
		p := &unsure[i]
		p.Group = group[key{p.Tag, p.Share, path.Dir(p.Path.Name)}]
		f, known := v.Named(p.Share, p.Path.Name)
		tag, ok := numberOf(v, who, p.Tag)
		if known && ok && sampled(spar.Assignment{File: f.ID, Tag: tag}) {
			sample = append(sample, *p)
			sample[len(sample)-1].Why = whySample
		}
	}
	// In the order of their numbers, which tells nothing of their chances.
	slices.SortStableFunc(unsure, func(a, b api.Queued) int {
		return cmp.Or(cmp.Compare(math.Abs(a.Confidence-.5), math.Abs(b.Confidence-.5)), cmp.Compare(b.Group, a.Group))
	})
	list := []api.Queued{}
	type one struct{ tag, share, path string }
	met := map[one]bool{}
	seen := map[key]bool{}
	take := func(from *[]api.Queued) {
		for len(*from) > 0 {
			p := (*from)[0]
			*from = (*from)[1:]
			at := key{p.Tag, p.Share, path.Dir(p.Path.Name)}
			if met[one{p.Tag, p.Share, p.Path.Name}] || p.Why == whyUnsure && p.Group > 1 && seen[at] {
				continue
			}
			met[one{p.Tag, p.Share, p.Path.Name}], seen[at] = true, true
			list = append(list, p)
			return
		}
	}
	for most := cmp.Or(q.Most, manyQueued); len(list) < most && len(unsure)+len(sample) > 0; {
		if len(list)%3 == 2 && len(sample) > 0 {
			take(&sample)
			continue
		}
		if len(unsure) == 0 {
			take(&sample)
			continue
		}
		take(&unsure)
	}
	return list, nil
}

// sortedQueue lists the first proposals of a query in its own order.
func (s *Service) sortedQueue(ctx context.Context, who spar.Principal, q api.QueueQuery) ([]api.Queued, error) {
	pending, _, err := s.waiting(ctx, who, q.PendingQuery)
	if err != nil {
		return nil, err
	}
	alike := map[[3]string]int{}
	at := func(p waitingTag) [3]string { return [3]string{p.Pending.Tag, p.Share, path.Dir(p.Path.Name)} }
	for _, p := range pending {
		alike[at(p)]++
	}
	list := []api.Queued{}
	for _, p := range pending[:min(len(pending), cmp.Or(q.Most, manyQueued))] {
		list = append(list, api.Queued{Schema: api.QueuedSchema, Pending: p.Pending, Why: whySorted, Group: alike[at(p)]})
	}
	return list, nil
}

// ReviewSources says how often people accept the tags of each automatic source. It counts the judged proposals of the sample, on files
// that the asker may read.
func (s *Service) ReviewSources(ctx context.Context, who spar.Principal) ([]api.ReviewSource, error) {
	v, err := s.curating(ctx, who)
	if err != nil {
		return nil, err
	}
	return s.reviewSources(ctx, v)
}

func (s *Service) reviewSources(ctx context.Context, v view) ([]api.ReviewSource, error) {
	readable, err := v.selection(spar.Scope{})
	if err != nil {
		return nil, err
	}
	foreign, err := s.foreign(ctx, v)
	if err != nil {
		return nil, err
	}
	batches, err := s.catalog.Batches(ctx)
	if err != nil {
		return nil, err
	}
	of := map[spar.BatchID]catalog.Batch{}
	for _, b := range batches {
		of[b.ID] = b
	}
	list := []api.ReviewSource{}
	count := func(a spar.Assignment, name string) {
		kind := string(a.Origin)
		i := slices.IndexFunc(list, func(r api.ReviewSource) bool { return r.Kind == kind && r.Name == name })
		if i < 0 {
			i, list = len(list), append(list, api.ReviewSource{Schema: api.SourceSchema, Kind: kind, Name: name})
		}
		r := &list[i]
		switch {
		case a.Review == spar.Pending:
			r.Waiting++
			return
		case sampled(a):
			if r.Sampled++; a.Review == spar.Accepted {
				r.Accepted++
			}
		}
		r.Judged++
	}
	for a, err := range s.catalog.Judged(ctx, 0) {
		if err != nil {
			return nil, err
		}
		if !readable.Known.Contains(uint32(a.File)) || foreign(a) {
			continue
		}
		name := ""
		if b := of[a.Batch]; b.Kind == "rule" {
			name = b.Name
		}
		count(a, name)
	}
	for p, err := range s.proposedValues(ctx, v) {
		if err != nil {
			return nil, err
		}
		p.Tag = valued{p.Key, p.Value}.number()
		count(p.Assignment, p.Key)
	}
	for i := range list {
		r := &list[i]
		if _, ok := v.valueNamed(r.Name); ok && r.Kind == string(spar.ByEncoder) {
			r.Label = v.Schema().Label(r.Name)
		}
		low, high := calibrate.Wilson(r.Accepted, r.Sampled)
		r.Low, r.High = rounded(low), rounded(high)
		r.Stopped = spar.Assignment{Origin: spar.Origin(r.Kind)}.Guessed() && r.Sampled >= enoughToSay && high < floorSource
	}
	slices.SortFunc(list, func(a, b api.ReviewSource) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name))
	})
	return list, nil
}

// stopped returns an error if people reject most proposals that the encoder makes.
func (s *Service) stopped(ctx context.Context, v view) error {
	list, err := s.reviewSources(ctx, v)
	if err != nil {
		return err
	}
	for _, r := range list {
		if r.Stopped && r.Kind == string(spar.ByEncoder) && r.Name == "" {
			return spar.Errorf(spar.Conflict, "%s: nothing more is proposed; undo the batch, or judge again (reopen) what was judged by mistake",
				stoppedText(r)).Try(spar.Remedy{Do: spar.ListBatches})
		}
	}
	return nil
}

func stoppedText(r api.ReviewSource) string {
	return fmt.Sprintf("people accepted %d of %d proposals of a sample, which is surely less than half of them", r.Accepted, r.Sampled)
}
