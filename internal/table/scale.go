package table

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	scaleSaid  = pattern.New(`(?i)\b(?:in|of) (?:(?:us|u\.s\.|rmb|usd|eur|gbp|hk)? ?[$€£¥']? ?|(?:us |u\.s\. )?dollars? in )(thousands|millions|billions|thousand|million|billion)\b`)
	scaleMark  = pattern.New(`(?i)(?:[$€£¥'’]|rmb|usd|eur)[ '’]?(000|thousand|million|m|mn|bn|billion)s?(?:[^\pL\pN]|$)`)
	scaleThere = pattern.New(`(?i)(\bteur\b|\bT€|\btsd\.? ?(?:€|eur)|\bmilliers d['’ ]euros|\bmiles de euros)|(\bmio\.? ?(?:€|eur)|\bmillions d['’ ]euros|\bmillones de euros)|(\bmrd\.? ?(?:€|eur)|\bmilliards d['’ ]euros)`)
	amountSaid = pattern.New(`(?i)(?:[$€£¥]|rmb|usd|eur)? ?(\d[\d,]*(?:\.\d+)?) (thousand|million|billion)\b`)

	// noScale are names of rows and columns whose figures are no amounts in the scale of their table.
	noScale   = pattern.New(`(?i)\bper (?:\pL+ )?(?:share|unit|day|employee|ads|barrel|tonne?)\b|\bnumber of\b|\bheadcount\b|\bemployees\b$|\bratio\b|\bdays\b|\byears?\)|\bmultiple\b`)
	inPercent = pattern.New(`(?i)%|\bper ?cent|\bpercentage|\brates?\b|\bmargin\b|\byield\b`)
)

// mostAmounts bounds the figures of a text that are looked for in a table.
const mostAmounts = 200

var scaleSizes = map[string]float64{"thousand": 1e3, "million": 1e6, "billion": 1e9}

func scaleWord(s string) string {
	switch s = strings.TrimSuffix(strings.ToLower(s), "s"); s {
	case "000":
		return "thousand"
	case "m", "mn":
		return "million"
	case "bn":
		return "billion"
	}
	return s
}

// scaleOf finds the scale of a table's figures where neither its caption nor its labels give a unit. It takes the scale that the text of
// the page states ("in thousands"), or that the text shows by repeating figures with their scale. It returns "" where nothing tells.
func scaleOf(t *Table, text []string) string {
	// A scale in the label of a column of figures is that column's: revenue in millions, beside the number of shops. It is the table's where
	// all columns have it, or the label above the names of rows does.
	said, silent := "", false
	for _, c := range t.Columns {
		word := ""
		if m := scaleMark.FindStringSubmatch(c.Label); m != nil {
			word = scaleWord(m[1])
		} else if m := scaleSaid.FindStringSubmatch(c.Label); m != nil {
			word = scaleWord(m[1])
		} else if m := scaleThere.FindStringSubmatch(c.Label); m != nil {
			word = []string{"thousand", "million", "billion"}[slices.IndexFunc(m[1:], func(s string) bool { return s != "" })]
		}
		switch {
		case word != "" && c.Kind != spar.Number:
			return word
		case word != "" && said != "" && word != said:
			return ""
		case word != "":
			said = word
		case c.Kind == spar.Number && !inPercent.MatchString(c.Label) && !noScale.MatchString(c.Label):
			silent = true
		}
	}
	if said != "" {
		if silent {
			return ""
		}
		return said
	}
	amounts := 0
	votes := map[string]int{}
	for _, s := range text {
		for _, m := range scaleSaid.FindAllStringSubmatch(s, -1) {
			if w := strings.ToLower(m[1]); strings.HasSuffix(w, "s") {
				votes[scaleWord(w)] += 2
			}
		}
		for _, m := range scaleMark.FindAllStringSubmatch(s, -1) {
			votes[scaleWord(m[1])]++
		}
		for _, m := range amountSaid.FindAllStringSubmatch(s, -1) {
			if amounts++; amounts > mostAmounts {
				break
			}
			if word := t.repeats(m[1], scaleSizes[strings.ToLower(m[2])]); word != "" {
				votes[word]++
			}
		}
	}
	best, second := "", 0
	for _, word := range slices.Sorted(maps.Keys(votes)) {
		switch n := votes[word]; {
		case best == "" || n > votes[best]:
			if best != "" {
				second = max(second, votes[best])
			}
			best = word
		default:
			second = max(second, n)
		}
	}
	if best == "" || votes[best] <= second {
		return ""
	}
	return best
}

// repeats gives the scale of the table if one of its cells is the number of a text, rounded as it is there.
func (t *Table) repeats(written string, size float64) string {
	written = strings.ReplaceAll(written, ",", "")
	n, err := strconv.ParseFloat(written, 64)
	if err != nil || len(strings.ReplaceAll(written, ".", "")) < 2 {
		return ""
	}
	step := 1.0
	if i := strings.IndexByte(written, '.'); i >= 0 {
		step = math.Pow(10, -float64(len(written)-i-1))
	}
	for _, word := range []string{"thousand", "million", "billion"} {
		for i := range t.Rows[:min(len(t.Rows), 200)] {
			for c := range t.Columns {
				v := t.Rows[i].cell(c)
				if v.Kind != spar.Number || v.Number == 0 {
					continue
				}
				if at := math.Abs(v.Number) * scaleSizes[word] / size; math.Abs(at-n) <= 0.5001*step && len(strings.Trim(written, "0.")) >= 2 {
					return word
				}
			}
		}
	}
	return ""
}

// scaled gives the unit of a result with the scale of its table, where its rows and columns are amounts.
func scaled(t *Table, p Plan, r *Result) string {
	unit := r.Unit
	if len(p.Select) == 0 || r.Refused != "" {
		return unit
	}
	switch it := p.Select[0]; it.Fn {
	case "count", "distinct", "percent", "ratio", "growth", "groups", "row", "year", "month", "day":
		return unit
	case "difference", "distance":
		if it.Of != nil && (it.Of.Fn == "count" || it.Of.Fn == "distinct") {
			return unit
		}
	}
	if r.Value == nil || len(r.Cells) == 0 {
		return unit
	}
	plain, percent := 0, 0
	for _, c := range r.Cells {
		name := c.Key + " " + c.Label
		switch {
		case strings.HasSuffix(strings.TrimSpace(c.Text), "%"), inPercent.MatchString(name):
			percent++
		case noScale.MatchString(name):
			plain++
		}
	}
	has := slices.ContainsFunc([]string{"thousand", "million", "billion", "000", "mn", "bn", "€m", "$m", "£m"}, func(w string) bool { return strings.Contains(strings.ToLower(unit), w) })
	switch {
	case percent == len(r.Cells) && (unit == "" || has):
		if has {
			return "%"
		}
		return unit
	case plain+percent > 0 && has:
		return ""
	case plain+percent > 0 || has || strings.Contains(unit, "%"):
		return unit
	case t.scale == "" || unit != "" && !strings.ContainsAny(unit, "$€£¥") && !currency.MatchString(unit):
		return unit
	}
	return strings.TrimSpace(unit + " " + t.scale)
}

var currency = pattern.New(`(?i)^(?:us dollars?|dollars?|usd|eur|euros?|gbp|rmb|chf|jpy|hk\$|cad|aud)$`)
