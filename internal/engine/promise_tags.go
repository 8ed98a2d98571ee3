package engine

import (
	"context"
	"math"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/spar"
)

// sharpness is the power of a cosine that weighs a tag: one near tag counts more than many that are a little near.
const sharpness = 6

// aboutTags says how much the tags of a file are about a question. It adds up, over the file's tags, the nearness of their names to the
// question, raised to a power and weighted by their rarity; files is the number of all files. It divides the sum by the root of the number
// of tags. It returns nil if no tag says anything. Only tags on the files that the asker may read, mayRead, count, also for their rarity.
// docs/results/sentence.md has the measurement.
func (e *encoders) aboutTags(ctx context.Context, question string, snapshot *index.Snapshot, mayRead *roaring.Bitmap, files int) (func(spar.File) float64, error) {
	on := map[spar.TagID]int{}
	if len(snapshot.Tags()) > 0 {
		for it := mayRead.Iterator(); it.HasNext(); {
			for _, t := range snapshot.TagsOf(spar.FileID(it.Next())) {
				on[t]++
			}
		}
	}
	if len(on) == 0 {
		return nil, nil
	}
	var tags []spar.Tag
	for _, t := range snapshot.Tags() {
		if on[t.ID] > 0 {
			tags = append(tags, t)
		}
	}
	near, err := e.NearTags(ctx, question, tags)
	if err != nil || near == nil {
		return nil, err
	}
	worth := map[spar.TagID]float64{}
	for i, x := range near {
		if x > 0 {
			worth[tags[i].ID] = math.Pow(x, sharpness) * math.Log(1+float64(files)/float64(on[tags[i].ID]))
		}
	}
	return func(f spar.File) float64 {
		if !mayRead.Contains(uint32(f.ID)) {
			return 0
		}
		its := snapshot.TagsOf(f.ID)
		sum := 0.0
		for _, t := range its {
			sum += worth[t]
		}
		if sum > 0 {
			sum /= math.Sqrt(float64(len(its)))
		}
		return sum
	}, nil
}
