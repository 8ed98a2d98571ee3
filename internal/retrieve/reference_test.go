package retrieve

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sparsearch/spar/internal/chunk"
	spar "github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// A file is a run with its passages at hand.
type file struct {
	Source
	passages []spar.Passage
}

// reference is Search as plainly as it can be written: every word of the question is counted in every text. rounded gives the score that
// Search has for a hit: scores that differ by rounding alone are equal here, and in its order by theirs.
func reference(files []file, question string, o Options, rounded func(spar.Hit) float64) []spar.Hit {
	o = o.filled()
	words := chunk.Words(question)
	var a chunk.Analyzer
	common := map[string]bool{}
	for _, w := range words {
		common[w] = saysNothing(question)(w)
	}
	// count is how often any stem of a word, in any of the languages, is a term of the text.
	count := func(word string, terms, langs []string) (n int) {
		var stems []string
		for _, lang := range langs {
			stems = append(stems, a.Stem(word, lang))
		}
		for _, t := range terms {
			if slices.Contains(stems, t) {
				n++
			}
		}
		return n
	}
	type entry struct {
		file, passage int
		terms         []string
	}
	var passages, names, wholes []entry
	langs := make([][]string, len(files))
	for f, file := range files {
		for i, p := range file.passages {
			langs[f] = append(langs[f], p.Lang)
			passages = append(passages, entry{f, i, chunk.Terms(p.Ranked(), p.Lang)})
		}
		slices.Sort(langs[f])
		langs[f] = slices.Compact(langs[f])
		names = append(names, entry{f, 0, nameWords(file.Path)})
		whole := entry{file: f}
		for _, p := range file.passages {
			whole.terms = append(whole.terms, chunk.Terms(p.Ranked(), p.Lang)...)
		}
		wholes = append(wholes, whole)
	}
	// inName is how many words of a name have, in one of the file's languages, the stem of a word of the question.
	inName := func(word string, e entry) (n int) {
		for _, w := range e.terms {
			for _, lang := range langs[e.file] {
				stem := a.Stem(w, lang)
				asked := slices.ContainsFunc(words, func(q string) bool { return a.Stem(q, lang) == stem })
				if asked {
					if a.Stem(word, lang) == stem {
						n++
					}
					break
				}
			}
		}
		return n
	}
	inText := func(word string, e entry) int { return count(word, e.terms, langs[e.file]) }

	score := func(in []entry, times func(string, entry) int) map[[2]int]float64 {
		scores := map[[2]int]float64{}
		total := 0
		for _, e := range in {
			total += len(e.terms)
		}
		average := max(1, float64(total)/float64(max(1, len(in))))
		for _, w := range words {
			having := 0
			for _, e := range in {
				if times(w, e) > 0 {
					having++
				}
			}
			weight := math.Log(1 + (float64(len(in)-having)+.5)/(float64(having)+.5))
			if common[w] {
				weight *= commonWeight
			}
			for _, e := range in {
				if tf := float64(times(w, e)); tf > 0 {
					scores[[2]int{e.file, e.passage}] += weight * tf * (o.K1 + 1) / (tf + o.K1*(1-o.B+o.B*float64(len(e.terms))/average))
				}
			}
		}
		return scores
	}
	text, name, whole := score(passages, inText), score(names, inName), score(wholes, inText)
	byScore := func(a, b spar.Hit) int {
		if math.Abs(a.Score-b.Score) > 1e-9 {
			return cmp.Compare(b.Score, a.Score)
		}
		return cmp.Compare(rounded(b), rounded(a))
	}
	var hits []spar.Hit
	for f, file := range files {
		var own []spar.Hit
		n := o.Names*name[[2]int{f, 0}] + o.Files*whole[[2]int{f, 0}]
		for i, p := range file.passages {
			t := text[[2]int{f, i}]
			if t > 0 {
				own = append(own, spar.Hit{File: file.File, Share: file.Share, Path: file.Path, Segment: file.Segment.ID(), Index: i, Passage: p, Score: t + n})
			}
		}
		if len(own) == 0 && n > 0 && len(file.passages) > 0 {
			own = append(own, spar.Hit{File: file.File, Share: file.Share, Path: file.Path, Segment: file.Segment.ID(), Passage: file.passages[0], Score: n})
		}
		slices.SortStableFunc(own, byScore)
		if o.PerFile > 0 {
			own = own[:min(len(own), o.PerFile)]
		}
		hits = append(hits, own...)
	}
	slices.SortFunc(hits, func(a, b spar.Hit) int {
		return cmp.Or(byScore(a, b), strings.Compare(a.Share, b.Share), strings.Compare(a.Path, b.Path), cmp.Compare(a.File, b.File), cmp.Compare(a.Index, b.Index))
	})
	if o.Limit > 0 {
		hits = hits[:min(len(hits), o.Limit)]
	}
	return hits
}

var vocabulary = strings.Fields("leave Leave weeks week parental 1,000 A-12 of the der die Häuser Haus running run 東京都 x y")

func TestSearchIsReference(t *testing.T) {
	st := openStore(t)
	made := 0
	rapid.Check(t, func(r *rapid.T) {
		words := rapid.SliceOfN(rapid.SampledFrom(vocabulary), 0, 9)
		text := func(what string) string { return strings.Join(words.Draw(r, what), " ") }
		lang := rapid.SampledFrom([]string{"en", "en", "de", ""})
		var files []file
		for range rapid.IntRange(0, 5).Draw(r, "contents") {
			var ps []spar.Passage
			for range rapid.IntRange(0, 4).Draw(r, "passages") {
				ps = append(ps, spar.Passage{Kind: spar.TextPassage, Text: text("text"), Lang: lang.Draw(r, "lang")})
			}
			made++
			seg := put(t, st, fmt.Sprint("s", made), ps)
			for range rapid.IntRange(1, 2).Draw(r, "copies") {
				files = append(files, file{Source{spar.FileID(len(files) + 1), "s", text("folder") + "/" + text("name") + ".txt", seg}, ps})
			}
		}
		var runs []Source
		for _, f := range rapid.Permutation(files).Draw(r, "order") {
			runs = append(runs, f.Source)
		}
		question := text("question")
		o := Options{Limit: rapid.SampledFrom([]int{-1, 0, 1, 3}).Draw(r, "limit"), PerFile: rapid.IntRange(0, 2).Draw(r, "per file"), Explain: rapid.Bool().Draw(r, "explain")}
		if rapid.Bool().Draw(r, "no files") {
			o.Files = -1
		}
		if rapid.Bool().Draw(r, "no names") {
			o.Names = -1
		}
		got, stats, err := Search(t.Context(), runs, question, o)
		if err != nil {
			t.Fatal(err)
		}
		with := o
		with.Kept = &Kept{}
		for range keptAfter {
			with.Kept.of(runs)
		}
		kept, keptStats, err := Search(t.Context(), runs, question, with)
		if err != nil || len(runs) > 0 && len(with.Kept.list) != 1 {
			t.Fatal(len(with.Kept.list), err)
		}
		if d := gocmp.Diff(got, kept, cmpopts.EquateEmpty()) + gocmp.Diff(stats, keptStats, gocmp.AllowUnexported(Stats{}), cmpopts.EquateEmpty()); d != "" {
			r.Errorf("%q by what is kept: -want +got\n%s", question, d)
		}
		for i, h := range got {
			sum := 0.
			for _, s := range h.Parts {
				sum += s
			}
			if math.Abs(sum-h.Score) > 1e-9 {
				r.Errorf("the parts %v add up to %v, not %v", h.Parts, sum, h.Score)
			}
			got[i].Parts = nil
		}
		all := o
		all.Limit, all.PerFile = -1, 0
		every, _, err := Search(t.Context(), runs, question, all)
		if err != nil {
			t.Fatal(err)
		}
		scores := map[string]float64{}
		place := func(h spar.Hit) string { return fmt.Sprint(h.File, h.Index) }
		for _, h := range every {
			scores[place(h)] = h.Score
		}
		want := reference(files, question, o, func(h spar.Hit) float64 { return scores[place(h)] })
		near := gocmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
		if d := gocmp.Diff(want, got, near, cmpopts.EquateEmpty()); d != "" {
			r.Errorf("%q: -want +got\n%s", question, d)
		}
	})
}
