package tabular

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/table"
)

func sortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// question makes one of a random form; without gold where it has none.
func (m *maker) question() (Question, error) {
	key := quote(styled(m.s.key, m.style))
	label, number := pickKey(m, m.s.numbers)
	n := quote(number)
	things := m.s.many
	words, condition, used := "", "", ""
	if m.r.IntN(3) > 0 {
		words, condition, used = m.condition(number)
		words, condition = " "+words, " where "+condition
		if m.r.IntN(4) == 0 {
			if w, c, other := m.condition(number); other != used {
				words, condition = words+m.pick(" and ", " ")+w, condition+" and "+c
			}
		}
	}
	if nouns := m.nouns(); len(nouns) > 0 && m.r.IntN(3) == 0 { // what they are is said by the name of their kind
		label := m.pick(nouns...)
		if c := styled(label, m.style); c != used {
			v := m.pick(m.s.texts[label]...)
			things = strings.ToLower(v) + "s"
			if condition == "" {
				condition = " where " + quote(c) + " = " + quote(v)
			} else {
				condition = " where " + quote(c) + " = " + quote(v) + " and " + strings.TrimPrefix(condition, " where ")
			}
			used = c
		}
	}
	group, by := pickKey(m, m.s.texts)
	for by == used {
		group, by = pickKey(m, m.s.texts)
	}
	g := quote(by)
	var text, plan string
	switch m.r.IntN(14) {
	case 0: // a cell of the row with a key
		id := m.t.Rows[m.r.IntN(len(m.t.Rows))].Cells[slices.IndexFunc(m.t.Columns, func(c table.Column) bool { return quote(c.Label) == key })].Text
		asked, column := label, n
		if m.r.IntN(2) == 0 {
			asked, column = group, g
		}
		text = m.pick("what is the "+asked+" of "+m.s.key+" "+id+"?", asked+" of "+m.s.one+" "+id, asked+" for "+m.s.key+" "+id, "which "+asked+" does "+m.s.one+" "+id+" have?", "what "+asked+" does "+m.s.one+" number "+id+" have", m.s.one+" "+id+": "+asked)
		plan = " where " + key + " = " + id + " select " + column
	case 1: // which fit
		if words == "" {
			return Question{}, nil
		}
		text = m.pick("which "+things+words+"?", "list the "+things+words, "list "+m.s.key+words, "which are the "+things+words+"?", "show all "+things+words)
		plan = condition + " select " + key
	case 2, 3:
		text = m.pick("how many "+things+words+" are there?", "how many "+things+words+"?", "number of "+things+words, "count the "+things+words, "total number of "+things+words, "how many "+things+" are there"+words+"?")
		plan = condition + " select count()"
	case 4:
		text = m.pick("what is the total "+label+" of the "+things+words+"?", "sum of "+label+words, "total "+label+words, "what is the sum of the "+label+" of all "+things+words+"?", "how much is the "+label+" in total"+words+"?")
		plan = condition + " select sum(" + n + ")"
	case 5:
		text = m.pick("what is the average "+label+" of the "+things+words+"?", "average "+label+words, "mean "+label+" of "+things+words, "what "+label+" do "+things+words+" have on average?", "how high is the average "+label+words+"?")
		plan = condition + " select average(" + n + ")"
	case 6:
		fn, word := "max", m.pick("highest", "largest", "maximum", "greatest")
		if m.r.IntN(2) == 0 {
			fn, word = "min", m.pick("lowest", "smallest", "minimum")
		}
		text = m.pick("what is the "+word+" "+label+words+"?", word+" "+label+" of the "+things+words, word+" "+label+" among the "+things+words)
		plan = condition + " select " + fn + "(" + n + ")"
		if m.r.IntN(5) == 0 {
			text, plan = m.pick("median "+label+words, "what is the median "+label+" of "+things+words+"?"), condition+" select median("+n+")"
		}
	case 7: // the row that has most
		desc, word := " desc", m.pick("highest", "most", "largest", "greatest")
		if m.r.IntN(2) == 0 {
			desc, word = "", m.pick("lowest", "least", "smallest")
		}
		text = m.pick("who has the "+word+" "+label+words+"?", "which "+strings.TrimSuffix(things, "s")+words+" has the "+word+" "+label+"?", strings.TrimSuffix(things, "s")+" with the "+word+" "+label+words, m.s.key+" of the "+strings.TrimSuffix(things, "s")+words+" with the "+word+" "+label)
		plan = condition + " select " + key + " order " + n + desc + " limit 1"
		if label == "age" && things == m.s.many && m.r.IntN(2) == 0 {
			word = map[string]string{" desc": "oldest", "": "youngest"}[desc]
			text = m.pick("who is the "+word+" "+m.s.one+words+"?", "which "+m.s.one+words+" is the "+word+"?", word+" "+m.s.one+words)
		}
	case 8: // the first few
		k := 2 + m.r.IntN(6)
		desc, word, top := " desc", m.pick("highest", "most", "largest"), "top "
		if m.r.IntN(3) == 0 {
			desc, word, top = "", m.pick("lowest", "least", "smallest"), "bottom "
		}
		count := m.pick(fmt.Sprint(k), []string{"two", "three", "four", "five", "six", "seven"}[k-2])
		text = m.pick("which "+count+" "+things+words+" have the "+word+" "+label+"?", top+count+" "+things+" by "+label+words, "the "+count+" "+things+words+" with the "+word+" "+label)
		plan = fmt.Sprintf("%s select %s order %s%s limit %d", condition, key, n, desc, k)
	case 9: // a figure for each
		fn := m.pick("count", "average", "sum", "max", "min")
		word := map[string]string{"average": m.pick("average ", "mean "), "sum": m.pick("total ", "sum of "), "max": m.pick("highest ", "maximum "), "min": m.pick("lowest ", "minimum ")}[fn]
		if fn == "count" {
			text = m.pick("how many "+things+words+" are there in each "+group+"?", "number of "+things+words+" by "+group, "how many "+things+words+" per "+group+"?", things+" per "+group+words+", number")
			plan = condition + " group " + g + " select " + g + ", count()"
			break
		}
		text = m.pick("what is the "+word+label+words+" for each "+group+"?", word+label+" by "+group+words, word+label+" per "+group+words, "for each "+group+", the "+word+label+words)
		plan = condition + " group " + g + " select " + g + ", " + fn + "(" + n + ")"
	case 10: // the group that has most
		desc, word := " desc", m.pick("highest", "largest")
		if m.r.IntN(3) == 0 {
			desc, word = "", m.pick("lowest", "smallest")
		}
		k, limit := "", 1
		if m.r.IntN(3) == 0 {
			limit = 2 + m.r.IntN(2)
			k = m.pick(fmt.Sprint(limit)+" ", []string{"two ", "three "}[limit-2])
		}
		of, order := "average "+label, "average("+n+")"
		switch m.r.IntN(3) {
		case 0:
			of, order = "total "+label, "sum("+n+")"
		case 1:
			of, order = "number of "+things, "count()"
			if desc == " desc" && m.r.IntN(2) == 0 {
				text = m.pick("which "+k+group+" has the most "+things+words+"?", "most frequent "+group+" of the "+things+words, "what are the "+k+"most common "+group+" values among "+things+words+"?")
			}
		}
		if text == "" {
			text = m.pick("which "+k+group+" has the "+word+" "+of+words+"?", k+group+" with the "+word+" "+of+words, "in which "+k+group+" is the "+of+words+" "+word+"?")
			if limit > 1 {
				top := map[string]string{" desc": "top ", "": "bottom "}[desc]
				text = m.pick(text, top+k+group+" by "+of+words)
			}
		}
		plan = fmt.Sprintf("%s group %s select %s order %s%s limit %d", condition, g, g, order, desc, limit)
	case 11: // a share
		part, where, column := m.condition("")
		within := ""
		if m.r.IntN(2) == 0 {
			w, c, other := m.condition("")
			if other == column {
				return Question{}, nil
			}
			within = " within " + c
			text = m.pick("what percentage of the "+things+" "+w+" are "+things+" "+part+"?", "of the "+things+" "+w+", what percentage are "+part+"?", "share of "+things+" "+part+" among the "+things+" "+w+" in percent", "percentage "+part+" among "+things+" "+w)
		} else {
			text = m.pick("what percentage of "+things+" are "+part+"?", "share of "+things+" "+part+" in percent", "what percent of the "+things+" is "+part+"?", "what share of all "+things+" is "+part+"?", "percentage of "+things+" "+part)
		}
		plan = within + " where " + where + " select percent()"
		if nouns := m.nouns(); len(nouns) > 0 && within == "" && m.r.IntN(2) == 0 {
			kind := m.pick(nouns...)
			if c := styled(kind, m.style); c != column {
				v := m.pick(m.s.texts[kind]...)
				whole := strings.ToLower(v) + "s"
				text = m.pick("what percentage of "+whole+" are "+part+"?", "what percentage of the "+whole+" "+part+"?", "share of "+whole+" "+part, "of the "+whole+", what percentage are "+part+"?")
				plan = " within " + quote(c) + " = " + quote(v) + " where " + where + " select percent()"
			}
		} else if within == "" && m.r.IntN(3) == 0 {
			v := m.pick(m.s.texts[group]...)
			text = m.pick("what share of the total "+label+" goes to "+v+"?", "percentage of the total "+label+" that belongs to "+v, "how many percent of the "+label+" comes from "+v+"?")
			plan = " where " + g + " = " + quote(v) + " select percent(" + n + ")"
		}
	case 12, 13: // one or the other
		values := slices.Clone(m.s.texts[group])
		m.r.Shuffle(len(values), func(a, b int) { values[a], values[b] = values[b], values[a] })
		a, b := values[0], values[1]
		in := fmt.Sprintf(" where %s in (%s, %s)", g, quote(a), quote(b))
		say := func(v string) string { return strings.ToLower(strings.ReplaceAll(v, "_", " ")) }
		switch m.r.IntN(4) {
		case 0:
			text = m.pick("are there more "+things+" in "+say(a)+" or in "+say(b)+"?", "which has more "+things+", "+say(a)+" or "+say(b)+"?", "which "+group+" has more "+things+", "+say(a)+" or "+say(b)+"?")
			plan = in + " group " + g + " select " + g + " order count() desc limit 1"
		case 1:
			text = m.pick("which has the higher average "+label+", "+say(a)+" or "+say(b)+"?", "is the average "+label+" higher in "+say(a)+" or in "+say(b)+"?", "average "+label+" of "+say(a)+" vs "+say(b)+": which is higher?")
			plan = in + " group " + g + " select " + g + " order average(" + n + ") desc limit 1"
		case 2:
			text = m.pick("what is the difference in average "+label+" between "+say(a)+" and "+say(b)+"?", "how much higher is the average "+label+" of "+say(a)+" than of "+say(b)+"?", "average "+label+" of "+say(a)+" minus that of "+say(b))
			plan = in + " select distance(average(" + n + "))"
		default:
			text = m.pick("how many more "+things+" are in "+say(a)+" than in "+say(b)+"?", "difference in the number of "+things+" between "+say(a)+" and "+say(b))
			plan = in + " select distance(count())"
		}
	}
	p, err := table.Parse("from t" + plan)
	if err != nil {
		return Question{}, fmt.Errorf("%s: %w", plan, err)
	}
	r, err := table.Run(m.ctx, p, []*table.Table{m.t})
	if err != nil {
		return Question{}, fmt.Errorf("%s: %w", plan, err)
	}
	if r.Refused != "" || r.Rest > 0 {
		return Question{}, nil
	}
	return Question{Text: text, Gold: r.Answers}, nil
}

// nouns returns the columns whose values name what a row is.
func (m *maker) nouns() (list []string) {
	for _, label := range []string{"position", "product", "machine type", "house type"} {
		if m.s.texts[label] != nil {
			list = append(list, label)
		}
	}
	return list
}
