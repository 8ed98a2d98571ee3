package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/index"
	"github.com/sparsearch/spar/internal/scope"
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

type attributeOut struct {
	Key    string      `json:"key"`
	Value  spar.Value  `json:"value"`
	Origin spar.Origin `json:"origin"`
	Holds  bool        `json:"holds"`
	Batch  uint32      `json:"batch,omitempty"`
}

type taggedOut struct {
	Tag        string      `json:"tag"`
	Origin     spar.Origin `json:"origin"`
	Confidence float64     `json:"confidence"`
	Evidence   string      `json:"evidence,omitempty"`
	Review     spar.Review `json:"review,omitempty"`
	Batch      uint32      `json:"batch,omitempty"`
}

type reasonOut struct {
	Constraint string `json:"constraint"`
	Holds      string `json:"holds"` // true, false, unknown
	Guess      bool   `json:"guess,omitempty"`
	Has        string `json:"has"`
}

func (a *app) showCommand() *cobra.Command {
	var where scopeFlags
	cmd := &cobra.Command{
		Use: "show FILE", Short: "Print what is known of one file, and why a scope selects it or not",
		Long: `Show prints what the catalog has of a file: size, times, rights, state, tags and attributes, each with where it comes
from. FILE is share:path, a path on this machine, or a name or the end of a path that no other file has. With flags that make a scope it says for each constraint whether it holds for the file, and what the file has.`,
		Example: "  spar show docs:hr/leave.pdf\n  spar show leave.pdf\n  spar show docs:hr/leave.pdf --scope 'department:HR pages:20..'",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := where.scope()
			if err != nil {
				return err
			}
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			f, snapshot, err := a.file(cmd, e, who, args[0])
			if err != nil {
				return err
			}
			reasons, err := snapshot.Why(who, f, s)
			if err != nil {
				return err
			}
			links, err := e.Catalog.AssignmentsOf(cmd.Context(), f.ID)
			if err != nil {
				return err
			}
			return a.show(who, f, snapshot, links, reasons)
		},
	}
	where.add(cmd)
	return cmd
}

func (a *app) show(who spar.Principal, f spar.File, snapshot *index.Snapshot, links []spar.Assignment, reasons []index.Reason) error {
	names := map[spar.TagID]string{}
	for _, t := range snapshot.TagsFor(who) {
		names[t.ID] = t.Name
	}
	tags := []taggedOut{}
	for _, l := range links {
		if names[l.Tag] == "" {
			continue // a rejected link of a tag that does not exist for who asks
		}
		tags = append(tags, taggedOut{names[l.Tag], l.Origin, l.Confidence, l.Evidence, l.Review, uint32(l.Batch)})
	}
	attributes := []attributeOut{}
	all := snapshot.AttributesOf(f.ID)
	for _, b := range all {
		attributes = append(attributes, attributeOut{b.Key, b.Value, b.Origin, holds(all, b, snapshot.Attribute(b.Key)), uint32(b.Batch)})
	}
	verdict := scope.True
	why := []reasonOut{}
	for _, r := range reasons {
		if !r.Guess {
			verdict = min(verdict, r.Truth)
		}
		why = append(why, reasonOut{r.Constraint, r.Truth.String(), r.Guess, r.Has})
	}
	if a.json {
		out := struct {
			fileOut
			Owner      uint32         `json:"owner"`
			Group      uint32         `json:"group"`
			Mode       string         `json:"mode"`
			Tags       []taggedOut    `json:"tags"`
			Attributes []attributeOut `json:"attributes"`
			Selected   string         `json:"selected,omitempty"`
			Scope      []reasonOut    `json:"scope,omitempty"`
		}{fileJSON(f, false), f.UID, f.GID, fmt.Sprintf("%04o", f.Mode.Perm()), tags, attributes, "", why}
		out.Schema = "spar.show/1"
		if len(reasons) > 0 {
			out.Selected = verdict.String()
		}
		return a.printJSON(out)
	}
	fmt.Fprintf(a.out, "%s:%s\n", f.Share, printable(f.Path))
	t := a.table()
	t.row("  state", f.State, f.Reason)
	t.row("  format", f.Format)
	t.row("  size", bytesText(f.Size))
	t.row("  modified", f.ModTime.UTC().Format("2006-01-02 15:04:05"))
	t.row("  rights", fmt.Sprintf("owner %d, group %d, mode %04o", f.UID, f.GID, f.Mode.Perm()))
	if err := t.flush(); err != nil {
		return err
	}
	if len(tags) > 0 {
		fmt.Fprintln(a.out, "tags")
		for _, l := range tags {
			t.row("  "+l.Tag, "by "+string(l.Origin), l.Evidence, l.Review)
		}
	}
	if err := t.flush(); err != nil {
		return err
	}
	if len(attributes) > 0 {
		fmt.Fprintln(a.out, "attributes")
		for _, b := range attributes {
			note := ""
			if !b.Holds {
				note = "does not hold"
			}
			t.row("  "+scope.AttributeKey(b.Key), cutText(b.Value.String(), 200), "by "+string(b.Origin), note)
		}
	}
	if err := t.flush(); err != nil {
		return err
	}
	if len(reasons) > 0 {
		fmt.Fprintf(a.out, "scope: %s\n", map[scope.Truth]string{scope.True: "selected", scope.False: "not selected", scope.Unknown: "unknown until it is read"}[verdict])
		for _, r := range why {
			t.row("  "+r.Constraint, r.Holds, "it has: "+cutText(r.Has, 300))
		}
	}
	return t.flush()
}

// holds reports whether an attribute of a file is among those that count.
func holds(all []spar.Attribute, b spar.Attribute, definition scope.Attribute) bool {
	held, _ := scope.Held(all, definition)
	for _, h := range held {
		if v, ok := definition.Allowed(b.Value); ok && h.Origin == b.Origin && h.Value == v {
			return true
		}
	}
	return false
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
