package tabular

import (
	"context"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/eval/registers"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// HR plans the questions about the HR table in the wordings of a half, "a" to "g", and judges the answers.
func HR(ctx context.Context, p *table.Planner, dir, half string) ([]Judged, error) {
	set, t, err := readHR(ctx, dir)
	if err != nil {
		return nil, err
	}
	var out []Judged
	asked := set.Questions
	if half == "c" {
		asked = slices.Clone(set.Voices)
		slices.SortStableFunc(asked, func(a, b registers.Question) int {
			return slices.Index(registers.Kinds, a.Kind) - slices.Index(registers.Kinds, b.Kind)
		})
	}
	var further []registers.Further
	if half >= "d" {
		if further, err = set.Further(half); err != nil {
			return nil, err
		}
	}
	for i, q := range asked {
		wordings := q.Wordings[:2]
		switch half {
		case "b":
			wordings = q.Wordings[2:]
		case "c":
			wordings = q.Wordings[:1]
		case "d", "e", "f", "g":
			wordings = []string{further[i].Text}
		}
		judged, err := judgeHR(ctx, p, q, t, wordings)
		if err != nil {
			return nil, err
		}
		out = append(out, judged...)
	}
	return out, nil
}

// readHR reads the HR table, and the questions about it.
func readHR(ctx context.Context, dir string) (*registers.Set, *table.Table, error) {
	f, err := os.Open(filepath.Join(dir, registers.File))
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	set, err := registers.Make(f)
	if err != nil {
		return nil, nil, err
	}
	t, err := readTable(ctx, f.Name())
	return set, t, err
}

// Carried plans the questions of each voice of half c with a lexicon that lacks the phrases which this voice alone says: what carries over
// to people whose words nobody knew. Half a and the other voices keep theirs.
func Carried(ctx context.Context, p *table.Planner, dir string) ([]Judged, error) {
	set, t, err := readHR(ctx, dir)
	if err != nil {
		return nil, err
	}
	by := map[string][]registers.Question{}
	said := map[string]map[string]bool{} // by voice; "" is half a
	note := func(voice, text string) {
		if said[voice] == nil {
			said[voice] = map[string]bool{}
		}
		for _, phrase := range p.Said(text, t) {
			said[voice][phrase] = true
		}
	}
	for _, q := range set.Questions {
		note("", q.Wordings[0])
		note("", q.Wordings[1])
	}
	for _, q := range set.Voices {
		voice, _, _ := strings.Cut(q.ID, "-")
		by[voice] = append(by[voice], q)
		note(voice, q.Wordings[0])
	}
	var out []Judged
	for _, voice := range slices.Sorted(maps.Keys(by)) {
		alone := map[string]bool{}
		for phrase := range said[voice] {
			others := false
			for other, phrases := range said {
				others = others || other != voice && phrases[phrase]
			}
			alone[phrase] = !others
		}
		without := p.Without(alone)
		for _, q := range by[voice] {
			judged, err := judgeHR(ctx, without, q, t, q.Wordings[:1])
			if err != nil {
				return nil, err
			}
			for i := range judged {
				judged[i].Question.File = voice
			}
			out = append(out, judged...)
		}
	}
	return out, nil
}

// Office plans the questions about the registers of a half, "a" to "l", in all their wordings, and judges the answers.
func Office(ctx context.Context, p *table.Planner, half string) ([]Judged, error) {
	list, err := registers.Office(half)
	if err != nil {
		return nil, err
	}
	var out []Judged
	for _, r := range list {
		doc := &spar.Document{State: spar.OK, Blocks: []spar.Block{{Kind: spar.TableKind, Table: r.Table}}}
		t := table.Of(doc, func(spar.Locator, int) string { return r.Name })[0]
		for _, q := range r.Questions {
			judged, err := judgeHR(ctx, p, q, t, slices.DeleteFunc(slices.Clone(q.Wordings[:]), func(w string) bool { return w == "" }))
			if err != nil {
				return nil, err
			}
			out = append(out, judged...)
		}
	}
	slices.SortStableFunc(out, func(a, b Judged) int {
		return slices.Index(registers.Kinds, a.Question.File) - slices.Index(registers.Kinds, b.Question.File)
	})
	return out, nil
}

// judgeHR plans a question over its table in each wording.
func judgeHR(ctx context.Context, p *table.Planner, q registers.Question, t *table.Table, wordings []string) (out []Judged, err error) {
	for _, text := range wordings {
		readings, err := p.Plan(ctx, text, []*table.Table{t})
		if err != nil {
			return nil, err
		}
		j := Judged{Question: Question{ID: q.ID, Text: text, Table: t, Gold: q.Gold, File: q.Kind}}
		j.right = func(r *table.Result) bool { return q.Kind != registers.Refuse && rightHR(r, q) }
		for _, c := range readings {
			j.Possible = j.Possible || j.right(c.Result)
		}
		j.Refused, j.shown = table.Unsure(readings), table.Shown(readings)
		if j.Refused != "" && q.Kind != registers.Refuse {
			j.Offered = slices.ContainsFunc(table.Offered(readings), func(c table.Candidate) bool { return rightHR(c.Result, q) })
		}
		if len(readings) > 0 {
			c := readings[0]
			j.Answers, j.Plan, j.Kind, j.Confidence = c.Result.Answers, c.Plan.String(), c.Kind, c.Share
			j.Whole = c.Whole
			j.Right = j.right(c.Result)
		}
		if err := aboutInstead(ctx, p, &j, j.right); err != nil {
			return nil, err
		}
		if q.Kind == registers.Refuse {
			j.Right = j.Refused != ""
		}
		out = append(out, j)
	}
	return out, nil
}

// rightHR compares a result with the gold as package registers says.
func rightHR(r *table.Result, q registers.Question) bool {
	var values []string
	for _, row := range r.Rows {
		if len(row) == 2 && len(q.Gold) > 0 && strings.Contains(q.Gold[0], ": ") {
			values = append(values, row[0]+": "+row[1])
			continue
		}
		values = append(values, row...)
	}
	same := func(a, b string) bool { return sameHR(a, b, q) }
	for i, g := range q.Gold {
		if !slices.ContainsFunc(values, func(v string) bool { return same(v, g) }) {
			return false
		}
		if q.Ordered && (i >= len(values) || !same(values[i], g)) {
			return false
		}
	}
	allowed := append(slices.Clone(q.Gold), q.Also...)
	return r.Refused == "" && !slices.ContainsFunc(values, func(v string) bool {
		return !slices.ContainsFunc(allowed, func(g string) bool { return same(v, g) })
	})
}

func sameHR(a, b string, q registers.Question) bool {
	if la, va, ok := strings.Cut(a, ": "); ok {
		lb, vb, _ := strings.Cut(b, ": ")
		return strings.EqualFold(la, lb) && sameHR(va, vb, q)
	}
	a, b = q.Plain(a), q.Plain(b)
	x, errX := strconv.ParseFloat(a, 64)
	y, errY := strconv.ParseFloat(b, 64)
	if errX != nil || errY != nil {
		return strings.EqualFold(a, b)
	}
	return math.Abs(x-y) <= q.Tolerance+1e-9 || q.Unit == "%" && math.Abs(100*x-y) <= q.Tolerance
}
