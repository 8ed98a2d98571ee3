package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) workspaceCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "ws", Aliases: []string{"workspace"}, Short: "Keep a scope under a name and ask it questions",
		Example: "  spar ws create leave-review --tag \"Leave policy\" --modified 2018..\n  spar ask -w leave-review \"how many days?\""}
	create := a.scopingWorkspace(&cobra.Command{
		Use: "create NAME", Short: "Make a workspace over the files of a scope",
		Long:    "Create makes a workspace. With --encoder, a model of `spar model list`, its questions compare meaning with that one.",
		Example: "  spar ws create leave-review --tag \"Leave policy\" --modified 2018..\n  spar ws create research --share papers --encoder all-mpnet-base-v2 --read",
	}, (*service.Service).CreateWorkspace)
	edit := a.scopingWorkspace(&cobra.Command{
		Use: "edit NAME", Short: "Give a workspace another scope or encoder; its history stays",
		Long: `Edit replaces the scope of a workspace by the one that the flags make; --path '**' is every file. With --encoder, a model
of ` + "`spar model list`" + ` or auto, its questions compare meaning with that one. What is not named stays.`,
		Example: "  spar ws edit leave-review --tag \"Leave policy\" --modified 2020..\n  spar ws edit leave-review --encoder auto",
	}, (*service.Service).EditWorkspace)
	list := &cobra.Command{
		Use: "list", Short: "List your workspaces", Args: cobra.NoArgs, Example: "  spar ws list",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			var moved []api.Workspace
			err := printRows(a, oneByOne(s.Workspaces(ctx, who)), func(ws api.Workspace) []any {
				if len(ws.Moved) > 0 {
					moved = append(moved, ws)
				}
				state := ws.State
				if ws.Pinned != "" && state == "open" {
					state = "pinned"
				}
				return []any{accounts.Ref(ws.Ref), ws.Created[:len("2006-01-02")], state, ws.Role, ws.Scope}
			})
			for _, ws := range moved {
				a.notes(ws.Notes, ws.Do)
			}
			return err
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
	cmd.AddCommand(a.workspaceFilesCommands()...)
	cmd.AddCommand(a.workspaceLifeCommands()...)
	cmd.AddCommand(a.workspacePeopleCommands()...)
	cmd.AddCommand(a.workspaceCarryCommands()...)
	return cmd
}

// scopingWorkspace completes a command that gives a workspace a scope and an encoder.
func (a *app) scopingWorkspace(cmd *cobra.Command,
	do func(s *service.Service, ctx context.Context, who spar.Principal, w api.NewWorkspace,
		progress func(api.Reading)) (api.Workspace, error)) *cobra.Command {
	cmd.Args = cobra.ExactArgs(1)
	var read bool
	readFlag(cmd, &read)
	return a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		in := api.NewWorkspace{Name: args[0], Scope: text, Read: read}
		if cmd.Flags().Changed("encoder") {
			in.Encoder = a.config.Text("encoder")
		}
		show, done := a.whileReading()
		w, err := do(s, ctx, who, in, show)
		done()
		if err == nil && w.Coverage.InScope == 0 {
			a.noFile(cmd, w.Scope)
		}
		return a.printWorkspace(w, err)
	})
}

func (a *app) printWorkspace(ws api.Workspace, err error) error {
	return printOne(a, ws, err, func() {
		fmt.Fprintf(a.out, "%s: %s\n", printable(accounts.Ref(ws.Ref)), printable(cmp.Or(ws.Scope, "every file of every share")))
		if ws.State != "open" {
			fmt.Fprintf(a.out, "  %s since %s\n", ws.State, day(ws.Since))
		}
		if ws.Pinned != "" {
			fmt.Fprintf(a.out, "  its files are pinned since %s\n", day(ws.Pinned))
		}
		if ws.Expires != "" {
			fmt.Fprintf(a.out, "  is archived on %s\n", day(ws.Expires))
		}
		if ws.Keeps != "all" {
			fmt.Fprintf(a.out, "  keeps of its history: %s\n", ws.Keeps)
		}
		for _, m := range ws.Members {
			reads := ""
			if m.Files != nil && *m.Files < m.Of {
				reads = fmt.Sprintf(", and may read %s of %s", thousands(*m.Files), plural(m.Of, "file", "files"))
			}
			fmt.Fprintf(a.out, "  %s is %s%s\n", printable(cmp.Or(m.Name, m.Who)), m.Role, reads)
		}
		if c := ws.Coverage; c != nil {
			fmt.Fprintf(a.out, "  %s in scope: %s read, %s waiting to be read, %s without text\n",
				plural(c.InScope, "file", "files"), thousands(c.Read), thousands(c.Waiting), thousands(c.Unreadable))
		}
		a.printChanges(ws)
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
		a.notes(ws.Notes, ws.Do)
	})
}

// printChanges prints the effect of a change of a workspace, and what changed in it by itself.
func (a *app) printChanges(ws api.Workspace) {
	if c := ws.Change; c != nil {
		parts := []string{plural(c.Added, "file", "files") + " added"}
		if c.Reused > 0 {
			parts[0] += " (" + thousands(c.Reused) + " read before)"
		}
		for _, p := range []struct {
			n    int
			what string
		}{{c.Dropped, "dropped"}, {c.Read, "read now"}} {
			if p.n > 0 {
				parts = append(parts, thousands(p.n)+" "+p.what)
			}
		}
		fmt.Fprintf(a.out, "  %s\n", strings.Join(parts, ", "))
	}
	if d := ws.Drift; d != nil {
		if d.Changed+d.Added+d.Dropped+d.Gone == 0 {
			fmt.Fprintf(a.out, "  nothing has changed since %s\n", day(d.Since))
		} else {
			fmt.Fprintf(a.out, "  since %s: %s unchanged, %s changed, %s added, %s dropped, %s gone or closed\n", day(d.Since),
				thousands(d.Unchanged), thousands(d.Changed), thousands(d.Added), thousands(d.Dropped), thousands(d.Gone))
		}
		a.printDrift(d.Files, d.Changed+d.Added+d.Dropped+d.Gone)
	}
	if f := ws.Freed; f != nil {
		fmt.Fprintf(a.out, "  the text of %s is off the disk: %s\n", plural(f.Files, "file", "files"), bytesText(f.Bytes))
	}
}

// shownDrift bounds the changed files that a terminal shows.
const shownDrift = 10

func (a *app) printDrift(files []api.DriftFile, of int) {
	for _, f := range files[:min(len(files), shownDrift)] {
		fmt.Fprintf(a.out, "    %-8s %s\n", f.How, printable(f.Share+":"+f.Path.Name))
	}
	if more := of - shownDrift; more > 0 {
		fmt.Fprintf(a.out, "    and %s more\n", thousands(more))
	}
}
