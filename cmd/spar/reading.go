package main

import (
	"context"
	"fmt"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
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
		Example: "  spar properties\n  spar properties --share docs --type pdf --limit 10000\n  spar files --scope 'author:\"Ada\" pages:20..'",
		Args:    cobra.NoArgs,
	}
	return idly(a, cmd, (*service.Service).ReadProperties, func(r api.Properties) {
		fmt.Fprintf(a.out, "%s looked at, %d say something of themselves, %s read, %d left\n",
			plural(r.Files, "file", "files"), r.Found, bytesText(r.Bytes), r.Left)
	})
}

// idly completes a command that does now, to the files that flags select, what a watch does to all in idle time.
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
		Example: "  spar recover\n  spar recover --share scans --path '1987/**' --limit 100",
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
that go by them; files whose text was made with other settings a question reads again by itself. What did not change costs little. Files in quarantine, on which
two readers were lost, get two more attempts; otherwise they are tried again only when they change or a newer version of SPAR
reads their format. Tags, and attributes that people gave, stay. Files that other programs read need "spar recover" again.`,
		Example: "  spar reread --share docs\n  spar reread --scope state:quarantined\n  spar reread docs:plans/huge.pdf",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		return result(s.Reread(ctx, who, api.Target{Files: args, Scope: text}))(a, func(r api.Reread) {
			fmt.Fprintf(a.out, "%s will be read again\n", plural(r.Files, "file", "files"))
		})
	})
}
