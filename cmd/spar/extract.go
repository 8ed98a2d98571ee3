package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) extractCommand() *cobra.Command {
	var tables, blocks bool
	cmd := &cobra.Command{
		Use: "extract FILE", Short: "Show what SPAR makes of one file",
		Long: `Extract prints the text of a file as its reader sees it: a paragraph or a row of a table a line, cells as they are shown and
with tabs between them; headers and footers of pages once, notes and text boxes behind the text that they stand beside. Readers'
comments, which are on no page, are left out. It keeps nothing.

With --blocks it prints the document that SPAR makes of the file: its properties, and its blocks with their kinds and places, comments
among them. With --tables it prints the tables alone: caption, the levels of the header, and each row with the place and type of its cells.`,
		Example: "  spar extract report.pdf\n  spar extract report.pdf --blocks\n  spar extract report.pdf --json\n  spar extract sales.xlsx --tables --json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o, err := a.readOptions(cmd)
			if err != nil {
				return err
			}
			if o.CacheDir, err = os.MkdirTemp("", "spar-extract-"); err != nil {
				return err
			}
			defer os.RemoveAll(o.CacheDir)
			doc, err := read.Document(cmd.Context(), args[0], o)
			if err != nil {
				return err
			}
			if tables {
				return a.printTables(doc, args[0])
			}
			return printOne(a, api.Extract{Schema: api.ExtractSchema, Document: doc}, nil, func() {
				if blocks {
					a.printBlocks(doc)
					return
				}
				if doc.State != spar.OK {
					a.tell(fmt.Sprintf("%s: %s, %s: %s", args[0], cmp.Or(doc.Format, "unknown format"), doc.State, doc.Reason))
				}
				io.WriteString(a.out, redact.Harmless(doc.Text(func(b spar.Block) bool { return b.Kind == spar.Comment })))
			})
		},
	}
	cmd.Flags().BoolVar(&blocks, "blocks", false, "print properties, and blocks with their kinds and places")
	cmd.Flags().BoolVar(&tables, "tables", false, "print the tables alone, with the place and type of each cell")
	return cmd
}

// printBlocks prints a document as SPAR has it.
func (a *app) printBlocks(doc *spar.Document) {
	about := cmp.Or(doc.Format, "unknown format") + ", " + string(doc.State)
	if doc.Reason != "" {
		about += ": " + printable(doc.Reason)
	}
	fmt.Fprintln(a.out, about)
	for _, p := range doc.Properties {
		fmt.Fprintf(a.out, "%s: %s\n", printable(p.Key), printable(p.Value.String()))
	}
	for _, b := range doc.Blocks {
		fmt.Fprintf(a.out, "\n%-10s %s\n", b.Kind, b.Locator)
		if b.Table == nil {
			fmt.Fprintln(a.out, paragraph(b.Text, "    "))
			continue
		}
		t := a.table()
		if b.Table.Header != nil {
			t.row(cells(b.Table.Header)...)
		}
		for _, r := range b.Table.Rows {
			t.row(cells(r.Cells)...)
		}
		t.flush()
	}
}

func cells(texts []string) []any {
	out := []any{"   "}
	for _, t := range texts {
		out = append(out, t)
	}
	return out
}

// printTables prints the tables of a document, one JSON object a line or for a person.
func (a *app) printTables(doc *spar.Document, path string) error {
	n, err := printAll(a, oneByOne(service.Tables(doc, path), nil), a.printTable)
	switch {
	case n > 0 || err != nil:
		return err
	case !doc.State.Searchable() && doc.State != spar.NoText:
		return spar.Errorf(spar.Invalid, "%s has no tables that can be read (%s): %s", path, doc.State, doc.Reason)
	case !a.json:
		fmt.Fprintf(a.out, "No tables (%s, %s).\n", cmp.Or(doc.Format, "unknown format"), doc.State)
	}
	return nil
}

func (a *app) printTable(t api.Table) error {
	fmt.Fprintf(a.out, "Table %d%s: %d rows\n", t.N, where(t.Locator), len(t.Rows))
	if t.Caption != "" {
		fmt.Fprintln(a.out, paragraph(t.Caption, "    "))
	}
	out := a.table()
	for _, l := range t.Levels {
		out.row(cells(append([]string{""}, l...))...)
	}
	for _, r := range t.Rows {
		line := make([]string, len(t.Columns)+1)
		if r.Locator.Row > 0 {
			line[0] = strconv.Itoa(r.Locator.Row)
		}
		for _, c := range r.Cells {
			line[c.Column] = c.Text
		}
		out.row(cells(line)...)
	}
	out.flush()
	_, err := fmt.Fprintln(a.out)
	return err
}
