package main

import (
	"context"
	"fmt"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/spf13/cobra"
)

func (a *app) doctorCommand() *cobra.Command {
	var models bool
	cmd := &cobra.Command{
		Use: "doctor", Short: "Check the installation, the data directory and the shares", Args: cobra.NoArgs,
		Long:    "Doctor looks for what keeps SPAR from working well and says what to do about it. It exits with 1 when something is broken.",
		Example: "  spar doctor\n  spar doctor --models\n  spar doctor --json",
		RunE: func(cmd *cobra.Command, _ []string) error {
			e, who, err := a.asker(cmd)
			if err != nil {
				return err
			}
			broken := 0
			all := func(yield func(engine.Symptom) bool) {
				for f := range e.Examine(cmd.Context(), who) {
					if !yield(f) {
						return
					}
				}
				if _, err := a.people(e).People(); err != nil && !yield(engine.Symptom{Level: engine.Broken, What: "people", Detail: err.Error(), Advice: spar.Advice{Remedy: "until then nobody can be asked for with --as"}}) {
					return
				}
				yield(a.examineModel(cmd.Context(), models))
			}
			for f := range all {
				f.Detail, f.Remedy = redact.Text(f.Detail), redact.Text(f.Remedy)
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
				// A line at a time, for some take long.
				fmt.Fprintf(a.out, "%-6s  %-14s  %s\n", f.Level, printable(f.What), printable(f.Detail))
				if f.Remedy != "" || f.Do != nil {
					fmt.Fprintf(a.out, "%24s-> %s\n", "", printable(withOffers(f.Remedy, f.Do)))
				}
			}
			if broken > 0 {
				return spar.Errorf(spar.Internal, "%s", fmt.Sprintf("%s to mend", plural(broken, "thing", "things")))
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&models, "models", false, "ask the model server too, which is not contacted otherwise")
	return cmd
}

// examineModel looks at the model's settings, and at its server if it is to be asked.
func (a *app) examineModel(ctx context.Context, ask bool) engine.Symptom {
	s := engine.Symptom{Level: engine.Fine, What: "model"}
	m, err := a.config.Model()
	switch {
	case err != nil:
		s.Level, s.Detail, s.Remedy = engine.Broken, err.Error(), "`spar config` shows the settings and where they come from"
	case m == nil:
		s.Detail = "none is configured; answers are sentences of the files"
	case !ask:
		s.Detail = m.Model() + " at " + m.Address() + ", not asked; `spar doctor --models` does"
	default:
		if err := m.Check(ctx); err != nil {
			s.Level, s.Detail, s.Remedy = engine.Broken, err.Error(), "start the server or correct llm-url and llm-model; until then answers are sentences of the files"
		} else {
			s.Detail = m.Model() + " is served at " + m.Address()
		}
	}
	return s
}
