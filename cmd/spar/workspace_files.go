package main

import (
	"context"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// workspaceFilesCommands say and change which files are in a workspace.
func (a *app) workspaceFilesCommands() []*cobra.Command {
	var e api.WorkspaceEdit
	var moved bool
	update := a.selecting(&cobra.Command{
		Use: "update NAME", Short: "Add files to a workspace, narrow it, or give it another scope", Args: cobra.ExactArgs(1),
		Long: `Update changes which files are in a workspace and says what that added and dropped. --add joins the files of another scope to it,
--narrow keeps of its files only those of another scope; single files that were put in or taken out stay so. The flags of scopes, such as --scope
and --tag, replace its scope with these files. --moved writes into its scope the names of now for folders and files that a scan found renamed.
Threads and history stay.`,
		Example: "  spar ws update leave-review --add tag:leave\n  spar ws update leave-review --narrow modified:2020..\n  spar ws update leave-review --share hr --read",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		e.Name, e.Scope = args[0], text
		if moved {
			if e.Scope+e.Add+e.Narrow != "" {
				return spar.Errorf(spar.Invalid, "--moved changes names in the scope of the workspace alone: give it by itself")
			}
			ws, err := s.FollowMoves(ctx, who, args[0])
			return a.printWorkspace(ws, err)
		}
		if e.Scope+e.Add+e.Narrow == "" && !e.Read {
			return spar.Errorf(spar.Invalid, "say what is to change in the workspace %s: --add SCOPE, --narrow SCOPE, or the flags of a scope in place of its own", args[0])
		}
		show, done := a.whileReading()
		ws, err := s.UpdateWorkspace(ctx, who, e, show)
		done()
		return a.printWorkspace(ws, err)
	})
	update.Flags().StringVar(&e.Add, "add", "", "the files of this `SCOPE` join those that are in")
	update.Flags().StringVar(&e.Narrow, "narrow", "", "only the files of this `SCOPE` stay")
	update.Flags().BoolVar(&moved, "moved", false, "take the names that folders and files of its scope have now")
	readFlag(update, &e.Read)

	var in, out []string
	var read bool
	files := &cobra.Command{
		Use: "files NAME", Short: "List the files of a workspace with what was made of each; put single files in or take them out", Args: cobra.ExactArgs(1),
		Long: `Files lists each file with its state, how many passages, rows of tables and vectors were made of it, and when it was read. With --in and --out,
each of which may be repeated, single files are put in or taken out by hand, whatever the scope says.`,
		Example: "  spar ws files leave-review\n  spar ws files leave-review --in hr:notes/2019.txt --out hr:old/draft.docx",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			if len(in)+len(out) > 0 {
				show, done := a.whileReading()
				ws, err := s.UpdateWorkspace(ctx, who, api.WorkspaceEdit{Name: args[0], In: in, Out: out, Read: read}, show)
				done()
				return a.printWorkspace(ws, err)
			}
			err := printRows(a, s.WorkspaceFiles(ctx, who, args[0]), func(f api.WorkspaceFile) []any {
				made := ""
				if f.Passages > 0 {
					made = plural(f.Passages, "passage", "passages")
					if f.Rows > 0 {
						made += ", " + plural(f.Rows, "row", "rows")
					}
					if f.Vectors != nil && *f.Vectors > 0 {
						made += ", " + plural(*f.Vectors, "vector", "vectors")
					}
				}
				by := ""
				if f.By == "hand" {
					by = "put in by hand"
				}
				return []any{f.Share + ":" + f.Path.Name, f.State, made, f.Read[:min(len(f.Read), len("2006-01-02"))], by}
			})
			if err != nil || a.json {
				return err
			}
			ws, err := s.Workspace(ctx, who, args[0])
			if err == nil && len(ws.Moved) > 0 { // some of its files may be missing from the list
				a.notes(ws.Notes, ws.Do)
			}
			return err
		}),
	}
	files.Flags().StringArrayVar(&in, "in", nil, "put this `FILE` in")
	files.Flags().StringArrayVar(&out, "out", nil, "take this `FILE` out")
	readFlag(files, &read)

	var yes, again bool
	reset := &cobra.Command{
		Use: "reset NAME", Short: "Forget which single files were put in or taken out, and try again what could not be read", Args: cobra.ExactArgs(1),
		Long: `Reset brings a workspace back to its scope: single files that were put in or taken out by hand are so no more, it is not pinned any
more, and files that could not be read are tried again. Its threads stay. On a terminal it asks first.`,
		Example: "  spar ws reset leave-review\n  spar ws reset leave-review --yes --read",
	}
	reset.RunE = a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
		if err := a.sure(reset, yes, true, "The workspace "+printable(args[0])+" forgets which files were put in or taken out by hand."); err != nil {
			return err
		}
		show, done := a.whileReading()
		ws, err := s.ResetWorkspace(ctx, who, args[0], again, show)
		done()
		return a.printWorkspace(ws, err)
	})
	yesFlag(reset, &yes)
	readFlag(reset, &again)
	return []*cobra.Command{update, files, reset}
}

func readFlag(cmd *cobra.Command, read *bool) {
	cmd.Flags().BoolVar(read, "read", false, "read what waits, within the budget of a question")
}

// whileReading shows how far a reading is; done clears that.
func (a *app) whileReading() (show func(api.Reading), done func()) {
	p := a.progress()
	return func(r api.Reading) { p.show("reading %s of %s", thousands(r.Read), thousands(r.ToRead)) }, p.done
}
