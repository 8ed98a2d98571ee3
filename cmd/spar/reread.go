package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) rereadCommand() *cobra.Command {
	return a.selecting(&cobra.Command{
		Use: "reread [FILE...]", Short: "Have files read again, as after a change of settings, and those in quarantine",
		Long: `Reread has files that were read before read again by the next question, or by "spar watch" in idle time: those named, those
of a scope, or all. That is of use after a limit was raised that files were too big for, and after a change of identifiers, for scopes
that go by them; files whose text was made with other settings a question reads again by itself. What did not change costs little. Files in quarantine, on which
two readers were lost, get two more attempts; otherwise they are tried again only when they change or a newer version of SPAR
reads their format. Tags, and attributes that people gave, stay. Files that other programs read need "spar recover" again.`,
		Example: "  spar reread --share docs\n  spar reread --scope state:quarantined\n  spar reread docs:plans/huge.pdf",
	}, func(ctx context.Context, s *service.Service, who spar.Principal, text string, args []string) error {
		r, err := s.Reread(ctx, who, api.Target{Files: args, Scope: text})
		return printOne(a, r, err, func() { fmt.Fprintf(a.out, "%s will be read again\n", plural(r.Files, "file", "files")) })
	})
}
