package main

import (
	"context"
	"fmt"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) showCommand() *cobra.Command {
	return a.selecting(&cobra.Command{
		Use: "show FILE", Short: "Print what is known of one file, and why a scope selects it or not",
		Long: `Show prints what the catalog has of a file: size, times, rights, state, tags and attributes, each with where it comes
from. FILE is share:path, a path on this machine, or a name or the end of a path that no other file has. With flags that make a scope it says for each constraint whether it holds for the file, and what the file has.`,
		Example: "  spar show docs:hr/leave.pdf\n  spar show leave.pdf\n  spar show docs:hr/leave.pdf --scope 'department:HR pages:20..'",
		Args:    cobra.ExactArgs(1),
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		f, err := s.File(ctx, who, args[0], text)
		return printOne(a, f, err, func() { a.printFile(f) })
	})
}

func (a *app) printFile(f api.FileDetail) {
	fmt.Fprintf(a.out, "%s:%s\n", f.Share, pathText(f.Path))
	t := a.table()
	t.row("  state", f.State, f.Reason)
	t.row("  format", f.Format)
	t.row("  size", bytesText(f.Size))
	t.row("  modified", f.Modified.Format(time.DateTime))
	t.row("  rights", fmt.Sprintf("owner %d, group %d, mode %s", f.Owner, f.Group, f.Mode))
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
		t.row("  "+scope.AttributeKey(b.Key), cutText(b.Value.String(), 200), "by "+string(b.Origin), note)
	}
	selected := map[string]string{"true": "selected", "false": "not selected", "unknown": "unknown until it is read"}
	t.title("scope: "+selected[f.Selected], len(f.Scope))
	for _, r := range f.Scope {
		t.row("  "+r.Constraint, r.Holds, "it has: "+cutText(r.Has, 300))
	}
	t.flush()
}
