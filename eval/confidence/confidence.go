// Package confidence measures the calibration of the chance that an answer states, counts the near misses that are refused,
// and fits the models behind both. Only spar-eval uses it.
package confidence

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/calibrate"
	"github.com/sparsearch/spar/internal/embed"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/spar"
)

// A Case is an asked question with the signs of its answer and the verdict.
type Case struct {
	Part    string    `json:"part"` // of the set
	ID      string    `json:"id"`
	Signs   []float64 `json:"signs"`
	Miss    bool      `json:"miss,omitempty"` // the files do not answer it
	Refused bool      `json:"refused,omitempty"`
	Right   bool      `json:"right,omitempty"` // answered, and rightly

	Read float64 `json:"read,omitempty"` // as in spar.Answer

	Stranger bool `json:"stranger,omitempty"` // the question is about another company than the files
}

// says is the part of the evidence that a right answer has. Much of the marked evidence is incidental: read by hand, most
// answers with a third of its words are right.
const says = 1 / 3.

// OfSet asks the questions of a set, boldly. A right answer first cites a file that answers the question. It also has a third of the
// evidence and one of the set's answers, if the set has these. The part of a question is the first folder of its scope.
func OfSet(ctx context.Context, set *measure.Set, choice measure.Choice, cache string) (cases []Case, err error) {
	err = measure.EachAnswer(ctx, set, choice, cache, true, func(q measure.Query, a measure.Answer) error {
		part := set.Name
		if q.Scope != nil {
			folder, _, _ := strings.Cut(q.Scope.Path, "/")
			part += "/" + folder
		}
		if choice.Name != "lazy" {
			part += ", " + choice.Name
		}
		right := !q.Refuse && !a.Refused && set.Judged(q.ID)[a.First] >= 1 && q.Says(a) >= says && (len(q.Answers) == 0 || measure.Contains(a.Text, q.Answers))
		cases = append(cases, Case{Part: part, ID: strings.TrimSuffix(q.ID, "-gone"), Signs: a.Signs, Miss: q.Refuse, Refused: a.Refused, Right: right})
		return nil
	})
	return cases, err
}

// One in strangers questions about another company is asked.
const strangers = 4

// OfCompany asks the questions about one half of the invented companies, boldly, and some about the others. company.Verdict judges.
func OfCompany(ctx context.Context, half string, others []string, seed uint64, o engine.Options) (cases []Case, err error) {
	c, err := company.Make(half, seed)
	if err != nil {
		return nil, err
	}
	own := len(c.Questions)
	for _, other := range others {
		if other == half {
			continue
		}
		list, err := company.Strangers(other, seed)
		if err != nil {
			return nil, err
		}
		for i := 0; i < len(list); i += strangers {
			list[i].ID = other + list[i].ID
			c.Questions = append(c.Questions, list[i])
		}
	}
	encoder, err := o.Encoder.Open(ctx, "")
	if err != nil {
		return nil, err
	}
	ask := engine.Request{Answer: answer.Options{Bold: true}}
	err = company.Each(ctx, c, c.Questions, o, ask, func(q company.Question, a spar.Answer, r engine.Result) error {
		right := !a.Refused && company.Verdict(q, a) == company.Right
		signs := answer.Signs(ctx, q.Text, r.Hits, r.Stats, a, answer.Options{Encoder: encoder})
		cases = append(cases, Case{Part: "company/" + half, ID: q.ID, Signs: signs, Miss: q.Form == company.Refuse, Refused: a.Refused, Right: right, Stranger: len(cases) >= own})
		return nil
	})
	return cases, err
}

// OfQuestions asks questions about a folder, boldly, with a model that reads what leads. A right answer has all that is required in its
// statements. The folder shall be none that the model was fitted to.
func OfQuestions(ctx context.Context, name, folder string, list []judge.Question, o engine.Options, reader embed.Scorer) (cases []Case, err error) {
	if o.Dir, err = os.MkdirTemp("", "spar-confidence-"); err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(o.Dir)) }()
	encoder, err := o.Encoder.Open(ctx, "")
	if err != nil {
		return nil, err
	}
	c := &company.Company{}
	for _, q := range list {
		c.Questions = append(c.Questions, company.Question{ID: q.ID, Text: q.Text, Require: q.Required, Forbid: q.Forbidden})
	}
	err = company.OpenFolder(ctx, folder, o, func(e *engine.Opened, who spar.Principal) error {
		for _, q := range c.Questions {
			a, r, err := e.Ask(ctx, engine.Request{Selection: engine.Selection{Who: who}, Question: q.Text, Rerank: reader, Answer: answer.Options{Bold: true}})
			if err != nil {
				return fmt.Errorf("question %s: %w", q.ID, err)
			}
			var said []string
			for _, b := range a.Bullets {
				said = append(said, b.Text)
			}
			first := ""
			if len(a.Citations) > 0 {
				first = a.Citations[0].Path
			}
			signs := answer.Signs(ctx, q.Text, r.Hits, r.Stats, a, answer.Options{Encoder: encoder})
			cases = append(cases, Case{Part: name, ID: q.ID, Signs: signs, Miss: len(q.Require) == 0, Refused: a.Refused,
				Right: !a.Refused && q.Says(strings.Join(said, "\n"), first), Read: a.Read})
		}
		return nil
	})
	return cases, err
}

// One in nearMisses near misses of a set counts for the chance of being right, because users ask less often for missing things
// than for things that are there.
const nearMisses = 7

// answered returns the cases to measure the chance of being right on.
func answered(cases []Case) []Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c Case) bool {
		return c.Refused || c.Stranger || c.Miss && !strings.HasPrefix(c.Part, "company/") && hash(c.ID)%nearMisses > 0
	})
}

// someStrangers returns one in five answers to questions about other companies. They shape the weights of signs, but not the stated chance,
// because people ask their own files.
func someStrangers(cases []Case) []Case {
	return slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return c.Refused || !c.Stranger || hash(c.ID+c.Part)%5 > 0 })
}

func hash(text string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text))
	return h.Sum32()
}

// The chance of being right uses rightSigns; the chance that the files have an answer uses thereSigns. They were chosen one by one, each
// company and firm predicted by the others: a few signs predict new shares better than all signs.
var (
	rightSigns = []string{"covered", "fits", "files", "sibling", "named", "open", "others_say", "file_says", "ahead", "told", "close"}
	thereSigns = []string{"covered", "near", "pairs", "kind", "files", "sibling", "named", "others_say", "ahead", "lead_words", "rivals"}
)

// only keeps the signs of some names and sets the others to 0: a constant sign gets no weight.
func only(signs []float64, names []string) []float64 {
	list := make([]float64, len(signs))
	for i, name := range answer.SignNames {
		if slices.Contains(names, name) {
			list[i] = signs[i]
		}
	}
	return list
}

// Fit fits the chances to cases. more is the part of the answerable questions that may be refused for the sake of signs.
func Fit(cases []Case, more float64) answer.Chances {
	var parts []string
	for _, c := range cases {
		if !slices.Contains(parts, c.Part) {
			parts = append(parts, c.Part)
		}
	}
	about := func(n int) string { return fmt.Sprintf("%d answers of %s", n, strings.Join(parts, "; ")) }
	var right, there []calibrate.Sample
	for _, c := range append(answered(cases), someStrangers(cases)...) {
		if !answer.ByMeaning(c.Signs) {
			continue // they are few, and all have the same signs
		}
		right = append(right, calibrate.Sample{Signs: only(c.Signs, rightSigns), Right: c.Right, Group: c.Part, Aside: c.Stranger})
	}
	cases = slices.DeleteFunc(slices.Clone(cases), func(c Case) bool { return c.Stranger })
	asked := 0
	for _, c := range cases {
		if !c.Miss && answer.ByMeaning(c.Signs) {
			asked++
		}
		if !c.Refused && answer.ByMeaning(c.Signs) {
			there = append(there, calibrate.Sample{Signs: only(c.Signs, thereSigns), Right: !c.Miss, Group: c.Part + c.ID})
		}
	}
	out := answer.Chances{Right: calibrate.Fit(about(len(right)), answer.SignNames, right), There: calibrate.Fit(about(len(there)), answer.SignNames, there)}
	// Least refuses the part more of the answerable questions, the most doubtful first.
	var sums []float64
	for _, s := range there {
		if s.Right {
			sums = append(sums, out.There.Sum(s.Signs))
		}
	}
	slices.SortFunc(sums, cmp.Compare[float64])
	out.Least = math.Floor(1e4*sums[min(len(sums)-1, int(more*float64(asked)))]) / 1e4
	return out
}

// FitRead fits the chance of answers that were read to cases of OfQuestions, beside the chances of their signs.
func FitRead(cases []Case, by answer.Chances) calibrate.Model {
	var list []calibrate.Sample
	parts := map[string]bool{}
	for _, c := range cases {
		if c.Read != 0 && !by.Doubts(c.Signs) {
			parts[c.Part] = true
			list = append(list, calibrate.Sample{Signs: []float64{by.Right.Sum(c.Signs), c.Read}, Right: c.Right, Group: c.Part + c.ID})
		}
	}
	return calibrate.Fit(fmt.Sprintf("%d answers of %s", len(list), strings.Join(slices.Sorted(maps.Keys(parts)), "; ")), answer.ReadNames, list)
}

// Doubtful reports whether the signs alone refuse a case.
func Doubtful(c Case, by answer.Chances) bool { return !c.Refused && by.Doubts(c.Signs) }

// A Report has, for each part of the cases and for all, the calibration of the chances and the number of refused questions.
type Report struct {
	Schema  string                  `json:"schema"`
	Commit  string                  `json:"commit"`
	Machine string                  `json:"machine"`
	Fitted  string                  `json:"fitted"` // to what
	Parts   []string                `json:"parts"`
	Of      []calibrate.Reliability `json:"of"`
	Refused []Refused               `json:"refused"`
	Curve   []Refused               `json:"curve,omitempty"` // of all cases, the boldest threshold first
}

// Refused counts refused questions, without the signs (before) and with them.
type Refused struct {
	Answerable    int `json:"answerable"`
	Falsely       int `json:"falsely_refused"` // answerable and refused
	FalselyBefore int `json:"falsely_refused_before"`
	RightLost     int `json:"right_lost"` // right answers that the signs refuse
	Misses        int `json:"near_misses"`
	Answered      int `json:"near_misses_answered"`
	Before        int `json:"near_misses_answered_before"`
}

func (r *Refused) add(c Case, doubtful bool) {
	count := func(n *int, yes bool) {
		if yes {
			*n++
		}
	}
	if c.Miss {
		r.Misses++
		count(&r.Before, !c.Refused)
		count(&r.Answered, !c.Refused && !doubtful)
		return
	}
	r.Answerable++
	count(&r.FalselyBefore, c.Refused)
	count(&r.Falsely, c.Refused || doubtful)
	count(&r.RightLost, c.Right && doubtful)
}

// NewReport measures cases by the models in by.
func NewReport(cases []Case, by answer.Chances) Report {
	r := Report{Schema: "spar.eval.confidence/1", Commit: eval.Commit(), Machine: eval.Machine(), Fitted: by.Right.About}
	const all = "all"
	parts := func(c Case) []string { return []string{c.Part, all} }
	stated, refused := map[string][]calibrate.Stated{}, map[string]*Refused{}
	for _, c := range cases {
		if c.Stranger {
			continue
		}
		for _, part := range parts(c) {
			if refused[part] == nil {
				refused[part] = &Refused{}
				if part != all {
					r.Parts = append(r.Parts, part)
				}
			}
			refused[part].add(c, Doubtful(c, by))
		}
	}
	for _, c := range answered(cases) {
		if !Doubtful(c, by) {
			for _, part := range parts(c) {
				stated[part] = append(stated[part], calibrate.Stated{Chance: by.Of(c.Signs, c.Read), Right: c.Right})
			}
		}
	}
	r.Parts = append(r.Parts, all)
	for _, part := range r.Parts {
		r.Of, r.Refused = append(r.Of, calibrate.Reliable(stated[part])), append(r.Refused, *refused[part])
	}
	r.Curve = curve(cases, by)
	return r
}

// curve counts refusals for a series of thresholds that refuse 0 to 100 more in a thousand answerable questions.
func curve(cases []Case, by answer.Chances) (list []Refused) {
	asked := 0
	var sums []float64
	by.Least = math.Inf(1)
	for _, c := range cases {
		if !c.Miss {
			asked++
			if Doubtful(c, by) {
				sums = append(sums, by.There.Sum(c.Signs))
			}
		}
	}
	if asked == len(cases) || len(sums) == 0 {
		return nil
	}
	slices.SortFunc(sums, cmp.Compare[float64])
	for _, more := range []int{0, 5, 10, 15, 20, 30, 50, 100} {
		by.Least = sums[min(len(sums)-1, more*asked/1000)]
		var r Refused
		for _, c := range cases {
			r.add(c, Doubtful(c, by))
		}
		list = append(list, r)
	}
	return list
}

// WriteMarkdown prints the report as tables.
func (r Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "Commit %s, %s. Fitted to %s.\n\n", r.Commit, r.Machine, r.Fitted)
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| set\t| answers\t| right\t| calibration error\t| Brier score\t| below the best constant\t| area\t|")
	fmt.Fprintln(t, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for i, of := range r.Of {
		fmt.Fprintf(t, "| %s\t| %d\t| %.0f %%\t| %.3f\t| %.3f\t| %.0f %%\t| %.2f\t|\n", r.Parts[i], of.Questions, 100*of.Right, of.Error, of.Brier, 100*of.Gain(), of.Area)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	t = tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| set\t| answerable\t| falsely refused\t| before\t| right ones lost\t| near misses\t| answered\t| before\t|")
	fmt.Fprintln(t, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	row := func(name string, f Refused) {
		fmt.Fprintf(t, "| %s\t| %d\t| %s\t| %s\t| %d\t| %d\t| %s\t| %s\t|\n", name, f.Answerable,
			part(f.Falsely, f.Answerable), part(f.FalselyBefore, f.Answerable), f.RightLost, f.Misses,
			part(f.Answered, f.Misses), part(f.Before, f.Misses))
	}
	for i, f := range r.Refused {
		row(r.Parts[i], f)
	}
	for _, f := range r.Curve {
		row("(curve)", f)
	}
	return t.Flush()
}

func part(n, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(of))
}

// WriteSVG draws the calibration of the chances.
func (r Report) WriteSVG(w io.Writer) error {
	return calibrate.WriteSVG(w, "How often an answer is right", r.Parts, r.Of)
}
