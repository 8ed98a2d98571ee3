package service

import (
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/durable"
)

// servedPrefix begins the names of the files where servers write their addresses. A server holds its file while it runs.
const servedPrefix = "served-"

// TellServed has other processes with this data directory know that this one serves at an address, until end is called.
func (s *Service) TellServed(address string) (end func() error, err error) {
	dir := filepath.Join(s.engine.Dir(), "locks")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	durable.SweepHeld(dir, servedPrefix) // what servers left that were killed
	f, err := durable.CreateHeld(dir, servedPrefix)
	if err != nil {
		return nil, err
	}
	end = func() error {
		if err := os.Remove(f.Name()); err != nil {
			f.Close()
			return err
		}
		return f.Close()
	}
	if _, err := f.WriteString(address + "\n"); err != nil {
		end()
		return nil, err
	}
	return end, nil
}

// ServedAt returns the address of the server that was started last for this data directory on this machine; "" for none.
func (s *Service) ServedAt() (address string) {
	names, _ := filepath.Glob(filepath.Join(s.engine.Dir(), "locks", servedPrefix+"*")) // the pattern is a fixed one
	var last time.Time
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			continue // it has ended
		}
		info, err := f.Stat()
		free, fault := durable.TryLockFile(f, false)
		f.Close()
		if err != nil || fault != nil || free || info.ModTime().Before(last) {
			continue
		}
		if text, err := os.ReadFile(name); err == nil {
			if line, _, ok := strings.Cut(string(text), "\n"); ok {
				address, last = line, info.ModTime()
			}
		}
	}
	return address
}
