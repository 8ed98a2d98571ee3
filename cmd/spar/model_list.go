package main

import (
	"context"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/service"
	"github.com/spf13/cobra"
)

func (a *app) modelListCommand() *cobra.Command {
	return &cobra.Command{
		Use: "list", Short: "List the models, which is in use, and how many passages have vectors of each",
		Long: `List opens every encoder to count its vectors, in the arithmetic that is set. The light encoder is the one that puts
files in the order of reading; it is listed with what it was fitted to.`,
		Example: "  spar model list", Args: cobra.NoArgs,
		RunE: a.asking(func(ctx context.Context, s *service.Service, who spar.Principal, _ []string) error {
			list, err := s.Models(ctx, who)
			return printOne(a, list, err, func() {
				t := a.table()
				for _, m := range list.Models {
					use, vectors := "", ""
					if m.InUse {
						use = "in use"
					}
					if m.Vectors != nil {
						vectors = plural(*m.Vectors, "vector", "vectors")
					}
					t.row(m.Name, m.Kind, use, vectors, m.From, m.Problem)
				}
				t.flush()
			})
		}),
	}
}
