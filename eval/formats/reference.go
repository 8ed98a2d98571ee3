package formats

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// A reference is a program that prints the text of files. It may omit something on purpose; then the comparison omits it
// too: without names it, and leave reports whether a block is part of it.
type reference struct {
	name    string
	without string
	leave   func(spar.Block) bool
	stored  bool // the program prints values as cells store them, not as they show them
	read    func(ctx context.Context, files []sample, dir string) []saying
}

// A saying is the output of a program for a file.
type saying struct {
	Text string        `json:"text"` // "" if there was none
	Took time.Duration `json:"took"` // wall time
	CPU  time.Duration `json:"cpu"`
}

// leaving returns r with the blocks that it omits.
func (r reference) leaving(without string, leave func(spar.Block) bool) reference {
	r.without, r.leave = without, leave
	return r
}

// view returns the text of a document that is comparable with the program's output.
func (r reference) view(doc *spar.Document) string {
	if r.stored {
		doc = withStored(doc)
	}
	return doc.Text(r.leave)
}

// withStored returns a copy of a document whose cells have their stored values. Cells that a merged cell covers, and that
// the document therefore does not show, stay empty.
func withStored(doc *spar.Document) *spar.Document {
	stored := *doc
	stored.Blocks = slices.Clone(doc.Blocks)
	for i := range stored.Blocks {
		if t := stored.Blocks[i].Table; t != nil {
			table := *t
			table.Rows = slices.Clone(t.Rows)
			for k, row := range table.Rows {
				row.Shown = slices.DeleteFunc(slices.Clone(row.Shown), func(c spar.ShownCell) bool { return c.Text != "" })
				table.Rows[k] = row
			}
			stored.Blocks[i].Table = &table
		}
	}
	return &stored
}

// besideText reports whether a block is beside the text: a text export has none of these.
func besideText(b spar.Block) bool { return b.Kind.Beside() }

// besideCells reports whether a block has no cells: a CSV export has none of these.
func besideCells(b spar.Block) bool {
	return besideText(b) || b.Kind == spar.Heading && b.Text == b.Locator.Sheet
}

func remarks(b spar.Block) bool { return b.Kind == spar.Comment }

// How long a program may take and how much it may print; the rest is cut off.
const (
	referenceTime = time.Minute
	officeTime    = 90 * time.Second // and more for each file that it gets
	referenceSize = 64 << 20
)

// referencesOf returns the installed programs for a format.
func referencesOf(format string) []reference {
	one := func(program string, args ...string) reference {
		return reference{name: program, read: func(ctx context.Context, files []sample, _ string) []saying {
			said := make([]saying, len(files))
			for i, f := range files {
				said[i] = printed(ctx, program, replaced(args, f.path)...)
			}
			return said
		}}
	}
	const text, cells = "headers, footers, notes, text boxes, comments", "names of sheets, text boxes, comments"
	var list []reference
	add := func(program string, r reference) {
		if _, err := exec.LookPath(program); err == nil {
			list = append(list, r)
		}
	}
	switch format {
	case "pdf":
		add("pdftotext", one("pdftotext", "-q", "-enc", "UTF-8", filePlace, "-"))
	case "doc":
		add("antiword", one("antiword", "-w", "0", "-m", "UTF-8.txt", filePlace))
		add("catdoc", one("catdoc", "-w", "-d", "utf-8", filePlace))
		add("soffice", office("txt:Text (encoded):UTF8", ".txt", textFiles).leaving(text, besideText))
	case "docx", "odt", "rtf":
		add("soffice", office("txt:Text (encoded):UTF8", ".txt", textFiles).leaving(text, besideText))
	case "xls", "xlsx", "ods":
		if format == "xls" {
			// It prints the stored digits, whatever the cell shows, and dates in the form given here.
			r := one("xls2csv", "-f", "%Y-%m-%d", "-d", "utf-8", filePlace).leaving(cells+"; cells as stored", besideCells)
			r.stored = true
			add("xls2csv", r)
		}
		add("soffice", office(officeCSV, ".csv", textFiles).leaving(cells, besideCells))
	case "ppt", "pptx", "odp":
		if format == "ppt" {
			add("catppt", one("catppt", "-d", "utf-8", filePlace))
		}
		add("soffice", office("odp", ".odp", odfText).leaving("comments", remarks))
	case "eml":
		r := one("python3", "-c", pythonMail, filePlace)
		r.name = "python email"
		add("python3", r)
	case "html":
		r := one("python3", "-c", pythonHTML, filePlace)
		r.name = "python html.parser"
		add("python3", r)
	}
	return list
}

// filePlace stands for the file in the arguments of a program.
const filePlace = "\x00file"

func replaced(args []string, path string) []string {
	args = slices.Clone(args)
	for i := range args {
		if args[i] == filePlace {
			args[i] = path
		}
	}
	return args
}

// printed returns the output of a program, and none if it fails.
func printed(ctx context.Context, program string, args ...string) saying {
	ctx, cancel := context.WithTimeout(ctx, referenceTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = time.Second
	var out limited
	cmd.Stdout = &out
	said, err := timed(cmd)
	if err == nil {
		said.Text = out.String()
	}
	return said
}

// timed runs a program and measures its time.
func timed(cmd *exec.Cmd) (said saying, err error) {
	begin := time.Now()
	err = cmd.Run()
	said.Took = time.Since(begin)
	if s := cmd.ProcessState; s != nil {
		said.CPU = s.UserTime() + s.SystemTime()
	}
	return said, err
}

// limited keeps the first referenceSize bytes.
type limited struct{ strings.Builder }

func (l *limited) Write(b []byte) (int, error) {
	l.Builder.Write(b[:min(len(b), referenceSize-l.Len())])
	return len(b), nil
}

// withKept runs a program on the files whose output is not in folder yet, and keeps it there; with folder "" it keeps nothing.
func withKept(ctx context.Context, tool reference, files []sample, folder, dir string) []saying {
	if folder == "" {
		return tool.read(ctx, files, dir)
	}
	said := make([]saying, len(files))
	places := make([]string, len(files))
	var missing []int
	for i, f := range files {
		h := sha256.New()
		if in, err := os.Open(f.path); err == nil {
			io.Copy(h, in)
			in.Close()
		}
		places[i] = filepath.Join(folder, hex.EncodeToString(h.Sum(nil))+"."+strings.ReplaceAll(tool.name, " ", "-")+".json")
		if kept, err := os.ReadFile(places[i]); err != nil || json.Unmarshal(kept, &said[i]) != nil {
			missing = append(missing, i)
		}
	}
	const together = 20 // files to run before their output is kept
	for part := range slices.Chunk(missing, together) {
		some := make([]sample, len(part))
		for k, i := range part {
			some[k] = files[i]
		}
		for k, s := range tool.read(ctx, some, dir) {
			said[part[k]] = s
			if kept, err := json.Marshal(s); err == nil && ctx.Err() == nil {
				os.WriteFile(places[part[k]], kept, 0o600) // if that fails, the program runs again next time
			}
		}
	}
	return said
}

// pythonMail prints the parts of a message that a person reads: subject, addresses, and text parts without tags. Of
// alternatives it takes the plain one; it omits attachments.
const pythonMail = `
import email, email.policy, html, re, sys
sys.stdout.reconfigure(encoding="utf-8", errors="replace")
raw = open(sys.argv[1], "rb").read()
if raw.startswith(b"From "):
    raw = raw.split(b"\n", 1)[1]
m = email.message_from_bytes(raw, policy=email.policy.default)
for name in ("subject", "from", "to", "cc"):
    for value in m.get_all(name, []):
        print(value)
def show(part):
    if part.get_content_disposition() == "attachment":
        return
    kind = part.get_content_type()
    if kind == "multipart/alternative":
        parts = list(part.iter_parts())
        plain = [p for p in parts if p.get_content_type() == "text/plain"]
        for p in plain[:1] or parts[-1:]:
            show(p)
    elif part.is_multipart():
        for p in part.iter_parts():
            show(p)
    elif kind in ("text/plain", "text/html"):
        text = part.get_content()
        if kind == "text/html":
            text = re.sub(r"(?is)<(script|style|head)\b.*?</\1>", " ", text)
            text = html.unescape(re.sub(r"(?s)<[^>]*>", " ", text))
        print(text)
show(m)
`

// pythonHTML prints the text of a page without scripts and styles.
const pythonHTML = `
import html.parser, re, sys
sys.stdout.reconfigure(encoding="utf-8", errors="replace")
class Text(html.parser.HTMLParser):
    skip = 0
    def handle_starttag(self, tag, attrs):
        self.skip += tag in ("script", "style", "noscript", "template")
        if tag not in ("a", "b", "i", "em", "strong", "span", "font", "u", "sub", "sup", "small", "code"): print()
    def handle_endtag(self, tag):
        self.skip -= tag in ("script", "style", "noscript", "template")
    def handle_data(self, data):
        if not self.skip: sys.stdout.write(data)
raw = open(sys.argv[1], "rb").read()
named = re.search(rb"charset\s*=\s*[\"']?([-\w]+)", raw[:4096])
tries = ["utf-16"] if raw[:2] in (b"\xff\xfe", b"\xfe\xff") else [named.group(1).decode()] if named else []
for charset in tries + ["utf-8", "windows-1252", "latin-1"]:
    try: text = raw.decode(charset)
    except (UnicodeDecodeError, LookupError): continue
    break
Text().feed(text)
`
