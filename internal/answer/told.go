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

// What the signs of told are fitted to: their means, which answers have that were not read, and the encoder.
const (
	usualTold, usualClose = .5, .57
	toldBy                = "all-MiniLM-L6-v2"
)

// toldWords is how many words of an answer are read: reading takes time, and what answers stands first.
const toldWords = 48

// told reads a question and what is said below some headings with the encoder that compared the passages. The first sign is how near the words said come to
// the word of the question that they come least near to, of those that are no names and do not stand above: "heavy" and "weighs 3 kg" are near each other
// where they stand, "heavy" and "is 2 m long" are not, whatever else both say. The second is how near question and answer are as wholes.
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
