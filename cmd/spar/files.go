package main

import (
	"bufio"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) filesCommand() *cobra.Command {
	var which api.Listing
	var count, asCSV bool
	relax := 0
	cmd := &cobra.Command{
		Use: "files [SCOPE...]", Short: "List the files of a scope, or the files that were skipped and why",
		Example: "  spar files --share docs --type pdf --modified 2019..2021 --path 'finance/**'\n" +
			"  spar files tag:contract 'modified:2019..2021'\n  spar files --sort -modified --limit 20\n" +
			"  spar files --like \"rules for working from home\"\n  spar files --skipped\n  spar files type:pdf --csv > files.csv",
		Args: cobra.ArbitraryArgs,
	}
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		var err error
		if which.Scope, err = a.relaxed(cmd, s, who, text, relax); err != nil {
			return err
		}
		if which.Like != "" && !cmd.Flags().Changed("limit") {
			which.Limit = likeLimit
		}
		if asCSV {
			if count || a.json {
				return spar.Errorf(spar.Invalid, "--csv lists files as CSV: leave --count and --json out")
			}
			_, err := service.FilesCSV(cmd.Context(), s, who, which, a.raw, a.wording(s))
			return err
		}
		if !count {
			return a.listFiles(cmd, s, who, which)
		}
		return result(s.Count(ctx, who, which))(a, func(counts api.FileCount) { a.printCounts(cmd, counts, which.Scope) })
	})
	cmd.Flags().BoolVar(&which.Skipped, "skipped", false, "only files that cannot be searched, or not wholly, with the reason and the remedy")
	cmd.Flags().StringVar(&which.Like, "like", "",
		"files whose names, and titles where they are known, suggest that they are about this text, the nearest first, 20 unless "+
			"--limit says otherwise; nothing is read for it")
	cmd.Flags().StringVar(&which.Order, "order", "", "files in the order in which this question would read them")
	cmd.Flags().BoolVar(&count, "count", false, "only how many files there are in each state")
	cmd.Flags().BoolVar(&asCSV, "csv", false, "as CSV, with the columns of a list that the page saves: share, path, format, bytes, modified, state, reason")
	cmd.Flags().StringVar(&which.Sort, "sort", "path", "order: "+strings.Join(service.Orders(), ", ")+"; with a minus in front the other way round")
	cmd.Flags().BoolVar(&which.Reverse, "reverse", false, "the other way round")
	relaxFlag(cmd, &relax)
	cmd.Flags().IntVar(&which.Limit, "limit", 0, "at most so many files, the first in the order; 0 for all")
	return cmd
}

// likeLimit is the default length of a list by nearness, which has no natural end.
const likeLimit = 20

func (a *app) printCounts(cmd *cobra.Command, counts api.FileCount, where string) {
	if counts.Undecided > 0 {
		a.note("%s counted here may not be in scope, which only reading can tell", counted(counts.Undecided, "file", "files"))
	}
	if len(counts.States) == 0 {
		a.noFile(cmd, where)
	} else {
		a.notes(counts.Notes, nil)
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
	undecided := 0
	n, err := printAll(&buffered, s.Files(cmd.Context(), who, which), func(f api.File) (err error) {
		if which.Skipped {
			if f.Remedy != "" || f.Do != nil {
				advice[f.State] = a.withOffers(a.words(f.Remedy), f.Do)
			}
			_, err = fmt.Fprintf(out, "%-12s %s:%s\n             %s\n", f.State, f.Share, pathText(f.Path), printable(a.words(f.Reason)))
			return err
		}
		if f.Promise != nil {
			p := f.Promise
			_, err = fmt.Fprintf(out, "%6.3f  %s:%s", p.Score, f.Share, pathText(f.Path))
			if which.Order != "" && err == nil {
				_, err = fmt.Fprintf(out, "  words %.3f, meaning %.3f, cost %.3f, %s", p.Words, p.Meaning, p.Cost, f.State)
			}
			fmt.Fprintln(out)
			return err
		}
		mark := ' '
		if f.Undecided {
			mark = '?'
			undecided++
		}
		_, err = fmt.Fprintf(out, "%-12s %9s  %s %c %s:%s\n", f.State, bytesText(f.Size), f.Modified.Format(time.DateOnly), mark, f.Share, pathText(f.Path))
		return err
	})
	if err != nil {
		return err
	}
	if n == which.Limit && n > 0 && which.Like == "" {
		counts, err := s.Count(cmd.Context(), who, which)
		if err != nil {
			return err
		}
		if total := sum(counts.States); n < total {
			a.note("%s of %s; --limit 0 lists all", thousands(n), counted(total, "file", "files"))
		}
		undecided = counts.Undecided
	}
	if undecided > 0 && !a.json {
		a.note("? marks %s that may not be in scope; only reading can tell", counted(undecided, "file", "files"))
	}
	if n > 0 {
		notes, err := s.ScopeNotes(cmd.Context(), who, which.Scope)
		if err != nil {
			return err
		}
		a.notes(notes, nil)
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

func (s states) rows(t table) {
	for _, state := range slices.Sorted(maps.Keys(s)) {
		t.row("  "+state, thousands(s[state]), service.StateText(state))
	}
}

func (a *app) showCommand() *cobra.Command {
	return a.selecting(&cobra.Command{
		Use: "show FILE", Short: "Print what is known of one file, and why a scope selects it or not",
		Long: `Show prints what the catalog has of a file: size, times, rights, state, tags and attributes, each with where it comes
from. FILE is share:path, a path on this machine, or a name or the end of a path that no other file has. With flags that make a scope it says for each constraint whether it holds for the file, and what the file has.`,
		Example: "  spar show docs:hr/leave.pdf\n  spar show leave.pdf\n  spar show docs:hr/leave.pdf --scope 'department:HR pages:20..'",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		return result(s.File(ctx, who, args[0], text))(a, a.printFile)
	})
}

// ownerText is who owns a file: the account, as far as this machine has one, with its number.
func ownerText(id uint32, account string) string {
	if account == "" {
		return fmt.Sprint(id)
	}
	return fmt.Sprintf("%s (%d)", printable(account), id)
}

func (a *app) printFile(f api.FileDetail) {
	fmt.Fprintf(a.out, "%s:%s\n", f.Share, pathText(f.Path))
	t := a.table()
	t.row("  state", f.State, f.Reason)
	t.row("  format", f.Format)
	t.row("  size", bytesText(f.Size))
	t.row("  modified", f.Modified.Format(time.DateTime))
	t.row("  rights", fmt.Sprintf("owner %s, group %d, mode %s", ownerText(f.Owner, f.Called), f.Group, f.Mode))
	t.title("tags", len(f.Tags))
	for _, l := range f.Tags {
		t.row("  "+l.Tag, "by "+string(l.Origin), l.Evidence, l.Review)
	}
	t.title("attributes", len(f.Attributes))
	for _, b := range f.Attributes {
		note := "does not hold"
		if b.Holds {
			note = ""
		}
		t.row("  "+scope.AttributeKey(b.Key), service.Cut(b.Value.String(), 200), "by "+string(b.Origin), note)
	}
	selected := map[string]string{"true": "selected", "false": "not selected", "unknown": "unknown until it is read"}
	t.title("scope: "+selected[f.Selected], len(f.Scope))
	for _, r := range f.Scope {
		t.row("  "+r.Constraint, r.Holds, "it has: "+service.Cut(r.Has, 300))
	}
	t.flush()
}

func (a *app) duplicatesCommand() *cobra.Command {
	var least float64
	cmd := &cobra.Command{
		Use: "duplicates [SCOPE...]", Short: "List files whose texts are nearly the same: copies, versions, other formats",
		Long: `Duplicates compares the texts of the files of a scope that were read, and lists groups of those that are nearly the
same, whatever their names and formats: first the file that changed last, then the others with how much of their text they
share with it, "same" where the content is equal byte for byte. Of the others those of
the same content name the first of them, and the file that changed first is called the original. Files that were not read yet take no part, and are counted;
a question over the scope reads them. The text of tables counts as other text does.`,
		Example: "  spar versions duplicates --share docs\n  spar versions duplicates 'path:finance/**' --least 0.9 --json",
		Args:    cobra.ArbitraryArgs,
	}
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		groups, coverage, err := s.Duplicates(ctx, who, text, least)
		if err != nil {
			return err
		}
		for i, group := range groups {
			if i > 0 && !a.json {
				fmt.Fprintln(a.out)
			}
			if err := printOne(a, group, nil, func() { a.printDuplicates(group) }); err != nil {
				return err
			}
		}
		if coverage.Waiting > 0 {
			a.note("%s not read yet and not compared; `spar search` with the same scope reads them", counted(coverage.Waiting, "file was", "files were"))
		}
		return nil
	})
	cmd.Flags().Float64Var(&least, "least", 0, "part of their text that files must share, more than 0 and at most 1; 0.5 if not given")
	return cmd
}

func (a *app) printDuplicates(group api.Duplicates) {
	for n, v := range group.Files {
		alike, about := fmt.Sprintf("%3.0f %%", 100*v.Resemblance), ""
		switch {
		case n == 0:
			alike = ""
		case v.Same:
			alike = "same"
		}
		if v.SameAs > 1 {
			first := group.Files[v.SameAs-1]
			about = ", the same as " + first.Share + ":" + pathText(first.Path)
		}
		if v.Original {
			about += ", the original"
		}
		fmt.Fprintf(a.out, "%5s  %9s  %s  %s:%s%s\n", alike, bytesText(v.Size), v.Modified.Format(time.DateOnly), v.Share, pathText(v.Path), about)
	}
}
