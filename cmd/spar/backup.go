package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
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
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := a.existing(cmd)
			if err != nil {
				return err
			}
			m, err := e.Backup(cmd.Context(), args[0], version)
			if err != nil {
				return err
			}
			if a.json {
				return a.printJSON(map[string]any{"schema": "spar.backup/1", "backup": args[0], "manifest": m})
			}
			fmt.Fprintf(a.out, "saved %s, %s, to %s\n", plural(len(m.Files), "file", "files"), bytesText(m.Bytes()), printable(args[0]))
			return nil
		},
	}
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
			dir := a.config.DataDir()
			m, err := engine.Restore(cmd.Context(), args[0], dir, a.config.Database())
			if err != nil {
				return err
			}
			missing, err := models.Missing(dir)
			if err != nil {
				a.note("%s", explain(err)) // the rest is restored
			}
			if a.json {
				out := map[string]any{"schema": "spar.restore/1", "data_dir": dir, "manifest": m}
				if len(missing) > 0 {
					out["missing_models"] = missing
				}
				return a.printJSON(out)
			}
			for _, name := range missing {
				a.note("the backup does not have the model %s, which is in use or was before: `spar model add FOLDER --name %s` adds it again, `spar model use precise --now` does without", printable(name), printable(name))
			}
			fmt.Fprintf(a.out, "restored %s, %s, saved on %s, to %s\n", plural(len(m.Files), "file", "files"), bytesText(m.Bytes()), m.Made.Format("2006-01-02 15:04"), printable(dir))
			return nil
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
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := a.check(cmd)
			if err != nil {
				return err
			}
			if a.json {
				err = a.printJSON(struct {
					Schema string `json:"schema"`
					engine.Checked
				}{"spar.check/1", c})
			} else {
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
			}
			if err == nil && len(c.Flaws) > 0 {
				err = spar.Errorf(spar.Internal, "%s not as it should be", plural(len(c.Flaws), "thing is", "things are"))
			}
			return err
		},
	}
}

// check checks the data directory. Where there are no tables that is the flaw, and nothing is made.
func (a *app) check(cmd *cobra.Command) (engine.Checked, error) {
	if err := a.configure(cmd); err != nil {
		return engine.Checked{}, err
	}
	missing, err := engine.NoTables(cmd.Context(), a.config.DataDir(), a.config.Database())
	if err != nil {
		return engine.Checked{}, err
	}
	if missing != nil {
		return engine.Checked{Flaws: []engine.Flaw{*missing}}, nil
	}
	e, err := a.engine(cmd)
	if err != nil {
		return engine.Checked{}, err
	}
	return e.Check(cmd.Context())
}
