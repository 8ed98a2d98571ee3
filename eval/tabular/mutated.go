package tabular

import (
	"cmp"
	"context"
	"hash/fnv"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/table"
)

// A Mutant is a question with one word changed, added or removed. If the word bears meaning, the plan of the original question does not
// answer the mutant; if the mutant is harmless, it still does.
type Mutant struct {
	Op       string
	Before   string // the original question, answered rightly
	Text     string
	Plan     string // plan of the original question
	Table    *table.Table
	Harmless bool
}

// The outcomes of a mutant.
const (
	Unheeded = "unheeded" // answered by the plan of the original question
	Changed  = "changed"  // answered by another plan
	Refused  = "refused"
)

// Mutated is a mutant with how it went.
type Mutated struct {
	Mutant
	Outcome string
	Now     string // its plan
}

// Mutate makes mutants of the questions that are answered right, one of each operation that can be done with one, plans them, and says how
// each went.
func Mutate(ctx context.Context, p *table.Planner, judged []Judged) ([]Mutated, error) {
	var list []Mutated
	for _, j := range judged {
		if !j.Right || j.Refused != "" || j.Question.Table == nil {
			continue
		}
		plan, err := table.Parse(j.Plan)
		if err != nil {
			return nil, err
		}
		for _, m := range mutants(j.Question.Text, plan, j.Question.Table) {
			m.Plan, m.Table = j.Plan, j.Question.Table
			list = append(list, Mutated{Mutant: m})
		}
	}
	var first error
	var mu sync.Mutex
	var all sync.WaitGroup
	next := make(chan int)
	for range runtime.NumCPU() {
		all.Go(func() {
			for i := range next {
				m := &list[i]
				readings, err := p.Plan(ctx, m.Text, []*table.Table{m.Table})
				if err != nil {
					mu.Lock()
					first = err
					mu.Unlock()
					continue
				}
				switch m.Outcome = Changed; {
				case table.Unsure(readings) != "":
					m.Outcome = Refused
				case readings[0].Plan.String() == m.Plan:
					m.Outcome = Unheeded
				}
				if len(readings) > 0 {
					m.Now = readings[0].Plan.String()
				}
			}
		})
	}
	for i := range list {
		next <- i
	}
	close(next)
	all.Wait()
	slices.SortStableFunc(list, func(a, b Mutated) int {
		if a.Harmless != b.Harmless {
			return map[bool]int{false: -1, true: 1}[a.Harmless]
		}
		return cmp.Compare(a.Op, b.Op)
	})
	return list, first
}

// A spot is a run of bytes of a question.
type spot struct{ from, to int }

// spotOf finds words in a question, without regard to case, where they stand alone.
func spotOf(text, words string) (spot, bool) {
	if strings.TrimSpace(words) == "" {
		return spot{}, false
	}
	at := regexp.MustCompile(`(?i)(?:^|[^\pL\pN])(` + regexp.QuoteMeta(words) + `)(?:$|[^\pL\pN])`).FindStringSubmatchIndex(text)
	if at == nil {
		return spot{}, false
	}
	return spot{at[2], at[3]}, true
}

func (s spot) replace(text, by string) string { return text[:s.from] + by + text[s.to:] }
func (s spot) before(text, words string) string {
	return text[:s.from] + words + " " + text[s.from:]
}
func (s spot) behind(text, words string) string { return text[:s.to] + " " + words + text[s.to:] }

var (
	ending     = regexp.MustCompile(`[\s?.!;:]*$`)
	boundWords = regexp.MustCompile(`(?i)\b(more than|over|above|at least|less than|fewer than|under|below|at most|up to|no more than)$`)
	bounded    = regexp.MustCompile(`(?i)^(?: \pL+)? or (?:more|less|fewer|older|younger|above|over|below|under)\b`)
	opposites  = map[string]string{"more than": "less than", "over": "under", "above": "below", "at least": "at most", "less than": "more than", "fewer than": "more than", "under": "over",
		"below": "above", "at most": "at least", "up to": "at least", "no more than": "at least"}
	auxiliaries = regexp.MustCompile(`(?i)\b(?:is|are|was|were|has|have|had|does|do|did)\b`)
	denials     = regexp.MustCompile(`(?i)\b(?:not|no|never|without|except|excluding|none|nobody|\pL+n['’]t|other than|un\pL+)\b`)
	mosts       = regexp.MustCompile(`(?i)\b(?:highest|lowest|largest|smallest|biggest|oldest|youngest|longest|shortest|latest|earliest|cheapest|heaviest|lightest|fewest|tallest|greatest)\b`)
	ends        = map[string]string{"highest": "lowest", "lowest": "highest", "largest": "smallest", "smallest": "largest", "biggest": "smallest", "oldest": "youngest", "youngest": "oldest",
		"longest": "shortest", "shortest": "longest", "latest": "earliest", "earliest": "latest", "cheapest": "dearest", "heaviest": "lightest", "lightest": "heaviest", "fewest": "most",
		"tallest": "shortest", "greatest": "smallest"}
	figures  = regexp.MustCompile(`(?i)\b(?:average|mean|median|total|sum)\b`)
	others   = map[string]string{"average": "median", "mean": "median", "median": "average", "total": "average", "sum": "average"}
	asksWho  = regexp.MustCompile(`(?i)^(?:when|where|who|how many|how old)\b`)
	otherAsk = map[string]string{"when": "where", "where": "when", "who": "when", "how many": "which", "how old": "how tall"}
	ands     = regexp.MustCompile(`(?i)^,? (and|or) $`)
)

// mutants makes mutants of a question: one of each operation at most.
func mutants(text string, p table.Plan, t *table.Table) (list []Mutant) {
	if strings.Contains(strings.TrimRight(text, " ?.!"), "\n") {
		return nil
	}
	end := ending.FindStringIndex(text)[0]
	tail := func(words string) string { return text[:end] + words + text[end:] }
	put := func(op string, harmless bool, texts ...string) {
		texts = slices.DeleteFunc(texts, func(s string) bool { return s == "" || s == text })
		if len(texts) == 0 {
			return
		}
		h := fnv.New32a()
		h.Write([]byte(op + text))
		list = append(list, Mutant{Op: op, Before: text, Text: texts[int(h.Sum32())%len(texts)], Harmless: harmless})
	}
	denied := denials.MatchString(text)
	used := map[string]bool{}
	note := func(it table.Item) {
		for _, l := range it.Labels {
			used[l] = true
		}
		used[it.Less] = true
	}
	var conditions []table.Condition
	for _, list := range append([][]table.Condition{p.Within, p.Where}, p.Either...) {
		conditions = append(conditions, list...)
	}
	for _, c := range conditions {
		note(c.Item)
	}
	for _, it := range append(slices.Clone(p.Select), p.Group) {
		note(it)
		if it.Of != nil {
			note(*it.Of)
		}
	}
	if p.Order != nil {
		note(p.Order.Item)
	}
	var named []spot // the values that are said
	var columns []string
	for _, c := range conditions {
		for _, v := range c.Values {
			s, ok := spotOf(text, v)
			if !ok {
				s, ok = spotOf(text, strings.ReplaceAll(v, "_", " "))
			}
			if !ok || len(c.Item.Labels) != 1 {
				continue
			}
			if _, err := strconv.ParseFloat(v, 64); err == nil {
				if (c.Op == "=" || c.Op == ">" || c.Op == "<" || c.Op == ">=" || c.Op == "<=") && !isKey(t, c.Item.Labels[0]) && len(p.Where) == 1 {
					bound(put, text, s, c.Op)
				}
				continue
			}
			named, columns = append(named, s), append(columns, c.Item.Labels[0])
		}
	}
	if len(named) > 0 && !denied {
		s := named[0]
		put("deny a value", false, s.before(text, "not"), s.before(text, "other than"), s.before(text, "except"), s.before(text, "anything but"))
		put("a value that no cell has", false, s.replace(text, "Quillon"), s.replace(text, "zanthic"))
		put("the first, last or next of a value", false, s.before(text, "last"), s.before(text, "previous"), s.before(text, "next"), s.before(text, "former"))
		if o := otherValue(t, columns[0], text); o != "" && len(named) == 1 {
			put("another value beside one", false, s.behind(text, "or "+o), s.behind(text, "but not "+o), s.behind(text, "and "+o), s.behind(text, "rather than "+o))
		}
	}
	if len(named) > 1 && columns[0] == columns[1] {
		if a, b := named[0], named[1]; a.to < b.from {
			if m := ands.FindStringSubmatchIndex(text[a.to:b.from]); m != nil {
				put("neither of two", false, text[:a.from]+"neither "+text[a.from:a.to]+" nor "+text[b.from:])
			}
		}
	}
	if s := auxiliaries.FindStringIndex(text); s != nil && !denied {
		at := spot{s[0], s[1]}
		put("deny the verb", false, at.behind(text, "not"), at.behind(text, "never"), at.behind(text, "no longer"), at.behind(text, "not yet"))
	}
	if s, ok := spotOf(text, "with"); ok && !denied {
		put("with, without", false, s.replace(text, "without"))
	}
	if s := mosts.FindStringIndex(text); s != nil {
		at := spot{s[0], s[1]}
		put("the second most", false, at.before(text, "second"), at.before(text, "third"), at.before(text, "next"))
		put("the opposite end", false, at.replace(text, ends[strings.ToLower(text[at.from:at.to])]))
	}
	if s := figures.FindStringIndex(text); s != nil {
		at := spot{s[0], s[1]}
		put("another figure", false, at.replace(text, others[strings.ToLower(text[at.from:at.to])]))
		put("a part or multiple of a figure", false, at.before(text, "half the"), at.before(text, "twice the"), at.before(text, "change in the"))
	}
	if s := asksWho.FindStringIndex(text); s != nil {
		put("another question word", false, spot{s[0], s[1]}.replace(text, otherAsk[strings.ToLower(text[:s[1]])]))
	}
	for _, c := range t.Columns {
		if used[c.Label] || strings.Contains(strings.ToLower(text), strings.ToLower(c.Label)) || c.Kind != spar.Text || c.Key {
			continue
		}
		label := strings.ToLower(strings.ReplaceAll(c.Label, "_", " "))
		if p.Group.Fn == "" && len(p.Group.Labels) == 0 && len(p.Select) == 1 && p.Select[0].Fn != "" {
			put("a figure of each group", false, tail(" per "+label), tail(" for each "+label), tail(" by "+label))
		}
		if v := otherValue(t, c.Label, text); v != "" && !keyed(p, t) {
			put("one more condition", false, tail(" in "+v), tail(" except "+v), tail(" excluding "+v), tail(", "+v+" only"))
		}
		put("a second thing", false, tail(" and the "+label), tail(" and why"), tail(", and by whom"), tail(" and when"))
		break
	}
	for l := range used {
		s, ok := spotOf(text, strings.ReplaceAll(l, "_", " "))
		if !ok || len(named) > 0 && s.from < named[0].to && named[0].from < s.to {
			continue
		}
		for _, c := range t.Columns {
			if !used[c.Label] && c.Label != l && kindOf(t, c.Label) == kindOf(t, l) && !c.Key && !isKey(t, l) {
				put("another column", false, s.replace(text, strings.ReplaceAll(c.Label, "_", " ")))
				break
			}
		}
		put("a word before a column", false, s.before(text, "projected"), s.before(text, "estimated"), s.before(text, "foreign"), s.before(text, "former"))
		break
	}
	put("a time that no cell has", false, tail(" in 1987"), tail(" last year"), tail(" before 1950"), tail(" this week"), tail(" yesterday"), tail(" since 2091"))
	put("beside the average", false, tail(" above the average"), tail(" compared with the average"), tail(" beyond the median"))
	put("a word that nothing has", false, tail(" with wooden handles"), tail(" abroad"), tail(" by candlelight"), tail(" for children"), tail(" at night"))
	put("a clause of its own", false, tail(" that were cancelled"), tail(" if it rains"), tail(" after the merger"), tail(" unless stolen"), tail(" until they broke"))
	put("harmless", true, tail(" please"), "Please tell me: "+text, "I would like to know: "+text, tail(", thanks"), "Hello, "+text)
	return list
}

// bound changes the bound of a number, or gives it one.
func bound(put func(string, bool, ...string), text string, s spot, op string) {
	before := strings.TrimRight(text[:s.from], " ")
	if m := boundWords.FindStringIndex(before); m != nil {
		put("the opposite bound", false, spot{m[0], m[1]}.replace(text, opposites[strings.ToLower(before[m[0]:m[1]])]))
		put("a bound denied", false, spot{m[0], m[1]}.before(text, "not"))
		return
	}
	if op == "=" && !bounded.MatchString(text[s.to:]) {
		put("a bound before a number", false, s.before(text, "at most"), s.before(text, "more than"), s.before(text, "fewer than"), s.before(text, "not"))
		put("a bound behind a number", false, s.behind(text, "or more"), s.behind(text, "or less"))
	}
}

func kindOf(t *table.Table, label string) spar.Kind {
	for _, c := range t.Columns {
		if c.Label == label {
			return c.Kind
		}
	}
	return ""
}

func isKey(t *table.Table, label string) bool {
	return slices.ContainsFunc(t.Columns, func(c table.Column) bool { return c.Label == label && c.Key })
}

// keyed reports whether a plan picks a row by its key.
func keyed(p table.Plan, t *table.Table) bool {
	return slices.ContainsFunc(p.Where, func(c table.Condition) bool {
		return len(c.Item.Labels) == 1 && (c.Op == "=" || c.Op == "in") && isKey(t, c.Item.Labels[0])
	})
}

// otherValue returns a value of a column that several rows have and a text does not mention.
func otherValue(t *table.Table, label, text string) string {
	i := slices.IndexFunc(t.Columns, func(c table.Column) bool { return c.Label == label })
	count := map[string]int{}
	for n := range t.Rows {
		if len(t.Rows[n].Cells) <= i {
			continue
		}
		v := t.Rows[n].Cells[i].Text
		if count[v]++; count[v] == 2 && len(v) > 3 && len(v) < 30 && !strings.Contains(strings.ToLower(text), strings.ToLower(v)) && strings.IndexFunc(v, func(r rune) bool { return r >= '0' && r <= '9' }) < 0 {
			return v
		}
	}
	return ""
}
