package main

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/share"
	"github.com/spf13/cobra"
)

// share opens the engine for a command on the share of a name.
func (a *app) share(cmd *cobra.Command, name string) (*engine.Engine, spar.Share, error) {
	e, err := a.engine(cmd)
	if err != nil {
		return nil, spar.Share{}, err
	}
	s, err := e.Catalog.Share(cmd.Context(), name)
	return e, s, err
}

func (a *app) shareIgnoreCommand() *cobra.Command {
	var remove, clear, standard bool
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
		RunE: func(cmd *cobra.Command, args []string) error {
			e, s, err := a.share(cmd, args[0])
			if err != nil {
				return err
			}
			rules := args[1:]
			if _, err := share.ParseRules(rules); err != nil {
				return err
			}
			if len(rules) > 0 || clear || standard {
				err = e.Catalog.ChangeSettings(cmd.Context(), s, func(now *catalog.Settings) error {
					if clear {
						now.Ignore, now.Default, now.Kept = nil, nil, nil
					}
					if standard {
						now.Default = share.Litter()
					}
					for _, r := range rules {
						i := slices.Index(now.Ignore, r)
						d := slices.Index(now.Default, r)
						switch {
						case remove && i < 0 && d >= 0:
							now.Default = slices.Delete(now.Default, d, d+1)
						case remove && i < 0:
							return spar.Errorf(spar.NotFound, "%q is no rule of share %s; `spar share ignore %s` lists them", r, s.Name, s.Name)
						case i >= 0:
							now.Ignore = slices.Delete(now.Ignore, i, i+1)
						}
						if !remove { // the last one decides, so that one given again goes to the end
							now.Ignore = append(now.Ignore, r)
						}
					}
					return nil
				})
				if err != nil {
					return err
				}
			}
			settings, err := e.Catalog.Settings(cmd.Context(), s)
			if err != nil {
				return err
			}
			if a.json {
				kept := []pathJSON{}
				for _, p := range settings.Kept {
					kept = append(kept, asPath(string(p)))
				}
				return a.printJSON(map[string]any{"schema": "spar.ignore/1", "share": s.Name, "rules": append([]string{}, settings.Ignore...), "default": append([]string{}, settings.Default...), "kept": kept})
			}
			if len(settings.Default) > 0 {
				fmt.Fprintln(a.out, "# litter, by default")
			}
			for _, r := range settings.Default {
				fmt.Fprintln(a.out, printable(r))
			}
			if len(settings.Kept) > 0 {
				fmt.Fprintln(a.out, "# kept, as they have tags or attributes")
			}
			for _, p := range settings.Kept {
				fmt.Fprintln(a.out, "#", printable(string(p)))
			}
			if len(settings.Ignore) > 0 && len(settings.Default)+len(settings.Kept) > 0 {
				fmt.Fprintln(a.out, "# others")
			}
			for _, r := range settings.Ignore {
				fmt.Fprintln(a.out, printable(r))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&remove, "remove", false, "take the rules away instead of adding them")
	cmd.Flags().BoolVar(&clear, "clear", false, "take all rules away first, the default ones too")
	cmd.Flags().BoolVar(&standard, "default", false, "set the default rules anew, which leave out litter")
	return cmd
}

func (a *app) shareLimitCommand() *cobra.Command {
	var bytes, opens, names, hours, offline, interval string
	cmd := &cobra.Command{
		Use: "limit NAME", Short: "Say how gently a share is treated, and when", Args: cobra.ExactArgs(1),
		Long: `Limit sets what is read and examined of a share in a second by one process, the hours in which work that nobody waits for
may read, how files that lie on a tape or in another tier are recognised, and how often a watched share is scanned. What
is not named stays; 0 takes a limit away. Questions keep to the rates and not to the hours. Without flags the settings
are shown.`,
		Example: "  spar share limit docs --bytes 20MB --opens 50 --hours 19-7\n  spar share limit docs --names 2000 --interval 30m\n  spar share limit docs --offline never",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, s, err := a.share(cmd, args[0])
			if err != nil {
				return err
			}
			given := func(flag string) bool { return cmd.Flags().Changed(flag) }
			if cmd.Flags().NFlag() > 0 {
				err = e.Catalog.ChangeSettings(cmd.Context(), s, func(now *catalog.Settings) (err error) {
					for _, f := range []struct {
						flag, text string
						to         *float64
					}{{"bytes", bytes, &now.Limits.Bytes}, {"opens", opens, &now.Limits.Opens}, {"names", names, &now.Limits.Names}} {
						if !given(f.flag) {
							continue
						}
						if *f.to, err = perSecond(f.flag, f.text); err != nil {
							return err
						}
					}
					if given("hours") {
						if now.Limits.Hours, err = hoursOf(hours); err != nil {
							return err
						}
					}
					if given("offline") {
						if now.Offline, err = sleepOf(offline); err != nil {
							return err
						}
					}
					if given("interval") {
						now.Interval, err = intervalOf(interval)
					}
					return err
				})
				if err != nil {
					return err
				}
			}
			settings, err := e.Catalog.Settings(cmd.Context(), s)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(settingsJSON(s, settings))
			}
			t := a.table()
			settingsRows(t, settings)
			return t.flush()
		},
	}
	cmd.Flags().StringVar(&bytes, "bytes", "", "bytes read a second, such as 20MB; 0 for no limit")
	cmd.Flags().StringVar(&opens, "opens", "", "files opened a second; 0 for no limit")
	cmd.Flags().StringVar(&names, "names", "", "names examined a second by a scan; 0 for no limit")
	cmd.Flags().StringVar(&hours, "hours", "", "hours in which background work may read, such as 19-7; all for the whole day")
	cmd.Flags().StringVar(&offline, "offline", "", "what tells that a file is offline: auto, blocks (of any file system), or never")
	cmd.Flags().StringVar(&interval, "interval", "", "time between scans of a watched share, such as 30m; auto adapts it to what they find")
	return cmd
}

func perSecond(flag, text string) (float64, error) {
	n, err := strconv.ParseFloat(text, 64)
	if flag == "bytes" {
		n, err = scope.Size(text)
	}
	if err != nil || !(n >= 0 && n < 1e15) {
		return 0, spar.Errorf(spar.Invalid, "--%s %s: write a number, such as 50, or 0 for no limit", flag, text)
	}
	return n, nil
}

func hoursOf(text string) (share.Hours, error) {
	if text == "all" || text == "" {
		return share.Hours{}, nil
	}
	return share.ParseHours(text)
}

func sleepOf(text string) (share.Sleep, error) {
	switch text {
	case "auto":
		return share.SleepAuto, nil
	case string(share.SleepBlocks), string(share.SleepNever):
		return share.Sleep(text), nil
	}
	return "", spar.Errorf(spar.Invalid, "--offline %s: choose auto, blocks or never", text)
}

// minInterval is the shortest time between two scans that makes sense.
const minInterval = time.Second

func intervalOf(text string) (time.Duration, error) {
	if text == "auto" || text == "0" {
		return 0, nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < minInterval {
		return 0, spar.Errorf(spar.Invalid, "--interval %s: write a time such as 30s or 10m, or auto", text)
	}
	return d, nil
}

type limitsOut struct {
	Schema   string  `json:"schema,omitempty"`
	Share    string  `json:"share,omitempty"`
	Bytes    float64 `json:"bytes_per_second"`
	Opens    float64 `json:"opens_per_second"`
	Names    float64 `json:"names_per_second"`
	Hours    string  `json:"hours"`
	Offline  string  `json:"offline"`
	Interval float64 `json:"interval_seconds"`
}

func settingsJSON(s spar.Share, now catalog.Settings) limitsOut {
	return limitsOut{"spar.limits/1", s.Name, now.Limits.Bytes, now.Limits.Opens, now.Limits.Names, now.Limits.Hours.String(), offlineText(now.Offline), now.Interval.Seconds()}
}

func offlineText(s share.Sleep) string {
	if s == share.SleepAuto {
		return "auto"
	}
	return string(s)
}

func settingsRows(t table, now catalog.Settings) {
	limit := func(n float64, text string) string {
		if n == 0 {
			return "no limit"
		}
		return text + " a second"
	}
	t.row("bytes", limit(now.Limits.Bytes, bytesText(int64(now.Limits.Bytes))))
	t.row("opens", limit(now.Limits.Opens, strconv.FormatFloat(now.Limits.Opens, 'g', -1, 64)))
	t.row("names", limit(now.Limits.Names, strconv.FormatFloat(now.Limits.Names, 'g', -1, 64)))
	hours := "the whole day"
	if now.Limits.Hours != (share.Hours{}) {
		hours = now.Limits.Hours.String() + " o'clock"
	}
	t.row("hours", hours)
	t.row("offline", offlineText(now.Offline))
	interval := "adapts"
	if now.Interval > 0 {
		interval = now.Interval.String()
	}
	t.row("interval", interval)
}

// health fills in how a share is doing; what is counted over all files only for those who may know of all.
func (a *app) health(cmd *cobra.Command, e *engine.Engine, s spar.Share, out *shareOut) error {
	h, err := e.Health(cmd.Context(), s)
	if err != nil {
		return err
	}
	who, err := a.principal(cmd.Context(), e)
	if err != nil {
		return err
	}
	out.Reachable = h.Unreachable == ""
	if out.Trouble = h.Unreachable; out.Trouble != "" && who.Served {
		out.Trouble = "it cannot be reached now" // the reason may count all of its files
	}
	if !h.Scanned.IsZero() {
		out.Scanned = h.Scanned.Format(time.RFC3339)
	}
	if who.All || who.Operator {
		out.Ignored = h.Ignored
	}
	return nil
}

// rows prints what health found.
func (s shareOut) rows(t table) {
	switch {
	case !s.Reachable:
		t.row("unreachable", firstLine(s.Trouble))
	case s.Scanned == "":
		t.row("scanned", "never completely")
	default:
		t.row("scanned", s.Scanned)
	}
	for _, rule := range slices.Sorted(maps.Keys(s.Ignored)) {
		t.row("ignored", fmt.Sprintf("%s by %s", plural(s.Ignored[rule], "name", "names"), rule))
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}
