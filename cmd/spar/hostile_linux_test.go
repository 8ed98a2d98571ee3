package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"encoding/base64"
	"fmt"
	"hash/crc32"
	"io"
	"net"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

// maxResident is what no process of SPAR may exceed, whatever it reads.
const maxResident = 2_500_000_000

// TestHostileShare has the program read a share of everything that breaks readers. Each file is accounted for with a
// reason, and the healthy ones beside them answer. SPAR_LONG=1 adds the bomb that takes longest until a limit ends it.
func TestHostileShare(t *testing.T) {
	// Not beside others: what the system tells of a program's memory begins with that of the process that started it.
	p := newPlace(t)
	var who *syscall.Credential
	if os.Getuid() == 0 {
		who = account(t, "nobody") // the superuser may read everything
	}
	root := p.folder(t, who, 0o755, "share")
	write := func(name, text string) { p.file(t, who, 0o644, text, "share", name) }

	write("healthy.md", "# Archive\n\nMrs Finch keeps the key of the archive room in the blue cabinet.\n")
	write("new\nline.md", "# Ferries\n\nThe ferry to Orkney leaves at seven in the morning.\n")
	write("bad\xff\xfename.md", "# Buses\n\nThe bus to Kirkwall leaves at nine in the evening.\n")
	write("empty.txt", "")
	write("unreadable.md", "The archive room is open to nobody.\n")
	own(t, p.path("share", "unreadable.md"), who, 0)
	write("vanishes.md", "The archive room will be gone.\n")
	write("broken.docx", "PK\x03\x04\x14\x00 cut off")
	write("encrypted.pdf", lockedPDF)
	write("brackets.md", strings.Repeat("[", 200_000)+"x"+strings.Repeat("]", 200_000))
	write("brackets.json", strings.Repeat("[", 200_000)+strings.Repeat("]", 200_000))
	write("tags.html", "<html><body>"+strings.Repeat("<div>", 200_000)+"deep"+strings.Repeat("</div>", 200_000))
	write("line.csv", strings.Repeat("cell,12345,", 60_000_000/11))
	var numbers strings.Builder
	for i := range 1000 {
		fmt.Fprint(&numbers, i, " ")
	}
	type bomb struct {
		name, head, fill string
		level            int
	}
	bombs := []bomb{
		{"bomb-zeros.docx", "", "\x00", flate.BestCompression},
		// It stays below the ratio that marks a bomb, like the bomb of paragraphs.
		{"bomb-run.docx", wordBody + "<w:p><w:r><w:t>", numbers.String(), flate.BestSpeed},
	}
	files := 17
	want := map[string][2]string{ // state, and words of the reason
		"bomb-zeros.docx": {"too-big", "zip bomb"},
		"bomb-run.docx":   {"too-big", "64 MB"},
		"broken.docx":     {"corrupt", "unpacked"},
		"encrypted.pdf":   {"encrypted", "password"},
		"empty.txt":       {"no-text", "empty"},
		"line.csv":        {"partial", "line breaks"},
		"link.md":         {"special-file", "symbolic link"},
		"pipe":            {"special-file", "FIFO"},
		"socket":          {"special-file", "socket"},
		"unreadable.md":   {"unreadable", "right to read"},
	}
	if os.Getenv("SPAR_LONG") != "" {
		bombs = append(bombs, bomb{"bomb-paragraphs.docx", wordBody, "<w:p><w:r><w:t>tick tock tick</w:t></w:r></w:p>\n", flate.BestSpeed})
		files++
		want["bomb-paragraphs.docx"] = [2]string{"partial", "paragraphs"}
	}
	for _, bomb := range bombs {
		zipBomb(t, p.path("share", bomb.name), bomb.head, bomb.fill, bomb.level, 2<<30)
		own(t, p.path("share", bomb.name), who, 0o644)
	}
	if err := os.Symlink("/etc/passwd", p.path("share", "link.md")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(p.path("share", "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", p.path("share", "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer socket.Close()
	gone := p.folder(t, who, 0o755, "gone")
	p.file(t, who, 0o644, "The archive room is elsewhere.\n", "gone", "elsewhere.md")

	data := p.data(t, who)
	var rss int64
	spar := func(exit int, args ...string) called {
		t.Helper()
		r := p.must(t, exit, call{who: who, memory: true, data: data, args: args})
		rss = max(rss, r.rss)
		return r
	}
	spar(exitOK, "share", "add", "s", root)
	spar(exitOK, "share", "add", "gone", gone)
	spar(exitOK, "scan")

	// A share that cannot be reached is said to be so, and keeps no other from being scanned and asked.
	if err := os.Rename(gone, gone+"-away"); err != nil {
		t.Fatal(err)
	}
	r := spar(exitUnavailable, "scan")
	if !strings.Contains(r.out, fmt.Sprintf("s: %d files", files)) || !strings.Contains(r.err, gone) || !strings.Contains(r.err, "spar share relocate") {
		t.Errorf("scan with a missing share:\n%s%s", r.out, r.err)
	}
	if err := os.Remove(p.path("share", "vanishes.md")); err != nil {
		t.Fatal(err)
	}

	r = spar(exitOK, "ask", "--all", "who keeps the key of the archive room?", "--json")
	answer := jsonLines[askOut](t, r.out)[0]
	if answer.Refused || !strings.Contains(answer.Answer, "Mrs Finch") || len(answer.Citations) == 0 ||
		answer.Citations[0].Share != "s" || answer.Citations[0].Path != "healthy.md" {
		t.Errorf("the healthy file does not answer: %s", r.out)
	}
	if c := answer.Coverage; c.InScope != files || c.Waiting != 1 || c.Read+c.Waiting+c.Unreadable != c.InScope || c.Gone != 1 {
		t.Errorf("coverage %+v; want %d files, of which the one in the missing share waits, and the one that is gone", c, files)
	}
	if !strings.Contains(r.err, gone) {
		t.Errorf("nothing is said of the missing share:\n%s", r.err)
	}

	// Names of any bytes are found, listed and opened.
	for question, name := range map[string]string{"when does the ferry to Orkney leave?": "new\nline.md", "when does the bus to Kirkwall leave?": "bad\xff\xfename.md"} {
		r := spar(exitOK, "search", "--share", "s", question, "--json")
		found := jsonLines[searchOut](t, r.out)[0]
		if len(found.Hits) == 0 || pathBytes(t, found.Hits[0].Path, found.Hits[0].Bytes) != name {
			t.Errorf("%q is not found first: %s", name, r.out)
			continue
		}
		if r := spar(exitOK, "open", found.Hits[0].Open); !strings.Contains(r.out, "leaves at") {
			t.Errorf("open %q: %s", found.Hits[0].Open, r.out)
		}
		r = spar(exitOK, "ask", "--share", "s", question)
		if strings.Contains(r.out, name) || !strings.Contains(r.out, printable(name)) {
			t.Errorf("the name %q must be made harmless to a terminal: %q", name, r.out)
		}
		if r := spar(exitOK, "open", "1"); !strings.Contains(r.out, "leaves at") {
			t.Errorf("open 1 after %q: %s", question, r.out)
		}
	}

	nested := map[string]bool{"brackets.md": true, "brackets.json": true, "tags.html": true}
	r = spar(exitOK, "files", "--skipped", "--json")
	for _, f := range jsonLines[fileLine](t, r.out) {
		if nested[f.Path] && f.Reason != "" {
			continue // their readers may have a bound of depth, or none
		}
		w, ok := want[f.Path]
		if !ok || f.State != w[0] || !strings.Contains(f.Reason, w[1]) {
			t.Errorf("%q is %s: %s; want %v", f.Path, f.State, f.Reason, w)
		}
		delete(want, f.Path)
	}
	for name := range want {
		t.Errorf("%s is not accounted for:\n%s", name, r.out)
	}
	// The question found one file gone, looked for it everywhere, and said so: the catalog has forgotten it.
	r = spar(exitNotFound, "show", "s:vanishes.md")
	if !strings.Contains(r.err, "vanishes.md") {
		t.Errorf("the file that is gone is still there: %s%s", r.out, r.err)
	}
	r = spar(exitOK, "files", "--skipped")
	for _, state := range []string{"corrupt", "encrypted", "too-big", "partial", "unreadable"} {
		if !regexp.MustCompile(`(?m)^-> ` + state + `: .`).MatchString(r.out) {
			t.Errorf("no remedy for files that are %s:\n%s", state, r.out)
		}
	}
	r = spar(exitInternal, "doctor")
	if !strings.Contains(r.out, gone+" cannot be reached") {
		t.Errorf("doctor:\n%s", r.out)
	}
	for _, name := range []string{"new\nline.md", "bad\xff\xfename.md"} {
		r := spar(exitOK, "files", "--share", "s", "--json")
		var names []string
		for _, f := range jsonLines[fileLine](t, r.out) {
			names = append(names, pathBytes(t, f.Path, f.Bytes))
		}
		if !strings.Contains(strings.Join(names, "\x00"), name) {
			t.Errorf("%q is not listed: %q", name, names)
		}
	}

	if rss > maxResident {
		t.Errorf("a process had %d bytes of memory, more than %d", rss, int64(maxResident))
	}
	t.Logf("the largest process had %d MB", rss/1_000_000)
}

// pathBytes is the name that JSON gives as readable text and, where that is not the name, as bytes.
func pathBytes(t *testing.T, path, coded string) string {
	t.Helper()
	if coded == "" {
		return path
	}
	b, err := base64.StdEncoding.DecodeString(coded)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

const wordBody = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`

// zipBomb writes a Word file whose text is head and then fill until it has size bytes. The compressed form of a long
// run of fill repeats itself, so that it is made once.
func zipBomb(t *testing.T, name, head, fill string, level int, size int64) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(f)
	fill = strings.Repeat(fill, (4<<20)/len(fill))
	var packed bytes.Buffer
	sum := crc32.NewIEEE()
	pack, err := flate.NewWriter(&packed, level)
	if err != nil {
		t.Fatal(err)
	}
	add := func(s string) {
		if _, err := io.WriteString(io.MultiWriter(pack, sum), s); err != nil {
			t.Fatal(err)
		}
		if err := pack.Flush(); err != nil {
			t.Fatal(err)
		}
	}
	n := (size - int64(len(head))) / int64(len(fill))
	add(head + fill)
	begin := packed.Len()
	add(fill) // it refers back to bytes that precede every later copy too
	again := bytes.Clone(packed.Bytes()[begin:])
	for range n - 2 {
		packed.Write(again)
		io.WriteString(sum, fill)
	}
	if err := pack.Close(); err != nil {
		t.Fatal(err)
	}
	parts := wordParts("")
	delete(parts, "word/document.xml")
	for part, text := range parts {
		entry, err := w.Create(part)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(entry, text); err != nil {
			t.Fatal(err)
		}
	}
	entry, err := w.CreateRaw(&zip.FileHeader{
		Name: "word/document.xml", Method: zip.Deflate, CRC32: sum.Sum32(),
		CompressedSize64: uint64(packed.Len()), UncompressedSize64: uint64(int64(len(head)) + n*int64(len(fill))),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := entry.Write(packed.Bytes()); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// lockedPDF is encrypted, and no password opens it: the check values of its handler are made up.
var lockedPDF = func() string {
	var b strings.Builder
	var at []int
	object := func(format string, args ...any) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(at)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>")
	object("<</Length 8>>stream\nabcdefgh\nendstream")
	object("<</Filter/Standard/V 1/R 2/P -4/O<%064d>/U<%064d>>>", 1, 2)
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R/Encrypt 5 0 R/ID[<%032d><%032d>]>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, 1, 1, start)
	return b.String()
}()
