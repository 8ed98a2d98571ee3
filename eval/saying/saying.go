package saying

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"text/tabwriter"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/company"
	"github.com/sparsearch/spar/internal/answer"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/sync/errgroup"
)

// A Question has the prepared statements of its answer, knows which of them answer it, and judges an answer.
type Question struct {
	part       string // questions of one part are held out together
	text       string
	weight     float64
	fact       bool // the question asks for one fact or for files
	prepared   *answer.Prepared
	candidates []candidate
	good       int // candidates that answer
	outcome    func(spar.Answer) outcome
}

type candidate struct {
	signs []float64
	good  bool
}

// An outcome is the judgement of an answer.
type outcome struct {
	right, wrong, refused float64
	recall, precision     float64 // of the evidence's words, if the set has evidence
}

func (o outcome) gain() float64 { return o.right - o.wrong + (o.recall+o.precision)/2 }

func (o *outcome) add(x outcome) {
	o.right, o.wrong, o.refused = o.right+x.right, o.wrong+x.wrong, o.refused+x.refused
	o.recall, o.precision = o.recall+x.recall, o.precision+x.precision
}

func newQuestion(ctx context.Context, part, text string, weight float64, hits []spar.Hit, w answer.Weights, o answer.Options, good func(answer.Candidate) bool) *Question {
	o.Bold, o.Passages = true, max(o.Passages, len(hits))
	p := answer.Prepare(ctx, text, hits, w, o)
	if p == nil {
		return nil
	}
	f := question.Parse(text).Form
	q := &Question{part: part, text: text, weight: weight, fact: f == question.Fact || f == question.Files, prepared: p}
	for _, c := range p.Candidates() {
		is := good(c)
		if is {
			q.good++
		}
		q.candidates = append(q.candidates, candidate{c.Signs, is})
	}
	return q
}

// OfCompany calls add with the questions about one half of the invented companies, then last, while the engine is still open.
func OfCompany(ctx context.Context, half string, length answer.Length, o engine.Options, add func(*Question), last func() error) error {
	c, err := company.Make(half, company.Seed)
	if err != nil {
		return err
	}
	encoder, err := o.Encoder.Open(ctx, "")
	if err != nil {
		return err
	}
	return company.Open(ctx, c, o, func(e *engine.Opened, who spar.Principal) error {
		text := func(ctx context.Context, id spar.SegmentID) (answer.Text, error) { return e.Text.Segment(ctx, id) }
		list := make([]*Question, len(c.Questions))
		err := each(len(list), func(i int) error {
			q := c.Questions[i]
			_, r, err := e.Ask(ctx, engine.Request{Selection: engine.Selection{Who: who}, Question: q.Text, Answer: answer.Options{Bold: true}})
			if err != nil {
				return fmt.Errorf("question %s: %w", q.ID, err)
			}
			asked := newQuestion(ctx, "company/"+half, q.Text, 1, r.Hits, r.Stats, answer.Options{Text: text, Encoder: encoder, Length: length}, func(c answer.Candidate) bool {
				return q.Form != company.Refuse && q.Says(c.Text, c.Path)
			})
			if asked == nil {
				return nil
			}
			list[i] = asked
			asked.outcome = func(a spar.Answer) (o outcome) {
				switch company.Verdict(q, a) {
				case company.Right:
					o.right = 1
				case company.Wrong:
					o.wrong = 1
				case company.Refused:
					o.refused = 1
				}
				return o
			}
			return nil
		})
		if err != nil {
			return err
		}
		for _, q := range list {
			if q != nil {
				add(q)
			}
		}
		return last()
	})
}

// each calls f for 0 to n-1 on all processors.
func each(n int, f func(i int) error) error {
	var next atomic.Int64
	var group errgroup.Group
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return nil
				}
				if err := f(i); err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// A statement counts as answering if the evidence has at least the part evident of its words. ofSet is the weight of a question of a set
// beside one about a company, because marked evidence is less sure.
const (
	evident = .8
	ofSet   = .5
)

// OfSet calls add with the questions of a set that have evidence; they form two parts.
func OfSet(ctx context.Context, set *measure.Set, length answer.Length, choice measure.Choice, cache string, add func(*Question), last func() error) error {
	return measure.EachFound(ctx, set, choice, cache, func(q measure.Query, hits []spar.Hit, w answer.Weights, o answer.Options) error {
		o.Length = length
		half := sha256.Sum256([]byte(q.Text))
		asked := newQuestion(ctx, fmt.Sprintf("%s/%d", set.Name, half[0]&1), q.Text, ofSet, hits, w, o, func(c answer.Candidate) bool {
			_, precision := q.Overlap([]string{c.Text})
			return precision >= evident
		})
		if asked == nil || len(q.Evidence) == 0 {
			return nil
		}
		asked.outcome = func(a spar.Answer) (o outcome) {
			if a.Refused {
				o.refused = 1
				return o
			}
			o.recall, o.precision = q.Overlap(bullets(a))
			return o
		}
		add(asked)
		return nil
	}, last)
}

// thresholds are chosen besides the weights.
type thresholds struct {
	Spread  float64 `json:"spread"` // multiplies the sum of weights; 1 keeps chances calibrated
	Shift   float64 `json:"shift"`  // added to the sum, so that many statements are nearly sure and none drops out for a little less chance
	Fact    float64 `json:"least_fact"`
	One     float64 `json:"least_one"`
	SaysToo float64 `json:"says_too"`
}

func (t thresholds) of(s *answer.Saying) *answer.Saying {
	out := *s
	out.Weights = slices.Clone(s.Weights)
	for i := range out.Weights {
		out.Weights[i] *= t.Spread
	}
	out.Bias = out.Bias*t.Spread + t.Shift
	out.LeastFact, out.LeastOne, out.SaysToo = t.Fact, t.One, t.SaysToo
	return &out
}

// The values to try of each threshold.
var (
	spreads  = []float64{1, 1.5, 2}
	shifts   = []float64{0, 1.5}
	leasts   = []float64{.2, .35, .5}
	saysToos = []float64{.4}
)

// tried yields the thresholds to try, the same for all forms of questions.
func tried(yield func(thresholds) bool) {
	for _, spread := range spreads {
		for _, shift := range shifts {
			for _, too := range saysToos {
				for _, least := range leasts {
					if !yield(thresholds{Spread: spread, Shift: shift, Fact: least, One: least, SaysToo: too}) {
						return
					}
				}
			}
		}
	}
}

// A Change is a question whose answer got better or worse.
type Change struct {
	Part     string   `json:"part"`
	Question string   `json:"question"`
	Gain     float64  `json:"gain"`
	Before   []string `json:"before"`
	After    []string `json:"after"`
}

func bullets(a spar.Answer) (list []string) {
	for _, b := range a.Bullets {
		list = append(list, b.Text)
	}
	return list
}

// A Row has the results of one part of the questions.
type Row struct {
	Part       string     `json:"part"`
	Questions  int        `json:"questions"`
	Answerable int        `json:"answerable"` // questions that some statement answers
	Before     Outcome    `json:"before"`     // with the shipped weights
	After      Outcome    `json:"after"`      // with a fit to the other parts
	Chosen     thresholds `json:"chosen"`     // chosen on the other parts
}

// An Outcome sums up the answers of one Saying to the questions of a part.
type Outcome struct {
	First     int     `json:"first"` // questions that the likeliest statement answers
	Three     int     `json:"three"` // questions that one of the likeliest three answers
	Right     float64 `json:"right"`
	Wrong     float64 `json:"wrong"`
	Refused   float64 `json:"refused"`
	Recall    float64 `json:"recall,omitempty"`
	Precision float64 `json:"precision,omitempty"`
}

// A Report has the results of each part by a fit to the others.
type Report struct {
	Schema  string         `json:"schema"`
	Commit  string         `json:"commit"`
	Machine string         `json:"machine"`
	Rows    []Row          `json:"rows"`
	Curve   []Point        `json:"curve"`
	Fitted  *answer.Saying `json:"fitted"` // to all parts
	Changes []Change       `json:"changes"`
}

// A Point is the sum over all parts, each by weights of the others, with the same thresholds for all.
type Point struct {
	thresholds
	Outcome
	Gain float64 `json:"gain"`
}

// ranks counts the questions whose likeliest statement answers, and those with an answer among the likeliest three.
func ranks(list []*Question, s *answer.Saying) (first, three int) {
	for _, q := range list {
		if q.good == 0 {
			continue
		}
		order := make([]int, len(q.candidates))
		sums := make([]float64, len(q.candidates))
		for i, c := range q.candidates {
			order[i], sums[i] = i, s.Chance(c.signs)
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sums[b], sums[a]) })
		at := slices.IndexFunc(order, func(i int) bool { return q.candidates[i].good })
		if at == 0 {
			first++
		}
		if at < 3 {
			three++
		}
	}
	return first, three
}

// kept has the outcome of a question for each thresholds tried. Both leasts in a key have the value for the question's form.
type kept map[thresholds]outcome

// Signs has the signs of a question's statements, and the numbers of the statements that answer.
type Signs struct {
	Part  string      `json:"part"`
	Signs [][]float64 `json:"signs"`
	Good  []int       `json:"good"`
}

// SignsOf returns the signs of all questions, for inspection.
func SignsOf(list []*Question) (all []Signs) {
	for _, q := range list {
		s := Signs{Part: q.part}
		for i, c := range q.candidates {
			if s.Signs = append(s.Signs, c.signs); c.good {
				s.Good = append(s.Good, i)
			}
		}
		all = append(all, s)
	}
	return all
}

// Measure measures each part by a fit to the others. At last it fits to all parts, with the best thresholds.
func Measure(ctx context.Context, list []*Question, use func(string) bool, log io.Writer) (*Report, error) {
	shipped, err := answer.Said()
	if err != nil {
		return nil, err
	}
	r := &Report{Schema: "spar.eval.saying/1", Commit: eval.Commit(), Machine: eval.Machine()}
	var parts []string
	for _, q := range list {
		if !slices.Contains(parts, q.part) {
			parts = append(parts, q.part)
		}
	}
	all := map[*Question]kept{}
	for _, q := range list {
		all[q] = kept{}
	}
	fits := make([]*answer.Saying, len(parts))
	_ = each(len(parts), func(i int) error {
		fits[i] = fit(slices.DeleteFunc(slices.Clone(list), func(q *Question) bool { return q.part == parts[i] }), use, thresholds{Spread: 1})
		return nil
	})
	for i, part := range parts {
		held := slices.DeleteFunc(slices.Clone(list), func(q *Question) bool { return q.part != part })
		row := Row{Part: part, Questions: len(held)}
		row.Before.First, row.Before.Three = ranks(held, shipped)
		row.After.First, row.After.Three = ranks(held, fits[i])
		earlier := make([]outcome, len(held))
		_ = each(len(held), func(k int) error {
			q := held[k]
			earlier[k] = q.outcome(q.prepared.Answer(ctx, shipped))
			for t := range tried {
				all[q][t] = q.outcome(q.prepared.Answer(ctx, t.of(fits[i])))
			}
			return nil
		})
		var before outcome
		for k, q := range held {
			if q.good > 0 {
				row.Answerable++
			}
			before.add(earlier[k])
		}
		row.Before.take(before)
		r.Rows = append(r.Rows, row)
		fmt.Fprintf(log, "%s: %d first of %d, before %d; %v\n", part, row.After.First, row.Answerable, row.Before.First, fits[i].Weights)
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		row.Chosen = best(list, all, func(q *Question) bool { return q.part != row.Part })
		for _, q := range list {
			if q.part != row.Part {
				continue
			}
			t := row.Chosen
			if !q.fact {
				t.Fact = t.One
			}
			t.One = t.Fact
			before, after := q.prepared.Answer(ctx, shipped), q.prepared.Answer(ctx, t.of(fits[i]))
			if g := q.outcome(after).gain() - q.outcome(before).gain(); g < -.2 || g > .2 {
				r.Changes = append(r.Changes, Change{row.Part, q.text, g, bullets(before), bullets(after)})
			}
		}
		row.After.take(sum(list, all, row.Chosen, func(q *Question) bool { return q.part == row.Part }))
	}
	for t := range tried {
		p := Point{thresholds: t}
		of := sum(list, all, t, func(*Question) bool { return true })
		p.take(of)
		p.Gain = of.gain()
		r.Curve = append(r.Curve, p)
	}
	r.Fitted = fit(list, use, best(list, all, func(*Question) bool { return true }))
	r.Fitted.About = fmt.Sprintf("%d questions of %s", len(list), strings.Join(parts, "; "))
	round(r.Fitted)
	return r, nil
}

func (o *Outcome) take(x outcome) {
	o.Right, o.Wrong, o.Refused, o.Recall, o.Precision = x.right, x.wrong, x.refused, x.recall, x.precision
}

// sum adds up the outcomes of the questions that of selects, for thresholds t.
func sum(list []*Question, all map[*Question]kept, t thresholds, of func(*Question) bool) (total outcome) {
	for _, q := range list {
		if of(q) {
			by := t
			if by.Fact = t.One; q.fact {
				by.Fact, by.One = t.Fact, t.Fact
			}
			total.add(all[q][by])
		}
	}
	return total
}

// best returns the thresholds with the highest gain over the questions that of selects.
func best(list []*Question, all map[*Question]kept, of func(*Question) bool) (best thresholds) {
	most := -1e9
	for t := range tried {
		for _, one := range leasts {
			t.One = one
			if g := sum(list, all, t, of).gain(); g > most+1e-9 {
				best, most = t, g
			}
		}
	}
	return best
}

// WriteMarkdown prints the results of each part and the curve of thresholds.
func (r *Report) WriteMarkdown(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| part\t| questions\t| with a statement that answers\t| first, before\t| first\t| three, before\t| three\t| right, before\t| right\t| wrong, before\t| wrong\t| refused, before\t| refused\t| recall, precision, before\t| recall, precision\t| thresholds\t|")
	for _, x := range r.Rows {
		n := float64(x.Questions)
		b, a := x.Before, x.After
		fmt.Fprintf(t, "| %s\t| %d\t| %d\t| %d\t| %d\t| %d\t| %d\t| %.0f\t| %.0f\t| %.0f\t| %.0f\t| %.0f\t| %.0f\t| %.3f, %.3f\t| %.3f, %.3f\t| %v\t|\n", x.Part, x.Questions, x.Answerable, b.First, a.First, b.Three, a.Three, b.Right, a.Right,
			b.Wrong, a.Wrong, b.Refused, a.Refused, b.Recall/n, b.Precision/n, a.Recall/n, a.Precision/n, x.Chosen)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(w)
	t = tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| spread\t| shift\t| least\t| says too\t| right\t| wrong\t| refused\t| recall\t| precision\t| gain\t|")
	for _, p := range r.Curve {
		fmt.Fprintf(t, "| %.1f\t| %.1f\t| %.2f\t| %.2f\t| %.0f\t| %.0f\t| %.0f\t| %.1f\t| %.1f\t| %.1f\t|\n", p.Spread, p.Shift, p.Fact, p.SaysToo, p.Right, p.Wrong, p.Refused, p.Recall, p.Precision, p.Gain)
	}
	return t.Flush()
}
