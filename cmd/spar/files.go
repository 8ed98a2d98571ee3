package main

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) filesCommand() *cobra.Command {
	var which api.Listing
	var count bool
	cmd := &cobra.Command{
		Use: "files [SCOPE...]", Short: "List files: those of a scope, or those that were skipped, and why",
		Example: "  spar files --share docs --type pdf --modified 2019..2021 --path 'finance/**'\n  spar files tag:contract 'modified:2019..2021'\n  spar files --sort -modified --limit 20\n  spar files --skipped",
		Args:    cobra.ArbitraryArgs,
	}
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		which.Scope = text
		if !count {
			return a.listFiles(cmd, s, who, which)
		}
		counts, err := s.Count(ctx, who, which)
		return printOne(a, counts, err, func() { a.printCounts(cmd, counts, which.Scope) })
	})
	cmd.Flags().BoolVar(&which.Skipped, "skipped", false, "only files that cannot be searched, or not wholly, with the reason and the remedy")
	cmd.Flags().BoolVar(&count, "count", false, "only how many files there are in each state")
	cmd.Flags().StringVar(&which.Sort, "sort", "path", "order: "+strings.Join(service.Orders(), ", ")+"; with a minus in front the other way round")
	cmd.Flags().BoolVar(&which.Reverse, "reverse", false, "the other way round")
	cmd.Flags().IntVar(&which.Limit, "limit", 0, "at most so many files, the first in the order; 0 for all")
	return cmd
}

func (a *app) printCounts(cmd *cobra.Command, counts api.FileCount, where string) {
	if counts.Undecided > 0 {
		a.note("%s counted here may not be in scope, which only reading can tell", plural(counts.Undecided, "file", "files"))
	}
	if len(counts.States) == 0 {
		a.noFile(cmd, where)
	}
	t := a.table()
	states(counts.States).rows(t)
	t.flush()
}

func (a *app) listFiles(cmd *cobra.Command, s *service.Service, who spar.Principal, which api.Listing) error {
	out := bufio.NewWriter(a.out)
	defer out.Flush()
	advice := map[string]string{} // by state
	buffered := *a
	buffered.out = out
	n, err := printAll(&buffered, s.Files(cmd.Context(), who, which), func(f api.File) (err error) {
		if which.Skipped {
			if f.Remedy != "" || f.Do != nil {
				advice[f.State] = withOffers(f.Remedy, f.Do)
			}
			_, err = fmt.Fprintf(out, "%-12s %s:%s\n             %s\n", f.State, f.Share, pathText(f.Path), printable(f.Reason))
			return err
		}
		mark := ' '
		if f.Undecided {
			mark = '?'
		}
		_, err = fmt.Fprintf(out, "%-12s %9s  %s %c %s:%s\n", f.State, bytesText(f.Size), f.Modified.Format(time.DateOnly), mark, f.Share, pathText(f.Path))
		return err
	})
	if err != nil {
		return err
	}
	if n == which.Limit && n > 0 {
		counts, err := s.Count(cmd.Context(), who, which)
		if err != nil {
			return err
		}
		if total := states(counts.States).total(); n < total {
			a.note("%s of %s; --limit 0 lists all", thousands(n), plural(total, "file", "files"))
		}
	}
	if n == 0 && which.Skipped {
		a.note("no file in scope was skipped")
	} else if n == 0 {
		a.noFile(cmd, which.Scope)
	}
	for i, state := range slices.Sorted(maps.Keys(advice)) {
		if i == 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "-> %s: %s\n", state, advice[state])
	}
	return out.Flush()
}

// states counts files by state.
type states map[spar.State]int

func (s states) total() (n int) {
	for _, files := range s {
		n += files
	}
	return n
}

func (s states) names() []spar.State { return slices.Sorted(maps.Keys(s)) }

func (s states) rows(t table) {
	for _, state := range s.names() {
		t.row("  "+state, thousands(s[state]), service.StateText(state))
	}
}
