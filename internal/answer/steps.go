package answer

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// Bounds of a procedure whose steps are headings.
const (
	stepHits   = 3    // whose files are looked through
	stepSays   = .6   // part of the question that the headings above the steps and the name of the file cover
	leastSteps = 3    // fewer are no procedure
	longStep   = 1500 // characters told below all of the steps
)

// A step is a numbered heading of a procedure, with the passage below it.
type step struct {
	number  int
	heading string
	bare    bool // goes on with another heading
	from    spar.Hit
}

// stepsAsked answers how to do something where the steps are numbered headings: it tells each with its first words. The headings above them
// must cover the question.
func stepsAsked(ctx context.Context, q question.Question, hits []spar.Hit, w Weights, of map[foundFile]*edition, o Options) (a spar.Answer, ok bool) {
	if q.Form != question.Procedure || o.Text == nil {
		return a, false
	}
	var steps []step
	seen := map[spar.SegmentID]bool{}
	for _, h := range hits[:min(len(hits), stepHits)] {
		if seen[h.Segment] || h.Passage.Kind != spar.TextPassage {
			continue
		}
		seen[h.Segment] = true
		if text, err := o.Text(ctx, h.Segment); err == nil && text.Len() <= longFile {
			if steps = stepsOf(text, h, newAsked(sayingWords(q), h.Passage.Lang, w)); len(steps) > 0 {
				break
			}
		}
	}
	if len(steps) == 0 {
		return a, false
	}
	most := map[Length]int{Short: shortItems, Long: longMost, Usual: compositions[question.Procedure].most}[o.Length]
	if all := len(steps); all > most {
		steps = steps[:most]
		a.Notes = append(a.Notes, fmt.Sprintf("%d steps, of which %d are shown", all, most))
	}
	var lines []string
	var cited []spar.Hit
	for i, s := range steps {
		a.Citations = append(a.Citations, citation(i+1, s.from, of[fileOf(s.from)]))
		cited = append(cited, s.from)
		text := s.heading
		said, code := begin(s.from.Passage, longStep/len(steps))
		if s.bare || o.Length == Short {
			said, code = "", nil
		}
		if said != "" {
			text += ": " + said
		}
		b := spar.Bullet{Text: unmarked(text), Citations: []int{i + 1}}
		a.Bullets, lines = append(a.Bullets, b), append(lines, Lines(b))
		for _, c := range code {
			b, note := codeShown(c, i+1)
			a.Bullets, lines = append(a.Bullets, b), append(lines, Lines(b))
			a.Notes = append(a.Notes, noted(note)...)
		}
	}
	if lost := missing(ctx, q, false, hits, cited, w, o); len(lost) > 0 {
		return refused(lost, hits), true
	}
	a.Text = strings.Join(lines, "\n")
	return a, true
}

// stepsOf are the steps of a file. Of the runs of headings numbered 1, 2, 3 below one heading, it takes the run whose heading covers most
// of the question, first one around a hit.
func stepsOf(text Text, h spar.Hit, a asked) []step {
	type run struct {
		above string
		steps []step
	}
	var runs []*run
	for i := range text.Len() {
		p, err := text.Passage(i)
		if err != nil || p.Kind != spar.TextPassage {
			continue
		}
		parts := p.Locator.Headings()
		before, above := 0, ""
		for level, heading := range parts {
			n, rest := stepOf(heading)
			if before == 0 || n != before+1 { // a heading without text stands above the next one of its level
				above = strings.Join(parts[:level], " > ")
			}
			if before = n; n == 0 {
				continue
			}
			at := slices.IndexFunc(runs, func(r *run) bool { return r.above == above })
			if at < 0 {
				at, runs = len(runs), append(runs, &run{above: above})
			}
			r := runs[at]
			if len(r.steps) > 0 && r.steps[len(r.steps)-1].number == n {
				continue // a further passage of the step
			}
			if n == len(r.steps)+1 && rest != "" {
				s := step{number: n, heading: heading, from: beside(h, p, i)}
				s.bare = level < len(parts)-1
				r.steps = append(r.steps, s)
			}
		}
	}
	var best *run
	says := 0.0
	for _, r := range runs {
		if len(r.steps) < leastSteps || !toDo(r.steps) {
			continue
		}
		s := a.share(r.above, nameText(h.Path))
		if strings.HasPrefix(h.Passage.Locator.Heading, r.above) {
			s += .01
		}
		if s >= stepSays && s > says {
			best, says = r, s
		}
	}
	if best == nil {
		return nil
	}
	return best.steps
}

var stepNumber = pattern.New(`(?i)^((?:step|schritt|étape|etape|paso|phase)\s+)?(\d{1,2})\s*(?:[.):–—-]\s*|\s)(.+)$`)

// stepOf is the number of a heading such as "2. Fill in the form" or "Step 2: The form", and what it numbers; 0 for another.
func stepOf(heading string) (n int, rest string) {
	m := stepNumber.FindStringSubmatch(strings.TrimSpace(heading))
	if m == nil {
		return 0, ""
	}
	n, _ = strconv.Atoi(m[2])
	return n, strings.TrimSpace(m[3])
}

// toDo reports whether headings tell an act, as most of a procedure's do: "Step 2", or a verb with more behind it. Sections of a document
// ("1. Purpose", "2. Scope") name their subject.
func toDo(steps []step) bool {
	n := 0
	for _, s := range steps {
		_, rest := stepOf(s.heading)
		words := strings.Fields(rest)
		first := strings.ToLower(strings.Trim(words[0], ".,:;"))
		switch {
		case !unicode.IsDigit(rune(s.heading[0])): // "Step 1"
			n++
		case len(words) > 1 && !namesThing(first):
			n++
		}
	}
	return 3*n >= 2*len(steps)
}

// namesThing reports whether a word has the ending of a noun, or of several things.
func namesThing(word string) bool {
	for _, e := range [...]string{"tion", "tions", "sion", "ment", "ments", "ness", "ity", "ities", "ance", "ence", "ing", "ies", "ers", "ors", "ung", "heit", "keit", "ción", "dad"} {
		if strings.HasSuffix(word, e) {
			return true
		}
	}
	switch word {
	case "the", "a", "an", "our", "about", "what", "who", "how", "when", "where", "why", "which", "der", "die", "das", "le", "la", "les", "el", "los", "las":
		return true
	case "general", "scope", "purpose", "background", "overview", "contents", "roles", "terms", "annex", "appendix", "costs", "legal", "contact", "contacts", "other", "related", "version", "history", "summary", "policy":
		return true
	}
	return false
}

// begin is what a step begins with, sentences and items of lists up to some characters and at least one of them, and the code that stands with these.
func begin(p spar.Passage, most int) (prose string, code []string) {
	var said []string
	n := 0
	for _, st := range statementsOf([]source{{Hit: spar.Hit{Passage: p}}}) {
		if st.code {
			code = append(code, st.text)
			continue
		}
		if n += utf8.RuneCountInString(st.text); n > most && len(said) > 0 {
			break
		}
		said = append(said, st.text)
	}
	for len(code) == 0 && len(said) > 0 && strings.HasSuffix(said[len(said)-1], ":") {
		said = said[:len(said)-1]
	}
	return strings.Join(said, " "), code
}
