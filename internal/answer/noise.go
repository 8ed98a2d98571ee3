package answer

import (
	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/question"
)

var (
	// signature is who wrote something, and when, as changelogs and mails end with it; and what revision systems write into files.
	signature = pattern.New(`^(?:--? \pL[^<]{1,60}<[^ >]+@[^ >]+>|<?[\w.+-]+@[\w-]+(?:\.[\w-]+)+>?$|\$(?:Id|Revision|Date|Header|Author)\b)`)
	// mailHead is a line of the header of a mail within a text, or one that says who is quoted.
	mailHead = pattern.New(`^(?:(?:From|To|Cc|Bcc|Subject|Date|Message-I[Dd]|Reply-To|References|In-Reply-To|Received|Return-Path|Sender|X-[\w-]+): |.{0,80}\b(?:wrote|writes|schrieb|a écrit|escribió):|>)`)
	// owned is who holds the rights in a text.
	owned = pattern.New(`(?i)^\W*(?:copyright\b|\(c\) ?\d{4}|©)`)
)

// isNoise reports whether a statement tells nothing about the subject of a text: a signature, or, for a list or a procedure, the lines of a
// mail's header, its quotations, and the owner of the text.
func isNoise(text string, form question.Form) bool {
	if signature.MatchString(text) {
		return true
	}
	return (form == question.Procedure || form == question.List) && (mailHead.MatchString(text) || owned.MatchString(text))
}
