package read

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar"
)

// Other programs read what the built-in readers cannot: pictures of text, and files that these refuse. They are never
// required. They get the file on standard input and give text on standard output, without network, without a path that they
// may write, and within limits of time and memory; what they say is text like any other.

// A Program is one that may read files of some formats.
type Program struct {
	Name    string   // of its executable
	Formats []string // that it reads
	Why     string   // for a person: what it is for
	Package string   // that Debian has it in

	args    []string
	version []string // arguments that make it say its version
}

// Recogniser recognises text in pictures.
const Recogniser = "tesseract"

var recogniser = Program{
	Name: Recogniser, Formats: []string{"png", "jpg", "tiff", "gif", "webp", "bmp", "pdf"}, Why: "text in pictures and in scanned pages", Package: "tesseract-ocr",
	version: []string{"--version"},
}

// rescuers read what the reader of a format refused.
var rescuers = []Program{
	{Name: "pdftotext", Formats: []string{"pdf"}, Why: "PDF files that PDFium cannot read", Package: "poppler-utils", args: []string{"-q", "-enc", "UTF-8", "-", "-"}, version: []string{"-v"}},
	{Name: "antiword", Formats: []string{"doc"}, Why: "damaged DOC files", Package: "antiword", args: []string{"-w", "0", "-m", "UTF-8.txt", "-"}, version: []string{"-h"}},
	{Name: "catdoc", Formats: []string{"doc", "rtf", "word-2", "word-dos"}, Why: "old and damaged DOC files", Package: "catdoc", args: []string{"-w", "-d", "utf-8"}, version: []string{"-V"}},
	{Name: "djvutxt", Formats: []string{"djvu"}, Why: "DjVu books", Package: "djvulibre-bin", args: []string{"/dev/stdin"}, version: []string{"--help"}},
}

// Programs are all programs that may be used, whether they are installed or not.
func Programs() []Program { return append([]Program{recogniser}, rescuers...) }

// Path is where the program is, "" when it is not installed.
func (p Program) Path() string {
	path, err := exec.LookPath(p.Name)
	if err != nil {
		return ""
	}
	return path
}

var versions sync.Map // of programs by path

// Version is the first line that the program says of itself, "" when it says nothing.
func (p Program) Version(ctx context.Context) string {
	path := p.Path()
	if path == "" {
		return ""
	}
	if known, ok := versions.Load(path); ok {
		return known.(string)
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, p.version...)
	cmd.WaitDelay = time.Second
	out, _ := cmd.CombinedOutput()
	first := ""
	for l := range strings.Lines(string(out)) {
		if strings.ContainsAny(l, "0123456789") {
			first = line(l, 100)
			break
		}
	}
	versions.Store(path, first)
	return first
}

func (p Program) reads(format string) bool {
	for _, f := range p.Formats {
		if f == format {
			return true
		}
	}
	return false
}

// Limits of one run of another program.
const (
	outsideTime   = 2 * time.Minute
	outsideMemory = 2 << 30
)

// run gives a program a file and returns what it says. An error is about the program or the file.
func (r *Reader) run(ctx context.Context, path string, args []string, in io.Reader) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, outsideTime)
	defer cancel()
	if len(r.o.Confine) == 0 {
		return "", spar.Errorf(spar.Unavailable, "other programs cannot be confined here")
	}
	cmd := exec.CommandContext(ctx, r.o.Confine[0], append(append(r.o.Confine[1:len(r.o.Confine):len(r.o.Confine)], path), args...)...)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "OMP_THREAD_LIMIT=1", "HOME=/nonexistent", "TESSDATA_PREFIX=" + os.Getenv("TESSDATA_PREFIX")}
	if os.Getenv("TESSDATA_PREFIX") == "" {
		cmd.Env = cmd.Env[:len(cmd.Env)-1]
	}
	cmd.Dir, cmd.Stdin = "/", in
	said := &opening{}
	out := &capped{left: r.o.Text, stop: cancel}
	cmd.Stdout, cmd.Stderr = out, said
	cmd.WaitDelay = time.Second
	ownGroup(cmd)
	cmd.Cancel = func() error { killGroup(cmd.Process); return nil }
	if err := cmd.Run(); err != nil {
		if out.left < 0 {
			return "", fmt.Errorf("it gave more than %d MB of text", max(1, r.o.Text>>20))
		}
		if ctx.Err() == context.DeadlineExceeded {
			return "", fmt.Errorf("it took longer than %v", outsideTime)
		}
		return "", fmt.Errorf("%w: %s", err, line(said.String(), 200))
	}
	return strings.ToValidUTF8(strings.ReplaceAll(out.kept.String(), "\x00", ""), "\uFFFD"), nil
}

// capped keeps what is written up to a limit. It is no bytes.Buffer itself: io.Copy would go past Write.
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
