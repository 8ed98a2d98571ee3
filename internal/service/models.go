package service

import (
	"context"
	"io"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/spar"
)

// Models lists the models, says which are in use, and counts the passages that have vectors of each; the light encoder comes last.
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
	writer, err := s.model()
	if err != nil {
		writer = nil // doctor says why
	}
	for _, one := range all {
		if one.Kind == models.Writes {
			used := writer != nil && writer.Model() == one.Name
			out.Models = append(out.Models, api.Model{Name: one.Name, Kind: LanguageModel, From: one.From, InUse: used, Problem: one.Problem})
			continue
		}
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

// LanguageModel is the kind of a model that writes answers.
const LanguageModel = string(models.Writes)

// AddModel copies a model from a folder or file of this machine into the data directory. Without a name it takes the name of the folder.
func (s *Service) AddModel(_ context.Context, who spar.Principal, folder, name string) (api.Model, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Model{}, err
	}
	m, err := models.Add(s.engine.Dir(), folder, name)
	return api.Model{Name: m.Name, Kind: string(m.Kind), From: m.From}, err
}

// PullModel fetches a model from the hub and adds it. Without a name it takes the last part of its name on the hub.
func (s *Service) PullModel(ctx context.Context, who spar.Principal, hubName, name, revision string, progress func(file string, done, total int64)) (api.ModelPulled, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.ModelPulled{}, err
	}
	hub := embed.Hub{URL: s.options().Hub, Revision: revision, Progress: progress}
	m, commit, err := models.Pull(ctx, hub, s.engine.Dir(), hubName, name)
	return api.ModelPulled{Schema: api.ModelPulledSchema, Name: m.Name, Kind: string(m.Kind), Commit: commit}, err
}

// UseModel makes another encoder the one that compares meaning: once every passage with a vector has one of the new encoder, or at once
// with now.
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

// RevertModel returns to the encoder that was in use before.
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

// A LightFitting says what to fit the light encoder to, and has functions that report progress.
type LightFitting struct {
	api.Fitting
	Scope string   // fit to the passages of these files that have vectors
	Texts []string // or fit to these files and folders of texts, which the encoder in use embeds
	Out   string   // file for a table that is fitted to texts

	Embedding func(done, total int)
	Round     func(n, of int)
}

// FitLight fits the light encoder. Fitted to passages, it is kept if it agrees better with held-out passages. Fitted to texts, its table
// is written to a file.
func (s *Service) FitLight(ctx context.Context, who spar.Principal, f LightFitting) (api.LightFit, error) {
	out := api.LightFit{Schema: api.LightFitSchema, File: f.Out}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	fitting := embed.Fitting{Name: f.Title, Dim: f.Values, Epochs: f.Rounds, Seed: f.Seed, Progress: f.Round}
	switch {
	case len(f.Texts) > 0 && f.Out == "":
		return out, spar.Errorf(spar.Invalid, "say which file a table that is fitted to texts is written to")
	case len(f.Texts) == 0 && f.Out != "":
		return out, spar.Errorf(spar.Invalid, "only a table that is fitted to texts is written to a file; name a folder of texts, or no file")
	case len(f.Texts) > 0:
		m, err := s.engine.Meaning(ctx)
		if err != nil {
			return out, err
		}
		out.Kept = true
		out.Samples, out.Compared, out.After, err = models.FitTexts(ctx, m.Encoder, fitting, f.Texts, f.Out, f.Embedding)
		return out, err
	}
	_, sc, err := s.scoped(ctx, who, f.Scope)
	if err != nil {
		return out, err
	}
	r, err := s.engine.RefitLight(ctx, engine.Refitting{Who: who, Scope: sc, Fitting: fitting})
	out.Samples, out.Held, out.Compared, out.Before, out.After, out.Kept = r.Samples, r.Held, r.Held, &r.Before, r.After, r.Kept
	return out, err
}

// A CoverageFitting has the questions to fit the chance with which unread files hold something better.
type CoverageFitting struct {
	Questions []string
	Scope     string
	Asked     func(done, of int)
}

// FitCoverage fits the chance that an unread file holds something better. It uses the questions, and the read files of the scope that
// everybody may read. The result is kept if it is more reliable than the one that SPAR ships.
func (s *Service) FitCoverage(ctx context.Context, who spar.Principal, f CoverageFitting) (api.CoverageFit, error) {
	out := api.CoverageFit{Schema: api.CoverageFitSchema}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	_, sc, err := s.scoped(ctx, who, f.Scope)
	if err != nil {
		return out, err
	}
	r, err := s.engine.FitBetter(ctx, engine.BetterFitting{Questions: f.Questions, Scope: sc, Progress: f.Asked})
	if err != nil {
		return out, err
	}
	before, after := r.Refit.Before, r.Refit.After
	out.Questions, out.Files, out.Observations, out.Kept, out.Way = r.Questions, r.Files, r.Observations, r.Kept, r.Refit.Way
	out.CameAbout, out.Constant = before.Right, before.Constant
	out.Before, out.After = api.StatedChance{Error: before.Error, Brier: before.Brier}, api.StatedChance{Error: after.Error, Brier: after.Brier}
	return out, nil
}

// The functions below work on files and models of this machine for the person who runs SPAR. In a data directory they use only its
// models.

// CheckModel checks that a model computes correct results.
func CheckModel(ctx context.Context, dir, name string) (kind string, c models.Check, err error) {
	k, c, err := models.CheckModel(ctx, dir, name)
	return string(k), c, err
}

// ModelSpeeds measures how many tokens a second an encoder processes; each is the duration of one measurement.
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
