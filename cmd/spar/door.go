package main

import (
	"context"
	"iter"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

// asking makes a cobra function of one that asks the service for something.
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
