package service

import (
	"context"
	"io"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
)

// Models lists the models, which one is in use, and how many passages have vectors of each; the light encoder last.
func (s *Service) Models(ctx context.Context, who spar.Principal) (api.Models, error) {
	out := api.Models{Schema: api.ModelsSchema}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	all, err := models.List(s.engine.Dir())
	if err != nil {
		return out, err
	}
	used, err := s.engine.EncoderInUse()
	if err != nil {
		return out, err
	}
	for _, one := range all {
		m := api.Model{Name: one.Name, Kind: string(one.Kind), From: one.From, InUse: one.Name == used, Problem: one.Problem}
		if one.Kind == embed.Vectors && one.Problem == "" {
			n, err := s.engine.Vectors(ctx, one.Name)
			switch code := spar.CodeOf(err); {
			case code == spar.Invalid || code == spar.Unavailable || code == spar.NotFound:
				m.Problem = err.Error()
			case err != nil:
				return out, err
			default:
				m.Vectors = &n
			}
		}
		out.Models = append(out.Models, m)
	}
	light := api.Model{Name: models.Light, Kind: "light"}
	if l, err := s.engine.Light(); err != nil {
		light.Problem = err.Error()
	} else {
		light.From = "fitted to " + l.Fitted()
	}
	out.Models = append(out.Models, light)
	return out, nil
}

// AddModel copies the model of a folder of this machine into the data directory, under a name or that of the folder.
func (s *Service) AddModel(_ context.Context, who spar.Principal, folder, name string) (api.Model, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Model{}, err
	}
	m, err := models.Add(s.engine.Dir(), folder, name)
	return api.Model{Name: m.Name, Kind: string(m.Kind), From: m.From}, err
}

// PullModel fetches a model from the hub and adds it, under a name or the last part of that of the hub.
func (s *Service) PullModel(ctx context.Context, who spar.Principal, hubName, name, revision string, progress func(file string, done, total int64)) (api.ModelPulled, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.ModelPulled{}, err
	}
	hub := embed.Hub{URL: s.o.Hub, Revision: revision, Progress: progress}
	m, commit, err := models.Pull(ctx, hub, s.engine.Dir(), hubName, name)
	return api.ModelPulled{Schema: api.ModelPulledSchema, Name: m.Name, Kind: string(m.Kind), Commit: commit}, err
}

// UseModel makes another encoder the one that compares meaning, after every passage that has a vector got one of it, or now.
func (s *Service) UseModel(ctx context.Context, who spar.Principal, name string, now bool, progress func(done, total int)) (api.ModelUsed, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.ModelUsed{}, err
	}
	if err := models.Usable(s.engine.Dir(), name); err != nil {
		return api.ModelUsed{}, err
	}
	made, err := s.engine.UseEncoder(ctx, name, now, progress)
	if err != nil {
		return api.ModelUsed{}, err
	}
	return s.used(name, made)
}

// RevertModel goes back to the encoder that was in use before.
func (s *Service) RevertModel(ctx context.Context, who spar.Principal) (api.ModelUsed, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.ModelUsed{}, err
	}
	back, err := s.engine.RevertEncoder(ctx)
	if err != nil {
		return api.ModelUsed{}, err
	}
	return s.used(back, 0)
}

func (s *Service) used(name string, made int) (api.ModelUsed, error) {
	now, err := s.engine.EncoderInUse()
	if err != nil {
		return api.ModelUsed{}, err
	}
	behind, err := s.engine.Behind()
	return api.ModelUsed{Schema: api.ModelUsedSchema, Model: name, Embedded: made, Behind: behind, Overruled: now != name}, err
}

// FitLight fits the light encoder to the passages of a scope that have vectors, and keeps it if it agrees better with others.
func (s *Service) FitLight(ctx context.Context, who spar.Principal, text string, f api.Fitting, progress func(round, rounds int)) (api.LightFit, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.LightFit{}, err
	}
	_, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return api.LightFit{}, err
	}
	r, err := s.engine.RefitLight(ctx, engine.Refitting{Who: who, Scope: sc, Fitting: fittingOf(f, progress)})
	return api.LightFit{Schema: api.LightFitSchema, Samples: r.Samples, Held: r.Held, Before: &r.Before, After: r.After, Kept: r.Kept, Compared: r.Held}, err
}

func fittingOf(f api.Fitting, progress func(round, rounds int)) embed.Fitting {
	return embed.Fitting{Name: f.Title, Dim: f.Values, Epochs: f.Rounds, Seed: f.Seed, Progress: progress}
}

// What follows works on files and models of this machine for the one who runs SPAR, and on no data directory but for the models
// that were added there.

// FitTexts fits a light encoder to texts of files and folders alone, which the encoder in use embeds, and writes it to a
// file.
func FitTexts(ctx context.Context, dir string, encoder models.Encoder, paths []string, out string, f api.Fitting, embedding, fitting func(done, total int)) (api.LightFit, error) {
	e, err := encoder.Open(ctx, dir)
	if err != nil {
		return api.LightFit{}, err
	}
	samples, compared, agreement, err := models.FitTexts(ctx, e, fittingOf(f, fitting), paths, out, embedding)
	return api.LightFit{Schema: api.LightFitSchema, Samples: samples, After: agreement, Kept: true, File: out, Compared: compared}, err
}

// CheckModel looks whether a model computes what it should.
func CheckModel(ctx context.Context, dir, name string) (kind string, c models.Check, err error) {
	k, c, err := models.CheckModel(ctx, dir, name)
	return string(k), c, err
}

// ModelSpeeds measures how many tokens a second an encoder takes in, so long for each measurement.
func ModelSpeeds(ctx context.Context, dir, name string, each time.Duration) ([]models.Speed, error) {
	return models.Speeds(ctx, dir, name, each)
}

// EmbedLines turns the texts of lines {"id", "text"} into lines {"id", "vector"}.
func EmbedLines(ctx context.Context, dir, name, arithmetic string, threads int, in io.Reader, out io.Writer) (models.Count, error) {
	e, _, err := models.OpenNamed(dir, name, embed.Options{Threads: threads, Arithmetic: embed.Arithmetic(arithmetic)})
	if err != nil {
		return models.Count{}, err
	}
	return models.EmbedLines(ctx, e, in, out)
}
