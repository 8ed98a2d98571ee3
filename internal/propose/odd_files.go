package propose

import (
	"cmp"
	"math"
	"slices"

	spar "github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/vec"
)

// broad are tags whose files fall into two groups.
func (x *examined) broad() {
	for _, i := range x.used {
		t := x.Tags[i]
		var files []int
		for _, f := range x.on[t.ID] {
			if x.Files[f].Vector != nil {
				files = append(files, f)
			}
		}
		if len(files) < leastSplit || 2*len(files) > len(x.Files) {
			continue
		}
		inOne, gap := x.divide(files)
		one, other := []int{}, []int{}
		for k, f := range files {
			if inOne[k] {
				one = append(one, f)
			} else {
				other = append(other, f)
			}
		}
		if len(one) < 2 || len(other) < 2 {
			continue
		}
		if len(one) > len(other) {
			one, other = other, one
		}
		repair := Repair{Do: Off, Tag: t.ID, Into: x.tagFor(one, other, t.ID)}
		for _, f := range one {
			repair.Files = append(repair.Files, x.Files[f].File)
		}
		x.add(Finding{Kind: Broad, Tags: []spar.TagID{t.ID}, Files: repair.Files, Repair: repair,
			Signs: []float64{gap, min(x.oddsOf(t.ID, one), x.oddsOf(t.ID, other))}})
	}
}

// oddsOf is the mean of the logarithm of odds that files have a tag, of those whose candidates are known.
func (x *examined) oddsOf(t spar.TagID, files []int) float64 {
	sum, n := 0.0, 0
	for _, f := range files {
		if odds, _, ok := x.odds(f, t); ok {
			sum, n = sum+odds, n+1
		}
	}
	return sum / float64(max(1, n))
}

// odds is the logarithm of odds that a file has a tag, and whether its text says the name; ok is false where that was not looked at.
func (x *examined) odds(f int, t spar.TagID) (odds float64, said, ok bool) {
	if f >= len(x.Candidates) || x.Candidates[f] == nil {
		return 0, false, false
	}
	if i := slices.IndexFunc(x.Candidates[f], func(c Candidate) bool { return c.Tag == t }); i >= 0 {
		return logit(x.Candidates[f][i].Chance), x.Candidates[f][i].Said != "", true
	}
	return logit(0), false, true
}

// divide parts files into two groups by their vectors, and says by how much more the files of a group are like each other than like those
// of the other group.
func (x *examined) divide(files []int) (inOne []bool, gap float64) {
	at := func(k int) []float32 { return x.Files[files[k]].Vector }
	// The two that are least alike begin.
	a, b, least := 0, 0, float32(2)
	step := max(1, len(files)/200)
	for i := 0; i < len(files); i += step {
		for j := i + step; j < len(files); j += step {
			if d := vec.Best().Dot(at(i), at(j)); d < least {
				a, b, least = i, j, d
			}
		}
	}
	centres := [2][]float32{slices.Clone(at(a)), slices.Clone(at(b))}
	inOne = make([]bool, len(files))
	for range 8 {
		var sums [2][]float32
		for c := range sums {
			sums[c] = make([]float32, len(centres[c]))
		}
		for k := range files {
			inOne[k] = vec.Best().Dot(at(k), centres[0]) > vec.Best().Dot(at(k), centres[1])
			c := 1
			if inOne[k] {
				c = 0
			}
			for d, v := range at(k) {
				sums[c][d] += v
			}
		}
		for c := range sums {
			centres[c] = unit(sums[c])
		}
	}
	within, nw, between, nb := 0.0, 0.0, 0.0, 0.0
	for i := 0; i < len(files); i += step {
		for j := i + step; j < len(files); j += step {
			d := float64(vec.Best().Dot(at(i), at(j)))
			if inOne[i] == inOne[j] {
				within, nw = within+d, nw+1
			} else {
				between, nb = between+d, nb+1
			}
		}
	}
	if nw == 0 || nb == 0 {
		return inOne, 0
	}
	return inOne, within/nw - between/nb
}

func unit(v []float32) []float32 {
	if l := math.Sqrt(float64(vec.Best().Dot(v, v))); l > 1e-9 {
		for i := range v {
			v[i] /= float32(l)
		}
	}
	return v
}

// tagFor is the tag that most of some files and few of others have, besides one; 0: none.
func (x *examined) tagFor(some, others []int, but spar.TagID) spar.TagID {
	count := map[spar.TagID]float64{}
	for _, f := range some {
		for _, t := range x.Files[f].Tags {
			count[t] += 1 / float64(len(some))
		}
	}
	for _, f := range others {
		for _, t := range x.Files[f].Tags {
			count[t] -= 1 / float64(len(others))
		}
	}
	best, most := spar.TagID(0), .6
	for t, n := range count {
		if t != but && (n > most || n == most && t < best) {
			best, most = t, n
		}
	}
	return best
}

// narrow finds tags on one or two files whose name contains all words of a parent tag with more files: the parent could take these files.
func (x *examined) narrow() {
	for _, i := range x.used {
		t := x.Tags[i]
		n := len(x.on[t.ID])
		if n == 0 || n > 2 || len(x.graph.Children(t.ID)) > 0 {
			continue
		}
		for _, p := range t.Parents {
			at, ok := x.at[p]
			if !ok || len(x.on[p]) < 3 {
				continue
			}
			inside := len(x.terms[at]) > 0
			for _, w := range x.terms[at] {
				inside = inside && slices.Contains(x.terms[i], w)
			}
			if !inside {
				continue
			}
			f := Finding{Kind: Narrow, Tags: []spar.TagID{t.ID, p}, Signs: []float64{
				float64(n), math.Log1p(float64(len(x.on[p]))), sign(t.Key != ""),
			}}
			if t.Key == "" {
				f.Repair = Repair{Do: Merge, Tag: t.ID, Into: p}
			}
			x.add(f)
		}
	}
}

// files finds tags of files that hardly anything supports.
func (x *examined) files() {
	first, of := len(x.found), map[spar.TagID]int{}
	for f, file := range x.Files {
		for _, t := range file.Tags {
			odds, spoken, ok := x.odds(f, t)
			if !ok || len(x.on[t]) <= leastLike || file.Vector == nil || odds > oddOdds {
				continue
			}
			like, among := x.likeness(f, t)
			of[t]++
			x.add(Finding{Kind: Unlike, Tags: []spar.TagID{t}, Files: []spar.FileID{file.File},
				Signs:  []float64{odds, sign(spoken), like, like - among, 0},
				Repair: Repair{Do: Off, Tag: t, Files: []spar.FileID{file.File}}})
		}
	}
	for _, f := range x.found[first:] { // where many files are unlike the others, the tag is broad
		f.Signs[len(f.Signs)-1] = math.Log1p(float64(of[f.Tags[0]] - 1))
	}
}

// likeness is how alike a file and the others of a tag are, and how alike these are among each other.
func (x *examined) likeness(f int, t spar.TagID) (own, among float64) {
	var sum []float32
	n := 0
	for _, o := range x.on[t] {
		if o != f && x.Files[o].Vector != nil {
			if n++; sum == nil {
				sum = make([]float32, len(x.Files[o].Vector))
			}
			for d, v := range x.Files[o].Vector {
				sum[d] += v
			}
		}
	}
	if n == 0 {
		return 0, 0
	}
	own = float64(vec.Best().Dot(x.Files[f].Vector, sum)) / float64(n)
	if n > 1 { // the vectors have the length 1
		among = (float64(vec.Best().Dot(sum, sum)) - float64(n)) / float64(n*(n-1))
	}
	return own, among
}

// alike are files that are nearly the same as another and lack one of its tags.
func (x *examined) alike() {
	type like struct {
		file int
		dot  float64
	}
	some := x.Files[:min(len(x.Files), mostAlike)]
	for f, file := range some {
		if file.Vector == nil {
			continue
		}
		var near []like
		for o, other := range some {
			if o != f && other.Vector != nil {
				if d := float64(vec.Best().Dot(file.Vector, other.Vector)); d >= nearFiles {
					near = append(near, like{o, d})
				}
			}
		}
		slices.SortFunc(near, func(a, b like) int { return cmp.Or(cmp.Compare(b.dot, a.dot), cmp.Compare(a.file, b.file)) })
		met := map[spar.TagID]bool{}
		for _, l := range near[:min(len(near), 3)] {
			other := x.Files[l.file]
			shared := 0
			for _, t := range other.Tags {
				if slices.Contains(file.Tags, t) {
					shared++
				}
			}
			for _, t := range other.Tags {
				if met[t] || slices.Contains(file.Tags, t) {
					continue
				}
				met[t] = true
				odds, _, ok := x.odds(f, t)
				if !ok {
					odds = logit(0)
				}
				x.add(Finding{Kind: Missing, Tags: []spar.TagID{t}, Files: []spar.FileID{file.File, other.File},
					Signs: []float64{l.dot, odds, float64(shared) / float64(max(1, len(other.Tags)+len(file.Tags)-shared)),
						math.Log(float64(len(x.on[t])) / float64(len(x.Files)))},
					Repair: Repair{Do: On, Tag: t, Files: []spar.FileID{file.File}}})
			}
		}
	}
}
