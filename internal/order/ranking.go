package order

import (
	"cmp"
	"container/heap"
	"iter"
	"slices"

	"github.com/sparsearch/spar/internal/spar"
)

// A Ranking is files in the order of By. It sorts only as many as somebody asks for: of a million files a question reads some hundreds.
type Ranking struct {
	scores *scores
	places []place
	ahead  ahead // a heap of the files that Next has not given
}

// A place is what decides where a file comes. Of two that are alike in all else the one that was added first comes first.
type place struct {
	score    float64
	modified int64 // nanoseconds
	id       spar.FileID
}

// Rank makes a ranking of files, which come ordered by share and path. It keeps only the number of a file. It asks known for titles, tags
// and other data of each file.
func Rank(question string, files iter.Seq[*spar.File], about int, known Known) *Ranking {
	r := &Ranking{scores: newScores(question, known, about), places: make([]place, 0, about)}
	for f := range files {
		r.scores.add(f, known)
		r.places = append(r.places, place{modified: f.ModTime.UnixNano(), id: f.ID})
	}
	r.scores.settle()
	r.ahead = ahead{r, make([]int32, len(r.places))}
	for i := range r.places {
		r.places[i].score = r.scores.of(i).Score
		r.ahead.list[i] = int32(i)
	}
	heap.Init(&r.ahead)
	return r
}

// Add takes in later files, and SPAR's data about them. The weights of words and tags stay as they were.
func (r *Ranking) Add(files iter.Seq[*spar.File], known Known) {
	for f := range files {
		i := len(r.places)
		r.scores.add(f, known)
		r.places = append(r.places, place{r.scores.of(i).Score, f.ModTime.UnixNano(), f.ID})
		heap.Push(&r.ahead, int32(i))
	}
}

// Next gives the most promising of the files that it has not given yet; false at the end.
func (r *Ranking) Next() (spar.FileID, bool) {
	if len(r.ahead.list) == 0 {
		return 0, false
	}
	return r.places[heap.Pop(&r.ahead).(int32)].id, true
}

// Len is how many files it has.
func (r *Ranking) Len() int { return len(r.places) }

// Places gives the places of files in the order, from 1; 0 for a file that it does not have. Next changes nothing of it.
func (r *Ranking) Places(of []spar.FileID) []int {
	at := make(map[spar.FileID]int, len(of))
	for _, id := range of {
		at[id] = -1
	}
	for i, p := range r.places {
		if _, wanted := at[p.id]; wanted {
			at[p.id] = i
		}
	}
	out := make([]int, len(of))
	for n, id := range of {
		i := at[id]
		if i < 0 {
			continue
		}
		out[n] = 1
		for j := range r.places {
			if r.before(j, i) {
				out[n]++
			}
		}
	}
	return out
}

// InOrder puts some files in their order. Next changes nothing of it.
func (r *Ranking) InOrder(of []spar.FileID) []spar.FileID {
	wanted := make(map[spar.FileID]bool, len(of))
	for _, id := range of {
		wanted[id] = true
	}
	var at []int
	for i, p := range r.places {
		if wanted[p.id] {
			at = append(at, i)
		}
	}
	slices.SortFunc(at, r.compare)
	out := make([]spar.FileID, len(at))
	for n, i := range at {
		out[n] = r.places[i].id
	}
	return out
}

// before reports whether one file comes before another.
func (r *Ranking) before(i, j int) bool {
	if a, b := r.places[i].score, r.places[j].score; a != b {
		return a > b
	}
	return r.compare(i, j) < 0
}

func (r *Ranking) compare(i, j int) int {
	a, b := &r.places[i], &r.places[j]
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.modified, a.modified), cmp.Compare(i, j))
}

// ahead is a heap of numbers of files.
type ahead struct {
	of   *Ranking
	list []int32
}

func (a *ahead) Len() int           { return len(a.list) }
func (a *ahead) Less(i, j int) bool { return a.of.before(int(a.list[i]), int(a.list[j])) }
func (a *ahead) Swap(i, j int)      { a.list[i], a.list[j] = a.list[j], a.list[i] }
func (a *ahead) Push(x any)         { a.list = append(a.list, x.(int32)) }
func (a *ahead) Pop() any {
	last := len(a.list) - 1
	x := a.list[last]
	a.list = a.list[:last]
	return x
}
