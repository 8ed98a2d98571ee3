package commands

import (
	"context"
	"math/rand/v2"

	"github.com/sparsearch/spar/internal/llm"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A Modelled compares the rules' reading of sentences with a model's proposals, as if somebody accepted all of these.
type Modelled struct {
	Name     string `json:"name"`
	N        int    `json:"n"`
	Rules    Score  `json:"rules"`
	Whole    Score  `json:"whole"` // a model with one false claim is not believed at all
	Each     Score  `json:"each"`  // each claim is taken or dropped by itself
	Proposed [2]int `json:"proposed"`
	Better   [2]int `json:"better"` // sentences whose files F1 rises, by whole and by each
	Worse    [2]int `json:"worse"`
	Failed   int    `json:"failed"` // replies that are no claims
}

// Modelling has a model read sentences of a half, drawn by seed. Unsure are those of which the rules leave words, a doubt or a question.
func Modelling(ctx context.Context, data, half string, model *llm.Client, draw int, seed uint64) ([]Modelled, error) {
	s, err := Make(data, half, Seed)
	if err != nil {
		return nil, err
	}
	now, shares, err := s.judged()
	if err != nil {
		return nil, err
	}
	rand.New(rand.NewPCG(seed, 0)).Shuffle(len(s.Cases), func(a, b int) { s.Cases[a], s.Cases[b] = s.Cases[b], s.Cases[a] })
	out := []Modelled{{Name: "all"}, {Name: "unsure"}}
	var rules, whole, each [2][]Judged
	for _, c := range s.Cases[:min(draw, len(s.Cases))] {
		share := shares[c.Share]
		plain, err := share.judge(c, question.Options{Now: now, Fiscal: 4})
		if err != nil {
			return nil, err
		}
		offers := share.names.Offers(c.Text)
		claims, asked := service.ReadSentence(ctx, model, c.Text, offers, now)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		readings := [2]question.Sentence{plain.Got, plain.Got}
		if asked == nil {
			if got, doubt := plain.Got.With(claims, share.names, offers, share.valid); doubt == "" {
				readings[0] = got
			}
			for i := range claims {
				if got, doubt := readings[1].With(claims[i:i+1], share.names, offers, share.valid); doubt == "" {
					readings[1] = got
				}
			}
		}
		unsure := plain.Doubted || len(plain.Got.Unclear) > 0 || len(plain.Got.Keywords) > 0
		for g := range out {
			if g == 1 && !unsure {
				continue
			}
			if asked != nil {
				out[g].Failed++
			}
			rules[g] = append(rules[g], plain)
			for k, got := range readings {
				judged, err := share.scored(Judged{Case: c, Got: got}, accepted(got))
				if err != nil {
					return nil, err
				}
				if k == 0 {
					whole[g] = append(whole[g], judged)
				} else {
					each[g] = append(each[g], judged)
				}
				switch {
				case len(got.Parts) == len(plain.Got.Parts):
					continue
				case judged.FileF1 > plain.FileF1:
					out[g].Better[k]++
				case judged.FileF1 < plain.FileF1:
					out[g].Worse[k]++
				}
				out[g].Proposed[k]++
			}
		}
	}
	for g := range out {
		out[g].N, out[g].Rules, out[g].Whole, out[g].Each = len(rules[g]), Means(rules[g]), Means(whole[g]), Means(each[g])
	}
	return out, nil
}

// accepted returns the scope of a sentence whose proposals by a model were accepted. What the rules doubt leaves out nothing still.
func accepted(got question.Sentence) spar.Scope {
	sc := got.Scope(false)
	for i, p := range got.Parts {
		sc.Constraints[i].Guess = sc.Constraints[i].Guess && p.How != question.ByModel
	}
	return sc
}

// valid reports what keeps a constraint from being one of the query language.
func (j *judgedShare) valid(c spar.Constraint) error {
	_, err := j.files(spar.Scope{Constraints: []spar.Constraint{c}})
	if err == nil {
		_, err = scope.Parse(scope.PrintConstraint(c))
	}
	return err
}
