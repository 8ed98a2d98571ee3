package main

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// scopeKeys has the constraints with flags of their own, in the order of their printing.
var scopeKeys = []struct{ key, usage string }{
	{"share", "files of this share"},
	{"path", "paths that match this glob, such as 'finance/**'"},
	{"name", "file names that match this glob, such as '*budget*'"},
	{"type", "formats, such as pdf, docx, markdown"},
	{"modified", "time of last change, such as 2019, 2019-05..2020, 2021.."},
	{"size", "size, such as 10kB..2MB or 1GiB.."},
	{"owner", "user that owns the file"},
	{"tag", "files with this tag or one below it; repeated, all must hold"},
}

// scopeFlags has the flags of a command that selects files. Flags of one key are alternatives, except --tag: every tag must hold.
// Different keys must all hold.
type scopeFlags struct {
	values []*[]string // in the order of scopeKeys
	text   string
}

func (f *scopeFlags) add(cmd *cobra.Command) {
	for _, k := range scopeKeys {
		f.values = append(f.values, cmd.Flags().StringArray(k.key, nil, k.usage))
	}
	cmd.Flags().StringVar(&f.text, "scope", "", `a scope in the query language, such as 'type:pdf -path:**/drafts/** author:"Ada"'`)
}

// query returns the conjunction of all flags and arguments in the query language.
func (f *scopeFlags) query(args ...string) (string, error) {
	var keys []scope.Values
	for i, k := range scopeKeys {
		texts := *f.values[i]
		if k.key == "type" { // --type pdf,docx is --type pdf --type docx
			texts = strings.FieldsFunc(strings.Join(texts, ","), func(r rune) bool { return r == ',' || r == ' ' })
		}
		keys = append(keys, scope.Values{Key: k.key, Texts: texts})
	}
	return scope.Conjunction(strings.Join(append([]string{f.text}, args...), " "), keys...)
}

// selecting gives a command the flags that select files, and passes their scope to do in the query language. If the command takes SCOPE,
// its arguments belong to the scope.
func (a *app) selecting(cmd *cobra.Command, do func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error) *cobra.Command {
	var where scopeFlags
	where.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var more []string
		if strings.Contains(cmd.Use, "SCOPE") {
			more = args
		}
		text, err := where.query(more...)
		if err != nil {
			return err
		}
		return a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			return do(ctx, s, who, text, args)
		})(cmd, args)
	}
	return cmd
}

// workspaceFlag is selecting for a command that can begin with the scope of a workspace.
func (a *app) workspaceFlag(cmd *cobra.Command, do func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error) *cobra.Command {
	var name string
	a.selecting(cmd, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		if name != "" {
			w, err := s.Workspace(ctx, who, name)
			if err != nil {
				return err
			}
			if text, err = scope.Conjunction(strings.TrimSpace(w.Scope + " " + text)); err != nil {
				return err
			}
		}
		return do(ctx, s, who, text, args)
	})
	cmd.Flags().StringVarP(&name, "workspace", "w", "", "the scope of this workspace, and what else is said")
	return cmd
}

// relaxFlag adds the flag that replaces the stated scope by a relaxed one.
func relaxFlag(cmd *cobra.Command, n *int) {
	cmd.Flags().IntVar(n, "relax", 0, "take relaxation `N` that spar scope diagnose lists, in place of the scope")
}

// relaxed is the relaxation of a scope with a number, which it tells; 0 leaves the scope.
func (a *app) relaxed(cmd *cobra.Command, s *service.Service, who spar.Principal, text string, n int) (string, error) {
	if !cmd.Flags().Changed("relax") {
		return text, nil
	}
	r, err := s.RelaxScope(cmd.Context(), who, text, n)
	if err == nil {
		a.note("the scope is relaxed (%s): %s, with %s", r.How, cmp.Or(printable(r.Scope), "all files"), counted(r.Files, "file", "files"))
	}
	return r.Scope, err
}

// noFile says that a scope is empty, and what may be wrong with it.
func (a *app) noFile(cmd *cobra.Command, scope string) {
	if a.quiet {
		return
	}
	var hints []string
	if s, who, err := a.service(cmd); err == nil {
		hints, _ = s.Diagnose(cmd.Context(), who, scope) // the scope itself was evaluated
		if r, err := s.RelaxScope(cmd.Context(), who, scope, 1); err == nil && cmd.Flags().Lookup("relax") != nil {
			hints = append(hints, fmt.Sprintf("--relax 1 takes %s, with %s", cmp.Or(printable(r.Scope), "all files"), plural(r.Files, "file", "files")))
		}
	}
	a.note("%s", strings.Join(append([]string{"no file is in scope"}, hints...), "; "))
}
