package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) watchCommand() *cobra.Command {
	var interval, background string
	var once bool
	cmd := &cobra.Command{
		Use: "watch [SHARE...]", Short: "Keep the index up to date with shares, until it is stopped",
		Long: `Watch notices what is added, changed, moved and deleted in the shares, all of them if none is named. Where the file system
tells of changes (local ones of Linux) it looks at the folders that changed; elsewhere it scans a share again and again,
less often the less is found. A share that cannot be reached loses nothing and is tried again. Files that are being
written are looked at when they are finished. Tags by rules and the saved index follow, and deleted text is purged daily.
In idle time it reads what unread files say of themselves, see "spar properties".

It ends with Ctrl-C or SIGTERM, and loses nothing when it is killed. Several may run; each share is watched by one of them.`,
		Example: "  spar watch\n  spar watch docs --interval 10m\n  spar watch --background read,embed --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			o := engine.WatchOptions{Shares: args, Once: once}
			var err error
			if cmd.Flags().Changed("interval") {
				if o.Interval, err = intervalOf(interval); err != nil {
					return err
				}
			}
			for _, work := range strings.FieldsFunc(background, func(r rune) bool { return r == ',' }) {
				switch work {
				case "read":
					o.Read = true
				case "embed":
					o.Embed = true
				default:
					return spar.Errorf(spar.Invalid, "--background %s: choose read, embed, or read,embed", background)
				}
			}
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			if o.Peek, err = a.config.PropertiesBudget(); err != nil {
				return err
			}
			var fault error // of printing: whoever reads our output has gone
			o.Tell = func(ev engine.WatchEvent) {
				if err := a.printEvent(ev); err != nil && fault == nil {
					fault = err
				}
			}
			if err := e.Watch(cmd.Context(), o); err != nil {
				return err
			}
			if errors.Is(fault, syscall.EPIPE) {
				return fault
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&interval, "interval", "", "time between scans of a whole share, such as 10m; without it each share's own, or one that adapts")
	cmd.Flags().StringVar(&background, "background", "", "what to do in idle time: read files, embed what was read, or read,embed")
	cmd.Flags().BoolVar(&once, "once", false, "scan every share once, do what follows, and end")
	return cmd
}

type watchOut struct {
	Schema    string        `json:"schema"`
	Time      string        `json:"time"`
	Event     string        `json:"event"`
	Share     string        `json:"share,omitempty"`
	Added     int           `json:"added,omitempty"`
	Changed   int           `json:"changed,omitempty"`
	Moved     int           `json:"moved,omitempty"`
	Deleted   int           `json:"deleted,omitempty"`
	Unchanged int           `json:"unchanged,omitempty"`
	Errors    int           `json:"unlisted_folders,omitempty"`
	Folders   int           `json:"folders,omitempty"`
	Number    int           `json:"number,omitempty"`
	Seconds   float64       `json:"seconds,omitempty"`
	Detail    string        `json:"detail,omitempty"`
	Do        []spar.Remedy `json:"do,omitempty"`
}

// printEvent prints a line. Without --json scans that found nothing are left out.
func (a *app) printEvent(ev engine.WatchEvent) error {
	r := ev.Report
	now := time.Now().UTC().Format(time.RFC3339)
	if a.json {
		return a.printJSON(watchOut{"spar.watch/1", now, string(ev.Kind), ev.Share, r.Added, r.Changed, r.Moved, r.Deleted, r.Unchanged, r.Errors, ev.Folders, ev.N, r.Duration.Seconds(), ev.Detail, ev.Do})
	}
	where := "share " + ev.Share + ": "
	if ev.Share == "" {
		where = ""
	}
	text := ""
	switch ev.Kind {
	case engine.Scanned, engine.Looked:
		if !r.News() && a.quiet {
			return nil
		}
		text = fmt.Sprintf("%s added, %s changed, %s moved, %s deleted", thousands(r.Added), thousands(r.Changed), thousands(r.Moved), thousands(r.Deleted))
		if ev.Kind == engine.Scanned {
			text += fmt.Sprintf(" of %s (%.1f s)", plural(r.Seen, "file", "files"), r.Duration.Seconds())
		}
	case engine.Followed:
		return nil // it comes with every change
	case engine.Peeked:
		text = "the properties of " + plural(ev.N, "file", "files") + " read in idle time"
	case engine.ReadFiles:
		text = plural(ev.N, "file", "files") + " read in idle time"
	case engine.Embedding:
		text = plural(ev.N, "passage", "passages") + " embedded in idle time"
	case engine.Purged:
		if ev.N == 0 {
			return nil
		}
		text = plural(ev.N, "deleted text", "deleted texts") + " removed from the disk"
	case engine.Waiting:
		text = "watched by " + ev.Detail + "; waiting"
	default:
		text = string(ev.Kind)
		if ev.Detail != "" {
			text += ": " + withOffers(firstLine(ev.Detail), ev.Do)
		}
	}
	if slices.Contains([]engine.WatchKind{engine.Unreachable, engine.Failed}, ev.Kind) {
		a.tell(where + text)
		return nil
	}
	_, err := fmt.Fprintln(a.out, now, printable(where+text))
	return err
}
