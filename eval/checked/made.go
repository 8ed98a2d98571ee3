package checked

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
)

// A change makes another sentence of one; "" where it cannot.
type change struct {
	kind  string
	apply func(m *maker, s string) string
}

type maker struct {
	random *rand.Rand
	nouns  []string
}

func (m *maker) pick(list ...string) string { return list[m.random.IntN(len(list))] }

// replaced replaces one random match of a pattern by the result of made.
func (m *maker) replaced(s string, p *pattern.Pattern, made func(match []string) string) string {
	all := p.FindAllStringSubmatchIndex(s, -1)
	if len(all) == 0 {
		return ""
	}
	at := all[m.random.IntN(len(all))]
	var match []string
	for i := 0; i < len(at); i += 2 {
		part := ""
		if at[i] >= 0 {
			part = s[at[i]:at[i+1]]
		}
		match = append(match, part)
	}
	if to := made(match); to != "" && to != match[0] {
		return s[:at[0]] + to + s[at[1]:]
	}
	return ""
}

// swapped replaces one of the words of a list by its counterpart. A counterpart may be several, divided by bars.
func swapped(pairs string) func(m *maker, s string) string {
	to := map[string]string{}
	var words []string
	for line := range strings.Lines(pairs) {
		if from, other, ok := strings.Cut(strings.TrimSpace(line), " = "); ok {
			to[from] = other
			words = append(words, regexp.QuoteMeta(from))
		}
	}
	slices.SortFunc(words, func(a, b string) int { return len(b) - len(a) })
	p := pattern.New(`\b(` + strings.Join(words, "|") + `)\b`)
	return func(m *maker, s string) string {
		return m.replaced(s, p, func(match []string) string { return m.pick(strings.Split(to[match[0]], "|")...) })
	}
}

var (
	verbs    = pattern.New(`\b(is|are|was|were|will|must|should|can|could|has been|have been)\b( not)?`)
	measured = pattern.New(`(\d[ -]?)(days?|weeks?|months?|years?|hours?|minutes?|%|percent|km|mg|kg|mm|cm|ml|business days?|GB|TB)\b`)
	dollars  = pattern.New(`\$ ?(\d[\d.,]*\d|\d)|\b(\d[\d.,]*) (dollars|euros)\b|\b(USD|EUR|INR)\b`)
	million  = pattern.New(`\b(million|billion|thousand)\b`)
	sum      = pattern.New(`(\$ ?\d[\d.,]*\d)( million| billion)?`)
	figure   = pattern.New(`(^| )(\d{1,3})( [a-z]+)`)
	spelled  = pattern.New(`\b(two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|sixty|ninety)\b`)
	noun     = pattern.New(`\b(the|a|an|our|your|their|of|for) ([a-z]{5,})\b`)
	names    = pattern.New(`\b[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*\b`)
	acting   = pattern.New(`^ (?:is|was|are|were|has|have|had|will|can|[a-z]+s|[a-z]+ed)\b`)
	subject  = pattern.New(`\b[Tt]he ([a-z]{5,}) (?:is|are|was|were|of|in|has|have|will|must|for|to)\b`)
	ifClause = pattern.New(`^([A-Z][^,]*?) (if|when|because|before|after|until|unless) ([^,]*)\.$`)
	inFront  = pattern.New(`^(In|During|At|For|As of|On|By) ([^,]{3,40}), (.*)\.$`)
	behind   = pattern.New(`^(.*), (?:which|who|including|such as) [^,]*\.$`)
	bracket  = pattern.New(` \([^)]*\)`)
	adverb   = pattern.New(`^(However|Therefore|In addition|Moreover|Furthermore|Additionally|Finally|Also|For example), (.)`)
)

// falsely are the changes that make a sentence false.
var falsely = []change{
	{"negation", func(m *maker, s string) string {
		return m.replaced(s, verbs, func(match []string) string {
			if match[2] != "" {
				return match[1]
			}
			first, rest, _ := strings.Cut(match[1], " ")
			return strings.TrimSpace(first + m.pick(" not ", " never ", " no longer ") + rest)
		})
	}},
	{"unit", func(m *maker, s string) string {
		return m.replaced(s, measured, func(match []string) string { return match[1] + otherUnit(m, match[2]) })
	}},
	{"currency", func(m *maker, s string) string {
		return m.replaced(s, dollars, func(match []string) string {
			switch {
			case match[1] != "":
				return m.pick("€", "£") + match[1]
			case match[3] != "":
				return match[2] + " " + map[string]string{"dollars": "euros", "euros": "dollars"}[match[3]]
			}
			return m.pick("GBP", "CHF")
		})
	}},
	{"scale", func(m *maker, s string) string {
		if made := m.replaced(s, million, func(match []string) string {
			return map[string]string{"million": "billion", "billion": "million", "thousand": "million"}[match[0]]
		}); made != "" {
			return made
		}
		return m.replaced(s, sum, func(match []string) string { return match[1] + " thousand" + match[2] })
	}},
	{"number in words", func(m *maker, s string) string {
		if made := m.replaced(s, spelled, func(match []string) string {
			return m.pick("two", "three", "four", "five", "seven", "eight", "eleven", "fifteen", "forty")
		}); made != "" {
			return made
		}
		return m.replaced(s, figure, func(match []string) string {
			return match[1] + inWords(between(1, number(match[2])+1+m.random.IntN(9), 999)) + match[3]
		})
	}},
	{"direction", swapped(`more than = less than|fewer than
		less than = more than
		at least = at most
		up to = at least|more than
		over = under
		under = over
		above = below
		below = above
		before = after
		after = before
		increase = decrease
		increased = decreased
		decrease = increase
		decreased = increased
		higher = lower
		lower = higher
		greater = smaller
		increases = decreases
		minimum = maximum
		maximum = minimum
		earlier = later
		later = earlier`)},
	{"subject", func(m *maker, s string) string {
		all := names.FindAllStringIndex(s, -1)
		first := strings.ToLower(strings.Fields(s)[0])
		if len(all) > 0 && all[0][0] == 0 && (chunk.Common(first, "en") || !acting.MatchString(s[all[0][1]:])) {
			all = all[1:]
		}
		if len(all) < 2 {
			return ""
		}
		a, b := all[0], all[len(all)-1]
		one, other := s[a[0]:a[1]], s[b[0]:b[1]]
		between := strings.Fields(s[a[1]:b[0]])
		if one == other || len(between) < 2 || strings.ContainsAny(s[a[1]:b[0]], "(),") ||
			slices.ContainsFunc(between, func(w string) bool { return w == "and" || w == "or" }) ||
			!slices.ContainsFunc(between, func(w string) bool { return strings.HasSuffix(w, "ed") || strings.HasSuffix(w, "es") }) {
			return ""
		}
		return s[:a[0]] + other + s[a[1]:b[0]] + one + s[b[1]:]
	}},
	{"noun", func(m *maker, s string) string {
		return m.replaced(s, noun, func(match []string) string {
			other := m.pick(m.nouns...)
			plural := strings.HasSuffix(match[2], "s")
			if strings.HasSuffix(other, "s") != plural || strings.Contains(s, other) || !slices.Contains(m.nouns, match[2]) {
				return ""
			}
			return match[1] + " " + other
		})
	}},
	{"modal", swapped(`must = may|need not
		may = must|may not
		can = cannot
		cannot = can
		required = optional|forbidden
		allowed = forbidden
		should = must not
		shall = need not
		mandatory = optional
		optional = mandatory`)},
}

// truly are the changes that leave a sentence true.
var truly = []change{
	{"reordered", func(m *maker, s string) string {
		if f := ifClause.FindStringSubmatch(s); f != nil {
			return capital(f[2]) + " " + f[3] + ", " + small(f[1]) + "."
		}
		if f := inFront.FindStringSubmatch(s); f != nil {
			return capital(f[3]) + " " + small(f[1]) + " " + f[2] + "."
		}
		return ""
	}},
	{"shortened", func(m *maker, s string) string {
		for _, p := range []*pattern.Pattern{bracket, behind, adverb} {
			if f := p.FindStringSubmatch(s); f != nil {
				switch p {
				case bracket:
					return p.ReplaceAllString(s, "")
				case behind:
					return f[1] + "."
				}
				return capital(f[2]) + s[len(f[0]):]
			}
		}
		return ""
	}},
	{"number in words", func(m *maker, s string) string {
		return m.replaced(s, figure, func(match []string) string { return match[1] + inWords(number(match[2])) + match[3] })
	}},
	{"number in digits", func(m *maker, s string) string {
		return m.replaced(s, spelled, func(match []string) string { return fmt.Sprint(wordValues[match[0]]) })
	}},
	{"unit", swapped(`percent = %
		hours = hrs
		million dollars = million USD`)},
	{"synonym", swapped(`must = have to
		more than = over
		at least = a minimum of
		employees = staff
		customers = clients
		before = prior to
		after = following
		do not = don't
		is not = isn't
		are not = aren't
		can not = can't
		cannot = can't
		because = since
		use = utilize
		help = assist
		start = begin
		buy = purchase
		approximately = about
		such as = like
		ensure = make sure
		provides = offers
		company = firm
		shows = indicates
		increase = rise
		decrease = decline`)},
}

// between bounds n by low and high.
func between(low, n, high int) int { return max(low, min(n, high)) }

func otherUnit(m *maker, unit string) string {
	one, plural := strings.CutSuffix(unit, "s")
	others := map[string][]string{"day": {"week", "month", "hour"}, "week": {"day", "month", "year"},
		"month": {"week", "year", "day"}, "year": {"month", "week"},
		"hour": {"minute", "day"}, "minute": {"hour", "second"}, "%": {" kg", " times"}, "percent": {"basis points"},
		"km": {"miles", "m"}, "mg": {"g", "kg"}, "kg": {"g", "tons"},
		"mm": {"cm", "km"}, "cm": {"mm", "m"}, "ml": {"liters"}, "business day": {"week", "month"}, "GB": {"TB", "MB"}, "TB": {"GB"}}
	list := others[one]
	if list == nil {
		list = others[unit]
		plural = false
	}
	if list == nil {
		return ""
	}
	if other := m.pick(list...); plural {
		return other + "s"
	} else {
		return other
	}
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// small begins a sentence with a small letter where it does not begin with a name.
func small(s string) string {
	first, rest, _ := strings.Cut(s, " ")
	if w := strings.ToLower(first); chunk.Common(w, "en") && first != "I" {
		return w + " " + rest
	}
	return s
}

var (
	ones = strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
		"sixteen seventeen eighteen nineteen")
	tens       = strings.Fields("- - twenty thirty forty fifty sixty seventy eighty ninety")
	wordValues = func() map[string]int {
		m := map[string]int{}
		for n := range 100 {
			m[inWords(n)] = n
		}
		return m
	}()
)

// inWords writes a number below a thousand in words.
func inWords(n int) string {
	switch {
	case n < 20:
		return ones[n]
	case n < 100 && n%10 == 0:
		return tens[n/10]
	case n < 100:
		return tens[n/10] + "-" + ones[n%10]
	case n%100 == 0:
		return ones[n/100] + " hundred"
	}
	return ones[n/100] + " hundred " + inWords(n%100)
}

func number(digits string) (n int) {
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

// Make makes so many false and so many true statements of the sentences of public texts, the same for the same seed: kinds and sets
// take turns.
func Make(data string, seed uint64, each int) ([]Pair, error) {
	sets, err := texts(data)
	if err != nil {
		return nil, err
	}
	return made(sets, seed, each), nil
}

// made is Make of sentences that are read.
func made(sets map[string][]sentence, seed uint64, each int) []Pair {
	m := &maker{random: rand.New(rand.NewPCG(seed, 0))}
	m.nouns = nounsOf(sets)
	order := slices.Sorted(maps.Keys(sets))
	var list []Pair
	for _, side := range []struct {
		changes []change
		is      bool
		mark    string
	}{{falsely, false, "f"}, {truly, true, "t"}} {
		used := map[string]bool{}
		for n := 0; n < each; n++ {
			c := side.changes[n%len(side.changes)]
			for try := range 4000 {
				set := sets[order[(n/len(side.changes)+try)%len(order)]]
				s := set[m.random.IntN(len(set))]
				if used[s.text] {
					continue
				}
				made := c.apply(m, s.text)
				if made == "" || made == s.text || strings.Contains(s.passage, made) {
					continue
				}
				used[s.text] = true
				list = append(list, Pair{fmt.Sprintf("%s%03d", side.mark, n), s.passage, made, side.is, c.kind, s.source})
				break
			}
		}
	}
	return list
}

// nounsOf are words that stand often behind "the".
func nounsOf(sets map[string][]sentence) (list []string) {
	count := map[string]int{}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		for _, s := range sets[set] {
			for _, f := range subject.FindAllStringSubmatch(s.text, -1) {
				count[f[1]]++
			}
		}
	}
	for _, w := range slices.Sorted(maps.Keys(count)) {
		if count[w] >= 3 && !chunk.Common(w, "en") && !strings.HasSuffix(w, "ing") && !strings.HasSuffix(w, "ed") {
			list = append(list, w)
		}
	}
	return list
}
