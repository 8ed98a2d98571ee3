package read

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/sys/unix"
)

// pretend plays a program that needs a folder, under its name: it obeys the first line of its file.
func pretend(name string, args []string) int {
	if slices.Contains(args, "-V") {
		fmt.Println("ReadPST that pretends 1.0")
		return 0
	}
	file := args[len(args)-1]
	content, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 9
	}
	_, content, _ = unmarked(content)
	out := args[slices.IndexFunc(args, func(a string) bool { return a == "--outdir" || a == "-o" })+1]
	made := filepath.Join(out, "in.odt")
	if name == mailer {
		made = filepath.Join(out, "mail", "Inbox", "1.eml")
		os.MkdirAll(filepath.Dir(made), 0o700)
	}
	order, rest, _ := strings.Cut(string(content), "\n")
	order, object, _ := strings.Cut(strings.TrimSpace(order), " ")
	put := func(text string) { os.WriteFile(made, []byte(text), 0o600) }
	switch order {
	case "!fail":
		fmt.Fprintln(os.Stderr, "no luck")
		return 1
	case "!nothing":
	case "!hang":
		time.Sleep(time.Hour)
	case "!much":
		f, _ := os.Create(made)
		for b := make([]byte, 1<<20); ; {
			if _, err := f.Write(b); err != nil {
				return 2
			}
		}
	case "!many":
		for i := 0; ; i++ {
			os.WriteFile(fmt.Sprint(made, i), nil, 0o600)
		}
	case "!say":
		for {
			if _, err := os.Stdout.WriteString(strings.Repeat("and so on ", 1000)); err != nil {
				return 2
			}
		}
	case "!link":
		os.Symlink(object, made)
	case "!hard":
		if err := os.Link(object, made); err != nil {
			put("refused: " + err.Error())
		}
	case "!fifo":
		unix.Mkfifo(made, 0o600)
	case "!closed":
		put("<h1>Kept</h1><p>shut behind it.</p>")
		os.Mkdir(filepath.Join(out, "shut"), 0o700)
		os.WriteFile(filepath.Join(out, "shut", "x"), nil, 0)
		os.Chmod(filepath.Join(out, "shut"), 0)
	case "!again":
		profile := filepath.Join(filepath.Dir(out), "home", "profile")
		if _, err := os.Stat(profile); err != nil {
			os.Mkdir(profile, 0o700)
			return restarted
		}
		put("<h1>Started</h1><p>twice.</p>")
	case "!try":
		put("<h1>Tried</h1><p>" + strings.Join(attempts(object), "; ") + "</p>")
	case "!mail":
		for i, text := range strings.Split(rest, "\n---\n") {
			path := filepath.Join(out, "mail", "Inbox", fmt.Sprint(i+1, ".eml"))
			os.WriteFile(path, []byte("From: a@example.org\nSubject: Number\n\n"+text+"\n"), 0o600)
		}
	default:
		put("<h1>Converted</h1><p>" + rest + "</p>")
	}
	return 0
}

// unmarked takes the magic off that makes a file one of a format.
func unmarked(b []byte) (magic string, rest []byte, ok bool) {
	for _, m := range []string{wordPerfect, pstMagic} {
		if strings.HasPrefix(string(b), m) {
			return m, b[len(m):], true
		}
	}
	return "", b, false
}

const (
	wordPerfect = "\xffWPC\x00\x00"
	pstMagic    = "!BDN\x00\x00"
)

// attempts is what a program must not manage to do, each with how it ended.
func attempts(secret string) []string {
	try := func(what string, err error) string {
		if err == nil {
			return what + " worked"
		}
		return what + " failed"
	}
	_, read := os.ReadFile(secret)
	write := os.WriteFile(secret, []byte("changed"), 0o600)
	_, dial := net.Dial("tcp", "127.0.0.1:1")
	if dial != nil && !errors.Is(dial, unix.EPERM) {
		dial = nil // it got further than it may
	}
	there, err := unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0) // which it may
	if err == nil {
		if err = unix.Connect(there, &unix.SockaddrUnix{Name: secret}); err != unix.EPERM {
			err = nil // it got further than it may
		}
	}
	child := exec.Command("/proc/self/exe", "-V").Start()
	size := os.WriteFile("/dev/shm/pretended", nil, 0o600)
	os.Remove("/dev/shm/pretended")
	return []string{try("read", read), try("write", write), try("connect", dial), try("socket", err), try("child", child), try("shm", size)}
}

// pretender is a reader for which the program of a name is this test. Without Landlock it runs unconfined.
func pretender(t testing.TB, s segmentStore, name string) *Reader {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, name)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	return reader(t, s, "worker", Options{Confine: []string{self, "confine"}, CacheDir: t.TempDir(), Unconfined: true})
}

// leftovers are what lies in the cache that should not.
func leftovers(t testing.TB, r *Reader) (list []string) {
	t.Helper()
	for _, pattern := range []string{folderName + "*", "mail-*", "member-*"} {
		found, err := filepath.Glob(filepath.Join(r.o.CacheDir, pattern))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, found...)
	}
	return list
}

// recoverOne lays one file and has it recovered.
func recoverOne(t testing.TB, r *Reader, name, content string, state spar.State, format string) (Job, spar.Finding) {
	t.Helper()
	_, jobs := lay(t, map[string]string{name: content})
	jobs[0].File.State, jobs[0].File.Format, jobs[0].File.Reason = state, format, "as it was"
	f, err := r.Recover(t.Context(), jobs[0])
	if err != nil {
		t.Fatal(err)
	}
	return jobs[0], f
}

func TestConvert(t *testing.T) {
	s := &shelf{}
	r := pretender(t, s, converter)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("hushed up"), 0o644); err != nil {
		t.Fatal(err)
	}
	for order, want := range map[string]string{
		"!fail":           "exit status 1: no luck",
		"!nothing":        "it made nothing of it",
		"!link " + secret: "a link or no file",
		"!fifo":           "a link or no file",
	} {
		_, f := recoverOne(t, r, "old.wpd", wordPerfect+order, spar.Unsupported, "wordperfect")
		if f.State != spar.Unsupported || !strings.HasPrefix(f.Reason, "as it was; soffice could not read it either") || !strings.Contains(f.Reason, want) {
			t.Errorf("%s: %s (%s), want %q", order, f.State, f.Reason, want)
		}
	}
	if _, f := recoverOne(t, r, "old.wpd", wordPerfect+"!hard "+secret, spar.Unsupported, "wordperfect"); strings.Contains(s.text(f.Segment), "hushed") {
		t.Errorf("what a hard link leads to was read: %s (%s) %q", f.State, f.Reason, s.text(f.Segment))
	}
	for order, want := range map[string]string{"!again": "twice.", "!closed": "shut behind it.", "!ok\nWhat it says.": "What it says."} {
		_, f := recoverOne(t, r, "old.wpd", wordPerfect+order, spar.Unsupported, "wordperfect")
		if f.State != spar.OK || f.Format != "wordperfect" || !strings.Contains(s.text(f.Segment), want) {
			t.Errorf("%s: %s (%s), %q", order, f.State, f.Reason, s.text(f.Segment))
		}
		if !slices.ContainsFunc(f.Properties, func(p spar.Property) bool {
			return p.Key == "read-by" && strings.HasPrefix(p.Value.Text, "LibreOffice")
		}) {
			t.Errorf("%s: read by nobody: %v", order, f.Properties)
		}
	}
	if left := leftovers(t, r); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestConvertOnce does not convert a copy of a converted file again, and still names the program that read it.
func TestConvertOnce(t *testing.T) {
	s := &shelf{}
	r := pretender(t, s, converter)
	_, first := recoverOne(t, r, "a.wpd", wordPerfect+"!ok\nThe very same.", spar.Unsupported, "wordperfect")
	if err := os.Remove(filepath.Join(os.Getenv("PATH"), converter)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/bin/false", filepath.Join(os.Getenv("PATH"), converter)); err != nil {
		t.Fatal(err)
	}
	_, again := recoverOne(t, r, "b.wpd", wordPerfect+"!ok\nThe very same.", spar.Unsupported, "wordperfect")
	again.Version, again.Path, again.Access = first.Version, first.Path, first.Access
	if diff := cmp.Diff(first, again); diff != "" || first.State != spar.OK {
		t.Errorf("%s (%s): -first +copy\n%s", again.State, again.Reason, diff)
	}
}

// TestFolderIsConfined has a program try what it must not do, as far as this kernel can refuse it.
func TestFolderIsConfined(t *testing.T) {
	s := &shelf{}
	r := pretender(t, s, converter)
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte("hushed up"), 0o644); err != nil {
		t.Fatal(err)
	}
	_, f := recoverOne(t, r, "old.wpd", wordPerfect+"!try "+secret, spar.Unsupported, "wordperfect")
	text := s.text(f.Segment)
	must := []string{"connect failed", "socket failed", "child failed"}
	if Landlock() {
		must = append(must, "read failed", "write failed", "shm failed")
	}
	for _, want := range must {
		if !strings.Contains(text, want) {
			t.Errorf("%s (%s): want %q in %q", f.State, f.Reason, want, text)
		}
	}
	// Without Landlock such programs are not run unless somebody says so.
	r.o.Unconfined = false
	if got := len(r.o.Recoverers(spar.File{State: spar.Unsupported, Format: "wordperfect"})) > 0; got != Landlock() {
		t.Errorf("run: %v, and the kernel confines: %v", got, Landlock())
	}
	if Landlock() {
		return
	}
	box, err := r.newFolder(1<<20, 100)
	if err != nil {
		t.Fatal(err)
	}
	defer box.remove()
	if out, err := r.call(t.Context(), call{path: "/bin/echo", args: []string{"hello"}, folder: box}); err == nil || !strings.Contains(err.Error(), "close the file system") {
		t.Errorf("%q, %v", out, err)
	}
	t.Log("this kernel has no Landlock, so that paths stayed open")
}

// TestFolderLimits has programs write, say and take more than they may.
func TestFolderLimits(t *testing.T) {
	r := pretender(t, &shelf{}, converter)
	for order, want := range map[string]string{"!much": "it wrote more than 1 MB", "!many": "it made more than 50 files", "!hang": "it took longer than 2s", "!say": "it gave more than 1 MB of text"} {
		r.o.Text = 1 << 20
		box, err := r.newFolder(1<<20, 50)
		if err != nil {
			t.Fatal(err)
		}
		in, err := box.put("in.wpd", strings.NewReader(order))
		if err != nil {
			t.Fatal(err)
		}
		c := call{path: Program{Name: converter}.Path(), args: []string{"--outdir", box.out(), in}, folder: box}
		if order == "!hang" {
			c.time = 2 * time.Second
		}
		if _, err := r.call(t.Context(), c); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", order, err, want)
		}
		if err := box.remove(); err != nil {
			t.Error(err)
		}
	}
	if left := leftovers(t, r); left != nil {
		t.Errorf("left behind: %v", left)
	}
	// The folder of a killed process goes when the next one is made; a folder that may be in use stays.
	for name, age := range map[string]time.Duration{folderName + "old": 2 * folderAge, folderName + "new": 0} {
		path := filepath.Join(r.o.CacheDir, name)
		if err := os.MkdirAll(filepath.Join(path, "out"), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	box, err := r.newFolder(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	box.remove()
	if diff := cmp.Diff([]string{filepath.Join(r.o.CacheDir, folderName+"new")}, leftovers(t, r)); diff != "" {
		t.Error(diff)
	}
}

func TestMailbox(t *testing.T) {
	s := &shelf{}
	r := pretender(t, s, mailer)
	var letters []string
	for i := range 12 {
		letters = append(letters, fmt.Sprintf("Letter %d is here.", i+1))
	}
	job, f := recoverOne(t, r, "old.pst", pstMagic+"!mail\n"+strings.Join(letters, "\n---\n"), spar.Unsupported, "pst")
	if f.State != spar.Container || len(f.Members) != 12 || f.Segment != (spar.SegmentID{}) {
		t.Fatalf("%s (%s), %v", f.State, f.Reason, f.Members)
	}
	if f.Members[1].Name != "Inbox/2.eml" || f.Members[11].Name != "Inbox/12.eml" {
		t.Errorf("%v", f.Members)
	}
	job.File.State, job.File.Hash = f.State, f.Version.Hash
	member := func(m spar.Member) Job {
		return Job{Root: job.Root, Container: &job, At: m.At, File: spar.File{
			ID: 100 + spar.FileID(m.At), Share: job.File.Share, Path: job.File.Path + "!/" + m.Name, Size: m.Size, ModTime: job.File.ModTime,
			Container: job.File.ID, Outer: len(job.File.Path), At: m.At, State: spar.Unread,
		}}
	}
	var jobs []Job
	for _, m := range f.Members {
		jobs = append(jobs, member(m))
	}
	r.dropMail() // as in the next command
	found := 0
	for f, err := range r.Read(t.Context(), slices.Values(jobs)) {
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("Letter %d is here.", f.Version.File-99)
		if f.State != spar.OK || f.Format != "eml" || !strings.Contains(s.text(f.Segment), want) {
			t.Errorf("%d: %s (%s), %q", f.Version.File, f.State, f.Reason, s.text(f.Segment))
		}
		found++
	}
	if found != 12 {
		t.Errorf("%d letters read", found)
	}
	// A number that stands for another message now is not believed; a name that is gone is.
	shifted := member(f.Members[3])
	shifted.At = 7
	gone := member(f.Members[3])
	gone.File.Path = job.File.Path + "!/Inbox/99.eml"
	for f, err := range r.Read(t.Context(), slices.Values([]Job{shifted})) {
		if err != nil || !strings.Contains(s.text(f.Segment), "Letter 4 is here.") {
			t.Errorf("%v, %s, %q", err, f.Reason, s.text(f.Segment))
		}
	}
	for f, err := range r.Read(t.Context(), slices.Values([]Job{gone})) {
		if err != nil || f.State != spar.Vanished {
			t.Errorf("%v, %s", err, f.State)
		}
	}
	for order, want := range map[string]string{"!fail": "no luck", "!link /etc/passwd": "a link or no file", "!nothing": "found no messages"} {
		if _, f := recoverOne(t, r, "old.pst", pstMagic+order, spar.Unsupported, "pst"); f.State != spar.Unsupported || !strings.Contains(f.Reason, want) {
			t.Errorf("%s: %s (%s)", order, f.State, f.Reason)
		}
	}
	if left := leftovers(t, r); left != nil {
		t.Errorf("left behind: %v", left)
	}
	os.Remove(filepath.Join(os.Getenv("PATH"), mailer))
	r.dropMail()
	for f, err := range r.Read(t.Context(), slices.Values(jobs[:1])) {
		if err != nil || f.State != spar.Unsupported || !strings.Contains(f.Reason, mailer) {
			t.Errorf("%v, %s (%s)", err, f.State, f.Reason)
		}
	}
}

// TestConvertReally has LibreOffice convert a file, where it is installed.
func TestConvertReally(t *testing.T) {
	p := rescuers[slices.IndexFunc(rescuers, func(p Program) bool { return p.Name == converter })]
	if p.Path() == "" {
		t.Skip("LibreOffice is not installed")
	}
	bin := t.TempDir() // LibreOffice alone
	if err := os.Symlink(p.Path(), filepath.Join(bin, converter)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin)
	s := &shelf{}
	r := outsider(t, s)
	r.o.Unconfined = true
	// An RTF file takes the place of formats that nothing here writes.
	_, f := recoverOne(t, r, "staff.rtf", `{\rtf1\ansi {\b Staff}\par Grace Hopper works in Arlington.\par}`, spar.Corrupt, "rtf")
	if text := s.text(f.Segment); f.State != spar.OK || !strings.Contains(text, "Grace Hopper works in Arlington.") {
		t.Errorf("%s (%s), %q", f.State, f.Reason, text)
	}
	if left := leftovers(t, r); left != nil {
		t.Errorf("left behind: %v", left)
	}
}
