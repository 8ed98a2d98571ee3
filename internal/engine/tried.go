package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// tried lists what other programs could not read, a line each, so that no program runs twice on the same bytes. A program that is installed
// later has its turn. Losing the list costs time only.
type tried struct {
	path  string
	lines map[string]bool
}

// triedToRecover reads the list. The list lies in a folder that may be deleted.
func (e *texts) triedToRecover() (*tried, error) {
	t := &tried{path: filepath.Join(e.dir, "cache", "not-recovered"), lines: map[string]bool{}}
	f, err := os.Open(t.path)
	if errors.Is(err, fs.ErrNotExist) {
		return t, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		t.lines[lines.Text()] = true
	}
	return t, lines.Err()
}

func triedLine(f spar.File, by []string) string {
	return fmt.Sprintf("%d %d %d %s %s", f.ID, f.Size, f.ModTime.UnixNano(), strings.ReplaceAll(string(f.State), " ", "-"), strings.Join(by, ","))
}

// has reports whether a file was tried by all that may read it.
func (t *tried) has(f spar.File, by []string) bool { return t.lines[triedLine(f, by)] }

// add notes a file with the state that it had and the one that it has now.
func (t *tried) add(f spar.File, found spar.Finding, by func(spar.File) []string) error {
	now := f
	now.State = found.State
	out, err := os.OpenFile(t.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	for _, l := range []string{triedLine(f, by(f)), triedLine(now, by(now))} {
		if !t.lines[l] {
			t.lines[l] = true
			_, err = fmt.Fprintln(out, l)
		}
	}
	return errors.Join(err, out.Close())
}
