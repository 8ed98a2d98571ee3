package main

import (
	"fmt"
	"os"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/read"
	"github.com/spf13/cobra"
)

func (a *app) extractCommand() *cobra.Command {
	var tables bool
	cmd := &cobra.Command{
		Use: "extract FILE", Short: "Show what SPAR makes of one file",
		Long: `Extract prints the document that SPAR makes of a file: its properties, and its blocks with their places. It keeps nothing.

With --tables it prints the tables alone: caption, the levels of the header, and each row with the place and type of its cells.`,
		Example: "  spar extract report.pdf\n  spar extract report.pdf --json\n  spar extract sales.xlsx --tables --json",
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
			if a.json {
				return a.printJSON(struct {
					Schema string `json:"schema"`
					*spar.Document
				}{"spar.extract/1", doc})
			}
			fmt.Fprintf(a.out, "%s, %s", or(doc.Format, "unknown format"), doc.State)
			if doc.Reason != "" {
				fmt.Fprintf(a.out, ": %s", printable(doc.Reason))
			}
			fmt.Fprintln(a.out)
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
				if err := t.flush(); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&tables, "tables", false, "print the tables alone, with the place and type of each cell")
	return cmd
}

func cells(texts []string) []any {
	out := []any{"   "}
	for _, t := range texts {
		out = append(out, t)
	}
	return out
}
