// Package order says which files to read first: those that promise most by what is known without reading them.
package order

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
)

// ByPromise sorts files, most promising first: by the words that question and path share, a rare word counting more
// than one that many paths have; then the latest modified; then share and path, so that the order is total. The input
// is not changed.
//
// The names of a share are in no one language, so that words are compared by both their English stem and as they are.
func ByPromise(question string, files []spar.File) []spar.File {
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
	type promised struct {
		file  spar.File
		score float64
	}
	list := make([]promised, len(files))
	for i, f := range files {
		list[i].file = f
		for _, t := range shared[i] {
			list[i].score += math.Log(1 + float64(len(files))/float64(frequency[t]))
		}
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
	return out
}

// words gives the terms of a text as they are and stemmed, each form once.
func words(text string) []string {
	text = strings.NewReplacer("/", " ", "_", " ", "-", " ", ".", " ").Replace(text)
	list := append(chunk.Terms(text, ""), chunk.Terms(text, "en")...)
	slices.Sort(list)
	return slices.Compact(list)
}
