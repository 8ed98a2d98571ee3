package eval

import (
	"archive/zip"
	"context"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A reference is a program that gives the text of files.
type reference struct {
	name string
	read func(ctx context.Context, files []sample, dir string) (texts []string) // one a file, "" when it gave none
}

// How long a program may take and how much it may say; what it says beyond is cut off.
const (
	referenceTime = time.Minute
	referenceSize = 64 << 20
)

// referencesOf gives the programs for a format that are installed.
func referencesOf(format string) []reference {
	one := func(program string, args ...string) reference {
		return reference{program, func(ctx context.Context, files []sample, _ string) []string {
			texts := make([]string, len(files))
			for i, f := range files {
				texts[i] = printed(ctx, program, replaced(args, f.path)...)
			}
			return texts
		}}
	}
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
		add("soffice", office("txt:Text", ".txt", textFile))
	case "ppt":
		add("catppt", one("catppt", "-d", "utf-8", filePlace))
		add("soffice", office("odp", ".odp", odfText))
	case "xls":
		add("xls2csv", one("xls2csv", "-d", "utf-8", filePlace))
		add("soffice", office("ods", ".ods", odfText))
	case "docx", "odt", "rtf":
		add("soffice", office("txt:Text", ".txt", textFile))
	case "xlsx", "ods":
		add("soffice", office("ods", ".ods", odfText))
	case "pptx", "odp":
		add("soffice", office("odp", ".odp", odfText))
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

// printed is what a program says, "" when it fails.
func printed(ctx context.Context, program string, args ...string) string {
	ctx, cancel := context.WithTimeout(ctx, referenceTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.WaitDelay = time.Second
	var out limited
	cmd.Stdout = &out
	if cmd.Run() != nil {
		return ""
	}
	return out.String()
}

// limited keeps the first referenceSize bytes.
type limited struct{ strings.Builder }

func (l *limited) Write(b []byte) (int, error) {
	l.Builder.Write(b[:min(len(b), referenceSize-l.Len())])
	return len(b), nil
}

// office converts files with LibreOffice, some at a time: one start serves many, and one bad file costs few others.
func office(filter, ext string, text func(path string) string) reference {
	const together = 20
	return reference{"LibreOffice", func(ctx context.Context, files []sample, dir string) []string {
		texts := make([]string, len(files))
		for part := range slices.Chunk(indexes(len(files)), together) {
			work, err := os.MkdirTemp(dir, "office-")
			if err != nil {
				return texts
			}
			args := []string{"-env:UserInstallation=file://" + filepath.Join(dir, "profile"), "--headless", "--convert-to", filter, "--outdir", filepath.Join(work, "out")}
			for _, i := range part {
				// Names of their own: two files may have one name, and an extension may mislead.
				link := filepath.Join(work, fmt.Sprintf("%d%s", i, strings.ToLower(filepath.Ext(files[i].path))))
				if abs, err := filepath.Abs(files[i].path); err == nil && os.Symlink(abs, link) == nil {
					args = append(args, link)
				}
			}
			limit, cancel := context.WithTimeout(ctx, referenceTime+together*10*time.Second)
			cmd := exec.CommandContext(limit, "soffice", args...)
			cmd.WaitDelay = time.Second
			cmd.Run()
			cancel()
			for _, i := range part {
				texts[i] = text(filepath.Join(work, "out", fmt.Sprintf("%d%s", i, ext)))
			}
			os.RemoveAll(work)
		}
		return texts
	}}
}

func indexes(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func textFile(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	var out limited
	io.Copy(&out, f)
	return out.String()
}

var (
	odfSpan = regexp.MustCompile(`</?text:(?:span|a)\b[^>]*>`)
	odfTag  = regexp.MustCompile(`<[^>]*>`)
)

// odfText is the text of an OpenDocument file with its tags stripped.
func odfText(path string) string {
	z, err := zip.OpenReader(path)
	if err != nil {
		return ""
	}
	defer z.Close()
	f, err := z.Open("content.xml")
	if err != nil {
		return ""
	}
	defer f.Close()
	var out limited
	io.Copy(&out, f)
	_, body, _ := strings.Cut(out.String(), "<office:body>")
	return html.UnescapeString(odfTag.ReplaceAllString(odfSpan.ReplaceAllString(body, ""), " "))
}

// pythonMail prints what a person reads of a message: its subject, its addresses, and its text parts with their tags
// stripped. Of alternatives it takes the plain one; attachments are left out.
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
