package main

import (
	"fmt"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/read"
	"github.com/spf13/cobra"
)

func (a *app) recoverCommand() *cobra.Command {
	var limit int
	var budget time.Duration
	var flags scopeFlags
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
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, who, s, err := a.scoped(cmd, &flags)
			if err != nil {
				return err
			}
			p := a.progress()
			defer p.done()
			r, err := e.Recover(cmd.Context(), engine.Selection{Who: who, Scope: s, Budget: budget}, limit, func(done, total int, f spar.File) {
				p.show("%d of %d: %s", done, total, printable(f.Path))
			})
			p.done()
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(struct {
					Schema string `json:"schema"`
					Files  int    `json:"files"`
					Found  int    `json:"found"`
					Left   int    `json:"left"`
				}{"spar.recover/1", r.Files, r.Found, r.Left})
			}
			fmt.Fprintf(a.out, "%d files tried, %d gave text, %d left\n", r.Files, r.Found, r.Left)
			if r.Files == 0 {
				for _, program := range read.Programs() {
					if program.Path() == "" {
						fmt.Fprintf(a.out, "%s is not installed: it reads %s (Debian has it as %s)\n", program.Name, program.Why, program.Package)
					}
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "files to try at most; 0 for no limit")
	cmd.Flags().DurationVar(&budget, "budget", 0, "time after which no other file is begun; 0 for no limit")
	flags.add(cmd)
	return cmd
}
