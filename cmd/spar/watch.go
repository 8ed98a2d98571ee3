package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"syscall"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) watchCommand() *cobra.Command {
	var r api.WatchRequest
	var background string
	cmd := &cobra.Command{
		Use: "watch [SHARE...]", Short: "Keep the index up to date with shares, until it is stopped",
		Long: `Watch notices what is added, changed, moved and deleted in the shares, all of them if none is named. Where the file system
tells of changes (local ones of Linux) it looks at the folders that changed; elsewhere it scans a share again and again,
less often the less is found. A share that cannot be reached loses nothing and is tried again. Files that are being
written are looked at when they are finished. Tags by rules and the saved index follow, and deleted text is purged daily.
In idle time it reads what unread files say of themselves, see "spar properties".

It ends with Ctrl-C or SIGTERM, and loses nothing when it is killed. Several may run; each share is watched by one of them.`,
		Example: "  spar watch\n  spar watch docs --interval 10m\n  spar watch --background read,embed --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			r.Shares, r.Idle = args, strings.FieldsFunc(background, func(r rune) bool { return r == ',' })
			var unread error // whoever reads our output has gone, which stops no watch
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
			text += ": " + withOffers(firstLine(e.Detail), e.Do)
		}
	}
	if e.Event == api.WatchUnreachable || e.Event == api.WatchFailed {
		a.tell(where + text)
		return nil
	}
	_, err := fmt.Fprintln(a.out, e.Time, printable(where+text))
	return err
}
