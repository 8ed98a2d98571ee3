package service

import (
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
)

// Examine checks the installation, the data directory and the shares, as far as the asker may know of them. With models it also contacts
// the model server. Some checks take long: it yields each result when it is done.
func (s *Service) Examine(ctx context.Context, who spar.Principal, models bool) iter.Seq2[api.Symptom, error] {
	return events(ctx, func(ctx context.Context, out *stream[api.Symptom]) error {
		if err := must(who, spar.CanRead); err != nil {
			return err
		}
		tell := func(f engine.Symptom) {
			f.Remedy = redact.Text(f.Remedy)
			out.send(api.Symptom{Schema: api.SymptomSchema, Level: string(f.Level), What: f.What, Detail: redact.Text(f.Detail), Advice: f.Advice})
		}
		for f := range s.engine.Examine(ctx, who) {
			if tell(f); ctx.Err() != nil {
				return ctx.Err()
			}
		}
		if _, err := s.People(ctx); err != nil && who.May(spar.CanAdminister) {
			tell(engine.Symptom{Level: engine.Broken, What: "people", Detail: err.Error(), Advice: spar.Advice{Remedy: "until then nobody can be served"}})
		}
		if faults := s.options().Faults; faults != nil && who.May(spar.CanAdminister) {
			for _, fault := range faults() {
				tell(engine.Symptom{Level: engine.Lacks, What: "settings", Detail: fault.Error()})
			}
		}
		model := s.examineModel(ctx, models)
		if !who.May(spar.CanOperate) {
			model = model.Bare()
		}
		tell(model)
		if models && who.May(spar.CanOperate) {
			for _, f := range llm.Find(ctx) {
				tell(engine.Symptom{Level: engine.Fine, What: "model server", Detail: fmt.Sprintf(
					"%s answers at %s and has %s: set llm-url and llm-model to use it", f.Name, f.URL, strings.Join(f.Models, ", "))})
			}
		}
		return nil
	})
}

// examineModel checks the settings of the model, and its server if ask is set.
func (s *Service) examineModel(ctx context.Context, ask bool) engine.Symptom {
	m, err := s.model()
	out := engine.Symptom{Level: engine.Fine, What: "model"}
	switch {
	case err != nil:
		out.Level, out.Detail, out.Do = engine.Broken, err.Error(), []spar.Remedy{{Do: spar.ListSettings}}
	case m == nil:
		out.Detail = "none is configured; answers are sentences of the files"
	case !ask:
		out.Detail, out.Do = m.Model()+" at "+m.Address()+", not asked", []spar.Remedy{{Do: spar.AskModel}}
	default:
		if err := m.Check(ctx); err != nil {
			out.Level, out.Detail = engine.Broken, err.Error()
			out.Remedy = "start the server, or correct llm, or llm-url and llm-model; until then answers are sentences of the files"
		} else {
			out.Detail = m.Model() + " is served at " + m.Address()
		}
	}
	return out
}
