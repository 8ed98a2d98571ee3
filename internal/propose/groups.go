package propose

import (
	"cmp"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/vec"
)

// An Item is a file or a tag, which may be grouped with others that are like it.
type Item struct {
	ID     uint32
	Vector []float32 // what it means, of length 1; nil: unknown
	Name   string    // and synonyms, of a tag
	Text   string    // the beginning of a file, or the notes of a tag
	Titles string    // the headings of that
	Folder string    // of a file, with its share: SHARE:FOLDER
	Kin    []uint32  // files of a tag
	Same   int       // items of one number above 0 stay together, and apart from items of another
	Not    []int     // numbers from which it stays apart
}

// A Group has items that are like each other.
type Group struct {
	Items    []int  // the most typical first
	Same     int    // the number that some of them have; 0: none
	Words    []Word // that set it apart, the most telling first
	Folder   string // where most of them are; "": they are here and there
	InFolder int    // how many are there
	Like     float64
	Above    int // the wider group, from 0
}

// A Word is in many items of a group, and in few of others.
type Word struct {
	Text  string
	Items int // of the group
}

// Bounds and weights of grouping. The weights were set by hand before any measurement, and the bound on groups was chosen on one handbook.
const (
	MostDrawn    = 2000 // items of which the tree is made; the others join the group that they are most like
	drawnOfSame  = 20   // items that stay together, at least
	mostGroups   = 60
	rounds       = 6
	wordsOfGroup = 5
	meaningPart  = 1.0
	namePart     = .3
	textPart     = .3
	folderPart   = .5
	kinPart      = .5
)

// Drawn gives the places of the items of which the tree is made: all, or those whose numbers have the smallest hashes, so that items
// that come or go hardly change which are drawn. Some that stay together are always among them.
func Drawn(items []Item) []int {
	all := make([]int, len(items))
	for i := range all {
		all[i] = i
	}
	if len(all) <= MostDrawn {
		return all
	}
	hash := func(i int) uint32 { return items[i].ID * 2654435761 }
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(hash(a), hash(b)), cmp.Compare(a, b)) })
	times, first := map[int]int{}, make([]bool, len(items))
	for _, i := range all {
		times[items[i].Same]++
		first[i] = items[i].Same != 0 && times[items[i].Same] <= drawnOfSame
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(sign(first[b]), sign(first[a])) })
	all = all[:MostDrawn]
	slices.Sort(all)
	return all
}

// Groups parts items into groups: a tree that joins the two groups which lose least by it (Ward's), cut at count groups, after which
// each item goes to the group that it is most like. A count of 0 takes the one at which the groups are most distinct. An item that says
// nothing is in none. vector gives the meaning of an item that was not drawn, and may be nil.
func Groups(items []Item, count int, vector func(i int) []float32) []Group {
	x := &grouper{items: items, drawn: Drawn(items), group: make([]int, len(items)), near: make([]float64, len(items)), rows: map[int][]float32{}}
	sample := make([]Item, len(x.drawn))
	for n, i := range x.drawn {
		sample[n] = items[i]
	}
	s := newSpace(sample)
	for _, i := range x.drawn {
		if row := s.row(items[i]); row != nil {
			x.rows[i] = row
		}
	}
	x.units()
	if len(x.centres) == 0 {
		return nil
	}
	merges := ward(x.centres, x.weights, x.apart)
	least := max(1, len(x.centres)-len(merges))
	if count == 0 {
		count = x.choose(merges, least)
	}
	x.settle(cut(len(x.centres), merges, max(count, least)))
	for i, it := range items {
		if _, drawn := x.rows[i]; !drawn {
			if x.group[i] = -1; vector != nil && it.Vector == nil {
				it.Vector = vector(i)
			}
			if row := s.row(it); row != nil {
				x.join(i, row)
			}
		}
	}
	return x.groups()
}

// A grouper has items, and rows of numbers of those that were drawn, whose product is how much they are like each other.
type grouper struct {
	items   []Item
	drawn   []int
	rows    map[int][]float32
	unit    [][]int     // items that stay together
	centres [][]float32 // of units, of length 1
	weights []float64
	group   []int       // of each item; -1: none
	near    []float64   // to the middle of its group
	middles [][]float32 // of groups
	same    []int       // of groups
	home    map[int]int // the group of a number
}

// units puts together what must stay together.
func (x *grouper) units() {
	at := map[int]int{}
	for _, i := range x.drawn {
		if x.rows[i] == nil {
			continue
		}
		u, ok := at[x.items[i].Same]
		if !ok || x.items[i].Same == 0 {
			u = len(x.unit)
			x.unit, x.centres = append(x.unit, nil), append(x.centres, make([]float32, len(x.rows[i])))
			at[x.items[i].Same] = u
		}
		x.unit[u] = append(x.unit[u], i)
		for k, v := range x.rows[i] {
			x.centres[u][k] += v
		}
	}
	for u := range x.unit {
		unit(x.centres[u])
		x.weights = append(x.weights, float64(len(x.unit[u])))
	}
}

// apart reports whether two units may not be in one group.
func (x *grouper) apart(a, b int) bool {
	one, other := x.items[x.unit[a][0]], x.items[x.unit[b][0]]
	return one.Same != 0 && other.Same != 0 && one.Same != other.Same || slices.Contains(one.Not, other.Same) || slices.Contains(other.Not, one.Same)
}

// choose returns at how many groups the units are most distinct, nearest to their own middle and far from the next one: at most as many
// as the root of their number, since ever smaller groups are ever more distinct.
func (x *grouper) choose(merges []merge, least int) int {
	best, found := math.Inf(-1), least
	most := min(mostGroups, int(math.Round(math.Sqrt(float64(len(x.centres))))))
	for k := max(2, least); k <= most; k++ {
		if d := x.distinct(cut(len(x.centres), merges, k), k); d > best {
			best, found = d, k
		}
	}
	return found
}

func (x *grouper) distinct(group []int, k int) float64 {
	middles := x.middlesOf(group, k)
	sum := 0.0
	for u, c := range x.centres {
		own, next := 0.0, -1.0
		for g, m := range middles {
			if dot := float64(vec.Best().Dot(c, m)); g == group[u] {
				own = dot
			} else {
				next = max(next, dot)
			}
		}
		a, b := 1-own, 1-next // distances
		sum += (b - a) / max(a, b, 1e-9)
	}
	return sum / float64(len(x.centres))
}

func (x *grouper) middlesOf(group []int, k int) [][]float32 {
	middles := make([][]float32, k)
	for g := range middles {
		middles[g] = make([]float32, len(x.centres[0]))
	}
	for u, g := range group {
		for d, v := range x.centres[u] {
			middles[g][d] += v * float32(x.weights[u])
		}
	}
	for g := range middles {
		unit(middles[g])
	}
	return middles
}

// settle lets each drawn item go to the group that it is most like, a few times over.
func (x *grouper) settle(group []int) {
	k := slices.Max(group) + 1
	x.middles, x.same, x.home = x.middlesOf(group, k), make([]int, k), map[int]int{}
	for u, g := range group {
		if s := x.items[x.unit[u][0]].Same; s != 0 {
			x.same[g], x.home[s] = s, g
		}
	}
	for range rounds {
		sums := make([][]float32, k)
		for g := range sums {
			sums[g] = make([]float32, len(x.middles[g]))
		}
		for _, i := range x.drawn {
			if x.group[i] = -1; x.rows[i] == nil {
				continue
			}
			x.join(i, x.rows[i])
			if g := x.group[i]; g >= 0 {
				for d, v := range x.rows[i] {
					sums[g][d] += v
				}
			}
		}
		for g := range sums {
			if vec.Best().Dot(sums[g], sums[g]) > 0 {
				x.middles[g] = unit(sums[g])
			}
		}
	}
}

// join puts an item into the group that it is most like, of the groups that it may be in.
func (x *grouper) join(i int, row []float32) {
	x.group[i], x.near[i] = -1, -2
	home, bound := x.home[x.items[i].Same]
	for g, m := range x.middles {
		if bound && g != home || x.same[g] != 0 && slices.Contains(x.items[i].Not, x.same[g]) {
			continue
		}
		if dot := float64(vec.Best().Dot(row, m)); dot > x.near[i] {
			x.group[i], x.near[i] = g, dot
		}
	}
}

// groups tells the groups that have items, the largest first, each with the wider one that it is in.
func (x *grouper) groups() (list []Group) {
	var middles [][]float32
	var weights []float64
	var labels []Group
	for g, m := range x.middles {
		one := Group{Same: x.same[g]}
		for i := range x.items {
			if x.group[i] == g {
				one.Items = append(one.Items, i)
			}
		}
		if len(one.Items) == 0 {
			continue
		}
		slices.SortStableFunc(one.Items, func(a, b int) int { return cmp.Compare(x.near[b], x.near[a]) })
		for _, i := range one.Items {
			one.Like += x.near[i] / float64(len(one.Items))
		}
		labels, middles, weights = append(labels, one), append(middles, m), append(weights, float64(len(one.Items)))
	}
	wider := cut(len(middles), ward(middles, weights, func(a, b int) bool { return false }), int(math.Round(math.Sqrt(float64(len(middles))))))
	for g := range labels {
		labels[g].Above = wider[g]
	}
	slices.SortStableFunc(labels, func(a, b Group) int { return cmp.Compare(len(b.Items), len(a.Items)) })
	tell(x.items, labels)
	return labels
}

// A space makes rows of numbers of items: of their meaning, and of the words of their names and texts, their folders and their files, each
// with its part. Words and folders that many items have count less.
type space struct {
	mean   []float32
	blocks []block
	wide   int
	items  int
}

// A block is a part of rows. Names of signs are scattered over it.
type block struct {
	part     float64
	at, wide int
	signs    func(Item) []string
	in       map[string]int // drawn items that have a sign
}

func newSpace(drawn []Item) *space {
	s := &space{items: len(drawn), blocks: []block{
		{part: namePart, wide: 256, signs: func(it Item) []string { return tellingTerms(it.Name) }},
		{part: textPart, wide: 256, signs: func(it Item) []string { return tellingTerms(it.Text) }},
		{part: folderPart, wide: 64, signs: func(it Item) []string { return foldersOf(it.Folder) }},
		{part: kinPart, wide: 256, signs: func(it Item) []string { return kinOf(it.Kin) }},
	}}
	n := float32(0)
	for _, it := range drawn {
		if it.Vector != nil {
			if n++; s.mean == nil {
				s.mean = make([]float32, len(it.Vector))
			}
			for k, v := range it.Vector {
				s.mean[k] += v
			}
		}
	}
	for k := range s.mean {
		s.mean[k] /= n
	}
	s.wide = len(s.mean)
	for i := range s.blocks {
		b := &s.blocks[i]
		b.at, b.in = s.wide, map[string]int{}
		for _, it := range drawn {
			for _, t := range distinctTerms(b.signs(it)) {
				b.in[t]++
			}
		}
		if len(b.in) > 0 {
			s.wide += b.wide
		}
	}
	return s
}

// row returns that of an item, of length 1; nil: nothing is known of it.
func (s *space) row(it Item) []float32 {
	row := make([]float32, s.wide)
	if len(it.Vector) == len(s.mean) {
		for k, v := range it.Vector { // what all have in common tells nothing
			row[k] = v - s.mean[k]
		}
		scaled(row[:len(s.mean)], meaningPart)
	}
	for _, b := range s.blocks {
		times := map[string]int{}
		for _, t := range b.signs(it) {
			times[t]++
		}
		to := row[b.at:min(b.at+b.wide, len(row))]
		for _, t := range slices.Sorted(maps.Keys(times)) {
			if rare := math.Log(float64(s.items+1) / float64(b.in[t]+1)); b.in[t] > 1 && rare > 0 {
				h := fnv.New64a()
				_, _ = h.Write([]byte(t))
				scatter(to, h.Sum64(), float32((1+math.Log(float64(times[t])))*rare))
			}
		}
		scaled(to, b.part)
	}
	if vec.Best().Dot(row, row) < 1e-9 {
		return nil
	}
	return unit(row)
}

func scaled(row []float32, part float64) {
	unit(row)
	for k := range row {
		row[k] *= float32(math.Sqrt(part))
	}
}

// Together returns the middle of two vectors, whatever their lengths; nil stands for none.
func Together(a, b []float32) []float32 {
	var sum []float32
	for _, one := range [][]float32{a, b} {
		switch {
		case one == nil:
		case sum == nil:
			sum = unit(slices.Clone(one))
		default:
			for k, v := range unit(slices.Clone(one)) {
				sum[k] += v
			}
		}
	}
	if sum != nil {
		unit(sum)
	}
	return sum
}

// scatter adds a value at two places that a hash says, so that the products of rows are about those of the words.
func scatter(block []float32, h uint64, v float32) {
	for range 2 {
		h ^= h >> 31
		h *= 0xbf58476d1ce4e5b9
		if at := h >> 32 % uint64(len(block)); h&1 == 0 {
			block[at] += v
		} else {
			block[at] -= v
		}
	}
}

func foldersOf(folder string) (list []string) {
	for folder != "" {
		list = append(list, folder)
		cut := strings.LastIndexAny(folder, "/:")
		folder = folder[:max(0, cut)]
	}
	return list
}

func kinOf(kin []uint32) (list []string) {
	for _, f := range kin {
		list = append(list, strconv.Itoa(int(f)))
	}
	return list
}

func tellingTerms(text string) []string {
	return slices.DeleteFunc(chunk.Terms(text, "en"), func(t string) bool { return !telling(t, []string{t}) })
}

func distinctTerms(terms []string) []string {
	terms = slices.Clone(terms)
	slices.Sort(terms)
	return slices.Compact(terms)
}
