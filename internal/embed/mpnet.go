package embed

import "math"

// What MPNet (Song et al. 2020) has otherwise than BERT.
const (
	mpnetFirst    = 2  // the row of the first token's position; those before belong to padding
	mpnetBuckets  = 32 // of distances
	mpnetFarthest = 128
)

// nearness spreads the weights of the buckets of distances, mpnetBuckets x heads, over all distances: for each head the
// bias of the place of the key less that of the query, from 1-most to most-1.
func nearness(w []float32, heads, most int) [][]float32 {
	if len(w) == 0 {
		return nil
	}
	near := make([][]float32, heads)
	for h := range near {
		near[h] = make([]float32, 2*most-1)
		for i := range near[h] {
			near[h][i] = w[bucket(i-(most-1))*heads+h]
		}
	}
	return near
}

// bucket numbers a distance as T5 does (Raffel et al. 2020, section 2.1). Each direction has half of the buckets: the first half of these
// hold one distance each, the others ever wider ranges up to mpnetFarthest.
func bucket(distance int) int {
	const half, exact = mpnetBuckets / 2, mpnetBuckets / 4
	at := 0
	if distance > 0 {
		at, distance = half, -distance
	}
	n := -distance
	if n < exact {
		return at + n
	}
	// In float32, as models are trained.
	far := float32(math.Log(float64(float32(n)/exact))) / float32(math.Log(mpnetFarthest/exact)) * (half - exact)
	return at + min(exact+int(far), half-1)
}
