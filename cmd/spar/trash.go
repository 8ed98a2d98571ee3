package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) trashCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "trash", Short: "List and restore shares, tags and workspaces that were removed",
		Long: `What is removed with ` + "`spar share remove`, `spar tag remove` and `spar ws delete`" + `, and what ` + "`spar tag unassign`" + ` takes off
and ` + "`spar attributes unset`" + ` takes back of several files at once, can be restored for as long as the setting keep-trash says, 30 days. A share comes back with its settings, its rights, and the tags and attributes that
people gave its files, which its next scan finds; a tag with its names, its place and the files that people put it on; a
workspace with its history. What rules gave they give again. Text that was read is read again when a question needs it.`,
		Example: "  spar trash list\n  spar trash restore tag-3\n  spar trash restore share-1 --as-name archive"}
	list := &cobra.Command{
		Use: "list", Short: "List what was removed and can be restored, the oldest first", Args: cobra.NoArgs, Example: "  spar trash list --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Trash(ctx, who)), func(t api.Trashed) []any {
				return []any{t.ID, t.Name, withWhat(t.Tags, t.Attributes, t.Asked), "removed " + day(t.Removed), "until " + day(t.Until)}
			})
		}),
	}
	var as string
	restore := &cobra.Command{
		Use: "restore ID", Short: "Bring back what was removed", Args: cobra.ExactArgs(1), Example: "  spar trash restore ws-2\n  spar trash restore tag-3 --as-name \"Old leave policy\"",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return result(s.Restore(ctx, who, args[0], as))(a, func(r api.Restored) {
				switch r.Kind {
				case api.TrashedShare:
					what := enumerated(some(r.Tags, "tag", "tags"), some(r.Attributes, "attribute", "attributes"))
					if what != "" {
						what = " and gives them their " + what
					}
					a.advise("the share %s is back; `spar scan %s` finds its files%s\n", r.Name, r.Name, what)
				case api.TrashedTag, api.TrashedLinks:
					fmt.Fprintf(a.out, "the tag %s is back, on %s\n", printable(r.Name), plural(r.Files, "file", "files"))
				case api.TrashedUnset:
					fmt.Fprintf(a.out, "what people said of %s is back, for %s\n", printable(r.Name), plural(r.Files, "file", "files"))
				default:
					fmt.Fprintf(a.out, "the workspace %s is back\n", printable(r.Name))
				}
			})
		}),
	}
	restore.Flags().StringVar(&as, "as-name", "", "restore it under this name, such as where its own was taken meanwhile")
	cmd.AddCommand(list, restore)
	return cmd
}

// day returns the day of a time in JSON.
func day(at string) string { return at[:len("2006-01-02")] }

// noteReach says what brings back a change of several files, and how many more may match than were changed.
func (a *app) noteReach(trash, until, brings string, undecided int, again string) {
	if trash != "" {
		a.note("that is in the trash until %s; `spar trash restore %s` %s it back", day(until), trash, brings)
	}
	if undecided > 0 {
		a.note("%s may match too, which only reading them can tell; ask or search over them, then %s", counted(undecided, "file", "files"), again)
	}
}

// withWhat says what people made of a thing.
func withWhat(tags, attributes, asked int) string {
	what := enumerated(some(tags, "tag on a file", "tags on files"), some(attributes, "attribute", "attributes"), some(asked, "question", "questions"))
	if what == "" {
		return "nothing else"
	}
	return "with " + what
}

// A removal is a command that moves something into the trash, and asks before that on a terminal.
type removal struct {
	kind string // kind of the removed thing, in words
	loss func(s *service.Service, ctx context.Context, who spar.Principal, name string) (api.Loss, error)
	do   func(s *service.Service, ctx context.Context, who spar.Principal, name string) (api.Trashed, error)
	what func(api.Loss) string // the removed thing, and what goes with it
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
		named := printable(service.UsesText(loss.Uses))
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
	if names := service.UsesText(api.Uses{Workspaces: u.Workspaces, Scopes: u.Scopes, Others: u.Others}); names != "" {
		a.note("the scope of %s says %s now", names, printable(to))
	}
	if names := service.UsesText(api.Uses{Rules: u.Rules}); names != "" {
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

func (a *app) tagMergeCommand() *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use: "merge TAG INTO", Short: "Put a tag into another one that means the same", Args: cobra.ExactArgs(2),
		Long: `Merge makes one tag of two. Files that have TAG have INTO from then on, tags below and above it stand below and above INTO, and
its names find INTO as synonyms, in rules too. The scopes of workspaces and saved scopes that name it follow. On a terminal it
asks first. TAG goes to the trash: ` + "`spar trash restore`" + ` brings it back as it was, with its names; INTO keeps its files. A concept of a
vocabulary can only be INTO.`,
		Example: "  spar tag merge \"Time off\" \"Leave policy\"\n  spar tag merge ASA Aspirin --yes",
	}
	yesFlag(cmd, &yes)
	cmd.RunE = a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		loss, err := s.LossOfTag(ctx, who, args[0])
		if err != nil {
			return err
		}
		if err := a.sure(cmd, yes, true, "The tag "+printable(loss.Name)+" of "+plural(loss.Files, "file", "files")+" goes into "+printable(args[1])+"."); err != nil {
			return err
		}
		m, err := s.MergeTag(ctx, who, args[0], args[1])
		return printOne(a, m, err, func() {
			fmt.Fprintf(a.out, "%s: is on the files of %s, too, %s\n", printable(m.Into), printable(m.From), thousands(m.Files))
			if len(m.Parents) > 0 {
				fmt.Fprintf(a.out, "it is below %s now\n", printable(service.Enumerated(m.Parents...)))
			}
			a.noteRenamed(m.Uses, m.From, m.Into)
			a.note("the tag %s is in the trash until %s; `spar trash restore %s` brings it back", printable(m.From), day(m.Until), m.Trash)
		})
	})
	return cmd
}

// yesFlag adds the flag that answers the question in advance.
func yesFlag(cmd *cobra.Command, yes *bool) {
	cmd.Flags().BoolVarP(yes, "yes", "y", false, "do not ask")
}

// errNotSure ends a command whose question was not answered with yes.
var errNotSure = errors.New("nothing was done, as you did not say yes")

// sure asks the person at the terminal before people's work is lost. The sentence in what says what is lost. If nobody can answer, it
// refuses unless passes is set: for losses that can be undone, and for files that the command line names one by one.
func (a *app) sure(cmd *cobra.Command, yes, passes bool, what string) error {
	switch {
	case yes:
		return nil
	case a.someoneThere():
		fmt.Fprintf(a.err, "spar: %s Go on? [y/N] ", what)
		return a.answered(cmd)
	case passes:
		return nil
	}
	return spar.Errorf(spar.Invalid, "%s Say --yes to do it", what)
}

// someoneThere reports whether a person sees questions and can answer them.
func (a *app) someoneThere() bool {
	in, ok := a.in.(*os.File)
	return ok && isatty.IsTerminal(in.Fd()) && a.onTerminal()
}

// answered waits for a line that says yes, or for the end of the command.
func (a *app) answered(cmd *cobra.Command) error {
	answer := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(a.in).ReadString('\n') // the end of the input is no yes
		answer <- strings.ToLower(strings.TrimSpace(line))
	}()
	select {
	case <-cmd.Context().Done():
		return cmd.Context().Err()
	case line := <-answer:
		if line == "y" || line == "yes" {
			return nil
		}
		return errNotSure
	}
}
