package retrieve

import (
	"cmp"
	"math"
	"slices"

	"github.com/sparsearch/spar/internal/store"
)

// A field is the statistics of the question's words in one kind of text: passages, or names.
type field struct {
	k1, b   float64
	asked   []float64 // how much each word counts
	n       int       // texts
	total   int       // words in them
	having  []int     // texts that have each word
	weights []float64
	average float64
}

func newField(q *query, o Options) field {
	return field{k1: o.K1, b: o.B, asked: q.asked, having: make([]int, len(q.words))}
}

// weigh makes the weights from the counts.
func (f *field) weigh() {
	f.average = max(1, float64(f.total)/float64(max(1, f.n)))
	f.weights = make([]float64, len(f.having))
	for i, n := range f.having {
		f.weights[i] = idf(f.n, n)
	}
}

// idf is the weight of a word that n of all texts have.
func idf(all, n int) float64 { return math.Log(1 + (float64(all-n)+.5)/(float64(n)+.5)) }

// mostCounted is how many passages a segment counts as at most in the statistics. A list of 200,000 rows would tell else how long a passage
// is and how rare a word, and prose beside it would be found no more. docs/decisions/0190-a-long-list-counts-less.md.
const mostCounted = 1000

// counted is what a number of a segment's passages or words counts as.
func counted(g *store.Segment, n int) int {
	if of := g.Len(); of > mostCounted {
		return (n*mostCounted + of - 1) / of
	}
	return n
}

// score is the score of a word for a text of some length that has it some times.
func (f *field) score(word, times, length int) float64 {
	tf := float64(times)
	norm := f.k1 * (1 - f.b + f.b*float64(length)/f.average)
	return f.asked[word] * f.weights[word] * tf * (f.k1 + 1) / (tf + norm)
}

// counts are the question's words in one text.
type counts struct {
	length int // words of the text
	words  []count
}

type count struct{ word, times int }

func (c *counts) add(word, times int) {
	for i := range c.words {
		if c.words[i].word == word {
			c.words[i].times += times
			return
		}
	}
	c.words = append(c.words, count{word, times})
}

// A setting is the question's words in texts that speak for all passages of a file: their names, or the files whole.
type setting struct {
	field
	weight float64
	of     []counts // of each run, or of each doc
}

// add counts a text that stands in so many files.
func (c *setting) add(text counts, files int) {
	c.n += files
	c.total += files * text.length
	for _, w := range text.words {
		c.having[w.word] += files
	}
}

// score is what a text adds to the scores of its passages.
func (c *setting) score(i int) float64 {
	s := 0.
	for _, w := range c.of[i].words {
		s += c.part(i, w)
	}
	return s
}

// part is the share of one word in it.
func (c *setting) part(i int, w count) float64 {
	return c.weight * c.field.score(w.word, w.times, c.of[i].length)
}

// A doc is a segment with the sources that have it, and where the question's words stand in it.
type doc struct {
	index    int
	segment  *store.Segment
	sources  []int
	variants [][]string
	matches  []match
	err      error // the segment is damaged
}

// A match is one word's passages: the postings of its only stem, or of all its stems together.
type match struct {
	word     int
	postings store.Postings
	merged   []posting // instead, when it has several stems here
}

type posting struct{ passage, times int }

func (m *match) len() int {
	if m.merged != nil {
		return len(m.merged)
	}
	return m.postings.Len()
}

func (m *match) all(yield func(passage, times int) bool) {
	if m.merged == nil {
		m.postings.All()(yield)
		return
	}
	for _, p := range m.merged {
		if !yield(p.passage, p.times) {
			return
		}
	}
}

// match looks the question's words up.
func (d *doc) match(q *query) {
	if d.err = d.segment.Verify(); d.err != nil {
		return
	}
	for word, stems := range d.variants {
		var found []store.Postings
		for _, stem := range stems {
			if p := d.segment.Lookup(stem); p.Len() > 0 {
				found = append(found, p)
			}
		}
		switch len(found) {
		case 0:
		case 1:
			d.matches = append(d.matches, match{word: word, postings: found[0]})
		default:
			d.matches = append(d.matches, match{word: word, merged: merge(found)})
		}
	}
}

// merge adds postings up.
func merge(lists []store.Postings) []posting {
	var all []posting
	for _, l := range lists {
		for passage, times := range l.All() {
			all = append(all, posting{passage, times})
		}
	}
	slices.SortFunc(all, func(a, b posting) int { return cmp.Compare(a.passage, b.passage) })
	n := 0
	for _, p := range all {
		if n > 0 && all[n-1].passage == p.passage {
			all[n-1].times += p.times
		} else {
			all[n] = p
			n++
		}
	}
	return all[:n]
}

// whole counts the question's words in all of the segment.
func (d *doc) whole() counts {
	c := counts{length: d.segment.TotalLength()}
	for i := range d.matches {
		m := &d.matches[i]
		times := 0
		for _, n := range m.all {
			times += n
		}
		c.words = append(c.words, count{m.word, times})
	}
	return c
}

// countInto adds the segment to the statistics, once for each run.
func (d *doc) countInto(f *field) {
	k := len(d.sources)
	f.n += k * counted(d.segment, d.segment.Len())
	f.total += k * counted(d.segment, d.segment.TotalLength())
	for i := range d.matches {
		f.having[d.matches[i].word] += k * counted(d.segment, d.matches[i].len())
	}
}

// score gives the best passages of each run, in no order.
func (d *doc) score(text *field, names, files *setting, o Options) []candidate {
	var scores []float64
	if len(d.matches) > 0 {
		scores = make([]float64, d.segment.Len())
		for i := range d.matches {
			m := &d.matches[i]
			for p, times := range m.all {
				scores[p] += text.score(m.word, times, d.segment.Length(p))
			}
		}
	}
	var best []candidate
	for p, s := range scores {
		if s > 0 {
			best = append(best, candidate{doc: d.index, passage: p, score: s})
		}
	}
	// Its name and its whole add the same to all passages of a file, so the best by text are the best.
	most := len(best)
	if o.Limit > 0 {
		most = min(most, o.Limit)
	}
	if o.PerFile > 0 {
		most = min(most, o.PerFile)
	}
	if most < len(best) {
		ranked := make([]float64, len(best))
		for i, c := range best {
			ranked[i] = c.score
		}
		slices.Sort(ranked)
		least := ranked[len(ranked)-most]
		best = slices.DeleteFunc(best, func(c candidate) bool { return c.score < least })
		slices.SortFunc(best, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.passage, b.passage))
		})
		best = best[:most]
	}
	var found []candidate
	whole := files.score(d.index)
	for _, run := range d.sources {
		name := names.score(run)
		for _, c := range best {
			c.run = run
			c.score += name + whole
			found = append(found, c)
		}
		// A file that only its name speaks for is shown by its beginning.
		if name > 0 && len(best) == 0 && d.segment.Len() > 0 {
			found = append(found, candidate{doc: d.index, run: run, score: name})
		}
	}
	return found
}
