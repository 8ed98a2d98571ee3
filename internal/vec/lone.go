package vec

// A lone value is one that has more than two fifths of the energy of its row, which is the sum of all squares.
// Transformers make such values: a few dimensions of the first token and of tokens that mean little, to which every other
// token of the text attends (Sun et al. 2024, "Massive Activations in Large Language Models"). With a scale that such a
// value sets, all its neighbours would be rounded to nothing, and with them what the other tokens take from there. So it
// stays out of the 8 bits and is multiplied on its own, as LLM.int8() does with whole columns (Dettmers et al. 2022).
type lone struct {
	row, step int
	value     float32
}

// maxLone is how many values of a row may be lone, each among what the larger ones leave. There are one or two.
const maxLone = 4

// split gives the part of row i of a left operand that goes into 8 bits, and its largest magnitude. Lone values are kept in l, and the
// returned row has zeros for them; it is valid until the next call.
func (k *Kernels) split(l *LeftI8, i int, x []float32) ([]float32, float32) {
	if len(x) == 0 {
		return x, 0
	}
	top := k.absMax(x)
	for n := 0; n < maxLone && 5*top*top > 2*k.dot(x, x); n++ {
		if n == 0 {
			l.rest = room(l.rest, len(x))
			copy(l.rest, x)
			x = l.rest
		}
		for j, v := range x {
			if v == top || v == -top {
				x[j] = 0
				l.lone = append(l.lone, lone{i, j, v})
				break
			}
		}
		top = k.absMax(x)
	}
	return x, top
}

// addLone adds what the lone values of a contribute to c.
func addLone(c []float32, ldc int, a *LeftI8, b *PackedI8) {
	for _, o := range a.lone {
		row := c[o.row*ldc:][:b.N]
		at, flip := At(b.K, o.step, 0), int8(0)
		panel, width := PanelWidth*((b.K+3)&^3), PanelWidth
		if b.offset == nil { // see arrangeStrips
			at, flip = o.step/4*4*stripWidth+o.step%4, -128
			panel, width = stripWidth*((b.K+foldSteps-1)&^(foldSteps-1)), stripWidth
		}
		for n := 0; n < b.N; n += width {
			part, scale := row[n:min(n+width, b.N)], b.Scale[n:]
			w := b.values[n/width*panel+at:]
			for j := range part {
				part[j] += o.value * (float32(w[4*j]^flip) * scale[j])
			}
		}
	}
}
