package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) modelUseCommand() *cobra.Command {
	var now bool
	cmd := &cobra.Command{
		Use: "use MODEL", Short: "Compare meaning with another encoder from now on",
		Long: `Use gives every passage that has a vector one of the new encoder, beside the old one, and then switches: questions are
answered with the old encoder until then. When it is interrupted, the same command goes on. Vectors of two encoders are
never mixed, and the old ones stay: "spar model revert" goes back. With --now it switches at once, and questions make
the vectors that they need, until "spar watch" has made all in idle time, or the same command without --now.

It holds where the setting encoder is "auto" and a workspace does not name an encoder of its own.`,
		Example: "  spar model use all-mpnet-base-v2\n  spar model use precise --now", Args: cobra.ExactArgs(1),
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, args []string) error {
			p := a.progress()
			m, err := s.UseModel(ctx, who, args[0], now, func(done, total int) {
				p.show("embedding passages by %s: %s of %s", args[0], thousands(done), thousands(total))
			})
			p.done()
			a.overruled(m)
			return printOne(a, m, err, func() {
				fmt.Fprintf(a.out, "%s is in use; %s embedded\n", printable(m.Model), plural(m.Embedded, "passage was", "passages were"))
			})
		}),
	}
	cmd.Flags().BoolVar(&now, "now", false, "switch without making vectors first")
	return cmd
}

func (a *app) modelRevertCommand() *cobra.Command {
	return &cobra.Command{
		Use: "revert", Short: "Go back to the encoder that was in use before",
		Long: `Revert undoes "spar model use": the encoder that was in use before it is in use again, at once, with the vectors that it
has. Passages that have a vector of the other one alone get one of it when a question needs it, in the idle time of
"spar watch", or all by "spar model use" with its name.`,
		Example: "  spar model revert", Args: cobra.NoArgs,
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			m, err := s.RevertModel(ctx, who)
			a.overruled(m)
			return printOne(a, m, err, func() {
				fmt.Fprintf(a.out, "%s is in use\n", printable(m.Model))
				if len(m.Behind) > 0 {
					a.note("passages that have a vector of %s alone get one of %s when questions need it and in the idle time of `spar watch`; `spar model use %s` makes all now", enumerated(m.Behind...), m.Model, m.Model)
				}
			})
		}),
	}
}

// overruled says so when a setting goes before what was chosen.
func (a *app) overruled(m api.ModelUsed) {
	if m.Overruled {
		a.note("the setting encoder is %q, which goes before it; `spar config` says where it comes from", a.config.Text("encoder"))
	}
}
