package answer

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/question"
)

// The means of the signs of told, for answers that were not read, and the encoder that they are fitted to.
const (
	usualTold, usualClose = .5, .57
	toldBy                = "all-MiniLM-L6-v2"
)

// toldWords is how many words of an answer are read: reading takes time, and what answers stands first.
const toldWords = 48

// told reads a question, and a text below some headings, with the encoder that compared the passages. least is the nearness of the text to
// the question's least near word, leaving out names and words that stand above. "heavy" is near "weighs 3 kg" and not near "is 2 m long",
// whatever else both say. close is the nearness of question and text as wholes.
func (o Options) told(ctx context.Context, q question.Question, above, said string) (least, close float64) {
	e, ok := o.Encoder.(embed.Reader)
	if !ok || e.Name() != toldBy || said == "" {
		return usualTold, usualClose
	}
	asked, saying := wordsOf(q.Text), wordsOf(said)
	saying = saying[:min(len(saying), toldWords)]
	meant, of, err := e.Read(ctx, asked)
	if err != nil {
		return usualTold, usualClose
	}
	answers, by, err := e.Read(ctx, saying)
	if err != nil {
		return usualTold, usualClose
	}
	least = 1
	content, named, there := wordsOf(strings.ToLower(sayingWords(q))), append(names(q), code.FindAllString(q.Text, -1)...), chunk.Terms(above, q.Lang)
	for i, w := range asked {
		lower := strings.ToLower(w)
		if !isWord(w) || !slices.Contains(content, lower) || chunk.Common(lower, q.Lang) || question.Common(lower, q.Lang) || slices.Contains(named, w) ||
			slices.ContainsFunc(chunk.Terms(w, q.Lang), func(t string) bool { return slices.Contains(there, t) }) {
			continue
		}
		near := 0.
		for j, v := range by {
			if isWord(saying[j]) {
				near = max(near, cosine(of[i], v))
			}
		}
		least = min(least, near)
	}
	return least, cosine(meant, answers)
}

// wordsOf are the words of a text and the marks before and behind them.
func wordsOf(text string) (list []string) {
	for field := range strings.FieldsSeq(text) {
		rest := strings.TrimLeftFunc(field, notInWord)
		word := strings.TrimRightFunc(rest, notInWord)
		for _, part := range []string{field[:len(field)-len(rest)], word, rest[len(word):]} {
			if part != "" {
				list = append(list, part)
			}
		}
	}
	return list
}

func notInWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }

func isWord(text string) bool { return strings.IndexFunc(text, notInWord) != 0 }
