// Package order says which files to read first: those that promise most by what is known without reading them.
package order

import (
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"

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

// ByPromise sorts files, most promising first: by the words that question and path share, a rare word counting more
// than one that many paths have, and by how near the question and the path are in meaning, as e sees it; then the
// latest modified; then share and path, so that the order is total. e may be nil: then words alone count. The input is
// not changed.
//
// The names of a share are in no one language, so that words are compared by both their English stem and as they are.
func ByPromise(ctx context.Context, question string, files []spar.File, e Encoder) ([]spar.File, error) {
	scores := byWords(question, files)
	if e != nil && strings.TrimSpace(question) != "" {
		near, err := byMeaning(ctx, question, files, e)
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

// byWords scores files by the words that question and path share.
func byWords(question string, files []spar.File) []float64 {
	asked := map[string]bool{}
	for _, t := range words(question) {
		asked[t] = true
	}
	shared := make([][]string, len(files))
	frequency := map[string]int{}
	for i, f := range files {
		for _, t := range words(f.Path) {
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

// Files whose names are embedded at a time.
const embedded = 4096

// byMeaning gives the cosine of question and name, at least 0. Files of one name are embedded once.
func byMeaning(ctx context.Context, question string, files []spar.File, e Encoder) ([]float64, error) {
	asked, err := e.Embed(ctx, []string{question})
	if err != nil {
		return nil, err
	}
	scores := make([]float64, len(files))
	names := make([]string, 0, min(embedded, len(files)))
	for from := 0; from < len(files); from += embedded {
		part := files[from:min(from+embedded, len(files))]
		names = names[:0]
		for _, f := range part {
			names = append(names, Name(f.Path))
		}
		vectors, err := e.Embed(ctx, names)
		if err != nil {
			return nil, err
		}
		for i, v := range vectors {
			sum := float32(0)
			for j, x := range asked[0] {
				sum += x * v[j]
			}
			scores[from+i] = max(0, float64(sum))
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
