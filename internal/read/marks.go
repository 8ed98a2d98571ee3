package read

import (
	"context"
	"encoding/binary"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/spar"
)

// A mark is written before a file goes to a worker, and wiped when the attempt is over. A mark in a file of marks that nobody holds means
// that SPAR itself ended during that attempt. A mark costs two small writes, and nobody waits for the disk: it outlives the process, not
// the machine.
//
// An attempt that ends with SPAR is most likely not to blame: somebody killed SPAR, or the power failed. So the mark says whether the
// attempt has lasted long, as one does that hangs or fills the memory; brief ones count a quarter.
//
// A file of marks holds slots of markSize bytes: one byte, 1 while an attempt is under way, 2 when it has lasted long, the key of the
// trial, four bytes of the file's number, and one byte of length before the version of the reader.
const (
	markSize   = 96
	maxReader  = markSize - 1 - len(spar.SegmentID{}) - 4 - 1
	marksName  = "reading-"
	reasonLost = "SPAR itself ended while it was read"
)

// marks is the file of marks of this process. A nil one marks nothing.
type marks struct {
	mu   sync.Mutex
	f    *os.File
	free []int64 // offsets of slots that are not in use
	end  int64
	long time.Duration // from which on an attempt has lasted long
}

// openMarks makes a file of marks that this process holds until it ends.
func openMarks(dir string, long time.Duration) (*marks, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	for {
		f, err := os.CreateTemp(dir, marksName)
		if err != nil {
			return nil, err
		}
		held, err := durable.TryLockFile(f, true)
		if err == nil && held && isThere(f) {
			return &marks{f: f, long: long}, nil
		}
		f.Close()
		if err != nil {
			return nil, err
		}
		// Somebody who sweeps was faster, and has taken it away.
	}
}

// isThere reports whether an open file still has its name.
func isThere(f *os.File) bool {
	here, err := f.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(f.Name())
	return err == nil && os.SameFile(here, there)
}

// begin marks an attempt; the function that it gives wipes the mark. A mark that cannot be written is left out: reading
// goes on without.
func (m *marks) begin(t trial) func() {
	if m == nil || t.none() || len(t.reader) > maxReader {
		return func() {}
	}
	m.mu.Lock()
	at := m.end
	if n := len(m.free); n > 0 {
		at = m.free[n-1]
		m.free = m.free[:n-1]
	} else {
		m.end += markSize
	}
	m.mu.Unlock()
	var slot [markSize]byte
	slot[0] = 1
	b := append(slot[:1], t.key[:]...)
	b = binary.LittleEndian.AppendUint32(b, uint32(t.file))
	_ = append(append(b, byte(len(t.reader))), t.reader...) // into the slot, which has room
	_, _ = m.f.WriteAt(slot[:], at)
	over := false
	state := func(to byte) {
		m.mu.Lock()
		defer m.mu.Unlock()
		if over {
			return
		}
		_, _ = m.f.WriteAt([]byte{to}, at)
		if to == 0 {
			over, m.free = true, append(m.free, at)
		}
	}
	timer := time.AfterFunc(m.long, func() { state(2) })
	return func() {
		timer.Stop()
		state(0)
	}
}

// close takes the file away: nothing is under way any more.
func (m *marks) close() {
	if m != nil {
		os.Remove(m.f.Name())
		m.f.Close()
	}
}

// An ended is an attempt that ended with its process.
type ended struct {
	trial
	long bool
}

// markedIn gives the attempts that a file of marks says are under way.
func markedIn(b []byte) (list []ended) {
	for ; len(b) >= markSize; b = b[markSize:] {
		slot := b[:markSize]
		if slot[0] != 1 && slot[0] != 2 {
			continue
		}
		t := ended{long: slot[0] == 2}
		n := copy(t.key[:], slot[1:])
		t.file = spar.FileID(binary.LittleEndian.Uint32(slot[1+n:]))
		t.reader = string(slot[1+n+5:][:min(int(slot[1+n+4]), maxReader)])
		list = append(list, t)
	}
	return list
}

// sweep counts the attempts that ended with their process. If many were under way at once it counts each: after one loss a content is tried
// alone, so that the next time only the one to blame is lost.
func sweep(ctx context.Context, dir string, ledger Ledger, log *slog.Logger) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), marksName) {
			continue
		}
		if err := sweepOne(ctx, filepath.Join(dir, e.Name()), ledger, log); err != nil {
			return fmt.Errorf("look at what was being read when SPAR ended (%s): %w", e.Name(), err)
		}
	}
	return nil
}

func sweepOne(ctx context.Context, name string, ledger Ledger, log *slog.Logger) error {
	f, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		return nil // its process has taken it away
	}
	defer f.Close()
	if held, err := durable.TryLockFile(f, true); err != nil || !held || !isThere(f) {
		return err
	}
	b := make([]byte, 1<<20)
	n, _ := f.ReadAt(b, 0)
	for _, t := range markedIn(b[:n]) {
		log.Warn("a file was being read when SPAR ended", "file", t.file, "reader", t.reader, "long", t.long)
		var err error
		if t.long {
			_, err = ledger.Lose(ctx, t.key, t.file, t.reader, reasonLost, false)
		} else {
			err = ledger.Interrupted(ctx, t.key, t.file, t.reader, reasonLost)
		}
		if err != nil {
			return err
		}
	}
	return os.Remove(name)
}
