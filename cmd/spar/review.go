package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

// reviewCommands are accept, reject and pending below `spar tag`.
func (a *app) reviewCommands() []*cobra.Command {
	judge := func(use, short, long string, review spar.Review) *cobra.Command {
		return &cobra.Command{
			Use: use + " FILE TAG", Short: short, Long: long, Args: cobra.ExactArgs(2),
			Example: "  spar tag " + use + " docs:legal/nda.pdf Contract",
			RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
				done, err := s.Review(ctx, who, args[0], args[1], review)
				return printOne(a, done, err, func() { fmt.Fprintf(a.out, "%s: %s for %s\n", printable(done.Tag), review, fileText(done.FileName)) })
			}),
		}
	}
	pending := &cobra.Command{
		Use: "pending", Short: "List the automatic tags that wait for your judgement", Args: cobra.NoArgs, Example: "  spar tag pending --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			return printRows(a, s.Pending(ctx, who), func(p api.Pending) []any {
				return []any{p.Tag, fileText(p.FileName), fmt.Sprintf("%.2f", p.Confidence), p.Evidence}
			})
		}),
	}
	return []*cobra.Command{
		judge("accept", "Keep an automatic tag of a file for good", "An accepted tag stays when the rule or sidecar that made it would withdraw it, or is undone.", spar.Accepted),
		judge("reject", "Take an automatic tag off a file for good", "A rejected tag selects nothing, and no rule or sidecar puts it on this file again. `spar tag accept` takes the judgement back.", spar.Rejected),
		pending,
	}
}
