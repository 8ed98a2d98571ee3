package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) scanCommand() *cobra.Command {
	var wait, recall bool
	var path string
	var r api.ScanRequest
	cmd := &cobra.Command{
		Use: "scan [SHARE or FOLDER...]", Short: "Find what was added, changed, moved and deleted in shares",
		Long: `Scan walks the shares, all of them if none is named, and brings the index up to date. It looks at every file and
opens none. A scan that is stopped goes on where it was; a share that cannot be reached loses nothing.

A folder of a share that was scanned before, written with a slash, is scanned with all below it. What moved from there to
where nobody looks yet is taken to be gone until the whole share is scanned; its tags then come back.

While rules or sidecars give levels of confidentiality and could not be applied to some files, others (--as) are not told of
these files; scan says why and exits with 1.`,
		Example: "  spar scan docs\n  spar scan ./docs/finance/2024\n  spar scan --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			r.What, r.NoWait, a.bare = args, !wait, r.Bare
			if recall {
				r.Recall = path
			}
			p := a.progress()
			defer p.done()
			for e, err := range s.Scan(ctx, who, r) {
				if err != nil {
					return err
				}
				if e.Stage == api.StageFailed {
					p.done()
					a.tell(withOffers(e.Reason, e.Do))
				} else {
					a.scanned(p, e)
				}
				if e.Scan == nil {
					continue
				}
				if err := printOne(a, *e.Scan, nil, func() { a.printScan(*e.Scan) }); err != nil {
					return err
				}
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&wait, "wait", true, "wait for another scan of the same share instead of saying who holds it")
	cmd.Flags().BoolVar(&r.Bare, "bare", false, "leave tags by rules and the saved index to the next command, as before more scans")
	cmd.Flags().BoolVar(&recall, "recall", false, "first fetch files that are offline from their tape or tier, which may take long and cost money")
	cmd.Flags().StringVar(&path, "path", "**", "with --recall: those whose path matches only")
	return cmd
}

func total(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// printScan prints what a scan found.
func (a *app) printScan(r api.Scan) {
	fmt.Fprintf(a.out, "%s: %s, %s, in %.1f s (%s files/s)\n", r.Share, plural(r.Seen, "file", "files"), bytesText(r.Bytes), r.Seconds, thousands(int(r.Rate)))
	fmt.Fprintf(a.out, "  %s added, %s changed, %s moved, %s deleted, %s unchanged\n",
		thousands(r.Added), thousands(r.Changed), thousands(r.Moved), thousands(r.Deleted), thousands(r.Unchanged))
	if r.Skipped > 0 {
		fmt.Fprintf(a.out, "  %s cannot be read; `spar files --share %s --skipped` says why\n", plural(r.Skipped, "file", "files"), r.Share)
	}
	if n := total(r.Ignored); n > 0 {
		fmt.Fprintf(a.out, "  %s left out by rules; `spar share show %s` says by which\n", plural(n, "name was", "names were"), r.Share)
	}
	if r.Kept > 0 {
		fmt.Fprintf(a.out, "  %s kept that rules for litter would leave out, as somebody tagged them; `spar share ignore %s` names them\n", plural(r.Kept, "file was", "files were"), r.Share)
	}
	if r.Unlisted > 0 {
		fmt.Fprintf(a.out, "  %s could not be listed; what was known below stays known\n", plural(r.Unlisted, "folder", "folders"))
	}
	for i, p := range r.Problems {
		if i == shownProblems {
			fmt.Fprintf(a.out, "    and %s more\n", thousands(r.Unlisted-i))
			break
		}
		fmt.Fprintf(a.out, "    %s:%s: %s\n", r.Share, pathText(p.Path), printable(p.Reason))
	}
}

// shownProblems is of how many folders a scan says why they could not be listed; JSON has more.
const shownProblems = 10
