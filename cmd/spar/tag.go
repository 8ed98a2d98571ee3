package main

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/taxonomy"
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
		RunE: a.changeTags(func(cmd *cobra.Command, e *engine.Engine, args []string) error {
			for _, name := range parents {
				if _, err := e.Catalog.Tag(cmd.Context(), name); spar.CodeOf(err) == spar.NotFound {
					if _, err := e.Catalog.AddTag(cmd.Context(), spar.Tag{Name: name}); err != nil {
						return err
					}
					a.note("there was no tag %q to put it below; it is made, too", printable(name))
				}
			}
			_, err := e.Catalog.AddTag(cmd.Context(), spar.Tag{Name: args[0], Synonyms: synonyms, Notes: notes}, parents...)
			return err
		}),
	}
	add.Flags().StringArrayVar(&parents, "parent", nil, "a tag above it; a missing one is made")
	add.Flags().StringArrayVar(&synonyms, "synonym", nil, "another name for it")
	add.Flags().StringVar(&notes, "notes", "", "what it covers")

	var edit catalog.TagEdit
	var newNotes string
	change := &cobra.Command{
		Use: "edit TAG", Short: "Add or remove parents, synonyms and notes of a tag", Args: cobra.ExactArgs(1), ValidArgsFunction: a.completeTag,
		Long:    "Edit changes what people said of a tag. What its vocabulary says of it stays, and new versions of that leave alone what is said here.",
		Example: "  spar tag edit Aspirin --synonym ASA --parent \"Our drugs\"\n  spar tag edit Aspirin --remove-synonym ASA --notes \"\"",
		RunE: a.changeTags(func(cmd *cobra.Command, e *engine.Engine, args []string) error {
			if cmd.Flags().Changed("notes") {
				edit.Notes = &newNotes
			}
			return e.Catalog.EditTag(cmd.Context(), args[0], edit)
		}),
	}
	change.Flags().StringArrayVar(&edit.AddParents, "parent", nil, "a tag to put above it")
	change.Flags().StringArrayVar(&edit.RemoveParents, "remove-parent", nil, "a tag that is not above it any more")
	change.Flags().StringArrayVar(&edit.AddSynonyms, "synonym", nil, "another name for it")
	change.Flags().StringArrayVar(&edit.RemoveSynonyms, "remove-synonym", nil, "a name to take away")
	change.Flags().StringVar(&newNotes, "notes", "", "what it covers; replaces the notes before")

	list := &cobra.Command{
		Use: "list", Aliases: []string{"tree"}, Short: "List the tags as a tree, with the number of files below each", Args: cobra.NoArgs,
		Long:    "List prints each tag with the files that have it or one below it, its key and its positions. A tag with several parents stands\nbelow each of them, and what is below it the first time only. Notes and synonyms are in the JSON, and in `spar tag show`.",
		Example: "  spar tag list",
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.listTags(cmd) },
	}
	show := &cobra.Command{
		Use: "show TAG", Short: "Print all that is known of one tag", Args: cobra.ExactArgs(1), Example: "  spar tag show \"Leave policy\"",
		ValidArgsFunction: a.completeTag,
		RunE:              func(cmd *cobra.Command, args []string) error { return a.showTag(cmd, args[0]) },
	}

	var here, there scopeFlags
	var yes bool
	assign := &cobra.Command{
		Use: "assign TAG [FILE...]", Short: "Put a tag on files, or on those of a scope", Args: cobra.MinimumNArgs(1), ValidArgsFunction: a.completeTag,
		Long:    "Assign puts a tag on the files that are named, or that the flags select now. Files that come later are not tagged by it.",
		Example: "  spar tag assign \"Leave policy\" --path 'hr/leave/**'\n  spar tag assign \"Leave policy\" docs:hr/leave.pdf",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.assign(cmd, args[0], args[1:], &here, false, true)
		},
	}
	here.add(assign)
	unassign := &cobra.Command{
		Use: "unassign TAG [FILE...]", Short: "Take a tag off files, or off those of a scope", Args: cobra.MinimumNArgs(1), ValidArgsFunction: a.completeTag,
		Long:    "Unassign takes a tag off the files that are named, or off those that the flags select now. On a terminal it asks before the latter.",
		Example: "  spar tag unassign \"Leave policy\" --path 'hr/leave/old/**'",
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.assign(cmd, args[0], args[1:], &there, true, yes)
		},
	}
	there.add(unassign)
	yesFlag(unassign, &yes)
	cmd.AddCommand(add, change, list, show, a.tagRenameCommand(), a.tagRemoveCommand(), assign, unassign)
	cmd.AddCommand(a.reviewCommands()...)
	return cmd
}

// changeTags is change for those who may change tags.
func (a *app) changeTags(do func(*cobra.Command, *engine.Engine, []string) error) func(*cobra.Command, []string) error {
	return a.change(func(cmd *cobra.Command, e *engine.Engine, args []string) error {
		if _, _, err := a.keeper(cmd); err != nil {
			return err
		}
		return do(cmd, e, args)
	})
}

func (a *app) assign(cmd *cobra.Command, name string, files []string, where *scopeFlags, off, yes bool) error {
	s, err := where.scope()
	if err != nil {
		return err
	}
	switch {
	case len(s.Constraints) > 0 && len(files) > 0:
		return spar.Errorf(spar.Invalid, "name files or say which with flags, not both")
	case len(s.Constraints) == 0 && len(files) == 0:
		return spar.Errorf(spar.Invalid, "name files, or say which with --path, --share or another flag; --path '**' is all of them")
	}
	l, err := a.look(cmd)
	if err != nil {
		return err
	}
	tag, err := l.snapshot.FindTag(l.who, name)
	if err != nil {
		return err
	}
	var list []spar.Assignment
	undecided := 0
	add := func(f spar.File, open bool) error {
		if open {
			undecided++
			return nil
		}
		list = append(list, spar.Assignment{File: f.ID, Tag: tag.ID, Origin: spar.ByPerson, Confidence: 1})
		return nil
	}
	for _, name := range files {
		f, _, err := a.file(cmd, l.e, l.who, name)
		if err != nil {
			return err
		}
		_ = add(f, false)
	}
	if len(files) == 0 {
		if err := a.selected(cmd, l.e, s, add); err != nil {
			return err
		}
	}
	verb, do := "assigned to", l.e.Catalog.Assign
	if off {
		verb, do = "taken off", l.e.Catalog.Unassign
		if len(files) == 0 && len(list) > 0 {
			if err := a.sure(cmd, yes, true, "The tag "+printable(tag.Name)+" is taken off those of "+plural(len(list), "file", "files")+" that have it."); err != nil {
				return err
			}
		}
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

type tagJSON struct {
	Schema    string   `json:"schema"`
	Name      string   `json:"name"`
	Key       string   `json:"key,omitempty"`
	Parents   []string `json:"parents,omitempty"`
	Positions []string `json:"positions,omitempty"`
	Synonyms  []string `json:"synonyms,omitempty"`
	Notes     string   `json:"notes,omitempty"`
	Links     []string `json:"links,omitempty"`
	Retired   bool     `json:"retired,omitempty"`
	Files     int      `json:"files"`
	Below     int      `json:"files_with_below"`
}

// listTags prints the tag graph as a tree: a tag with several parents stands below each of them, and its own subtree is
// printed the first time only.
func (a *app) listTags(cmd *cobra.Command) error {
	l, err := a.look(cmd)
	if err != nil {
		return err
	}
	tree, err := l.snapshot.TagTree(l.who)
	if err != nil {
		return err
	}
	names := map[spar.TagID]string{}
	for _, n := range tree {
		names[n.Tag.ID] = n.Tag.Name
	}
	if a.json {
		for _, n := range tree {
			if n.Again {
				continue
			}
			line := asTag(n.Tag, names)
			line.Parents, line.Files, line.Below = n.Parents, n.Files, n.Below
			if err := a.printJSON(line); err != nil {
				return err
			}
		}
		return nil
	}
	// Aligned by hand: a table of 50,000 lines would keep its reader waiting for longer than all the rest takes.
	wide := 0
	for _, n := range tree {
		wide = max(wide, 2*n.Depth+utf8.RuneCountInString(printable(n.Tag.Name)))
	}
	out := bufio.NewWriter(a.out)
	for _, n := range tree {
		name := printable(n.Tag.Name)
		count := "see above"
		if !n.Again {
			count = thousands(n.Below)
		}
		fmt.Fprintf(out, "%*s%s%*s  ", 2*n.Depth, "", name, wide-2*n.Depth-utf8.RuneCountInString(name), "")
		if n.Again || n.Tag.Key == "" {
			fmt.Fprintln(out, count)
			continue
		}
		about := []string{n.Tag.Key}
		if n.Tag.Retired {
			about = append(about, "retired")
		}
		fmt.Fprintf(out, "%-9s  %s\n", count, printable(strings.Join(append(about, n.Tag.Positions...), " ")))
	}
	return out.Flush()
}

func asTag(t spar.Tag, names map[spar.TagID]string) tagJSON {
	return tagJSON{
		Schema: "spar.tag/1", Name: t.Name, Key: t.Key, Parents: named(t.Parents, names), Positions: t.Positions,
		Synonyms: t.Synonyms, Notes: t.Notes, Links: named(t.Links, names), Retired: t.Retired,
	}
}

func named(ids []spar.TagID, names map[spar.TagID]string) (list []string) {
	for _, id := range ids {
		list = append(list, names[id])
	}
	return list
}

// showTag prints all that somebody may know of a tag.
func (a *app) showTag(cmd *cobra.Command, name string) error {
	l, err := a.look(cmd)
	if err != nil {
		return err
	}
	tag, err := l.snapshot.FindTag(l.who, name)
	if err != nil {
		return err
	}
	files, below, err := l.snapshot.CountTags(l.who)
	if err != nil {
		return err
	}
	tags := l.snapshot.TagsFor(l.who)
	names := make(map[spar.TagID]string, len(tags))
	var children, linkedFrom []string
	for _, t := range tags {
		names[t.ID] = t.Name
		if slices.Contains(t.Parents, tag.ID) {
			children = append(children, t.Name)
		}
		if slices.Contains(t.Links, tag.ID) {
			linkedFrom = append(linkedFrom, t.Name)
		}
	}
	slices.Sort(children)
	var above []string
	for id := range taxonomy.Ancestors(tags, tag.ID) {
		if id != tag.ID {
			above = append(above, names[id])
		}
	}
	slices.Sort(above)
	if a.json {
		out := struct {
			tagJSON
			Children   []string `json:"children,omitempty"`
			Ancestors  []string `json:"ancestors,omitempty"`
			LinkedFrom []string `json:"linked_from,omitempty"`
		}{asTag(tag, names), children, above, linkedFrom}
		out.Files, out.Below = files[tag.ID], below[tag.ID]
		return a.printJSON(out)
	}
	out := bufio.NewWriter(a.out)
	fmt.Fprintln(out, printable(tag.Name))
	line := func(title string, values ...string) {
		if len(values) > 0 && values[0] != "" {
			fmt.Fprintf(out, "  %-12s %s\n", title, printable(strings.Join(values, "; ")))
		}
	}
	line("key", tag.Key)
	if tag.Retired {
		line("retired", "no longer in its vocabulary; it goes on to select")
	}
	line("synonyms", tag.Synonyms...)
	line("positions", tag.Positions...)
	line("parents", named(tag.Parents, names)...)
	line("all above", above...)
	line("children", children...)
	line("links to", named(tag.Links, names)...)
	line("linked from", linkedFrom...)
	line("files", fmt.Sprintf("%s, with those below %s", thousands(files[tag.ID]), thousands(below[tag.ID])))
	if tag.Notes != "" {
		fmt.Fprintf(out, "\n%s\n", paragraph(tag.Notes, "  "))
	}
	return out.Flush()
}

// completeTag completes the name of a tag, from those that exist for who asks.
func (a *app) completeTag(cmd *cobra.Command, args []string, begin string) ([]string, cobra.ShellCompDirective) {
	return a.completer([]source{a.named("tag")}, false)(cmd, args, begin)
}
