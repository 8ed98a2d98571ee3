// Package order says which files to read first: those that promise most by what is known without reading them.
package order

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
)

// An Encoder turns texts into vectors of length 1, one for each in their order.
type Encoder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// meaningWeight is what the nearness of question and name in meaning counts beside the words that they share;
// docs/results/encoders.md has the measurement.
const meaningWeight = .75

// ByPromise sorts files, most promising first: by the words that the question shares with the path and with the title of
// the file, a rare word counting more than one that many files have, and by how near the question and the path, or the
// title where that is nearer, are in meaning, as e sees it; then the latest modified; then share and path, so that the
// order is total. titles gives the title where it is known before the file is read, else "". titles and e may be nil: then paths, or
// words, alone count. The input is not changed.
//
// The names of a share are in no one language, so that words are compared by both their English stem and as they are.
func ByPromise(ctx context.Context, question string, files []spar.File, titles func(spar.File) string, e Encoder) ([]spar.File, error) {
	known := make([]string, len(files))
	if titles != nil {
		for i, f := range files {
			known[i] = start(strings.TrimSpace(titles(f)), maxTitle)
		}
	}
	scores := byWords(question, files, known)
	if e != nil && strings.TrimSpace(question) != "" {
		near, err := byMeaning(ctx, question, files, known, e)
		if err != nil {
			return nil, err
		}
		best := slices.Max(append(scores, 0))
		for i := range scores {
			if best > 0 {
				scores[i] *= (1 - meaningWeight) / best
			}
			scores[i] += meaningWeight * near[i]
		}
	}
	type promised struct {
		file  spar.File
		score float64
	}
	list := make([]promised, len(files))
	for i, f := range files {
		list[i] = promised{f, scores[i]}
	}
	slices.SortFunc(list, func(a, b promised) int {
		return cmp.Or(
			cmp.Compare(b.score, a.score),
			b.file.ModTime.Compare(a.file.ModTime),
			cmp.Compare(a.file.Share, b.file.Share),
			cmp.Compare(a.file.Path, b.file.Path),
		)
	})
	out := make([]spar.File, len(list))
	for i := range list {
		out[i] = list[i].file
	}
	return out, nil
}

// maxTitle bounds what counts of a title, in bytes: what is longer is a text.
const maxTitle = 300

// start is the first bytes of a text, without a part of a character.
func start(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// byWords scores files by the words that the question shares with path and title.
func byWords(question string, files []spar.File, titles []string) []float64 {
	asked := map[string]bool{}
	for _, t := range words(question) {
		asked[t] = true
	}
	shared := make([][]string, len(files))
	frequency := map[string]int{}
	for i, f := range files {
		for _, t := range words(f.Path + " " + titles[i]) {
			if asked[t] && !slices.Contains(shared[i], t) {
				shared[i] = append(shared[i], t)
				frequency[t]++
			}
		}
	}
	scores := make([]float64, len(files))
	for i := range files {
		for _, t := range shared[i] {
			scores[i] += math.Log(1 + float64(len(files))/float64(frequency[t]))
		}
	}
	return scores
}

// Files whose names and titles are embedded at a time.
const embedded = 4096

// byMeaning gives the cosine of question and name, or of question and title if that is greater, at least 0. A title that says
// nothing, of which there are many, makes no good name worse so.
func byMeaning(ctx context.Context, question string, files []spar.File, titles []string, e Encoder) ([]float64, error) {
	asked, err := e.Embed(ctx, []string{question})
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(files))
	var texts []string
	var of []int // the file of each text
	for from := 0; from < len(files); from += embedded {
		texts, of = texts[:0], of[:0]
		for i := from; i < min(from+embedded, len(files)); i++ {
			texts, of = append(texts, Name(files[i].Path)), append(of, i)
			if titles[i] != "" {
				texts, of = append(texts, titles[i]), append(of, i)
			}
		}
		vectors, err := e.Embed(ctx, texts)
		if err != nil {
			return nil, err
		}
		for n, v := range vectors {
			sum := float32(0)
			for j, x := range asked[0] {
				sum += x * v[j]
			}
			scores[of[n]] = max(scores[of[n]], float64(sum))
		}
	}
	return scores, nil
}

// Name is a path as a text: the name without its extension, then the folders from the innermost on.
func Name(p string) string {
	dir, base := path.Split(p)
	if stem := strings.TrimSuffix(base, path.Ext(base)); stem != "" {
		base = stem
	}
	parts := strings.Split(strings.Trim(dir, "/"), "/")
	slices.Reverse(parts)
	return strings.TrimSpace(separators.Replace(strings.ReplaceAll(base, ".", " ") + ". " + strings.Join(parts, " ")))
}

var separators = strings.NewReplacer("/", " ", "_", " ", "-", " ")

// words gives the terms of a text as they are and stemmed, each form once.
func words(text string) []string {
	text = strings.NewReplacer("/", " ", "_", " ", "-", " ", ".", " ").Replace(text)
	list := append(chunk.Terms(text, ""), chunk.Terms(text, "en")...)
	slices.Sort(list)
	return slices.Compact(list)
}
