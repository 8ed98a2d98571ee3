package question

import (
	"regexp"
	"strings"
	"sync"
)

// commands are the ways to order something for a workspace. The first group is its name, the second a further name.
var commands = sync.OnceValue(func() []struct {
	command Command
	expr    *regexp.Regexp
} {
	const (
		please = `(?i)^\s*(?:(?:please|kindly|now|then|bitte)\b,?\s*|(?:can|could|would) you (?:please )?|(?:i (?:want|need|would like)|i'd like|let us|let's)(?: to| you to)?\s+)*`
		ws     = `(?:workspaces?|collections?|work spaces?|databases?|db|dtb|data ?sets?)`
		the    = `(?:(?:the|my|our|this|that|a|an|a new|new|another)\s+)*`
		name   = `(?:\s+(?:called\s+|named\s+)?["“'«]?([\pL\d][\pL\d_.-]*)["”'»]?)?`
	)
	var list []struct {
		command Command
		expr    *regexp.Regexp
	}
	add := func(c Command, pattern string) {
		list = append(list, struct {
			command Command
			expr    *regexp.Regexp
		}{c, regexp.MustCompile(please + pattern)})
	}
	add(Reset, `(?:start (?:over|again|afresh|from scratch)|begin (?:again|anew|afresh))(?: with `+the+`(?:empty |fresh |clean )?`+ws+`)?`+`()`)
	add(Reset, `(?:throw|take|remove|delete) (?:everything|all files|all of it) (?:out of|from) `+the+ws+name)
	add(Update, `(?:the|my|our|this) `+ws+`(?:\s+([\pL\d_.-]+))?? (?:is|has become|has got|looks) [^.;]*[,;.]\s*(?:please )?(?:update|refresh|renew) it`)
	add(Reset, `(?:reset|clear|empty|wipe)(?: out)? `+the+`(?:whole |entire )?`+ws+name)
	add(Update, `(?:bring|get) `+the+ws+`(?:\s+([\pL\d_.-]+))?? up to date`)
	add(Update, `(?:update|refresh|renew|sync(?:hroni[sz]e)?|rebuild) `+the+ws+name)
	add(Archive, `(?:archive|put away) `+the+ws+name)
	add(Reactivate, `(?:reactivate|restore|bring back|unarchive|reopen) `+the+ws+name)
	add(Rename, `rename `+the+ws+`\s+["“']?([\pL\d_.-]+)["”']?\s+(?:to|into|as)\s+["“']?([\pL\d_.-]+)["”']?`)
	add(Share, `share `+the+ws+`\s+["“']?([\pL\d_.-]+)["”']?\s+with\s+["“']?([\pL\d_.:@-]+)["”']?`)
	add(Delete, `(?:delete|remove|drop|terminate|close|throw away) `+the+ws+name)
	add(Workspaces, `(?:list|show|which are)(?: me)? (?:all |my |our |the )*`+ws+`\s*$()`)
	add(Build, `(?:a |an |one )(?:new |fresh )?`+ws+`(?:\s+(?:called|named)\s+["“'«]?([\pL\d][\pL\d_.-]*)["”'»]?)?\s+(?:out of|of|with|from|for|over|containing|that (?:contains|has|holds))\b`)
	add(Build, `(?:make|create|build|set up|start|open|prepare|form|assemble|put together|new|define)(?: me| us)?\s+`+the+
		`(?:new )?`+ws+`(?:\s+(?:called|named)\s+["“'«]?([\pL\d][\pL\d_.-]*)["”'»]?)?(?:\s+(?:out of|of|with|from|for|over`+
		`|containing|that (?:contains|has|holds)|on|about|in which there are))?\b`)
	return list
})

// command reads the order at the beginning of a sentence.
func (p *sentenceParser) command(s *Sentence) {
	for _, c := range commands() {
		m := c.expr.FindStringSubmatchIndex(p.text)
		for i := 1; i < len(p.tokens) && m == nil; i++ { // "the handbook has changed, sync the workspace"
			if p.tokens[i].comma && !p.tokens[i].quoted {
				if m = c.expr.FindStringSubmatchIndex(p.text[p.tokens[i].start:]); m != nil {
					for j := range m {
						if m[j] >= 0 {
							m[j] += p.tokens[i].start
						}
					}
				}
			}
		}
		if m == nil {
			continue
		}
		group := func(i int) string { return groupOf(p.text, m, i) }
		p.take(s, c.command, m, group(1), group(2))
		return
	}
	p.gathered(s)
}

// groupOf is the text of a group of a match, "" for none.
func groupOf(text string, m []int, i int) string {
	if 2*i+1 < len(m) && m[2*i] >= 0 {
		return text[m[2*i]:m[2*i+1]]
	}
	return ""
}

// take notes a command that stands at a place, with the name of the workspace and what else it names.
func (p *sentenceParser) take(s *Sentence, c Command, m []int, named, to string) {
	if has(" of with from for over out up and or ", strings.ToLower(named)) {
		named = ""
		m[1] = m[2]
	}
	s.Command, s.Name, s.To = c, named, to
	for i := range p.tokens {
		// "about" opens a subject that is still to be read.
		if p.tokens[i].start >= m[0] && p.tokens[i].end <= m[1] && !(c == Build && p.tokens[i].end == m[1] && has(" about on ", p.tokens[i].low)) {
			p.tokens[i].used = true
		}
	}
}

// gathering is a request to put files into a workspace, which stands around what names them.
var gathering = sync.OnceValue(func() [2]*regexp.Regexp {
	return [2]*regexp.Regexp{
		regexp.MustCompile(`(?i)^\s*(?:(?:please|kindly|now|then)\b,?\s*|(?:can|could|would) you (?:please )?` +
			`|(?:i (?:want|need|would like)|i'd like|let us|let's)(?: to| you to)?\s+)*(?:put|collect|gather|assemble|bundle|pack` +
			`|place|save|bring|combine)\b(?: together)?`),
		regexp.MustCompile(`(?i)\b(?:in|into|to|as)\s+(?:a|one|an)\s+(?:single |separate |fresh )?(?:new ` +
			`|own )?(?:workspace|collection|work space)(?:\s+(?:called|named)\s+["“'«]?([\pL\d][\pL\d_.-]*)["”'»]?)?`),
	}
})

// gathered reads "put the PDFs into a new workspace".
func (p *sentenceParser) gathered(s *Sentence) {
	opens, closes := gathering()[0].FindStringIndex(p.text), gathering()[1].FindStringSubmatchIndex(p.text)
	if opens == nil || closes == nil || closes[0] < opens[1] {
		return
	}
	p.take(s, Build, []int{opens[0], opens[1]}, "", "")
	p.take(s, Build, closes, groupOf(p.text, closes, 1), "")
}

// belonging are the ways to ask for what belongs to files.
var belonging = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)(?:,?\s*\b(?:and|with|plus|along with|together with|including|as well as)\s+)(?:(?:all|any|every|the|their|its|his|her)\s+)*` +
		`(?:(?:associated|related|accompanying|corresponding|connected|attached|linked)\s+(?:documents?|files?|papers?|material|records?|reports?|ones|correspondence)` +
		`|(?:everything|all|anything|whatever|what|the (?:documents|files|papers)` +
		`|(?:documents|files|papers))\s+(?:else\s+)?(?:that\s+|which\s+)?(?:belongs?|goes|go|comes?|relates?` +
		`|is (?:related|connected|tied)|are (?:related|connected|tied))\s+(?:to|with)\s+(?:them|it|these|those|him|her|that)` +
		`|\pL+\s+(?:that|which)\s+(?:belongs?|goes|go|comes?)\s+(?:to|with)\s+(?:them|it|these|those)` +
		`|attachments)\b`)
})

// associated finds where a sentence asks for what belongs to the files.
func (p *sentenceParser) associated(s *Sentence) {
	m := belonging().FindStringIndex(p.text)
	if m == nil {
		return
	}
	first, last := -1, -1
	for i, t := range p.tokens {
		if t.start >= m[0] && t.end <= m[1] && !t.used {
			if first < 0 {
				first = i
			}
			last = i
			p.tokens[i].used = true
		}
	}
	if first >= 0 {
		span := p.span(first, last+1)
		s.Associated = &span
	}
}
