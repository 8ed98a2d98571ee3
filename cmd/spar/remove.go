package main

import (
	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/workspace"
	"github.com/spf13/cobra"
)

func (a *app) shareRemoveCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "remove NAME", Short: "Forget a share and all that is known of its files; the files stay", Args: cobra.ExactArgs(1),
		Long: `Remove forgets a share. On a terminal it asks first. What people made of it, its settings and rights, and the tags and
attributes that they gave its files, goes to the trash: ` + "`spar trash restore`" + ` brings it back within 30 days.`,
		Example: "  spar share remove docs\n  spar share remove docs --yes",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			loss, err := e.LossOfShare(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			what := "The share " + args[0] + " with " + plural(loss.Files, "file", "files") + " is removed" +
				takenAlong(enumerated(some(loss.Tags, "tag", "tags"), some(loss.Attributes, "attribute", "attributes")), " that people gave them") + ";"
			if err := a.sure(cmd, yes, true, what+unselected(loss.Use, who)+" it can be restored from the trash."); err != nil {
				return err
			}
			t, err := e.RemoveShare(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			a.noteUses(loss.Use, who, "the share "+t.Name)
			return a.removed(cmd, "the share "+t.Name, t)
		},
	}
	yesFlag(cmd, &yes)
	return cmd
}

func (a *app) tagRemoveCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "remove TAG", Short: "Remove a tag from the vocabulary and from all files", Args: cobra.ExactArgs(1), ValidArgsFunction: a.completeTag,
		Long: `Remove takes a tag off all files and away. On a terminal it asks first. What people made of it, its names, its place
among other tags, and the files that they put it on, goes to the trash: ` + "`spar trash restore`" + ` brings it back within 30 days.`,
		Example: "  spar tag remove \"Leave policy\"\n  spar tag remove \"Leave policy\" --yes",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, err := a.keeper(cmd)
			if err != nil {
				return err
			}
			tag, loss, err := e.LossOfTag(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			name := printable(tag.Name)
			what := "The tag " + name + " is removed from " + plural(loss.Files, "file", "files") + ";"
			if err := a.sure(cmd, yes, true, what+unselected(loss.Use, who)+" it can be restored from the trash."); err != nil {
				return err
			}
			t, err := e.RemoveTag(cmd.Context(), args[0])
			if err != nil {
				return err
			}
			a.noteUses(loss.Use, who, "the tag "+name)
			return a.removed(cmd, "the tag "+name, t)
		},
	}
	yesFlag(cmd, &yes)
	return cmd
}

func (a *app) workspaceDeleteCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "delete NAME", Short: "Forget a workspace and its history; files and their text stay", Args: cobra.ExactArgs(1),
		Long:    "Delete forgets a workspace. On a terminal it asks first. `spar trash restore` brings it back with its history within 30 days.",
		Example: "  spar ws delete leave-review\n  spar ws delete leave-review --yes",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			ws, err := e.Workspaces.Get(cmd.Context(), who, args[0])
			if err != nil {
				return err
			}
			asked, err := e.Workspaces.Asked(cmd.Context(), ws.Name)
			if err != nil {
				return err
			}
			name := printable(ws.Name)
			what := "The workspace " + name + " is removed" + takenAlong(some(asked, "question", "questions"), " of its history") + "; it can be restored from the trash."
			if err := a.sure(cmd, yes, true, what); err != nil {
				return err
			}
			t, err := e.DeleteWorkspace(cmd.Context(), who, args[0])
			if err != nil {
				return err
			}
			return a.removed(cmd, "the workspace "+name, t)
		},
	}
	yesFlag(cmd, &yes)
	return cmd
}

// takenAlong says what goes along, if anything does.
func takenAlong(what, of string) string {
	if what == "" {
		return ""
	}
	return ", with " + what + of
}

// unselected says in a question who needs what goes.
func unselected(u engine.Use, who spar.Principal) string {
	if names := uses(u, who); names != "" {
		return " it is still named by " + names + ";"
	}
	return ""
}

// noteUses says who needed what is gone.
func (a *app) noteUses(u engine.Use, who spar.Principal, what string) {
	if names := uses(u, who); names != "" {
		a.note("%s is still named by %s", what, names)
	}
}

// noteRenamed says what followed a new name, and what did not.
func (a *app) noteRenamed(cmd *cobra.Command, e *engine.Engine, u engine.Use, from, to string) {
	who, err := a.principal(cmd.Context(), e)
	if err != nil {
		return // the name is changed all the same
	}
	if names := uses(engine.Use{Workspaces: u.Workspaces}, who); names != "" {
		a.note("the scope of %s says %s now", names, printable(to))
	}
	if names := uses(engine.Use{Rules: u.Rules}, who); names != "" {
		a.note("%s still says %s: change it in your file of rules", names, printable(from))
	}
}

func (a *app) tagRenameCommand() *cobra.Command {
	var keep bool
	cmd := &cobra.Command{
		Use: "rename OLD NEW", Short: "Give a tag another name", Args: cobra.ExactArgs(2), ValidArgsFunction: a.completeTag,
		Long: `Rename gives a tag another name. It stays on its files and where it is among other tags. The scopes of workspaces that
name it follow; rules do not, as they are in a file of yours: with --keep-old they find it by its old name, which stays as
a synonym. A concept of a vocabulary can also be found by the name that it has there.`,
		Example: "  spar tag rename \"Leave policy\" \"Absence policy\"\n  spar tag rename ASA Aspirin --keep-old",
		RunE: a.changeTags(func(cmd *cobra.Command, e *engine.Engine, args []string) error {
			u, err := e.RenameTag(cmd.Context(), args[0], args[1], keep)
			if err != nil {
				return err
			}
			if keep {
				u.Rules = nil // they find it
			}
			a.noteRenamed(cmd, e, u, args[0], args[1])
			return nil
		}),
	}
	cmd.Flags().BoolVar(&keep, "keep-old", false, "keep the old name as a synonym")
	return cmd
}

func (a *app) workspaceEditCommand() *cobra.Command {
	var where scopeFlags
	cmd := &cobra.Command{
		Use: "edit NAME", Aliases: []string{"update"}, Short: "Give a workspace another scope; its history stays", Args: cobra.ExactArgs(1),
		Long: `Edit replaces the scope of a workspace by the one that the flags make; --path '**' is every file. With --encoder, a model
of ` + "`spar model list`" + ` or auto, its questions compare meaning with that one. What is not named stays.`,
		Example: "  spar ws edit leave-review --tag \"Leave policy\" --modified 2020..\n  spar ws edit leave-review --encoder auto",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, s, err := a.scoped(cmd, &where)
			if err != nil {
				return err
			}
			ws, err := e.Workspaces.Get(cmd.Context(), who, args[0])
			if err != nil {
				return err
			}
			if encoder := cmd.Flags().Changed("encoder"); encoder {
				if ws.Encoder, err = a.encoderOf(cmd); err != nil {
					return err
				}
			} else if len(s.Constraints) == 0 {
				return spar.Errorf(spar.Invalid, "say with --path, --tag or another flag which files are to be in the workspace %s; --path '**' is all of them", printable(ws.Name))
			}
			if len(s.Constraints) > 0 {
				ws.Scope = s
			}
			return a.saveWorkspace(cmd, e, who, ws)
		},
	}
	where.add(cmd)
	return cmd
}

// saveWorkspace changes a workspace, if its scope means something, and shows it.
func (a *app) saveWorkspace(cmd *cobra.Command, e *engine.Engine, who spar.Principal, ws workspace.Workspace) error {
	c, err := e.Coverage(cmd.Context(), who, ws.Scope)
	if err != nil {
		return err
	}
	if ws, err = e.Workspaces.Update(cmd.Context(), who, ws.Name, ws.Scope, ws.Encoder); err != nil {
		return err
	}
	if c.Coverage.InScope == 0 {
		a.note("no file is in its scope now")
	}
	return a.printWorkspace(ws, c.Coverage, nil, nil)
}
