package main

import (
	"context"
	"fmt"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) propertiesCommand() *cobra.Command {
	var limit int
	var budget time.Duration
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
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		p := a.progress()
		r, err := s.ReadProperties(ctx, who, text, limit, budget, func(done, total int, path string) {
			p.show("%d of %d: %s", done, total, printable(path))
		})
		p.done()
		return printOne(a, r, err, func() {
			fmt.Fprintf(a.out, "%s looked at, %d say something of themselves, %s read, %d left\n", plural(r.Files, "file", "files"), r.Found, bytesText(r.Bytes), r.Left)
		})
	})
	cmd.Flags().IntVar(&limit, "limit", 0, "files to look at at most; 0 for no limit")
	cmd.Flags().DurationVar(&budget, "budget", 0, "time after which no other file is begun; 0 for no limit")
	return cmd
}
