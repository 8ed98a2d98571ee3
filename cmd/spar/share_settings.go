package main

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) shareIgnoreCommand() *cobra.Command {
	var edit api.IgnoreEdit
	cmd := &cobra.Command{
		Use: "ignore NAME [RULE...]", Short: "Leave files and folders of a share out, by rules as in .gitignore", Args: cobra.MinimumNArgs(1),
		Long: `Ignore adds rules to those of a share, or lists them when none is given. They are those of .gitignore: a name or a
pattern, "/" at its end for folders, "/" within it to tie it to the share's root, "**" for any folders, "!" in front to
take something in again; the last rule that matches decides. A file .sparignore at the share's root is read too, before
them. What is left out is not in the index, and each scan counts it by rule.

A new share begins with the default rules, which leave out litter such as .DS_Store, Thumbs.db and ~$*. They come first,
so that any other rule can take something in again, and are listed first; --remove takes one away, --clear all. --default
sets them anew, also for a share that has none. A file that has tags, or attributes that a person gave it, is never
dropped by a default rule.`,
		Example: "  spar share ignore docs '*.tmp' '/archive/' '~$*'\n  spar share ignore docs --remove '*.tmp'\n  spar share ignore docs --default\n  spar share ignore docs",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			edit.Share, edit.Rules = args[0], args[1:]
			out, err := s.Ignore(ctx, who, edit)
			return printOne(a, out, err, func() { a.printRules(out) })
		}),
	}
	cmd.Flags().BoolVar(&edit.Remove, "remove", false, "take the rules away instead of adding them")
	cmd.Flags().BoolVar(&edit.Clear, "clear", false, "take all rules away first, the default ones too")
	cmd.Flags().BoolVar(&edit.Default, "default", false, "set the default rules anew, which leave out litter")
	return cmd
}

func (a *app) shareLimitCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use: "limit NAME", Short: "Say how gently a share is treated, and when", Args: cobra.ExactArgs(1),
		Long: `Limit sets what is read and examined of a share in a second by one process, the hours in which work that nobody waits for
may read, how files that lie on a tape or in another tier are recognised, and how often a watched share is scanned. What
is not named stays; 0 takes a limit away. Questions keep to the rates and not to the hours. Without flags the settings
are shown.`,
		Example: "  spar share limit docs --bytes 20MB --opens 50 --hours 19-7\n  spar share limit docs --names 2000 --interval 30m\n  spar share limit docs --offline never",
		RunE: func(cmd *cobra.Command, args []string) error {
			s, who, err := a.service(cmd)
			if err != nil {
				return err
			}
			edit := api.LimitsEdit{Share: args[0]}
			for flag, to := range map[string]**string{
				"bytes": &edit.Bytes, "opens": &edit.Opens, "names": &edit.Names, "hours": &edit.Hours, "offline": &edit.Offline, "interval": &edit.Interval,
			} {
				if f := cmd.Flags().Lookup(flag); f.Changed {
					*to = new(f.Value.String())
				}
			}
			out, err := s.Limits(cmd.Context(), who, edit)
			return printOne(a, out, err, func() { a.printLimits(out) })
		},
	}
	cmd.Flags().String("bytes", "", "bytes read a second, such as 20MB; 0 for no limit")
	cmd.Flags().String("opens", "", "files opened a second; 0 for no limit")
	cmd.Flags().String("names", "", "names examined a second by a scan; 0 for no limit")
	cmd.Flags().String("hours", "", "hours in which background work may read, such as 19-7; all for the whole day")
	cmd.Flags().String("offline", "", "what tells that a file is offline: auto, blocks (of any file system), or never")
	cmd.Flags().String("interval", "", "time between scans of a watched share, such as 30m; auto adapts it to what they find")
	return cmd
}

func (a *app) printRules(i api.Ignore) {
	list := func(heading string, lines []string) {
		if len(lines) > 0 && heading != "" {
			fmt.Fprintln(a.out, heading)
		}
		for _, l := range lines {
			fmt.Fprintln(a.out, printable(l))
		}
	}
	list("# litter, by default", i.Default)
	var kept []string
	for _, p := range i.Kept {
		kept = append(kept, "# "+pathText(p))
	}
	list("# kept, as they have tags or attributes", kept)
	others := "# others"
	if len(i.Default)+len(i.Kept) == 0 {
		others = ""
	}
	list(others, i.Rules)
}

func (a *app) printLimits(l api.Limits) {
	limit := func(n float64, text string) string {
		if n == 0 {
			return "no limit"
		}
		return text + " a second"
	}
	t := a.table()
	t.row("bytes", limit(l.Bytes, bytesText(int64(l.Bytes))))
	t.row("opens", limit(l.Opens, strconv.FormatFloat(l.Opens, 'g', -1, 64)))
	t.row("names", limit(l.Names, strconv.FormatFloat(l.Names, 'g', -1, 64)))
	hours, interval := "the whole day", "adapts"
	if l.Hours != "" {
		hours = l.Hours + " o'clock"
	}
	if l.Interval > 0 {
		interval = time.Duration(l.Interval * float64(time.Second)).String()
	}
	t.row("hours", hours)
	t.row("offline", l.Offline)
	t.row("interval", interval)
	t.flush()
}
