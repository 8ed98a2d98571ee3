package engine

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/workspace"
)

// A mark is a locked file that shows other processes that this one still makes answers.
type mark struct {
	once sync.Once
	held *durable.Held
	path string
	name string
	err  error
}

// markPrefix begins the names of such files.
const markPrefix = "asking-"

// elsewhere is how long a question may take that a process over another data directory is answering. That process leaves no marks here.
const elsewhere = time.Hour

// here tells marks of this data directory on this machine from marks of others that share the tables.
func (e *base) here() string {
	host, _ := os.Hostname() // without one, the folder tells
	sum := sha256.Sum256([]byte(host + "\x00" + e.dir))
	return hex.EncodeToString(sum[:6])
}

// Mark returns the mark for a turn that this process answers.
func (e *base) Mark() (string, error) {
	m := &e.mark
	m.once.Do(func() {
		dir := filepath.Join(e.dir, "locks")
		if m.err = os.MkdirAll(dir, 0o700); m.err != nil {
			return
		}
		m.name = e.here() + "-" + strings.ToLower(rand.Text())
		m.path = filepath.Join(dir, markPrefix+m.name)
		m.held, m.err = durable.TryLock(m.path)
	})
	return m.name, m.err
}

func (m *mark) close() error {
	if m.held == nil {
		return nil
	}
	return errors.Join(os.Remove(m.path), m.held.Unlock())
}

// Alive reports whether the process with a mark still answers a question that it was asked then. The file of a process that was
// killed is removed. Tables in SQLite have all their marks here, also under another name of the machine or of the folder, as of a
// container that was started anew.
func (e *base) Alive(name string, asked time.Time) bool {
	place, _, _ := strings.Cut(name, "-")
	switch {
	case name == "" || name != filepath.Base(name):
		return false
	case place != e.here() && e.onServer:
		return time.Since(asked) < elsewhere
	}
	path := filepath.Join(e.dir, "locks", markPrefix+name)
	if _, err := os.Stat(path); err != nil {
		return false
	}
	held, err := durable.TryLock(path)
	if err != nil {
		return errors.Is(err, durable.ErrHeld)
	}
	os.Remove(path) // else the next one does
	held.Unlock()
	return false
}

// Uses returns the versions of files that an answer rests on. It says which of them the answer may have words of: files that are cited,
// that a model was shown, or that stand beside a refusal.
func (r Result) Uses(a spar.Answer) (list []workspace.Use) {
	at := map[spar.FileID]int{}
	hits := r.Hits
	for _, side := range r.sides {
		hits = append(slices.Clip(hits), side.Hits...)
	}
	for _, h := range hits {
		quoted := a.Model != "" || a.Refused
		for _, c := range a.Citations {
			quoted = quoted || c.Share == h.Share && c.Path == h.Path
		}
		if i, ok := at[h.File]; ok {
			list[i].Quoted = list[i].Quoted || quoted
			continue
		}
		use := workspace.Use{File: h.File, Share: h.Share, Path: []byte(h.Path), Segment: h.Segment.String(), Quoted: quoted}
		if r.basis.snapshot != nil {
			if f, ok := r.basis.snapshot.File(h.File); ok {
				use.Hash, use.Segment = f.Hash.String(), f.Segment.String()
			}
		}
		at[h.File] = len(list)
		list = append(list, use)
	}
	return list
}

// Settings returns the settings that make the answer to a request.
func (e *encoders) Settings(ctx context.Context, q Request) workspace.Settings {
	s := workspace.Settings{Rank: string(q.Retrieve.Rank), Meaning: q.Retrieve.Meaning, Count: q.Limit}
	if s.Count == 0 {
		s.Count = answer.Passages
	}
	if q.Retrieve.Rank != retrieve.Words {
		if m, err := e.meanings.of(ctx, q.Encoder); err == nil {
			s.Encoder = m.Encoder.Name()
		}
	}
	if q.Model != nil {
		s.Model = q.Model.Model()
	}
	return s
}
