package main

import (
	"context"
	"iter"
	"slices"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/spf13/cobra"
)

// commandsBy says what commands need. All others are for the owner of the data directory, and take no --as.
var commandsBy = map[spar.Capability][]string{
	spar.CanRead: {
		"ask", "search", "do", "open", "files", "duplicates", "versions", "show", "attributes", "tag list", "tag show",
		"taxonomy show", "taxonomy check", "taxonomy export", "ws create", "ws list", "ws show", "ws rename", "ws edit", "ws delete",
		"trash list", "trash restore", // of workspaces; shares and tags need more
		"share list", "share show", "status", "doctor",
		"rights", // the owner asks about the person that --as names
		"token create", "token list", "token revoke", "mcp",
		"version", "config", "man", "help",
	},
	spar.CanCurate: {
		"tag add", "tag parents", "tag edit", "tag rename", "tag remove", "tag assign", "tag unassign", "tag pending", "tag accept", "tag reject",
		"taxonomy import", "taxonomy diff", "rule list", "rule check", "rule test", "rule apply",
		"attributes schema", "attributes check", "attributes set", "attributes unset",
		"batch list", "batch show", "batch sample", "batch undo",
	},
	spar.CanOperate: {
		"share add", "share rename", "share relocate", "share remove", "share ignore", "share limit",
		"scan", "watch", "properties", "recover", "reread",
	},
}

// needs returns the capability that a command needs.
func needs(cmd *cobra.Command) spar.Capability {
	for c, names := range commandsBy {
		if slices.Contains(names, commandName(cmd)) {
			return c
		}
	}
	return spar.CanAdminister
}

// mayBeAsked refuses --as where it would not be heeded.
func (a *app) mayBeAsked(cmd *cobra.Command, _ []string) error {
	if a.as == "" && cmd.Flags().Changed("as") {
		// A script whose variable is empty must not ask as the owner of everything.
		return spar.Errorf(spar.Invalid, "--as names nobody; give it a name, or leave it out to ask as yourself")
	}
	if a.as != "" && needs(cmd) == spar.CanAdminister {
		return spar.Errorf(spar.Invalid, "--as is not for `%s`, which works on all files for the one who runs SPAR; leave it out", cmd.CommandPath())
	}
	return nil
}

// service opens the data directory, and returns the asker: the user of this process, or another person with --as.
func (a *app) service(cmd *cobra.Command) (s *service.Service, who spar.Principal, err error) {
	if a.served == nil {
		if a.served, err = a.open(cmd); err != nil {
			return nil, who, err
		}
	}
	if a.as != "" {
		who, err = a.served.InPlaceOf(cmd.Context(), a.as)
	} else {
		who, err = a.served.Process()
	}
	return a.served, who, err
}

// asking returns a cobra function that opens the service and calls do.
func (a *app) asking(do func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		s, who, err := a.service(cmd)
		if err != nil {
			return err
		}
		return do(cmd.Context(), s, who, args)
	}
}

// changing is asking for commands that only change something.
func (a *app) changing(do func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		if err := a.asking(do)(cmd, args); err != nil || !a.json {
			return err
		}
		return a.printJSON(api.Done{Schema: api.DoneSchema, Done: commandName(cmd)})
	}
}

// printOne prints a result as JSON, or as text prints it.
func printOne[T any](a *app, v T, err error, text func()) error {
	switch {
	case err != nil:
		return err
	case a.json:
		return a.printJSON(v)
	}
	text()
	return nil
}

// result is printOne for a value or an error of the service.
func result[T any](v T, err error) func(a *app, text func(T)) error {
	return func(a *app, text func(T)) error {
		return printOne(a, v, err, func() { text(v) })
	}
}

// printAll prints each of a list as JSON, one a line, or as text prints it, and gives how many there are.
func printAll[T any](a *app, list iter.Seq2[T, error], text func(T) error) (n int, err error) {
	for v, err := range list {
		if err == nil && a.json {
			err = a.printJSON(v)
		} else if err == nil {
			err = text(v)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// printRows prints a list as JSON, one a line, or as a table of the cells of each.
func printRows[T any](a *app, list iter.Seq2[T, error], cells func(T) []any) error {
	t := a.table()
	for v, err := range list {
		if err == nil && a.json {
			err = a.printJSON(v)
		}
		if err != nil {
			return err
		}
		if !a.json {
			t.row(cells(v)...)
		}
	}
	return t.flush()
}

// oneByOne is a list, or the error in its place, as a sequence.
func oneByOne[T any](list []T, err error) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for _, v := range list {
			if !yield(v, nil) {
				return
			}
		}
		if err != nil {
			var none T
			yield(none, err)
		}
	}
}

// fileText is the name of a file as people read it.
func fileText(f api.FileName) string {
	path, err := f.Raw()
	if err != nil {
		path = f.Name
	}
	return f.Share + ":" + printable(path)
}
