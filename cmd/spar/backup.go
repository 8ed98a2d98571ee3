package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

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
			out, err := s.Backup(ctx, who, args[0], version)
			return printOne(a, out, err, func() {
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
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.configure(cmd); err != nil {
				return err
			}
			out, err := service.Restore(cmd.Context(), args[0], a.config.DataDir(), a.config.Database())
			a.notes(out.Notes, nil)
			return printOne(a, out, err, func() {
				for _, name := range out.Missing {
					a.note("the backup does not have the model %s, which is in use or was before: `spar model add FOLDER --name %[1]s` adds it again, `spar model use precise --now` does without", name)
				}
				fmt.Fprintf(a.out, "restored %s, saved on %s, to %s\n", savedText(out.Manifest), out.Manifest.Made.Format("2006-01-02 15:04"), printable(out.Data))
			})
		},
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

// printCheck prints what a check found. Its error says that there is something to mend.
func (a *app) printCheck(c api.Check) error {
	err := printOne(a, c, nil, func() {
		if c.Database != "" {
			fmt.Fprintf(a.out, "read %s, %s with %s (%s), %s\n", plural(c.Files, "file", "files"), plural(c.Segments, "segment", "segments"),
				plural(c.Passages, "passage", "passages"), bytesText(c.Bytes), plural(c.Vectors, "vector", "vectors"))
		}
		if c.Dead > 0 {
			fmt.Fprintf(a.out, "%s of no file any more, until the next purge (spar store purge)\n", plural(c.Dead, "segment is", "segments are"))
		}
		for _, f := range c.Flaws {
			fmt.Fprintf(a.out, "%s: %s\n  %s\n", f.Part, printable(f.What), printable(withOffers(f.Remedy, f.Do)))
		}
	})
	if err == nil && len(c.Flaws) > 0 {
		err = spar.Errorf(spar.Internal, "%s not as it should be", plural(len(c.Flaws), "thing is", "things are"))
	}
	return err
}
