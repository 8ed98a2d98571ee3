package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strconv"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) propertiesCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "properties", Short: "Read what files say of themselves, such as author and pages, without their text",
		Long: `Properties reads title, author, dates, pages, sheets, subject and the like of files that were not read yet, and as little of
each file as its format allows, so that they can be selected by them before a question has them read. The text stays unread.
What reading a file finds later takes the place of what was found this way, and is the same.

"spar watch" does the same in idle time, as many files an hour as the setting properties-budget says. The rates of a share
("spar share limit") hold for both.`,
		Example: "  spar read properties\n  spar read properties --share docs --type pdf --limit 10000\n  spar files --scope 'author:\"Ada\" pages:20..'",
		Args:    cobra.NoArgs,
	}
	return idly(a, cmd, (*service.Service).ReadProperties, func(r api.Properties) {
		fmt.Fprintf(a.out, "%s looked at, %d say something of themselves, %s read, %d left\n",
			plural(r.Files, "file", "files"), r.Found, bytesText(r.Bytes), r.Left)
	})
}

// idly completes a command that does at once, for the files that flags select, what a watch does for all files in idle time.
func idly[T any](a *app, cmd *cobra.Command, do func(s *service.Service, ctx context.Context, who spar.Principal, scope string,
	limit int, budget time.Duration, tell func(done, total int, path string)) (T, error), text func(T)) *cobra.Command {
	limit := cmd.Flags().Int("limit", 0, "files to look at at most; 0 for no limit")
	budget := cmd.Flags().Duration("budget", 0, "time after which no other file is begun; 0 for no limit")
	return a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, scope string, _ []string) error {
		p := a.progress()
		r, err := do(s, ctx, who, scope, *limit, *budget, func(done, total int, path string) {
			p.show("%d of %d: %s", done, total, printable(path))
		})
		p.done()
		return result(r, err)(a, text)
	})
}

func (a *app) recoverCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "recover", Short: "Have other programs read what SPAR cannot, such as scans (OCR)",
		Long: `Recover has programs that are installed on this machine read files that SPAR could not read itself: tesseract recognises
the text of pictures and of scanned pages, pdftotext, antiword and catdoc try damaged PDF and DOC files, soffice (LibreOffice)
old formats, and readpst unpacks mailboxes of Outlook, whose messages become files of their own. The programs get no network
and no right to write outside a folder of theirs, and are stopped after minutes. With the setting tika-url what is left is sent to
an Apache Tika server. What read a file is its attribute read-by, how sure tesseract was is ocr-confidence (per cent).

"spar watch" does the same when it has nothing else to do. "spar doctor" says which programs are missing.`,
		Example: "  spar read recover\n  spar read recover --share scans --path '1987/**' --limit 100",
		Args:    cobra.NoArgs,
	}
	return idly(a, cmd, (*service.Service).Recover, func(r api.Recovery) {
		fmt.Fprintf(a.out, "%d files tried, %d gave text, %d left\n", r.Files, r.Found, r.Left)
		for _, program := range r.Missing {
			fmt.Fprintf(a.out, "%s is not installed: it reads %s (Debian has it as %s)\n", program.Name, program.Reads, program.Package)
		}
	})
}

func (a *app) rereadCommand() *cobra.Command {
	return a.selecting(&cobra.Command{
		Use: "reread [FILE...]", Short: "Have files read again, as after a change of settings, and those in quarantine",
		Long: `Reread has files that were read before read again by the next question, or by "spar watch" in idle time: those named, those
of a scope, or all. That is of use after a limit was raised that files were too big for, and after a change of identifiers, for scopes
that go by them. Files whose text was made with other settings, and those without text of which a new version of SPAR has a newer
reader, a question reads again by itself. What did not change costs little. Files in quarantine, on which two readers were lost, get
two more attempts; otherwise they are tried again only when they change or a newer version of SPAR reads their format. Tags, and
attributes that people gave, stay. Files that other programs read need "spar read recover" again.`,
		Example: "  spar read again --share docs\n  spar read again --scope state:quarantined\n  spar read again docs:plans/huge.pdf",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		return result(s.Reread(ctx, who, api.Target{Files: args, Scope: text}))(a, func(r api.Reread) {
			fmt.Fprintf(a.out, "%s will be read again\n", plural(r.Files, "file", "files"))
			if r.Recognise > 0 {
				a.note("the text of %s waits to be recognised: `spar read recover` begins with it", counted(r.Recognise, "file", "files"))
			}
		})
	})
}

func (a *app) extractCommand() *cobra.Command {
	var tables, blocks bool
	cmd := &cobra.Command{
		Use: "extract FILE", Short: "Show what SPAR makes of one file",
		Long: `Extract prints the text of a file as its reader sees it: a paragraph or a row of a table a line, cells as they are shown and
with tabs between them; headers and footers of pages once, notes and text boxes behind the text that they stand beside. Readers'
comments, which are on no page, are left out. It keeps nothing.

With --blocks it prints the document that SPAR makes of the file: its properties, and its blocks with their kinds and places, comments
among them. With --tables it prints the tables alone: caption, the levels of the header, and each row with the place and type of its cells.`,
		Example: "  spar read text report.pdf\n  spar read text report.pdf --blocks\n  spar read text report.pdf --json\n  spar read text sales.xlsx --tables --json",
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
