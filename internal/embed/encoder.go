package embed

import (
	"context"
)

// A bert is an encoder that pools the hidden states of a network.
type bert struct {
	network
	prompts
}

// prompts are put before texts, as some models were trained with.
type prompts struct{ question, passage string }

// Dim is the number of values of a vector.
func (b *bert) Dim() int { return b.Hidden }

// Embed embeds passages.
func (b *bert) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	return b.embed(ctx, b.passage, texts)
}

// EmbedQuestions embeds questions.
func (b *bert) EmbedQuestions(ctx context.Context, texts []string) ([][]float32, error) {
	return b.embed(ctx, b.question, texts)
}

func (b *bert) embed(ctx context.Context, prompt string, texts []string) ([][]float32, error) {
	seqs, err := b.tokenise(ctx, prompt, texts)
	if err != nil {
		return nil, err
	}
	vectors, result := make([]float32, len(texts)*b.Hidden), make([][]float32, len(texts))
	for i := range result {
		result[i] = vectors[i*b.Hidden:][:b.Hidden:b.Hidden]
	}
	if err := b.run(ctx, seqs, func(i int, x []float32) { b.pool(result[i], x) }); err != nil {
		return nil, err
	}
	return result, nil
}

func (b *bert) tokenise(ctx context.Context, prompt string, texts []string) ([]sequence, error) {
	seqs := make([]sequence, len(texts))
	var ids []int32
	for i, t := range texts {
		if i%256 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		begin := len(ids)
		ids = b.tokens.encode(ids, prompt+t, b.MaxTokens)
		seqs[i].ids = ids[begin:len(ids):len(ids)]
	}
	return seqs, nil
}

// Tokens is how many tokens texts have as passages once cut to the encoder's length.
func (b *bert) Tokens(texts []string) int {
	n := 0
	var ids []int32
	for _, t := range texts {
		ids = b.tokens.encode(ids[:0], b.passage+t, b.MaxTokens)
		n += len(ids)
	}
	return n
}

// HasWord reports whether a word stands in the encoder's vocabulary as a whole: it is no slip of the pen then, though it may
// be the wrong word.
func (b *bert) HasWord(word string) bool { return len(b.tokens.encode(nil, word, b.MaxTokens)) == 3 } // with begin and end
