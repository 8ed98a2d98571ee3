// Package plain is the reference that the product's ranking by words is measured against: BM25 in memory, written down as
// plainly as it can be. It stands beside eval, which sees it as a System.
package plain

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
)

// plain is BM25 (Robertson and Zaragoza 2009; k1 1.2, b .75) written down as plainly as it can be: one map of
// postings in memory over the passages that the product's own extraction and chunker make, everything rebuilt in every
// run. It is the reference that the product's bm25 is compared with, and depends on no store.
type plain struct {
	names float64 // weight of a file's name beside its best passage

	docs     []document
	text     field // over passages
	name     field // over documents
	of       []int // the document of each passage
	language map[string]bool
}

// document is what a scope is checked against.
type document struct {
	id   string
	tags []string
	year int
}

// field is an inverted index of one field: a list for each term, in the order of what has it.
type field struct {
	postings map[string][]posting
	lengths  []int // terms of each passage, or name
	total    int
}

type posting struct {
	in    int
	count int
}

// System returns the reference among systems that can be measured.
func System() measure.SystemSpec {
	return measure.SystemSpec{Name: "bm25-plain", About: "BM25 written down plainly in memory, the reference that bm25 is compared with", New: New}
}

// New makes the reference, over nothing yet.
func New() measure.System {
	return &plain{names: .3, text: field{postings: map[string][]posting{}}, name: field{postings: map[string][]posting{}}, language: map[string]bool{}}
}

func (p *plain) Build(ctx context.Context, set *measure.Set, dir string) (measure.BuildStats, error) {
	var stats measure.BuildStats
	for d, err := range set.Docs() {
		if err != nil {
			return stats, err
		}
		p.add(document{d.ID, d.Tags, d.Year}, "", measure.LinePassage(d.Passage())) // an _id is no name: it says nothing
		stats.Documents++
	}
	for _, file := range set.Files {
		if err := ctx.Err(); err != nil {
			return stats, err
		}
		name := filepath.Join(set.ShareDir(), filepath.FromSlash(file))
		info, err := os.Stat(name)
		if err != nil {
			return stats, fmt.Errorf("eval: %w", err)
		}
		doc, reason, err := measure.ReadFile(ctx, name, dir)
		if err != nil {
			return stats, err
		}
		if reason != "" {
			stats.Skipped = append(stats.Skipped, file+": "+reason)
			continue
		}
		d := document{file, set.Tags(file), info.ModTime().UTC().Year()}
		p.add(d, strings.TrimSuffix(path.Base(file), path.Ext(file)), measure.FilePassages(doc))
		stats.Documents++
	}
	stats.Passages = len(p.of)
	return stats, nil
}

func (p *plain) add(d document, name string, passages []spar.Passage) {
	doc := len(p.docs)
	p.docs = append(p.docs, d)
	for _, passage := range passages {
		p.language[passage.Lang] = true
		p.of = append(p.of, doc)
		p.text.add(chunk.Terms(passage.Ranked(), passage.Lang))
	}
	p.name.add(chunk.Terms(name, chunk.Language(name)))
}

func (f *field) add(terms []string) {
	in := len(f.lengths)
	counts := map[string]int{}
	for _, t := range terms {
		counts[t]++
	}
	for t, n := range counts {
		f.postings[t] = append(f.postings[t], posting{in, n})
	}
	f.lengths = append(f.lengths, len(terms))
	f.total += len(terms)
}

// scores returns the BM25 score of everything that has one of the terms and is in scope; statistics are those of the scope.
func (f *field) scores(terms []string, inScope func(in int) bool) map[int]float64 {
	const k1, b = 1.2, .75
	n, total := 0, 0
	for in, length := range f.lengths {
		if inScope(in) {
			n++
			total += length
		}
	}
	out := map[int]float64{}
	for _, t := range terms {
		found := slices.DeleteFunc(slices.Clone(f.postings[t]), func(p posting) bool { return !inScope(p.in) })
		df := float64(len(found))
		idf := math.Log(1 + (float64(n)-df+.5)/(df+.5))
		for _, p := range found {
			tf := float64(p.count)
			out[p.in] += idf * tf * (k1 + 1) / (tf + k1*(1-b+b*float64(f.lengths[p.in])*float64(n)/float64(total)))
		}
	}
	return out
}

func (p *plain) Search(_ context.Context, q measure.Query) ([]measure.Ranked, measure.SearchStats, error) {
	unique := map[string]bool{}
	text := contentWords(q.Text)
	for lang := range p.language { // a passage's terms are stemmed by its language, so the question by all of them
		for _, t := range chunk.Terms(text, lang) {
			unique[t] = true
		}
	}
	terms := slices.Sorted(maps.Keys(unique))
	inScope := make([]bool, len(p.docs))
	for i, d := range p.docs {
		inScope[i] = q.Of(d.id, d.tags, d.year)
	}
	best := map[int]float64{}
	for passage, score := range p.text.scores(terms, func(in int) bool { return inScope[p.of[in]] }) {
		best[p.of[passage]] = max(best[p.of[passage]], score)
	}
	for doc, score := range p.name.scores(terms, func(in int) bool { return inScope[in] }) {
		best[doc] += p.names * score
	}
	ranked := make([]measure.Ranked, 0, len(best))
	for doc, score := range best {
		ranked = append(ranked, measure.Ranked{Doc: p.docs[doc].id, Score: score})
	}
	slices.SortFunc(ranked, func(a, b measure.Ranked) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Doc, b.Doc))
	})
	return ranked, measure.SearchStats{}, nil
}

func (p *plain) Close() error { return nil }

// functionWords carry no subject: in a question they find passages by their style. Dropping them from questions, and
// from nothing else, raised hit@1 on TAT-QA from .546 to .605, on RAG-Multi-Corpus from .754 to .792, and lost nothing
// on SciFact and PubMedQA.
var functionWords = func() map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(`a an and any are as at be been being between but by can could did do does for from had has have
		how i if in into is it its me my no nor not of on or our respectively s shall should so such than that the their them then there
		these they this those to us was we were what when where which who whom whose why will with would you your`) {
		out[w] = true
	}
	return out
}()

// contentWords returns a question without its function words, or as it is when it has no other.
func contentWords(question string) string {
	kept := slices.DeleteFunc(chunk.Words(question), func(w string) bool { return functionWords[w] })
	if len(kept) == 0 {
		return question
	}
	return strings.Join(kept, " ")
}
