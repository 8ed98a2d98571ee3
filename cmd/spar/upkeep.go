package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// version is set by the linker in a release.
var version = "development"

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "Print the version", Args: cobra.NoArgs, Example: "  spar version --json",
		RunE: func(*cobra.Command, []string) error {
			commit := ""
			if info, ok := debug.ReadBuildInfo(); ok {
				for _, s := range info.Settings {
					if s.Key == "vcs.revision" {
						commit = s.Value
					}
				}
			}
			b := api.Build{
				Schema: api.VersionSchema, Version: version, Commit: commit, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
			}
			if a.json {
				return a.printJSON(b)
			}
			_, err := fmt.Fprintln(a.out, "spar", b.Version, b.Commit, b.Go, b.Platform)
			return err
		},
	}
}

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "Write the man pages of all commands", Args: cobra.ExactArgs(1), Example: "  spar admin man /usr/local/share/man/man1",
		RunE: func(cmd *cobra.Command, args []string) error {
			root := cmd.Root()
			root.DisableAutoGenTag = true
			return doc.GenManTree(root, &doc.GenManHeader{Title: "SPAR", Section: "1", Source: "spar " + version}, args[0])
		},
	}
}

func (a *app) statusCommand() *cobra.Command {
	return &cobra.Command{
		Use: "status", Short: "Show the shares, what became of their files, and what the store holds", Args: cobra.NoArgs,
		Example: "  spar status\n  spar status --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return result(s.Status(ctx, who))(a, a.printStatus)
		}),
	}
}

func (a *app) printStatus(s api.Status) {
	t := a.table()
	if s.Data != nil {
		t.row("data", pathText(*s.Data))
	}
	for _, one := range s.Shares {
		t.row("share "+one.Name, pathText(one.Root))
		if !one.Reachable {
			t.row("unreachable", a.withOffers(a.words(firstLine(one.Trouble)), one.Do))
		}
		unlistedRows(t, one)
		states(one.States).rows(t)
	}
	if s.Store != nil {
		t.row("stored text", fmt.Sprintf("%s: %s from %s of different content", bytesText(s.Store.Bytes), plural(s.Store.Passages, "passage", "passages"), plural(s.Store.Segments, "file", "files")))
	}
	for _, w := range s.Work {
		t.row(workRow(w))
	}
	t.flush()
}

// workRow says how far long work of a server is.
func workRow(w api.Work) (name, text string) {
	name = "server: " + w.Kind
	if at := cmp.Or(w.Share, w.Scope); at != "" {
		name += " " + printable(at)
	}
	text = fmt.Sprintf("%s, %d", w.State, w.Done)
	if w.Total > 0 {
		text += fmt.Sprintf(" of %d", w.Total)
	}
	if w.Rate > 0 {
		text += fmt.Sprintf(", %.3g a second", w.Rate)
	}
	if w.Rest > 0 {
		text += ", " + (time.Duration(w.Rest) * time.Second).String() + " left"
	}
	return name, text
}

func (a *app) doctorCommand() *cobra.Command {
	var models bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "Check the installation, the data directory and the shares", Args: cobra.NoArgs,
		Long:    "Doctor looks for what keeps SPAR from working well and says what to do about it. It exits with 1 when something is broken.",
		Example: "  spar doctor\n  spar doctor --models\n  spar doctor --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			broken := 0
			for f, err := range s.Examine(ctx, who, models) {
				if f.Level == api.Broken {
					broken++
				}
				// A line at a time, for some take long.
				err = printOne(a, f, err, func() {
					fmt.Fprintf(a.out, "%-6s  %-14s  %s\n", f.Level, printable(f.What), printable(a.words(f.Detail)))
					if f.Remedy != "" || f.Do != nil {
						fmt.Fprintf(a.out, "%24s-> %s\n", "", printable(a.withOffers(a.words(f.Remedy), f.Do)))
					}
				})
				if err != nil {
					return err
				}
			}
			if broken > 0 {
				return spar.Errorf(spar.Internal, "%s to mend", counted(broken, "thing", "things"))
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&models, "models", false, "ask the model server too, which is not contacted otherwise")
	return cmd
}

func (a *app) storeCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "store", Short: "Look after the text of what was read",
		Example: "  spar admin store purge --now\n  spar admin store check"}
	var r api.PurgeRequest
	var yes bool
	purge := &cobra.Command{
		Use: "purge", Short: "Remove the text of deleted and changed files from the disk", Args: cobra.NoArgs,
		Long: `Purge rewrites the packs that hold text of files that are gone. Without --now it leaves packs of which the greater
part is still in use to a later purge, but none for longer than the setting keep-deleted if it runs every day. What was
removed and lies in the trash goes when it has lain there for as long as the setting keep-trash says, and with --now at once.

A pack that is not in this data directory is left alone: it may be on a disk that is not mounted. With --lost Purge first
strikes such packs from the tables, for everybody who uses these; their files are read again.`,
		Example: "  spar admin store purge --now",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
				if r.Now {
					if err := a.sureOfTrash(cmd, s, who, yes); err != nil {
						return err
					}
				}
				return result(s.Purge(ctx, who, r))(a, func(out api.Purge) {
					if r.Lost {
						fmt.Fprintf(a.out, "struck off %s of packs that are not here\n", plural(out.Lost, "segment", "segments"))
					}
					fmt.Fprintf(a.out, "removed %s, %s\n", plural(out.Segments, "segment", "segments"), bytesText(out.Bytes))
					if out.Trash > 0 {
						fmt.Fprintf(a.out, "removed %s from the trash\n", plural(out.Trash, "thing", "things"))
					}
				})
			})(cmd, args)
		},
	}
	purge.Flags().BoolVar(&r.Now, "now", false, "remove all of it at once")
	purge.Flags().BoolVar(&r.Lost, "lost", false, "strike off packs that are not here, when they are lost for good")
	yesFlag(purge, &yes)
	check := &cobra.Command{
		Use: "check", Short: "Read everything in the store and compare it with its checksums", Args: cobra.NoArgs, Example: "  spar admin store check",
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			c, err := s.CheckStore(ctx, who)
			err = printOne(a, c, err, func() {
				fmt.Fprintf(a.out, "%s, %s, %s read\n", plural(c.Segments, "segment", "segments"), plural(c.Passages, "passage", "passages"), bytesText(c.Bytes))
				for i, f := range c.Faults {
					fmt.Fprintln(a.out, printable(f))
					if i >= len(c.Faults)-c.Away {
						fmt.Fprintln(a.out, " ", a.withOffers(a.words(c.Remedy), c.Do))
					}
				}
			})
			damaged := len(c.Faults) - c.Away
			switch {
			case err != nil:
				return err
			case damaged > 0:
				return spar.Errorf(spar.Internal, "%s damaged; the files are read again when a question needs them", counted(damaged, "segment is", "segments are"))
			case c.Away > 0:
				return spar.Errorf(spar.Internal, "%s not here", counted(c.Away, "pack is", "packs are"))
			}
			return nil
		}),
	}
	cmd.AddCommand(purge, check)
	return cmd
}

// sureOfTrash asks before the trash is emptied, unless nothing is in it.
func (a *app) sureOfTrash(cmd *cobra.Command, s *service.Service, who spar.Principal, yes bool) error {
	t, err := s.TrashCount(cmd.Context(), who)
	if err != nil || t == (api.TrashCount{}) {
		return err
	}
	return a.sure(cmd, yes, false, "A purge at once also takes "+
		enumerated(some(t.Shares, "share", "shares"), some(t.Tags, "tag", "tags"), some(t.Links, "tag that was taken off files", "tags that were taken off files"),
			some(t.Attributes, "time that attributes were unset", "times that attributes were unset"), some(t.Workspaces, "workspace", "workspaces"))+
		" from the trash, which `spar trash list` names; nothing brings them back then.")
}

func (a *app) backupCommand() *cobra.Command {
	return &cobra.Command{
		Use: "backup FILE.tar|FOLDER", Short: "Save the data directory, also while it is in use",
		Long: `Backup writes everything that is not made again by itself to a new folder, or to one file when the name ends in .tar:
the tables as they are at one moment (from PostgreSQL too), the text of what was read, vectors, the models that were added,
and the settings files of the data directory. It appears under its name when it is whole and was read back. It holds the text of files: keep it as
safe as they are.`,
		Example: "  spar backup /backup/spar-monday.tar\n  spar backup /backup/spar-monday",
		Args:    cobra.ExactArgs(1),
		RunE: a.existing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return result(s.Backup(ctx, who, args[0], version))(a, func(out api.Backup) {
				fmt.Fprintf(a.out, "saved %s, to %s\n", savedText(out.Manifest), printable(args[0]))
			})
		}),
	}
}

func savedText(m api.Manifest) string {
	var bytes int64
	for _, f := range m.Files {
		bytes += f.Size
	}
	return plural(len(m.Files), "file", "files") + ", " + bytesText(bytes)
}

func (a *app) restoreCommand() *cobra.Command {
	return &cobra.Command{
		Use: "restore FILE.tar|FOLDER", Short: "Make a data directory of a backup",
		Long: `Restore makes the data directory (--data) of a backup. The directory must be missing or empty. Checksums are compared;
a backup of an older SPAR is brought up to date, one of a newer is refused. Where the setting database names a PostgreSQL
database, which must be empty, the tables go there: backup and restore are also the way from one database to the other.`,
		Example: "  spar restore /backup/spar-monday.tar --data /srv/spar",
		Args:    cobra.ExactArgs(1),
		RunE: a.configured(func(cmd *cobra.Command, args []string) error {
			out, err := service.RestoreBackup(cmd.Context(), args[0], a.config.DataDir(), a.config.Database())
			a.notes(out.Notes, nil)
			return printOne(a, out, err, func() {
				for _, name := range out.Missing {
					a.note("the backup does not have the model %s, which is in use or was before: `spar model add FOLDER --name %[1]s` adds it again, `spar model use precise --now` does without", name)
				}
				fmt.Fprintf(a.out, "restored %s, saved on %s, to %s\n", savedText(out.Manifest), out.Manifest.Made.Format("2006-01-02 15:04"), printable(out.Data))
			})
		}),
	}
}

func (a *app) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Read the whole data directory and report what is not as it should be",
		Long: `Check reads the tables and what they refer to, the text of every file with its checksum, and every vector, and
compares the index with the tables. It changes nothing and may run while others work. Its status is 1 when it has found
something.`,
		Example: "  spar check\n  spar check --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			missing, err := a.missing(cmd)
			if err != nil {
				return err
			}
			if missing != nil { // nothing is made, and that is the flaw
				return a.printCheck(api.Check{Schema: api.CheckSchema, Flaws: []api.Flaw{*missing}})
			}
			return a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
				c, err := s.Check(ctx, who)
				if err != nil {
					return err
				}
				return a.printCheck(c)
			})(cmd, args)
		},
	}
}

// printCheck prints the results of a check. Its error says that something needs repair.
func (a *app) printCheck(c api.Check) error {
	err := printOne(a, c, nil, func() {
		if c.Database != "" {
			fmt.Fprintf(a.out, "read %s, %s with %s (%s), %s\n", plural(c.Files, "file", "files"), plural(c.Segments, "segment", "segments"),
				plural(c.Passages, "passage", "passages"), bytesText(c.Bytes), plural(c.Vectors, "vector", "vectors"))
		}
		if c.Dead > 0 {
			fmt.Fprintf(a.out, "%s of no file any more, until the next purge (spar admin store purge)\n", plural(c.Dead, "segment is", "segments are"))
		}
		for _, f := range c.Flaws {
			fmt.Fprintf(a.out, "%s: %s\n  %s\n", f.Part, printable(f.What), printable(a.withOffers(a.words(f.Remedy), f.Do)))
		}
	})
	if err == nil && len(c.Flaws) > 0 {
		err = spar.Errorf(spar.Internal, "%s not as it should be", counted(len(c.Flaws), "thing is", "things are"))
	}
	return err
}
