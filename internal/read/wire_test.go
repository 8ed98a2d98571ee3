package read

import (
	"bufio"
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/sparsearch/spar/internal/spar"
)

var blocks = []spar.Block{
	{Kind: spar.Heading, Level: 2, Text: "Über", Locator: spar.Locator{Page: 3, Bytes: spar.Span{Start: 10, End: 15}}},
	{Kind: spar.Paragraph, Text: "Text", Locator: spar.Locator{Sheet: "Sheet 1", Row: 7}},
	{Kind: spar.ListItem, Text: "item"},
	{Kind: spar.CodeBlock, Text: "a\n\tb"},
	{Kind: spar.TableKind, Table: &spar.Table{Caption: "c", Header: []string{"a", "b"}, Continued: true, Rows: []spar.Row{
		{Cells: []string{"1", ""}, Locator: spar.Locator{Row: 2, Bytes: spar.Span{Start: 5, End: 9}}}, {Cells: []string{"2", "3"}},
	}}},
	{Kind: spar.TableKind, Table: &spar.Table{Rows: []spar.Row{{Cells: []string{"lone"}}}}},
	{Kind: spar.TableKind, Table: &spar.Table{Header: []string{"only"}}},
	{Kind: spar.TableKind, Locator: spar.Locator{Table: 3}, Table: &spar.Table{
		Header: []string{"a / b", "a / c"}, Levels: [][]string{{"a", "a"}, {"b", "c"}},
		Rows: []spar.Row{{Cells: []string{"1", "2"}, Locator: spar.Locator{Table: 3, Row: 3}}},
	}},
	{Kind: spar.TableKind, Table: &spar.Table{
		Header: []string{"a / b", "a / c"}, HeaderShown: [][]string{{"a", ""}, {"b", "c"}}, Inherited: true,
		Rows: []spar.Row{{Cells: []string{"2020-01-02", "2"}, Shown: []spar.ShownCell{{Column: 1, Text: "2-Jan"}, {Column: 2}}}},
	}},
	{Kind: spar.RunningHeader, Text: "head"}, {Kind: spar.RunningFooter, Text: "foot"}, {Kind: spar.Note, Text: "note"},
	{Kind: spar.Aside, Text: "box"}, {Kind: spar.Comment, Text: "remark"},
}

func TestBlockRoundTrip(t *testing.T) {
	for _, want := range blocks {
		got, text, err := decodeBlock(appendBlock(nil, &want))
		if err != nil {
			t.Fatalf("%+v: %v", want, err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("-want +got\n%s", d)
		}
		if want.Kind == spar.Heading && text != int64(len(want.Text)) {
			t.Errorf("text %d", text)
		}
	}
}

func TestForgedBlocks(t *testing.T) {
	table := appendBlock(nil, &blocks[4])
	for name, payload := range map[string][]byte{
		"empty": {}, "unknown kind": {99}, "level": {1, 0xff, 0xff, 0x7f}, "short text": {0, 0, 0, 0, 0, 0, 0, 200},
		"endless number": append([]byte{0}, bytes.Repeat([]byte{0xff}, 20)...), "cut short": table[:len(table)-3], "more": append(table, 0),
		"NUL": appendBlock(nil, &spar.Block{Kind: spar.Paragraph, Text: "a\x00b"}), "not UTF-8": appendBlock(nil, &spar.Block{Kind: spar.Paragraph, Text: "\xff"}),
		"paragraph with table": appendBlock(nil, &spar.Block{Kind: spar.Paragraph, Table: &spar.Table{}}), "table without": appendBlock(nil, &spar.Block{Kind: spar.TableKind}),
	} {
		if b, _, err := decodeBlock(payload); !errors.Is(err, errForged) {
			t.Errorf("%s: %v, block %+v", name, err, b)
		}
	}
}

func TestFrames(t *testing.T) {
	var wire bytes.Buffer
	want := strings.Repeat("x", 100_000)
	writeFrame(&wire, frameBlock, []byte(want))
	writeJSON(&wire, frameResult, result{Format: "text", State: spar.OK})
	in := frames{r: bufio.NewReader(&wire)}
	if kind, payload, err := in.next(); kind != frameBlock || string(payload) != want || err != nil {
		t.Errorf("%q, %d bytes, %v", kind, len(payload), err)
	}
	var r result
	if err := in.json(frameResult, &r); err != nil || r.State != spar.OK {
		t.Errorf("%+v, %v", r, err)
	}
	for name, raw := range map[string]string{"no length": "\x00\x00\x00\x00r", "too long": "\xff\xff\xff\xffb", "long result": "\x02\x00\x01\x00r"} {
		in := frames{r: bufio.NewReader(strings.NewReader(raw))}
		if _, _, err := in.next(); !errors.Is(err, errForged) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestProperty(t *testing.T) {
	for payload, ok := range map[string]bool{
		`{"key":"title","value":{"type":"text","value":"T"}}`:        true,
		`{"key":"pages","value":{"type":"number","value":3}}`:        true,
		`{"key":"","value":{"type":"text","value":"T"}}`:             false,
		`{"key":"title","value":{"type":"odd","value":"T"}}`:         false,
		`{"key":"title","value":{"type":"text","value":"a\u0000b"}}`: false,
		`{"key":"title"`: false,
	} {
		if _, err := decodeProperty([]byte(payload)); (err == nil) != ok {
			t.Errorf("%s: %v", payload, err)
		}
	}
}

func FuzzDecodeBlock(f *testing.F) {
	for _, b := range blocks {
		f.Add(appendBlock(nil, &b))
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		b, _, err := decodeBlock(payload)
		if err != nil {
			return
		}
		again, _, err := decodeBlock(appendBlock(nil, &b))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(b, again); d != "" {
			t.Errorf("-want +got\n%s", d)
		}
	})
}

// TestRowsRoundTrip writes rows without their empty cells, frame after frame into the same room.
func TestRowsRoundTrip(t *testing.T) {
	at := spar.Locator{Page: 2, Table: 3, Sheet: "Q3"}
	row := func(n int, cells ...string) spar.Row {
		l := at
		l.Row = n
		return spar.Row{Locator: l, Cells: cells}
	}
	var room rowRoom
	for _, rows := range [][]spar.Row{
		{row(5, "a", "", "", "b"), row(7), row(8, "", "c"), row(9, "d", "")}, {row(1<<20, "", "")}, {row(11, "e", "f", "g"), row(12, "", "h", "")},
	} {
		want := spar.Block{Kind: spar.TableKind, Locator: at, Table: &spar.Table{Continued: true, Rows: rows}}
		got, _, err := room.decode(appendRows(nil, &want))
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
			t.Errorf("-want +got\n%s", d)
		}
	}
	good := appendRows(nil, &spar.Block{Locator: at, Table: &spar.Table{Rows: []spar.Row{row(5, "a", "b")}}})
	for name, payload := range map[string][]byte{
		"empty": {}, "cut short": good[:len(good)-2], "more": append(slices.Clone(good), 0),
		"too wide":      {0, 0, 0, 0, 0, 0, 1, 1, 0xff, 0xff, 0xff, 0x7f, 0, 0, 0},
		"outside":       {0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 1, 'a', 1, 1, 'b', 0},
		"rows, no room": {0, 0, 0, 0, 0, 0, 100, 1, 1, 0},
		"not UTF-8":     appendRows(nil, &spar.Block{Table: &spar.Table{Rows: []spar.Row{row(1, "\xff")}}}),
	} {
		if b, _, err := room.decode(payload); !errors.Is(err, errForged) {
			t.Errorf("%s: %v, block %+v", name, err, b)
		}
	}
}

func FuzzDecodeRows(f *testing.F) {
	for _, b := range blocks {
		if b.Table != nil {
			f.Add(appendRows(nil, &b))
		}
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		var room rowRoom
		b, text, err := room.decode(payload)
		if err != nil {
			return
		}
		again, n, err := new(rowRoom).decode(appendRows(nil, &b))
		if d := cmp.Diff(b, again, cmpopts.EquateEmpty()); d != "" || err != nil || text != n {
			t.Errorf("%v, %d and %d bytes: -want +got\n%s", err, text, n, d)
		}
	})
}
