package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) openCommand() *cobra.Command {
	var inWorkspace string
	cmd := &cobra.Command{
		Use: "open CITATION", Short: "Print the place that a citation names, in its surroundings",
		Long: `Open prints what a citation stands on, with what comes before and after it in the file. The citation is its number
in the last answer (of a workspace, with -w), or an address as --json prints it. The share may be left out where no other file has the
name or the end of a path that is given.`,
		Example: "  spar open 1\n  spar open 2 -w leave-review\n  spar open 'docs:hr/leave.pdf#page=3'\n  spar open leave.pdf\n  spar open 'docs:sales.xlsx#sheet=Q3&cell=B7'",
		Args:    cobra.ExactArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			place, err := s.Open(ctx, who, args[0], inWorkspace)
			return printOne(a, place, err, func() { a.printPlace(place) })
		}),
	}
	cmd.Flags().StringVarP(&inWorkspace, "workspace", "w", "", "the last answer of this workspace")
	return cmd
}

func (a *app) printPlace(p api.Place) {
	fmt.Fprintf(a.out, "%s:%s%s\n\n", p.Share, pathText(p.Path), where(p.Locator))
	if p.Cell != "" {
		fmt.Fprintln(a.out, paragraph(p.Cell, "  = ")+"\n")
	}
	for _, part := range []struct {
		lines  []string
		indent string
	}{{p.Before, "    "}, {p.Text, "  > "}, {p.After, "    "}} {
		for _, text := range part.lines {
			fmt.Fprintln(a.out, paragraph(text, part.indent))
		}
	}
}
