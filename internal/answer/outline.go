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
	leastSections   = 3
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
		title, _, _ := strings.Cut(h.Passage.Locator.Heading, " > ")
		asked := newAsked(unversioned(sayingWords(q)), h.Passage.Lang, w)
		if says := asked.share(title, nameText(h.Path)); says >= titleSays && says > best {
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
	sections := sectionsOf(text, *doc)
	if len(sections) < leastSections {
		return a, false
	}
	inDocument := map[string]int{}
	for _, s := range sections {
		for t, n := range s.terms {
			inDocument[t] += n
		}
	}
	var told []gist
	for _, s := range sections {
		if g, ok := s.gist(inDocument); ok {
			told = append(told, g)
		}
	}
	most := map[Length]int{Short: shortSections, Long: longMost, Usual: mostSections}[o.Length]
	if all := len(told); all > most {
		told = told[:most]
		a.Notes = append(a.Notes, fmt.Sprintf("%d sections, of which %d are shown", all, most))
	}
	if len(told) == 0 {
		return a, false
	}
	var lines []string
	var cited []spar.Hit
	for i, g := range told {
		c := citation(i+1, g.from, of[fileOf(*doc)])
		a.Citations = append(a.Citations, c)
		cited = append(cited, g.from)
		b := spar.Bullet{Text: g.text, Citations: []int{i + 1}, Shown: g.shown, Of: g.of}
		if g.heading != "" && !same(g.heading, g.text) {
			b.Text = g.heading + ": " + g.text
		}
		b.Text = unmarked(b.Text)
		a.Bullets = append(a.Bullets, b)
		lines = append(lines, "- "+b.Text+ofList(b)+" "+marker(i+1))
	}
	if lost := missing(ctx, q, false, hits, cited, w, o); len(lost) > 0 {
		return refused(lost, hits), true
	}
	a.Text = strings.Join(lines, "\n")
	return a, true
}

// A section is the passages of a document below one of its headings.
type section struct {
	heading string // the last of those it stands below
	sources []source
	terms   map[string]int // how often it has each
}

// sectionsOf divides a document at its headings of the first and the second level.
func sectionsOf(text Text, h spar.Hit) (list []section) {
	last := ""
	for i := range min(text.Len(), summaryPassages) {
		p, err := text.Passage(i)
		if err != nil || p.Kind != spar.TextPassage {
			continue
		}
		parts := strings.Split(p.Locator.Heading, " > ")
		key := strings.Join(parts[:min(2, len(parts))], " > ")
		if key != last || len(list) == 0 {
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

// A gist is what a summary tells of a section.
type gist struct {
	heading, text string
	from          spar.Hit
	shown, of     int // of its list
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
func (s section) gist(document map[string]int) (gist, bool) {
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
		return gist{}, false
	}
	g := gist{heading: s.heading, text: list[at].text, from: s.sources[list[at].source].Hit}
	if lead := list[at].lead; lead >= 0 && list[at].item {
		var items []string
		for i := lead + 1; i < len(list) && list[i].lead == lead && !list[i].code; i++ {
			if g.of++; len(items) < shortItems {
				items = append(items, strings.TrimRight(list[i].text, ".;,"))
			}
		}
		g.shown = len(items)
		g.text = list[lead].text + " " + strings.Join(items, "; ")
		g.from = s.sources[list[lead].source].Hit
		if g.shown == g.of {
			g.shown, g.of = 0, 0
		}
	}
	return g, true
}
