package server

import (
	"crypto/sha256"
	"encoding/json"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
)

// A page that stays open asks again and again for what it shows, and nobody looks anew each time. The same look within sameVisit of the
// one before belongs to the same visit, and the trail has only the first.
const (
	sameVisit  = time.Minute
	mostVisits = 10_000
)

// visits remembers when each browser last looked at what. The zero value remembers nothing.
type visits struct {
	mu   sync.Mutex
	last map[[sha256.Size]byte]time.Time
}

// again reports whether a look belongs to a visit that is noted, and remembers it.
func (v *visits) again(e api.AuditEntry) bool {
	at := e.At
	e.At, e.ID, e.Request, e.TimingMS = time.Time{}, 0, "", 0
	text, err := json.Marshal(e)
	if err != nil {
		return false // our own structs are all encodable
	}
	what := sha256.Sum256(text)
	v.mu.Lock()
	defer v.mu.Unlock()
	before, known := v.last[what]
	if v.last == nil {
		v.last = map[[sha256.Size]byte]time.Time{}
	}
	if len(v.last) >= mostVisits {
		for k, t := range v.last {
			if at.Sub(t) >= sameVisit {
				delete(v.last, k)
			}
		}
	}
	if len(v.last) >= mostVisits { // they are noted once more
		clear(v.last)
	}
	v.last[what] = at
	return known && at.Sub(before) < sameVisit
}
