package main

import (
	"context"
	"fmt"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) duplicatesCommand() *cobra.Command {
	var least float64
	cmd := &cobra.Command{
		Use: "duplicates [SCOPE...]", Short: "List files whose texts are nearly the same: copies, versions, other formats",
		Long: `Duplicates compares the texts of the files of a scope that were read, and lists groups of those that are nearly the
same, whatever their names and formats: first the file that changed last, then the others with how much of their text they
share with it, "same" where the content is equal byte for byte. Of the others those of
the same content name the first of them, and the file that changed first is called the original. Files that were not read yet take no part, and are counted;
a question over the scope reads them. The text of tables counts as other text does.`,
		Example: "  spar duplicates --share docs\n  spar duplicates 'path:finance/**' --least 0.9 --json",
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
			a.note("%s not read yet and not compared; `spar search` with the same scope reads them", plural(coverage.Waiting, "file was", "files were"))
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
