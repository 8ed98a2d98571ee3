package engine

import (
	"sync"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

// A purse is what one question may still read: of its whole budget, and of the turn it is at. Files are charged when their
// reading begins. A nil purse and the zero purse let everything be read. Its methods may be called by many goroutines.
type purse struct {
	budget order.Budget

	mu     sync.Mutex
	opened bool
	most   amount // of the budget; zero fields are no bounds
	begun  amount
	closed bool // the question has read enough

	turn  *turn
	slow  map[spar.FileID]bool // begun in a turn that ended before them
	place map[spar.FileID]int  // of the files that were begun, from 1, in their order
	found Progress             // what the question has read so far

	line *line // the files that the question reads; nil before the first
}

// An amount of files and of their bytes.
type amount struct {
	files int
	bytes int64
}

// A turn is a part of a question's reading. After it, the question is answered from the files read so far.
type turn struct {
	most   amount
	length time.Duration // after which files that are not done are put off
	ends   time.Time     // when that is; zero before its reading begins
	begun  amount
	open   map[spar.FileID]bool // begun and not done
	all    map[spar.FileID]bool // begun
	holds  bool                 // a container was read, whose members belong to the turn
}

// open resolves the budget for the files in scope, once.
func (p *purse) open(snapshot *index.Snapshot, set *roaring.Bitmap) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.opened {
		return
	}
	p.opened = true
	bytes := int64(0)
	if p.budget.BytesShare > 0 {
		bytes = snapshot.Size(set)
	}
	p.most.files, p.most.bytes = p.budget.Amounts(int(set.GetCardinality()), bytes)
}

// spent reports whether no other file may be begun.
func (p *purse) spent() bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.turn; t != nil && (t.full() && !t.holds || t.begun.files > 0 && t.begun.bytes >= t.most.bytes) {
		return true
	}
	return p.over()
}

// full reports whether a turn takes no other file of its own. Members of files that it took do not count.
func (t *turn) full() bool { return t.begun.files >= t.most.files }

// filled reports whether a turn takes no other files than members of files that it took.
func (p *purse) filled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.turn != nil && p.turn.full()
}

// took reports whether a turn took a file.
func (p *purse) took(id spar.FileID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.turn != nil && p.turn.all[id]
}

// over reports whether the whole budget is spent. The caller holds the lock.
func (p *purse) over() bool {
	return p.closed || p.most.files > 0 && p.begun.files >= p.most.files || p.most.bytes > 0 && p.begun.bytes >= p.most.bytes
}

// ended reports whether the whole budget is spent.
func (p *purse) ended() bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over()
}

// allows reports whether a file may be begun. A file larger than the rest of the purse is passed over. A file that was put off waits for
// the last turn.
func (p *purse) allows(f spar.File) bool {
	if p == nil {
		return true
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.turn; t != nil && (p.slow[f.ID] || t.full() && !t.all[f.Container]) {
		return false
	}
	return p.most.bytes == 0 || p.begun.bytes+f.Size <= p.most.bytes
}

// charge takes a file off.
func (p *purse) charge(f spar.File) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.begun.files++
	p.begun.bytes += f.Size
	if p.place == nil {
		p.place = map[spar.FileID]int{}
	}
	if p.place[f.ID] == 0 {
		p.place[f.ID] = len(p.place) + 1
	}
	if t := p.turn; t != nil {
		if !t.all[f.Container] {
			t.begun.files++
		}
		t.begun.bytes += f.Size
		t.open[f.ID], t.all[f.ID] = true, true
	}
}

// tell counts a file that was read, and gives how far the reading has come when so many files are left beside it.
func (p *purse) tell(f spar.File, state spar.State, left amount) Progress {
	if p == nil {
		return Progress{Read: 1, ToRead: 1 + left.files, Path: f.Path}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn != nil {
		delete(p.turn.open, f.ID)
		p.turn.holds = p.turn.holds || state == spar.Container
	}
	p.found.Read++
	p.found.Bytes += f.Size
	if !state.Read() {
		p.found.Unreadable++
	}
	out := p.found
	out.Path, out.ToRead, out.BytesToRead = f.Path, out.Read+left.files, out.Bytes+left.bytes
	if p.most.files > 0 {
		out.ToRead = max(out.Read, min(out.ToRead, p.most.files))
	}
	if p.most.bytes > 0 {
		out.BytesToRead = max(out.Bytes, min(out.BytesToRead, p.most.bytes))
	}
	return out
}

// begin begins a turn of so much.
func (p *purse) begin(t turn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	t.open, t.all = map[spar.FileID]bool{}, map[spar.FileID]bool{}
	p.turn = &t
}

// turnFiles is how many files of its own a turn takes; 0 without turns.
func (p *purse) turnFiles() int {
	if p == nil {
		return 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn == nil {
		return 0
	}
	return p.turn.most.files
}

// reads begins the time of a turn: files are in order now, which takes its time among very many.
func (p *purse) reads() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if t := p.turn; t != nil && t.ends.IsZero() {
		t.ends = time.Now().Add(t.length)
	}
}

// end ends the turn, and reports whether its time was over. Files that it began and that are not done come last from now on.
func (p *purse) end() (late bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn == nil {
		return false
	}
	late = len(p.turn.open) > 0 && !p.turn.ends.IsZero() && time.Now().After(p.turn.ends)
	for id := range p.turn.open {
		if p.slow == nil {
			p.slow = map[spar.FileID]bool{}
		}
		p.slow[id] = true
	}
	p.turn = nil
	return late
}

// close ends the reading of the question.
func (p *purse) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// places returns the places that the files of hits were begun at, and whether all of them were begun.
func (p *purse) places(hits []spar.Hit) (list []int, all bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	all = true
	for _, h := range hits {
		list = append(list, p.place[h.File])
		all = all && p.place[h.File] > 0
	}
	return list, all
}

// turnEnds is when the turn puts off its unfinished files; zero: never.
func (p *purse) turnEnds() time.Time {
	if p == nil {
		return time.Time{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.turn == nil {
		return time.Time{}
	}
	return p.turn.ends
}
