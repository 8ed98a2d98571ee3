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
		n := float64(len(files))
		x.add(Finding{Kind: Broad, Tags: []spar.TagID{t.ID}, Files: repair.Files, Repair: repair,
			Signs: []float64{gap, float64(len(one)) / n, math.Log(n), math.Log(n / float64(len(x.Files)))}})
	}
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
			into := p
			x.add(Finding{Kind: Narrow, Tags: []spar.TagID{t.ID, p},
				Signs:  []float64{1, float64(len(x.terms[i]) - len(x.terms[at])), float64(n), x.files1(p), sign(len(x.graph.Children(p)) == 1)},
				Repair: Repair{Do: Merge, Tag: t.ID, Into: into}})
		}
	}
}

// files finds tags of files that hardly anything supports.
func (x *examined) files() {
	for f, file := range x.Files {
		if f >= len(x.Candidates) || x.Candidates[f] == nil {
			continue
		}
		said := map[spar.TagID]Candidate{}
		for _, c := range x.Candidates[f] {
			said[c.Tag] = c
		}
		for _, t := range file.Tags {
			if len(x.on[t]) <= leastLike || file.Vector == nil {
				continue
			}
			part := math.Log(float64(len(x.on[t])) / float64(len(x.Files)))
			odds, spoken := logit(0), 0.0
			if c, ok := said[t]; ok {
				odds, spoken = logit(c.Chance), sign(c.Said != "")
			}
			if odds > oddOdds {
				continue
			}
			like, n := 0.0, 0
			for _, o := range x.on[t] {
				if o != f && x.Files[o].Vector != nil {
					like += float64(vec.Best().Dot(file.Vector, x.Files[o].Vector))
					n++
				}
			}
			x.add(Finding{Kind: Unlike, Tags: []spar.TagID{t}, Files: []spar.FileID{file.File},
				Signs:  []float64{odds, part, spoken, like / float64(max(1, n))},
				Repair: Repair{Do: Off, Tag: t, Files: []spar.FileID{file.File}}})
		}
	}
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
		for n, l := range near[:min(len(near), 3)] {
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
				odds := logit(0)
				if f < len(x.Candidates) {
					if i := slices.IndexFunc(x.Candidates[f], func(c Candidate) bool { return c.Tag == t }); i >= 0 {
						odds = logit(x.Candidates[f][i].Chance)
					}
				}
				x.add(Finding{Kind: Missing, Tags: []spar.TagID{t}, Files: []spar.FileID{file.File, other.File},
					Signs: []float64{l.dot, float64(n), odds, float64(shared) / float64(max(1, len(other.Tags)+len(file.Tags)-shared)),
						math.Log(float64(len(x.on[t])) / float64(len(x.Files)))},
					Repair: Repair{Do: On, Tag: t, Files: []spar.FileID{file.File}}})
			}
		}
	}
}
