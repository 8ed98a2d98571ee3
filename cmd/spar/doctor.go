package main

import (
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/spf13/cobra"
)

func (a *app) doctorCommand() *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "Check the installation, the data directory and the shares", Args: cobra.NoArgs,
		Long:    "Doctor looks for what keeps SPAR from working well and says what to do about it. It exits with 1 when something is broken.",
		Example: "  spar doctor\n  spar doctor --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, err := a.engine(cmd)
			if err != nil {
				return err
			}
			who, err := a.principal(cmd.Context(), e)
			if err != nil {
				return err
			}
			broken := 0
			t := a.table()
			for f := range e.Examine(cmd.Context(), who) {
				if f.Level == engine.Broken {
					broken++
				}
				if a.json {
					if err := a.printJSON(struct {
						Schema string `json:"schema"`
						engine.Symptom
					}{"spar.doctor/1", f}); err != nil {
						return err
					}
					continue
				}
				t.row(f.Level, f.What, f.Detail)
				if f.Remedy != "" {
					t.row("", "", "-> "+f.Remedy)
				}
			}
			if err := t.flush(); err != nil {
				return err
			}
			if broken > 0 {
				return spar.Errorf(spar.Internal, "%s", fmt.Sprintf("%s to mend", plural(broken, "thing", "things")))
			}
			return nil
		},
	}
}
