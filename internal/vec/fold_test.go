package vec

import (
	"math/rand/v2"
	"testing"
)

// row gives back the rounded values of row i.
func (l *LeftI8) row(i int) []int8 {
	values := make([]int8, l.stride)
	for j, v := range l.values[i*l.stride:][:l.stride] {
		values[j] = int8(v)
		if l.zero == nil {
			values[j] ^= -128
		}
	}
	if l.zero != nil {
		first := 0 // of the rows of the block
		for b := range l.blocks[1:] {
			rows := min(6, l.rows-first)
			if i >= first && i < first+rows {
				for j := l.blocks[b] + i - first; j < l.blocks[b+1]; j += rows {
					for s, v := range l.parts[j].value {
						values[int(l.parts[j].at)/stripWidth+s] += v
					}
				}
			}
			first += rows
		}
	}
	return values[:l.inner]
}

// What rows and parts hold adds up to the row, and no sum of products can leave 16 bits.
func TestLayOut(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, spread := range []float64{5, 30, 60, 1000} {
		for range 1000 {
			row, want := make([]uint8, 2*foldChunk), make([]int, 2*foldChunk)
			for i := range row {
				want[i] = max(-127, min(127, int(r.NormFloat64()*spread)))
				row[i] = uint8(int8(want[i]))
			}
			heavy := make([]uint32, 2)
			for g := range len(row) / foldSteps {
				if tooMuch(row[g*foldSteps:]) {
					heavy[g/4] |= 1 << (g % 4 * 8)
				}
			}
			parts := layOut(nil, row, heavy)
			got := make([]int, len(row))
			for i, v := range row {
				got[i] = int(int8(v))
			}
			for _, p := range parts {
				var v [4]uint8
				for i, x := range p.value {
					got[int(p.at)/stripWidth+i] += int(x)
					v[i] = uint8(x)
				}
				if !fits(&v) {
					t.Fatalf("spread %v: part %v saturates", spread, p)
				}
			}
			for i := range got {
				if got[i] != want[i] {
					t.Fatalf("spread %v: value %d adds up to %d, want %d", spread, i, got[i], want[i])
				}
			}
			for g := range len(row) / foldSteps {
				if tooMuch(row[g*foldSteps:]) {
					t.Fatalf("spread %v: group %d saturates: %v", spread, g, row[g*foldSteps:][:foldSteps])
				}
			}
		}
	}
}

// tooMuch says whether eight activations may not be folded.
func tooMuch(eight []uint8) bool {
	for _, lane := range [][4]int{{0, 1, 4, 5}, {2, 3, 6, 7}} {
		var plus, minus int
		for _, i := range lane {
			v := int(int8(eight[i]))
			plus += max(v, 0)
			minus += max(-v, 0)
		}
		if plus > foldLimit || minus > foldLimit {
			return true
		}
	}
	return false
}
