package main

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/retrieve"
	"github.com/sparsearch/spar/internal/spar"
)

// What a writer does to a share: so many changes a second, while so many ask.
const (
	writerFiles   = 200
	writerFolders = 12
	writerPause   = 100 * time.Millisecond
	writerAskers  = 20
)

// TestBesideWriter asks a share while somebody edits, saves, moves, deletes and adds files, and nobody scans. Every file
// says something of its own, and questions ask for that. One whose file stayed as and where it was from question to
// answer is never refused; no answer quotes what a file does not say any more; and hardly a question fewer is answered
// than without the writer.
func TestBesideWriter(t *testing.T) {
	t.Parallel()
	questions, changes := 400, 60
	if os.Getenv("SPAR_LONG") != "" {
		questions, changes = 4000, 1200
	}
	w := newWriter(t, 12)
	data := filepath.Join(t.TempDir(), "data")
	// Two engines over one data directory, as two processes would have.
	var engines []*engine.Opened
	for range 2 {
		e, err := engine.Open(t.Context(), engine.Options{Dir: data, Read: read.Options{Command: []string{os.Args[0], workerCommand}}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { e.Close() })
		engines = append(engines, e)
	}
	if _, err := engines[0].AddShare(t.Context(), "s", w.root, false); err != nil {
		t.Fatal(err)
	}
	if _, err := engines[0].Scan(t.Context(), "s", engine.ScanOptions{}); err != nil {
		t.Fatal(err)
	}
	quiet := w.ask(t, engines, questions/4, 0)
	t.Log("without the writer:", quiet)

	ctx, stop := context.WithCancel(t.Context())
	var writing sync.WaitGroup
	writing.Go(func() { w.write(ctx, t) })
	beside := w.ask(t, engines, questions, changes)
	stop()
	writing.Wait()
	t.Log("beside the writer: ", beside, "after", w.changes.Load(), "changes")

	if quiet.answered.Load() != quiet.steady.Load() || beside.steady.Load() == 0 {
		t.Fatal("the questions are no measure: not all are answered without the writer")
	}
	if n := beside.refused.Load(); n > 0 {
		t.Errorf("%d of %d questions were refused though their file was there", n, beside.steady.Load())
	}
	if n := beside.old.Load() + quiet.old.Load(); n > 0 {
		t.Errorf("%d answers quote what their file did not say any more", n)
	}
	if n := beside.failed.Load(); n > 0 {
		t.Errorf("%d questions ended in an error", n)
	}
	if share := float64(beside.answered.Load()) / float64(beside.steady.Load()); share < .98 {
		t.Errorf("%.1f %% of the questions are answered beside the writer, and all without", 100*share)
	}
}

// A note is a file that the writer knows.
type note struct {
	name string // of a gate, which no other note speaks of
	path string
	code string
	turn int // counts its changes
}

// A said is what stood at a path for a while.
type said struct {
	text     string
	from, to time.Time // to is zero as long as it stands there
}

// A writer changes the files of a share and knows what stood where, and when.
type writer struct {
	root string

	mu      sync.Mutex
	r       *rand.Rand
	notes   map[string]*note // by name
	at      map[string][]said
	recent  []string // names of the notes changed last
	names   int
	changes atomic.Int64
}

func newWriter(t *testing.T, seed uint64) *writer {
	w := &writer{root: t.TempDir(), r: rand.New(rand.NewPCG(seed, 1)), notes: map[string]*note{}, at: map[string][]said{}}
	for range writerFiles {
		if err := w.add(); err != nil {
			t.Fatal(err)
		}
	}
	w.recent = nil
	return w
}

var syllables = strings.Fields("ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu")

// word makes a word that stands nowhere else.
func (w *writer) word() string {
	w.names++
	var b strings.Builder
	for n, i := w.names*7919+13, 0; i < 4; i++ {
		b.WriteString(syllables[n%len(syllables)])
		n /= len(syllables)
	}
	return fmt.Sprintf("%sq%d", b.String(), w.names)
}

func (w *writer) text(n *note) string {
	return fmt.Sprintf("# Gate %s\n\nThe access code of the gate %s is %s.\n\n%s\n", n.name, n.name, n.code, strings.Repeat("Somebody painted the fence again. ", w.r.IntN(40)))
}

func (w *writer) place() string {
	return fmt.Sprintf("folder%02d/%s.md", w.r.IntN(writerFolders), w.word())
}

// stands and falls keep what stood at a path.
func (w *writer) stands(path, text string) {
	w.at[path] = append(w.at[path], said{text: text, from: time.Now()})
}

func (w *writer) falls(path string) {
	if list := w.at[path]; len(list) > 0 && list[len(list)-1].to.IsZero() {
		list[len(list)-1].to = time.Now()
	}
}

// put writes a note, in place or by a file beside it that takes its name, as many editors save.
func (w *writer) put(n *note, beside bool) error {
	text := w.text(n)
	full := filepath.Join(w.root, filepath.FromSlash(n.path))
	if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
		return err
	}
	w.stands(n.path, text) // it may be read before the call has ended
	if !beside {
		return os.WriteFile(full, []byte(text), 0o600)
	}
	if err := os.WriteFile(full+"~", []byte(text), 0o600); err != nil {
		return err
	}
	return os.Rename(full+"~", full)
}

func (w *writer) add() error {
	n := &note{name: w.word(), code: w.word(), path: w.place()}
	w.notes[n.name] = n
	w.touched(n)
	return w.put(n, false)
}

func (w *writer) touched(n *note) {
	n.turn++
	w.recent = append(w.recent, n.name)
	w.recent = w.recent[max(0, len(w.recent)-20):]
}

func (w *writer) any() *note {
	names := slices.Sorted(maps.Keys(w.notes))
	return w.notes[names[w.r.IntN(len(names))]]
}

// change does one thing to the share.
func (w *writer) change() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.changes.Add(1)
	n := w.any()
	switch what := w.r.IntN(10); {
	case what < 3, what < 5: // an edit in place, or a save
		n.code = w.word()
		w.touched(n)
		err := w.put(n, what >= 3)
		if list := w.at[n.path]; len(list) > 1 {
			list[len(list)-2].to = time.Now()
		}
		return err
	case what < 8: // a move
		to := w.place()
		w.touched(n)
		w.stands(to, w.at[n.path][len(w.at[n.path])-1].text)
		from := n.path
		n.path = to
		err := os.Rename(filepath.Join(w.root, from), filepath.Join(w.root, to))
		w.falls(from)
		return err
	case what < 9:
		return w.add()
	default:
		if len(w.notes) <= writerFiles/2 {
			return nil
		}
		delete(w.notes, n.name)
		err := os.Remove(filepath.Join(w.root, n.path))
		w.falls(n.path)
		return err
	}
}

// write changes the share again and again until ctx ends.
func (w *writer) write(ctx context.Context, t *testing.T) {
	for tick := time.NewTicker(writerPause); ctx.Err() == nil; {
		select {
		case <-ctx.Done():
		case <-tick.C:
			if err := w.change(); err != nil {
				t.Error(err)
				return
			}
		}
	}
}

// pick chooses the note to ask for: half of the time one of the recently changed notes.
func (w *writer) pick(r *rand.Rand) note {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.recent) > 0 && r.IntN(2) == 0 {
		if n := w.notes[w.recent[r.IntN(len(w.recent))]]; n != nil {
			return *n
		}
	}
	names := slices.Sorted(maps.Keys(w.notes))
	return *w.notes[names[r.IntN(len(names))]]
}

// steady reports whether a note is as it was, and where it was.
func (w *writer) steady(n note) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := w.notes[n.name]
	return now != nil && now.turn == n.turn
}

// said reports whether a text stood at a path at some time since a moment.
func (w *writer) said(path, text string, since time.Time) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	text = strings.Join(strings.Fields(text), " ") // passages keep words and not the white space between them
	for _, s := range w.at[path] {
		if (s.to.IsZero() || !s.to.Before(since)) && strings.Contains(strings.Join(strings.Fields(s.text), " "), text) {
			return true
		}
	}
	return false
}

// A tally counts questions.
type tally struct {
	steady, answered, refused, elsewhere, old, failed atomic.Int64
	longest                                           atomic.Int64
}

func (c *tally) String() string {
	return fmt.Sprintf("%d steady, %d answered, %d refused, %d answered from elsewhere, %d old, %d failed, the longest took %v",
		c.steady.Load(), c.answered.Load(), c.refused.Load(), c.elsewhere.Load(), c.old.Load(), c.failed.Load(), time.Duration(c.longest.Load()).Round(time.Millisecond))
}

// ask has many ask at once until so many questions were about files that stayed as they were, and so much was changed.
func (w *writer) ask(t *testing.T, engines []*engine.Opened, questions, changes int) *tally {
	var c tally
	var askers sync.WaitGroup
	for i := range writerAskers {
		askers.Go(func() {
			r := rand.New(rand.NewPCG(uint64(i), 2))
			for (c.steady.Load() < int64(questions) || w.changes.Load() < int64(changes)) && t.Context().Err() == nil {
				w.one(t, engines[i%len(engines)], w.pick(r), &c)
			}
		})
	}
	askers.Wait()
	return &c
}

// one asks for the code of one gate.
func (w *writer) one(t *testing.T, e *engine.Opened, n note, c *tally) {
	q := engine.Request{Selection: engine.Selection{Who: spar.Principal{All: true}}, Question: fmt.Sprintf("what is the access code of the gate %s?", n.name)}
	q.Retrieve.Rank = retrieve.Words
	began := time.Now()
	a, r, err := e.Ask(t.Context(), q)
	took := time.Since(began)
	for was := c.longest.Load(); int64(took) > was && !c.longest.CompareAndSwap(was, int64(took)); was = c.longest.Load() {
	}
	if err != nil {
		if c.failed.Add(1) < 5 {
			t.Log(err)
		}
		return
	}
	for _, cited := range a.Citations {
		if !w.said(cited.Path, cited.Text, began) {
			if c.old.Add(1) < 5 {
				t.Logf("%s: %q does not stand there", cited.Path, cited.Text)
			}
		}
	}
	if !w.steady(n) {
		return
	}
	c.steady.Add(1)
	switch {
	case a.Refused:
		if c.refused.Add(1) < 5 {
			t.Logf("%s: %q, %+v, after %v", n.path, a.Text, r.Notes, took)
		}
	case slices.ContainsFunc(a.Citations, func(cited spar.Citation) bool { return cited.Path == n.path && strings.Contains(cited.Text, n.code) }):
		c.answered.Add(1)
	default:
		c.elsewhere.Add(1)
	}
}
