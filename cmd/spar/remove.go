package main

import (
	"context"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

// A removal is a command that puts something into the trash, and asks before that on a terminal.
type removal struct {
	kind string // of what is removed, in words
	loss func(s *service.Service, ctx context.Context, who spar.Principal, name string) (api.Loss, error)
	do   func(s *service.Service, ctx context.Context, who spar.Principal, name string) (api.Trashed, error)
	what func(api.Loss) string // is removed, and what goes along
}

// removing makes the command of a removal.
func (a *app) removing(cmd *cobra.Command, r removal) *cobra.Command {
	var yes bool
	yesFlag(cmd, &yes)
	cmd.Args = cobra.ExactArgs(1)
	cmd.RunE = a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		loss, err := r.loss(s, ctx, who, args[0])
		if err != nil {
			return err
		}
		named := uses(loss.Uses)
		question := "The " + r.kind + " " + printable(loss.Name) + r.what(loss) + ";"
		if named != "" {
			question += " it is still named by " + named + ";"
		}
		if err := a.sure(cmd, yes, true, question+" it can be restored from the trash."); err != nil {
			return err
		}
		t, err := r.do(s, ctx, who, args[0])
		if err != nil {
			return err
		}
		what := "the " + r.kind + " " + printable(t.Name)
		if named != "" {
			a.note("%s is still named by %s", what, named)
		}
		return printOne(a, api.Done{Schema: api.DoneSchema, Done: commandName(cmd), Trash: t.ID, Until: t.Until}, nil, func() {
			a.note("%s is in the trash until %s; `spar trash restore %s` brings it back", what, day(t.Until), t.ID)
		})
	})
	return cmd
}

func (a *app) shareRemoveCommand() *cobra.Command {
	return a.removing(&cobra.Command{
		Use: "remove NAME", Short: "Forget a share and all that is known of its files; the files stay",
		Long: `Remove forgets a share. On a terminal it asks first. What people made of it, its settings and rights, and the tags and
attributes that they gave its files, goes to the trash: ` + "`spar trash restore`" + ` brings it back within 30 days.`,
		Example: "  spar share remove docs\n  spar share remove docs --yes",
	}, removal{"share", (*service.Service).LossOfShare, (*service.Service).RemoveShare, func(l api.Loss) string {
		return " with " + plural(l.Files, "file", "files") + " is removed" +
			takenAlong(enumerated(some(l.Tags, "tag", "tags"), some(l.Attributes, "attribute", "attributes")), " that people gave them")
	}})
}

func (a *app) tagRemoveCommand() *cobra.Command {
	return a.removing(&cobra.Command{
		Use: "remove TAG", Short: "Remove a tag from the vocabulary and from all files",
		Long: `Remove takes a tag off all files and away. On a terminal it asks first. What people made of it, its names, its place
among other tags, and the files that they put it on, goes to the trash: ` + "`spar trash restore`" + ` brings it back within 30 days.`,
		Example: "  spar tag remove \"Leave policy\"\n  spar tag remove \"Leave policy\" --yes",
	}, removal{"tag", (*service.Service).LossOfTag, (*service.Service).RemoveTag, func(l api.Loss) string {
		return " is removed from " + plural(l.Files, "file", "files")
	}})
}

func (a *app) workspaceDeleteCommand() *cobra.Command {
	return a.removing(&cobra.Command{
		Use: "delete NAME", Short: "Forget a workspace and its history; files and their text stay",
		Long:    "Delete forgets a workspace. On a terminal it asks first. `spar trash restore` brings it back with its history within 30 days.",
		Example: "  spar ws delete leave-review\n  spar ws delete leave-review --yes",
	}, removal{"workspace", (*service.Service).LossOfWorkspace, (*service.Service).DeleteWorkspace, func(l api.Loss) string {
		return " is removed" + takenAlong(some(l.Asked, "question", "questions"), " of its history")
	}})
}

// takenAlong says what goes along, if anything does.
func takenAlong(what, of string) string {
	if what == "" {
		return ""
	}
	return ", with " + what + of
}

// noteRenamed says what followed a new name, and what did not.
func (a *app) noteRenamed(u api.Uses, from, to string) {
	if names := uses(api.Uses{Workspaces: u.Workspaces, Others: u.Others}); names != "" {
		a.note("the scope of %s says %s now", names, printable(to))
	}
	if names := uses(api.Uses{Rules: u.Rules}); names != "" {
		a.note("%s still says %s: change it in your file of rules", names, printable(from))
	}
}

func (a *app) tagRenameCommand() *cobra.Command {
	var keep bool
	cmd := &cobra.Command{
		Use: "rename OLD NEW", Short: "Give a tag another name", Args: cobra.ExactArgs(2),
		Long: `Rename gives a tag another name. It stays on its files and where it is among other tags. The scopes of workspaces that
name it follow; rules do not, as they are in a file of yours: with --keep-old they find it by its old name, which stays as
a synonym. A concept of a vocabulary can also be found by the name that it has there.`,
		Example: "  spar tag rename \"Leave policy\" \"Absence policy\"\n  spar tag rename ASA Aspirin --keep-old",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			u, err := s.RenameTag(ctx, who, args[0], args[1], keep)
			if err == nil {
				a.noteRenamed(u, args[0], args[1])
			}
			return err
		}),
	}
	cmd.Flags().BoolVar(&keep, "keep-old", false, "keep the old name as a synonym")
	return cmd
}
