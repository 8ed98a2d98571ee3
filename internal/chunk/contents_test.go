package chunk

import (
	"slices"
	"strings"
	"testing"

	spar "github.com/sparsearch/spar/internal/spar"
)

// document makes blocks of lines: "# " begins a heading, "## " one below it, "- " an item; "\\n" breaks a line; others are paragraphs.
func document(lines string) []spar.Block {
	var blocks []spar.Block
	for line := range strings.Lines(lines) {
		line = strings.ReplaceAll(strings.TrimSpace(line), `\n`, "\n")
		switch {
		case line == "":
		case strings.HasPrefix(line, "## "):
			blocks = append(blocks, spar.Block{Kind: spar.Heading, Level: 2, Text: line[3:]})
		case strings.HasPrefix(line, "# "):
			blocks = append(blocks, spar.Block{Kind: spar.Heading, Level: 1, Text: line[2:]})
		case strings.HasPrefix(line, "- "):
			blocks = append(blocks, spar.Block{Kind: spar.ListItem, Text: line[2:]})
		default:
			blocks = append(blocks, spar.Block{Kind: spar.Paragraph, Text: line})
		}
	}
	return blocks
}

const text = " is what this section of the manual is about, and it says more of it than its title does."

func TestContents(t *testing.T) {
	sections := func(titles ...string) string {
		var b strings.Builder
		for _, title := range titles {
			b.WriteString("## " + title + "\n" + title + text + "\n")
		}
		return b.String()
	}
	tests := []struct {
		name, document string
		want           []string // the blocks of contents
	}{
		{"under its title", "# Manual\nTable of Contents\n- Oiling\n- Storing\n" + sections("Oiling", "Storing"), []string{"Table of Contents", "Oiling", "Storing"}},
		{"numbers of sections", "# Manual\nWelcome.\n- 1.1. Oiling\n- 1.2 Storing\n- 1.3: Selling\n" + sections("1.1 Oiling", "1.2. Storing", "1.3 Selling"), []string{"1.1. Oiling", "1.2 Storing", "1.3: Selling"}},
		{"questions", "# FAQ\nYou may ask:\n- How do I oil it?\n- Where is it stored?\n- Who sells it?\nHow do I oil it?\n" + text[1:] + "\nWhere is it stored?\\nIn the shed, where there is a shelf for it behind the door.\n# Who sells it?\nNobody.\n",
			[]string{"How do I oil it?", "Where is it stored?", "Who sells it?"}},
		{"lines of one paragraph, one of them broken", "# Manual\nContents\nOiling the old\\npress ..... 3\\nStoring ..... 4\\nSelling ..... 12\n" + sections("Oiling the old press", "Storing", "Selling"), []string{"Contents", "Oiling the old\npress ..... 3\nStoring ..... 4\nSelling ..... 12"}},
		{"leaders and pages", "# Contents\n1 Oiling … iv 1.1 By hand … 2 1.2 By machine … 4\n2 Storing … 9\n" + sections("Oiling", "By hand", "Storing"), []string{"Contents", "1 Oiling … iv 1.1 By hand … 2 1.2 By machine … 4", "2 Storing … 9"}},
		{"an index", "# The end\nIndex\n- brass, 12, 14\n- dust, 7\n- oil, 3, 8-9\n- rust, 4\n- shed, 31\n", []string{"Index", "brass, 12, 14", "dust, 7", "oil, 3, 8-9", "rust, 4", "shed, 31"}},
		{"an index with leaders", "# The end\nacid … 12 brass … 7, 9 copper … 40\nD\ndust … 3 dye … 8 edge … 1\nfile … 7 grease … 2\n", []string{"acid … 12 brass … 7, 9 copper … 40", "D", "dust … 3 dye … 8 edge … 1", "file … 7 grease … 2"}},
		{"the outline before all", "# Manual\n- Oiling\n- Storing\n- Selling\n- Lending\n- Mending\n" + sections("Oiling", "Storing", "Selling", "Lending", "Mending"), []string{"Oiling", "Storing", "Selling", "Lending", "Mending"}},

		{"a sentence leads to what it lists", "# Project\nThe project has five phases:\n- Oiling\n- Storing\n- Selling\n- Lending\n- Mending\n" + sections("Oiling", "Storing", "Selling", "Lending", "Mending"), nil},
		{"an agenda", "# Minutes\n## Agenda\n- 1. Oiling\n- 2. Storing\n- 3. Selling\n- 4. Lending\n- 5. Mending\n" + sections("1. Oiling", "2. Storing", "3. Selling", "4. Lending", "5. Mending"), nil},
		{"a list of its own", "# Manual\nContents\n- one can of oil\n- two brushes\n- a rag\n" + sections("Oiling", "Storing"), nil},
		{"prices", "# Menu\nEspresso ..... 3\\nTea ..... 2\\nCake ..... 5\\nSoup ..... 4\n", nil},
		{"some of the sections", "# Manual\n- Oiling\n- Storing\n- Selling\n" + sections("Oiling", "Storing", "Selling", "Lending", "Mending"), nil},
		{"prose that names sections", "# Manual\nOiling and storing are told first, selling is told at the end of this manual.\n" + sections("Oiling", "Storing", "Selling"), nil},
	}
	for _, test := range tests {
		blocks := document(test.document)
		var got []string
		for b := range Contents(slices.Values(blocks)) {
			if b.Kind == spar.Contents {
				got = append(got, b.Text)
			}
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: contents %q, want %q", test.name, got, test.want)
		}
	}
}

// A table that leaders show to be a table of contents is one, and rows of a table are not.
func TestContentsInColumns(t *testing.T) {
	table := func(rows ...[]string) spar.Block {
		b := spar.Block{Kind: spar.TableKind, Table: &spar.Table{}}
		for _, r := range rows {
			b.Table.Rows = append(b.Table.Rows, spar.Row{Cells: r})
		}
		return b
	}
	rest := document("# Oiling\nText.\n# By hand\nText.\n# Storing\nText.\n")
	for _, test := range []struct {
		block spar.Block
		want  spar.BlockKind
	}{
		{table([]string{"1", "Oiling", "1"}, []string{"", "1.1 By hand …", ". . . . 1"}, []string{"", "1.2 By machine . . . .", "3"}, []string{"2", "Storing . . . .", "5"}), spar.Contents},
		{table([]string{"1", "Oiling", "1"}, []string{"2", "By hand", "4"}, []string{"3", "Storing", "7"}), spar.TableKind},
	} {
		got := slices.Collect(Contents(slices.Values(append([]spar.Block{test.block}, rest...))))
		if len(got) != 1+len(rest) || got[0].Kind != test.want || test.want == spar.Contents && !strings.Contains(got[0].Text, "By machine") {
			t.Errorf("%v became %v", test.block.Table.Rows, got[0])
		}
	}
}

// No passage is made of contents, whatever stands around them.
func TestSplitLeavesContentsOut(t *testing.T) {
	passages := Split(slices.Values(document("# Manual\nTable of Contents\n- 1.1 Oiling\n- 1.2 Storing\n## 1.1 Oiling\nOil it"+text+"\n## 1.2 Storing\nStore it"+text+"\n")), Options{})
	if len(passages) != 2 {
		t.Fatalf("%d passages: %v", len(passages), passages)
	}
	for i, want := range []string{"Manual > 1.1 Oiling", "Manual > 1.2 Storing"} {
		if passages[i].Locator.Heading != want {
			t.Errorf("passage %d stands below %q, want %q", i, passages[i].Locator.Heading, want)
		}
	}
}

// Blocks come in their order, and a consumer may stop.
func TestContentsStops(t *testing.T) {
	long := strings.Repeat("x", maxHeldText/2)
	blocks := slices.Repeat([]spar.Block{{Kind: spar.CodeBlock, Text: long}}, 5)
	n := 0
	for range Contents(slices.Values(blocks)) {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 || len(slices.Collect(Contents(slices.Values(blocks)))) != 5 {
		t.Errorf("%d blocks before the stop", n)
	}
}
