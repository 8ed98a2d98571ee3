// Package durable makes changes on disk that survive a crash: steps that can be counted and walked by tests, files
// replaced whole, and locks that die with their process. Every room that writes below the data directory uses it.
package durable

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// CrashStatus is the exit status of a process that SPAR_CRASH_AT ended.
const CrashStatus = 86

// crashAt is the step that ends this process, 0 for none.
var crashAt = sync.OnceValue(func() int64 {
	n, _ := strconv.ParseInt(os.Getenv("SPAR_CRASH_AT"), 10, 64)
	return n
})

var steps atomic.Int64

// Step is called right after every durable step: commit, append, fsync, rename. When the environment variable
// SPAR_CRASH_AT is n, the n-th call ends the process at once with status CrashStatus, as a crash would.
func Step(name string) {
	at := crashAt()
	if at <= 0 {
		return
	}
	if steps.Add(1) == at {
		fmt.Fprintf(os.Stderr, "spar: SPAR_CRASH_AT=%d: crash after %s\n", at, name)
		os.Exit(CrashStatus)
	}
}

// WriteFile replaces the file at path by data: written beside, synced, renamed, and the folder synced. A reader sees
// the old file or the new one, also after a crash.
func WriteFile(path string, data []byte, perm fs.FileMode) error {
	return WriteWith(path, perm, func(f *os.File) error {
		_, err := f.Write(data)
		return err
	})
}

// WriteWith is WriteFile with what write puts into the file.
func WriteWith(path string, perm fs.FileMode, write func(*os.File) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+leftover+"*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if err := f.Chmod(perm); err != nil {
		return err
	}
	if err := write(f); err != nil {
		return err
	}
	if err := Sync(f); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	return Rename(f.Name(), path)
}

// Sync is f.Sync and a Step.
func Sync(f *os.File) error {
	if err := f.Sync(); err != nil {
		return err
	}
	Step("fsync of " + filepath.Base(f.Name()))
	return nil
}

// Rename renames a file within one folder and syncs that folder, each a Step.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	Step("rename to " + filepath.Base(to))
	return SyncDir(filepath.Dir(to))
}

// SyncDir makes the names in a folder durable, where the system can.
func SyncDir(dir string) error {
	if err := syncDir(dir); err != nil {
		return err
	}
	Step("fsync of folder " + filepath.Base(dir))
	return nil
}

// leftover marks the names of files that WriteFile has not finished.
const leftover = ".unfinished-"

// Sweep removes from dir what WriteFile left there when its process was killed, if it is older than an hour.
func Sweep(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") || !strings.Contains(e.Name(), leftover) {
			continue
		}
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && time.Since(info.ModTime()) > time.Hour {
			os.Remove(filepath.Join(dir, e.Name()))
		}
	}
	return nil
}
