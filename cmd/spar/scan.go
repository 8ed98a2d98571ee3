package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) scanCommand() *cobra.Command {
	var wait bool
	cmd := &cobra.Command{
		Use: "scan [SHARE...]", Short: "Find what was added, changed, moved and deleted in shares",
		Long: `Scan walks the shares, all of them if none is named, and brings the index up to date. It looks at every file and
opens none. A scan that is stopped goes on where it was; a share that cannot be reached loses nothing.`,
		Example: "  spar scan docs\n  spar scan --json",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				shares, err := e.Catalog.Shares(cmd.Context())
				if err != nil {
					return err
				}
				if len(shares) == 0 {
					return spar.Errorf(spar.NotFound, "there is no share yet; `spar share add NAME FOLDER` makes one")
				}
				for _, s := range shares {
					args = append(args, s.Name)
				}
			}
			// One share that cannot be scanned does not keep the others from it.
			var fault error
			for _, name := range args {
				r, err := a.scan(cmd, e, name, wait)
				if err != nil {
					if cmd.Context().Err() != nil || len(args) == 1 {
						return err
					}
					fmt.Fprintln(a.err, "spar:", explain(err))
					fault = spar.Errorf(spar.CodeOf(err), "not every share could be scanned")
					continue
				}
				if err := a.printScan(name, r); err != nil {
					return err
				}
			}
			return fault
		},
	}
	cmd.Flags().BoolVar(&wait, "wait", true, "wait for another scan of the same share instead of saying who holds it")
	return cmd
}

// scan runs one scan with its progress.
func (a *app) scan(cmd *cobra.Command, e *engine.Engine, name string, wait bool) (catalog.ScanReport, error) {
	p := a.progress()
	defer p.done()
	return e.Scan(cmd.Context(), name, engine.ScanOptions{
		Wait:    wait,
		Waiting: func(holder string) { a.note("share %s is being scanned by %s; waiting", name, holder) },
		Progress: func(r catalog.ScanReport) {
			p.show("scanning %s: %s, %.0f files/s", name, plural(r.Seen, "file", "files"), rate(r))
		},
	})
}

func rate(r catalog.ScanReport) float64 {
	if r.Duration <= 0 {
		return 0
	}
	return float64(r.Seen) / r.Duration.Seconds()
}

func (a *app) printScan(name string, r catalog.ScanReport) error {
	if a.json {
		return a.printJSON(struct {
			Schema    string  `json:"schema"`
			Share     string  `json:"share"`
			Seen      int     `json:"seen"`
			Added     int     `json:"added"`
			Changed   int     `json:"changed"`
			Moved     int     `json:"moved"`
			Deleted   int     `json:"deleted"`
			Unchanged int     `json:"unchanged"`
			Skipped   int     `json:"skipped"`
			Unlisted  int     `json:"unlisted_folders"`
			Bytes     int64   `json:"bytes"`
			Seconds   float64 `json:"seconds"`
			Rate      float64 `json:"files_per_second"`
		}{"spar.scan/1", name, r.Seen, r.Added, r.Changed, r.Moved, r.Deleted, r.Unchanged, r.Skipped, r.Errors, r.Bytes, r.Duration.Seconds(), rate(r)})
	}
	fmt.Fprintf(a.out, "%s: %s, %s, in %.1f s (%s files/s)\n", name, plural(r.Seen, "file", "files"), bytesText(r.Bytes), r.Duration.Seconds(), thousands(int(rate(r))))
	fmt.Fprintf(a.out, "  %s added, %s changed, %s moved, %s deleted, %s unchanged\n",
		thousands(r.Added), thousands(r.Changed), thousands(r.Moved), thousands(r.Deleted), thousands(r.Unchanged))
	if r.Skipped > 0 {
		fmt.Fprintf(a.out, "  %s cannot be read; `spar files --share %s --skipped` says why\n", plural(r.Skipped, "file", "files"), name)
	}
	if r.Errors > 0 {
		fmt.Fprintf(a.out, "  %s could not be listed; what was known below stays known\n", plural(r.Errors, "folder", "folders"))
	}
	return nil
}
