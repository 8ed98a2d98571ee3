package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog/invented"
)

// A SentencesBench is what it costs to understand sentences that name files of a large catalog: to parse them, to count what each reading
// gives, and to explain the scope.
type SentencesBench struct {
	Schema string         `json:"schema"`
	Files  int            `json:"files"`
	Tags   int            `json:"tags"`
	First  float64        `json:"first_ms"` // processor time of the first sentence of a process, which collects the names that sentences may use
	All    Times          `json:"all"`
	Kinds  []SentenceKind `json:"kinds"`
}

// A SentenceKind is a part of the sentences, by what they name.
type SentenceKind struct {
	Kind    string `json:"kind"`
	Example string `json:"example"`
	Times
}

// MeasureSentences makes a catalog in a data directory of its own, which is removed, and has random sentences over it understood.
func MeasureSentences(ctx context.Context, o ScopesOptions) (b *SentencesBench, err error) {
	err = overInvented(ctx, o.Sample, func(dir string) error {
		b, err = measureSentences(ctx, dir, o)
		return err
	})
	return b, err
}

func measureSentences(ctx context.Context, dir string, o ScopesOptions) (b *SentencesBench, err error) {
	meter, end, err := openMeter(ctx, dir, o.Sample.Seed)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	m := sayingMeter{meter}
	b = &SentencesBench{Schema: "spar.bench.sentences/1", Files: o.Sample.Files, Tags: o.Sample.Tags}
	began := cpuTime()
	if err := m.say("get all files called budget"); err != nil {
		return nil, err
	}
	b.First = milliseconds(cpuTime() - began)
	var all []float64
	for _, kind := range m.kinds() {
		k := SentenceKind{Kind: kind.name, Example: kind.make()}
		var list []float64
		for range cmp.Or(o.Rounds, 40) {
			text := kind.make()
			began := cpuTime()
			if err := m.say(text); err != nil {
				return nil, fmt.Errorf("%s: %w", text, err)
			}
			list = append(list, milliseconds(cpuTime()-began))
		}
		all = append(all, list...)
		k.Times = timesOf(list)
		b.Kinds = append(b.Kinds, k)
	}
	b.All = timesOf(all)
	return b, nil
}

type sayingMeter struct{ scopesMeter }

// say has a sentence understood, and explains the scope that it gives.
func (m *sayingMeter) say(text string) error {
	got, err := m.s.ParseSentence(m.ctx, m.who, api.Saying{Sentence: text, Now: "2025-06-18"})
	if err != nil || got.Scope == "" {
		return err
	}
	return m.explain(got.Scope)
}

type sayingKind struct {
	name string
	make func() string
}

// kinds returns the ways people name files of such a catalog.
func (m *sayingMeter) kinds() []sayingKind {
	pick := func(list ...string) string { return list[m.rand.IntN(len(list))] }
	year := func() int { return invented.FirstYear + m.rand.IntN(invented.LastYear-invented.FirstYear) }
	department := func() string {
		return pick("Accounting", "Engineering", "Facilities", "Finance", "Legal", "Marketing", "Research", "Sales")
	}
	word := func() string {
		return pick("budget", "findings", "Survey", "review", "incident", "lessons learned", "offer", "Risk register", "policy", "meeting", "forecast", "handbook")
	}
	slip := func(w string) string { // one letter is left out
		at := 1 + m.rand.IntN(len(w)-1)
		return w[:at] + w[at+1:]
	}
	return []sayingKind{
		{"several things", m.sentences},
		{"a date", func() string {
			return pick("spreadsheets", "PDFs", "e-mails") + " of " + department() + pick(" from ", " since ", " before ", " changed in ") + pick("May ", "Q2 ", "the summer of ", "") + fmt.Sprint(year())
		}},
		{"words in names of files", func() string { return "all files with " + word() + " in the name from " + department() }},
		{"the whole name of a file", func() string {
			return pick("the file called ", "find ", "documents named like ") + word() + fmt.Sprintf(" %06d", m.rand.IntN(1_000_000))
		}},
		{"words that are nowhere", func() string {
			return "everything of " + pick("Holloway", "Brandt Kessler", "Zephyrine Ltd", "Quarkwood") + " " + pick("on heating pumps", "and Winterbottom", "in Upper Slaughter")
		}},
		{"slips of the pen", func() string {
			return slip("spreadsheets") + " of " + slip(department()) + " from " + slip("September") + fmt.Sprintf(" %d, not the ", year()) + slip("presentations")
		}},
		{"folders", func() string {
			return "everything in " + pick("Contracts", "Drafts", "Invoices", "Minutes", "Specifications") + pick("", fmt.Sprintf(", and Project %05d", m.rand.IntN(50_000)), " but not in Legal")
		}},
		{"tags", func() string {
			return "tagged " + strings.Trim(m.tag(), `"`) + " or " + strings.Trim(m.tag(), `"`) + ", without PDFs"
		}},
	}
}

// WriteText prints the measurement for a person.
func (b *SentencesBench) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%d files, %d tags; ms of processor time to parse, count and explain a sentence, median and 95 %%\n", b.Files, b.Tags)
	line := func(what string, t Times, example string) {
		_, fault := fmt.Fprintf(w, "  %-26s %8.1f %8.1f  of %d%s\n", what, t.P50, t.P95, t.N, example)
		err = errors.Join(err, fault)
	}
	for _, k := range b.Kinds {
		line(k.Kind, k.Times, "   "+k.Example)
	}
	line("all", b.All, "")
	_, fault := fmt.Fprintf(w, "  the first of a process, which collects the names that sentences may use: %.0f\n", b.First)
	return errors.Join(err, fault)
}
