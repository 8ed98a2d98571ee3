package main

import (
	"fmt"
	"strings"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) tagCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "tag", Short: "Keep tags and say which files they are on", Args: cobra.NoArgs,
		Example: "  spar tag add \"Leave policy\" --parent HR\n  spar tag assign \"Leave policy\" --path 'hr/leave/**'",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}

	var parents, synonyms []string
	var notes string
	add := &cobra.Command{
		Use: "add NAME", Short: "Add a tag, below any number of others", Args: cobra.ExactArgs(1),
		Example: "  spar tag add HR\n  spar tag add \"Leave policy\" --parent HR --synonym \"Time off\"",
		RunE: a.change(func(cmd *cobra.Command, e *engine.Engine, args []string) error {
			for _, name := range parents {
				if _, err := e.Catalog.Tag(cmd.Context(), name); spar.CodeOf(err) == spar.NotFound {
					if _, err := e.Catalog.AddTag(cmd.Context(), spar.Tag{Name: name}); err != nil {
						return err
					}
				}
			}
			_, err := e.Catalog.AddTag(cmd.Context(), spar.Tag{Name: args[0], Synonyms: synonyms, Notes: notes}, parents...)
			return err
		}),
	}
	add.Flags().StringArrayVar(&parents, "parent", nil, "a tag above it; a missing one is made")
	add.Flags().StringArrayVar(&synonyms, "synonym", nil, "another name for it")
	add.Flags().StringVar(&notes, "notes", "", "what it covers")

	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove a tag from the vocabulary and from all files", Args: cobra.ExactArgs(1), Example: "  spar tag remove \"Leave policy\"",
		RunE: a.change(func(cmd *cobra.Command, e *engine.Engine, args []string) error {
			return e.Catalog.RemoveTag(cmd.Context(), args[0])
		}),
	}
	list := &cobra.Command{
		Use: "list", Short: "List the tags as a tree, with the number of files below each", Args: cobra.NoArgs, Example: "  spar tag list",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.listTags(cmd) },
	}

	var here, there scopeFlags
	assign := &cobra.Command{
		Use: "assign TAG", Short: "Put a tag on the files of a scope", Args: cobra.ExactArgs(1),
		Long:    "Assign puts a tag on the files that the flags select now. Files that come later are not tagged by it.",
		Example: "  spar tag assign \"Leave policy\" --path 'hr/leave/**'",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.assign(cmd, args[0], &here, false) },
	}
	here.add(assign)
	unassign := &cobra.Command{
		Use: "unassign TAG", Short: "Take a tag off the files of a scope", Args: cobra.ExactArgs(1),
		Example: "  spar tag unassign \"Leave policy\" --path 'hr/leave/old/**'",
		RunE:    func(cmd *cobra.Command, args []string) error { return a.assign(cmd, args[0], &there, true) },
	}
	there.add(unassign)
	cmd.AddCommand(add, list, remove, assign, unassign)
	return cmd
}

func (a *app) assign(cmd *cobra.Command, name string, where *scopeFlags, off bool) error {
	s, err := where.scope()
	if err != nil {
		return err
	}
	if len(s.Constraints) == 0 {
		return spar.Errorf(spar.Invalid, "say which files with --path, --share or another flag; --path '**' is all of them")
	}
	e, err := a.engine(cmd)
	if err != nil {
		return err
	}
	tag, err := e.Catalog.Tag(cmd.Context(), name)
	if err != nil {
		return err
	}
	var list []spar.Assignment
	undecided := 0
	err = a.selected(cmd, e, s, func(f spar.File, open bool) error {
		if open {
			undecided++
			return nil
		}
		list = append(list, spar.Assignment{File: f.ID, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1})
		return nil
	})
	if err != nil {
		return err
	}
	verb, do := "assigned to", e.Catalog.Assign
	if off {
		verb, do = "taken off", e.Catalog.Unassign
	}
	n, err := do(cmd.Context(), list)
	if err != nil {
		return err
	}
	if a.json {
		return a.printJSON(map[string]any{"schema": "spar.assign/1", "tag": tag.Name, "matched": len(list), "changed": n, "undecided": undecided})
	}
	fmt.Fprintf(a.out, "%s: %s %s, of %s that match\n", printable(tag.Name), verb, plural(n, "file", "files"), thousands(len(list)))
	if undecided > 0 {
		a.note("%s may match too, which only reading them can tell; ask or search over them, then assign again", plural(undecided, "file", "files"))
	}
	return nil
}

// listTags prints the tag graph as a tree: a tag with several parents stands below each of them, and its own subtree is
// printed the first time only.
func (a *app) listTags(cmd *cobra.Command) error {
	e, who, err := a.asker(cmd)
	if err != nil {
		return err
	}
	snapshot, err := e.Snapshot(cmd.Context())
	if err != nil {
		return err
	}
	tree, err := snapshot.TagTree(who)
	if err != nil {
		return err
	}
	t := a.table()
	for _, n := range tree {
		switch {
		case !a.json && n.Again:
			t.row(strings.Repeat("  ", n.Depth)+n.Tag.Name, "see above")
		case !a.json:
			t.row(strings.Repeat("  ", n.Depth)+n.Tag.Name, thousands(n.Below))
		case !n.Again:
			if err := a.printJSON(struct {
				Schema   string   `json:"schema"`
				Name     string   `json:"name"`
				Parents  []string `json:"parents,omitempty"`
				Synonyms []string `json:"synonyms,omitempty"`
				Notes    string   `json:"notes,omitempty"`
				Files    int      `json:"files"`
				Below    int      `json:"files_with_below"`
			}{"spar.tag/1", n.Tag.Name, n.Parents, n.Tag.Synonyms, n.Tag.Notes, n.Files, n.Below}); err != nil {
				return err
			}
		}
	}
	return t.flush()
}
