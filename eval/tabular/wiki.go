// Package tabular measures computed answers over tables: sets of questions with their gold values, the comparison of values,
// and the fit of the weights that rank plans.
package tabular

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/extract"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// A Question has its table, and the values that answer it.
type Question struct {
	ID    string
	Text  string
	Table *table.Table
	Gold  []string
	File  string

	Computed bool   // the gold is a figure that is computed from others
	Scale    string // of the gold, as TAT-QA says it
}

// Wiki reads a half of WikiTableQuestions, "train" or "dev", with each table as SPAR reads it. The folder is that of the set.
func Wiki(ctx context.Context, dir, half string) ([]Question, error) {
	f, err := os.Open(filepath.Join(dir, half+".tsv"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	tables := map[string]*table.Table{}
	var list []Question
	lines := bufio.NewScanner(f)
	for n := 0; lines.Scan(); n++ {
		parts := strings.Split(lines.Text(), "\t")
		if n == 0 || len(parts) != 4 {
			continue
		}
		t, ok := tables[parts[2]]
		if !ok {
			if t, err = readTable(ctx, filepath.Join(dir, parts[2])); err != nil {
				return nil, err
			}
			tables[parts[2]] = t
		}
		list = append(list, Question{ID: parts[0], Text: unescape(parts[1]), Table: t, Gold: strings.Split(unescape(parts[3]), "|"), File: parts[2]})
	}
	return list, lines.Err()
}

// unescape takes the escapes of the set's TSV away; a bar within a value is written \p.
func unescape(s string) string {
	return strings.NewReplacer(`\n`, "\n", `\p`, "¦", `\\`, `\`).Replace(s)
}

// readTable reads one file as SPAR does; nil for one without a table.
func readTable(ctx context.Context, path string) (*table.Table, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	doc := extract.Document(ctx, extract.Input{Name: path, R: bytes.NewReader(data), Size: int64(len(data))})
	list := table.Of(doc, func(spar.Locator, int) string { return filepath.Base(path) })
	if len(list) == 0 {
		return nil, nil
	}
	return list[0], nil
}

// Same compares answers with gold as the authors of the set do: numbers by value, dates by their parts, texts folded, both as sets.
func Same(answers, gold []string) bool {
	a, g := values(answers), values(gold)
	if len(a) != len(g) {
		return false
	}
	for _, x := range g {
		if !slices.ContainsFunc(a, func(y value) bool { return x.same(y) }) {
			return false
		}
	}
	return true
}

type value struct {
	text   string
	number float64
	is     bool
	day    table.Day
}

func values(list []string) (out []value) {
	for _, s := range list {
		v := value{text: plainText(s)}
		if n, err := strconv.ParseFloat(strings.ReplaceAll(strings.TrimSpace(s), ",", ""), 64); err == nil && !math.IsInf(n, 0) {
			v.number, v.is = n, true
		}
		v.day = table.ReadDay(s)
		if !slices.ContainsFunc(out, v.same) {
			out = append(out, v)
		}
	}
	return out
}

func (v value) same(o value) bool {
	switch {
	case v.is && o.is:
		return math.Abs(v.number-o.number) < 1e-6
	case v.day != table.Day{} && o.day != table.Day{}:
		return v.day == o.day || v.text == o.text
	}
	return v.text == o.text
}

// plainText returns a text in the form that the authors of the set compare.
func plainText(s string) string {
	s = table.Fold(strings.ReplaceAll(s, "¦", "|"))
	for {
		old := s
		if i := strings.LastIndexByte(s, '['); i > 0 && strings.HasSuffix(s, "]") {
			s = s[:i]
		}
		if i := strings.LastIndex(s, " ("); i > 0 && strings.HasSuffix(s, ")") {
			s = s[:i]
		}
		s = strings.TrimSpace(strings.Trim(strings.TrimSpace(s), `"'`))
		if s == old {
			return strings.TrimSuffix(s, ".")
		}
	}
}

// A Judged is a question with what was answered.
type Judged struct {
	Question   Question
	Answers    []string
	Plan       string
	Unit       string
	Kind       string
	Confidence float64
	Right      bool
	Possible   bool   // some plan that was tried is right
	Whole      bool   // every word of the question was understood
	Scaled     bool   // its unit has the scale of the gold
	Offered    bool   // it is refused, and one of the readings that are told with that is right
	Refused    string // why it is not answered, of sets where that is judged

	right func(*table.Result) bool // judges another result for the question; nil: not kept
	shown []table.Candidate        // the readings that are worth running
}

// Judge plans each question over its table, on workers goroutines.
func Judge(ctx context.Context, p *table.Planner, list []Question, workers int) ([]Judged, error) {
	out := make([]Judged, len(list))
	var first error
	var mu sync.Mutex
	next := make(chan int)
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			for i := range next {
				j, err := judge(ctx, p, list[i])
				if err != nil {
					mu.Lock()
					first = err
					mu.Unlock()
				}
				out[i] = j
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	all.Wait()
	return out, first
}

func judge(ctx context.Context, p *table.Planner, q Question) (Judged, error) {
	j := Judged{Question: q}
	if q.Table == nil {
		return j, nil
	}
	list, err := p.Candidates(ctx, q.Text, q.Table)
	if err != nil {
		return j, err
	}
	for _, c := range list {
		j.Possible = j.Possible || right(c.Result, q)
	}
	ranked, err := p.Understood(ctx, q.Text, []*table.Table{q.Table}, table.Rank(list))
	if err != nil {
		return j, err
	}
	j.Whole = len(ranked) > 0 && ranked[0].Whole
	j.Refused = table.Unsure(ranked)
	if len(ranked) > 0 && ranked[0].Result.Refused == "" {
		c := ranked[0]
		j.Answers, j.Plan, j.Kind, j.Confidence = c.Result.Answers, c.Plan.String(), c.Kind, c.Share
		j.Unit = c.Result.Unit
		j.Right, j.Scaled = right(c.Result, q), scaleOf(c.Result.Unit) == q.Scale
	}
	return j, aboutInstead(ctx, p, &j, func(r *table.Result) bool { return right(r, q) })
}

// A Point of a curve: of the share of questions answered, those of the highest confidence, the share that is right.
type Point struct {
	Answered  float64 `json:"answered"`
	Right     float64 `json:"right"`
	Threshold float64 `json:"threshold"` // the least confidence among them
}

// Curve returns the share right at shares of answered questions.
func Curve(list []Judged, shares ...float64) (points []Point) {
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(a, b Judged) int {
		switch {
		case a.Confidence > b.Confidence:
			return -1
		case a.Confidence < b.Confidence:
			return 1
		}
		return 0
	})
	for _, s := range shares {
		n := int(math.Round(s * float64(len(order))))
		right := 0
		for _, j := range order[:n] {
			if j.Right {
				right++
			}
		}
		if n > 0 {
			points = append(points, Point{s, float64(right) / float64(n), order[n-1].Confidence})
		}
	}
	return points
}

// half parts tables by name in tenths.
func tenth(name string) int {
	h := fnv.New32a()
	fmt.Fprint(h, name)
	return int(h.Sum32() % 10)
}
