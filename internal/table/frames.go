package table

import (
	"slices"
	"strings"
	"sync"
)

// spoken are words that stand for each other as people speak of registers. The reader alone takes them, which refuses where they fit
// several columns alike; the scorer of plans knows those of kinds.
const spoken = `
spend spends spent spending expense expenses expenditure cost costs price charge charges money
sell sells sold sales revenue turnover net
buy buys bought purchase purchased purchases
order orders purchase
money amount sum
pay paid wage salary income compensation
priciest cheapest dearest expensive price cost value
kilometre kilometres kilometer kilometers km mile miles mileage odometer
stay stays stayed duration length
weigh weighs weighed weight mass heavy heavier heaviest
quit quits resign resigned leave left leaver attrition
error fault failure defect
`

// called are words for the rows of a register by the one that its name or key has for them.
const called = `
asset equipment device item inventory
incident ticket case issue
vehicle car fleet
loan lending
grant application proposal
invoice bill
employee staff worker person people colleague headcount personnel workforce
patient person people
customer client person people
student pupil person people
order purchase
shipment parcel delivery consignment
booking reservation enrolment enrollment registration participant attendee delegate trainee
admission stay patient
visit appointment consultation session
sample specimen measurement reading test
tree plant
project job engagement assignment
task action
member subscriber
property house home dwelling flat listing
film movie title
nurse carer staff employee
machine equipment device
call conversation
payment transaction transfer
claim case
complaint case ticket
contract agreement deal
lead prospect opportunity
trip journey ride
article item product
supplier vendor
inspection check audit
meeting event
volunteer helper
accident incident
animal pet
donation gift
response answer respondent
exam examination
`

var (
	spokenKin = sync.OnceValue(func() map[string][]int { return kindred(spoken) })
	calledKin = sync.OnceValue(func() map[string][]int { return kindred(called) })
)

// kindred gives the lines that have a word, by its stem.
func kindred(lines string) map[string][]int {
	m := map[string][]int{}
	var s stems
	for i, line := range strings.Split(strings.TrimSpace(lines), "\n") {
		for _, w := range strings.Fields(line) {
			if st := s.of(w); !slices.Contains(m[st], i) {
				m[st] = append(m[st], i)
			}
		}
	}
	return m
}

// together reports whether two stems are on one line.
func together(m map[string][]int, a, b string) bool {
	return slices.ContainsFunc(m[a], func(line int) bool { return slices.Contains(m[b], line) })
}

// stands are verbs that say of rows only that they are there.
var stands = wordSet("went go took taken happen happened happens occurred own owned owns admit admitted sit sits possess stationed located concern concerned concerning add adds up count tell us")

// lasting are verbs behind "how long", which asks for the column of a duration.
var lasting = wordSet("take takes took run runs last lasts lasted go kept keep")

// spare reports whether a word says nothing beside the others of its question.
func (r *reader) spare(i int) bool {
	w := &r.q.words[i]
	switch {
	case cachedSet("sell sells sold owe owes collect collected pay pays gain gains gained cost costs draw draws pocket pockets fetch fetches")[w.text]:
		if i+1 < len(r.q.words) && r.q.words[i+1].text == "of" && !r.verbPlace(i) {
			return false // the cost of the visits is a figure of its own
		}
		return slices.ContainsFunc(r.atoms, func(a atom) bool { return a.values == nil && r.t.Columns[a.column].Kind == "number" })
	case cachedSet("joined hired started arrived")[w.text]: // and since then so many years
		return slices.ContainsFunc(r.conds, func(c said) bool {
			return slices.ContainsFunc(r.labels[c.column], func(l labelled) bool { return l.stem == "year" || l.stem == "tenur" })
		})
	case i > 0 && r.measuredBy(i-1, w.text):
		return true // peak power, tare weight
	case cachedSet("travel travels travelled traveling travelling come comes go goes commute commutes cover covers drive drives drove driven do does ride rides walk walks lie lies kilometres kilometers km miles mile")[w.text]:
		return slices.ContainsFunc(r.atoms, func(a atom) bool {
			return a.values == nil && slices.ContainsFunc(r.labels[a.column], func(l labelled) bool { return cachedSet("distanc mile mileag kilometr km")[l.stem] })
		})
	case stands[w.text], w.text == "summed", w.text == "onwards", w.text == "please":
		return true
	case lasting[w.text]:
		return r.asksLong()
	case cachedSet("money euro euros dollar dollars pound pounds eur usd gbp")[w.text]:
		return slices.ContainsFunc(r.atoms, func(a atom) bool { return a.values == nil && r.t.Columns[a.column].Kind == "number" })
	case cachedSet("aged old")[w.text]:
		return slices.ContainsFunc(r.conds, func(c said) bool {
			return slices.ContainsFunc(r.labels[c.column], func(l labelled) bool { return l.stem == "age" })
		})
	}
	return false
}

func (r *reader) asksLong() bool {
	return slices.ContainsFunc(r.q.words, func(w asking) bool { return w.text == "long" }) && r.q.words[0].text == "how"
}

// spentIn reports whether the question asks how much there was of something over all rows: how much did we spend, what did they
// cost us. One row's figure ("how much does a laptop cost") is no sum.
func (f *former) spentIn() bool {
	for i, w := range f.q.words {
		if w.text == "payroll" || w.text == "pay" && f.q.words[0].text == "what" && i > 0 && f.q.words[i-1].text == "we" {
			return true
		}
	}
	if first := f.q.words[0].text; first == "what" && f.has("cost costs pay add up") && f.averaging() == "" && f.super < 0 {
		return true
	}
	if f.has("a an each per every one") || f.averaging() != "" || f.super >= 0 {
		return false
	}
	past := slices.ContainsFunc(f.q.words, func(w asking) bool { return cachedSet("did was were have has had spent sold paid collected")[w.text] })
	return past && f.how("much") || f.has("add adds summed")
}

// oftenest reports whether the question asks for the most frequent value, so that rows are counted.
func (f *former) oftenest() bool {
	for i := 1; i < len(f.q.words); i++ {
		if cachedSet("often frequently")[f.q.words[i].text] && cachedSet("most least")[f.q.words[i-1].text] {
			return true
		}
	}
	return false
}

// joined takes "per cent" for one word.
func (q asked) joined() asked {
	for i := 0; i+1 < len(q.words); i++ {
		if q.words[i].text == "per" && (q.words[i+1].text == "cent" || q.words[i+1].text == "cents") {
			words := append(slices.Clone(q.words[:i]), asking{text: "percent", stem: "percent"})
			q.words = append(words, q.words[i+2:]...)
		}
	}
	return q
}
