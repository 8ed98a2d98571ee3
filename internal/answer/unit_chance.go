package answer

import (
	_ "embed"
	"encoding/json"
	"math"
	"slices"
	"sync"

	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// EvidenceSignNames name the signs that tell whether evidence answers where no statement was composed of it, in the order of EvidenceSigns.
var EvidenceSignNames = []string{
	"covered", "covered_best", "near", "pairs", "kind", // how much of the question the first unit, and the best of those in front, cover
	"cosine", "ahead", "lead_words", "rivals", // shapes of the ranking
	"named", "unsaid", // names of the question, and their part that no unit in front says
}

// inFront is how many units stand in front.
const inFront = 3

// EvidenceSigns are numbers that tell whether the units in front answer a question.
func EvidenceSigns(text string, hits []spar.Hit, w Weights, units []spar.Unit) []float64 {
	s := map[string]float64{}
	q := question.Parse(text)
	hits = statements(hits)
	hits = hits[:min(len(hits), Passages)]
	units = units[:min(len(units), inFront)]
	for i, u := range units {
		asked := newAsked(sayingWords(q), u.Lang, w).related(sayingWords(q), q)
		asked.near = newNearWords(sayingWords(q), u.Lang, asked.weight)
		covered := asked.share(u.Text, u.Locator.Heading, nameText(u.Path))
		s["covered_best"] = max(s["covered_best"], covered)
		if !mustSay(q.Wants()) || wanted(q)(u.Text) {
			s["kind"] = 1
		}
		s["pairs"] = max(s["pairs"], pairs(q, w, u.Locator.Heading+"\n"+u.Text, u.Lang))
		s["near"] = max(s["near"], cosine(meant(sayingWords(q)), meant(u.Text)))
		if i == 0 {
			s["covered"] = covered
		}
	}
	s["cosine"] = nearestCosine(hits)
	if len(hits) > 0 {
		ranked(s, hits, hits[0])
	}
	if list := names(q); len(list) > 0 {
		s["named"] = 1
		var shown []spar.Hit
		for _, u := range units {
			shown = append(shown, spar.Hit{Path: u.Path, Passage: spar.Passage{Text: u.Text, Locator: u.Locator, Lang: u.Lang}})
		}
		s["unsaid"] = float64(len(unsaid(list, shown))) / float64(len(list))
	}
	out := make([]float64, len(EvidenceSignNames))
	for i, name := range EvidenceSignNames {
		out[i] = math.Round(1e4*s[name]) / 1e4
	}
	return slices.Clip(out)
}

// An EvidenceModel gives the chance that the units in front answer, and the least chance with which they are told as what may.
// `spar-eval evidence` fits and measures it.
type EvidenceModel struct {
	There calibrate.Model `json:"there"`
	Least float64         `json:"least"`
}

//go:embed evidence.json
var evidenceModel []byte

var evidenceChances = sync.OnceValues(func() (m EvidenceModel, err error) {
	if err = json.Unmarshal(evidenceModel, &m); err == nil {
		err = m.There.Check(EvidenceSignNames)
	}
	return m, err
})

// OfEvidence returns the model that judges evidence alone.
func OfEvidence() (EvidenceModel, error) { return evidenceChances() }

// ByEvidence lets the evidence speak where no statement was chosen of it and its chance is not too small. It is never told as sure.
func ByEvidence(text string, hits []spar.Hit, w Weights, a spar.Answer) spar.Answer {
	m, err := evidenceChances()
	if err != nil || !a.Refused || a.Model != "" || len(a.Evidence) == 0 {
		return a // a test sees to it that there is a model
	}
	chance := m.There.Chance(EvidenceSigns(text, hits, w, a.Evidence))
	if chance < m.Least {
		return a
	}
	a.Refused, a.Unsure, a.Nearest, a.Confidence = false, true, nil, math.Round(1000*min(chance, mostUnsure))/1000
	a.Text = a.Evidence[0].Text
	return a
}

// mostUnsure is the greatest chance of evidence without a chosen statement.
const mostUnsure = Sure - .01
