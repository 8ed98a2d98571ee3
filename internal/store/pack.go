package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/durable"
)

const packSuffix = ".pack"

// path is the file of a pack.
func (s *Store) path(pack int64) string {
	return filepath.Join(s.dir, fmt.Sprintf("%06d%s", pack, packSuffix))
}

// packNumber is the pack of a file name, 0 if it is none.
func packNumber(name string) int64 {
	digits, ok := strings.CutSuffix(name, packSuffix)
	if !ok {
		return 0
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n <= 0 {
		return 0
	}
	return n
}

// takePack locks a pack below the size limit, or a new one, for appending at end. It cuts off the leavings of a crash behind end. Closing
// the file gives the lock back; it is held for one batch only, so that a purge need not wait for the end of a process.
func (s *Store) takePack(ctx context.Context) (f *os.File, id, end int64, err error) {
	for {
		if f, id, end, err = s.knownPack(ctx); f != nil || err != nil {
			return f, id, end, err
		}
		if id, err = s.newPack(ctx); err != nil {
			return nil, 0, 0, err
		}
		// A process that looks for a pack at this moment may be quicker: then one of the others is free, or another is made.
		if f, end, err = s.lockPack(ctx, id, true); f != nil || err != nil {
			return f, id, end, err
		}
	}
}

// knownPack locks a pack below the size limit; the file is nil when there is none that is free.
func (s *Store) knownPack(ctx context.Context) (f *os.File, id, end int64, err error) {
	packs, err := s.packEnds(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	for i := len(packs) - 1; i >= 0; i-- {
		id := packs[i].id
		if packs[i].end >= s.limit {
			continue
		}
		f, end, err := s.lockPack(ctx, id, false)
		if err != nil {
			return nil, 0, 0, err
		}
		if f == nil {
			continue
		}
		if end < s.limit {
			return f, id, end, nil
		}
		f.Close()
	}
	return nil, 0, 0, nil
}

// lockPack locks a pack's file, and cuts it off behind its last record. The file is nil when another has the lock, or
// when it is not there and must not be made.
func (s *Store) lockPack(ctx context.Context, id int64, create bool) (_ *os.File, end int64, err error) {
	path := s.path(id)
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	made := false
	if errors.Is(err, fs.ErrNotExist) && create {
		made = true
		f, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, explain(path, err)
	}
	keep := false
	defer func() {
		if !keep {
			f.Close()
		}
	}()
	if ok, err := durable.TryLockFile(f, true); err != nil || !ok {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	// A purge may have removed it between opening and locking.
	if now, err := os.Stat(path); err != nil || !os.SameFile(info, now) {
		return nil, 0, nil
	}
	if made {
		if err := durable.SyncDir(s.dir); err != nil {
			return nil, 0, explain(path, err)
		}
	}
	if end, err = s.end(ctx, id); err != nil {
		return nil, 0, err
	}
	if info.Size() < end {
		// Its last segments are lost; the next reader of each will see. Nothing more is put beside them.
		return nil, 0, nil
	}
	if info.Size() > end {
		if err := f.Truncate(end); err != nil {
			return nil, 0, explain(path, err)
		}
		durable.Step("truncate " + filepath.Base(path))
	}
	keep = true
	return f, end, nil
}

// waitPack is lockPack that waits for others. A listed pack that has no file yet gets one, so that whoever listed it
// does not put anything into it meanwhile.
func (s *Store) waitPack(ctx context.Context, id int64) (*os.File, error) {
	for {
		f, _, err := s.lockPack(ctx, id, true)
		if err != nil || f != nil {
			return f, err
		}
		// The end first: a pack that somebody appends to is longer than the table says, never shorter.
		end, err := s.end(ctx, id)
		if err != nil {
			return nil, err
		}
		info, err := os.Stat(s.path(id))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if info.Size() < end {
			return os.Open(s.path(id)) // cut short: its whole segments can be moved, and nobody appends to it
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(2 * time.Millisecond):
		}
	}
}
