// Package order says which files to read first: the ones that promise most without being read.
package order

import (
	"bytes"
	"cmp"
	"context"
	"math"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// An Encoder turns texts into vectors of length 1, one for each in their order.
type Encoder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// The weights of the nearness of question and name in meaning beside the words that they share, by the light encoder and by the precise
// one, which sees more of the meaning; docs/results/order.md has the measurement.
const (
	lightWeight   = .75
	preciseWeight = .85
)

// Known holds what SPAR knows of files before it reads them. The zero Known is their names alone.
type Known struct {
	Title   func(spar.File) string          // "" where it is not known
	Near    func(spar.File) (float64, bool) // the cosine of the question and the name, or the title where that is nearer; false where nobody knows
	Precise bool                            // Near is by the precise encoder
	Guess   func(spar.File) float64         // the part of the question's guesses that hold for the file, from 0 to 1
	Tags    func(spar.File) float64         // how much its tags are about the question, in any unit; 0 for nothing
	About   string                          // the subject of the asker's workspace and earlier questions
}

// A Promise is how soon a file is read for a question, and why. Score is the sum of the parts.
type Promise struct {
	File    spar.File
	Score   float64
	Words   float64 // for words of the question in path and title
	Meaning float64 // for the nearness of question and name, or title, in meaning
	About   float64 // for words of what the asker works on
	Tags    float64 // for tags whose names are near to the question in meaning
	Guess   float64 // for the question's guesses that hold for the file
	Cost    float64 // at most 0: for what takes long to read
}

// What the parts weigh besides words and meaning, which share 1. They decide among files that promise alike.
const (
	aboutWeight = .05
	guessWeight = .5
	tagsWeight  = .5
	costWeight  = .05
)

// By puts files in the order of their promise: by the words that the question shares with the path and the title of the file, a
// rare word counting more than one that many files have; by how near they are in meaning, and their tags; by what the asker works
// on; and by what they cost to read. Then the latest modified comes first; then share and path decide, so that the order is
// total. The input is not changed.
//
// The names of a share are in no one language, so that words are compared by both their English stem and as they are.
func By(question string, files []spar.File, known Known) []Promise {
	s := newScores(question, known, len(files))
	for i := range files {
		s.add(&files[i], known)
	}
	s.settle()
	at := make([]int, len(files))
	for i := range at {
		at[i] = i
	}
	scores := make([]float64, len(files))
	for i := range scores {
		scores[i] = s.of(i).total()
	}
	slices.SortFunc(at, func(i, j int) int {
		a, b := &files[i], &files[j]
		return cmp.Or(
			cmp.Compare(scores[j], scores[i]),
			b.ModTime.Compare(a.ModTime),
			cmp.Compare(a.Share, b.Share),
			cmp.Compare(a.Path, b.Path),
		)
	})
	list := make([]Promise, len(files))
	for n, i := range at {
		list[n] = s.of(i)
		list[n].File, list[n].Score = files[i], scores[i]
	}
	return list
}

// total is the sum of the parts.
func (p Promise) total() float64 {
	return p.Words + p.Meaning + p.Tags + p.About + p.Guess + p.Cost
}

// cost is how long a file takes to read, from 0 for one that is read at once to 1 for hundreds of megabytes, as far as its size and
// its name say it. Packed and drawn formats cost some times as much a byte as text.
func cost(f *spar.File) float64 {
	size := float64(f.Size)
	switch strings.ToLower(path.Ext(f.Path)) {
	case ".pdf", ".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar", ".pst", ".mbox", ".png", ".jpg", ".jpeg", ".tif", ".tiff":
		size *= 4
	}
	const cheap, dear = 1 << 20, 1 << 29
	return min(1, math.Log1p(size/cheap)/math.Log1p(dear/cheap))
}

// Files are the files of promises.
func Files(list []Promise) []spar.File {
	out := make([]spar.File, len(list))
	for i := range list {
		out[i] = list[i].File
	}
	return out
}

// Near embeds the names and the titles of files and gives how near they are to the question, by the file's number.
func Near(ctx context.Context, question string, files []spar.File, titles func(spar.File) string, e Encoder) (func(spar.File) (float64, bool), error) {
	known := make([]string, len(files))
	for i, f := range files {
		if titles != nil {
			known[i] = start(strings.TrimSpace(titles(f)), maxTitle)
		}
	}
	near, err := byMeaning(ctx, question, files, known, e)
	if err != nil {
		return nil, err
	}
	type key struct {
		id          spar.FileID
		share, path string
	}
	at := make(map[key]float64, len(files))
	for i, f := range files {
		at[key{f.ID, f.Share, f.Path}] = near[i]
	}
	return func(f spar.File) (float64, bool) {
		score, ok := at[key{f.ID, f.Share, f.Path}]
		return score, ok
	}, nil
}

// maxTitle bounds the bytes of a title that count: a longer one is a text.
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

// Files whose names and titles are embedded at a time.
const embedded = 4096

// byMeaning gives the cosine of question and name, or of question and title if that is greater, at least 0. Many titles say nothing; taking
// the greater one keeps them from spoiling a good name.
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
			scores[of[n]] = max(scores[of[n]], float64(dot(asked[0], v)))
		}
	}
	return scores, nil
}

// Name is a path as a text: the name without its extension, then the folders from the innermost on.
func Name(p string) string {
	dir, base := path.Split(p)
	if stem := strings.TrimSuffix(base, extension(base)); stem != "" {
		base = stem
	}
	parts := strings.Split(strings.Trim(dir, "/"), "/")
	slices.Reverse(parts)
	return strings.TrimSpace(separators.Replace(strings.ReplaceAll(base, ".", " ") + ". " + strings.Join(parts, " ")))
}

// extension is the end of a name from its last dot on, if it only tells the kind of file and is no part of its name.
func extension(base string) string {
	ext := path.Ext(base)
	if len(ext) > longestExtension || strings.ContainsAny(ext, " _-") {
		return ""
	}
	return ext
}

// longestExtension is that of a name in bytes, with its dot.
const longestExtension = 10

var separators = strings.NewReplacer("/", " ", "_", " ", "-", " ")

// beginnings are the first letters of words: a name without any of them shares no word, which is soon seen.
type beginnings struct {
	list [][]byte
	low  []byte
}

// beginning is how many bytes of a word its stem keeps.
const beginning = 3

func newBeginnings(said string, terms map[string]bool) *beginnings {
	b := &beginnings{}
	add := func(word string) {
		first := []byte(word[:min(len(word), beginning)])
		if !slices.ContainsFunc(b.list, func(have []byte) bool { return bytes.Equal(have, first) }) {
			b.list = append(b.list, first)
		}
	}
	for _, w := range chunk.Words(said) {
		add(w)
	}
	for t := range terms {
		add(t)
	}
	return b
}

// in reports whether a text may have one of the words. One that is not plain ASCII may: its letters are compared otherwise.
func (b *beginnings) in(text string) bool {
	b.low = b.low[:0]
	for i := range len(text) {
		c := text[i]
		if c >= utf8.RuneSelf {
			return true
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		b.low = append(b.low, c)
	}
	return slices.ContainsFunc(b.list, func(first []byte) bool { return bytes.Contains(b.low, first) })
}

// parts reports whether a character parts the words of a name.
func parts(r rune) bool { return r == '/' || r == '_' || r == '-' || r == '.' || r == ' ' }

// words gives the terms of a text as they are and stemmed, each form once.
func words(text string) []string {
	text = strings.Join(strings.FieldsFunc(text, parts), " ")
	list := append(chunk.Terms(text, ""), chunk.Terms(text, "en")...)
	slices.Sort(list)
	return slices.Compact(list)
}
