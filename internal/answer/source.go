package answer

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// asksSource are the words of a question for the text of a program itself, and not for what it does.
var asksSource = pattern.New(`(?i)\b(?:(?:the|source|show|see|which) (?:me )?(?:the )?(?:source|code)\b|source code|(?:code|source|implementation|body|signature|declaration) of\b|implement(?:ed|s|ation)?\b|which (?:function|method|class|struct|type|constant|variable|macro|routine)s?\b|where (?:is|are) .{1,60}\b(?:defined|declared|called|set|initiali[sz]ed)\b|quellcode|code source|código fuente)`)

const (
	leastSource = .6 // part of the question that shown lines of a program must cover
	askedSource = .4 // the same where code is asked for: words such as "function" are said of it, and not by it
	mostSource  = 2  // passages of a program that are shown
)

// withSource adds to an answer the lines of a program that cover the question, where it asks for code, and where no prose answers.
func withSource(text string, hits []spar.Hit, w Weights, a spar.Answer, o Options) spar.Answer {
	asked := asksSource.MatchString(text)
	if !asked && !a.Refused || !slices.ContainsFunc(hits, isSource) {
		return a
	}
	q := question.Parse(text)
	words := sayingWords(q)
	shown, least := spar.Answer{Unsure: !asked}, leastSource
	if asked {
		least = askedSource
	}
	var lines []string
	for _, h := range hits[:min(len(hits), o.passages())] {
		if !isSource(h) || len(lines) == mostSource || len(names(q)) > 0 && len(unsaid(names(q), []spar.Hit{h})) > 0 {
			continue
		}
		share := newAsked(words, h.Passage.Lang, w).share(h.Passage.Ranked(), nameText(h.Path))
		if share < least {
			continue
		}
		n := len(lines) + 1
		shown.Confidence = max(shown.Confidence, share/2)
		shown.Citations = append(shown.Citations, citation(n, h, nil))
		b := spar.Bullet{Text: h.Passage.Text, Citations: []int{n}, Code: true}
		shown.Bullets, lines = append(shown.Bullets, b), append(lines, Lines(b))
	}
	if len(lines) == 0 {
		return a
	}
	shown.Text = strings.Join(lines, "\n")
	return shown
}

func isSource(h spar.Hit) bool { return h.Passage.Kind == spar.SourcePassage }
