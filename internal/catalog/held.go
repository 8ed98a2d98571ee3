package catalog

import (
	"database/sql"
	"fmt"

	spar "github.com/sparsearch/spar/internal/spar"
)

// mostHeld is how many files may lie in one file of a share, in containers within containers. One container alone has a bound of
// its own; without
// this one a few kilobytes of archives in archives would become millions of files.
const mostHeld = 100_000

// A root is a file of a share that holds others.
type root struct {
	share int64
	path  string
}

// held is what lies in a root, however deep.
type held struct {
	files int
	by    map[spar.Hash]string // of each content that is an archive within it, the path of the first whose members are known
}

// heldIn says what lies in the outermost container of one.
func (t *tx) heldIn(c container) (*held, error) {
	at := root{c.share, c.path[:c.outer]}
	if h := t.roots[at]; h != nil {
		return h, nil
	}
	h := &held{by: map[spar.Hash]string{}}
	err := query(t.Tx, func(r *sql.Rows) error {
		var path, hash []byte
		if err := r.Scan(&path, &hash); err != nil {
			return err
		}
		h.files++
		if len(hash) == len(spar.Hash{}) && h.by[spar.Hash(hash)] == "" {
			h.by[spar.Hash(hash)] = string(path)
		}
		return nil
	}, `SELECT path, CASE WHEN state = ? AND EXISTS (SELECT 1 FROM files m WHERE m.container = f.id AND m.container <> 0) THEN hash END
		FROM files f WHERE share = ? AND path > ? AND path < ? AND container <> 0 ORDER BY id`,
		spar.Container, c.share, []byte(at.path+inside), []byte(at.path+"!0"))
	if t.roots == nil {
		t.roots = map[root]*held{}
	}
	t.roots[at] = h
	return h, err
}

// leftOut says why the members of a container within another one are not listed, "" where they are: its outermost container holds too much,
// or the same archive already. Another state goes with it where their text cannot be found.
func (t *tx) leftOut(c container, f spar.Finding, more, most int) (state spar.State, reason string, err error) {
	if c.outer == len(c.path) {
		return "", "", nil
	}
	h, err := t.heldIn(c)
	if err != nil {
		return "", "", err
	}
	first := h.by[f.Version.Hash]
	switch {
	case f.State == spar.Container && f.Version.Hash != (spar.Hash{}) && first != "" && first != c.path:
		return spar.Container, fmt.Sprintf("it is the same as %s, and what it holds is listed there", first[c.outer+len(inside):]), nil
	case h.files+more > most && f.State == spar.Container:
		return spar.TooBig, fmt.Sprintf(
			"the file that it lies in holds more than %d files in all: unpack that one to have this one read", most), nil
	case h.files+more > most && f.State.Searchable(): // it has a text of its own, which was read
		return spar.Partial, fmt.Sprintf(
			"what is attached is left out: the file that it lies in holds more than %d files in all", most), nil
	}
	h.files += more
	if f.State == spar.Container {
		h.by[f.Version.Hash] = c.path
	}
	return "", "", nil
}
