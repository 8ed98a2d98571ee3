package versions

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ofText takes the version data in a file's text, which goes before its name.
func (v *Version) ofText(text string) {
	if len(text) > 4000 {
		text = text[:4000]
	}
	p, o, say := compiled(), newOpening(text), sayings()
	says := func(m string) {
		if v.By != ByText {
			v.Says = nil // of the name
		}
		v.By = ByText
		if m = strings.TrimSpace(m); !slices.Contains(v.Says, m) {
			v.Says = append(v.Says, m)
		}
	}
	title, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	head := mastheadOf(text)
	if head.changes {
		v.ofChanges(head, says)
		return
	}
	if n, m := issueSaid(o); n > 0 {
		v.Number, v.code, v.letter, v.written = []int{n}, "", false, m
		says(m)
	}
	this := ofThis(o)
	for _, m := range [][]string{numberSaid(o), o.submatch(say.fieldNumber), p.titleNumber.FindStringSubmatch(title), this} {
		if m != nil {
			v.numbered(m[1])
			says(m[0])
			break
		}
	}
	if len(v.Number) == 0 && head.number != "" {
		v.numbered(head.number)
		says(head.says[0])
	}
	status := o.submatch(say.saidStatus)
	if status == nil {
		status = o.submatch(say.fieldStatus)
	}
	if status != nil {
		v.Status = statusOf(status[1])
		says(status[0])
	} else if m := p.titleDraft.FindString(inParentheses(firstLines(text, titleLines))); m != "" {
		v.Status = Draft
		says(strings.TrimSpace(m))
	} else if m := o.find(say.saidDraft); m != "" {
		v.Status = Draft
		says(lineOf(text, m))
	} else if m := o.find(say.saidOld); m != "" {
		v.Status = Superseded
		says(lineOf(text, m))
	}
	if m := o.submatch(say.saidReplaces); m != nil {
		v.Replaces = strings.TrimSpace(m[1])
		says(m[0])
	}
	if m := o.submatch(say.saidEffective); m != nil {
		if t, ok := date(m[1]); ok {
			v.Effective, v.from = t, true
			says(m[0])
		}
	} else if m := o.submatch(say.saidIssued); m != nil {
		if t, ok := date(m[1]); ok {
			v.Effective = t
			says(m[0])
		}
	} else if this != nil {
		if m := p.thisIssued.FindStringSubmatch(this[2]); m != nil {
			if t, ok := date(m[1]); ok {
				v.Effective = t
				says(strings.TrimSpace(this[0] + m[0]))
			}
		}
	}
	if v.Effective.IsZero() && !head.issued.IsZero() {
		v.Effective = head.issued
		says(head.says[len(head.says)-1])
	}
}

// ofChanges takes the version data in the first entry of a list of changes.
func (v *Version) ofChanges(head masthead, says func(string)) {
	if head.number != "" {
		v.numbered(head.number)
	}
	v.Effective = head.issued
	for _, m := range head.says {
		says(m)
	}
}

// inParentheses is a text that has some, or nothing: few have.
func inParentheses(text string) string {
	if !strings.Contains(text, "(") {
		return ""
	}
	return text
}

// firstLines are the first lines of a text.
func firstLines(text string, n int) string {
	end := 0
	for line := range strings.Lines(text) {
		if end += len(line); strings.TrimSpace(line) != "" {
			n--
		}
		if n <= 0 {
			break
		}
	}
	return text[:end]
}

// ofThis is the version that a text says it is in a sentence of itself, with that sentence up to it and what follows. A version that something
// in the sentence has to do with is another's: "this is for users of version 3".
func ofThis(o opening) []string {
	m := o.submatch(sayings().saidThis)
	if m == nil || strings.HasPrefix(strings.TrimSpace(m[3]), "or ") || slices.ContainsFunc(strings.Fields(strings.ToLower(m[1])), func(w string) bool { return relating[w] }) {
		return nil
	}
	return []string{strings.TrimSuffix(m[0], m[3]), m[2], m[3]}
}

// relating are the prepositions that relate a text to a version of something else.
var relating = map[string]bool{"of": true, "from": true, "since": true, "to": true, "than": true, "until": true, "before": true, "after": true, "with": true, "in": true, "on": true, "not": true}

// numberSaid is the version that a text says it has at the begin of a line: not "version 3 of the License", nor "version 2 or later",
// which a line may begin with that was broken to fit a page.
func numberSaid(o opening) []string {
	p := compiled()
	if !o.may(sayings().saidNumber) {
		return nil
	}
	for _, m := range p.saidNumber.FindAllStringSubmatchIndex(o.text, -1) {
		rest := o.text[m[1]:]
		more := len(rest) > 1 && rest[0] == '.' && rest[1] >= '0' && rest[1] <= '9' // of a number that is written in another way: 1.3c
		if !more && !p.ofOther.MatchString(rest) && !p.speaks.MatchString(rest) && !runsOn(o.text[:m[0]], o.text[m[0]:]) {
			return []string{o.text[m[0]:m[1]], o.text[m[2]:m[3]]}
		}
	}
	return nil
}

// runsOn reports whether a line goes on with the sentence before it, as lines do that were broken to fit a page: it begins with a small letter behind a line
// that does not end.
func runsOn(before, line string) bool {
	line = strings.TrimLeft(line, " \t\r\n#*%>/;|")
	before = strings.TrimRight(before, " \t\r\n#*%>/|")
	if line == "" || before == "" {
		return false
	}
	first, _ := utf8.DecodeRuneInString(line)
	last, _ := utf8.DecodeLastRuneInString(before)
	return unicode.IsLower(first) && (unicode.IsLetter(last) || unicode.IsDigit(last) || last == ',' || last == ')')
}

// Names reports whether a line names the version of its text, and not the subject.
func Names(line string) bool {
	v := Version{}
	v.ofText(line)
	return v.By == ByText && compiled().opens.MatchString(line)
}

// lineOf is the line of a text with something in it, if it is short, or else that alone.
func lineOf(text, part string) string {
	at := strings.Index(text, part)
	at += len(part) - len(strings.TrimLeft(part, " \t\r\n"))
	from := strings.LastIndexByte(text[:at], '\n') + 1
	line, _, _ := strings.Cut(text[from:], "\n")
	if utf8.RuneCountInString(line) > 120 {
		return part
	}
	return line
}
