package service

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
)

// Bounds for the trial of a language model.
const (
	trialTime  = 3 * time.Minute
	trialPrint = 400 // shown bytes of its reply
	trialSays  = "Answer in one short sentence."
	trialAsks  = "What is a lighthouse for?"
)

// FoundModels looks for servers of language models at the usual addresses of this machine, and lists the added language models.
func (s *Service) FoundModels(ctx context.Context, who spar.Principal) (api.FoundModels, error) {
	out := api.FoundModels{Schema: api.FoundModelsSchema, Added: []string{}, Servers: []api.ModelServer{}}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	out.Added = append(out.Added, models.Writers(s.engine.Dir())...)
	for _, f := range llm.Find(ctx) {
		out.Servers = append(out.Servers, api.ModelServer{Name: f.Name, URL: f.URL, Models: f.Models})
	}
	return out, ctx.Err()
}

// UseWriter makes a language model write answers from now on: an added one, or one of a server found on this machine; none if neither is
// named. It returns all settings afterwards.
func (s *Service) UseWriter(ctx context.Context, who spar.Principal, c api.WriterChoice) (api.Config, error) {
	if err := sure(who, sendsOut); err != nil {
		return api.Config{}, err
	}
	do := s.choose.Load()
	if do == nil {
		return api.Config{}, spar.Errorf(spar.Unavailable, "a language model is chosen through a server that runs").Try(spar.Remedy{Do: spar.ChangeSetting, Name: "llm"})
	}
	changes := map[string]*string{"llm": nil, "llm-url": nil, "llm-model": nil}
	switch {
	case c.Server != "":
		found := llm.Find(ctx)
		i := slices.IndexFunc(found, func(f llm.Found) bool { return f.URL == c.Server && slices.Contains(f.Models, c.Name) })
		if i < 0 {
			return api.Config{}, spar.Errorf(spar.NotFound, "no server of this machine has the model %q at that address now", Shortened(c.Name, longLabel))
		}
		changes["llm-url"], changes["llm-model"] = &found[i].URL, &c.Name
	case c.Name != "":
		if !slices.Contains(models.Writers(s.engine.Dir()), c.Name) {
			return api.Config{}, spar.Errorf(spar.NotFound, "no language model %q was added", Shortened(c.Name, longLabel)).Try(spar.Remedy{Do: spar.AddModel})
		}
		changes = map[string]*string{"llm": &c.Name} // a configured server stays, as the second choice
	}
	if err := (*do)(changes); err != nil {
		return api.Config{}, err
	}
	return s.Configuration(ctx, who)
}

// OnChoose sets the function that changes several settings together; see [Service.OnChange].
func (s *Service) OnChoose(do func(changes map[string]*string) error) { s.choose.Store(&do) }

// TryWriter lets a language model say something short, and measures its delay and its speed; without a name it tries the usual one.
func (s *Service) TryWriter(ctx context.Context, who spar.Principal, name string) (api.ModelTrial, error) {
	out := api.ModelTrial{Schema: api.ModelTrialSchema}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	m, err := s.writer(name)
	if err == nil && m == nil {
		err = spar.Errorf(spar.NotFound, "no language model is set to write answers").Try(spar.Remedy{Do: spar.ListModels})
	}
	if err != nil {
		return out, err
	}
	return tried(ctx, m)
}

// tried lets a model say something short.
func tried(ctx context.Context, m *llm.Client) (api.ModelTrial, error) {
	out := api.ModelTrial{Schema: api.ModelTrialSchema, Model: m.Model()}
	ctx, stop := context.WithTimeout(ctx, trialTime)
	defer stop()
	began := time.Now()
	var first time.Time
	var text strings.Builder
	pieces := 0
	for piece, err := range m.Reply(ctx, trialSays, trialAsks) {
		if err != nil {
			return out, spar.Errorf(spar.Unavailable, "the model %s does not answer: %s", out.Model, redact.Text(err.Error()))
		}
		if pieces++; pieces == 1 {
			first = time.Now()
		}
		if text.Len() < trialPrint {
			text.WriteString(piece)
		}
	}
	if pieces == 0 {
		return out, spar.Errorf(spar.Unavailable, "the model %s said nothing", out.Model)
	}
	out.Text, out.First, out.Seconds = llm.Plain(strings.TrimSpace(text.String())), first.Sub(began).Seconds(), time.Since(began).Seconds()
	if rest := time.Since(first).Seconds(); pieces > 1 && rest > 0 {
		out.Rate = float64(pieces-1) / rest
	}
	return out, nil
}
