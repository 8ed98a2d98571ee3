package answer

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/chunk"
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
	"github.com/sparsearch/spar/internal/spar"
)

// What an English answer holds that fits its question: a reason, a sum of money, a duration, or what tells yes from no.
var (
	reasonSaid   = pattern.New(`(?i)\b(?:because|since (?:the|an?|it|they|we|you|he|she|there|this|that|these|our|its|their|all|no)\b|due to|owing to|as a result|so that|reasons?|cause[sd]?|therefore|in order to|(?:comes?|came) from|why)\b`)
	moneySaid    = pattern.New(`(?i)[£$€%]|\b(?:pounds?|euros?|dollars?|pence|cents?|p|eur|gbp|usd|francs?|thousand|million|per cent|percent|free)\b`)
	moneyAsked   = pattern.New(`(?i)\b(?:costs?|prices?|fees?|pay|paid|rent|budget|salary|charge|money|sum|worth|discount|fine)\b`)
	durationSaid = pattern.New(`(?i)\b(?:seconds?|minutes?|hours?|days?|weeks?|months?|years?|fortnight|nights?)\b`)
	howLong      = pattern.New(`(?i)^\W*how long\b`)
	howMany      = pattern.New(`(?i)\bhow many ((?:[\pL-]+ ){0,3}[\pL-]+)`)
	truthSaid    = pattern.New(`(?i)\b(?:no|not|never|nobody|none|nothing|nowhere|neither|nor|cannot|may|must|allowed|forbidden|permitted|prohibited|yes)\b|n['’]t\b`)
	polarSaid    = pattern.New(`(?i)\b(?:no|not|never|nobody|none|nothing|may|must|can|cannot|allowed|forbidden|only|without|except|unless|need not|free|yes|nowhere|neither|prohibited|permitted|always|every(?:one)?|all)\b`)
)

// suits reports whether an answer has the kind of thing that its question asks for, and the unit that it names. first is the answer's first
// statement. It is for English.
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

// asMuchLess is how much less of a question a statement may say that says as much of it as another: what shares of weights differ by in their last digits.
const asMuchLess = .01

// asMuch counts the statements outside an answer that cover at least so much of a question, with the text above them: in other files, and
// in the cited ones. An answer is less sure where many statements cover as much.
func asMuch(asked asked, least float64, said string, cited, hits []spar.Hit) (others, same int) {
	found := sources(context.Background(), hits, Options{})
	for _, s := range statementsOf(found) {
		from := found[s.source]
		if s.code || s.title || asks(s.text) || len(s.text) < leastText || strings.Contains(said, unmarked(s.text)) ||
			asked.share(s.text, s.under, from.Passage.Locator.Heading, nameText(from.Path)) < least-asMuchLess {
			continue
		}
		if slices.ContainsFunc(cited, func(c spar.Hit) bool { return fileOf(c) == fileOf(from.Hit) }) {
			same++
		} else {
			others++
		}
	}
	return others, same
}

// token is a word, a number or a code.
var token = pattern.New(`[\pL\d](?:[\pL\d/.:-]*[\pL\d])?`)

// saysSibling reports whether a text has, in the place of a number, a letter or a code of a question that it lacks, another one: "store A" for
// "store C", "NP-05" for "NP-20". The place is told by the word before, that of a code by its first letter.
func saysSibling(question, text string) bool {
	asked, said := token.FindAllString(question, -1), token.FindAllString(text, -1)
	for i, a := range asked {
		form := shape(a)
		if a == "I" || a == "A" || !strings.Contains(form, "9") && (form != "A" || i == 0) || slices.ContainsFunc(said, func(s string) bool { return strings.EqualFold(a, s) }) {
			continue
		}
		isCode := strings.Contains(form, "A") && strings.Contains(form, "9")
		for k, s := range said {
			if shape(s) == form && (isCode && len(form) > 2 && a[0] == s[0] || i > 0 && k > 0 && strings.EqualFold(strings.TrimSuffix(asked[i-1], "s"), strings.TrimSuffix(said[k-1], "s"))) {
				return true
			}
		}
	}
	return false
}

// shape is how a word is written: 9 for each digit, A and a for runs of capital and small letters, - for the rest: "NP-20" has that of "NP-05".
func shape(word string) string {
	var form []byte
	for _, r := range word {
		c := byte('-')
		switch {
		case unicode.IsDigit(r):
			c = '9'
		case unicode.IsUpper(r):
			c = 'A'
		case unicode.IsLetter(r):
			c = 'a'
		}
		if c == '9' || len(form) == 0 || form[len(form)-1] != c {
			form = append(form, c)
		}
	}
	return string(form)
}
