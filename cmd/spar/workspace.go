package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) workspaceCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "ws", Aliases: []string{"workspace"}, Short: "Keep a scope under a name and ask it questions", Args: cobra.NoArgs,
		Example: "  spar ws create leave-review --tag \"Leave policy\" --modified 2018..\n  spar ask -w leave-review \"how many days?\"",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var where, next scopeFlags
	create := &cobra.Command{
		Use: "create NAME", Short: "Make a workspace over the files of a scope", Args: cobra.ExactArgs(1),
		Long:    "Create makes a workspace. With --encoder, a model of `spar model list`, its questions compare meaning with that one.",
		Example: "  spar ws create leave-review --tag \"Leave policy\" --modified 2018..\n  spar ws create research --share papers --encoder all-mpnet-base-v2",
		RunE: func(cmd *cobra.Command, args []string) error {
			scope, encoder, err := a.workspaceFlags(cmd, where)
			if err != nil {
				return err
			}
			s, who, err := a.service(cmd)
			if err != nil {
				return err
			}
			in := api.Workspace{Name: args[0], Scope: scope}
			if encoder != nil {
				in.Encoder = *encoder
			}
			ws, err := s.CreateWorkspace(cmd.Context(), who, in)
			if err != nil {
				return err
			}
			if ws.Coverage.InScope == 0 {
				a.noFile(cmd, scope)
			}
			return a.printWorkspace(ws)
		},
	}
	where.add(create)
	edit := &cobra.Command{
		Use: "edit NAME", Aliases: []string{"update"}, Short: "Give a workspace another scope; its history stays", Args: cobra.ExactArgs(1),
		Long: `Edit replaces the scope of a workspace by the one that the flags make; --path '**' is every file. With --encoder, a model
of ` + "`spar model list`" + ` or auto, its questions compare meaning with that one. What is not named stays.`,
		Example: "  spar ws edit leave-review --tag \"Leave policy\" --modified 2020..\n  spar ws edit leave-review --encoder auto",
		RunE: func(cmd *cobra.Command, args []string) error {
			scope, encoder, err := a.workspaceFlags(cmd, next)
			if err != nil {
				return err
			}
			s, who, err := a.service(cmd)
			if err != nil {
				return err
			}
			text := &scope
			if scope == "" {
				text = nil
			}
			ws, err := s.EditWorkspace(cmd.Context(), who, args[0], text, encoder)
			if err != nil {
				return err
			}
			if ws.Coverage.InScope == 0 {
				a.note("no file is in its scope now")
			}
			return a.printWorkspace(ws)
		},
	}
	next.add(edit)
	list := &cobra.Command{
		Use: "list", Short: "List your workspaces", Args: cobra.NoArgs, Example: "  spar ws list",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			all, err := s.Workspaces(ctx, who)
			t := a.table()
			for _, ws := range all {
				if a.json {
					if err := a.printJSON(ws); err != nil {
						return err
					}
					continue
				}
				name := ws.Name
				if ws.Owner != who.Owner() {
					name = ws.Owner + "/" + name // as one who may see everything names it
				}
				t.row(name, ws.Created[:len("2006-01-02")], ws.Scope)
			}
			if err != nil {
				return err
			}
			return t.flush()
		}),
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Show what a workspace selects, step by step, and what was asked of it", Args: cobra.ExactArgs(1),
		Example: "  spar ws show leave-review",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			ws, err := s.Workspace(ctx, who, args[0])
			if err != nil {
				return err
			}
			return a.printWorkspace(ws)
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

// workspaceFlags are the scope that flags make, "" for none, and the encoder, if --encoder names one.
func (a *app) workspaceFlags(cmd *cobra.Command, where scopeFlags) (scope string, encoder *string, err error) {
	if scope, err = where.query(); err != nil {
		return "", nil, err
	}
	if err = a.configure(cmd); err == nil && cmd.Flags().Changed("encoder") {
		encoder = new(a.config.Text("encoder"))
	}
	return scope, encoder, err
}

func (a *app) printWorkspace(ws api.Workspace) error {
	if a.json {
		return a.printJSON(ws)
	}
	c := ws.Coverage
	fmt.Fprintf(a.out, "%s: %s\n", printable(ws.Name), printable(or(ws.Scope, "every file of every share")))
	fmt.Fprintf(a.out, "  %s in scope: %s read, %s waiting to be read, %s without text\n",
		plural(c.InScope, "file", "files"), thousands(c.Read), thousands(c.Waiting), thousands(c.Unreadable))
	if len(ws.Funnel) > 1 {
		t := a.table()
		for _, s := range ws.Funnel {
			cells := []any{"  " + or(s.Constraint, "all files you may read"), thousands(s.Known)}
			if s.Unknown > 0 {
				cells = append(cells, "and "+thousands(s.Unknown)+" that only reading can decide")
			}
			t.row(cells...)
		}
		if err := t.flush(); err != nil {
			return err
		}
	}
	for _, q := range ws.Asked {
		fmt.Fprintf(a.out, "  %s  %s\n", q.At, printable(q.Question))
	}
	return nil
}

func or(s, otherwise string) string {
	if s == "" {
		return otherwise
	}
	return s
}
