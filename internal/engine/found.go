package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/durable"
)

// A Found says when an audit found something first.
type Found struct {
	Day   string `json:"day"`
	Round int    `json:"round"`
	Head  int64  `json:"head"` // the version of the catalog
}

// A FoundBefore is what audits of an asker found, under hashes, so that no name of a deleted file stays. Audits fall into rounds: what is
// new is what the present round found first.
type FoundBefore struct {
	Round int              `json:"round"`
	Began time.Time        `json:"began"` // the present round
	Found map[string]Found `json:"found"`

	path string
}

// AuditRound is how long a round of audits lasts where no timetable says otherwise.
const AuditRound = 24 * time.Hour

// FoundBefore reads what audits found for an asker. former is a name under which it was kept before, "": none.
func (e *Engine) FoundBefore(owner, former string) (*FoundBefore, error) {
	pathOf := func(owner string) string { return strings.TrimSuffix(e.learnedFile(owner), ".json") + ".found.json" }
	f := &FoundBefore{path: pathOf(owner)}
	b, err := os.ReadFile(f.path)
	if errors.Is(err, fs.ErrNotExist) && former != "" {
		b, err = os.ReadFile(pathOf(former))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if json.Unmarshal(b, f) != nil || f.Found == nil { // of a damaged file all are new
		f.Found = map[string]Found{}
		var days map[string]string // as it was kept before there were rounds
		if json.Unmarshal(b, &days) == nil {
			for key, day := range days {
				f.Found[key] = Found{Day: day}
			}
		}
	}
	return f, nil
}

// Due reports whether the present round has lasted so long.
func (f *FoundBefore) Due(every time.Duration, now time.Time) bool {
	return !now.Before(f.Began.Add(every))
}

// FirstFound says of each finding when it was found first, and forgets findings that are gone. A round that has lasted so long ends, and
// the next begins. head is the version of the catalog.
func (e *Engine) FirstFound(f *FoundBefore, found []string, head int64, every time.Duration, now time.Time) ([]Found, error) {
	before := f.Found
	same := true
	if f.Due(every, now) {
		f.Round, f.Began, same = f.Round+1, now.UTC(), false
	}
	f.Found = map[string]Found{}
	out := make([]Found, len(found))
	for i, text := range found {
		sum := sha256.Sum256([]byte(text))
		key := hex.EncodeToString(sum[:8])
		one, met := before[key]
		if !met {
			one = Found{Day: now.UTC().Format(time.DateOnly), Round: f.Round, Head: head}
		}
		out[i], f.Found[key] = one, one
	}
	if e.MayWrite() != nil || same && maps.Equal(before, f.Found) {
		return out, nil
	}
	b, err := json.Marshal(f)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return nil, err
	}
	return out, durable.WriteFile(f.path, b, 0o600)
}
