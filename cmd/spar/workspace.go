package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/workspace"
	"github.com/spf13/cobra"
)

func (a *app) workspaceCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "ws", Aliases: []string{"workspace"}, Short: "Keep a scope under a name and ask it questions", Args: cobra.NoArgs,
		Example: "  spar ws create leave-review --tag \"Leave policy\" --modified 2018..\n  spar ask -w leave-review \"how many days?\"",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
	var where scopeFlags
	create := &cobra.Command{
		Use: "create NAME", Short: "Make a workspace over the files of a scope", Args: cobra.ExactArgs(1),
		Long:    "Create makes a workspace. With --encoder, a model of `spar model list`, its questions compare meaning with that one.",
		Example: "  spar ws create leave-review --tag \"Leave policy\" --modified 2018..\n  spar ws create research --share papers --encoder all-mpnet-base-v2",
		RunE: func(cmd *cobra.Command, args []string) error {
			// A scope that means nothing is refused now, not at the first question.
			e, who, s, err := a.scoped(cmd, &where)
			if err != nil {
				return err
			}
			c, err := e.Coverage(cmd.Context(), who, s)
			if err != nil {
				return err
			}
			encoder, err := a.encoderOf(cmd)
			if err != nil {
				return err
			}
			ws, err := e.Workspaces.Create(cmd.Context(), who, args[0], s, encoder)
			if err != nil {
				return err
			}
			if c.Coverage.InScope == 0 {
				a.noFile(cmd, scope.Print(s))
			}
			return a.printWorkspace(ws, c.Coverage, nil, nil)
		},
	}
	where.add(create)
	list := &cobra.Command{
		Use: "list", Short: "List your workspaces", Args: cobra.NoArgs, Example: "  spar ws list",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			all, err := e.Workspaces.List(cmd.Context(), who)
			if err != nil {
				return err
			}
			t := a.table()
			for _, ws := range all {
				if a.json {
					if err := a.printJSON(workspaceOut{Schema: "spar.workspace/1", Name: ws.Name, Scope: scope.Print(ws.Scope), Encoder: ws.Encoder, Owner: ws.Owner, Created: ws.Created.Format(timeFormat)}); err != nil {
						return err
					}
					continue
				}
				t.row(ws.Name, ws.Created.Format("2006-01-02"), scope.Print(ws.Scope))
			}
			return t.flush()
		},
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Show what a workspace selects, step by step, and what was asked of it", Args: cobra.ExactArgs(1),
		Example: "  spar ws show leave-review",
		RunE: func(cmd *cobra.Command, args []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			ws, err := e.Workspaces.Get(cmd.Context(), who, args[0])
			if err != nil {
				return err
			}
			c, err := e.Coverage(cmd.Context(), who, ws.Scope)
			if spar.CodeOf(err) == spar.NotFound { // a tag or a share of its scope was removed
				return spar.Errorf(spar.NotFound, "the workspace %q cannot be selected: %w; or delete the workspace and make it again", ws.Name, err)
			}
			if err != nil {
				return err
			}
			asked, err := e.Workspaces.History(cmd.Context(), who, ws.ID, 20)
			if err != nil {
				return err
			}
			return a.printWorkspace(ws, c.Coverage, c.Funnel, asked)
		},
	}
	rename := &cobra.Command{
		Use: "rename OLD NEW", Short: "Give a workspace another name", Args: cobra.ExactArgs(2), Example: "  spar ws rename leave-review leave",
		RunE: a.change(func(cmd *cobra.Command, e *engine.Engine, args []string) error {
			who, err := a.principal(cmd.Context(), e)
			if err != nil {
				return err
			}
			return e.Workspaces.Rename(cmd.Context(), who, args[0], args[1])
		}),
	}
	cmd.AddCommand(create, list, show, rename, a.workspaceEditCommand(), a.workspaceDeleteCommand())
	return cmd
}

const timeFormat = "2006-01-02T15:04:05Z07:00"

type workspaceOut struct {
	Schema   string         `json:"schema"`
	Name     string         `json:"name"`
	Scope    string         `json:"scope"`
	Encoder  string         `json:"encoder,omitempty"`
	Owner    string         `json:"owner"`
	Created  string         `json:"created"`
	Coverage *spar.Coverage `json:"coverage,omitempty"`
	Funnel   []stepOut      `json:"funnel,omitempty"`
	Asked    []askedOut     `json:"asked,omitempty"`
}

type stepOut struct {
	Constraint string `json:"constraint"`
	Known      int    `json:"known"`
	Unknown    int    `json:"unknown,omitempty"`
}

type askedOut struct {
	At       string `json:"at"`
	Who      string `json:"who"`
	Question string `json:"question"`
	Refused  bool   `json:"refused"`
}

func (a *app) printWorkspace(ws workspace.Workspace, c spar.Coverage, funnel []engine.Step, asked []workspace.Asked) error {
	out := workspaceOut{Schema: "spar.workspace/1", Name: ws.Name, Scope: scope.Print(ws.Scope), Encoder: ws.Encoder, Owner: ws.Owner, Created: ws.Created.Format(timeFormat), Coverage: &c}
	for _, s := range funnel {
		out.Funnel = append(out.Funnel, stepOut{s.Constraint, s.Known, s.Unknown})
	}
	for _, q := range asked {
		out.Asked = append(out.Asked, askedOut{q.At.Format(timeFormat), q.Who, q.Question, q.Refused})
	}
	if a.json {
		return a.printJSON(out)
	}
	fmt.Fprintf(a.out, "%s: %s\n", printable(out.Name), printable(or(out.Scope, "every file of every share")))
	fmt.Fprintf(a.out, "  %s in scope: %s read, %s waiting to be read, %s without text\n",
		plural(c.InScope, "file", "files"), thousands(c.Read), thousands(c.Waiting), thousands(c.Unreadable))
	if len(out.Funnel) > 1 {
		t := a.table()
		for _, s := range out.Funnel {
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
	for _, q := range out.Asked {
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
