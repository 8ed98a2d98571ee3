package order

import (
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/spar"
)

// scores are the parts of the promises of files, in the order of adding. A few have words of the question in their names,
// and only of these something is kept beside a few numbers.
type scores struct {
	share   float64 // what words count at most, beside meaning, which counts the rest of 1
	words   *shared // of the question
	about   *shared // of what the asker works on; nil for nothing
	meaning []float64
	guess   []float64 // nil where nothing is guessed
	tags    []float64 // nil where no tags are known
	cost    []float64

	mostWords, mostAbout, mostTags float64 // the parts are scaled by them, once they are settled
}

// newScores makes scores for about so many files.
func newScores(question string, known Known, files int) *scores {
	s := &scores{share: 1, words: newShared(question), cost: make([]float64, 0, files)}
	if known.About != "" {
		s.about = newShared(known.About)
	}
	if known.Near != nil && strings.TrimSpace(question) != "" {
		s.share -= weightOf(known)
		s.meaning = make([]float64, 0, files)
	}
	if known.Guess != nil {
		s.guess = make([]float64, 0, files)
	}
	if known.Tags != nil {
		s.tags = make([]float64, 0, files)
	}
	return s
}

// add takes in a file, and keeps nothing of it. known has the kinds of data that the scores were made with.
func (s *scores) add(f *spar.File, known Known) {
	i := len(s.cost)
	title := ""
	if known.Title != nil {
		title = start(strings.TrimSpace(known.Title(*f)), maxTitle)
	}
	s.words.add(i, f.Path, title)
	if s.about != nil {
		s.about.add(i, f.Path, title)
	}
	if s.meaning != nil {
		near := 0.0
		if known.Near != nil {
			near, _ = known.Near(*f)
		}
		s.meaning = append(s.meaning, (1-s.share)*max(0, near))
	}
	if s.guess != nil {
		s.guess = append(s.guess, guessWeight*orZero(known.Guess, f))
	}
	if s.tags != nil {
		s.tags = append(s.tags, orZero(known.Tags, f))
	}
	s.cost = append(s.cost, -costWeight*cost(f))
}

// weightOf is what meaning counts.
func weightOf(known Known) float64 {
	if known.Precise {
		return preciseWeight
	}
	return lightWeight
}

func orZero(of func(spar.File) float64, f *spar.File) float64 {
	if of == nil {
		return 0
	}
	return of(*f)
}

// settle ends the counting of words: from now on the weight of a word stays, also for files that are added later.
func (s *scores) settle() {
	s.mostWords = s.words.settle()
	if s.about != nil {
		s.mostAbout = s.about.settle()
	}
	s.mostTags = slices.Max(append(s.tags, 0))
}

// of gives the parts of a file's promise.
func (s *scores) of(i int) (p Promise) {
	p.Cost = s.cost[i]
	if s.mostWords > 0 {
		p.Words = s.share * s.words.of(i) / s.mostWords
	}
	if s.meaning != nil {
		p.Meaning = s.meaning[i]
	}
	if s.mostAbout > 0 {
		p.About = aboutWeight * s.about.of(i) / s.mostAbout
	}
	if s.mostTags > 0 {
		p.Tags = tagsWeight * s.tags[i] / s.mostTags
	}
	if s.guess != nil {
		p.Guess = s.guess[i]
	}
	p.Score = p.total()
	return p
}

// shared finds the words that a text shares with the paths and titles of files.
type shared struct {
	asked     map[string]bool
	may       *beginnings
	files     int
	have      map[int][]string    // by file; most have none
	pieces    map[string][]string // of names, with the words that they share
	frequency map[string]int
	worth     map[string]float64 // of a word, once settled
}

func newShared(text string) *shared {
	lang := chunk.Language(text)
	said := strings.Join(slices.DeleteFunc(chunk.Words(text), func(w string) bool { return chunk.Common(w, lang) }), " ")
	s := &shared{asked: map[string]bool{}, have: map[int][]string{}, pieces: map[string][]string{}, frequency: map[string]int{}}
	for _, t := range words(said) {
		s.asked[t] = true
	}
	s.may = newBeginnings(said, s.asked)
	return s
}

func (s *shared) add(i int, path, title string) {
	s.files++
	var have []string
	for _, text := range [...]string{path, title} {
		if text == "" || !s.may.in(text) {
			continue
		}
		for piece := range strings.FieldsFuncSeq(text, parts) {
			for _, t := range s.sharedBy(piece) {
				if !slices.Contains(have, t) {
					have = append(have, t)
				}
			}
		}
	}
	for _, t := range have {
		s.frequency[t]++
	}
	if len(have) > 0 {
		s.have[i] = have
	}
}

// mostPieces bounds the pieces of names that are kept. Folders have few words, and they come again and again.
const mostPieces = 20_000

// sharedBy gives the words that the text shares with a piece of a name that has no space in it.
func (s *shared) sharedBy(piece string) []string {
	if !s.may.in(piece) {
		return nil
	}
	have, ok := s.pieces[piece]
	if ok {
		return have
	}
	for _, t := range words(piece) {
		if s.asked[t] {
			have = append(have, t)
		}
	}
	if len(s.pieces) < mostPieces {
		s.pieces[strings.Clone(piece)] = have
	}
	return have
}

// settle gives each word its worth, and gives the most that a file has.
func (s *shared) settle() (most float64) {
	s.worth = make(map[string]float64, len(s.frequency))
	for t, n := range s.frequency {
		s.worth[t] = math.Log(1 + float64(s.files)/float64(n))
	}
	for i := range s.have {
		most = max(most, s.of(i))
	}
	return most
}

// of is the worth of the words of a file. A word that no file had before counts as one that one file has.
func (s *shared) of(i int) (sum float64) {
	for _, t := range s.have[i] {
		worth, ok := s.worth[t]
		if !ok {
			worth = math.Log(1 + float64(s.files))
		}
		sum += worth
	}
	return sum
}
