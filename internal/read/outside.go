package read

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// Other programs read files that the built-in readers cannot: pictures of text, and files that these refuse. They are never required. Most
// get the file on standard input and give text on standard output, without network, without a path that they may write; some need a folder,
// and get one of their own that is gone afterwards. All are kept within limits of time and memory. Their output is text like any other, and
// a file that they write is a file like any other.

// A Program is one that may read files of some formats.
type Program struct {
	Name    string   // of its executable
	Formats []string // that it reads
	Why     string   // for a person: its purpose
	Package string   // that Debian has it in
	Folder  bool     // it writes files, and so needs a folder that it is confined to

	args    []string
	version []string // arguments that make it say its version
}

// Recogniser recognises text in pictures.
const Recogniser = "tesseract"

var recogniser = Program{
	Name: Recogniser, Formats: []string{"png", "jpg", "tiff", "gif", "webp", "bmp", "pdf"}, Why: "text in pictures and in scanned pages", Package: "tesseract-ocr",
	version: []string{"--version"},
}

// The programs that need a folder of their own.
const (
	converter = "soffice" // makes documents of other formats
	mailer    = "readpst" // makes messages of a mailbox
)

// rescuers read files that the reader of a format refused, the cheapest first.
var rescuers = []Program{
	{Name: "pdftotext", Formats: []string{"pdf"}, Why: "PDF files that PDFium cannot read", Package: "poppler-utils", args: []string{"-q", "-enc", "UTF-8", "-", "-"}, version: []string{"-v"}},
	{Name: "antiword", Formats: []string{"doc"}, Why: "damaged DOC files", Package: "antiword", args: []string{"-w", "0", "-m", "UTF-8.txt", "-"}, version: []string{"-h"}},
	{Name: "catdoc", Formats: []string{"doc", "rtf", "word-2", "word-dos"}, Why: "old and damaged DOC files", Package: "catdoc", args: []string{"-w", "-d", "utf-8"}, version: []string{"-V"}},
	{Name: "djvutxt", Formats: []string{"djvu"}, Why: "DjVu books", Package: "djvulibre-bin", args: []string{"/dev/stdin"}, version: []string{"--help"}},
	{Name: mailer, Formats: []string{"pst"}, Why: "mailboxes of Outlook (PST, OST)", Package: "pst-utils", Folder: true, version: []string{"-V"}},
	{Name: converter, Formats: convertible(), Why: "WordPerfect, Works, StarOffice, Lotus 1-2-3, Quattro Pro, dBase, Publisher, Visio, and damaged Office files", Package: "libreoffice", Folder: true},
}

// Programs are all programs that may be used, whether they are installed or not.
func Programs() []Program { return append([]Program{recogniser}, rescuers...) }

// Path is where the program is, "" when it is not installed.
func (p Program) Path() string {
	path, err := exec.LookPath(p.Name)
	if err != nil {
		return ""
	}
	if p.Name == converter {
		// The command is a script, which runs a program, which runs this one.
		if whole, err := filepath.EvalSymlinks(path); err == nil {
			bare := filepath.Join(filepath.Dir(whole), "soffice.bin")
			if _, err := os.Stat(bare); err == nil {
				return bare
			}
		}
	}
	return path
}

var toolVersions sync.Map // of programs by path

// Version is the first line that the program says of itself, "" when it says nothing.
func (p Program) Version(ctx context.Context) string {
	path := p.Path()
	if path == "" {
		return ""
	}
	if known, ok := toolVersions.Load(path); ok {
		return known.(string)
	}
	first := ""
	if p.Name == converter {
		first = officeVersion(path)
	} else {
		ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
		defer cancel()
		cmd := exec.CommandContext(ctx, path, p.version...)
		cmd.WaitDelay = time.Second
		out, err := cmd.CombinedOutput()
		if ctx.Err() != nil || errors.Is(err, os.ErrPermission) {
			return ""
		}
		for l := range strings.Lines(string(out)) {
			if strings.ContainsAny(l, "0123456789") {
				first = line(l, 100)
				break
			}
		}
	}
	toolVersions.Store(path, first)
	return first
}

func (p Program) reads(format string) bool { return slices.Contains(p.Formats, format) }

// usable reports whether the program is installed and may be run here, for files of a format.
func (o Options) usable(p Program, format string) bool {
	return p.reads(format) && p.Path() != "" && (!p.Folder || o.Unconfined || Landlock())
}

// Limits of one run of another program.
const (
	outsideTime   = 2 * time.Minute
	outsideMemory = 2 << 30
)

// A call is one run of another program.
type call struct {
	path   string
	args   []string
	in     io.Reader // on its standard input; a file is handed on as it is
	folder *folder   // that it may write into; nil for none
	listen bool      // it has to wait at a socket there
	time   time.Duration
}

// run gives a program a file and returns its output. An error is about the program or the file.
func (r *Reader) run(ctx context.Context, path string, args []string, in io.Reader) (string, error) {
	return r.call(ctx, call{path: path, args: args, in: in})
}

// call runs a program, confined, and returns its standard output.
func (r *Reader) call(ctx context.Context, c call) (string, error) {
	limit := cmp.Or(c.time, outsideTime)
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	if len(r.o.Confine) == 0 {
		return "", spar.Errorf(spar.Unavailable, "other programs cannot be confined here")
	}
	confine := slices.Clone(r.o.Confine[1:])
	home, dir := "/nonexistent", "/"
	if c.folder != nil {
		home, dir = c.folder.home(), c.folder.path
		confine = append(confine, "-folder", dir, "-time", limit.String())
		if c.listen {
			confine = append(confine, "-listen")
		}
		if r.o.Unconfined {
			confine = append(confine, "-unconfined")
		}
	}
	cmd := exec.CommandContext(ctx, r.o.Confine[0], append(append(confine, c.path), c.args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1", "HOME=" + home}
	if c.folder != nil {
		cmd.Env = append(cmd.Env, "TMPDIR="+home, "SAL_USE_VCLPLUGIN=svp", "SAL_DISABLE_OPENCL=1")
	} else if data := os.Getenv("TESSDATA_PREFIX"); data != "" {
		cmd.Env = append(cmd.Env, "TESSDATA_PREFIX="+data)
	}
	cmd.Dir, cmd.Stdin = dir, c.in
	said := &opening{}
	out := &capped{left: r.o.Text, stop: cancel}
	cmd.Stdout, cmd.Stderr = out, said
	cmd.WaitDelay = time.Second
	ownGroup(cmd)
	cmd.Cancel = func() error { killGroup(cmd.Process); return nil }
	if c.folder != nil {
		var stopped sync.WaitGroup
		done := make(chan struct{})
		stopped.Go(func() {
			if c.folder.watch(done) != nil {
				cancel()
			}
		})
		defer stopped.Wait()
		defer close(done)
	}
	err := cmd.Start()
	if err == nil {
		awaitExit(cmd.Process)
		killGroup(cmd.Process) // whatever it left behind; its number is not given to another before Wait
		err = cmd.Wait()
	}
	if err == nil && c.folder != nil && out.kept.Len() == 0 {
		return said.String(), nil // what it made lies in the folder
	}
	if err == nil {
		return strings.ToValidUTF8(strings.ReplaceAll(out.kept.String(), "\x00", ""), "\uFFFD"), nil
	}
	if out.left < 0 {
		return "", fmt.Errorf("it gave more than %d MB of text", max(1, r.o.Text>>20))
	}
	if c.folder != nil {
		if over := c.folder.full(); over != nil {
			return "", over
		}
	}
	if ctx.Err() == context.DeadlineExceeded {
		return "", fmt.Errorf("it took longer than %v", limit)
	}
	return "", fmt.Errorf("%w: %s", err, line(cmp.Or(said.String(), out.kept.String()), 200))
}

// capped keeps the written bytes up to a limit. It is no bytes.Buffer itself: io.Copy would go past Write.
type capped struct {
	kept bytes.Buffer
	left int64
	stop func() // is called beyond the limit
}

func (c *capped) Write(b []byte) (int, error) {
	if c.left -= int64(len(b)); c.left < 0 {
		c.stop()
		return 0, io.ErrShortWrite
	}
	return c.kept.Write(b)
}
