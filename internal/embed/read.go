package embed

import "context"

// A Reader is an Encoder that shows what the words of a text mean where they stand.
type Reader interface {
	Encoder
	// Read gives the vector of a text of these words, in this order, and one of length 1 for each word: the mean hidden state of its
	// tokens, 0 for a word that has none or stands behind what the encoder reads.
	Read(ctx context.Context, words []string) (text []float32, each [][]float32, err error)
}

// Read reads words as a passage.
func (b *bert) Read(ctx context.Context, words []string) (text []float32, each [][]float32, err error) {
	ids := b.tokens.encode(nil, b.passage, b.MaxTokens)
	ids = ids[:len(ids)-1]
	first := len(ids)
	ends := make([]int, len(words)) // in ids
	for i, w := range words {
		if room := b.MaxTokens - len(ids) - 1; room > 0 {
			of := b.tokens.encode(nil, w, room+2)
			ids = append(ids, of[1:len(of)-1]...)
		}
		ends[i] = len(ids)
	}
	ids = append(ids, b.tokens.sep)
	s := b.scratch.Get().(*scratch)
	defer b.scratch.Put(s)
	text = make([]float32, b.Hidden)
	err = b.forward(ctx, []sequence{{ids: ids}}, func(_ int, x []float32) {
		b.pool(text, x)
		h, at := len(x)/len(ids), first
		for _, end := range ends {
			v := make([]float32, b.Hidden)
			if at < end {
				for ; at < end; at++ {
					for j, value := range x[at*h:][:b.Hidden] {
						v[j] += value
					}
				}
				normalise(b.k, v)
			}
			each = append(each, v)
		}
	}, s)
	return text, each, err
}
