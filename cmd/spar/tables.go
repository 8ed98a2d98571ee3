package main

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
)

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
