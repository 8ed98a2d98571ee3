package extract

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
	"pgregory.net/rapid"
)

// TestPlainLines holds the way of lines without quotes against the one of all lines.
func TestPlainLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOfN(rapid.SampledFrom([]rune(`ab ,;"'	é`)), 0, 40, -1).Draw(t, "line")
		d := dialect{delim: rapid.SampledFrom([]byte(",; \t")).Draw(t, "delim"), quote: rapid.SampledFrom([]byte{'"', '\'', 0}).Draw(t, "quote")}
		columns := rapid.IntRange(1, 6).Draw(t, "columns")
		slow := csvParser{d: d, columns: columns, open: true}
		want, has := slow.line(line{text: text})
		quick := csvParser{d: d, columns: columns}
		cells, ok := quick.plain(text)
		if ok && (!slices.Equal(cells, want.cells) || has != (len(cells) > 0) || slow.cutRow > 0) {
			t.Fatalf("%q: %q, want %q", text, cells, want.cells)
		}
		if quoted := d.quote != 0 && strings.IndexByte(text, d.quote) >= 0; !ok && !quoted && slow.cutRow == 0 {
			t.Fatalf("%q was not taken", text)
		}
	})
}

// TestBreaks looks for line breaks as plainly as can be.
func TestBreaks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := bytes.Repeat([]byte("x"), rapid.IntRange(0, 3000).Draw(t, "length"))
		for range rapid.IntRange(0, 3).Draw(t, "breaks") {
			if len(b) > 0 {
				b[rapid.IntRange(0, len(b)-1).Draw(t, "at")] = rapid.SampledFrom([]byte("\r\n")).Draw(t, "break")
			}
		}
		if got, want := indexBreak(b), bytes.IndexAny(b, "\r\n"); got != want {
			t.Fatalf("%d, want %d", got, want)
		}
	})
}

// TestColumns reads some columns of a table: the others are empty, and nothing else is another.
func TestColumns(t *testing.T) {
	var b strings.Builder
	b.WriteString("No,Team,Note,Income\n")
	for i := range 1200 {
		switch {
		case i%7 == 3:
			fmt.Fprintf(&b, ",\"North, \"\"%d\"\"\",,%d\n", i, i)
		case i%7 == 5:
			fmt.Fprintf(&b, "%d,East\n", i)
		default:
			fmt.Fprintf(&b, "%d, South ,none,%d\n", i, i*3)
		}
	}
	read := func(name string, columns []int) *spar.Document {
		return Document(t.Context(), Input{Name: name, R: strings.NewReader(b.String()), Size: int64(b.Len()), Columns: columns})
	}
	whole, part := read("t.csv", nil), read("t.csv", []int{1, 3})
	if whole.State != spar.OK || len(whole.Blocks) != len(part.Blocks) || len(whole.Blocks) < 3 {
		t.Fatal(whole.State, whole.Reason, len(whole.Blocks), len(part.Blocks))
	}
	for i, w := range whole.Blocks {
		p := part.Blocks[i]
		if !slices.Equal(w.Table.Header, p.Table.Header) || len(w.Table.Rows) != len(p.Table.Rows) {
			t.Fatalf("block %d: %q, %d rows; %q, %d rows", i, w.Table.Header, len(w.Table.Rows), p.Table.Header, len(p.Table.Rows))
		}
		for k, row := range w.Table.Rows {
			var want []string
			lead := slices.IndexFunc(row.Cells, func(c string) bool { return c != "" })
			for n, c := range row.Cells {
				if n == lead || n == 1 || n == 3 {
					want = append(want, c)
				} else {
					want = append(want, "")
				}
			}
			got := p.Table.Rows[k]
			for len(got.Cells) < len(want) && want[len(want)-1] == "" {
				want = want[:len(want)-1]
			}
			if d := cmp.Diff(want, got.Cells); d != "" || got.Locator != row.Locator {
				t.Fatalf("%v, %v: %s", row.Locator, got.Locator, d)
			}
		}
	}
}
