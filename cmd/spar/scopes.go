package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

func (a *app) scopeCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "scope", Short: "Print, save and explain scopes",
		Long:    "A scope selects files. A saved one stands as @NAME in other scopes, and a shared one as @OWNER/NAME in those of other people.",
		Example: "  spar scope save recent --modified 2020..\n  spar files '@recent type:pdf'"}
	printing := a.selecting(&cobra.Command{
		Use: "print [SCOPE...]", Short: "Print the scope that flags make, as one line",
		Example: "  spar scope print --tag HR --modified 2020.. 'type:pdf or type:docx'",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, _ []string) error {
		sc, err := s.PrintScope(ctx, who, text)
		return printOne(a, sc, err, func() { fmt.Fprintln(a.out, printable(sc.Text)) })
	})
	save := &cobra.Command{
		Use: "save NAME", Short: "Keep a scope under a name, in place of yours that has it", Args: cobra.ExactArgs(1),
		Example: "  spar scope save contracts --scope 'path:legal/** or tag:Contract'",
	}
	a.selecting(save, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		sc, err := s.SaveScope(ctx, who, api.Scope{Name: args[0], Text: text})
		if err == nil && sc.Coverage.InScope == 0 {
			a.noFile(save, sc.Text)
		}
		return a.printSaved(sc, err)
	})
	list := &cobra.Command{
		Use: "list", Short: "List your saved scopes and the scopes that others share", Args: cobra.NoArgs, Example: "  spar scope list",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, oneByOne(s.SavedScopes(ctx, who)), func(sc api.Scope) []any {
				return []any{savedName(sc, who), sharedMark(sc), sc.Text}
			})
		}),
	}
	show := &cobra.Command{
		Use: "show NAME", Short: "Show a saved scope and how many files it selects now", Args: cobra.ExactArgs(1), Example: "  spar scope show contracts",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return a.printSaved(s.SavedScope(ctx, who, args[0]))
		}),
	}
	rename := &cobra.Command{
		Use: "rename OLD NEW", Short: "Give a saved scope another name, which what refers to it follows", Args: cobra.ExactArgs(2), Example: "  spar scope rename contracts agreements",
		RunE: a.changing(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return s.RenameScope(ctx, who, args[0], args[1])
		}),
	}
	remove := &cobra.Command{
		Use: "delete NAME", Short: "Forget a saved scope; its files stay", Args: cobra.ExactArgs(1), Example: "  spar scope delete contracts",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			sc, err := s.DeleteScope(ctx, who, args[0])
			return printOne(a, sc, err, func() { a.note("it was %s", printable(sc.Text)) })
		}),
	}
	off := false
	share := &cobra.Command{
		Use: "share NAME", Short: "Let others use a saved scope; it gives nobody a right to a file", Args: cobra.ExactArgs(1),
		Example: "  spar scope share contracts\n  spar scope share contracts --off",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			sc, err := s.ShareScope(ctx, who, args[0], !off)
			return printOne(a, sc, err, func() {
				if !off {
					fmt.Fprintf(a.out, "others use it as @%s\n", printable(accounts.Ref(sc.Owner+"/"+sc.Name)))
				}
			})
		}),
	}
	share.Flags().BoolVar(&off, "off", false, "keep it to yourself again")
	cmd.AddCommand(printing, save, list, show, rename, remove, share, a.scopeExplainCommand(), a.scopeDiagnoseCommand(), a.scopeDivideCommand(), a.scopeTreeCommand())
	return cmd
}

func savedName(sc api.Scope, who spar.Principal) string {
	if sc.Owner != who.Owner() {
		return accounts.Ref(sc.Owner + "/" + sc.Name)
	}
	return sc.Name
}

func sharedMark(sc api.Scope) string {
	if sc.Shared {
		return "shared"
	}
	return ""
}

func (a *app) printSaved(sc api.Scope, err error) error {
	return printOne(a, sc, err, func() {
		fmt.Fprintf(a.out, "%s: %s\n", printable(sc.Name), printable(sc.Text))
		if c := sc.Coverage; c != nil {
			fmt.Fprintf(a.out, "  %s in scope: %s read, %s waiting to be read, %s without text\n",
				plural(c.InScope, "file", "files"), thousands(c.Read), thousands(c.Waiting), thousands(c.Unreadable))
		}
	})
}
