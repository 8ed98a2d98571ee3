package vec

import "unsafe"

// What the int8 product needs where bytes can only be multiplied by adding pairs in 16 bits, which may saturate. The
// weights are shifted by 128 to 1..255 and stand in strips of eight columns; in a strip four steps of the inner
// dimension of one column are neighbours, then come the columns, then the next four steps.
//
// The sums of four products must stay below 2^15: of the activations of steps 0, 1, 4 and 5 of each eight, and of steps
// 2, 3, 6 and 7, the positive ones may add up to foldLimit at most, and so may the negative ones. Of eight that exceed
// this, something is moved to a part. Few do: a scale is set by the largest value of a row.
const (
	foldSteps  = 8
	foldLimit  = 128 // times 255 is less than 2^15
	stripWidth = 8
	foldChunk  = 32 // activations that are quantised together
)

// A part holds the values that four neighbouring activations of a row have left out. It is multiplied alone, so that two of them may add up
// to foldLimit in magnitude.
type part struct {
	at    uint32 // bytes from the beginning of a strip to the weights of the four steps
	value [4]int8
}

// arrangeStrips orders panels as strips, in place where eight steps divide K.
func arrangeStrips(p *PackedI8) {
	fours := (p.K + 3) / 4
	even := (fours + 1) &^ 1
	to := p.values
	if even != fours {
		to = make([]int8, even*4*Padded(p.N))
	}
	const four = 4 * stripWidth // bytes of four steps in a strip
	panel := make([]int8, fours*4*PanelWidth)
	for n := 0; n < p.N; n += PanelWidth {
		copy(panel, p.values[n*fours*4:])
		for s := range PanelWidth / stripWidth {
			strip := to[(n+s*stripWidth)*even*4:][:even*four]
			for i := range fours {
				from := (*[four / 8]uint64)(unsafe.Pointer(unsafe.SliceData(panel[i*4*PanelWidth+s*four:][:four])))
				to := (*[four / 8]uint64)(unsafe.Pointer(unsafe.SliceData(strip[i*four:][:four])))
				for j, v := range from {
					to[j] = v ^ 0x8080808080808080
				}
			}
		}
	}
	p.values = to
}

// fromStrips undoes arrangeStrips.
func fromStrips(p *PackedI8) []int8 {
	fours := (p.K + 3) / 4
	even := (fours + 1) &^ 1
	panels := make([]int8, PanelBytes(p.K, p.N))
	for n := range Padded(p.N) {
		strip := p.values[n/stripWidth*stripWidth*even*4:]
		for i := range p.K {
			panels[At(p.K, i, n)] = strip[i/4*4*stripWidth+n%stripWidth*4+i%4] ^ -128
		}
	}
	return panels
}

// layOut moves the values that the fold cannot bear from row i to parts, and returns parts with them appended. The row is quantised apart
// from that. heavy has a word for each foldChunk values; a byte of it is not zero where eight values may not be folded.
func layOut(parts []part, row []uint8, heavy []uint32) []part {
	for i, word := range heavy {
		for g := 0; word != 0; g, word = g+1, word>>8 {
			if word&0xff == 0 {
				continue
			}
			at := i*foldChunk + g*foldSteps
			low, high := (*[4]uint8)(row[at:]), (*[4]uint8)(row[at+4:])
			parts = leave(parts, high, at+4)
			*high = [4]uint8{}
			if !fits(low) {
				var half [4]uint8
				for j, v := range low {
					half[j] = uint8(int8(v) >> 1)
					low[j] = v - half[j]
				}
				parts = leave(parts, &half, at)
			}
		}
	}
	return parts
}

// leave appends the four values of the steps from at as one part or two.
func leave(parts []part, v *[4]uint8, at int) []part {
	p := part{at: uint32(at / 4 * 4 * stripWidth)}
	q := p
	fit := fits(v)
	for j, x := range v {
		p.value[j] = int8(x)
		if !fit {
			q.value[j] = int8(x) >> 1
			p.value[j] -= q.value[j]
		}
	}
	parts = append(parts, p)
	if !fit {
		parts = append(parts, q)
	}
	return parts
}

// fits says whether neither pair of v exceeds foldLimit.
func fits(v *[4]uint8) bool {
	return pairFits(v[0], v[1]) && pairFits(v[2], v[3])
}

func pairFits(a, b uint8) bool {
	s := int(int8(a)) + int(int8(b))
	return -foldLimit <= s && s <= foldLimit
}

// interleave makes of the parts of each of rows, which end at ends of parts, lists of the same length, filled up with
// empty parts, and appends them to dst in the order first of all rows, second of all rows and so on.
func interleave(dst, parts []part, ends []int) []part {
	most, begin := 0, 0
	for _, end := range ends {
		most = max(most, end-begin)
		begin = end
	}
	base := len(dst)
	dst = append(dst, make([]part, most*len(ends))...)
	begin = 0
	for r, end := range ends {
		for j, p := range parts[begin:end] {
			dst[base+j*len(ends)+r] = p
		}
		begin = end
	}
	return dst
}
