package measure

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Report is what Run measured; its JSON is the documented shape of `spar admin eval --json`.
type Report struct {
	Set         string         `json:"set"`
	Systems     []SystemReport `json:"systems"`
	Differences []Difference   `json:"differences,omitempty"` // only after Compare
}

// A SystemReport has the figures of one system. Metrics are means over the judged questions; Groups, Refusals and
// Answers are there only when the set has what they need.
type SystemReport struct {
	Name                string        `json:"name"`
	Metrics             Metrics       `json:"metrics"`
	Latency             Latency       `json:"latency_ms"`
	EmbeddedPerQuestion float64       `json:"embedded_per_question"`
	BuildSeconds        float64       `json:"build_seconds"`
	PeakRSSBytes        int64         `json:"peak_rss_bytes"`  // of this process and its largest child; 0: not known
	Scope               *ScopeFigures `json:"scope,omitempty"` // of systems that take questions to speak of files
	Groups              []Group       `json:"groups,omitempty"`
	Refusals            *Refusals     `json:"refusals,omitempty"`
	Answers             *Answers      `json:"answers,omitempty"`
	Evidence            *Evidence     `json:"evidence,omitempty"`

	questions []judgedQuestion // in the set's order
}

// judgedQuestion is a question that has judgements, with its figures.
type judgedQuestion struct {
	id, group string
	metrics   Metrics
}

// Latency has the percentiles of the time of one search in milliseconds, when a question is asked for the first time
// and when it is asked again.
type Latency struct {
	ColdP50 float64 `json:"cold_p50"`
	ColdP95 float64 `json:"cold_p95"`
	WarmP50 float64 `json:"warm_p50"`
	WarmP95 float64 `json:"warm_p95"`
}

// A Group has the figures of the questions of one source in a mixture.
type Group struct {
	Set       string  `json:"set"`
	Questions int     `json:"questions"`
	Metrics   Metrics `json:"metrics"`
}

// Refusals counts questions that the documents do not answer, and how many of them were refused; and questions that
// they do answer, and how many of them were refused all the same.
type Refusals struct {
	Unanswerable   int `json:"unanswerable"`
	Refused        int `json:"refused"`
	Answerable     int `json:"answerable"`
	FalselyRefused int `json:"falsely_refused"`
}

// Answers counts questions with known answers, and how many of the answers given contain one of them.
type Answers struct {
	Questions int `json:"questions"`
	Right     int `json:"right"`
}

// A Difference is system B minus system A on the questions both were judged on, a confidence interval a metric.
type Difference struct {
	A       string              `json:"a"`
	B       string              `json:"b"`
	Metrics map[string]Interval `json:"metrics"`
}

// add records one ranking; a question without judgements counts in no retrieval metric.
func (r *SystemReport) add(q Query, ranked []Ranked, judged map[string]float64) {
	if len(judged) == 0 {
		return
	}
	docs := make([]string, len(ranked))
	for i, d := range ranked {
		docs[i] = d.Doc
	}
	r.questions = append(r.questions, judgedQuestion{q.ID, q.Group, Measure(docs, judged)})
}

// finish computes the means of the added figures.
func (r *SystemReport) finish() {
	var all []Metrics
	groups := map[string][]Metrics{}
	for _, q := range r.questions {
		all = append(all, q.metrics)
		if q.group != "" {
			groups[q.group] = append(groups[q.group], q.metrics)
		}
	}
	r.Metrics = Mean(all)
	for name, metrics := range groups {
		r.Groups = append(r.Groups, Group{Set: name, Questions: len(metrics), Metrics: Mean(metrics)})
	}
	slices.SortFunc(r.Groups, func(a, b Group) int { return strings.Compare(a.Set, b.Set) })
}

// Compare adds the difference of every later system to the first one.
func (r *Report) Compare(seed uint64) {
	r.Differences = nil
	for i := 1; i < len(r.Systems); i++ {
		a, b := r.Systems[0], r.Systems[i]
		d := Difference{A: a.Name, B: b.Name, Metrics: map[string]Interval{}}
		for m, name := range MetricNames {
			d.Metrics[name] = Bootstrap(a.figures(m), b.figures(m), seed)
		}
		r.Differences = append(r.Differences, d)
	}
}

func (r *SystemReport) figures(metric int) []float64 {
	out := make([]float64, len(r.questions))
	for i, q := range r.questions {
		out[i] = q.metrics.Values()[metric]
	}
	return out
}

// WriteJSON writes the report as indented JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	if err := e.Encode(r); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

// WriteTable writes the report for people: a line a system, and below it one a group.
func (r *Report) WriteTable(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "%s\t%s\tcold p50\tp95 ms\twarm p50\tp95 ms\tembedded\tbuild s\tpeak MB\t\n", r.Set, strings.Join(MetricNames[:], "\t"))
	for _, s := range r.Systems {
		fmt.Fprintf(t, "%s\t%s\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%d\t\n", s.Name, cells(s.Metrics),
			s.Latency.ColdP50, s.Latency.ColdP95, s.Latency.WarmP50, s.Latency.WarmP95, s.EmbeddedPerQuestion, s.BuildSeconds, s.PeakRSSBytes>>20)
		for _, g := range s.Groups {
			fmt.Fprintf(t, "%s (%d)\t%s\t\t\t\t\t\t\t\t\n", g.Set, g.Questions, cells(g.Metrics))
		}
	}
	if err := t.Flush(); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	var b strings.Builder
	for _, s := range r.Systems {
		if f := s.Scope; f != nil {
			fmt.Fprintf(&b, "%s: %.3f of the questions say something of files; a file that answers is in scope for %.3f, of %.1f files\n", s.Name, f.Taken, f.In, f.Size)
		}
		if f := s.Refusals; f != nil {
			fmt.Fprintf(&b, "%s: refused %d of %d unanswerable questions, and %d of %d answerable ones\n", s.Name, f.Refused, f.Unanswerable, f.FalselyRefused, f.Answerable)
		}
		if a := s.Answers; a != nil {
			fmt.Fprintf(&b, "%s: %d of %d answers contain an accepted text\n", s.Name, a.Right, a.Questions)
		}
		if e := s.Evidence; e != nil {
			fmt.Fprintf(&b, "%s: %s\n", s.Name, e.line())
		}
	}
	for _, d := range r.Differences {
		fmt.Fprintf(&b, "%s minus %s (95 %% interval):", d.B, d.A)
		for _, name := range MetricNames {
			i := d.Metrics[name]
			fmt.Fprintf(&b, "  %s %+.3f [%+.3f, %+.3f]", name, i.Mean, i.Low, i.High)
		}
		b.WriteByte('\n')
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("eval: %w", err)
	}
	return nil
}

func cells(m Metrics) string {
	var out []string
	for _, v := range m.Values() {
		out = append(out, fmt.Sprintf("%.3f", v))
	}
	return strings.Join(out, "\t")
}
