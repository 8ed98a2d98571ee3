package main

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/extract/ziptest"
)

// TestHostileContents has the program read files that are sound by their looks and turn on their reader: nesting without
// end, expansion, loops, and what changes while it is read. Each ends in its state, with a reason that says why, and the
// healthy file among them answers.
func TestHostileContents(t *testing.T) {
	// Not beside others: what the system tells of a program's memory begins with that of the process that started it.
	p := newPlace(t)
	root := p.folder(t, nil, 0o755, "share")
	const healthy = "Mrs Finch keeps the key of the archive room in the blue cabinet.\n"
	p.file(t, nil, 0o644, healthy, "share", "healthy.md")

	// What a file may become: one of these states, and what its reason must say; "" where it has none.
	type end struct {
		states []string
		reason string
	}
	cases := map[string]end{
		"nested.zip":   {[]string{"container"}, ""},
		"many.zip":     {[]string{"too-big"}, "entries"},
		"laughs.xml":   {[]string{"ok"}, ""}, // its entities are left as they are
		"laughs.docx":  {[]string{"corrupt"}, "entity"},
		"strings.xlsx": {[]string{"partial", "too-big"}, "64 MB"},
		"depth.rtf":    {[]string{"too-big"}, "nested"},
		"depth.eml":    {[]string{"partial"}, "nested"},
		"loop.pdf":     {[]string{"corrupt"}, "pages"},
		"etc":          {[]string{"special-file"}, "symbolic link"},
		"grows.log":    {[]string{"ok", "partial", "unread"}, ""},
	}
	for name, content := range map[string][]byte{
		"nested.zip":   nestedZip(t, 40),
		"many.zip":     manyMembers(t, 100_000),
		"laughs.xml":   []byte(laughs("<doc>&l9;</doc>")),
		"laughs.docx":  ziptest.Parts(wordParts(laughs(wordBody + "<w:p><w:r><w:t>&l9;</w:t></w:r></w:p></w:body></w:document>"))),
		"strings.xlsx": ziptest.Parts(sharedStrings(1<<20, 20_000)),
		"depth.rtf":    []byte(`{\rtf1 ` + strings.Repeat("{", 1<<20) + "deep" + strings.Repeat("}", 1<<20) + "}"),
		"depth.eml":    []byte(nestedMail(2000)),
		"loop.pdf":     []byte("%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj\n<</Type/Pages/Parent 3 0 R/Kids[3 0 R 2 0 R]/Count 1000000>>\nendobj\n3 0 obj\n<</Type/Pages/Parent 2 0 R/Kids[2 0 R]/Count 1000000>>\nendobj\ntrailer\n<</Root 1 0 R>>\n"),
		"grows.log":    []byte("the first line of a log\n"),
	} {
		p.file(t, nil, 0o644, string(content), "share", name)
	}
	if err := os.Symlink("/etc", p.path("share", "etc")); err != nil {
		t.Fatal(err)
	}
	// Only the superuser of some machines may make a device.
	if err := syscall.Mknod(p.path("share", "zero"), syscall.S_IFCHR|0o644, 1<<8|5); err == nil {
		cases["zero"] = end{[]string{"special-file"}, "device"}
	} else {
		t.Logf("no device among them: %v", err)
	}

	data := p.data(t, nil)
	var rss int64
	spar := func(args ...string) called {
		t.Helper()
		r := p.must(t, exitOK, call{memory: true, data: data, args: args})
		rss = max(rss, r.rss)
		return r
	}
	spar("share", "add", "s", root)
	spar("scan")

	// One file grows for as long as the others are read.
	stop := make(chan struct{})
	var growing sync.WaitGroup
	growing.Go(func() {
		f, err := os.OpenFile(p.path("share", "grows.log"), os.O_APPEND|os.O_WRONLY, 0)
		if err != nil {
			t.Error(err)
			return
		}
		defer f.Close()
		for tick := time.NewTicker(time.Millisecond); ; {
			select {
			case <-stop:
				return
			case <-tick.C:
				fmt.Fprintln(f, strings.Repeat("one more line ", 100))
			}
		}
	})
	r := spar("ask", "--all", "who keeps the key of the archive room?", "--json") // in any time, so that a busy machine reads them all
	close(stop)
	growing.Wait()
	if answer := jsonLines[askOut](t, r.out)[0]; answer.Refused || !strings.Contains(answer.Answer, "Mrs Finch") || answer.Citations[0].Path != "healthy.md" {
		t.Errorf("the healthy file does not answer: %s", r.out)
	}

	members := map[string]int{}
	for _, f := range append(jsonLines[fileLine](t, spar("files", "--json").out), jsonLines[fileLine](t, spar("files", "--skipped", "--json").out)...) {
		if outer, _, ok := strings.Cut(f.Path, "!/"); ok {
			members[outer]++
			continue
		}
		want, ok := cases[f.Path]
		switch {
		case strings.HasPrefix(f.Path, "etc/"):
			t.Errorf("a link to a folder was followed: %s", f.Path)
		case ok && (!slices.Contains(want.states, f.State) || !strings.Contains(f.Reason, want.reason)):
			t.Errorf("%s is %s: %s; want one of %v because of %q", f.Path, f.State, f.Reason, want.states, want.reason)
		case ok && f.State != "ok" && f.State != "container" && f.Reason == "":
			t.Errorf("%s is %s without a reason", f.Path, f.State)
		}
		if ok {
			t.Logf("%s: %s %s", f.Path, f.State, f.Reason)
		}
		delete(cases, f.Path)
	}
	for name := range cases {
		t.Errorf("%s is not accounted for", name)
	}
	t.Logf("members: %v; the largest process had %d MB", members, rss/1_000_000)
	if n := members["nested.zip"]; n == 0 || n > 40 {
		t.Errorf("%d files lie in nested.zip", n)
	}
	if rss > maxResident {
		t.Errorf("a process had %d bytes of memory, more than %d", rss, int64(maxResident))
	}
}

// nestedZip is a text in an archive in an archive, so many times.
func nestedZip(t *testing.T, depth int) []byte {
	content := ziptest.Parts(map[string]string{"deep.txt": "the text at the bottom"})
	for range depth {
		content = ziptest.Parts(map[string]string{"inner.zip": string(content)})
	}
	return content
}

// manyMembers is an archive of so many files of one byte.
func manyMembers(t *testing.T, n int) []byte {
	parts := make(map[string]string, n)
	for i := range n {
		parts[fmt.Sprintf("%d.txt", i)] = "x"
	}
	return ziptest.Parts(parts)
}

// laughs is XML whose entity l9 stands for a thousand million words.
func laughs(body string) string {
	var b strings.Builder
	b.WriteString("<?xml version=\"1.0\"?>\n<!DOCTYPE doc [\n<!ENTITY l0 \"laugh\">\n")
	for i := 1; i <= 9; i++ {
		fmt.Fprintf(&b, "<!ENTITY l%d \"%s\">\n", i, strings.Repeat(fmt.Sprintf("&l%d;", i-1), 10))
	}
	return b.String() + "]>\n" + body
}

// wordParts are the parts of a Word file with this document.
func wordParts(document string) map[string]string {
	return map[string]string{
		"[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		"_rels/.rels":         `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
		"word/document.xml":   document,
	}
}

// sharedStrings returns the parts of a workbook with many cells that show one long string. The file holds the string once.
func sharedStrings(size, cells int) map[string]string {
	const main = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	var rows, long strings.Builder
	for i := 0; long.Len() < size; i++ {
		fmt.Fprint(&long, i, " ")
	}
	for i := range cells {
		fmt.Fprintf(&rows, `<row r="%d"><c r="A%[1]d" t="s"><v>0</v></c></row>`, i+1)
	}
	return map[string]string{
		"[Content_Types].xml":        `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
		"_rels/.rels":                `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
		"xl/workbook.xml":            `<workbook ` + main + ` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/sharedStrings.xml":       `<sst ` + main + `><si><t>` + long.String() + `</t></si></sst>`,
		"xl/worksheets/sheet1.xml":   `<worksheet ` + main + `><sheetData>` + rows.String() + `</sheetData></worksheet>`,
	}
}

// nestedMail is a message of parts in parts.
func nestedMail(depth int) string {
	var b strings.Builder
	b.WriteString("From: a@example.org\r\nTo: b@example.org\r\nSubject: deep\r\nMIME-Version: 1.0\r\n")
	for i := range depth {
		fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=\"b%d\"\r\n\r\n--b%[1]d\r\n", i)
	}
	b.WriteString("Content-Type: text/plain\r\n\r\nthe text at the bottom\r\n")
	for i := depth - 1; i >= 0; i-- {
		fmt.Fprintf(&b, "--b%d--\r\n", i)
	}
	return b.String()
}
