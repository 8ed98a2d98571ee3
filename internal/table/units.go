package table

import (
	"slices"
	"strings"
	"sync"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

// A measure is a unit: its quantity, and the words and signs that people and cells use for it.
type measure struct {
	of    string // weight, length, ...
	names []string
}

// measures are the units of everyday life and of trade. A word may be of several: a pound.
var measures = sync.OnceValue(func() (list []measure) {
	for _, line := range strings.Split(strings.TrimSpace(measuresText), "\n") {
		f := strings.Fields(line)
		list = append(list, measure{f[0], f[1:]})
	}
	return list
})

const measuresText = `
weight kg kilo kilos kilogram kilograms kilogramme kilogrammes
weight g gram grams gramme grammes
weight mg milligram milligrams
weight t tonne tonnes ton tons
weight lb lbs pound pounds
weight oz ounce ounces
length m metre metres meter meters
length cm centimetre centimetres centimeter centimeters
length mm millimetre millimetres millimeter millimeters
length km kilometre kilometres kilometer kilometers
length mi mile miles
length ft foot feet
length in inch inches
length yd yard yards
time h hr hrs hour hours std
time min mins minute minutes
time s sec secs seconds
time d day days
time wk wks week weeks
time month months mth mths
time yr yrs year years
money £ gbp pound pounds quid sterling
money € eur euro euros
money $ usd us$ dollar dollars bucks
money chf sfr franc francs
money ¥ jpy yen
money kr sek nok dkk krona kronor krone kroner
volume l litre litres liter liters ltr
volume ml millilitre millilitres milliliter milliliters
volume m³ m3 cbm
volume gal gallon gallons
area m² m2 sqm
area ha hectare hectares
area acre acres
area km² km2
heat °c celsius
heat °f fahrenheit
power kw kwp kilowatt kilowatts
power mw megawatt megawatts
power hp horsepower
energy kwh
energy mwh
loudness db decibel decibels dba
speed km/h kmh kph
speed mph
speed m/s
speed kn kt kts knot knots
share % percent pct
`

// unitsOf gives the units that a word or sign may be, by their numbers.
func unitsOf(word string) (list []int) {
	for i, m := range measures() {
		if slices.Contains(m.names, word) {
			list = append(list, i)
		}
	}
	return list
}

// dimensions are adjectives by what they measure, with their comparatives and superlatives, and the nouns of it.
var dimensions = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(dimensionsText), "\n") {
		f := strings.Fields(line)
		for _, w := range f[1:] {
			m[w] = append(m[w], f[0])
		}
	}
	return m
})

const dimensionsText = `
weight heavy heavier heaviest light lighter lightest weigh weighs weighed weight
length long longer longest short shorter shortest length
length tall taller tallest
length wide wider widest narrow narrower narrowest width
length deep deeper deepest shallow shallower shallowest depth
time long longer longest short shorter shortest duration time
money expensive dear dearer dearest pricey pricier priciest costly costlier costliest cheap cheaper cheapest cost costs price pay pays paying
speed fast faster fastest slow slower slowest speed
heat hot hotter hottest warm warmer warmest cool cooler coolest cold colder coldest temperature
area area
volume volume
power power
energy energy
loudness loud louder loudest quiet quieter quietest loudness volume
`

// lastSign is what stands at the end of a label in the place of a unit: the EUR of Quote_EUR, the min of Duration_min.
var lastSign = pattern.New(`[\s_]([\pL°%²³/$€£]{1,4})\.?$`)

// unitTail is the part of a label that gives the unit of its figures: (ppm), /10, EUR.
var unitTail = pattern.New(`(?:\s*[(\[][^)\]]*[)\]]|\s*/\s?\d+)\s*$`)

// unitPart gives the words at the end of a label that only give the unit of its figures; "" for none.
func unitPart(label string) string {
	if tail := unitTail.FindString(label); tail != "" && tail != label {
		return tail
	}
	if m := lastSign.FindStringSubmatch(label); m != nil && len(unitsOf(strings.ToLower(m[1]))) > 0 && m[1] != "in" {
		return m[1]
	}
	return ""
}

// measured gives the unit of the numbers of each column, by its number among measures; -1 where none is known.
func (t *Table) measured() []int {
	list := make([]int, len(t.Columns))
	for i, c := range t.Columns {
		list[i] = -1
		if c.Kind != spar.Number {
			continue
		}
		words := []string{strings.TrimPrefix(c.Unit, "in ")}
		counts, most := map[string]int{}, ""
		for n := range t.Rows[:min(len(t.Rows), sampleRows)] {
			if v := t.Rows[n].cell(i); v.Kind == spar.Number {
				if counts[v.Unit]++; v.Unit != "" && 2*counts[v.Unit] > n {
					most = v.Unit
				}
			}
		}
		words = append(words, most)
		if m := lastSign.FindStringSubmatch(c.Label); m != nil {
			words = append(words, m[1])
		} else if !strings.ContainsAny(c.Label, " _") && len(c.Label) > 1 {
			words = append(words, strings.TrimSuffix(c.Label, "."))
		}
		for k, w := range words {
			units := unitsOf(strings.ToLower(w))
			if len(units) == 0 || k > 1 && slices.Contains([]string{"year", "month", "day", "in"}, strings.ToLower(w)) {
				continue
			}
			list[i] = units[0]
			break
		}
	}
	return list
}

// clocks tells which columns have times of the day, and not how long something takes: nearly all cells are of hours and minutes up to 23:59, and
// the label names a point in time.
func (t *Table) clocks() []bool {
	out := make([]bool, len(t.Columns))
	for c, col := range t.Columns {
		if col.Kind != spar.Number || !slices.ContainsFunc(tokens(camel(col.Label)), func(w string) bool { return pointsInTime[w] }) {
			continue
		}
		clocks, all := 0, 0
		for n := range t.Rows[:min(len(t.Rows), sampleRows)] {
			if v := t.Rows[n].cell(c); v.Text != "" {
				if all++; ofDay.MatchString(v.Text) {
					clocks++
				}
			}
		}
		out[c] = clocks > 0 && 10*clocks >= 9*all
	}
	return out
}

var (
	ofDay        = pattern.New(`^(?:[01]?\d|2[0-3]):[0-5]\d$`)
	pointsInTime = wordSet("hour time at when start starts started begin begins began end ends ended opened closed arrival arrived departure departed collected called")
)

// withUnit gives the columns whose figures are in a unit that a word may be.
func (x *index) withUnit(word string) (list []int) {
	units := unitsOf(word)
	for c, u := range x.units {
		if u >= 0 && slices.Contains(units, u) {
			list = append(list, c)
		}
	}
	return list
}

// ofDimension gives the columns whose figures measure the dimension of an adjective or noun.
func (x *index) ofDimension(word string) (list []int) {
	of := dimensions()[word]
	for c, u := range x.units {
		if u >= 0 && !x.clocks[c] && slices.Contains(of, measures()[u].of) {
			list = append(list, c)
		}
	}
	return list
}

// unitAtoms are words that name a column by its unit, or by what it measures: how many kilos, the heaviest.
func (r *reader) unitAtoms() (list []atom) {
	for i := range r.q.words {
		w := &r.q.words[i]
		if w.isNumber || r.inLabels(w) || len(w.text) < 3 {
			continue
		}
		columns := r.x.withUnit(w.text)
		if len(columns) > 0 && i > 0 && (r.q.words[i-1].isNumber || measuring[r.q.words[i-1].text]) {
			continue // of a figure: 3 hours, 20 euros an hour
		}
		if len(columns) == 0 && r.measures(i) {
			columns = r.x.ofDimension(w.text)
		}
		if len(columns) == 0 {
			continue
		}
		list = append(list, atom{from: i, to: i + 1, column: columns[0], others: columns[1:], words: 1, strength: 0.9, full: len(columns) == 1, all: true, spoken: true, unit: true})
	}
	return list
}

// measuredBy reports whether a word at a place names a column whose figures measure the dimension of a noun.
func (r *reader) measuredBy(at int, noun string) bool {
	a := r.atomOver(at)
	return a != nil && a.values == nil && len(a.others) == 0 && slices.Contains(r.x.ofDimension(noun), a.column)
}

// unitAsked reports whether the question asks for a figure by the unit of its column: how many hours.
func (f *former) unitAsked(c int) bool {
	for i, w := range f.q.words {
		if i > 0 && cachedSet("many much total")[f.q.words[i-1].text] && slices.Contains(f.x.withUnit(w.text), c) {
			return true
		}
	}
	return false
}

// muchOf reports whether the question asks how much somebody did or something is, which no number of rows says.
func (f *former) muchOf() bool {
	w := f.q.words
	for i := 1; i+1 < len(w); i++ {
		if w[i].text == "much" && w[i-1].text == "how" && auxiliary[w[i+1].text] {
			return true
		}
	}
	return false
}

// measures reports whether an adjective or noun at a place means a measured quantity. "takes the longest" is no length; the longest boat
// is.
func (r *reader) measures(i int) bool {
	q := r.q.words
	w := q[i].text
	if !slices.Contains(dimensions()[w], "length") || !slices.Contains(dimensions()[w], "time") {
		return true
	}
	next := i+1 < len(q) && q[i+1].sentence == q[i].sentence && !common[q[i+1].text] && !linking[q[i+1].text]
	than := i+2 < len(q) && q[i+1].text == "than" && q[i+2].isNumber
	how := i > 0 && q[i-1].text == "how" && i+1 < len(q) && cachedSet("is are was were")[q[i+1].text]
	return next || than || how
}

// namedBeside gives the words that name a column whose bound stands apart from them. It gives nil where there are none, or where they are
// asked for.
func (r *reader) namedBeside(c int) *atom {
	for i := range r.atoms {
		if a := &r.atoms[i]; a.values == nil && !a.taken && a.column == c && !r.asksFor(a) && len(a.others) == 0 {
			return a
		}
	}
	return nil
}

// byUnit gives the column of a number with a unit behind it: the only column with that unit, else the named one of several; -1 for none.
func (r *reader) byUnit(word string) int {
	columns := r.x.withUnit(word)
	if len(columns) == 1 {
		return columns[0]
	}
	found := -1
	for _, a := range r.atoms {
		if a.values == nil && !a.taken && slices.Contains(columns, a.column) && len(a.others) == 0 {
			if found >= 0 && found != a.column {
				return -1
			}
			found = a.column
		}
	}
	return found
}
