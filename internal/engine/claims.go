package engine

import (
	"context"
	"sync"

	"github.com/sparsearch/spar/internal/spar"
)

// claims say which files the questions of this process are reading, so that no two read the same file at once. A question claims a file
// when it begins to read it, not when it finds that it needs it. So a question that needs few files never waits for one that needs many.
type claims struct {
	mu      sync.Mutex
	files   map[spar.FileID]*claim
	parties map[*party]bool
}

// A claim is one file that somebody reads.
type claim struct {
	by     *party
	done   chan struct{} // closed when the file is recorded, or will not be
	wanted bool          // somebody waits for it
}

// A party reads files beside others. Its methods may be called by many goroutines.
type party struct {
	claims *claims
	hurry  func() // records the files read so far; nil until one is read

	// The claims' lock guards these.
	mine  map[spar.FileID]*claim
	told  map[spar.FileID]bool   // files that others recorded since it entered
	waits map[spar.FileID]*claim // of others, that it passed over
	met   int                    // files that others recorded in its stead
	left  bool
}

// enter begins to take part. What others recorded before shows in a snapshot that is taken afterwards.
func (c *claims) enter() *party {
	p := &party{claims: c, mine: map[spar.FileID]*claim{}, told: map[spar.FileID]bool{}, waits: map[spar.FileID]*claim{}}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files == nil {
		c.files, c.parties = map[spar.FileID]*claim{}, map[*party]bool{}
	}
	c.parties[p] = true
	return p
}

// leave gives up the files that it claimed and did not record. Whoever waits for one reads it.
func (p *party) leave() {
	p.claims.mu.Lock()
	defer p.claims.mu.Unlock()
	p.left = true
	delete(p.claims.parties, p)
	for id := range p.mine {
		p.release(id)
	}
}

// take claims a file, or reports false: another reads it, or has recorded it just now.
func (p *party) take(id spar.FileID) bool {
	p.claims.mu.Lock()
	defer p.claims.mu.Unlock()
	if p.left {
		return false
	}
	if p.told[id] {
		p.met++
		return false
	}
	if other := p.claims.files[id]; other != nil {
		p.waits[id] = other
		return false
	}
	mine := &claim{by: p, done: make(chan struct{})}
	p.claims.files[id], p.mine[id] = mine, mine
	return true
}

// recorded ends the claims of files that the catalog knows of now, and tells all other parties of them.
func (p *party) recorded(findings []spar.Finding) {
	p.claims.mu.Lock()
	defer p.claims.mu.Unlock()
	for _, f := range findings {
		for other := range p.claims.parties {
			if other != p {
				other.told[f.Version.File] = true
			}
		}
		p.release(f.Version.File)
	}
}

// release ends a claim. The caller holds the lock.
func (p *party) release(id spar.FileID) {
	if mine := p.mine[id]; mine != nil {
		delete(p.mine, id)
		delete(p.claims.files, id)
		close(mine.done)
	}
}

// wanted reports whether somebody waits for a file.
func (p *party) wanted(id spar.FileID) bool {
	p.claims.mu.Lock()
	defer p.claims.mu.Unlock()
	mine := p.mine[id]
	return mine != nil && mine.wanted
}

// wait waits until other parties have read the files that this one passed over, or ctx ends. It returns how many files others have dealt
// with. A party that waits gives up the files that it claimed and did not record, so no two parties wait for each other.
func (p *party) wait(ctx context.Context) int {
	p.claims.mu.Lock()
	for id := range p.mine {
		p.release(id)
	}
	n := p.met
	waits := make([]*claim, 0, len(p.waits))
	holders := map[*party]func(){}
	for _, w := range p.waits {
		w.wanted = true
		waits = append(waits, w)
		if w.by.hurry != nil {
			holders[w.by] = w.by.hurry
		}
	}
	p.claims.mu.Unlock()
	for _, hurry := range holders {
		hurry()
	}
	for _, w := range waits {
		select {
		case <-w.done:
			n++
		case <-ctx.Done():
			return n
		}
	}
	return n
}

// hurriedBy sets the function that records the files read so far.
func (p *party) hurriedBy(record func()) {
	p.claims.mu.Lock()
	defer p.claims.mu.Unlock()
	p.hurry = record
}
