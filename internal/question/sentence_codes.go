package question

import (
	"strings"
	"unicode"
)

// codes reads the numbers of files, letters with digits, that their names have: "open SF017", "INC-007".
func (p *sentenceParser) codes() {
	if p.names.Spelled == nil || p.o.Question {
		return
	}
	for from := 0; from < len(p.tokens); from++ {
		to := from + 1
		for to < len(p.tokens) && !p.tokens[to].comma && p.text[p.tokens[to-1].end:p.tokens[to].start] == "-" {
			to++
		}
		text := p.plain(from, to)
		code := strings.ContainsAny(text, "0123456789") && strings.ContainsFunc(text, unicode.IsUpper) && !strings.ContainsFunc(text, unicode.IsLower) && len(text) > 3
		if code && p.free(from, to) && !p.topicIn(from, to) && !p.tokens[from].quoted && len(p.names.Spelled(text, false)) > 0 {
			p.addName(from, to, holds, false, text)
		}
		from = to - 1
	}
}
