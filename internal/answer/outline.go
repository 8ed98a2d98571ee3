package answer

import (
	"context"
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// Bounds of the summary of a document.
const (
	summaryPassages = 400 // that are read of it
	LeastSections   = 3   // of an outline
	mostSections    = 14
	shortSections   = 4
	titleSays       = .6 // part of the question that its name and title cover
)

// outlineAsked answers a question for the summary of a document with its outline: of each section the sentence that says most.
// It is for a question that names the document, by words of its title or of its file's name.
func outlineAsked(ctx context.Context, q question.Question, hits []spar.Hit, w Weights, of map[foundFile]*edition, o Options) (spar.Answer, bool) {
	var a spar.Answer
	if o.Text == nil {
		return a, false
	}
	var doc *spar.Hit
	best := 0.0
	for i, h := range hits {
		asked := newAsked(unversioned(sayingWords(q)), h.Passage.Lang, w)
		if says := asked.share(h.Passage.Locator.Outermost(), nameText(h.Path)); says >= titleSays && says > best {
			doc, best = &hits[i], says
		}
	}
	if doc == nil {
		return a, false
	}
	text, err := o.Text(ctx, doc.Segment)
	if err != nil {
		return a, false
	}
	told, sections := Outline(text, *doc, 2)
	most := map[Length]int{Short: shortSections, Long: longMost, Usual: mostSections}[o.Length]
	if all := len(told); all > most {
		told = told[:most]
		a.Notes = append(a.Notes, fmt.Sprintf("%d sections, of which %d are shown", all, most))
	}
	if sections < LeastSections || len(told) == 0 {
		return a, false
	}
	var lines []string
	var cited []spar.Hit
	for i, g := range told {
		a.Citations = append(a.Citations, citation(i+1, g.From, of[fileOf(*doc)]))
		cited = append(cited, g.From)
		b := spar.Bullet{Text: unmarked(g.Text), Citations: []int{i + 1}, Shown: g.Shown, Of: g.Of}
		if g.Heading != "" && !same(g.Heading, g.Text) {
			b.Text = unmarked(g.Heading + ": " + g.Text)
		}
		a.Bullets = append(a.Bullets, b)
		lines = append(lines, "- "+b.Text+ofList(b)+" "+marker(i+1))
	}
	if lost := missing(ctx, q, false, hits, cited, w, o); len(lost) > 0 {
		return refused(lost, hits), true
	}
	a.Text = strings.Join(lines, "\n")
	return a, true
}

// Outline gives the gists of the sections of a document that have one, in order, and the number of all sections; levels as in sectionsOf.
func Outline(text Text, doc spar.Hit, levels int) (told []Gist, of int) {
	sections := sectionsOf(text, doc, levels)
	inDocument := map[string]int{}
	for _, s := range sections {
		for t, n := range s.terms {
			inDocument[t] += n
		}
	}
	for _, s := range sections {
		if g, ok := s.gist(inDocument); ok {
			told = append(told, g)
		}
	}
	return told, len(sections)
}

// A section is the passages of a document below one of its headings.
type section struct {
	heading string // the last of those it stands below
	sources []source
	terms   map[string]int // how often it has each
}

// sectionsOf divides a document at its headings of the first levels, or at each passage for 0.
func sectionsOf(text Text, h spar.Hit, levels int) (list []section) {
	last := ""
	for i := range min(text.Len(), summaryPassages) {
		p, err := text.Passage(i)
		if err != nil || p.Kind != spar.TextPassage {
			continue
		}
		parts := p.Locator.Headings()
		key := strings.Join(parts[:min(levels, len(parts))], " > ")
		if key != last || len(list) == 0 || levels == 0 {
			list = append(list, section{heading: parts[min(2, len(parts))-1], terms: map[string]int{}})
			last = key
		}
		s := &list[len(list)-1]
		s.sources = append(s.sources, source{Hit: beside(h, p, i)})
		for _, t := range chunk.Terms(p.Text, p.Lang) {
			if !chunk.Common(t, p.Lang) {
				s.terms[t]++
			}
		}
	}
	return list
}

// A Gist is what a summary tells of a section.
type Gist struct {
	Heading, Text string
	From          spar.Hit
	Shown, Of     int     // of its list
	Says          float64 // how much it says
}

// isProse reports whether a statement is a sentence rather than code, a command or a row of figures.
func isProse(text string) bool {
	if !ends(text) {
		return false
	}
	plain, all := 0, 0
	for _, r := range text {
		if all++; unicode.IsLetter(r) || r == ' ' {
			plain++
		}
	}
	return 10*plain >= 9*all
}

// gist is the statement of a section that says most: it has the words that section and document repeat, above all those in the heading. For
// a list it is the introduction with the first items.
func (s section) gist(document map[string]int) (Gist, bool) {
	list := statementsOf(s.sources)
	lang := s.sources[0].Passage.Lang
	heading := map[string]bool{}
	for _, t := range chunk.Terms(s.heading, lang) {
		heading[t] = true
	}
	best, at := 0.0, -1
	for i, st := range list {
		n := utf8.RuneCountInString(st.text)
		if listed := st.item && st.lead >= 0; st.code || st.title || n < leastText && !listed || asks(st.text) || strings.HasSuffix(st.text, ":") || versionLine(st.text) {
			continue
		}
		says, words := 0.0, 0
		seen := map[string]bool{}
		for _, t := range chunk.Terms(st.text, lang) {
			if words++; seen[t] || s.terms[t] == 0 {
				continue
			}
			seen[t] = true
			says += math.Log(1+float64(s.terms[t])) + .5*math.Log(1+float64(document[t]-s.terms[t]))
			if heading[t] {
				says++
			}
		}
		if says /= math.Sqrt(float64(8 + words)); i == 0 || list[i-1].title {
			says *= 1.2 // the first words of a section name its subject
		}
		if !isProse(st.text) {
			says /= 4
		}
		if says > best {
			best, at = says, i
		}
	}
	if at < 0 {
		return Gist{}, false
	}
	g := Gist{Heading: s.heading, Text: list[at].text, From: s.sources[list[at].source].Hit, Says: best}
	if lead := list[at].lead; lead >= 0 && list[at].item {
		var items []string
		for i := lead + 1; i < len(list) && list[i].lead == lead && !list[i].code; i++ {
			if g.Of++; len(items) < shortItems {
				items = append(items, strings.TrimRight(list[i].text, ".;,"))
			}
		}
		g.Shown = len(items)
		g.Text = list[lead].text + " " + strings.Join(items, "; ")
		g.From = s.sources[list[lead].source].Hit
		if g.Shown == g.Of {
			g.Shown, g.Of = 0, 0
		}
	}
	return g, true
}
