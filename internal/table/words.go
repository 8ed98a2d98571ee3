package table

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
)

// An asked is a question in words.
type asked struct {
	text  string
	words []asking
	key   bool   // the names of rows are asked for, in a sentence that was left out
	both  bool   // both figures of a comparison are asked for
	row   string // the stem of a word that was found to name the rows

	known    []atom // differences of columns that it speaks of
	compared []said // and its statements about them
	spent    []int  // words that they explain beside those of their own
}

// An asking is a word of a question.
type asking struct {
	text, stem string
	joined     string  // the stem of it with the word behind it: unitprice, of a unit price; "" where one of the two says nothing
	number     float64 // where it is one
	isNumber   bool
	common     bool // it adds nothing to the question
	super      bool // it may be a superlative or comparative
	sentence   int  // of the question, counted from 0
	capital    bool // it is written with one, and begins no sentence
}

// stems are shared by all questions; stemming takes longer than looking up.
type stems struct {
	mu sync.Mutex
	a  chunk.Analyzer
}

func (s *stems) of(w string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.a.Stem(w, "en")
}

var common = wordSet(`a an the of in on at to for from by with and or is are was were be been being do does did has have had this that these those
	there their its it he she they his her which what who whom whose when where why how than then as if so but not no nor s t re ll d
	many much more most less least fewer fewest number total sum average mean first last next previous after before following
	highest lowest largest smallest greatest biggest longest shortest best worst top bottom earliest latest oldest youngest newest
	only each every all any both either other others another same different difference between among amount count
	out up down over under above below per listed list table chart shown name named tell me give show come came comes
	during within since until also ever you i we my our us can could would should will may might must please find`)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(s) {
		m[w] = true
	}
	return m
}

var numerals = map[string]float64{"zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "twenty": 20}

var multiples = map[string]float64{"thousand": 1e3, "million": 1e6, "billion": 1e9}

// maxAsked bounds the words of a question that are looked at.
const maxAsked = 60

func (s *stems) ask(text string) asked {
	q := asked{text: text}
	words := tokens(camel(strings.ReplaceAll(text, "&", " and ")))
	for i := 0; i < len(words) && len(q.words) < maxAsked; i++ {
		w := words[i]
		a := asking{text: w, stem: s.of(w), common: common[w], super: superlative.MatchString(w)}
		if n, err := strconv.ParseFloat(w, 64); err == nil {
			a.number, a.isNumber = n, true
		} else if n, ok := numerals[w]; ok {
			a.number, a.isNumber = n, true
		} else if len(w) > 2 && w[0] >= '0' && w[0] <= '9' {
			a.stem = w
		}
		if a.isNumber && i+1 < len(words) && multiples[words[i+1]] > 0 {
			a.number *= multiples[words[i+1]]
		}
		q.words = append(q.words, a)
	}
	for i := 0; i+1 < len(q.words); i++ {
		if a, b := &q.words[i], &q.words[i+1]; len(a.text) > 1 && len(b.text) > 1 && !linking[a.text] && !linking[b.text] {
			a.joined = s.of(a.text + b.text)
		}
	}
	return q
}

// camel parts words that were joined: MonthlyIncome, monthly_income.
func camel(s string) string {
	var b strings.Builder
	runes := []rune(s)
	for i, r := range runes {
		switch {
		case r == '_':
			r = ' '
		case i > 0 && unicode.IsUpper(r) && unicode.IsLower(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1]) && (i < 2 || unicode.IsLetter(runes[i-2])):
			b.WriteByte(' ')
		case r == 'I' && i > 1 && unicode.IsLower(runes[i-1]) && unicode.IsLower(runes[i-2]) && i+1 < len(runes) && runes[i+1] == 'D' && (i+2 == len(runes) || !unicode.IsLetter(runes[i+2])):
			b.WriteByte(' ') // VehicleID
		case i > 0 && unicode.IsUpper(r) && unicode.IsUpper(runes[i-1]) && i+1 < len(runes) && unicode.IsLower(runes[i+1]) && i > 1 && !pluralAt(runes, i+1):
			b.WriteByte(' ')
		case i > 0 && unicode.IsDigit(r) && unicode.IsLetter(runes[i-1]) && unicode.IsLower(runes[i-1]):
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// pluralAt reports whether an s ends a word of capitals: DVDs.
func pluralAt(runes []rune, i int) bool {
	return runes[i] == 's' && (i+1 == len(runes) || !unicode.IsLetter(runes[i+1]))
}

var short = map[string]string{
	"no": "number", "num": "number", "nr": "number", "#": "number", "qty": "quantity", "amt": "amount", "avg": "average", "pct": "percent",
	"yrs": "years", "yr": "year", "curr": "current", "prev": "previous", "emp": "employee", "dept": "department", "mgr": "manager",
	"pts": "points", "pos": "position", "att": "attendance", "dob": "birth", "id": "number", "tel": "phone", "addr": "address", "sal": "salary",
	"w": "wins", "l": "losses", "gp": "games", "pld": "played", "gf": "for", "lg": "league", "apps": "appearances", "ht": "height", "wt": "weight",
}

// labelWords gives the stems of the words of a label that tell it from others.
func (s *stems) labelWords(label string) []string {
	var list []string
	for _, w := range tokens(camel(label)) {
		if full, ok := short[w]; ok {
			w = full
		}
		switch w {
		case "of", "the", "in", "a", "an", "and", "to", "for", "with", "by", "s", "on", "at":
			continue
		}
		list = append(list, s.of(w))
	}
	return list
}

// kin are words that stand for each other in questions and labels.
var kin = sync.OnceValue(func() map[string][]int {
	m := map[string][]int{}
	var s stems
	for i, line := range strings.Split(strings.TrimSpace(kinds), "\n") {
		for _, w := range strings.Fields(line) {
			st := s.of(w)
			m[st] = append(m[st], i)
		}
	}
	return m
})

const kinds = `
salary income pay wage wages earnings earn earns earned paid make makes
employee worker staff person people member
gender sex male female men women man
city town place location located venue site where
country nation nationality
when date year day time
year season
who name person player
name title called
score result points goals
result outcome won win lost
rank position place placed finish finished ranking
opponent versus against played opposing
team club side franchise
crowd attendance attended audience spectators attend
cost price fee costs priced expensive cheap
age old older oldest young younger youngest
height tall taller tallest high
length long longer longest distance
weight heavy heavier heaviest
population inhabitants people residents live
area size large larger largest big
title album song film movie single episode book
director directed
writer written wrote author
party political
job role position occupation profession work works
department division unit
marital married single divorced status
left leave leaver leavers quit attrition resigned churned
commute commutes distance home live lives living far away
years time long longest tenure duration
education study studies studied degree school
experience experienced
promotion promoted
training trained
tenure company
note notes comment remarks
release released
born birth birthday
died death dead
vote votes voted voters
built build constructed completed opened established founded
channel network station
language spoken
winner won champion win
manufacturer made built maker manufactured
amount quantity number
revenue sales turnover
level grade tier
region area state county district province
customer client buyer
supplier vendor
quantity units sold
begin began start started begins
end ended ends finished
total overall
tonnage tons weight
capacity seats seating
speed fast faster fastest quick
duration time length long minutes hours
frequency often
`

// valueKin are words of questions by the one that cells have for them.
var valueKin = sync.OnceValue(func() map[string]int {
	m := map[string]int{}
	var s stems
	for i, line := range strings.Split(strings.TrimSpace(valueKinds), "\n") {
		for _, w := range strings.Fields(line) {
			m[s.of(w)] = i + 1
		}
	}
	return m
})

const valueKinds = `
female women woman females girls ladies lady f
male men man males boys gentlemen guys m
single unmarried
married wed spouse
rarely seldom rare
never nontravel
car automobile cars
usa states america
`

// akin reports whether two stems may stand for each other.
func akin(a, b string) bool {
	for _, x := range kin()[a] {
		for _, y := range kin()[b] {
			if x == y {
				return true
			}
		}
	}
	return false
}

var peoples = map[string]string{
	"french": "france", "german": "germany", "spanish": "spain", "dutch": "netherlands", "swiss": "switzerland", "british": "britain", "english": "england", "american": "states",
	"americans": "states", "us": "states", "usa": "states", "welsh": "wales", "scottish": "scotland", "irish": "ireland", "polish": "poland", "turkish": "turkey",
	"greek": "greece", "finnish": "finland", "swedish": "sweden", "danish": "denmark", "czech": "czech", "portuguese": "portugal", "chinese": "china",
	"filipino": "philippines", "thai": "thailand", "germans": "germany", "uk": "kingdom", "soviet": "soviet", "norwegian": "norway", "slovak": "slovakia",
	"slovenian": "slovenia", "swede": "sweden", "belgian": "belgium", "argentine": "argentina", "argentinian": "argentina", "iraqi": "iraq", "kenyan": "kenya",
}

// sameRoot reports whether two words differ only in how they end: italian and italy, canadian and canada.
func sameRoot(q, v string) bool {
	if peoples[q] == v && v != "" {
		return true
	}
	n := 0
	for n < len(q) && n < len(v) && q[n] == v[n] {
		n++
	}
	return n >= 4 && n >= len(v)-2 && n >= len(q)-3 && len(q) >= 5
}

var superlative = pattern.New(`^(?:most|least|fewest|first|last|top|bottom|final|max|maximum|min|minimum|best|worst|more|less|fewer|better|worse|peak|leading|lead|furthest|farthest|initial|recent|\pL{2,}(?:est|er))$`)

// has reports whether the question has one of the words, which are parted by blanks.
func (q *asked) has(words map[string]bool) bool {
	return slices.ContainsFunc(q.words, func(w asking) bool { return words[w.text] })
}

// phrase gives the words from i to j.
func (q *asked) phrase(i, j int) string {
	parts := make([]string, 0, j-i)
	for _, w := range q.words[i:j] {
		parts = append(parts, w.text)
	}
	return strings.Join(parts, " ")
}

var sets sync.Map // of words by their list

// cachedSet is wordSet of a list that is a constant.
func cachedSet(list string) map[string]bool {
	if m, ok := sets.Load(list); ok {
		return m.(map[string]bool)
	}
	m := wordSet(list)
	sets.Store(list, m)
	return m
}
