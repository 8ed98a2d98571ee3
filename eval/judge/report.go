package judge

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Report has the figures of programs on sets, side by side.
type Report struct {
	Schema   string     `json:"schema"`
	Machine  string     `json:"machine"`
	Programs []Program  `json:"programs"`
	Sets     []Measured `json:"sets"`            // the last is all of them, where there are several
	Speed    *Speed     `json:"speed,omitempty"` // of the model that wrote, where there is one
}

// A Program is one of the programs asked.
type Program struct {
	Name string `json:"name"`
	Sum  string `json:"sha256"`
}

// A Measured is one set. It has the figures of each program, in their order, and for each but the first the differences from the first.
type Measured struct {
	Set         string         `json:"set"`
	HeldBack    bool           `json:"held_back,omitempty"` // the report tells only totals
	Without     int            `json:"without,omitempty"`   // omitted questions, which no pattern judges
	Figures     []Figures      `json:"figures"`
	Differences [][]Difference `json:"differences,omitempty"`
	Verdicts    [][]Verdict    `json:"verdicts,omitempty"` // of each program, the questions in the same order
}

// Pooled is the name of all sets together.
const Pooled = "all"

// NewReport makes a report without sets.
func NewReport(machine string, programs []Program) *Report {
	return &Report{Schema: "spar.eval.judged/1", Machine: machine, Programs: programs, Sets: []Measured{}}
}

// Add adds a set with the verdicts of each program.
func (r *Report) Add(set string, heldBack bool, without int, verdicts [][]Verdict) {
	m := Measured{Set: set, HeldBack: heldBack, Without: without, Verdicts: verdicts}
	for i, list := range verdicts {
		m.Figures = append(m.Figures, Measure(list))
		if i > 0 {
			m.Differences = append(m.Differences, Compare(verdicts[0], list))
		}
	}
	r.Sets = append(r.Sets, m)
}

// End pools the sets, if there are several, and removes the details of sets that are held back.
func (r *Report) End() {
	if len(r.Sets) > 1 {
		verdicts := make([][]Verdict, len(r.Programs))
		without := 0
		for _, m := range r.Sets {
			without += m.Without
			for i, list := range m.Verdicts {
				verdicts[i] = append(verdicts[i], list...)
			}
		}
		r.Add(Pooled, false, without, verdicts)
		r.Sets[len(r.Sets)-1].Verdicts = nil
	}
	for i, m := range r.Sets {
		if m.HeldBack {
			r.Sets[i].Verdicts = nil
		}
	}
}

// WriteMarkdown prints the report as tables.
func (r *Report) WriteMarkdown(w io.Writer) error {
	var names []string
	for _, p := range r.Programs {
		names = append(names, fmt.Sprintf("%s (%.12s)", p.Name, p.Sum))
	}
	fmt.Fprintf(w, "Programs: %s. %s.\n", strings.Join(names, ", "), r.Machine)
	for _, m := range r.Sets {
		if m.Without > 0 {
			fmt.Fprintf(w, "Of %s, %d questions are left out, as no pattern judges their answers.\n", m.Set, m.Without)
		}
	}
	fmt.Fprintln(w, "\nShares are in percent, with their 95 % intervals.")
	rows := func(head string, row func(m Measured, i int) string) error {
		fmt.Fprintln(w)
		t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
		fmt.Fprintf(t, "| set\t| program\t%s\n|---\t|---\t%s\n", head, strings.Repeat("|---\t", strings.Count(head, "|")-1)+"|")
		for _, m := range r.Sets {
			for i := range m.Figures {
				fmt.Fprintf(t, "| %s\t| %s\t%s\n", m.Set, r.Programs[i].Name, row(m, i))
			}
		}
		return t.Flush()
	}
	err := rows("| n\t| said\t| led\t| shown\t| in the first five\t| refused\t| denied\t| sure and wrong\t| near misses\t| told as sure\t| refused\t|", func(m Measured, i int) string {
		f := m.Figures[i]
		return fmt.Sprintf("| %d\t| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t| %s\t| %d\t| %s\t| %s\t|",
			f.Answerable, f.Said, f.Led, f.Shown, f.Found, f.Refused, f.Denied, f.SureWrong, f.Misses, f.MissSure, f.MissRefused)
	})
	if err != nil {
		return err
	}
	err = rows("| words, median\t| words, 90 %\t| marked, median\t| answers\t| mean chance\t| right\t| calibration error\t| Brier score\t| of the best constant\t| right from .85\t| from .6\t| below\t|", func(m Measured, i int) string {
		f := m.Figures[i]
		marked := "-"
		if f.Marked != nil {
			marked = fmt.Sprintf("%.0f %%", 100**f.Marked)
		}
		text := fmt.Sprintf("| %d\t| %d\t| %s\t| %d\t| %.3f\t| %.3f ± %.3f\t| %.3f\t| %.3f\t| %.3f\t", f.Words, f.WordsMost, marked,
			f.Chance.Answers, f.Chance.Mean, f.Chance.Right, f.Chance.Half, f.Chance.Error, f.Chance.Brier, f.Chance.Constant)
		for _, b := range f.Bands {
			text += fmt.Sprintf("| %d of %d\t", b.Right, b.Of)
		}
		return text + "|"
	})
	if err != nil {
		return err
	}
	if s := r.Speed; s != nil {
		fmt.Fprintf(w, "\nThe model was asked %d of %d questions; median %.1f s to the first word and %.1f s to the end, %d tokens of prompt and %d of reply; "+
			"it reads %.1f tokens a second and writes %.1f.\n", s.Asked, s.Of, s.First, s.Took, s.Prompt, s.Said, s.ReadSpeed, s.Speed)
	}
	if len(r.Programs) < 2 {
		return nil
	}
	return r.writeDifferences(w)
}

// writeDifferences prints the differences of each program from the first.
func (r *Report) writeDifferences(w io.Writer) error {
	fmt.Fprintf(w, "\nDifferences from %s on the same questions, in points, with their 95 %% intervals; how many questions were gained and lost.\n\n", r.Programs[0].Name)
	t := tabwriter.NewWriter(w, 0, 0, 1, ' ', 0)
	fmt.Fprint(t, "| set\t| program\t")
	for _, f := range figures {
		fmt.Fprintf(t, "| %s\t", f.name)
	}
	fmt.Fprintf(t, "|\n|---\t|---\t%s|\n", strings.Repeat("|---\t", len(figures)))
	for _, m := range r.Sets {
		for i, list := range m.Differences {
			fmt.Fprintf(t, "| %s\t| %s\t", m.Set, r.Programs[i+1].Name)
			for _, d := range list {
				if d.Of == 0 {
					fmt.Fprint(t, "| -\t")
					continue
				}
				fmt.Fprintf(t, "| %+.1f (%+.1f to %+.1f), +%d -%d\t", 100*d.Mean, 100*d.In95[0], 100*d.In95[1], d.Gained, d.Lost)
			}
			fmt.Fprintln(t, "|")
		}
	}
	return t.Flush()
}

// String returns the share as the report prints it.
func (s Share) String() string {
	if s.Of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f (%.0f to %.0f)", 100*s.Part(), 100*s.In95[0], 100*s.In95[1])
}

// The kinds of failures, the first that applies.
const (
	FailDenied   = "denied: refused, though the files say it"
	FailUnsaid   = "not said, though shown"
	FailUnshown  = "not shown, though in the first five passages"
	FailNotFound = "not found"
	FailMiss     = "nothing answers it, and it is told as sure"
)

// Failures lists the kinds of failure in the order of the report.
var Failures = []string{FailDenied, FailUnsaid, FailUnshown, FailNotFound, FailMiss}

// Failure returns the kind of a question's failure, or "" for none.
func (v Verdict) Failure() string {
	switch {
	case v.Miss && v.Sure():
		return FailMiss
	case v.Miss || v.Said:
		return ""
	case v.Denied:
		return FailDenied
	case v.Shown:
		return FailUnsaid
	case v.Found:
		return FailUnshown
	}
	return FailNotFound
}

// An Example is a failure with what was asked and told.
type Example struct {
	Set      string
	Question Question
	Reply    Reply
	Verdict  Verdict
}

// WriteExamples prints the number of failures of each kind, and at most most examples of each, spread evenly.
func WriteExamples(w io.Writer, program string, list []Example, most int) error {
	fmt.Fprintf(w, "# Failures of %s\n\n", program)
	byKind := map[string][]Example{}
	for _, e := range list {
		byKind[e.Verdict.Failure()] = append(byKind[e.Verdict.Failure()], e)
	}
	for _, kind := range Failures {
		fmt.Fprintf(w, "- %s: %d\n", kind, len(byKind[kind]))
	}
	for _, kind := range Failures {
		some := byKind[kind]
		n := min(most, len(some))
		fmt.Fprintf(w, "\n## %s: %d of %d\n", kind, n, len(some))
		for i := range n {
			some[i*len(some)/n].write(w)
		}
	}
	return nil
}

func (e Example) write(w io.Writer) {
	a := e.Reply.Answer
	fmt.Fprintf(w, "\n### %s, %s %s (%s)\n\n", e.Question.Text, e.Set, e.Question.ID, e.Question.Kind)
	if len(e.Question.Before) > 0 {
		fmt.Fprintf(w, "After: %s\n\n", strings.Join(e.Question.Before, " / "))
	}
	fmt.Fprintf(w, "Right: %s (%s)\n\nLacks: `%s`. By %s, chance %.2f, refused %t, unsure %t.\n\n", e.Question.Answer, strings.Join(e.Question.Files, ", "),
		strings.Join(e.Verdict.Lacks, "`, `"), e.Verdict.By, a.Confidence, a.Refused, a.Unsure)
	quote := func(what, text string) {
		const most = 1200
		if runes := []rune(text); len(runes) > most {
			text = string(runes[:most]) + "…"
		}
		fmt.Fprintf(w, "%s\n\n> %s\n\n", what, strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> "))
	}
	quote("Answer", a.Text)
	f := a.front()
	for i, u := range f.units {
		text := u.all()
		if m := u.marked(); m != "" {
			text += "\nMARKED: " + m
		}
		quote(fmt.Sprintf("Unit %d, %s", i+1, u.Path), text)
	}
	if v := e.Verdict; v.Found && !v.Shown {
		required := compiled(e.Question.Required)
		i := slices.IndexFunc(e.Reply.Found.Hits, func(u Unit) bool { return len(lacking(required, together([]Unit{u}))) == 0 })
		if i >= 0 {
			quote(fmt.Sprintf("Found at place %d, %s", i+1, e.Reply.Found.Hits[i].Path), e.Reply.Found.Hits[i].all())
		}
	}
}
