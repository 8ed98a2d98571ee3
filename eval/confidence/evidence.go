package confidence

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
)

// An EvidenceCase is a question with the signs of the evidence in front; Shown says whether that has everything a right answer needs.
type EvidenceCase struct {
	Part    string    `json:"part"`
	Signs   []float64 `json:"signs"`
	Miss    bool      `json:"miss,omitempty"`    // the files do not answer it
	Refused bool      `json:"refused,omitempty"` // no statement was chosen
	Shown   bool      `json:"shown,omitempty"`
}

// unitsInFront is the number of units of evidence in front.
const unitsInFront = 3

// Evidence asks the questions about one half of the invented companies and returns the signs of the evidence in front.
func Evidence(ctx context.Context, half string, seed uint64, o engine.Options) (cases []EvidenceCase, err error) {
	c, err := company.Make(half, seed)
	if err != nil {
		return nil, err
	}
	err = company.Each(ctx, c, c.Questions, o, engine.Request{}, func(q company.Question, a spar.Answer, r engine.Result) error {
		var all strings.Builder
		for _, u := range a.Evidence[:min(len(a.Evidence), unitsInFront)] {
			all.WriteString(u.Path + "\n" + u.Text + "\n")
		}
		one := EvidenceCase{Part: half, Signs: answer.EvidenceSigns(q.Text, r.Hits, r.Stats, a.Evidence), Miss: q.Form == company.Refuse, Refused: len(a.Bullets) == 0}
		one.Shown = !one.Miss && q.Requires(all.String())
		cases = append(cases, one)
		return nil
	})
	return cases, err
}

// FitEvidence fits the chance that evidence answers. Least is the highest threshold that refuses at most the part denied of the answerable
// questions whose evidence in front answers.
func FitEvidence(cases []EvidenceCase, denied float64) answer.EvidenceModel {
	var samples []calibrate.Sample
	var parts []string
	answerable := 0
	for _, c := range cases {
		if !c.Miss {
			answerable++
		}
		if !slices.Contains(parts, c.Part) {
			parts = append(parts, c.Part)
		}
		samples = append(samples, calibrate.Sample{Signs: c.Signs, Right: c.Shown, Group: c.Part})
	}
	m := answer.EvidenceModel{There: calibrate.Fit(fmt.Sprintf("%d questions of companies %s", len(cases), strings.Join(parts, ", ")), answer.EvidenceSignNames, samples)}
	var chances []float64
	for _, c := range cases {
		if c.Refused && c.Shown {
			chances = append(chances, m.There.Chance(c.Signs))
		}
	}
	slices.Sort(chances)
	if at := int(denied * float64(answerable)); at < len(chances) {
		m.Least = math.Floor(1e3*chances[at]) / 1e3
	}
	return m
}

// An EvidenceReport counts refusals for the least chance in use, and for others.
type EvidenceReport struct {
	Schema  string          `json:"schema"`
	Commit  string          `json:"commit"`
	Machine string          `json:"machine"`
	Fitted  string          `json:"fitted"`
	Least   float64         `json:"least"`
	Curve   []EvidencePoint `json:"curve"`
}

// An EvidencePoint counts refusals if evidence with a chance below Least is refused.
type EvidencePoint struct {
	Least      float64 `json:"least"`
	Answerable int     `json:"answerable"`
	Denied     int     `json:"denied"` // answerable, and refused though the evidence in front answers
	Misses     int     `json:"near_misses"`
	Refused    int     `json:"near_misses_refused"`
}

// NewEvidenceReport measures each part of the cases by a model fitted to the others.
func NewEvidenceReport(cases []EvidenceCase, by answer.EvidenceModel, denied float64) EvidenceReport {
	r := EvidenceReport{Schema: "spar.eval.evidence/1", Commit: eval.Commit(), Machine: eval.Machine(), Fitted: by.There.About, Least: by.Least}
	chance := make([]float64, len(cases))
	fitted := map[string]answer.EvidenceModel{}
	for i, c := range cases {
		m, known := fitted[c.Part]
		if !known {
			m = FitEvidence(slices.DeleteFunc(slices.Clone(cases), func(o EvidenceCase) bool { return o.Part == c.Part }), denied)
			fitted[c.Part] = m
		}
		chance[i] = m.There.Chance(c.Signs)
	}
	for _, least := range []float64{0, .1, .2, .3, .4, .5, .6, .7, by.Least} {
		p := EvidencePoint{Least: least}
		for i, c := range cases {
			refused := c.Refused && chance[i] < least
			switch {
			case c.Miss:
				p.Misses++
				if refused {
					p.Refused++
				}
			default:
				p.Answerable++
				if refused && c.Shown {
					p.Denied++
				}
			}
		}
		r.Curve = append(r.Curve, p)
	}
	return r
}

// WriteMarkdown prints the report as a table.
func (r EvidenceReport) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "Commit %s, %s. Fitted to %s; each company below by the others. The least chance in use is %.3f.\n\n", r.Commit, r.Machine, r.Fitted, r.Least)
	fmt.Fprintln(w, "| least chance | answerable | denied | near misses | refused |\n|---|---|---|---|---|")
	for _, p := range r.Curve {
		fmt.Fprintf(w, "| %.3f | %d | %.1f %% | %d | %.0f %% |\n", p.Least, p.Answerable, 100*float64(p.Denied)/float64(max(1, p.Answerable)), p.Misses, 100*float64(p.Refused)/float64(max(1, p.Misses)))
	}
	return nil
}
