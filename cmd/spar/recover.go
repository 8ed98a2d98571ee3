package main

import (
	"context"
	"fmt"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) recoverCommand() *cobra.Command {
	var limit int
	var budget time.Duration
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
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		p := a.progress()
		r, err := s.Recover(ctx, who, text, limit, budget, func(done, total int, path string) {
			p.show("%d of %d: %s", done, total, printable(path))
		})
		p.done()
		return printOne(a, r, err, func() {
			fmt.Fprintf(a.out, "%d files tried, %d gave text, %d left\n", r.Files, r.Found, r.Left)
			for _, program := range r.Missing {
				fmt.Fprintf(a.out, "%s is not installed: it reads %s (Debian has it as %s)\n", program.Name, program.Reads, program.Package)
			}
		})
	})
	cmd.Flags().IntVar(&limit, "limit", 0, "files to try at most; 0 for no limit")
	cmd.Flags().DurationVar(&budget, "budget", 0, "time after which no other file is begun; 0 for no limit")
	return cmd
}
