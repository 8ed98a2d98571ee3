package read

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/sys/unix"
)

func textLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// summary is what a test looks at in a finding.
type summary struct {
	State  spar.State
	Format string
	Reason string // a part of it
}

func TestFiles(t *testing.T) {
	s := &shelf{}
	r := reader(t, s, "worker", Options{Workers: 2})
	root, _ := lay(t, map[string]string{
		"text.txt": "A line of text.", "empty.txt": "", "noise.bin": strings.Repeat("\x00\x01\x02\xff", 100), "gone.txt": "soon gone",
		"grown.txt": "as scanned", "same-size.txt": "as scanned", "target.txt": "the target of a link", "sub/deep.md": "# Deep\n\nDown here.",
		"new\nline.txt": "A name with a line break.", "\xff\xfe.txt": "A name that is not UTF-8.", "closed.txt": "Nobody may read this.",
	})
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	path := func(name string) string { return filepath.Join(root, name) }
	must(unix.Mkfifo(path("fifo.txt"), 0o644))
	must(os.Symlink("/etc/passwd", path("link.txt")))
	must(os.Symlink("target.txt", path("inner-link.txt")))
	l, err := net.Listen("unix", path("socket.txt"))
	must(err)
	defer l.Close()
	must(os.Chmod(path("closed.txt"), 0))
	jobs := scan(t, root)
	must(os.Remove(path("gone.txt")))
	must(os.WriteFile(path("grown.txt"), []byte("not as scanned"), 0o644))
	must(os.Remove(path("same-size.txt")))
	must(os.WriteFile(path("same-size.txt"), []byte("As Scanned"), 0o644))

	want := map[string]summary{
		"text.txt": {spar.OK, "text", ""}, "sub/deep.md": {spar.OK, "markdown", ""}, "target.txt": {spar.OK, "text", ""},
		"new\nline.txt": {spar.OK, "text", ""}, "\xff\xfe.txt": {spar.OK, "text", ""},
		"empty.txt": {spar.NoText, "", "empty"}, "noise.bin": {spar.Unsupported, "", "no known format"},
		"gone.txt": {spar.Vanished, "", "scan again"}, "grown.txt": {spar.OK, "text", ""}, "same-size.txt": {spar.OK, "text", ""},
		"fifo.txt": {spar.Special, "", "regular"}, "socket.txt": {spar.Special, "", "regular"},
		"link.txt": {spar.Special, "", "link"}, "inner-link.txt": {spar.Special, "", "link"},
		"closed.txt": {spar.Denied, "", "permission"},
	}
	if os.Getuid() == 0 {
		want["closed.txt"] = summary{spar.OK, "text", ""} // nothing is closed to the superuser
	}
	got := map[string]summary{}
	for name, f := range readAll(t, r, jobs) {
		g := summary{f.State, f.Format, f.Reason}
		if strings.Contains(g.Reason, want[name].Reason) && want[name].Reason != "" {
			g.Reason = want[name].Reason
		}
		got[name] = g
		if changed := name == "grown.txt" || name == "same-size.txt"; changed != (f.Now != spar.FileVersion{}) || changed && f.Now.Same(f.Version) {
			t.Errorf("%q was to be %+v and is %+v", name, f.Version, f.Now)
		}
		if f.State == spar.OK {
			content, err := os.ReadFile(path(name))
			must(err)
			if f.Version.Hash != sha256.Sum256(content) {
				t.Errorf("%q: hash %s", name, f.Version.Hash)
			}
			if text := s.text(f.Segment); !strings.HasSuffix(string(content), text) || text == "" {
				t.Errorf("%q: text %q", name, text)
			}
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got\n%s", d)
	}
}

func TestChangedWhileRead(t *testing.T) {
	s := &shelf{}
	r := reader(t, s, "actor", Options{Workers: 1})
	// The copy is met while the first is read, and must not share its fate.
	root, jobs := lay(t, map[string]string{"a.txt": "!wait for change", "b.txt": "Steady."})
	path := filepath.Join(root, "a.txt")
	changed := make(chan error)
	go func() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			changed <- err
			return
		}
		defer f.Close()
		for unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) == nil { // until the worker has the file
			unix.Flock(int(f.Fd()), unix.LOCK_UN)
			time.Sleep(time.Millisecond)
		}
		_, err = f.WriteAt([]byte("Changed. Now it "), 0) // of the same length
		changed <- err
	}()
	found := readAll(t, r, jobs)
	if err := <-changed; err != nil {
		t.Fatal(err)
	}
	if f := found["a.txt"]; f.State != spar.OK || f.Version.Hash != sha256.Sum256([]byte("Changed. Now it ")) || f.Now == (spar.FileVersion{}) {
		t.Errorf("%+v", f)
	}
	if f := found["b.txt"]; f.State != spar.OK {
		t.Errorf("%+v", f)
	}
	if len(s.items) != 2 {
		t.Errorf("%d segments stored, want 2", len(s.items))
	}
}

func TestCopiesAreReadOnce(t *testing.T) {
	s := &shelf{}
	r := reader(t, s, "actor", Options{Workers: 1})
	_, jobs := lay(t, map[string]string{
		"a.txt": "The same.", "b/a copy.txt": "The same.", "c.txt": "The same.", "d.txt": "Another.", "e.txt": "!no text", "f.txt": "!no text",
	})
	first := readAll(t, r, jobs)
	again := readAll(t, r, jobs)
	for _, found := range []map[string]spar.Finding{first, again} {
		one := found["a.txt"]
		if one.State != spar.OK || len(one.Properties) != 1 {
			t.Fatalf("%+v", one)
		}
		for _, name := range []string{"b/a copy.txt", "c.txt"} {
			f := found[name]
			if f.Path != name || f.Access.File.Path != name || f.Access.Version.File != f.Version.File {
				t.Errorf("%s has the access of another file: %+v", name, f.Access)
			}
			f.Version, f.Path, f.Access = one.Version, one.Path, one.Access
			if d := cmp.Diff(one, f); d != "" {
				t.Errorf("%s differs from its copy: -want +got\n%s", name, d)
			}
		}
		// The worker counts its files: two contents, however often they are there.
		if got := found["d.txt"].Properties[0].Value.Text + one.Properties[0].Value.Text; got != "12" && got != "21" {
			t.Errorf("calls %s", got)
		}
	}
	if s.puts == 0 || len(s.items) != 2 {
		t.Errorf("%d segments by %d puts", len(s.items), s.puts)
	}
	// Nor does another process need a worker for them, as one whose workers cannot start shows.
	other, err := New(s, Options{Command: []string{"/nonexistent"}})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if f := readAll(t, other, jobs[:1])["a.txt"]; f.State != spar.OK || len(f.Properties) != 1 {
		t.Errorf("in another process: %+v", f)
	}
	// Text that the store has lost is read again.
	clear(s.items)
	clear(s.notes)
	if f := readAll(t, r, jobs)["c.txt"]; f.State != spar.OK || s.text(f.Segment) != "The same." {
		t.Errorf("%+v", f)
	}
}

func TestRecipe(t *testing.T) {
	_, jobs := lay(t, map[string]string{"a.md": "# Title\n\nText."})
	ids := map[spar.SegmentID]bool{}
	for _, size := range []int{0, 450, 500} {
		o := Options{Workers: 1}
		o.Chunk.Size = size
		ids[readAll(t, reader(t, &shelf{}, "worker", o), jobs)["a.md"].Segment] = true
	}
	if len(ids) != 2 {
		t.Errorf("%d segments for two sizes of passages", len(ids))
	}
}

func TestCancel(t *testing.T) {
	s := &shelf{}
	r := reader(t, s, "actor", Options{Workers: 2, Timeout: time.Minute})
	_, jobs := lay(t, map[string]string{"a.txt": "First.", "b.txt": "!loop", "c.txt": "!loop\n2", "d.txt": "Never begun."})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var found []spar.Finding
	var last error
	for f, err := range r.Read(ctx, slices.Values(jobs)) {
		if last = err; err == nil {
			found = append(found, f)
			cancel()
		}
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("error %v", last)
	}
	if len(found) != 1 || found[0].State != spar.OK || s.text(found[0].Segment) != "First." || len(s.items) != 1 {
		t.Errorf("found %+v, %d segments", found, len(s.items))
	}
	if n := working(r); n != 0 {
		t.Errorf("%d workers still read", n)
	}
	// The same files can be read afterwards.
	if f := readAll(t, r, jobs[3:])["d.txt"]; f.State != spar.OK {
		t.Errorf("%+v", f)
	}
}

// working counts the workers that live and are not idle.
func working(r *Reader) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := -len(r.idle)
	for p := range r.live {
		if !p.killed.Load() {
			n++
		}
	}
	return n
}

func TestBreak(t *testing.T) {
	r := reader(t, &shelf{}, "actor", Options{Workers: 2})
	files := map[string]string{}
	for _, c := range "abcdefghijklmnopqrstuvwxyz" {
		files[string(c)+".txt"] = "Text " + string(c)
	}
	_, jobs := lay(t, files)
	for range r.Read(t.Context(), slices.Values(jobs)) {
		break
	}
	if n := working(r); n != 0 {
		t.Errorf("%d workers still read", n)
	}
	readAll(t, r, jobs)
}

func TestStoreFails(t *testing.T) {
	full := spar.Errorf(spar.Unavailable, "the disk is full")
	r := reader(t, &shelf{err: full}, "actor", Options{Workers: 2})
	_, jobs := lay(t, map[string]string{"a.txt": "One.", "b.txt": "Two.", "c.txt": strings.Repeat("A large text. ", 1<<19)})
	var last error
	for f, err := range r.Read(t.Context(), slices.Values(jobs)) {
		if last = err; err == nil {
			t.Errorf("told of what is not stored: %+v", f)
		}
	}
	if !errors.Is(last, full) {
		t.Errorf("error %v", last)
	}
	if len(r.large) != 0 {
		t.Error("a large file is still held")
	}
}

func TestShareUnreachable(t *testing.T) {
	var log strings.Builder
	r := reader(t, &shelf{}, "actor", Options{Workers: 1, Log: textLog(&log)})
	root, jobs := lay(t, map[string]string{"a.txt": "One.", "b.txt": "Two."})
	_, others := lay(t, map[string]string{"c.txt": "Three."})
	others[0].File.ID = 3
	if err := os.RemoveAll(root); err != nil {
		t.Fatal(err)
	}
	var found []spar.FileID
	for f, err := range r.Read(t.Context(), slices.Values(append(jobs, others...))) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, f.Version.File)
	}
	if !slices.Equal(found, []spar.FileID{3}) {
		t.Errorf("found %v", found)
	}
	for range r.Read(t.Context(), slices.Values(jobs)) { // the next turn of the same question
	}
	if n := strings.Count(log.String(), "its files stay unread"); n != 1 {
		t.Errorf("it was said %d times that the share cannot be reached", n)
	}
	// A lost mount leaves an empty folder with another number: nothing is known of the files of the share.
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	was, err := share.StatRoot(root)
	if err != nil {
		t.Fatal(err)
	}
	for i := range jobs {
		jobs[i].Unmounted = func() bool { return share.Unmounted(root, was.Dev, was.Ino+1) }
	}
	for f, err := range r.Read(t.Context(), slices.Values(jobs)) {
		t.Errorf("found %+v, %v where nothing is mounted", f, err)
	}
}

func TestLargeFiles(t *testing.T) {
	s := &shelf{}
	r := reader(t, s, "worker", Options{Workers: 3})
	files := map[string]string{}
	for _, c := range "abcd" {
		files[string(c)+".txt"] = strings.Repeat("Page "+string(c)+" of a long text, with a sentence.\n\n", 150_000)
	}
	_, jobs := lay(t, files)
	for name, f := range readAll(t, r, jobs) {
		if f.State != spar.OK || len(s.text(f.Segment)) < 5<<20 {
			t.Errorf("%s: %s %s", name, f.State, f.Reason)
		}
	}
	if len(r.large) != 0 {
		t.Error("a large file is still held")
	}
}

func TestDocument(t *testing.T) {
	root, _ := lay(t, map[string]string{"a.md": "---\nauthor: Ann\n---\n# Title\n\nText.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "empty.txt": ""})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Command: []string{self, "worker"}}
	doc, err := Document(t.Context(), filepath.Join(root, "a.md"), o)
	if err != nil {
		t.Fatal(err)
	}
	var kinds []spar.BlockKind
	for _, b := range doc.Blocks {
		kinds = append(kinds, b.Kind)
	}
	if want := []spar.BlockKind{spar.Heading, spar.Paragraph, spar.TableKind}; !slices.Equal(kinds, want) || doc.Format != "markdown" || doc.State != spar.OK {
		t.Errorf("%s %s %v", doc.Format, doc.State, kinds)
	}
	if len(doc.Properties) == 0 || doc.Properties[0].Value.Text != "Ann" {
		t.Errorf("properties %+v", doc.Properties)
	}
	if doc, err := Document(t.Context(), filepath.Join(root, "empty.txt"), o); err != nil || doc.State != spar.NoText {
		t.Errorf("%+v, %v", doc, err)
	}
	if _, err := Document(t.Context(), filepath.Join(root, "none"), o); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("error %v", err)
	}
	if _, err := Document(t.Context(), root, o); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("error %v", err)
	}
}
