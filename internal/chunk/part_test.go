package chunk

import (
	"slices"
	"testing"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Passages know where items and code stand in them; prose set as code is prose.
func TestParts(t *testing.T) {
	blocks := []spar.Block{
		{Kind: spar.Paragraph, Text: "Install it like so:"},
		{Kind: spar.CodeBlock, Text: "    npm install ferry\n      --save"},
		{Kind: spar.ListItem, Text: "Default: 7. It may be more."},
		{Kind: spar.CodeBlock, Text: "The boats of the line are in the harbour when it is dark, and they go out in the morning."},
	}
	ps := Split(slices.Values(blocks), Options{})
	if len(ps) != 1 {
		t.Fatalf("%d passages", len(ps))
	}
	var got []string
	for _, p := range ps[0].Parts {
		got = append(got, string(p.Kind)+" "+ps[0].Text[p.Start:p.End])
	}
	if want := []string{"code npm install ferry\n  --save", "list-item Default: 7. It may be more."}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
