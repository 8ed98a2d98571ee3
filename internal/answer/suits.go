package answer

import (
	"context"
	"regexp"
	"slices"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/question"
)

// What an English answer holds that fits its question: a reason, a sum of money, a duration, or what tells yes from no.
var (
	reasonSaid   = regexp.MustCompile(`(?i)\b(?:because|since (?:the|an?|it|they|we|you|he|she|there|this|that|these|our|its|their|all|no)\b|due to|owing to|as a result|so that|reasons?|cause[sd]?|therefore|in order to|(?:comes?|came) from|why)\b`)
	moneySaid    = regexp.MustCompile(`(?i)[£$€%]|\b(?:pounds?|euros?|dollars?|pence|cents?|p|eur|gbp|usd|francs?|thousand|million|per cent|percent|free)\b`)
	moneyAsked   = regexp.MustCompile(`(?i)\b(?:costs?|prices?|fees?|pay|paid|rent|budget|salary|charge|money|sum|worth|discount|fine)\b`)
	durationSaid = regexp.MustCompile(`(?i)\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|fortnight|nights?)\b`)
	howLong      = regexp.MustCompile(`(?i)^\W*how long\b`)
	howMany      = regexp.MustCompile(`(?i)\bhow many ((?:[\pL-]+ ){0,3}[\pL-]+)`)
	truthSaid    = regexp.MustCompile(`(?i)\b(?:no|not|never|nobody|none|nothing|nowhere|neither|nor|cannot|may|must|allowed|forbidden|permitted|prohibited|yes)\b|n['’]t\b`)
	polarSaid    = regexp.MustCompile(`(?i)\b(?:no|not|never|nobody|none|nothing|may|must|can|cannot|allowed|forbidden|only|without|except|unless|need not|free|yes|nowhere|neither|prohibited|permitted|always|every(?:one)?|all)\b`)
)

// suits reports whether what an answer says is of the kind that its question asks for, and in the unit where it names one. first is the first
// thing that it says. It is for English.
func suits(q question.Question, first, said, lang string) bool {
	kind := q.Wants()
	switch {
	case mustSay(kind) && !wanted(q)(first), kind == question.Reason && !reasonSaid.MatchString(said), kind == question.Truth && !polarSaid.MatchString(said),
		kind == question.Figure && moneyAsked.MatchString(q.Text) && !moneySaid.MatchString(said),
		howLong.MatchString(q.Text) && !durationSaid.MatchString(said):
		return false
	}
	m := howMany.FindStringSubmatch(q.Text)
	if m == nil {
		return true
	}
	terms := chunk.Terms(said, lang)
	return slices.ContainsFunc(chunk.Terms(m[1], lang), func(t string) bool { return slices.Contains(terms, t) })
}

// rivalSays is how much more of a question a sentence of a file that is not cited says, with what stands above it, than the first thing that an
// answer says; negative where each says less.
func rivalSays(asked asked, first, above string, cited, hits []spar.Hit) (more float64) {
	found := sources(context.Background(), hits, Options{})
	for _, s := range statementsOf(found) {
		from := found[s.source]
		if s.title || asks(s.text) || len(s.text) < leastText || slices.ContainsFunc(cited, func(c spar.Hit) bool { return fileOf(c) == fileOf(from.Hit) }) {
			continue
		}
		more = max(more, asked.share(s.text, s.under, from.Passage.Locator.Heading, nameText(from.Path)))
	}
	return more - asked.share(first, above)
}
