package vec

import (
	"math/rand/v2"
	"testing"
)

func TestQuantizeFold(t *testing.T) {
	if len(Available()) == 1 {
		t.Skip("this processor has no AVX2")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for n := foldChunk; n <= 8*foldChunk; n += foldChunk {
		for _, spread := range []int{5, 30, 60, 1000} {
			for range 100 {
				x, dst, heavy := guarded[float32](t, n), guarded[uint8](t, n), guarded[uint32](t, n/foldChunk)
				whole(r, x, n, 1, n, spread)
				sum := quantizeFoldAVX2(&dst[0], &x[0], uintptr(n), &heavy[0], 1)
				var want int32
				for i, v := range x {
					want += int32(v)
					if got := int8(dst[i]); float32(got) != v {
						t.Fatalf("value %d of %d is %d, want %v", i, n, got, v)
					}
				}
				if sum != want {
					t.Fatalf("the sum of %d values is %d, want %d", n, sum, want)
				}
				for g := range n / foldSteps {
					if got, want := heavy[g/4]>>(g%4*8)&0xff != 0, tooMuch(dst[g*foldSteps:]); got != want {
						t.Fatalf("group %d of %d, %v: heavy is %v", g, n, dst[g*foldSteps:][:foldSteps], got)
					}
				}
			}
		}
	}
}
