package commands

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/measure"
)

// A Report says how well the program understood the sentences of a half.
type Report struct {
	Schema     string           `json:"schema"`
	Half       string           `json:"half"`
	Sentences  int              `json:"sentences"`
	All        Figures          `json:"all"`
	Phenomena  []Figures        `json:"phenomena"`
	Shares     []Figures        `json:"shares"`
	Median     float64          `json:"median_ms"` // median time to understand a sentence
	Most       float64          `json:"p95_ms"`
	Misread    []Misread        `json:"misread,omitempty"` // misread sentences; none for a half that is held back
	Confidence map[string]Range `json:"intervals"`         // 95 % intervals over all sentences
}

// heldBack lists the halves whose misread sentences nobody looks at.
var heldBack = []string{"b", "e", "h", "tongues-b"}

// A Range is an interval.
type Range struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Figures are means over some sentences.
type Figures struct {
	Name      string  `json:"name,omitempty"`
	N         int     `json:"n"`
	Structure float64 `json:"structure"`  // command and scope are right
	Slots     float64 `json:"slots_f1"`   // over constraints
	Files     float64 `json:"files_f1"`   // over the files selected
	Wall      float64 `json:"wrong_wall"` // a constraint excludes files that were meant
	Asked     float64 `json:"asked"`      // of sentences that leave something open: asked about exactly that
	Asks      int     `json:"asks"`
	Doubted   float64 `json:"doubted"` // a constraint excludes nothing because it is not sure
}

// A Misread is a sentence that the program misunderstood.
type Misread struct {
	Text string `json:"text"`
	Gold string `json:"gold"`
	Got  string `json:"got"`
	Wall bool   `json:"wall"` // Got excludes files that were meant
}

// Measure has the program understand the sentences of a half, and reports the figures.
func Measure(data, half string) (*Report, error) {
	s, err := Make(data, half, Seed)
	if err != nil {
		return nil, err
	}
	list, err := Judge(s)
	if err != nil {
		return nil, err
	}
	r := &Report{Schema: "spar.eval.commands/1", Half: half, Sentences: len(list), All: figures("", list), Confidence: map[string]Range{}}
	for _, by := range []struct {
		to *[]Figures
		of func(Judged) string
	}{{&r.Phenomena, func(j Judged) string { return j.Phenomenon }}, {&r.Shares, func(j Judged) string { return j.Share }}} {
		groups := map[string][]Judged{}
		for _, j := range list {
			groups[by.of(j)] = append(groups[by.of(j)], j)
		}
		for name, some := range groups {
			*by.to = append(*by.to, figures(name, some))
		}
		slices.SortFunc(*by.to, func(a, b Figures) int { return cmp.Or(b.N-a.N, cmp.Compare(a.Name, b.Name)) })
	}
	for name, of := range map[string]func(Judged) float64{
		"structure": func(j Judged) float64 { return oneIf(j.Structure) }, "files_f1": func(j Judged) float64 { return j.FileF1 },
		"wrong_wall": func(j Judged) float64 { return oneIf(j.Wall) }, "slots_f1": func(j Judged) float64 { return j.Slots },
	} {
		values := make([]float64, len(list))
		for i, j := range list {
			values[i] = of(j)
		}
		i := measure.Bootstrap(make([]float64, len(list)), values, Seed)
		r.Confidence[name] = Range{i.Low, i.High}
	}
	took := make([]time.Duration, len(list))
	for i, j := range list {
		took[i] = j.Took
		if !slices.Contains(heldBack, half) && (!j.Structure || j.FileF1 < 1) {
			r.Misread = append(r.Misread, Misread{j.Text, j.Scope, j.GotScope, j.Wall})
		}
	}
	slices.Sort(took)
	r.Median, r.Most = took[len(took)/2].Seconds()*1000, took[len(took)*95/100].Seconds()*1000
	return r, nil
}

func oneIf(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func figures(name string, list []Judged) Figures {
	m := Means(list)
	return Figures{Name: name, N: m.N, Structure: m.Structure, Slots: m.Slots, Files: m.FileF1, Wall: m.Wall, Asked: m.Ask, Asks: m.Asks, Doubted: m.Doubted}
}

// WriteMarkdown writes a table of the figures.
func (r *Report) WriteMarkdown(w io.Writer) error {
	fmt.Fprintf(w, "Half %s, %d sentences; understanding one takes %.2f ms (p95 %.2f)\n\n| | sentences | exact structure | slots F1 | files F1 | wrong wall | doubted | asked |\n|---|---|---|---|---|---|---|---|\n", r.Half, r.Sentences, r.Median, r.Most)
	line := func(name string, f Figures) {
		asked := ""
		if f.Asks > 0 {
			asked = fmt.Sprintf("%.2f of %d", f.Asked, f.Asks)
		}
		fmt.Fprintf(w, "| %s | %d | %.3f | %.3f | %.3f | %.3f | %.3f | %s |\n", name, f.N, f.Structure, f.Slots, f.Files, f.Wall, f.Doubted, asked)
	}
	line("all", r.All)
	c := r.Confidence
	fmt.Fprintf(w, "| 95 %% | | %.3f to %.3f | %.3f to %.3f | %.3f to %.3f | %.3f to %.3f | | |\n", c["structure"].Low, c["structure"].High, c["slots_f1"].Low, c["slots_f1"].High,
		c["files_f1"].Low, c["files_f1"].High, c["wrong_wall"].Low, c["wrong_wall"].High)
	for _, list := range [][]Figures{r.Shares, r.Phenomena} {
		for _, f := range list {
			line(f.Name, f)
		}
	}
	for _, m := range r.Misread {
		wall := ""
		if m.Wall {
			wall = ", a wrong wall"
		}
		fmt.Fprintf(w, "\n- %s\n  - meant `%s`\n  - got `%s`%s\n", m.Text, m.Gold, m.Got, wall)
	}
	return nil
}
