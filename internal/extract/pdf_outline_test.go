package extract_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/extract/pdfium/pdftest"
	"github.com/sparsearch/spar/internal/spar"
)

// firstOutline is the number of the first object of an outline that a test appends.
const firstOutline = 1000

// outlined appends an outline to a file of pdftest, as a program that saves a change would. Object n of it has number firstOutline+n; the first is
// the root. catalog are more entries of the catalog.
func outlined(file []byte, catalog string, objects ...string) []byte {
	var b bytes.Buffer
	b.Write(file)
	previous := file[bytes.LastIndex(file, []byte("startxref"))+len("startxref"):]
	var old int
	fmt.Sscan(string(previous), &old)
	at := b.Len()
	fmt.Fprintf(&b, "1 0 obj\n<< /Type /Catalog /Pages 2 0 R /Outlines %d 0 R %s >>\nendobj\n", firstOutline, catalog)
	table := fmt.Sprintf("xref\n1 1\n%010d 00000 n \n%d %d\n", at, firstOutline, len(objects))
	var rows strings.Builder
	for i, o := range objects {
		fmt.Fprintf(&rows, "%010d 00000 n \n", b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", firstOutline+i, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "%s%strailer\n<< /Size %d /Root 1 0 R /Prev %d >>\nstartxref\n%d\n%%%%EOF\n", table, rows.String(), firstOutline+len(objects), old, start)
	return b.Bytes()
}

// entry is an object of an outline: its title, where it leads, and the numbers of its first child and of its neighbour, 0 for none.
func entry(title, to string, child, next int) string {
	o := fmt.Sprintf("<< /Title (%s) /Parent %d 0 R %s", title, firstOutline, to)
	if child > 0 {
		o += fmt.Sprintf(" /First %d 0 R /Last %d 0 R", firstOutline+child, firstOutline+child)
	}
	if next > 0 {
		o += fmt.Sprintf(" /Next %d 0 R", firstOutline+next)
	}
	return o + " >>"
}

// TestPDFHostileOutlines: an outline that leads back to itself, has no end or no bottom costs neither the text of its file nor much time.
func TestPDFHostileOutlines(t *testing.T) {
	needPDFium(t)
	// That these outlines are read at all: a line set like text is a heading because one names it.
	small := pdftest.Write(nil, new(pdftest.Page).Lines(740, "Costs").Lines(700, "The bridge is built in spring.", "It costs four million."))
	if got := outline(readMade(t, outlined(small, "", entry("", "", 1, 0), entry("Costs", "/Dest [6 0 R /Fit]", 0, 2), entry("Costs", "/Dest [6 0 R /Fit]", 0, 1)))); got[0] != "1 heading1: Costs" {
		t.Errorf("with an outline: %q", got)
	}
	root := entry("", "", 1, 0)
	const here = "/Dest [6 0 R /Fit]" // the page of pdftest
	many := func(n int, of func(i int) string) (list []string) {
		list = append(list, root)
		for i := 1; i <= n; i++ {
			list = append(list, of(i))
		}
		return list
	}
	for name, c := range map[string]struct {
		catalog string
		objects []string
	}{
		"an entry beside itself":            {"", []string{root, entry("Plans", here, 0, 1)}},
		"an entry below itself":             {"", []string{root, entry("Plans", here, 1, 0)}},
		"an entry below and beside itself":  {"", []string{root, entry("Plans", here, 1, 1)}},
		"two that follow each other":        {"", []string{root, entry("Plans", here, 0, 2), entry("Costs", here, 0, 1)}},
		"the root below an entry":           {"", []string{root, "<< /Title (Plans) " + here + " /First 1000 0 R /Next 1000 0 R >>"}},
		"twenty, each above all":            {"", many(20, func(i int) string { return entry(fmt.Sprint("Part ", i), here, 1, i%20+1) })},
		"30000 below each other":            {"", many(30000, func(i int) string { return entry(fmt.Sprint("Part ", i), here, i%30000+1, 0) })},
		"50000 beside each other":           {"", many(50000, func(i int) string { return entry(fmt.Sprint("Part ", i), here, 0, i%50000+1) })},
		"no object where it leads":          {"", []string{root, entry("Plans", "/Dest [99999 0 R /Fit]", 7777, 8888)}},
		"a title of a million letters":      {"", []string{root, entry(strings.Repeat("Plans ", 200_000), here, 0, 1)}},
		"an action that is its own next":    {"", []string{root, "<< /Title (Plans) /A 1002 0 R >>", "<< /S /GoTo /D (x) /Next 1002 0 R >>"}},
		"a name whose tree is below itself": {"/Names << /Dests 1002 0 R >>", []string{root, entry("Plans", "/Dest (x)", 0, 1), "<< /Kids [1002 0 R 1002 0 R 1002 0 R] >>"}},
		"a name that leads to itself":       {"/Dests << /x /x >>", []string{root, entry("Plans", "/Dest /x", 0, 1)}},
	} {
		t.Run(name, func(t *testing.T) {
			file := pdftest.Write(nil, new(pdftest.Page).Text(72, 740, 18, true, "Plans").Lines(700, "The bridge is built in spring.", "It costs four million."))
			raw := outlined(file, c.catalog, c.objects...)
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // one that has no end still fails
			defer cancel()
			begin := time.Now()
			doc := extract.Document(ctx, extract.Input{Name: "a.pdf", R: bytes.NewReader(raw), Size: int64(len(raw)), CacheDir: pdfCache(t)})
			if doc.State != spar.OK {
				t.Errorf("state %s: %s", doc.State, doc.Reason)
			}
			if got := strings.Join(outline(doc), "\n"); !strings.Contains(got, "The bridge is built in spring.") || !strings.Contains(got, "Plans") {
				t.Errorf("its text is %q", got)
			}
			t.Logf("%d bytes in %v", len(raw), time.Since(begin))
		})
	}
}
