package answer

import (
	"math"
	"path"
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// features tell whether a passage answers: its rank beside the best, its nearness in meaning, its share of the question, and whether it
// stands beside the best or only beside a hit.
type features struct {
	rank, beside, cosine, says, sameSection float64
}

// wide was fitted by logistic regression to the passages that answer the questions of one half of a public set.
func (f features) wide() float64 {
	return logistic(-12.4 + 7.5*f.rank + 8.1*f.beside + 3.2*f.cosine + 1.7*f.says + .9*f.sameSection)
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// usualCosine is how near a hit is where meaning was not compared.
const usualCosine = .7

// A judge tells how likely statements answer a question.
type judge struct {
	sources []source
	figure  bool       // one is asked for
	term    *term      // whose definition is asked for; nil: none is
	asked   []asked    // by source
	besides []asked    // by source: without the words that stand above it anyway
	says    []features // by source, without the features of the statement itself

	text  string
	lang  string // of the question
	form  question.Form
	wants question.Want
	kind  func(string) bool // whether a text names something of the kind that is asked for
	names []string
	// names, and words such as "allowed" that any question for a truth may have: the question's other words tell siblings apart
	freed  []string
	said   []uint64 // which of the names, by source
	amends []bool   // by source: its file amends another
	above  []uint64 // the ones among them that stand above it or in the name of its file
	list   []statement
	past   bool // the question asks about the past
	files  bool // files are asked for

	versions bool   // which version holds, or since when, may be asked for
	later    int    // the statement that replaces another, -1: none
	before   uint64 // the names that the other's place says

	aspect func(lang string, texts ...string) bool // whether texts name the aspect that is asked for

	by   *Saying
	owns map[int]float64   // the share of statements' own words, by their index
	told map[int][]float64 // their signs
	may  []int             // the candidates; nil: not known yet

	read func([]choice) []float64 // the log odds that statements answer, read with the question; nil: nothing reads
	odds float64                  // of the one that leads
}

// code is the name of a product, a form or the like that has letters and figures.
var code = pattern.New(`\b\p{Lu}{1,6}[-/]\d[\w.-]*\w\b`)

func newJudge(q question.Question, list []source, said []statement, w Weights, of map[foundFile]*edition) *judge {
	j := &judge{sources: list, list: said, figure: asksFigure(q), text: q.Text, lang: q.Lang, form: q.Form, wants: q.Wants(), kind: wanted(q), names: append(names(q), code.FindAllString(q.Text, -1)...), files: q.Form == question.Files, later: -1, versions: q.Form == question.Version || asksVersion.MatchString(q.Text), aspect: saysAspect(q), past: asksOld.MatchString(q.Text) && !howOld.MatchString(q.Text),
		owns: map[int]float64{}, told: map[int][]float64{}}
	if q.Form == question.Definition {
		j.term = newTerm(q.Content)
	}
	if j.freed = slices.Clone(j.names); j.wants == question.Truth {
		j.freed = append(j.freed, polarSaid.FindAllString(j.text, -1)...)
	}
	top, best := 0.0, -1
	for i, s := range list {
		top = max(top, s.Score)
		if s.rank == 0 && !s.beside {
			best = i
		}
	}
	compared := slices.ContainsFunc(list, func(s source) bool { return s.Cosine > 0 })
	known, near := map[string]asked{}, map[string]*nearWords{}
	words := unversioned(sayingWords(q))
	if j.wants == question.Release || strings.TrimSpace(words) == "" {
		words = sayingWords(q)
	}
	for _, s := range list {
		a, ok := known[s.Passage.Lang]
		if !ok {
			a = newAsked(words, s.Passage.Lang, w).related(words, q)
			known[s.Passage.Lang] = a
		}
		f := features{cosine: s.Cosine, says: a.share(s.Passage.Ranked(), nameText(s.Path))}
		if !compared && !s.beside {
			f.cosine = usualCosine
		}
		if s.beside {
			f.beside = 1
		} else if top > 0 {
			f.rank = s.Score / top
		}
		if s.whole && 7.6*f.rank+2.6*f.cosine < 7.3 { // its file is found by what the question names, and its clause by nothing else
			f.rank, f.cosine, f.beside = 0, 0, 1
		}
		if best >= 0 && fileOf(s.Hit) == fileOf(list[best].Hit) && s.Passage.Locator.Heading == list[best].Passage.Locator.Heading {
			f.sameSection = 1
		}
		about := ""
		if e := of[fileOf(s.Hit)]; e != nil {
			about = e.head
		}
		title := titleOf(said, list, s.Hit)
		for _, n := range j.names {
			if says(about, n) || s.Passage.Kind == spar.RowPassage && says(s.Passage.Text, n) {
				title += "\n" + n
			}
		}
		besides := a.without(title, s)
		if near[s.Passage.Lang] == nil {
			near[s.Passage.Lang] = newNearWords(words, s.Passage.Lang, a.weight)
		}
		besides.near = near[s.Passage.Lang]
		j.asked, j.says, j.besides = append(j.asked, a), append(j.says, f), append(j.besides, besides)
		j.said = append(j.said, saidBy(j.names, s, about))
		first, _, _ := strings.Cut(strings.TrimSpace(about), "\n")
		j.amends = append(j.amends, amendment.MatchString(first+"\n"+nameText(path.Base(s.Path))))
		place := s
		place.Passage.Text = ""
		j.above = append(j.above, saidBy(j.names, place, ""))
	}
	return j
}

// changeLog is the name of a file of changes, commit by commit: it answers questions about changes, and else says little about the things
// it names.
var changeLog = pattern.New(`(?i)(?:^|/)change-?logs?(?:[._-][^/]*)?$`)

// cover is the share of the question that a statement covers, besides some names, with all text above it.
func (j *judge) cover(list []statement, s statement, besides []string) float64 {
	src := j.sources[s.source]
	a := j.asked[s.source]
	if len(besides) > 0 {
		a = a.unnamed(besides)
	}
	a.near = j.besides[s.source].near
	texts := []string{s.text, s.under, src.Passage.Locator.Heading, nameText(src.Path), titleOf(list, j.sources, src.Hit)}
	for _, at := range []int{s.lead, s.asked} {
		if at >= 0 {
			texts = append(texts, list[at].text)
		}
	}
	return a.share(texts...)
}

// headed reports whether the headings, title and file name above a source cover most of the question, besides names.
func (j *judge) headed(source int) bool {
	return j.besides[source].unnamed(j.names).total <= (1-unheaded)*j.asked[source].unnamed(j.names).total
}

// asksVersion are words of questions that a file's own version data may answer.
var asksVersion = pattern.New(`(?i)\b(?:versions?|revisions?|issues?|editions?|drafts?|valid|in force|effective|replace[sd]?|supersede[sd]?|approved|adopted|withdrawn|(?:since|from) when|gültig|fassung|vigueur|vigente)\b`)

// was matches text about things that no longer hold, beside ones that do.
var was = pattern.New(`(?i)^\W*(?:(?:it|this|that|they|these|the \pL+) (?:was|were|cost|took) [^.;]{1,60}\b(?:before|until then)\W*$|before:|previously\b|formerly\b|until (?:then|(?:the end of )?(?:\pL+ )?(?:19|20)\d\d)\b|up to (?:the end of )?(?:\pL+ )?(?:19|20)\d\d\b|(?:bisher|früher|zuvor)\b|auparavant\b|anteriormente\b)`)

// quoted is what a mail quotes of the one that it replies to.
var quoted = pattern.New(`^(?:>|On [^\n]{6,80} wrote:|Am [^\n]{6,80} schrieb|Le [^\n]{6,80} a écrit)|(?:^|[.!?] )> ?>`)

// own is the share of the question that a statement covers in its own words, including the question that it answers. A name that stands
// above it or in the name of its file counts for nothing: a sentence that repeats it is no better than the next.
func (j *judge) own(list []statement, s statement) float64 {
	says, known := j.owns[s.at]
	if !known {
		says = j.ownWords(list, s)
		j.owns[s.at] = says
	}
	return says
}

func (j *judge) ownWords(list []statement, s statement) float64 {
	a := j.besides[s.source]
	if a.total == 0 {
		a = j.asked[s.source]
	}
	if s.asked >= 0 {
		return a.share(list[s.asked].text, s.text)
	}
	says := a.share(s.text, s.under)
	texts := []string{s.text, s.under}
	switch {
	case s.before >= 0 && goesBack.MatchString(s.text): // it is about what the sentence before it names
		texts = append(texts, list[s.before].text)
	case (says > 0 || j.wants == question.Reason && j.kind(s.text)) && j.inForm(s): // it is about what the other fields name
		texts = append(texts, j.sources[s.source].Passage.Text)
	case j.wants == question.Reason && j.kind(s.text): // it is given for what goes before it
		for _, before := range list[max(0, s.at-reasonAfter):s.at] {
			if before.source == s.source {
				texts = append(texts, before.text)
			}
		}
	default:
		return says
	}
	return says + backSays*(a.share(texts...)-says)
}

// inForm reports whether a statement is a field of a form: most statements beside it are fields.
func (j *judge) inForm(s statement) bool {
	if s.item || !isField(s.text) {
		return false
	}
	fields, all := 0, 0
	for _, o := range j.list {
		if o.source == s.source {
			if all++; isField(o.text) {
				fields++
			}
		}
	}
	return fields >= leastFields && 4*fields >= 3*all
}

// leastFields is how many fields make a form.
const leastFields = 3

// reasonAfter is how many statements behind what it explains a reason may be given.
const reasonAfter = 2

// needsBefore reports whether a statement needs the sentence before it: that one has more of the question, or this one tells what held
// before.
func (j *judge) needsBefore(s statement, list []statement) bool {
	a := j.asked[s.source]
	return s.before >= 0 && (was.MatchString(s.text) || goesBack.MatchString(s.text) && a.share(s.text, list[s.before].text) > a.share(s.text))
}

// goesBack begins a sentence whose subject stands in the one before it: "It ...", "Nine of them ...".
var goesBack = pattern.New(`^(?:(?:It|They|He|She|Its|Their|His|Her|Both|Es|Sie|Er|Il|Elle|Ils|Elles)\s|(?:[\pL-]+ ){1,2}(?:it|they|them|he|him|she|her)\b)`)

// backSays is the part of the share of the sentence before that counts for a statement that goes back to it.
const backSays = .6
