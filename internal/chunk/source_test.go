package chunk

import (
	"slices"
	"testing"

	spar "github.com/sparsearch/spar/internal/spar"
)

// Lines of a program stand in passages of their own, with their indentation, beside the text about them under the same heading.
func TestSourcePassages(t *testing.T) {
	blocks := []spar.Block{
		{Kind: spar.Heading, Level: 1, Text: "melt"},
		{Kind: spar.Source, Text: "func melt() {", Locator: spar.Locator{Bytes: spar.Span{Start: 10, End: 23}}},
		{Kind: spar.Paragraph, Text: "It melts the ice."},
		{Kind: spar.Source, Text: "\twait()\n}", Locator: spar.Locator{Bytes: spar.Span{Start: 50, End: 59}}},
		{Kind: spar.Paragraph, Text: "It is slow."},
		{Kind: spar.Heading, Level: 1, Text: "wait"},
		{Kind: spar.Source, Text: "x"},
	}
	var got [][3]string
	for _, p := range Split(slices.Values(blocks), Options{}) {
		got = append(got, [3]string{string(p.Kind), p.Locator.Heading, p.Text})
		if p.Kind == spar.SourcePassage && p.Text != "x" && p.Locator.Bytes != (spar.Span{Start: 10, End: 59}) {
			t.Errorf("the place %v", p.Locator.Bytes)
		}
	}
	want := [][3]string{{"text", "melt", "It melts the ice.\nIt is slow."}, {"source", "melt", "func melt() {\n\twait()\n}"}, {"source", "wait", "x"}}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
