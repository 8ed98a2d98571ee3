package durable

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// ErrHeld is in the chain of every error of TryLock that means: another holder has the lock.
var ErrHeld = errors.New("the lock is held")

// HeldError says who holds a lock.
type HeldError struct {
	Path   string
	Holder string // such as "process 4711 (spar scan docs)"; "another process" when it did not say
}

// Error names the holder.
func (e *HeldError) Error() string { return fmt.Sprintf("%s is held by %s", e.Path, e.Holder) }

// Unwrap gives ErrHeld.
func (e *HeldError) Unwrap() error { return ErrHeld }

// A Held lock keeps others out, other processes and other holders in this one, until Unlock or the end of the process.
type Held struct{ f *os.File }

// TryLock takes the lock named by the file at path, which is made when missing and never removed. When another has
// it, the error is a *HeldError.
func TryLock(path string) (*Held, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	ok, err := TryLockFile(f, true)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", path, err)
	}
	if !ok {
		defer f.Close()
		return nil, &HeldError{Path: path, Holder: holder(f)}
	}
	// The holder's name is for people: a lock without it is still a lock.
	if f.Truncate(0) == nil {
		f.WriteAt([]byte(self()), 0)
	}
	return &Held{f: f}, nil
}

// Lock is TryLock that waits. Before it begins to wait, and whenever the holder changes, waiting, if not nil, is told who
// holds the lock.
func Lock(ctx context.Context, path string, waiting func(holder string)) (*Held, error) {
	said := ""
	for pause := 5 * time.Millisecond; ; pause = min(2*pause, 250*time.Millisecond) {
		l, err := TryLock(path)
		var held *HeldError
		if !errors.As(err, &held) {
			return l, err
		}
		if waiting != nil && held.Holder != said {
			said = held.Holder
			waiting(said)
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w; %w", ctx.Err(), err)
		case <-time.After(pause):
		}
	}
}

// Unlock gives the lock back.
func (l *Held) Unlock() error {
	l.f.Truncate(0)
	return l.f.Close()
}

// self is this process in words.
func self() string {
	words := append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...)
	line := strings.Join(words[:min(len(words), 3)], " ")
	line = strings.ToValidUTF8(line[:min(len(line), 200)], "")
	return fmt.Sprintf("process %d (%s)", os.Getpid(), line)
}

// holder reads what self wrote.
func holder(f *os.File) string {
	b, err := io.ReadAll(io.NewSectionReader(f, 0, 400))
	if err != nil || len(b) == 0 {
		return "another process"
	}
	return string(b)
}
