package main

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// TestIdentity moves, swaps, edits, touches and mounts files anew at random and asks between, with and without a scan. What is
// found is what stands in the file; a file that nobody touched since the last scan is found by its word, and after a scan
// every file is.
func TestIdentity(t *testing.T) {
	t.Parallel()
	dbtest.Checks(t)
	paths := []string{"a.txt", "b.txt", "d/c.txt", "d/d.txt", "e/f/g.txt", "e/h.txt"}
	number := 0
	rapid.Check(t, func(r *rapid.T) {
		number++
		m := newIdentities(t, r, fmt.Sprint(number))
		defer m.close()
		some := rapid.SampledFrom(paths)
		there := func() string {
			among := slices.DeleteFunc(slices.Sorted(maps.Keys(m.disk)), func(p string) bool { return strings.HasPrefix(p, "still/") })
			if len(among) == 0 {
				r.Skip()
			}
			return rapid.SampledFrom(among).Draw(r, "which")
		}
		r.Repeat(map[string]func(*rapid.T){
			"write":                      func(r *rapid.T) { m.write(some.Draw(r, "path")) },
			"edit":                       func(r *rapid.T) { m.edit(there(), false) },
			"edit and put the time back": func(r *rapid.T) { m.edit(there(), true) },
			"rename":                     func(r *rapid.T) { m.rename(there(), some.Draw(r, "to")) },
			"swap": func(r *rapid.T) {
				from, to := there(), there()
				if from == to {
					r.Skip()
				}
				m.rename(from, "aside")
				m.rename(to, from)
				m.rename("aside", to)
			},
			"swap folders": func(r *rapid.T) {
				m.renameFolder("d", "aside")
				m.renameFolder("e", "d")
				m.renameFolder("aside", "e")
			},
			"change rights": func(r *rapid.T) {
				m.chmod(there(), os.FileMode(rapid.SampledFrom([]int{0o600, 0o640, 0o644}).Draw(r, "mode")))
			},
			"link": func(r *rapid.T) { m.link(there()) },
			"remove": func(r *rapid.T) {
				p := there()
				m.must(os.Remove(m.in(p)))
				m.set(p, "")
			},
			"mount anew": func(r *rapid.T) { m.remount() },
			"scan":       func(r *rapid.T) { m.scan() },
			"scan and ask": func(r *rapid.T) {
				m.scan()
				m.ask(everybody)
			},
			"ask": func(r *rapid.T) { m.ask(everybody) },
			"scan and ask for one": func(r *rapid.T) {
				p := there()
				m.scan()
				m.ask(m.disk[p])
			},
			"ask for one": func(r *rapid.T) {
				p := there()
				m.ask(m.disk[p])
			},
			"": func(r *rapid.T) {},
		})
		m.scan()
		m.ask(everybody)
	})
}

// everybody is what all files say; each has a word of its own beside it.
const everybody = "house"

// identities is a share, what lies in it, and who asks.
type identities struct {
	t      *testing.T
	r      *rapid.T
	root   string
	e      *engine.Opened
	d      *sql.DB
	disk   map[string]string // path to its word
	before map[string]bool   // files that were touched since the last scan
	put    map[string]bool   // of these, files that were changed while their time was put back
	hidden map[string]bool   // of these, files whose path or rights were changed too: a scan takes that for the reason
	words  int
	clock  time.Time // each content gets a time of its own
}

func newIdentities(t *testing.T, r *rapid.T, name string) *identities {
	dir := filepath.Join(t.TempDir(), name)
	m := &identities{t: t, r: r, root: filepath.Join(dir, "root"), disk: map[string]string{}, clock: time.Unix(1e9, 0)}
	data := filepath.Join(dir, "data")
	for _, folder := range []string{"d", "e/f", "still"} {
		m.must(os.MkdirAll(filepath.Join(m.root, folder), 0o700))
	}
	var err error
	m.e, err = engine.Open(context.Background(), engine.Options{Dir: data, Read: read.Options{Command: []string{os.Args[0], workerCommand}, Workers: 1}})
	m.must(err)
	_, err = m.e.AddShare(context.Background(), "s", m.root, false)
	m.must(err)
	m.d, err = sql.Open("sqlite", "file:"+filepath.Join(data, "catalog.db")+"?_pragma=busy_timeout(10000)")
	m.must(err)
	for _, p := range []string{"a.txt", "d/c.txt", "e/h.txt"} {
		m.write(p)
	}
	for i := range 8 { // a scan does not believe in a root from which most files are gone
		m.write(fmt.Sprintf("still/%d.txt", i))
	}
	m.scan()
	return m
}

func (m *identities) close() {
	m.d.Close()
	m.e.Close()
}

func (m *identities) must(err error) {
	if err != nil {
		m.r.Fatal(err)
	}
}

func (m *identities) in(p string) string { return filepath.Join(m.root, filepath.FromSlash(p)) }

// set says that a path has a word now, "" for none.
func (m *identities) set(p, word string) {
	delete(m.disk, p)
	delete(m.put, p)
	delete(m.hidden, p)
	if word != "" {
		m.disk[p] = word
	}
	m.before[p] = true
}

// fill gives a file new content, of the length that all have.
func (m *identities) fill(p string) {
	m.words++
	word := fmt.Sprintf("colour%05d", m.words)
	f, err := os.OpenFile(m.in(p), os.O_CREATE|os.O_WRONLY, 0o600)
	m.must(err)
	_, err = f.WriteAt(fmt.Appendf(nil, "The colour of this house is %s.\n", word), 0)
	m.must(err)
	m.must(f.Close())
	m.set(p, word)
}

func (m *identities) write(p string) {
	if m.before == nil {
		m.before, m.put, m.hidden = map[string]bool{}, map[string]bool{}, map[string]bool{}
	}
	m.fill(p)
	m.clock = m.clock.Add(time.Second)
	m.must(os.Chtimes(m.in(p), m.clock, m.clock))
}

func (m *identities) edit(p string, back bool) {
	if !back {
		m.write(p)
		return
	}
	was, err := os.Stat(m.in(p))
	m.must(err)
	explained := m.before[p]
	m.tick()
	m.fill(p)
	m.must(os.Chtimes(m.in(p), was.ModTime(), was.ModTime()))
	m.put[p], m.hidden[p] = true, explained
}

// tick waits until the clock of the file system has moved on: two changes within one step of it are one to everybody.
func (m *identities) tick() { time.Sleep(10 * time.Millisecond) }

func (m *identities) rename(from, to string) {
	if from == to {
		return
	}
	m.must(os.Rename(m.in(from), m.in(to)))
	word, put := m.disk[from], m.put[from] || m.hidden[from]
	m.set(from, "")
	m.set(to, word)
	m.put[to], m.hidden[to] = put, put
}

func (m *identities) renameFolder(from, to string) {
	m.must(os.Rename(m.in(from), m.in(to)))
	for _, p := range slices.Sorted(maps.Keys(m.disk)) {
		if rest, below := strings.CutPrefix(p, from+"/"); below {
			word, put := m.disk[p], m.put[p] || m.hidden[p]
			m.set(p, "")
			m.set(to+"/"+rest, word)
			m.put[to+"/"+rest], m.hidden[to+"/"+rest] = put, put
		}
	}
	for _, folder := range []string{"d", "e/f"} {
		if to == "e" {
			m.must(os.MkdirAll(m.in(folder), 0o700))
		}
	}
}

func (m *identities) chmod(p string, mode os.FileMode) {
	m.must(os.Chmod(m.in(p), mode))
	m.before[p] = true
	if m.put[p] {
		m.hidden[p] = true
	}
}

// link changes nothing of a file but the time at which it last changed.
func (m *identities) link(p string) {
	m.must(os.Link(m.in(p), m.in("link")))
	m.must(os.Remove(m.in("link")))
}

// remount makes every device have another number than the catalog has seen.
func (m *identities) remount() {
	for _, query := range []string{"UPDATE shares SET root_dev = root_dev + 7", "UPDATE devices SET dev = dev + 7"} {
		_, err := m.d.Exec(query)
		m.must(err)
	}
}

func (m *identities) scan() {
	_, err := m.e.Scan(context.Background(), "s", engine.ScanOptions{Wait: true})
	m.must(err)
	m.before, m.put = map[string]bool{}, map[string]bool{}
	for p := range m.hidden {
		m.before[p] = m.hidden[p]
	}
}

// ask searches for a word that all files have, or one of them.
func (m *identities) ask(word string) {
	q := engine.Request{Selection: engine.Selection{Who: spar.Principal{All: true}}, Question: word, Limit: 100}
	q.Retrieve.Rank = retrieve.Words
	found, err := m.e.Search(context.Background(), q)
	m.must(err)
	hit := map[string]bool{}
	for _, h := range found.Hits {
		now, err := os.ReadFile(m.in(h.Path))
		if err != nil || !strings.Contains(string(now), h.Passage.Text) {
			m.r.Fatalf("%s is found with %q, and says %q (%v)", h.Path, h.Passage.Text, now, err)
		}
		hit[h.Path] = true
	}
	for p, has := range m.disk {
		if !m.before[p] && !hit[p] && (word == everybody || word == has) {
			m.r.Fatalf("%s, which says %s, is not found: %q", p, has, slices.Sorted(maps.Keys(hit)))
		}
	}
	for p := range m.disk {
		if hit[p] { // it was compared with what it is
			delete(m.hidden, p)
		}
	}
}
