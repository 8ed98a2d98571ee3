package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) doctorCommand() *cobra.Command {
	var models bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "Check the installation, the data directory and the shares", Args: cobra.NoArgs,
		Long:    "Doctor looks for what keeps SPAR from working well and says what to do about it. It exits with 1 when something is broken.",
		Example: "  spar doctor\n  spar doctor --models\n  spar doctor --json",
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			broken := 0
			for f, err := range s.Examine(ctx, who, models) {
				if f.Level == api.Broken {
					broken++
				}
				// A line at a time, for some take long.
				err = printOne(a, f, err, func() {
					fmt.Fprintf(a.out, "%-6s  %-14s  %s\n", f.Level, printable(f.What), printable(f.Detail))
					if f.Remedy != "" || f.Do != nil {
						fmt.Fprintf(a.out, "%24s-> %s\n", "", printable(withOffers(f.Remedy, f.Do)))
					}
				})
				if err != nil {
					return err
				}
			}
			if broken > 0 {
				return spar.Errorf(spar.Internal, "%s to mend", plural(broken, "thing", "things"))
			}
			return nil
		}),
	}
	cmd.Flags().BoolVar(&models, "models", false, "ask the model server too, which is not contacted otherwise")
	return cmd
}
