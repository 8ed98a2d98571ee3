package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/spf13/cobra"
)

func (a *app) filesCommand() *cobra.Command {
	var where scopeFlags
	var count, reverse bool
	var which listing
	var sort string
	var limit int
	cmd := &cobra.Command{
		Use: "files [SCOPE...]", Short: "List files: those of a scope, or those that were skipped, and why",
		Example: "  spar files --share docs --type pdf --modified 2019..2021 --path 'finance/**'\n  spar files tag:contract 'modified:2019..2021'\n  spar files --sort -modified --limit 20\n  spar files --skipped",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := which.order(sort, reverse, limit); err != nil {
				return err
			}
			s, err := where.scope(args...)
			if err != nil {
				return err
			}
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			skipped := which.skipped
			if count {
				counts, undecided, err := a.countStates(cmd, e, s)
				if err != nil {
					return err
				}
				if a.json {
					return a.printJSON(struct {
						Schema    string `json:"schema"`
						States    states `json:"states"`
						Undecided int    `json:"undecided,omitempty"`
					}{"spar.files.count/1", counts, undecided})
				}
				if undecided > 0 {
					a.note("%s counted here may not be in scope, which only reading can tell", plural(undecided, "file", "files"))
				}
				if len(counts) == 0 {
					a.noFile(cmd, scope.Print(s))
				}
				t := a.table()
				counts.rows(t)
				return t.flush()
			}
			out := bufio.NewWriter(a.out)
			defer out.Flush()
			shown, n := states{}, 0
			encoder := json.NewEncoder(out)
			encoder.SetEscapeHTML(false)
			total, err := a.list(cmd, e, s, which, func(f spar.File, undecided bool) error {
				n++
				if a.json {
					return encoder.Encode(fileJSON(f, undecided))
				}
				if skipped {
					shown[f.State]++
					_, err := fmt.Fprintf(out, "%-12s %s:%s\n             %s\n", f.State, f.Share, printable(f.Path), printable(f.Reason))
					return err
				}
				mark := ' '
				if undecided {
					mark = '?'
				}
				_, err := fmt.Fprintf(out, "%-12s %9s  %s %c %s:%s\n", f.State, bytesText(f.Size), f.ModTime.UTC().Format("2006-01-02"), mark, f.Share, printable(f.Path))
				return err
			})
			if err != nil {
				return err
			}
			if n < total {
				a.note("%s of %s; --limit 0 lists all", thousands(n), plural(total, "file", "files"))
			}
			if n == 0 && skipped {
				a.note("no file in scope was skipped")
			} else if n == 0 {
				a.noFile(cmd, scope.Print(s))
			}
			for i, state := range shown.names() {
				if _, advice := engine.Describe(state); advice.Remedy != "" || advice.Do != nil {
					if i == 0 {
						fmt.Fprintln(out)
					}
					fmt.Fprintf(out, "-> %s: %s\n", state, withOffers(advice.Remedy, advice.Do))
				}
			}
			return out.Flush()
		},
	}
	where.add(cmd)
	cmd.Flags().BoolVar(&which.skipped, "skipped", false, "only files that cannot be searched, or not wholly, with the reason and the remedy")
	cmd.Flags().BoolVar(&count, "count", false, "only how many files there are in each state")
	cmd.Flags().StringVar(&sort, "sort", "path", "order: "+strings.Join(orderNames, ", ")+"; with a minus in front the other way round")
	cmd.Flags().BoolVar(&reverse, "reverse", false, "the other way round")
	cmd.Flags().IntVar(&limit, "limit", 0, "at most so many files, the first in the order; 0 for all")
	return cmd
}

// selected hands on the files of a scope that the asker may know of, ordered by share and path; undecided are those of
// which only reading can tell whether they belong.
func (a *app) selected(cmd *cobra.Command, e *engine.Engine, s spar.Scope, each func(f spar.File, undecided bool) error) error {
	_, err := a.list(cmd, e, s, listing{}, each)
	return err
}

// list hands on the files of a scope that a listing takes, in its order, and says how many there are without its limit.
func (a *app) list(cmd *cobra.Command, e *engine.Engine, s spar.Scope, which listing, each func(f spar.File, undecided bool) error) (total int, err error) {
	snapshot, selection, err := a.selection(cmd, e, s)
	if err != nil {
		return 0, err
	}
	set := roaring.FastOr(selection.Known, selection.Unknown, selection.Denied)
	if which.skipped {
		for state, files := range snapshot.ByState(roaring.Or(selection.Known, selection.Unknown)) {
			if !state.Skipped() {
				set.AndNot(files)
			}
		}
	}
	seen := func(f spar.File) spar.File {
		if selection.Denied.Contains(uint32(f.ID)) && f.State != spar.Special && f.State != spar.Denied {
			// What became of it when somebody else read it is not theirs to know.
			f.Hash = spar.Hash{}
			f.State, f.Reason = spar.Denied, fmt.Sprintf("you have no right to read it (owner %d, group %d, mode %s)", f.UID, f.GID, f.Mode.Perm())
		}
		return f
	}
	return int(set.GetCardinality()), which.ordered(snapshot, set, seen, func(f spar.File) error {
		return each(f, selection.Unknown.Contains(uint32(f.ID)))
	})
}

// selection evaluates a scope for the asker.
func (a *app) selection(cmd *cobra.Command, e *engine.Engine, s spar.Scope) (*index.Snapshot, index.Selection, error) {
	if err := a.knownNames(cmd.Context(), e, s); err != nil {
		return nil, index.Selection{}, err
	}
	who, err := a.principal(cmd.Context(), e)
	if err != nil {
		return nil, index.Selection{}, err
	}
	snapshot, err := e.Snapshot(cmd.Context())
	if err != nil {
		return nil, index.Selection{}, err
	}
	selection, err := snapshot.Eval(who, s)
	return snapshot, selection, err
}

// states counts files by state.
type states map[spar.State]int

func (s states) names() []spar.State { return slices.Sorted(maps.Keys(s)) }

func (s states) rows(t table) {
	for _, state := range s.names() {
		meaning, _ := engine.Describe(state)
		t.row("  "+state, thousands(s[state]), meaning)
	}
}

// countStates counts the files of a scope by state, and those of them of which only reading can tell whether they belong.
func (a *app) countStates(cmd *cobra.Command, e *engine.Engine, s spar.Scope) (counts states, undecided int, err error) {
	counts = states{}
	snapshot, selection, err := a.selection(cmd, e, s)
	if err != nil {
		return nil, 0, err
	}
	for state, files := range snapshot.ByState(roaring.Or(selection.Known, selection.Unknown)) {
		counts[state] += int(files.GetCardinality())
	}
	for state, files := range snapshot.ByState(selection.Denied) {
		if state != spar.Special {
			state = spar.Denied
		}
		counts[state] += int(files.GetCardinality())
	}
	return counts, int(selection.Unknown.GetCardinality()), nil
}

type fileOut struct {
	Schema string `json:"schema"`
	Share  string `json:"share"`
	pathJSON
	Size     int64     `json:"size"`
	Modified time.Time `json:"modified"`
	Format   string    `json:"format,omitempty"`
	State    string    `json:"state"`
	Reason   string    `json:"reason,omitempty"`
	spar.Advice
	Hash      string `json:"sha256,omitempty"`
	Undecided bool   `json:"undecided,omitempty"`
}

func fileJSON(f spar.File, undecided bool) fileOut {
	_, advice := engine.Describe(f.State)
	return fileOut{
		Schema: "spar.file/1", Share: f.Share, pathJSON: asPath(f.Path), Size: f.Size, Modified: f.ModTime.UTC(),
		Format: f.Format, State: string(f.State), Reason: f.Reason, Advice: advice, Hash: f.Hash.String(), Undecided: undecided,
	}
}
