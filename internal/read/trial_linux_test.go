package read

import (
	"context"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

var quiet = slog.New(slog.DiscardHandler)

// ledger is a Ledger in memory.
type ledger struct {
	mu     sync.Mutex
	n      map[spar.SegmentID]int
	reason map[spar.SegmentID]string
	writes int
	brief  int // attempts that ended soon with SPAR
}

func (l *ledger) Losses(_ context.Context, key spar.SegmentID) (int, string, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.n[key], l.reason[key], nil
}

func (l *ledger) Lose(_ context.Context, key spar.SegmentID, _ spar.FileID, _, reason string, final bool) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.n == nil {
		l.n, l.reason = map[spar.SegmentID]int{}, map[spar.SegmentID]string{}
	}
	l.writes++
	l.n[key]++
	if final {
		l.n[key] = maxTrials
	}
	l.reason[key] = reason
	return l.n[key], nil
}

func (l *ledger) Interrupted(ctx context.Context, key spar.SegmentID, _ spar.FileID, _, reason string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.brief++
	return nil
}

func (l *ledger) Forgive(_ context.Context, keys ...spar.SegmentID) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.writes++
	for _, k := range keys {
		delete(l.n, k)
	}
	return nil
}

// A content tried twice is not tried again by the next reader, neither the file nor a copy of it, until it is forgiven.
func TestQuarantineOutlastsReader(t *testing.T) {
	book, marks := &ledger{}, t.TempDir()
	var log strings.Builder
	attempts := func() int { return strings.Count(log.String(), "a worker was lost") }
	o := Options{Workers: 2, Log: textLog(&log), Ledger: book, Marks: marks}
	root, jobs := lay(t, map[string]string{"a.txt": "Before.", "b.txt": "!exit"})
	first := reader(t, &shelf{}, "actor", o)
	f := readAll(t, first, jobs)["b.txt"]
	if f.State != spar.Quarantined || !strings.Contains(f.Reason, "exit status 3") || attempts() != 2 {
		t.Fatalf("%s %q after %d attempts", f.State, f.Reason, attempts())
	}
	first.Close()
	write(t, filepath.Join(root, "copy.txt"), "!exit")
	found := readAll(t, reader(t, &shelf{}, "actor", o), scan(t, root))
	for _, name := range []string{"b.txt", "copy.txt"} {
		if f := found[name]; f.State != spar.Quarantined || !strings.Contains(f.Reason, "exit status 3") {
			t.Errorf("%s: %s %q", name, f.State, f.Reason)
		}
	}
	if attempts() != 2 || found["a.txt"].State != spar.OK {
		t.Errorf("%d attempts after the second reader; %+v", attempts(), found["a.txt"])
	}
	if err := book.Forgive(t.Context(), Trial(f.Version.Hash, f.Format)); err != nil {
		t.Fatal(err)
	}
	readAll(t, reader(t, &shelf{}, "actor", o), scan(t, root))
	if attempts() != 4 {
		t.Errorf("%d attempts after it was forgiven, want 4", attempts())
	}
}

// A file that costs one worker its life and not the next is read, and nothing is held against it.
func TestSecondAttemptSucceeds(t *testing.T) {
	book, store := &ledger{}, &shelf{}
	_, jobs := lay(t, map[string]string{"a.txt": "Before.", "b.txt": "!exit unless fresh"})
	f := readAll(t, reader(t, store, "actor", Options{Workers: 1, Ledger: book, Marks: t.TempDir()}), jobs)["b.txt"]
	if f.State != spar.OK || store.text(f.Segment) != "Read by a fresh process." {
		t.Errorf("%s %q", f.State, f.Reason)
	}
	if book.writes != 2 || len(book.n) != 0 {
		t.Errorf("%d writes, losses %v; want one loss that is forgiven", book.writes, book.n)
	}
}

// A file for which a worker has no memory left, since it read others before, is read by a fresh one, and nothing is ever held against it.
func TestMemoryOfFilesBefore(t *testing.T) {
	book, store := &ledger{}, &shelf{}
	_, jobs := lay(t, map[string]string{"a.txt": "Before.", "b.txt": "!allocate unless fresh"})
	f := readAll(t, reader(t, store, "actor", Options{Workers: 1, Memory: 256 << 20, Ledger: book, Marks: t.TempDir()}), jobs)["b.txt"]
	if f.State != spar.OK || store.text(f.Segment) != "Read by a fresh process." {
		t.Errorf("%s %q", f.State, f.Reason)
	}
	if book.writes != 0 {
		t.Errorf("%d writes; want no loss that is counted", book.writes)
	}
}

// A worker that holds half of its memory after a file is replaced before the next.
func TestGrownWorkerIsReplaced(t *testing.T) {
	store := &shelf{}
	_, jobs := lay(t, map[string]string{"a.txt": "!keep", "b.txt": "Next.", "c.txt": "Last."})
	found := readAll(t, reader(t, store, "actor", Options{Workers: 1, Memory: 256 << 20}), jobs)
	for name, want := range map[string]string{"b.txt": "1", "c.txt": "2"} { // calls of the worker that read it
		if got := found[name].Properties; len(got) == 0 || got[0].Value.Text != want {
			t.Errorf("%s: %v, want %s", name, got, want)
		}
	}
}

// A healthy file costs no write to the ledger.
func TestHealthyFilesWriteNothing(t *testing.T) {
	book, marks := &ledger{}, t.TempDir()
	r := reader(t, &shelf{}, "actor", Options{Workers: 2, Ledger: book, Marks: marks})
	_, jobs := lay(t, map[string]string{"a.txt": "One.", "b.txt": "Two.", "c.txt": "Three."})
	readAll(t, r, jobs)
	if book.writes != 0 {
		t.Errorf("%d writes", book.writes)
	}
	entries, err := os.ReadDir(marks)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %d files of marks", err, len(entries))
	}
	b, err := os.ReadFile(filepath.Join(marks, entries[0].Name()))
	if err != nil || len(markedIn(b)) != 0 {
		t.Errorf("%v, %d attempts are said to be under way", err, len(markedIn(b)))
	}
	r.Close()
	if entries, _ := os.ReadDir(marks); len(entries) != 0 {
		t.Errorf("%d files of marks are left", len(entries))
	}
}

// beKilled reads a folder with marks and no ledger of its own, and is killed meanwhile.
func beKilled(root, marks, long string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	r, err := New(&shelf{}, Options{Command: []string{self, "actor"}, Workers: 2, Timeout: time.Hour, Ledger: &ledger{}, Marks: marks})
	if err != nil {
		return err
	}
	if r.marks.long, err = time.ParseDuration(long); err != nil {
		return err
	}
	jobs, err := jobsIn(root)
	if err != nil {
		return err
	}
	for range r.Read(context.Background(), slices.Values(jobs)) {
	}
	return nil
}

// When SPAR itself ends while it reads, the file counts as tried; after the second time it is not tried again, and the
// file that was read beside it the first time is.
func TestEndOfTheParentCounts(t *testing.T) {
	book, marks := &ledger{}, t.TempDir()
	root, jobs := lay(t, map[string]string{"a.txt": "!loop", "b.txt": "!wait for change"})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	underWay := func(long bool) (n int) {
		entries, _ := os.ReadDir(marks)
		for _, e := range entries {
			b, _ := os.ReadFile(filepath.Join(marks, e.Name()))
			for _, m := range markedIn(b) {
				if m.long || !long {
					n++
				}
			}
		}
		return n
	}
	kill := func(limit string, long bool) {
		t.Helper()
		const want = 2
		parent := exec.Command(self, "killed", root, marks, limit)
		if err := parent.Start(); err != nil {
			t.Fatal(err)
		}
		for begin := time.Now(); underWay(long) < want; time.Sleep(5 * time.Millisecond) {
			if time.Since(begin) > time.Minute {
				t.Fatalf("%d attempts are under way, want %d", underWay(long), want)
			}
		}
		// While it lives nobody takes its marks for those of the dead.
		if err := sweep(t.Context(), marks, book, quiet); err != nil || len(book.n) > want {
			t.Fatalf("%v: %v", err, book.n)
		}
		parent.Process.Kill()
		parent.Wait()
		// A worker that was just being started holds the file until it has become one.
		for begin := time.Now(); underWay(false) > 0 && time.Since(begin) < time.Minute; time.Sleep(5 * time.Millisecond) {
			if err := sweep(t.Context(), marks, book, quiet); err != nil {
				t.Fatal(err)
			}
		}
	}
	kill("1h", false)
	if err := sweep(t.Context(), marks, book, quiet); err != nil || book.brief != 2 || len(book.n) != 0 || underWay(false) != 0 {
		t.Fatalf("%v, %d brief attempts, losses %v", err, book.brief, book.n)
	}
	kill("1ms", true)
	if err := sweep(t.Context(), marks, book, quiet); err != nil {
		t.Fatal(err)
	}
	if len(book.n) != 2 || underWay(false) != 0 {
		t.Fatalf("losses %v, %d marks are left", book.n, underWay(false))
	}
	// The second time each is read alone. a.txt ends SPAR again; b.txt is none the worse for it.
	a := jobs[0]
	r := reader(t, &shelf{}, "actor", Options{Workers: 2, Timeout: time.Second, Ledger: book, Marks: marks})
	if f := readAll(t, r, []Job{a})["a.txt"]; f.State != spar.Quarantined || !strings.Contains(f.Reason, "longer than the limit of 1s") {
		t.Errorf("a.txt: %s %q", f.State, f.Reason)
	}
	write(t, filepath.Join(root, "b.txt"), "All is well.")
	if f := readAll(t, r, scan(t, root)[1:])["b.txt"]; f.State != spar.OK {
		t.Errorf("b.txt: %s %q", f.State, f.Reason)
	}
}

// BenchmarkMark is what a mark costs a healthy file.
func BenchmarkMark(b *testing.B) {
	m, err := openMarks(b.TempDir(), time.Minute)
	if err != nil {
		b.Fatal(err)
	}
	defer m.close()
	for b.Loop() {
		m.begin(trial{spar.SegmentID{1}, 7, "pdf/3"})()
	}
}
