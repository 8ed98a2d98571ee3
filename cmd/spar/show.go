package main

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

// file finds one file that the asker may read, by share:path, by where it lies on this machine, or by as much of its path
// as no other has, with the snapshot that it is in. One that they may not read is not found.
func (a *app) file(cmd *cobra.Command, e *engine.Engine, who spar.Principal, arg string) (spar.File, *index.Snapshot, error) {
	shares, err := e.Catalog.Shares(cmd.Context())
	if err != nil {
		return spar.File{}, nil, err
	}
	type place struct{ share, path string }
	var places []place
	if share, path, ok := strings.Cut(arg, ":"); ok {
		for _, path := range spellings(path) {
			places = append(places, place{share, path})
		}
	}
	if absolute, err := filepath.Abs(arg); err == nil {
		for _, s := range shares {
			if below, err := filepath.Rel(s.Root, absolute); err == nil && filepath.IsLocal(below) {
				for _, path := range scope.Spellings(filepath.ToSlash(below)) {
					places = append(places, place{s.Name, path})
				}
			}
		}
	}
	for _, p := range places {
		f, err := e.Catalog.File(cmd.Context(), p.share, p.path)
		if spar.CodeOf(err) == spar.NotFound {
			continue
		}
		if err != nil {
			return f, nil, err
		}
		snapshot, err := e.Snapshot(cmd.Context())
		if err != nil {
			return f, nil, err
		}
		selection, err := snapshot.Eval(who, spar.Scope{Constraints: []spar.Constraint{only(p.share)}})
		if err != nil {
			return f, nil, err
		}
		readable := selection.Known
		if who.Served && readable.Contains(uint32(f.ID)) { // they are told what was read of it only if they may still read it
			if snapshot, readable, err = e.Confirm(cmd.Context(), who, f.ID); err != nil {
				return f, nil, err
			}
		}
		if f, ok := snapshot.File(f.ID); ok && readable.Contains(uint32(f.ID)) {
			return f, snapshot, nil
		}
	}
	s, err := readable(cmd, e, who)
	if err != nil {
		return spar.File{}, nil, err
	}
	f, err := s.find(arg)
	return f, s.snapshot, err
}

func (a *app) showCommand() *cobra.Command {
	var where scopeFlags
	cmd := &cobra.Command{
		Use: "show FILE", Short: "Print what is known of one file, and why a scope selects it or not",
		Long: `Show prints what the catalog has of a file: size, times, rights, state, tags and attributes, each with where it comes
from. FILE is share:path, a path on this machine, or a name or the end of a path that no other file has. With flags that make a scope it says for each constraint whether it holds for the file, and what the file has.`,
		Example: "  spar show docs:hr/leave.pdf\n  spar show leave.pdf\n  spar show docs:hr/leave.pdf --scope 'department:HR pages:20..'",
		Args:    cobra.ExactArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			text, err := where.query()
			if err != nil {
				return err
			}
			f, err := s.File(ctx, who, args[0], text)
			return printOne(a, f, err, func() { a.printFile(f) })
		}),
	}
	where.add(cmd)
	return cmd
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

// spellings are the paths that a person may mean by one: as it is written; with escapes, as --json writes what is not UTF-8;
// and with accents as another system writes them.
func spellings(path string) []string {
	list := []string{path}
	if plain, err := strconv.Unquote(`"` + path + `"`); err == nil && plain != path {
		list = append(list, plain)
	}
	for _, p := range scope.Spellings(path) {
		if !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}
