package eval

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	"github.com/sparsearch/spar/internal/catalog/invented"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// A ScopesBench is what it costs to explain and to diagnose scopes of a large catalog.
type ScopesBench struct {
	Schema  string  `json:"schema"`
	Files   int     `json:"files"`
	Tags    int     `json:"tags"`
	Explain Times   `json:"explain"`  // in a process that has the index already
	Empty   Times   `json:"diagnose"` // scopes that select nothing
	Full    Times   `json:"narrow"`   // scopes of many files, which are diagnosed for what would narrow them
	Fresh   Times   `json:"fresh"`    // a whole process, from its start to the first line of an explanation
	And     Times   `json:"and"`      // two groups of 500 tags that must both hold, and three attributes
	Or      Times   `json:"or"`       // the same, but one group is enough
	Say     Times   `json:"sentence"` // sentences that name files, parsed, counted and explained as a scope
	OrToAnd float64 `json:"or_to_and"`
}

// Times are in milliseconds: processor time, and for Fresh wall time.
type Times struct {
	N   int     `json:"n"`
	P50 float64 `json:"p50_ms"`
	P95 float64 `json:"p95_ms"`
}

func timesOf(list []float64) Times {
	slices.Sort(list)
	return Times{N: len(list), P50: list[len(list)/2], P95: list[min(len(list)-1, len(list)*95/100)]}
}

// ScopesOptions of a measurement.
type ScopesOptions struct {
	Sample invented.Options
	Rounds int                              // scopes of each kind; 0: 40
	Fresh  func(dir, scope string) []string // the command line that explains a scope in a fresh process
}

// MeasureScopes makes a catalog in a temporary data directory, and explains and diagnoses random scopes of it.
func MeasureScopes(ctx context.Context, o ScopesOptions) (b *ScopesBench, err error) {
	err = overInvented(ctx, o.Sample, func(dir string) error {
		b, err = measureScopes(ctx, dir, o)
		return err
	})
	return b, err
}

// overInvented makes a catalog in a data directory of its own, does something with it, and removes it.
func overInvented(ctx context.Context, sample invented.Options, do func(dir string) error) (err error) {
	if sample.Tags < 2*invented.Groups || sample.Files < 1 || sample.PerFile < 1 {
		return spar.Errorf(spar.Invalid, "a catalog to be measured has at least one file, one assignment a file and %d tags", 2*invented.Groups)
	}
	dir, err := os.MkdirTemp("", "spar-bench-")
	if err != nil {
		return spar.Errorf(spar.Unavailable, "no temporary folder: %w; set TMPDIR to one that can be written", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	sample.Root = filepath.Join(dir, "share")
	if err := os.Mkdir(sample.Root, 0o700); err != nil {
		return err
	}
	if err := fillCatalog(ctx, dir, sample); err != nil {
		return err
	}
	return do(dir)
}

// openMeter opens a data directory to be asked by the user of the process. close ends that.
func openMeter(ctx context.Context, dir string, seed uint64) (m scopesMeter, close func() error, err error) {
	e, err := engine.Open(ctx, engine.Options{Dir: dir})
	if err != nil {
		return m, nil, err
	}
	s := service.New(e, service.Options{})
	who, err := s.Process()
	if err == nil {
		m = scopesMeter{ctx, s, who, rand.New(rand.NewPCG(seed, 3)), nil}
		m.tags, err = s.Tags(ctx, who)
	}
	if err != nil {
		return m, nil, errors.Join(err, e.Close())
	}
	return m, e.Close, nil
}

func measureScopes(ctx context.Context, dir string, o ScopesOptions) (b *ScopesBench, err error) {
	o.Rounds = cmp.Or(o.Rounds, 40)
	m, end, err := openMeter(ctx, dir, o.Sample.Seed)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	b = &ScopesBench{Schema: "spar.bench.scopes/1", Files: o.Sample.Files, Tags: o.Sample.Tags}
	for _, part := range []struct {
		to   *Times
		make func() string
		do   func(text string) error
	}{
		{&b.Explain, m.some, m.explain}, {&b.Empty, m.empty, m.diagnose}, {&b.Full, m.many, m.diagnose},
		{&b.And, func() string { return m.groups(" ") }, m.count}, {&b.Or, func() string { return m.groups(" or ") }, m.count}, {&b.Say, m.sentences, m.say},
	} {
		if *part.to, err = m.times(o.Rounds, part.make, part.do); err != nil {
			return nil, err
		}
	}
	b.OrToAnd = b.Or.P50 / b.And.P50
	var fresh []float64
	for range max(3, o.Rounds/8) {
		took, err := m.firstLine(o.Fresh(dir, m.some()))
		if err != nil {
			return nil, err
		}
		fresh = append(fresh, took)
	}
	b.Fresh = timesOf(fresh)
	return b, nil
}

// fillCatalog makes the tables of a catalog, and its index.
func fillCatalog(ctx context.Context, dir string, sample invented.Options) (err error) {
	d, err := db.Open(ctx, dir, catalog.Schema)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	if err := invented.Fill(ctx, d, sample); err != nil {
		return err
	}
	if err := d.Checkpoint(ctx); err != nil {
		return err
	}
	return catalogIndex(d, dir).Rebuild(ctx)
}

type scopesMeter struct {
	ctx  context.Context
	s    *service.Service
	who  spar.Principal
	rand *rand.Rand
	tags []service.TagLine
}

func (m *scopesMeter) explain(text string) error {
	_, err := m.s.ExplainScope(m.ctx, m.who, text)
	return err
}

func (m *scopesMeter) count(text string) error {
	_, err := m.s.Count(m.ctx, m.who, api.Listing{Scope: text})
	return err
}

func (m *scopesMeter) diagnose(text string) error {
	_, err := m.s.DiagnoseScope(m.ctx, m.who, text)
	return err
}

func (m *scopesMeter) say(text string) error {
	got, err := m.s.ParseSentence(m.ctx, m.who, api.Saying{Sentence: text, Now: "2025-06-18"})
	if err != nil {
		return err
	}
	return m.explain(got.Scope)
}

// sentences name files as people do.
func (m *scopesMeter) sentences() string {
	year := invented.FirstYear + m.rand.IntN(invented.LastYear-invented.FirstYear)
	parts := []string{
		fmt.Sprintf("tagged %s", strings.Trim(m.tag(), `"`)), fmt.Sprintf("from %d", year), "not the drafts", fmt.Sprintf("by Author %d", m.rand.IntN(2000)), "about the budget of the year",
		"larger than 100 kB", "but skip the spreadsheets",
	}
	m.rand.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return "get all PDFs " + strings.Join(parts[:2+m.rand.IntN(4)], ", ")
}

// times does something once before it does it for the record, so that what a process does once is not counted.
func (m *scopesMeter) times(rounds int, text func() string, do func(string) error) (Times, error) {
	if err := do(text()); err != nil {
		return Times{}, err
	}
	var list []float64
	for range rounds {
		scope := text()
		began := cpuTime()
		if err := do(scope); err != nil {
			return Times{}, fmt.Errorf("%s: %w", scope, err)
		}
		list = append(list, milliseconds(cpuTime()-began))
	}
	return timesOf(list), nil
}

func (m *scopesMeter) tag() string { return fmt.Sprintf("%q", m.tags[m.rand.IntN(len(m.tags))].Name) }

// some are scopes as people write them: tags, years, a folder, an author, in groups and alone.
func (m *scopesMeter) some() string {
	year := invented.FirstYear + m.rand.IntN(invented.LastYear-invented.FirstYear-3)
	parts := []string{
		fmt.Sprintf("tag:(%q|%s)", invented.Group(m.rand.IntN(invented.Groups)), m.tag()),
		fmt.Sprintf("modified:%d..%d", year, year+3),
		"-type:(jpg|csv)",
		fmt.Sprintf("(author:\"Author %d\" or pages:1..%d)", m.rand.IntN(2000), 10+m.rand.IntN(60)),
		"-path:**/Drafts/**",
	}
	m.rand.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return strings.Join(parts[:2+m.rand.IntN(4)], " ")
}

// empty are scopes that select nothing, by a misspelt value, an impossible range or a wrong folder.
func (m *scopesMeter) empty() string {
	fault := []string{"author:\"Auhtor 77\"", "modified:1890", "path:legal/**", "tag:" + m.tag() + " tag:" + m.tag() + " pages:900.."}
	return m.some() + " " + fault[m.rand.IntN(len(fault))]
}

// many are scopes of a good part of all files.
func (m *scopesMeter) many() string {
	return fmt.Sprintf("modified:%d.. -type:jpg", invented.FirstYear+m.rand.IntN(10))
}

// groups are two groups of 500 tags, joined, and three attributes.
func (m *scopesMeter) groups(join string) string {
	group := func() string {
		names := make([]string, 500)
		for i := range names {
			names[i] = m.tag()
		}
		return "tag:(" + strings.Join(names, "|") + ")"
	}
	return "(" + group() + join + group() + ") author:A* pages:1..20 -has:nosuch"
}

// firstLine is after how many milliseconds a fresh process prints the first line of an explanation.
func (m *scopesMeter) firstLine(words []string) (float64, error) {
	c := exec.CommandContext(m.ctx, words[0], words[1:]...)
	out, err := c.StdoutPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now()
	if err := c.Start(); err != nil {
		return 0, err
	}
	_, err = bufio.NewReader(out).ReadString('\n')
	took := milliseconds(time.Since(began))
	_, _ = io.Copy(io.Discard, out) // so that it can end
	return took, errors.Join(err, c.Wait())
}

// WriteText prints the measurement for a person.
func (b *ScopesBench) WriteText(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%d files, %d tags; ms of processor time, median and 95 %%\n", b.Files, b.Tags)
	for _, line := range []struct {
		what string
		t    Times
	}{
		{"explain", b.Explain}, {"diagnose, nothing selected", b.Empty}, {"diagnose, much selected", b.Full},
		{"two groups of 500 tags and three attributes", b.And}, {"one of the groups", b.Or}, {"a sentence, parsed, counted and explained", b.Say}, {"fresh process to its first line (wall)", b.Fresh},
	} {
		_, fault := fmt.Fprintf(w, "  %-44s %8.1f %8.1f  of %d\n", line.what, line.t.P50, line.t.P95, line.t.N)
		err = errors.Join(err, fault)
	}
	_, fault := fmt.Fprintf(w, "  alternatives to conjunction: %.2f\n", b.OrToAnd)
	return errors.Join(err, fault)
}
