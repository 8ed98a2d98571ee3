package table

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// An Encoder makes vectors of length 1 of texts, in their order, that are near where the texts mean the same.
type Encoder interface {
	Embed(ctx context.Context, texts []string) ([][]float32, error)
}

// meanings holds the phrases of a lexicon as vectors, which the first question that needs them makes.
type meanings struct {
	open    func() (Encoder, error)
	mu      sync.Mutex
	encoder Encoder
	phrases []phrase
	vectors [][]float32
	failed  bool // there is no encoder
}

// WithMeaning returns a planner that compares unknown words with known ones by an encoder's vectors. It opens the encoder at the first such
// word.
func (p *Planner) WithMeaning(open func() (Encoder, error)) *Planner {
	return &Planner{weights: p.weights, lexicon: p.lexicon, meaning: &meanings{open: open}}
}

// The bounds of a likeness, a cosine: the least likeness of words to the column or value that they are taken for, and its least lead over
// the next different one. A very near one needs less of a lead.
const (
	near       = 0.55
	clearly    = 0.15
	veryNear   = 0.68
	justNearer = 0.06
)

// standsOut reports whether the first of likenesses stands out.
func standsOut(list []likeness) bool {
	if len(list) == 0 || list[0].column < 0 {
		return false
	}
	rest := float32(0)
	if len(list) > 1 {
		rest = list[1].near
	}
	gain := list[0].near - rest
	return list[0].near >= near && gain >= clearly || list[0].near >= veryNear && gain >= justNearer
}

// A likeness is a place with how near a run of words is to it.
type likeness struct {
	place
	at       int // of the place
	from, to int
	near     float32
}

// linked takes unexplained words for the clearly nearest things, if any, and reads the question again. Where that fails, words that fit a
// label only in part count as unexplained, too.
func (p *Planner) linked(ctx context.Context, s strictReading) (strictReading, error) {
	r := s.reader
	if p.meaning == nil || r == nil || s.reason == "" {
		return s, nil
	}
	if err := p.meaning.ready(ctx, p.lexicon); err != nil || p.meaning.failed {
		return s, err
	}
	all, err := p.meaning.placesOf(ctx, r)
	if err != nil {
		return s, err
	}
	out, err := p.link(ctx, r, all, nil)
	if err != nil || out.reason == "" {
		return out, err
	}
	if partial := r.partial(); len(partial) > 0 {
		more, err := p.link(ctx, r, all, partial)
		if err != nil || more.reason == "" {
			return more, err
		}
	}
	return s, nil
}

// partial gives the atoms that fit only a part of a label and may be words of something else.
func (r *reader) partial() (list []int) {
	for i := range r.atoms {
		a := &r.atoms[i]
		if a.values != nil || a.full && !a.weak || a.words > 1 && !a.weak || a.near {
			continue
		}
		list = append(list, i)
	}
	return list
}

// link reads the question with unexplained words taken for the nearest places. It leaves out the atoms in without.
func (p *Planner) link(ctx context.Context, r *reader, all *places, without []int) (out strictReading, err error) {
	out.reason = notClear
	was := newReader(r.q, r.t, r.x, &p.stems, p.lexicon)
	var gone [][2]int
	for _, i := range without {
		gone = append(gone, [2]int{r.atoms[i].from, r.atoms[i].to})
	}
	was.leave(gone)
	if was.settle() == "" {
		_ = was.conditions() // whatever it says, the words of numbers are explained
	}
	var unknown []int
	mark := func(i int) {
		w := &r.q.words[i]
		if slices.Contains(unknown, i) || linking[w.text] || w.isNumber || unitWords[w.text] && i > 0 && measuring[r.q.words[i-1].text] {
			return // a month of 2,000 a month is left for the reading itself
		}
		unknown = append(unknown, i)
	}
	for _, i := range was.unexplained() {
		mark(i)
	}
	for _, g := range gone {
		for i := g[0]; i < g[1]; i++ {
			mark(i)
		}
	}
	slices.Sort(unknown)
	groups := was.groups(unknown)
	if len(groups) == 0 || len(groups) > maxUnknown || len(unknown) > maxUnknown {
		return out, nil
	}
	var atoms []atom
	for _, g := range groups {
		list, err := was.nearest(ctx, p.meaning.encoder, all, g)
		if err != nil {
			return out, err
		}
		if !standsOut(list) {
			return out, nil
		}
		best := list[0]
		a := atom{from: best.from, to: best.to, column: best.column, words: best.to - best.from, strength: 1, full: true, all: true, spoken: true, near: true}
		if best.value != "" {
			a.values = []string{best.value}
			a.by = map[int][]string{best.column: a.values}
		}
		atoms = append(atoms, a)
	}
	if len(atoms) == 0 {
		return out, nil
	}
	again := newReader(r.q, r.t, r.x, &p.stems, p.lexicon)
	again.known = atoms
	again.leave(gone)
	out = again.read()
	if out.reason != "" {
		return out, nil
	}
	for _, a := range atoms {
		to := r.t.Columns[a.column].Label
		if a.values != nil {
			to += " = " + a.values[0]
		}
		out.taken = append(out.taken, Taken{Words: r.q.phrase(a.from, a.to), For: to})
	}
	return out, nil
}

// leave finds the columns and values that the question names, but for those at some places.
func (r *reader) leave(gone [][2]int) {
	r.annotate()
	r.atoms = slices.DeleteFunc(r.atoms, func(a atom) bool {
		return !a.near && slices.ContainsFunc(gone, func(g [2]int) bool { return a.from == g[0] && a.to == g[1] })
	})
	free := make([]bool, len(r.used))
	for _, g := range gone {
		for i := g[0]; i < g[1]; i++ {
			free[i] = true
		}
	}
	for i := range r.used {
		r.used[i] = r.used[i] && !free[i] || r.inAtom(i)
	}
}

// A Taken is a run of words of the question with the column or value that they were taken for because they are near to it in meaning, or a noun
// that was taken for the rows.
type Taken struct {
	Words, For string
}

// theRows is the meaning of a word for the rows.
const theRows = "the rows of the table"

// String gives the meaning that the words were taken for, and why.
func (t Taken) String() string {
	if t.For == theRows {
		return fmt.Sprintf("%q is taken for the rows of the table, which has no such word", t.Words)
	}
	return fmt.Sprintf("%q is taken for %s, to which it is nearest in meaning", t.Words, t.For)
}

// maxUnknown bounds the words of a question that are compared by meaning: of one with more, too little is understood.
const maxUnknown = 5

// bridged is how many words that say nothing may stand between two that belong together, or beside one.
const bridged = 2

// unlike are words that carry the form of a question, and never its subject.
var unlike = wordSet("how many much or and but average mean median total sum percent percentage share most least highest lowest number count called named name names")

// measuring are words before a unit that is only that of a figure.
var measuring = wordSet("a an per each every")

// groups joins words that nothing explains and that stand together.
func (r *reader) groups(unknown []int) (list [][2]int) {
	for _, i := range unknown {
		if n := len(list); n > 0 && i-list[n-1][1] <= bridged && r.q.words[i].sentence == r.q.words[list[n-1][0]].sentence && !slices.ContainsFunc(r.atoms, func(a atom) bool { return a.from >= list[n-1][1] && a.to <= i }) {
			list[n-1][1] = i + 1
			continue
		}
		list = append(list, [2]int{i, i + 1})
	}
	return list
}

// nearest gives the places nearest in meaning to a group of words, the nearest first. It also tries the group with the idle words beside
// it.
func (r *reader) nearest(ctx context.Context, e Encoder, all *places, g [2]int) ([]likeness, error) {
	q := r.q
	for i := g[0]; i < g[1]; i++ {
		if q.words[i].capital || q.words[i].isNumber {
			return nil, nil // a name means itself alone
		}
	}
	only := true
	for i := g[0]; i < g[1]; i++ {
		only = only && (unitWords[q.words[i].text] || linking[q.words[i].text])
	}
	if only {
		return nil, nil // hours of overtime are no overtime
	}
	free := func(i int) bool {
		if i > g[1] && i < len(q.words) && unitWords[q.words[i].text] && measuring[q.words[i-1].text] && !r.inAtom(i) {
			return true // pocket a month
		}
		return i >= 0 && i < len(q.words) && !r.inAtom(i) && !r.used[i] && !q.words[i].isNumber && q.words[i].sentence == q.words[g[0]].sentence && !whichWords[q.words[i].text] && !unitWords[q.words[i].text] && !unlike[q.words[i].text] && !r.isRow(&q.words[i])
	}
	var spans [][2]int
	var texts []string
	for from := g[0]; from >= g[0]-bridged && (from == g[0] || free(from)); from-- {
		for to := g[1]; to <= g[1]+bridged && (to == g[1] || free(to-1)); to++ {
			spans, texts = append(spans, [2]int{from, to}), append(texts, q.phrase(from, to))
		}
	}
	vectors, err := e.Embed(ctx, texts)
	if err != nil {
		return nil, err
	}
	best := make([]likeness, len(all.list))
	for i := range best {
		best[i].place, best[i].at = all.list[i], i
	}
	for k, v := range vectors {
		for _, s := range all.signs {
			if n := dot(v, s.vector); n > best[s.place].near {
				best[s.place].near, best[s.place].from, best[s.place].to = n, spans[k][0], spans[k][1]
			}
		}
	}
	slices.SortStableFunc(best, func(a, b likeness) int { return cmp.Compare(b.near, a.near) })
	return best, nil
}

func dot(a, b []float32) (sum float32) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// Said gives the phrases of the lexicon that the reading of a question uses, by their names.
func (p *Planner) Said(question string, t *Table) (list []string) {
	if s := p.strict(question, t); s.reader != nil {
		for _, a := range s.reader.atoms {
			if a.said != "" {
				list = append(list, a.said)
			}
		}
	}
	return list
}

// Without gives a planner whose lexicon lacks phrases, as Said names them. It shows the planner's worth to people who use none of them.
func (p *Planner) Without(said map[string]bool) *Planner {
	lex := &lexicon{concepts: p.lexicon.concepts, by: map[string][]phrase{}}
	for first, list := range p.lexicon.by {
		lex.by[first] = slices.DeleteFunc(slices.Clone(list), func(ph phrase) bool { return said[ph.key()] })
	}
	out := &Planner{weights: p.weights, lexicon: lex}
	if p.meaning != nil {
		out.meaning = &meanings{open: p.meaning.open}
	}
	return out
}

// plainPhrase is a phrase of the lexicon as people say it.
func plainPhrase(text string) string {
	return strings.Join(strings.Fields(strings.NewReplacer("!", "", "?", "", org, "the company").Replace(text)), " ")
}
