package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/share"
	"github.com/sparsearch/spar/internal/tagging"
	"github.com/spf13/cobra"
)

func (a *app) scanCommand() *cobra.Command {
	var wait, recall, bare bool
	var path string
	cmd := &cobra.Command{
		Use: "scan [SHARE or FOLDER...]", Short: "Find what was added, changed, moved and deleted in shares",
		Long: `Scan walks the shares, all of them if none is named, and brings the index up to date. It looks at every file and
opens none. A scan that is stopped goes on where it was; a share that cannot be reached loses nothing.

A folder of a share that was scanned before, written with a slash, is scanned with all below it. What moved from there to
where nobody looks yet is taken to be gone until the whole share is scanned; its tags then come back.

While rules or sidecars give levels of confidentiality and could not be applied to some files, others (--as) are not told of
these files; scan says why and exits with 1.`,
		Example: "  spar scan docs\n  spar scan ./docs/finance/2024\n  spar scan --json",
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
				if recall {
					if err := a.recall(cmd, e, name, path); err != nil {
						return err
					}
				}
				a.bare = bare
				r, err := a.scan(cmd, e, name, wait, bare)
				if err != nil {
					if cmd.Context().Err() != nil || len(args) == 1 {
						return err
					}
					a.tell(explain(err))
					fault = spar.Errorf(spar.CodeOf(err), "not every share could be scanned")
					continue
				}
				if err := a.printScan(r.Share, r); err != nil {
					return err
				}
			}
			if fault == nil {
				fault = unlabelled(cmd, e)
			}
			return fault
		},
	}
	cmd.Flags().BoolVar(&wait, "wait", true, "wait for another scan of the same share instead of saying who holds it")
	cmd.Flags().BoolVar(&bare, "bare", false, "leave tags by rules and the saved index to the next command, as before more scans")
	cmd.Flags().BoolVar(&recall, "recall", false, "first fetch files that are offline from their tape or tier, which may take long and cost money")
	cmd.Flags().StringVar(&path, "path", "**", "with --recall: those whose path matches only")
	return cmd
}

// unlabelled is the fault of a scan after which rules have not told the level of confidentiality of every file.
func unlabelled(cmd *cobra.Command, e *engine.Engine) error {
	gap, err := e.Unlabelled(cmd.Context())
	if err == nil && gap.Why != "" {
		err = spar.Errorf(spar.Internal, "the level of confidentiality is not known of all files, and those of which it is not are not shown to others (--as): %s", gap.Why).Try(gap.Do...)
	}
	return err
}

// recall fetches the files of a share that are offline.
func (a *app) recall(cmd *cobra.Command, e *engine.Engine, name, pattern string) error {
	if !doublestar.ValidatePattern(pattern) {
		return spar.Errorf(spar.Invalid, "--path %q is no pattern: write it as `spar files --path` takes it", pattern)
	}
	p := a.progress()
	defer p.done()
	done := 0
	n, err := e.Recall(cmd.Context(), name, func(path string) bool { return doublestar.MatchUnvalidated(pattern, path) }, func(path string, err error) {
		done++
		p.show("fetching: %d, %s", done, path)
		if err != nil {
			a.note("%s could not be fetched: %v", printable(path), err)
		}
	})
	if err != nil {
		return err
	}
	a.note("share %s: %s fetched", name, plural(n, "file was", "files were"))
	return nil
}

// scan runs one scan, of a share or of a folder of one, with its progress.
func (a *app) scan(cmd *cobra.Command, e *engine.Engine, name string, wait, bare bool) (catalog.ScanReport, error) {
	var only []share.Part
	if strings.ContainsRune(name, filepath.Separator) || name == "." { // which no name of a share has
		in, part, err := e.PartOf(cmd.Context(), name)
		if err != nil {
			return catalog.ScanReport{}, err
		}
		if name = in; part.Path != share.Root {
			only = []share.Part{part}
		}
	}
	p := a.progress()
	defer p.done()
	o := a.scanTold(p, name)
	o.Only, o.Wait, o.Bare = only, wait, bare
	return e.Scan(cmd.Context(), name, o)
}

// scanTold is the options of a scan that tells a person of what it does.
func (a *app) scanTold(p *progress, name string) engine.ScanOptions {
	return engine.ScanOptions{
		Tagged:  a.noteTagged,
		Waiting: func(holder string) { a.note("share %s is being scanned by %s; waiting", name, holder) },
		Progress: func(r catalog.ScanReport) {
			p.show("scanning %s: %s, %.0f files/s", name, plural(r.Seen, "file", "files"), rate(r))
		},
	}
}

// noteTagged says what rules made of the files that a scan found, and why they were not applied.
func (a *app) noteTagged(r tagging.Report, err error) {
	if err != nil {
		a.note("rules were not applied: %s", explain(err))
		return
	}
	given, withdrawn := 0, 0
	for _, m := range r.Makers {
		given, withdrawn = given+m.New, withdrawn+m.Withdrawn
	}
	if given+withdrawn > 0 {
		a.note("rules and sidecars gave %s and withdrew %s; `spar batch list` shows them", plural(given, "tag or attribute", "tags and attributes"), thousands(withdrawn))
	}
	var t api.Tagging
	for _, x := range r.Trouble {
		t.Trouble = append(t.Trouble, api.TaggingTrouble(x))
	}
	for _, m := range r.Missing {
		t.Missing = append(t.Missing, api.MissingTag(m))
	}
	a.noteTrouble(t)
}

func total(counts map[string]int) (n int) {
	for _, c := range counts {
		n += c
	}
	return n
}

func rate(r catalog.ScanReport) float64 {
	if r.Duration <= 0 {
		return 0
	}
	return float64(r.Seen) / r.Duration.Seconds()
}

func (a *app) printScan(name string, r catalog.ScanReport) error {
	if a.json {
		problems := make([]problemOut, len(r.Problems))
		for i, p := range r.Problems {
			problems[i] = problemOut{asPath(p.Path), p.Reason}
		}
		return a.printJSON(struct {
			Schema    string         `json:"schema"`
			Share     string         `json:"share"`
			Seen      int            `json:"seen"`
			Added     int            `json:"added"`
			Changed   int            `json:"changed"`
			Moved     int            `json:"moved"`
			Deleted   int            `json:"deleted"`
			Unchanged int            `json:"unchanged"`
			Skipped   int            `json:"skipped"`
			Unlisted  int            `json:"unlisted_folders"`
			Ignored   map[string]int `json:"ignored,omitempty"`
			Kept      int            `json:"kept,omitempty"`
			Bytes     int64          `json:"bytes"`
			Seconds   float64        `json:"seconds"`
			Rate      float64        `json:"files_per_second"`
			Problems  []problemOut   `json:"problems,omitempty"`
		}{"spar.scan/1", name, r.Seen, r.Added, r.Changed, r.Moved, r.Deleted, r.Unchanged, r.Skipped, r.Errors, r.Ignored, r.Kept, r.Bytes, r.Duration.Seconds(), rate(r), problems})
	}
	fmt.Fprintf(a.out, "%s: %s, %s, in %.1f s (%s files/s)\n", name, plural(r.Seen, "file", "files"), bytesText(r.Bytes), r.Duration.Seconds(), thousands(int(rate(r))))
	fmt.Fprintf(a.out, "  %s added, %s changed, %s moved, %s deleted, %s unchanged\n",
		thousands(r.Added), thousands(r.Changed), thousands(r.Moved), thousands(r.Deleted), thousands(r.Unchanged))
	if r.Skipped > 0 {
		fmt.Fprintf(a.out, "  %s cannot be read; `spar files --share %s --skipped` says why\n", plural(r.Skipped, "file", "files"), name)
	}
	if n := total(r.Ignored); n > 0 {
		fmt.Fprintf(a.out, "  %s left out by rules; `spar share show %s` says by which\n", plural(n, "name was", "names were"), name)
	}
	if r.Kept > 0 {
		fmt.Fprintf(a.out, "  %s kept that rules for litter would leave out, as somebody tagged them; `spar share ignore %s` names them\n", plural(r.Kept, "file was", "files were"), name)
	}
	if r.Errors > 0 {
		fmt.Fprintf(a.out, "  %s could not be listed; what was known below stays known\n", plural(r.Errors, "folder", "folders"))
	}
	for i, p := range r.Problems {
		if i == shownProblems {
			fmt.Fprintf(a.out, "    and %s more\n", thousands(r.Errors-i))
			break
		}
		fmt.Fprintf(a.out, "    %s:%s: %s\n", name, printable(p.Path), printable(p.Reason))
	}
	return nil
}

// shownProblems is of how many folders a scan says why they could not be listed; JSON has more.
const shownProblems = 10

type problemOut struct {
	pathJSON
	Reason string `json:"reason"`
}
