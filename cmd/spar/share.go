package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) shareCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "share", Short: "Name the folders to answer from",
		Example: "  spar share add docs /mnt/share\n  spar share list"}
	var nested bool
	var rights string
	add := &cobra.Command{
		Use: "add NAME FOLDER", Short: "Add a folder as a share; it is only ever read", Args: cobra.ExactArgs(2),
		Example: "  spar share add docs /mnt/share",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			folder, err := filepath.Abs(args[1])
			if err != nil {
				return err
			}
			out, before, err := s.AddShare(ctx, who, api.NewShare{Name: args[0], Folder: folder, Nested: nested, Rights: rights})
			if before != nil {
				a.note("this folder was the share %s before, %s; `spar share remove %s` and then `spar trash "+
					"restore %s` bring that back", before.Name, withWhat(before.Tags, before.Attributes, before.Asked), out.Name, before.ID)
			}
			return printOne(a, out, err, func() {
				a.note("share %s is %s; `spar scan %s` finds its files", out.Name, pathText(out.Root), out.Name)
			})
		}),
	}
	add.Flags().BoolVar(&nested, "nested", false, "allow a folder that lies in another share or holds one")
	add.Flags().StringVar(&rights, "rights", "", "who may read its files, as `RIGHTS` of spar share rights; table is nobody until you say who")
	list := &cobra.Command{
		Use: "list", Short: "List the shares", Args: cobra.NoArgs, Example: "  spar share list --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Shares(ctx, who)), func(s api.Share) []any {
				row := []any{s.Name, s.Rights, pathText(s.Root)}
				if !s.Reachable {
					row = append(row, "unreachable: "+firstLine(s.Trouble))
				}
				return row
			})
		}),
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Show a share and what became of its files", Args: cobra.ExactArgs(1), Example: "  spar share show docs",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return result(s.Share(ctx, who, args[0]))(a, a.printShare)
		}),
	}
	rename := &cobra.Command{
		Use: "rename OLD NEW", Short: "Give a share another name", Args: cobra.ExactArgs(2), Example: "  spar share rename docs archive",
		Long: "Rename gives a share another name. The scopes of workspaces that name it follow; rules do not, as they are in a file of yours.",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			u, err := s.RenameShare(ctx, who, args[0], args[1])
			a.noteRenamed(u, args[0], args[1])
			return err
		}),
	}
	relocate := &cobra.Command{
		Use: "relocate NAME FOLDER", Short: "Say where a share is mounted now; what was read stays read", Args: cobra.ExactArgs(2),
		Long: `Relocate says where a share is mounted now. What was read stays read, and the next scan compares. Until that scan is
complete nobody for whom SPAR judges rights, as with --as, reads anything of the share: SPAR has not seen the rights there yet.`,
		Example: "  spar share relocate docs /media/new-server",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			folder, err := filepath.Abs(args[1])
			if err != nil {
				return err
			}
			return s.RelocateShare(ctx, who, args[0], folder)
		}),
	}
	cmd.AddCommand(add, list, show, a.shareRightsCommand(), a.shareIgnoreCommand(), a.shareLimitCommand(), rename, relocate, a.shareRemoveCommand())
	return cmd
}

// printShare prints the state of a share.
func (a *app) printShare(s api.Share) {
	t := a.table()
	t.row("name", s.Name)
	if s.Root != (api.Path{}) {
		t.row("root", pathText(s.Root))
	}
	t.row("rights", s.Rights)
	if s.FS != "" {
		t.row("file system", s.FS)
	}
	switch {
	case !s.Reachable:
		t.row("unreachable", a.withOffers(a.words(firstLine(s.Trouble)), s.Do))
	case s.Scanned == "":
		t.row("scanned", "never completely")
	default:
		t.row("scanned", s.Scanned)
	}
	for _, rule := range slices.Sorted(maps.Keys(s.Ignored)) {
		t.row("ignored", fmt.Sprintf("%s by %s", plural(s.Ignored[rule], "name", "names"), rule))
	}
	unlistedRows(t, s)
	states(s.States).rows(t)
	t.flush()
}

// unlistedRows names folders of a share that could not be listed.
func unlistedRows(t table, s api.Share) {
	for _, f := range s.Folders {
		t.row("not listed", pathText(f.Path)+": "+f.Reason)
	}
	if more := s.Unlisted - len(s.Folders); more > 0 {
		t.row("not listed", plural(more, "more folder", "more folders"))
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

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
			return result(s.Ignore(ctx, who, edit))(a, a.printRules)
		}),
	}
	cmd.Flags().BoolVar(&edit.Remove, "remove", false, "take the rules away instead of adding them")
	cmd.Flags().BoolVar(&edit.Clear, "clear", false, "take all rules away first, the default ones too")
	cmd.Flags().BoolVar(&edit.Default, "default", false, "set the default rules anew, which leave out litter")
	return cmd
}

func (a *app) shareLimitCommand() *cobra.Command {
	var cmd *cobra.Command
	cmd = &cobra.Command{
		Use: "limit NAME", Short: "Say how gently a share is treated, and when", Args: cobra.ExactArgs(1),
		Long: `Limit sets what is read and examined of a share in a second by one process, the hours in which a watched share is
scanned and work that nobody waits for may read, how files that lie on a tape or in another tier are recognised, and how often a watched share is scanned. What
is not named stays; 0 takes a limit away. Questions keep to the rates and not to the hours. Without flags the settings
are shown.`,
		Example: "  spar share limit docs --bytes 20MB --opens 50 --hours 19-7\n  spar share limit docs --names 2000 --interval 30m\n  spar share limit docs --offline never",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			edit := api.LimitsEdit{Share: args[0]}
			for flag, to := range map[string]**string{
				"bytes": &edit.Bytes, "opens": &edit.Opens, "names": &edit.Names, "hours": &edit.Hours, "offline": &edit.Offline, "interval": &edit.Interval, "sketches": &edit.Sketches, "letters": &edit.Letters,
			} {
				if f := cmd.Flags().Lookup(flag); f.Changed {
					*to = new(f.Value.String())
				}
			}
			return result(s.Limits(ctx, who, edit))(a, a.printLimits)
		}),
	}
	cmd.Flags().String("bytes", "", "bytes read a second, such as 20MB; 0 for no limit")
	cmd.Flags().String("opens", "", "files opened a second; 0 for no limit")
	cmd.Flags().String("names", "", "names examined a second by a scan; 0 for no limit")
	cmd.Flags().String("hours", "", "hours in which a watched share is scanned and background work may read, such as 19-7; all for the whole day")
	cmd.Flags().String("offline", "", "what tells that a file is offline: auto, blocks (of any file system), or never")
	cmd.Flags().String("sketches", "", "off keeps no vectors of names and titles, by which questions choose what to read first; on keeps them")
	cmd.Flags().String("letters", "", "any lets name: and path: match names whatever the case of their letters, as Windows does; exact does not")
	cmd.Flags().String("interval", "", "time between scans of a watched share, such as 30m; auto adapts it to what they find")
	return cmd
}

func (a *app) printRules(i api.Ignore) {
	var kept []string
	for _, p := range i.Kept {
		kept = append(kept, "# "+pathText(p))
	}
	for _, part := range []struct {
		heading string
		lines   []string
	}{{"litter, by default", i.Default}, {"kept, as they have tags or attributes", kept}, {"others", i.Rules}} {
		if len(part.lines) > 0 && len(i.Default)+len(kept) > 0 {
			fmt.Fprintln(a.out, "#", part.heading)
		}
		for _, l := range part.lines {
			fmt.Fprintln(a.out, printable(l))
		}
	}
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
	t.row("letters", l.Letters)
	t.row("sketches", map[bool]string{true: "on", false: "off"}[l.Sketches])
	t.flush()
}

func (a *app) shareRightsCommand() *cobra.Command {
	var try, table bool
	cmd := &cobra.Command{
		Use: "rights NAME [auto|posix|acl|open|table [FILE]]", Short: "Say how it is found out who may read the files of a share", Args: cobra.RangeArgs(1, 3),
		Long: `Rights says how it is found out who may read the files of a share, other than you, whom the operating system judges:

  auto   by modes and access control lists where the file system is one of this machine; elsewhere nobody may
  posix  by mode, owner and group alone; access control lists are not even read
  acl    by access control lists; by modes too where they mean something
  open   everybody may read everything
  table  by a table in FILE, or the one imported before, and nothing else

The table is CSV with the columns path, principal and right: a folder, with all below it, or a file; user:NAME, group:NAME
or everyone; allow or deny. Of a file only the lines of the nearest path count: one that denies goes before one that allows,
and whom none allows may not read.

With NAME alone it shows the rights as they are; --table prints the table, to be changed and imported again. --try says how many
files each person could read then and how many now, and changes nothing.`,
		Example: "  spar share rights docs acl\n  spar share rights docs table rights.csv --try\n  spar share rights docs table rights.csv\n  spar share rights docs --table > rights.csv",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if len(args) == 1 {
				return a.showShareRights(ctx, s, who, args[0], table)
			}
			if table {
				return spar.Errorf(spar.Invalid, "--table prints the table as it is: leave %q out", args[1])
			}
			plan := api.RightsPlan{Name: args[0], Rights: args[1]}
			if len(args) == 3 {
				var err error
				if plan.Table, err = a.tableIn(args[2]); err != nil {
					return err
				}
				if plan.Rights != "table" || plan.Table == "" { // an empty file is a table without lines, not the one from before
					plan.Lines = &[]api.RightsLine{}
				}
			}
			if try {
				t, err := s.TryRights(ctx, who, plan)
				return printOne(a, t, err, func() { a.printTrial(t) })
			}
			if err := recorded(ctx, s, who, "setRights", "begun", "name="+plan.Name, "rights="+plan.Rights); err != nil {
				return err
			}
			t, err := s.SetRights(ctx, who, plan)
			switch {
			case err != nil:
				return err
			case len(args) == 3:
				a.note("%s of the table count from now on", counted(len(t.Lines), "line", "lines"))
			case t.Rescan:
				a.note("`spar scan %s` reads its access control lists; until then others may not read what they would decide", args[0])
			}
			a.printIdle(t)
			if t.Nobody && t.Files > 0 && !t.Rescan {
				a.note("nobody but you may read a file of %s now", args[0])
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&try, "try", false, "say what it would change for each person, and change nothing")
	cmd.Flags().BoolVar(&table, "table", false, "print the table of rights as CSV")
	return cmd
}

// tableIn is the text of a table of rights; - is standard input.
func (a *app) tableIn(name string) (string, error) {
	from := a.in
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return "", spar.Errorf(spar.NotFound, "the table of rights cannot be read: %w", err)
		}
		defer f.Close()
		from = f
	}
	text, err := io.ReadAll(io.LimitReader(from, service.LongestTable+1))
	return string(text), err
}

func (a *app) showShareRights(ctx context.Context, s *service.Service, who spar.Principal, name string, table bool) error {
	r, err := s.ShareRights(ctx, who, name)
	if err == nil && table && !a.json {
		_, err = io.WriteString(a.raw, r.Table)
		return err
	}
	return printOne(a, r, err, func() {
		t := a.table()
		t.row("rights", r.Rights)
		for _, l := range r.Lines {
			t.row(l.Right, printable(l.Principal), printable(l.Name))
		}
		t.flush()
	})
}

// printTrial prints what rights would change for each person.
func (a *app) printTrial(r api.RightsTrial) {
	t := a.table()
	t.row("who", "now", "then", fmt.Sprintf("of %s", counted(r.Files, "file", "files")))
	for _, p := range r.People {
		t.row(printable(cmp.Or(p.Name, "everybody else")), strconv.Itoa(p.Now), strconv.Itoa(p.Then), "")
	}
	t.flush()
	a.printIdle(r)
}

// printIdle says which paths of a table of rights hold for no file.
func (a *app) printIdle(r api.RightsTrial) {
	for _, i := range r.Idle {
		if i.Meant != nil {
			a.note("no file lies at %s: its lines hold for 0 files; the nearest name is %s", pathText(i.Path), pathText(*i.Meant))
		} else {
			a.note("no file lies at %s: its lines hold for 0 files", pathText(i.Path))
		}
	}
}

func (a *app) rightsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "rights FILE", Short: "Say why somebody may read a file or not", Args: cobra.ExactArgs(1),
		Long: `Rights says whether somebody, you or the one that --as names, may read a file, and prints everything that this rests on:
confidentiality, each folder above the file, and the file, with the entry that decided. It tells of files that the one named
may not know of, and so is for the operator only.`,
		Example: "  spar show rights docs:hr/salaries.xlsx --as ada\n  spar show rights salaries.xlsx --as ada\n  spar show rights /mnt/share/hr/salaries.xlsx --as ada --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, of spar.Principal, args []string) error {
			who, err := s.Process() // the owner looks, not the one whose rights these are
			if err != nil {
				return err
			}
			return result(s.Rights(ctx, who, of, args[0]))(a, a.printRights)
		}),
	}
}

func (a *app) printRights(r api.Rights) {
	verdict := "may not read"
	if r.Allowed {
		verdict = "may read"
	}
	who := printable(r.Who)
	if a.as == "" {
		who = "you"
	}
	fmt.Fprintf(a.out, "%s %s %s:%s\n", who, verdict, r.Share, pathText(r.Path))
	t := a.table()
	t.row("  rights", r.Rights, cmp.Or(r.FileSystem, "not scanned yet"))
	t.row("  mode", r.Mode, fmt.Sprintf("owner %s, group %d", ownerText(r.Owner, r.Called), r.Group))
	for _, l := range r.Lists {
		t.row("  list", l)
	}
	for _, d := range r.Why {
		word := "no"
		if d.Allowed {
			word = "yes"
		}
		raw, _ := d.Raw()
		t.row("  "+word, d.Right+" "+cmp.Or(raw, "it"), d.By)
	}
	t.flush()
}
