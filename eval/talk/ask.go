package talk

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/sparsearch/spar/eval"
	"github.com/sparsearch/spar/eval/judge"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/measure"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A Report compares questions as people type them with the same questions said in full and spelt right.
type Report struct {
	Schema  string  `json:"schema"`
	Half    string  `json:"half"`
	Seed    uint64  `json:"seed"`
	Sum     string  `json:"questions_sha256"`
	Commit  string  `json:"commit"`
	Machine string  `json:"machine"`
	Pairs   []Pair  `json:"pairs"`
	Near    Mended  `json:"near"`
	Strange []Count `json:"strange"`
	Asked   []Asked `json:"asked"`
}

// A Pair compares questions as typed with the questions as meant. A file that answers may come first in two ways: the first bullet cites
// it, or it is the first hit of a search for the question as understood.
type Pair struct {
	Kind       string       `json:"kind"`
	Questions  int          `json:"questions"`
	First      int          `json:"first"`
	MeantFirst int          `json:"meant_first"`
	Difference float64      `json:"difference"` // of the shares, as typed less as meant
	In95       [2]float64   `json:"difference_95"`
	Found      int          `json:"found"`
	MeantFound int          `json:"meant_found"`
	FoundLess  float64      `json:"found_difference"`
	FoundIn95  [2]float64   `json:"found_difference_95"`
	typed      [2][]float64 // first, found
	meant      [2][]float64
}

// Mended counts questions with a name that is one letter off.
type Mended struct {
	Questions int        `json:"questions"`
	Shown     int        `json:"shown"`    // the answer says that SPAR searched for the right name
	Answered  int        `json:"answered"` // shown, and answered rightly
	In95      [2]float64 `json:"answered_95"`
}

// A Count counts answered questions that should be refused.
type Count struct {
	Kind      string     `json:"kind"`
	Questions int        `json:"questions"`
	Answered  int        `json:"answered"`
	In95      [2]float64 `json:"answered_95"`
}

// An Asked is one question with its outcome.
type Asked struct {
	ID        string            `json:"id"`
	Text      string            `json:"text"`
	Rewritten string            `json:"rewritten,omitempty"`
	Corrected []spar.Correction `json:"corrected,omitempty"`
	Refused   bool              `json:"refused"`
	Files     []string          `json:"files"`                // that the answer cites
	Before    []string          `json:"before,omitempty"`     // that the answer before it cites
	Answer    string            `json:"answer"`               // what it says
	Hit       string            `json:"hit"`                  // file of the first hit
	MeantFile string            `json:"meant_file,omitempty"` // that is cited first where what was meant is asked
	MeantAt   string            `json:"meant_hit,omitempty"`  // file of the first hit of what was meant
	First     bool              `json:"first"`
	Found     bool              `json:"found"`
	Meant     bool              `json:"meant_first"`
	MeantHit  bool              `json:"meant_found"`
}

// an asker asks one service about one folder.
type asker struct {
	s     *service.Service
	who   spar.Principal
	share string
	r     *Report
}

// apart is the distance, in follow-ups, to the one whose first question begins the thread of an unrelated question.
const apart = 7

// Ask makes a half in a temporary folder and asks its questions, without a language model. With own it asks the follow-ups in full instead,
// in threads about something else, so that nothing of the thread belongs to them.
func Ask(ctx context.Context, half string, seed uint64, own bool, o engine.Options, so service.Options) (_ *Report, err error) {
	set, err := Make(half, seed)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "spar-talk-")
	if err != nil {
		return nil, spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	a := &asker{share: dir + "/share"}
	if err := set.Company.Write(a.share); err != nil {
		return nil, err
	}
	o.Dir = dir + "/data"
	if a.s, err = service.Open(ctx, o, so); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.s.Close()) }()
	if a.who, err = a.s.Process(); err != nil {
		return nil, err
	}
	for _, err := range a.s.Prepare(ctx, a.who, api.Question{Question: "what is there?", Folder: a.share}) {
		if err != nil {
			return nil, err
		}
	}
	a.r = &Report{Schema: "spar.eval.talk/1", Half: half, Seed: seed, Sum: set.Sum(), Commit: eval.Commit(), Machine: eval.Machine(), Strange: []Count{}}
	if own {
		for i, f := range set.FollowUps {
			f.Kind, f.First, f.Between, f.Text = "of its own", set.FollowUps[(i+apart)%len(set.FollowUps)].First, nil, f.Self
			if err := a.followUp(ctx, f); err != nil {
				return nil, fmt.Errorf("question %s: %w", f.ID, err)
			}
		}
		a.r.count()
		return a.r, nil
	}
	for _, f := range set.FollowUps {
		if err := a.followUp(ctx, f); err != nil {
			return nil, fmt.Errorf("question %s: %w", f.ID, err)
		}
	}
	for _, m := range set.Misspelt {
		if err := a.pair(ctx, "misspelt", m.ID, api.Question{Question: m.Text}, m.Correct, m.In); err != nil {
			return nil, fmt.Errorf("question %s: %w", m.ID, err)
		}
	}
	for _, n := range set.Near {
		if err := a.near(ctx, n); err != nil {
			return nil, fmt.Errorf("question %s: %w", n.ID, err)
		}
	}
	for kind, list := range map[string][]Stranger{"nowhere": set.Nowhere, "elsewhere": set.Elsewhere} {
		if len(list) == 0 {
			continue
		}
		if err := a.strange(ctx, kind, list); err != nil {
			return nil, err
		}
	}
	slices.SortFunc(a.r.Strange, func(x, y Count) int { return strings.Compare(x.Kind, y.Kind) })
	a.r.count()
	return a.r, nil
}

func (a *asker) ask(ctx context.Context, q api.Question) (got api.Answer, err error) {
	q.Extract = true
	if q.Thread == "" || q.Thread == api.NewThread {
		q.Folder = a.share
	}
	for e, err := range a.s.Ask(ctx, a.who, q) {
		if err != nil {
			return got, err
		}
		if e.Answer != nil {
			got = *e.Answer
		}
	}
	return got, nil
}

// found returns the file of the first hit.
func (a *asker) found(ctx context.Context, text string) (string, error) {
	one := 1
	for e, err := range a.s.Search(ctx, a.who, api.Question{Question: text, Folder: a.share, Count: &one}) {
		if err != nil {
			return "", err
		}
		if e.Stage == api.StageFinal && len(e.Hits) > 0 {
			return e.Hits[0].Name, nil
		}
	}
	return "", nil
}

func (a *asker) followUp(ctx context.Context, f FollowUp) error {
	begun, err := a.ask(ctx, api.Question{Question: f.First, Thread: api.NewThread})
	if err != nil {
		return err
	}
	last := begun
	for _, between := range f.Between {
		if last, err = a.ask(ctx, api.Question{Question: between, Thread: begun.Thread}); err != nil {
			return err
		}
	}
	err = a.pair(ctx, "follow-up, "+f.Kind, f.ID, api.Question{Question: f.Text, Thread: begun.Thread}, f.Self, f.In)
	if err == nil {
		a.r.Asked[len(a.r.Asked)-1].Before = asked("", "", last).Files
	}
	return err
}

// pair asks a question as it was typed and as it was meant.
func (a *asker) pair(ctx context.Context, kind, id string, q api.Question, meant string, in []string) error {
	typed, err := a.ask(ctx, q)
	if err != nil {
		return err
	}
	full, err := a.ask(ctx, api.Question{Question: meant})
	if err != nil {
		return err
	}
	understood := q.Question
	if typed.Rewritten != "" {
		understood = typed.Rewritten
	}
	hit, err := a.found(ctx, understood)
	if err != nil {
		return err
	}
	meantHit, err := a.found(ctx, meant)
	if err != nil {
		return err
	}
	one := asked(id, q.Question, typed)
	one.First, one.Meant = slices.Contains(in, first(typed)), slices.Contains(in, first(full))
	one.Hit, one.MeantFile, one.MeantAt = hit, first(full), meantHit
	one.Found, one.MeantHit = slices.Contains(in, hit), slices.Contains(in, meantHit)
	a.r.Asked = append(a.r.Asked, one)
	for _, k := range []string{kind, strings.SplitN(kind, ",", 2)[0]} {
		p := a.r.of(k)
		for i, v := range []bool{one.First, one.Found} {
			p.typed[i] = append(p.typed[i], value(v))
		}
		for i, v := range []bool{one.Meant, one.MeantHit} {
			p.meant[i] = append(p.meant[i], value(v))
		}
		if !strings.Contains(kind, ",") {
			break
		}
	}
	return nil
}

func (a *asker) near(ctx context.Context, n Near) error {
	got, err := a.ask(ctx, api.Question{Question: n.Text})
	if err != nil {
		return err
	}
	one := asked(n.ID, n.Text, got)
	m := &a.r.Near
	m.Questions++
	// A name of several words is mended in one of them.
	shown := slices.ContainsFunc(got.Corrected, func(c spar.Correction) bool {
		return strings.Contains(strings.ToLower(n.Typed), strings.ToLower(c.From)) && strings.Contains(strings.ToLower(n.Meant), strings.ToLower(c.To))
	})
	text := got.Answer
	right := !got.Refused && !slices.ContainsFunc(n.Require, func(p string) bool { return !fits(p, text) })
	one.First, one.Found = right, shown
	a.r.Asked = append(a.r.Asked, one)
	if shown {
		m.Shown++
		if right {
			m.Answered++
		}
	}
	return nil
}

func (a *asker) strange(ctx context.Context, kind string, list []Stranger) error {
	c := Count{Kind: kind}
	for _, q := range list {
		got, err := a.ask(ctx, api.Question{Question: q.Text})
		if err != nil {
			return fmt.Errorf("question %s: %w", q.ID, err)
		}
		c.Questions++
		if !got.Refused {
			c.Answered++
		}
		a.r.Asked = append(a.r.Asked, asked(q.ID, q.Text, got))
	}
	a.r.Strange = append(a.r.Strange, c)
	return nil
}

func fits(pattern, text string) bool {
	e, err := regexp.Compile("(?is)" + strings.ReplaceAll(pattern, "@", ""))
	return err == nil && e.MatchString(text)
}

func asked(id, text string, a api.Answer) Asked {
	out := Asked{ID: id, Text: text, Rewritten: a.Rewritten, Corrected: a.Corrected, Refused: a.Refused, Files: []string{}, Answer: a.Answer}
	for _, c := range a.Citations {
		if !slices.Contains(out.Files, c.Name) {
			out.Files = append(out.Files, c.Name)
		}
	}
	return out
}

// first returns the file that the first bullet cites, "" of a refusal.
func first(a api.Answer) string {
	if a.Refused || len(a.Bullets) == 0 || len(a.Bullets[0].Citations) == 0 {
		return ""
	}
	for _, c := range a.Citations {
		if c.N == a.Bullets[0].Citations[0] {
			return c.Name
		}
	}
	return ""
}

func value(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// of returns the pair of a kind, and makes it if there is none.
func (r *Report) of(kind string) *Pair {
	i := slices.IndexFunc(r.Pairs, func(p Pair) bool { return p.Kind == kind })
	if i < 0 {
		i = len(r.Pairs)
		r.Pairs = append(r.Pairs, Pair{Kind: kind})
	}
	return &r.Pairs[i]
}

// count fills in the shares.
func (r *Report) count() {
	sum := func(list []float64) (n int) {
		for _, v := range list {
			n += int(v)
		}
		return n
	}
	for i := range r.Pairs {
		p := &r.Pairs[i]
		p.Questions = len(p.typed[0])
		p.First, p.MeantFirst, p.Found, p.MeantFound = sum(p.typed[0]), sum(p.meant[0]), sum(p.typed[1]), sum(p.meant[1])
		p.Difference = float64(p.First-p.MeantFirst) / float64(p.Questions)
		p.FoundLess = float64(p.Found-p.MeantFound) / float64(p.Questions)
		first, found := measure.Bootstrap(p.meant[0], p.typed[0], r.Seed), measure.Bootstrap(p.meant[1], p.typed[1], r.Seed)
		p.In95, p.FoundIn95 = [2]float64{first.Low, first.High}, [2]float64{found.Low, found.High}
	}
	r.Near.In95[0], r.Near.In95[1] = judge.Wilson(r.Near.Answered, r.Near.Questions)
	for i := range r.Strange {
		c := &r.Strange[i]
		c.In95[0], c.In95[1] = judge.Wilson(c.Answered, c.Questions)
	}
}

// WriteMarkdown prints the report as tables.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "Half %s, seed %d, questions %.12s, commit %s, %s\n\n", r.Half, r.Seed, r.Sum, r.Commit, r.Machine)
	t := tabwriter.NewWriter(w, 0, 4, 1, ' ', 0)
	fmt.Fprintln(t, "| questions\t| n\t| right file cited first\t| of what was meant\t| difference (95 %)\t| found first\t| of what was meant\t| difference (95 %)\t|")
	fmt.Fprintln(t, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	for _, p := range r.Pairs {
		n := float64(p.Questions)
		fmt.Fprintf(t, "| %s\t| %d\t| %.3f\t| %.3f\t| %+.3f (%+.3f to %+.3f)\t| %.3f\t| %.3f\t| %+.3f (%+.3f to %+.3f)\t|\n", p.Kind, p.Questions,
			float64(p.First)/n, float64(p.MeantFirst)/n, p.Difference, p.In95[0], p.In95[1], float64(p.Found)/n, float64(p.MeantFound)/n, p.FoundLess, p.FoundIn95[0], p.FoundIn95[1])
	}
	t.Flush()
	if r.Near.Questions == 0 {
		return nil
	}
	m := r.Near
	fmt.Fprintf(w, "\nNames one letter off: %d of %d mended and shown, %d of them answered right (%.3f, 95 %% %.3f to %.3f)\n", m.Shown, m.Questions, m.Answered, float64(m.Answered)/float64(max(1, m.Questions)), m.In95[0], m.In95[1])
	for _, c := range r.Strange {
		fmt.Fprintf(w, "Names that are %s: %d of %d answered (%.3f, 95 %% %.3f to %.3f)\n", c.Kind, c.Answered, c.Questions, float64(c.Answered)/float64(max(1, c.Questions)), c.In95[0], c.In95[1])
	}
	return nil
}
