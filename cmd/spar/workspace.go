package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) workspaceCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "ws", Aliases: []string{"workspace"}, Short: "Keep a scope under a name and ask it questions",
		Example: "  spar ws create leave-review --tag \"Leave policy\" --modified 2018..\n  spar ask -w leave-review \"how many days?\""}
	create := a.scopingWorkspace(&cobra.Command{
		Use: "create NAME", Short: "Make a workspace over the files of a scope",
		Long:    "Create makes a workspace. With --encoder, a model of `spar model list`, its questions compare meaning with that one.",
		Example: "  spar ws create leave-review --tag \"Leave policy\" --modified 2018..\n  spar ws create research --share papers --encoder all-mpnet-base-v2",
	}, (*service.Service).CreateWorkspace)
	edit := a.scopingWorkspace(&cobra.Command{
		Use: "edit NAME", Aliases: []string{"update"}, Short: "Give a workspace another scope; its history stays",
		Long: `Edit replaces the scope of a workspace by the one that the flags make; --path '**' is every file. With --encoder, a model
of ` + "`spar model list`" + ` or auto, its questions compare meaning with that one. What is not named stays.`,
		Example: "  spar ws edit leave-review --tag \"Leave policy\" --modified 2020..\n  spar ws edit leave-review --encoder auto",
	}, (*service.Service).EditWorkspace)
	list := &cobra.Command{
		Use: "list", Short: "List your workspaces", Args: cobra.NoArgs, Example: "  spar ws list",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.Workspaces(ctx, who)), func(ws api.Workspace) []any {
				name := ws.Name
				if ws.Owner != who.Owner() {
					name = ws.Owner + "/" + name // as one who may see everything names it
				}
				return []any{name, ws.Created[:len("2006-01-02")], ws.Scope}
			})
		}),
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Show what a workspace selects, step by step, and what was asked of it", Args: cobra.ExactArgs(1),
		Example: "  spar ws show leave-review",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			ws, err := s.Workspace(ctx, who, args[0])
			return a.printWorkspace(ws, err)
		}),
	}
	rename := &cobra.Command{
		Use: "rename OLD NEW", Short: "Give a workspace another name", Args: cobra.ExactArgs(2), Example: "  spar ws rename leave-review leave",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return s.RenameWorkspace(ctx, who, args[0], args[1])
		}),
	}
	cmd.AddCommand(create, list, show, rename, edit, a.workspaceDeleteCommand())
	return cmd
}

// scopingWorkspace completes a command that gives a workspace a scope and an encoder.
func (a *app) scopingWorkspace(cmd *cobra.Command, do func(s *service.Service, ctx context.Context, who spar.Principal, w api.Workspace) (api.Workspace, error)) *cobra.Command {
	cmd.Args = cobra.ExactArgs(1)
	return a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		in := api.Workspace{Name: args[0], Scope: text}
		if cmd.Flags().Changed("encoder") {
			in.Encoder = a.config.Text("encoder")
		}
		w, err := do(s, ctx, who, in)
		if err == nil && w.Coverage.InScope == 0 {
			a.noFile(cmd, w.Scope)
		}
		return a.printWorkspace(w, err)
	})
}

func (a *app) printWorkspace(ws api.Workspace, err error) error {
	return printOne(a, ws, err, func() {
		c := ws.Coverage
		fmt.Fprintf(a.out, "%s: %s\n", printable(ws.Name), printable(cmp.Or(ws.Scope, "every file of every share")))
		fmt.Fprintf(a.out, "  %s in scope: %s read, %s waiting to be read, %s without text\n",
			plural(c.InScope, "file", "files"), thousands(c.Read), thousands(c.Waiting), thousands(c.Unreadable))
		t := a.table()
		for _, s := range ws.Funnel {
			cells := []any{"  " + cmp.Or(s.Constraint, "all files you may read"), thousands(s.Known)}
			if s.Unknown > 0 {
				cells = append(cells, "and "+thousands(s.Unknown)+" that only reading can decide")
			}
			if len(ws.Funnel) > 1 {
				t.row(cells...)
			}
		}
		t.flush()
		for _, q := range ws.Asked {
			fmt.Fprintf(a.out, "  %s  %s\n", q.At, printable(q.Question))
		}
	})
}
