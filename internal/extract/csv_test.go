package extract

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/unicode"

	"github.com/sparsearch/spar/internal/spar"
)

func TestCSV(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []string
	}{
		{"comma", "Name,Age\nAnn,31\nBob,42\n", []string{"= Name | Age", "| Ann | 31", "| Bob | 42"}},
		{"semicolon and decimal commas", "Artikel;Preis\nHut;12,50\nSchal;8,90\n", []string{"= Artikel | Preis", "| Hut | 12,50", "| Schal | 8,90"}},
		{"tab", "a\tb\n1\t2\n", []string{"= a | b", "| 1 | 2"}},
		{"pipe", "a|b\n1|2\n3|4\n", []string{"= a | b", "| 1 | 2", "| 3 | 4"}},
		{"quotes", "City,Note\nBern,\"two\nlines, one cell\"\nRome,\"a \"\"word\"\"\"\n", []string{"= City | Note", "| Bern | two\nlines, one cell", "| Rome | a \"word\""}},
		{"single quotes", "city,note\n'Bern','a, b'\n'Rome','c, d'\n", []string{"= city | note", "| Bern | a, b", "| Rome | c, d"}},
		{"backslash", `city,note` + "\n" + `"Bern","a \"b\", c"` + "\n", []string{"= city | note", `| Bern | a "b", c`}},
		{"sep line", "sep=;\na;b\n1;2\n", []string{"= a | b", "| 1 | 2"}},
		{"no header", "1,2\n3,4\n", []string{"| 1 | 2", "| 3 | 4"}},
		{"text columns", "First name,Country\nAnna,Switzerland\nBernardo,Argentina\n", []string{"= First name | Country", "| Anna | Switzerland", "| Bernardo | Argentina"}},
		{"caption", "Sales by year,\n,\nYear,Sales\n2019,100\n2020,120\n", []string{"caption: Sales by year", "= Year | Sales", "| 2019 | 100", "| 2020 | 120"}},
		{"two levels", "Region,Sales,,Staff,\n,2019,2020,2019,2020\nNorth,1,2,3,4\nSouth,5,6,7,8\n",
			[]string{"= Region | Sales / 2019 | Sales / 2020 | Staff / 2019 | Staff / 2020", "| North | 1 | 2 | 3 | 4", "| South | 5 | 6 | 7 | 8"}},
		{"years", ",2019,2020\nNorth,1,2\nSouth,5,6\n", []string{"=  | 2019 | 2020", "| North | 1 | 2", "| South | 5 | 6"}},
		{"carriage returns", "a,b\r1,2\r3,4", []string{"= a | b", "| 1 | 2", "| 3 | 4"}},
		{"open quote", "a,b\n1,\"2\n", []string{"= a | b", "| 1 | 2"}},
		{"quote in a cell", "a,b\n5\" pipe,2\n", []string{"= a | b", "| 5\" pipe | 2"}},
		{"one column", "Name\nAnn\n", []string{"| Name", "| Ann"}},
	} {
		t.Run(c.name, func(t *testing.T) { checkOutline(t, "a.csv", c.content, c.want...) })
	}
}

func TestCSVLocators(t *testing.T) {
	content := "City,Note\r\nBern,\"two\r\nlines\"\r\n\r\nZürich,x\r\n"
	for name, enc := range map[string]string{
		"utf-8":  content,
		"utf-16": must(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(content)),
	} {
		doc := document(t, "a.csv", enc)
		if len(doc.Blocks) != 1 || len(doc.Blocks[0].Table.Rows) != 2 {
			t.Fatalf("%s: %v", name, outline(doc))
		}
		decode := func(l spar.Locator) string {
			raw := enc[l.Bytes.Start:l.Bytes.End]
			if name == "utf-16" {
				raw = must(unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder().String(raw))
			}
			return fmt.Sprintf("%d %s", l.Row, raw)
		}
		rows := doc.Blocks[0].Table.Rows
		got := []string{decode(rows[0].Locator), decode(rows[1].Locator)}
		want := []string{"2 Bern,\"two\r\nlines\"", "4 Zürich,x"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

func must(s string, err error) string {
	if err != nil {
		panic(err)
	}
	return s
}

func TestCSVBlocks(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,value\n")
	for i := range 1234 {
		fmt.Fprintf(&b, "%d,%d\n", i, i*i)
	}
	doc := document(t, "a.csv", b.String())
	rows := 0
	for i, block := range doc.Blocks {
		rows += len(block.Table.Rows)
		if block.Table.Continued != (i > 0) || len(block.Table.Header) != 2 {
			t.Errorf("block %d: continued %v, header %v", i, block.Table.Continued, block.Table.Header)
		}
	}
	if rows != 1234 || len(doc.Blocks) != 3 {
		t.Errorf("%d rows in %d blocks", rows, len(doc.Blocks))
	}
}

// looped is a file of n bytes that repeats a text.
type looped struct {
	text string
	n    int64
}

func (p looped) ReadAt(b []byte, off int64) (int, error) {
	n := copy(b, p.text[off%int64(len(p.text)):])
	for n < len(b) {
		n += copy(b[n:], p.text)
	}
	return len(b), nil
}

func TestCSVOfOneLine(t *testing.T) {
	for _, text := range []string{"123,", "a", `"x`, `""`, ",", "ü;"} {
		in := Input{Name: "a.csv", R: looped{strings.Repeat(text, 1000), 60 << 20}, Size: 60 << 20}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		held := 0
		res := Extract(context.Background(), in, func(it Item) error {
			for _, r := range it.Block.Table.Rows {
				held += len(r.Cells)
			}
			return nil
		})
		runtime.ReadMemStats(&after)
		if res.State == spar.OK || res.State == spar.Unread || res.Reason == "" {
			t.Errorf("%q: %q (%s)", text, res.State, res.Reason)
		}
		if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 256<<20 {
			t.Errorf("%q: the heap grew by %s", text, size(grown))
		}
	}
}

// TestCSVHead hands on the rows of the head, and says how much is searched.
func TestCSVHead(t *testing.T) {
	var b strings.Builder
	b.WriteString("Id,Name\n")
	for i := range 1000 {
		fmt.Fprintf(&b, "%d,row %d\n", i, i)
	}
	rows := 0
	doc := Document(context.Background(), Input{Name: "a.csv", R: strings.NewReader(b.String()), Size: int64(b.Len()), Head: 2000})
	for _, block := range doc.Blocks {
		if block.Table != nil {
			rows += len(block.Table.Rows)
		}
	}
	if doc.State != spar.Partial || !strings.Contains(doc.Reason, "searched as text") || rows < 100 || rows > 250 {
		t.Errorf("%s, %q, %d rows", doc.State, doc.Reason, rows)
	}
}
