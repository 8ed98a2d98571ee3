package propose

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/chunk"
	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/taxonomy"
	"github.com/sparsearch/spar/internal/vec"
)

// An Oddity is a kind of fault of tags or of their files.
type Oddity string

// The kinds of faults.
const (
	Duplicate Oddity = "duplicate" // two tags that mean the same
	Broad     Oddity = "broad"     // a tag whose files fall into two groups that are unlike each other
	Narrow    Oddity = "narrow"    // a tag on hardly any file below one that is on many
	Unlike    Oddity = "unlike"    // a file that is unlike the others of its tag
	Missing   Oddity = "missing"   // a file without a tag that a file has which is nearly the same
	Orphan    Oddity = "orphan"    // a tag with nothing above and below, where others have a hierarchy
	Misplaced Oddity = "misplaced" // a tag below one that it has nothing to do with
	Cycle     Oddity = "cycle"     // tags that lie below each other
)

// Oddities are all kinds.
var Oddities = []Oddity{Duplicate, Broad, Narrow, Unlike, Missing, Orphan, Misplaced, Cycle}

// OddSigns name what the chance of each kind is told by.
var OddSigns = map[Oddity][]string{
	Duplicate: {"same_name", "same_synonym", "one_letter", "one_word", "related", "settled"},
	Broad:     {"gap", "odds"},
	Narrow:    {"files", "above", "settled"},
	Unlike:    {"odds", "spoken", "like", "apart", "others"},
	Missing:   {"cosine", "odds", "shared", "common"},
	Orphan:    {"used", "settled"},
	Misplaced: {"above", "beside", "better", "settled"},
	Cycle:     {"size"},
}

// A Finding is something that a person may want to mend.
type Finding struct {
	Kind   Oddity
	Tags   []spar.TagID  // what it is about, the one to be changed first
	Files  []spar.FileID // what it is about
	Signs  []float64
	Chance float64 // that it is a fault
	Repair Repair
}

// Repairs.
const (
	Merge  = "merge"  // Tag into Into
	Move   = "move"   // Tag from below From (0: nothing) to below Into
	Cut    = "cut"    // Tag is not below From any more
	Off    = "off"    // Tag goes from Files, which get Into if it is not 0
	On     = "on"     // Tag is put on Files
	Retire = "retire" // Tag is offered no more
)

// A Repair would mend a finding.
type Repair struct {
	Do              string
	Tag, Into, From spar.TagID
	Files           []spar.FileID
}

// A Subject has the tags and files to examine.
type Subject struct {
	Tags    []spar.Tag
	Vectors [][]float32 // of the names of tags, of length 1; nil: none
	Files   []Tagged
	// Candidates are the tags that something speaks for, of each of Files, or nil where that was not looked at.
	Candidates [][]Candidate
}

// Bounds of the examination.
const (
	mostCompared = 6000 // tags whose names are compared with each other in meaning
	mostAlike    = 4000 // files that are compared with each other
	nearFiles    = .85  // and texts be the same
	leastSplit   = 6    // files of a tag that may be split
	leastLike    = 3    // files of a tag that one is unlike
	oddOdds      = -2.  // of a tag that a file has
)

// examined is a subject with what the examination derives from it.
type examined struct {
	Subject
	graph *taxonomy.Graph
	at    map[spar.TagID]int
	on    map[spar.TagID][]int // files
	terms [][]string           // of names, sorted
	used  []int                // tags that are on files, and those above them
	found []Finding
}

// Examine looks for faults, the likeliest first. models tell chances, by kind; a kind without one has its first sign as its chance.
func Examine(s Subject, models map[Oddity]calibrate.Model) []Finding {
	x := &examined{Subject: s, graph: taxonomy.New(s.Tags), terms: make([][]string, len(s.Tags))}
	x.at, x.on = map[spar.TagID]int{}, map[spar.TagID][]int{}
	for i, t := range s.Tags {
		x.at[t.ID] = i
		x.terms[i] = termsOf(t.Name)
	}
	for f, file := range s.Files {
		for _, t := range file.Tags {
			x.on[t] = append(x.on[t], f)
		}
	}
	for i, t := range s.Tags {
		if len(x.on[t.ID]) > 0 || t.Key == "" {
			x.used = append(x.used, i)
		}
	}
	x.duplicates()
	x.structure()
	x.misplaced()
	x.broad()
	x.narrow()
	x.files()
	x.alike()
	for i := range x.found {
		f := &x.found[i]
		if m, ok := models[f.Kind]; ok {
			f.Chance = m.Chance(f.Signs)
		} else {
			f.Chance = max(0, min(1, f.Signs[0]))
		}
	}
	slices.SortStableFunc(x.found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(b.Chance, a.Chance), cmp.Compare(slices.Index(Oddities, a.Kind), slices.Index(Oddities, b.Kind)),
			slices.Compare(a.Tags, b.Tags), slices.Compare(a.Files, b.Files))
	})
	return x.found
}

func (x *examined) add(f Finding) { x.found = append(x.found, f) }

// near is how near the names of two tags are; 0 where one has no vector.
func (x *examined) near(a, b int) float64 {
	if x.Vectors == nil || x.Vectors[a] == nil || x.Vectors[b] == nil {
		return 0
	}
	return float64(vec.Best().Dot(x.Vectors[a], x.Vectors[b]))
}

func termsOf(name string) []string {
	t := slices.Clone(chunk.Terms(name, "en"))
	slices.Sort(t)
	return t
}

// related reports whether one of two tags is above the other, or both are below the same.
func (x *examined) related(a, b spar.TagID) bool {
	pa, pb := x.graph.Parents(a), x.graph.Parents(b)
	return slices.Contains(pa, b) || slices.Contains(pb, a) ||
		slices.ContainsFunc(pa, func(p spar.TagID) bool { return slices.Contains(pb, p) })
}

// duplicates are pairs of names that have the same words but one, or differ by one letter.
func (x *examined) duplicates() {
	type pair struct{ a, b int }
	met := map[pair]bool{}
	candidate := func(a, b int) {
		if a != b {
			met[pair{min(a, b), max(a, b)}] = true
		}
	}
	byTerms, byLetters := map[string][]int{}, map[string][]int{}
	for _, i := range x.used {
		for _, name := range append([]string{x.Tags[i].Name}, x.Tags[i].Synonyms...) {
			terms := termsOf(name)
			for _, key := range append(wordLess(terms), strings.Join(terms, " ")) {
				if list := byTerms[key]; key != "" && !slices.Contains(list, i) {
					byTerms[key] = append(list, i)
				}
			}
		}
		folded := []rune(taxonomy.Fold(x.Tags[i].Name))
		if len(folded) < 6 || len(folded) > 60 {
			continue
		}
		for k := -1; k < len(folded); k++ {
			key := string(folded)
			if k >= 0 {
				key = string(folded[:k]) + string(folded[k+1:])
			}
			if list := byLetters[key]; !slices.Contains(list, i) {
				byLetters[key] = append(list, i)
			}
		}
	}
	for _, groups := range []map[string][]int{byTerms, byLetters} {
		for _, list := range groups {
			for n, a := range list[:min(len(list), 20)] {
				for _, b := range list[n+1 : min(len(list), 20)] {
					candidate(a, b)
				}
			}
		}
	}
	for p := range met {
		a, b := x.Tags[p.a], x.Tags[p.b]
		names := func(t spar.Tag) (keys []string) {
			for _, s := range t.Synonyms {
				keys = append(keys, strings.Join(termsOf(s), " "))
			}
			return keys
		}
		ka, kb := strings.Join(x.terms[p.a], " "), strings.Join(x.terms[p.b], " ")
		na, nb := names(a), names(b)
		same := ka == kb && ka != ""
		all := func(own string, others []string) []string { return append([]string{own}, others...) }
		more := func(longer, shorter []string) bool {
			return slices.ContainsFunc(longer, func(k string) bool {
				return slices.ContainsFunc(wordLess(strings.Fields(k)), func(l string) bool { return slices.Contains(shorter, l) })
			})
		}
		word := more(all(ka, na), all(kb, nb)) || more(all(kb, nb), all(ka, na))
		settled := a.Key != "" && a.Vocabulary() == b.Vocabulary()
		synonym := slices.Contains(nb, ka) || slices.Contains(na, kb) ||
			slices.ContainsFunc(na, func(k string) bool { return k != "" && slices.Contains(nb, k) })
		away, into := b, a // the one with fewer files goes, and none of a vocabulary where there is another
		if keyed := away.Key != ""; keyed != (into.Key != "") && keyed || keyed == (into.Key != "") && len(x.on[away.ID]) > len(x.on[into.ID]) {
			away, into = into, away
		}
		f := Finding{
			Kind: Duplicate, Tags: []spar.TagID{away.ID, into.ID},
			Signs: []float64{
				sign(same), sign(synonym), sign(oneLetter(taxonomy.Fold(a.Name), taxonomy.Fold(b.Name))), sign(word),
				sign(x.related(a.ID, b.ID)), sign(settled),
			},
		}
		if away.Key == "" {
			f.Repair = Repair{Do: Merge, Tag: away.ID, Into: into.ID}
		}
		x.add(f)
	}
}

// wordLess are the keys of a name of several words without each of them, which the name of another tag may be.
func wordLess(terms []string) (keys []string) {
	for k := range terms {
		if len(terms) > 1 {
			keys = append(keys, strings.Join(slices.Delete(slices.Clone(terms), k, k+1), " "))
		}
	}
	return keys
}

// oneLetter reports whether two names differ by a letter that was added, left out, changed or that changed places with the next.
func oneLetter(a, b string) bool {
	p, q := []rune(a), []rune(b)
	for len(p) > 0 && len(q) > 0 && p[0] == q[0] {
		p, q = p[1:], q[1:]
	}
	for len(p) > 0 && len(q) > 0 && p[len(p)-1] == q[len(q)-1] {
		p, q = p[:len(p)-1], q[:len(q)-1]
	}
	return len(p) <= 1 && len(q) <= 1 || len(p) == 2 && len(q) == 2 && p[0] == q[1] && p[1] == q[0]
}

// structure adds cycles and orphans.
func (x *examined) structure() {
	for _, cycle := range x.graph.Cycles() {
		// The edge goes whose ends are least like each other.
		best, cut := math.Inf(1), Repair{Do: Cut}
		for _, t := range cycle {
			for _, p := range x.Tags[x.at[t]].Parents {
				if i, ok := x.at[p]; ok && slices.Contains(cycle, p) && x.near(x.at[t], i) < best {
					best, cut.Tag, cut.From = x.near(x.at[t], i), t, p
				}
			}
		}
		x.add(Finding{Kind: Cycle, Tags: cycle, Signs: []float64{1 / float64(len(cycle))}, Repair: cut})
	}
	parent, placed := map[spar.TagID]bool{}, 0
	for _, t := range x.Tags {
		for _, p := range t.Parents {
			parent[p] = true
		}
	}
	for _, t := range x.Tags {
		placed += int(sign(len(t.Parents) > 0 || parent[t.ID]))
	}
	for i, t := range x.Tags {
		if len(t.Parents) > 0 || parent[t.ID] || 2*placed < len(x.Tags) {
			continue
		}
		into, _ := x.parentFor(i, 0)
		f := Finding{Kind: Orphan, Tags: []spar.TagID{t.ID}, Signs: []float64{sign(len(x.on[t.ID]) > 0), sign(t.Key != "")}}
		if into != 0 && !t.PositionsDecide(x.Tags[x.at[into]]) {
			f.Repair = Repair{Do: Move, Tag: t.ID, Into: into}
		}
		x.add(f)
	}
}

// parentFor is the tag that one would best be below, by the parents of the tags whose names are nearest, and how near these are; not is
// none.
func (x *examined) parentFor(i int, not spar.TagID) (spar.TagID, float64) {
	if x.Vectors == nil || x.Vectors[i] == nil {
		return 0, 0
	}
	type one struct {
		tag  int
		near float64
	}
	var nearest []one
	for j := range x.Tags {
		if j == i {
			continue
		}
		n := x.near(i, j)
		if len(nearest) == 10 && n <= nearest[9].near {
			continue
		}
		at, _ := slices.BinarySearchFunc(nearest, n, func(o one, n float64) int { return cmp.Compare(n, o.near) })
		nearest = slices.Insert(nearest, at, one{j, n})
		nearest = nearest[:min(10, len(nearest))]
	}
	votes := map[spar.TagID]float64{}
	for _, o := range nearest {
		for _, p := range x.Tags[o.tag].Parents {
			votes[p] += o.near * o.near
		}
		votes[x.Tags[o.tag].ID] += o.near * o.near / 2
	}
	delete(votes, not)
	delete(votes, x.Tags[i].ID)
	below := x.graph.Descendants(x.Tags[i].ID)
	best, most := spar.TagID(0), 0.0
	for t, n := range votes {
		if at, known := x.at[t]; known {
			n *= .5 + max(0, x.near(i, at))
		}
		if !below[t] && (n > most || n == most && t < best) {
			best, most = t, n
		}
	}
	at, ok := x.at[best]
	if !ok {
		return 0, 0
	}
	return best, x.near(i, at)
}

// misplaced are tags whose names are unlike what they are below and beside.
func (x *examined) misplaced() {
	if x.Vectors == nil {
		return
	}
	for _, i := range x.used[:min(len(x.used), mostCompared)] {
		t := x.Tags[i]
		for _, p := range t.Parents {
			at, ok := x.at[p]
			if !ok {
				continue
			}
			above, beside := x.near(i, at), 0.0
			for _, s := range x.graph.Children(p) {
				if j, ok := x.at[s]; ok && j != i {
					beside = max(beside, x.near(i, j))
				}
			}
			if above > .5 || beside > .6 || slices.ContainsFunc(x.terms[i], func(w string) bool { return slices.Contains(x.terms[at], w) }) {
				continue
			}
			into, near := x.parentFor(i, p)
			if into == 0 || slices.Contains(t.Parents, into) {
				continue
			}
			f := Finding{Kind: Misplaced, Tags: []spar.TagID{t.ID, p}}
			settled := t.Key != "" && t.Vocabulary() == x.Tags[at].Vocabulary()
			if f.Signs = []float64{above, beside, near, sign(settled)}; !settled {
				f.Repair = Repair{Do: Move, Tag: t.ID, From: p, Into: into}
			}
			x.add(f)
		}
	}
}
