package extract

import (
	"strings"
	"testing"
)

// An Info file is text. Its nodes are read; the parts that serve only an Info reader are left out.
func TestInfo(t *testing.T) {
	text := "This is pump.info, produced by makeinfo from pump.texi.\n\nThis manual documents Pump version 3.0.8.\n\x1f\nFile: pump.info,  Node: Top,  Next: Valves,  Up: (dir)\n\nThe Pump Manual\n***************\n\nPumps move water.\n" +
		"\x1f\nFile: pump.info,  Node: Valves,  Prev: Top\n\n1 Valves\n********\n\nClose the valve first.\n\x1f\nTag Table:\nNode: Top\x7f110\nNode: Valves\x7f205\n\x1f\nEnd Tag Table\n"
	doc := document(t, "pump.info", text)
	var got []string
	for _, b := range doc.Blocks {
		got = append(got, b.Text)
	}
	want := []string{"This is pump.info, produced by makeinfo from pump.texi.", "This manual documents Pump version 3.0.8.", "The Pump Manual", "Pumps move water.", "1 Valves", "Close the valve first."}
	if strings.Join(got, "|") != strings.Join(want, "|") || doc.Format != "text" {
		t.Errorf("%s, %s: %q", doc.Format, doc.State, got)
	}
}
