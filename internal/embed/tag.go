package embed

import (
	"context"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/spar"
)

// A tagger labels words by BERT's token classification (Devlin et al. 2018, section 5.3): a word has the label of its
// first token.
type tagger struct {
	network
	labels     []string
	classifier dense
}

// OpenTagger reads BERT for token classification from a Hugging Face folder. It has the errors of Open.
func OpenTagger(dir string, o Options) (Tagger, error) {
	c, err := readConfig(dir)
	if err != nil {
		return nil, err
	}
	switch kind := c.kind(); {
	case kind != Tags:
		return nil, c.wrong("%s is a model of the kind %q, not %q: name it where a %s is asked for", c.architecture(), kind, Tags, kind)
	case c.Family != bertFamily:
		return nil, c.wrong("%s is not supported, only BertForTokenClassification: take another model", c.architecture())
	case len(c.labels) == 0:
		return nil, c.wrong("id2label names no labels: download it again")
	}
	t := &tagger{}
	var classifier dense
	n := len(c.labels)
	err = t.open(dir, c, o, "tag "+strings.Join(c.labels, " "), func(r *weightReader) {
		classifier = dense{r.floats("classifier.weight", n, c.Hidden), r.floats("classifier.bias", n)}
	})
	if err != nil {
		return nil, err
	}
	if t.MaxTokens < 8 {
		return nil, c.wrong("the model reads %d tokens at a time, too few to tag a text: take another model", t.MaxTokens)
	}
	t.labels, t.classifier = c.labels, classifier
	return t, nil
}

// Labels are those of the model, by number.
func (t *tagger) Labels() []string { return t.labels }

// A word is a part of a text that the tokenizer never joins with its neighbours, with its tokens.
type word struct {
	from, to int // bytes of the text
	ids      []int32
	label    int
	score    float32
}

// A window is a run of words of one text that the network reads together. It decides the labels of the words from
// keep[0] to keep[1].
type window struct {
	text     int
	from, to int
	keep     [2]int
}

// Tag labels words and joins them.
func (t *tagger) Tag(ctx context.Context, texts []string) ([][]Span, error) {
	words, err := t.label(ctx, texts)
	if err != nil {
		return nil, err
	}
	out := make([][]Span, len(texts))
	for i := range texts {
		out[i] = spans(words[i], t.labels)
	}
	return out, nil
}

// label reads long texts in windows that overlap; it takes the label of a word from the window where it stands further inside.
func (t *tagger) label(ctx context.Context, texts []string) ([][]word, error) {
	words := make([][]word, len(texts))
	var windows []window
	var seqs []sequence
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		words[i] = t.tokens.words(text, t.MaxTokens-2)
		for _, w := range cutWindows(words[i], t.MaxTokens-2) {
			w.text = i
			windows = append(windows, w)
			ids := []int32{t.tokens.cls}
			for _, word := range words[i][w.from:w.to] {
				ids = append(ids, word.ids...)
			}
			seqs = append(seqs, sequence{ids: append(ids, t.tokens.sep)})
		}
	}
	bad := make([]bool, len(windows))
	err := t.run(ctx, seqs, func(i int, x []float32) {
		w := windows[i]
		row := len(x) / len(seqs[i].ids)
		values := make([]float32, len(t.labels))
		at := 1
		for j := w.from; j < w.to; j++ {
			word := &words[w.text][j]
			if j >= w.keep[0] && j < w.keep[1] {
				t.classifier.of(t.k, values, x[at*row:][:t.Hidden])
				word.label, word.score = best(values)
				bad[i] = bad[i] || word.score-word.score != 0
			}
			at += len(word.ids)
		}
	})
	if err != nil {
		return nil, err
	}
	for _, b := range bad {
		if b {
			return nil, spar.Errorf(spar.Internal, "%s gave labels without a probability, so that its weights are broken: take another release of the model", t.Name())
		}
	}
	return words, nil
}

// best is the number of the greatest value and its probability.
func best(values []float32) (int, float32) {
	top := 0
	for i, v := range values {
		if v > values[top] {
			top = i
		}
	}
	var sum float64
	for _, v := range values {
		sum += math.Exp(float64(v - values[top]))
	}
	return top, float32(1 / sum)
}

// words cuts a text where the tokenizer does, and tokenises each part alone, cut to limit tokens, which gives the same
// tokens as the whole text does. Special tokens in it are read as text.
func (w *wordpiece) words(text string, limit int) []word {
	var list []word
	from := 0
	end := func(to int) {
		if from < to {
			ids := w.encode(nil, text[from:to], limit+2)
			if ids = ids[1 : len(ids)-1]; len(ids) > 0 {
				list = append(list, word{from: from, to: to, ids: ids})
			}
		}
		from = to
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case unicode.IsSpace(r):
			end(i)
			from = i + n
		case isPunct(r), isIdeograph(r):
			end(i)
			end(i + n)
		}
		i += n
	}
	end(len(text))
	return list
}

// cutWindows cuts words into windows of at most limit tokens, a quarter of it common to neighbours.
func cutWindows(words []word, limit int) []window {
	var list []window
	for from := 0; from < len(words); {
		to, tokens := from, 0
		for to < len(words) && tokens+len(words[to].ids) <= limit {
			tokens += len(words[to].ids)
			to++
		}
		w := window{from: from, to: to, keep: [2]int{from, to}}
		if n := len(list); n > 0 {
			middle := (from + list[n-1].to + 1) / 2
			list[n-1].keep[1], w.keep[0] = middle, middle
		}
		list = append(list, w)
		if to == len(words) {
			break
		}
		next := to
		for back := 0; next > from+1 && back+len(words[next-1].ids) <= limit/4; next-- {
			back += len(words[next-1].ids)
		}
		from = next
	}
	return list
}

// spans joins labelled words. A label has a prefix that says where its word stands: B- begins a span and I- goes on with
// one of its kind or begins one, in IOBES (BILOU) E- (L-) ends one too and S- (U-) is one alone, and a label without any goes
// on as I- does; O is none. See Ratinov and Roth 2009, section 3.2.
func spans(words []word, labels []string) []Span {
	var list []Span
	n := 0 // words of the last span, 0 when it is closed
	for _, w := range words {
		prefix, kind := labelParts(labels[w.label])
		if kind == "" {
			n = 0
			continue
		}
		begins := prefix == 'B' || prefix == 'S'
		if n > 0 && !begins && list[len(list)-1].Label == kind {
			s := &list[len(list)-1]
			n++
			s.To = w.to
			s.Score += (w.score - s.Score) / float32(n)
		} else {
			list = append(list, Span{w.from, w.to, kind, w.score})
			n = 1
		}
		if prefix == 'E' || prefix == 'S' {
			n = 0
		}
	}
	return list
}

// LabelKind is a label of a Tagger without its prefix: PER of B-PER; "" for O.
func LabelKind(label string) string {
	_, kind := labelParts(label)
	return kind
}

// labelParts gives the prefix of a label, 0 for none, with those of BILOU as IOBES has them, and the kind, "" for O.
func labelParts(label string) (prefix byte, kind string) {
	if label == "O" {
		return 0, ""
	}
	if len(label) > 2 && (label[1] == '-' || label[1] == '_') {
		switch label[0] {
		case 'B', 'I', 'E', 'S':
			return label[0], label[2:]
		case 'L':
			return 'E', label[2:]
		case 'U':
			return 'S', label[2:]
		}
	}
	return 0, label
}
