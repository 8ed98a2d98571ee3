package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

func (a *app) versionsCommand() *cobra.Command {
	return a.selecting(&cobra.Command{
		Use: "versions FILE", Short: "List the versions of the document that a file is, and say which is in force",
		Long: `Versions finds the files that are versions of one document: by their names (v2, FINAL, draft, old, copy, years), by their titles
and texts, and by what they say they replace. It lists the one in force first, then the newer before the older, each with what
the file says of itself and why it belongs there; copies stand below the file that they repeat. Files that may belong there, where
nothing tells, come last. Only files count that you may read; flags that make a scope narrow them. Files of the same name are
read first; others are compared as far as they were read before.`,
		Example: "  spar versions docs:hr/travel.md\n  spar versions travel.md --path 'hr/**' --json",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		v, err := s.Versions(ctx, who, args[0], text)
		if err != nil {
			return err
		}
		if err := printOne(a, v, nil, func() { a.printVersions(v) }); err != nil {
			return err
		}
		if v.Coverage.Waiting > 0 {
			a.note("%s not read yet and compared by name alone; `spar search` with the same scope reads them", counted(v.Coverage.Waiting, "file was", "files were"))
		}
		return nil
	})
}

func (a *app) printVersions(v api.Versions) {
	if v.Title != "" {
		fmt.Fprintln(a.out, printable(v.Title))
	}
	for _, m := range v.Members {
		sign := "  "
		if m.FileName == v.File {
			sign = "* "
		}
		fmt.Fprintf(a.out, "%s%s:%s\n", sign, m.Share, pathText(m.Path))
		var about []string
		switch {
		case m.InForce:
			about = append(about, "in force")
		case m.Pending:
			about = append(about, "not yet in force")
		case len(v.Members) > 1 || len(m.Says) > 0:
			about = append(about, m.Status)
		}
		if m.Version != "" {
			about = append(about, "version "+m.Version)
		}
		if m.Effective != "" {
			about = append(about, "of "+m.Effective)
		}
		about = append(about, "changed "+m.Modified.Format(time.DateOnly))
		fmt.Fprintf(a.out, "      %s\n", strings.Join(about, ", "))
		if len(m.Says) > 0 {
			fmt.Fprintf(a.out, "      its %s says: %s\n", m.DatedBy, printable(service.Cut(strings.Join(strings.Fields(strings.Join(m.Says, "; ")), " "), 300)))
		}
		if m.Why != "" {
			fmt.Fprintf(a.out, "      here by %s\n", printable(m.Why))
		}
		for _, c := range m.Copies {
			sign := "  "
			if c == v.File {
				sign = "* "
			}
			fmt.Fprintf(a.out, "%s    copy: %s:%s\n", sign, c.Share, pathText(c.Path))
		}
	}
	if len(v.Members) == 1 {
		fmt.Fprintln(a.out, "No other version was found.")
	}
	if v.Doubtful {
		fmt.Fprintf(a.out, "Which is in force is doubtful: %s.\n", v.Why)
	} else if v.InForce == "" && len(v.Members) > 1 {
		fmt.Fprintln(a.out, "None is in force.")
	}
	for i, m := range v.Maybe {
		if i == 0 {
			fmt.Fprintln(a.out, "May belong to it:")
		}
		fmt.Fprintf(a.out, "  %s:%s: %s\n", m.Share, pathText(m.Path), printable(m.Why))
	}
}
