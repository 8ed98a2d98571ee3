package vec

// quantizeFold fills a LeftI8 for mulFold.
func quantizeFold(l *LeftI8, source rowSource) {
	l.stride = (l.inner + foldChunk - 1) &^ (foldChunk - 1)
	l.values = room(l.values, l.rows*l.stride)
	l.zero = room(l.zero, l.rows)
	l.heavy = room(l.heavy, l.stride/foldChunk)
	l.parts, l.blocks = l.parts[:0], append(l.blocks[:0], 0)
	var ends [foldRows]int
	l.loose = l.loose[:0]
	for i := range l.rows {
		row := l.values[i*l.stride:][:l.stride]
		x, top := source(i)
		l.scale[i] = top / 127
		l.zero[i] = -128 * quantizeFoldRow(row, x, top, l.heavy)
		l.loose = layOut(l.loose, row, l.heavy)
		ends[i%foldRows] = len(l.loose)
		if i%foldRows == foldRows-1 || i == l.rows-1 {
			l.parts = interleave(l.parts, l.loose, ends[:i%foldRows+1])
			l.blocks = append(l.blocks, len(l.parts))
			l.loose = l.loose[:0]
		}
	}
}

// quantizeFoldRow writes x, with top as its largest magnitude, and zeros behind it, and gives the sum.
func quantizeFoldRow(dst []uint8, x []float32, top float32, heavy []uint32) (sum int32) {
	if top == 0 {
		clear(dst)
		clear(heavy)
		return 0
	}
	n := len(x) &^ (foldChunk - 1)
	if n > 0 {
		sum = quantizeFoldAVX2(&dst[0], &x[0], uintptr(n), &heavy[0], 127/top)
	}
	if n < len(x) {
		var rest [foldChunk]float32
		copy(rest[:], x[n:])
		sum += quantizeFoldAVX2(&dst[n], &rest[0], foldChunk, &heavy[n/foldChunk], 127/top)
	}
	return sum
}

// foldRows is how many rows a kernel takes at most.
const foldRows = len(gemmI8AVX2) - 1

// stripBytes is how many bytes of weights are walked through for all rows before the next: they, and six rows, stay in
// the first cache.
const stripBytes = 16 << 10

func mulFold(c []float32, ldc int, a *LeftI8, b *PackedI8, bias []float32) {
	groups := (b.K + foldSteps - 1) / foldSteps
	if groups == 0 {
		for i := range a.rows {
			copy(c[i*ldc:], bias[:Padded(b.N)])
		}
		return
	}
	strip := groups * foldSteps * stripWidth
	all := Padded(b.N) / stripWidth
	some := max(1, stripBytes/strip)
	var none part
	for s := 0; s < all; s += some {
		n := s * stripWidth
		for i := 0; i < a.rows; i += foldRows {
			rows := min(foldRows, a.rows-i)
			parts, count := &none, 0
			if from, to := a.blocks[i/foldRows], a.blocks[i/foldRows+1]; to > from {
				parts, count = &a.parts[from], (to-from)/rows
			}
			gemmI8AVX2[rows](&c[i*ldc+n], uintptr(4*ldc), &a.values[i*a.stride], uintptr(a.stride), &b.values[s*strip], uintptr(groups),
				uintptr(min(some, all-s)), parts, uintptr(count), &a.zero[i], &b.Scale[n], &a.scale[i], &bias[n])
		}
	}
}
