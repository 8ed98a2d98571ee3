package read

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/store"
	"golang.org/x/sys/unix"
)

// The test binary is its own worker: "worker" is the real one, "actor" obeys the file at hand.
func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); name == converter || name == mailer {
		os.Exit(pretend(name, os.Args[1:]))
	}
	if len(os.Args) > 1 {
		var err error
		switch os.Args[1] {
		case "worker":
			err = Worker(context.Background())
		case "actor":
			err = work(context.Background(), act)
		case "parent":
			err = beParent(os.Args[2])
		case "killed":
			err = beKilled(os.Args[2], os.Args[3], os.Args[4])
		case "confine":
			err = Confined(os.Args[2:])
		case "mute":
			os.Exit(7)
		default:
			os.Exit(m.Run())
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var sink [][]byte

// act plays the reader of a file that says in its first line what to do.
func act(ctx context.Context, in extract.Input, emit func(extract.Item) error) extract.Result {
	content, _ := io.ReadAll(io.NewSectionReader(in.R, 0, in.Size))
	order, _, _ := strings.Cut(string(content), "\n")
	say := func(text string) error {
		return emit(extract.Item{Block: &spar.Block{Kind: spar.Paragraph, Text: text}})
	}
	tell := func(key, value string) {
		emit(extract.Item{Property: &spar.Property{Key: key, Value: spar.Value{Kind: spar.Text, Text: value}}})
	}
	file := in.R.(*os.File)
	switch order {
	case "!allocate":
		for {
			b := make([]byte, 16<<20)
			for i := range b {
				b[i] = 1
			}
			sink = append(sink, b)
		}
	case "!allocate unless fresh": // as one that runs out of memory over what it read before
		for calls > 0 {
			b := make([]byte, 16<<20)
			for i := range b {
				b[i] = 1
			}
			sink = append(sink, b)
		}
		say("Read by a fresh process.")
	case "!keep": // memory that is held between files
		calls++
		for range 10 {
			b := make([]byte, 16<<20)
			for i := range b {
				b[i] = 1
			}
			sink = append(sink, b)
		}
		say("Read and kept.")
	case "!allocate once": // and not again by a process that lives
		sink = append(sink, make([]byte, 16<<20))
	case "!loop":
		for n := 0; n < 2; n ^= 1 {
		}
	case "!headlong": // as PDFium does with some files
		for n := 0; in.Headlong && n < 2; n ^= 1 {
		}
		say("read with care")
	case "!hang":
		select {}
	case "!slow": // respects its context, as the real readers do
		say("what was read in time")
		<-ctx.Done()
		return extract.Result{Format: "text", State: spar.Partial, Reason: ctx.Err().Error()}
	case "!panic":
		panic("no such luck")
	case "!fault": // the deepest recursion cannot be recovered from
		var deep func(int) int
		deep = func(n int) int { return deep(n+1) + 1 }
		deep(0)
	case "!exit":
		os.Exit(3)
	case "!exit unless fresh":
		if calls > 0 {
			os.Exit(3)
		}
		say("Read by a fresh process.")
	case "!garbage":
		unix.Write(connection(), []byte("\x10\x00\x00\x00bnonsense nonsense nonsense"))
	case "!long frame":
		unix.Write(connection(), []byte("\xff\xff\xff\xffb"))
	case "!silent end":
		unix.Shutdown(connection(), unix.SHUT_WR)
		select {}
	case "!endless":
		for say(strings.Repeat("and so on ", 10_000)) == nil {
		}
	case "!endless properties":
		for {
			tell("again", "and again")
		}
	case "!wrong state":
		return extract.Result{Format: "text", State: "wonderful"}
	case "!no reason":
		return extract.Result{Format: "text", State: spar.Partial}
	case "!wrong format":
		return extract.Result{Format: "text\nand more", State: spar.NoText, Reason: "none"}
	case "!bad text":
		say("\xff\xfe")
	case "!forged place":
		emit(extract.Item{Block: &spar.Block{Kind: spar.Paragraph, Text: "far away", Locator: spar.Locator{Bytes: spar.Span{Start: 5, End: 1 << 40}}}})
	case "!no text":
		return extract.Result{Format: "text", State: spar.NoText, Reason: "nothing in it"}
	case "!wait for change":
		unix.Flock(int(file.Fd()), unix.LOCK_SH)
		for { // the change may keep the length
			if now, err := io.ReadAll(io.NewSectionReader(in.R, 0, in.Size)); err != nil || !bytes.Equal(now, content) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		say("old text")
	case "!escape":
		for name, err := range escapes() {
			tell(name, fmt.Sprint(err))
		}
		say("tried")
	default:
		calls++
		tell("call", fmt.Sprint(calls))
		say(string(content))
	}
	return extract.Result{Format: "text", State: spar.OK}
}

// calls counts the files that were read by this process and were no orders.
var calls int

// connection finds the descriptor of the connection with the parent, as an intruder would.
func connection() int {
	for fd := 3; fd < openFiles; fd++ {
		if _, err := unix.GetsockoptInt(fd, unix.SOL_SOCKET, unix.SO_TYPE); err == nil {
			return fd
		}
	}
	return -1
}

// escapes tries what a worker must not be able to do.
func escapes() map[string]error {
	_, socket := unix.Socket(unix.AF_INET, unix.SOCK_STREAM, 0)
	_, passwd := os.Open("/etc/passwd")
	_, list := os.ReadDir("/")
	created := os.WriteFile(filepath.Join(os.TempDir(), "escaped"), []byte("x"), 0o600)
	limits := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: unix.RLIM_INFINITY, Max: unix.RLIM_INFINITY})
	return map[string]error{
		"socket": socket, "open": passwd, "list": list, "create": created, "limits": limits,
		"kill": unix.Kill(unix.Getppid(), 0), "exec": exec.Command("/bin/true").Run(), "environment": environment(),
	}
}

func environment() error {
	if len(os.Environ()) == 0 {
		return errors.New("there is none")
	}
	return nil
}

// shelf is a store in memory.
type shelf struct {
	mu    sync.Mutex
	items map[spar.SegmentID][]spar.Passage
	notes map[spar.SegmentID][]byte
	puts  int
	err   error
}

func (s *shelf) Note(_ context.Context, id spar.SegmentID) ([]byte, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	note, ok := s.notes[id]
	return note, ok, nil
}

func (s *shelf) PutAll(_ context.Context, items []store.Item) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	if s.items == nil {
		s.items, s.notes = map[spar.SegmentID][]spar.Passage{}, map[spar.SegmentID][]byte{}
	}
	s.puts++
	for _, it := range items {
		s.items[it.ID], s.notes[it.ID] = it.Passages, it.Note
	}
	return nil
}

// text joins the passages of a segment.
func (s *shelf) text(id spar.SegmentID) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var parts []string
	for _, p := range s.items[id] {
		parts = append(parts, p.Text)
	}
	return strings.Join(parts, "\n")
}

// reader makes a Reader whose workers are the test binary in a role.
func reader(t testing.TB, s segmentStore, role string, o Options) *Reader {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	o.Command = []string{self, role}
	r, err := New(s, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

// lay writes files below a new folder, name by name, and gives the folder with the jobs that a scan would make of it.
func lay(t testing.TB, files map[string]string) (root string, jobs []Job) {
	t.Helper()
	root = t.TempDir()
	for _, name := range sorted(files) {
		write(t, filepath.Join(root, name), files[name])
	}
	return root, scan(t, root)
}

func write(t testing.TB, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sorted[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// scan is jobsIn for a test.
func scan(t testing.TB, root string) []Job {
	t.Helper()
	jobs, err := jobsIn(root)
	if err != nil {
		t.Fatal(err)
	}
	return jobs
}

// jobsIn makes a job of everything below root that is no folder, in the order of names.
func jobsIn(root string) (jobs []Job, err error) {
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		var st unix.Stat_t
		if err := unix.Lstat(path, &st); err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		jobs = append(jobs, Job{Root: root, File: spar.File{
			ID: spar.FileID(len(jobs) + 1), Share: "test", Path: name, Size: st.Size, ModTime: time.Unix(st.Mtim.Unix()),
			Dev: uint64(st.Dev), Ino: st.Ino, State: spar.Unread,
		}})
		return err
	})
	return jobs, err
}

// readAll reads jobs and gives the findings by path.
func readAll(t testing.TB, r *Reader, jobs []Job) map[string]spar.Finding {
	t.Helper()
	names := map[spar.FileID]string{}
	for _, j := range jobs {
		names[j.File.ID] = j.File.Path
	}
	found := map[string]spar.Finding{}
	for f, err := range r.Read(t.Context(), slices.Values(jobs)) {
		if err != nil {
			t.Fatal(err)
		}
		name := names[f.Version.File]
		if _, twice := found[name]; twice {
			t.Errorf("two findings about %s", name)
		}
		found[name] = f
	}
	if len(found) != len(jobs) {
		t.Errorf("%d findings about %d files", len(found), len(jobs))
	}
	return found
}
