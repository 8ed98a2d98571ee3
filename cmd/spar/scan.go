package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
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
					a.tell(a.withOffers(a.words(e.Reason), e.Do))
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

func (a *app) changesCommand() *cobra.Command {
	var q api.ChangesQuery
	cmd := &cobra.Command{
		Use: "changes [SHARE]", Short: "List which files scans found new, changed, moved, gone or unreadable", Args: cobra.MaximumNArgs(1),
		Long: `Changes lists what scans and "spar watch" found in the last 30 days, the latest first. The first scan of a share is left out: it finds
everything. Others (--as) are told of files that they may know of, and not of those that are gone.`,
		Example: "  spar share changes docs\n  spar share changes docs --since 2h\n  spar share changes --kind gone --since 2026-11-01",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if len(args) == 1 {
				q.Share = args[0]
			}
			return printRows(a, s.Changes(ctx, who, q), func(c api.FileChange) []any {
				name := c.Share + ":" + c.Path.Name
				switch {
				case c.Was != "":
					name += " (was " + c.Was + ")"
				case c.Kind == "unreadable" && c.Reason != "":
					name += ": " + c.Reason
				}
				return []any{c.At, c.Kind, name}
			})
		}),
	}
	cmd.Flags().StringVar(&q.Kind, "kind", "", "only what is new, changed, moved, gone or unreadable")
	cmd.Flags().StringVar(&q.Since, "since", "", "only what was found since an age such as 2h or 7d, or a day")
	return cmd
}

func sum[K comparable](counts map[K]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

// printScan prints the results of a scan.
func (a *app) printScan(r api.Scan) {
	fmt.Fprintf(a.out, "%s: %s, %s, in %.1f s (%s files/s)\n", r.Share, plural(r.Seen, "file", "files"), bytesText(r.Bytes), r.Seconds, thousands(int(r.Rate)))
	fmt.Fprintf(a.out, "  %s added, %s changed, %s moved, %s deleted, %s unchanged\n",
		thousands(r.Added), thousands(r.Changed), thousands(r.Moved), thousands(r.Deleted), thousands(r.Unchanged))
	if r.Unchanged+r.Changed+r.Moved+r.Deleted > 0 && r.Added+r.Changed+r.Moved+r.Deleted > 0 {
		a.advise("  `spar share changes %s` names them\n", r.Share)
	}
	if r.Links > 0 {
		fmt.Fprintf(a.out, "  %s not followed\n", plural(r.Links, "link is", "links are"))
	}
	if r.Skipped > 0 {
		a.advise("  %s cannot be read; `spar files --share %s --skipped` says why\n", plural(r.Skipped, "file", "files"), r.Share)
	}
	if n := sum(r.Ignored); n > 0 {
		a.advise("  %s left out by rules; `spar share show %s` says by which\n", plural(n, "name was", "names were"), r.Share)
	}
	if r.Kept > 0 {
		a.advise("  %s kept that rules for litter would leave out, as somebody tagged them; `spar share ignore %s` names them\n", plural(r.Kept, "file was", "files were"), r.Share)
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

func (a *app) watchCommand() *cobra.Command {
	var r api.WatchRequest
	var background string
	cmd := &cobra.Command{
		Use: "watch [SHARE...]", Short: "Keep the index up to date with shares, until it is stopped",
		Long: `Watch notices what is added, changed, moved and deleted in the shares, all of them if none is named. Where the file system
tells of changes (local ones of Linux) it looks at the folders that changed; elsewhere it scans a share again and again,
less often the less is found. A share that cannot be reached loses nothing and is tried again. Files that are being
written are looked at when they are finished. Tags by rules and the saved index follow, and deleted text is purged daily.
In idle time it reads what unread files say of themselves, see "spar read properties".

It ends with Ctrl-C or SIGTERM, and loses nothing when it is killed. Several may run; each share is watched by one of them.`,
		Example: "  spar watch\n  spar watch docs --interval 10m\n  spar watch --background read,embed --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			r.Shares, r.Idle = args, strings.FieldsFunc(background, func(r rune) bool { return r == ',' })
			var unread error // the reader of our output is gone; the watch goes on
			for e, err := range s.Watch(ctx, who, r) {
				if err != nil {
					return err
				}
				if err := a.printEvent(e); errors.Is(err, syscall.EPIPE) {
					unread = err
				}
			}
			return unread
		}),
	}
	cmd.Flags().StringVar(&r.Interval, "interval", "", "time between scans of a whole share, such as 10m; without it each share's own, or one that adapts")
	cmd.Flags().StringVar(&background, "background", "", "what to do in idle time: read files, embed what was read, or read,embed")
	cmd.Flags().BoolVar(&r.Once, "once", false, "scan every share once, do what follows, and end")
	return cmd
}

// printEvent prints a line. Without --json scans that found nothing are left out.
func (a *app) printEvent(e api.WatchEvent) error {
	if a.json {
		return a.printJSON(e)
	}
	where := "share " + e.Share + ": "
	if e.Share == "" {
		where = ""
	}
	text := ""
	switch e.Event {
	case api.WatchScanned, api.WatchLooked:
		if e.Added+e.Changed+e.Moved+e.Deleted == 0 && a.quiet {
			return nil
		}
		text = fmt.Sprintf("%s added, %s changed, %s moved, %s deleted", thousands(e.Added), thousands(e.Changed), thousands(e.Moved), thousands(e.Deleted))
		if e.Event == api.WatchScanned {
			text += fmt.Sprintf(" of %s (%.1f s)", plural(e.Seen, "file", "files"), e.Seconds)
		}
	case api.WatchFollowed:
		return nil // it comes with every change
	case api.WatchPeeked:
		text = "the properties of " + plural(e.Number, "file", "files") + " read in idle time"
	case api.WatchRead:
		text = plural(e.Number, "file", "files") + " read in idle time"
	case api.WatchProposed:
		text = "tags proposed for " + plural(e.Number, "file", "files") + " in idle time: see spar tag review"
	case api.WatchEmbedded:
		text = plural(e.Number, "passage", "passages") + " embedded in idle time"
	case api.WatchPurged:
		if e.Number == 0 {
			return nil
		}
		text = plural(e.Number, "deleted text", "deleted texts") + " removed from the disk"
	case api.WatchWaiting:
		text = "watched by " + e.Detail + "; waiting"
	default:
		text = e.Event
		if e.Detail != "" {
			text += ": " + a.withOffers(a.words(firstLine(e.Detail)), e.Do)
		}
	}
	if e.Event == api.WatchUnreachable || e.Event == api.WatchFailed {
		a.tell(where + text)
		return nil
	}
	_, err := fmt.Fprintln(a.out, e.Time, printable(where+text))
	return err
}
