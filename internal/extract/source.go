package extract

import (
	"context"
	"strings"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
)

// detectSource goes by names and first lines. What is marked up as XML or HTML, such as translations that end in .ts, is not a program's text.
func detectSource(settings bool) func(head []byte, name string) int {
	return func(head []byte, name string) int {
		if !isTextHead(head) {
			return 0
		}
		l := languageOf(head, name)
		if l == nil || l.settings != settings || strings.HasPrefix(strings.TrimSpace(textHead(head)), "<") && !hasExt(name, ".php", ".phtml") {
			return 0
		}
		return 45
	}
}

// extractSource reads a program or a settings file. Comments become paragraphs under the name of the thing they document, and strings of
// prose become paragraphs, too. All else is source. Settings are text as well, because they say which values hold.
func extractSource(ctx context.Context, in *Input, out *sink) error {
	head := make([]byte, min(in.Size, headSize))
	if n, err := in.R.ReadAt(head, 0); n < len(head) {
		return err
	}
	lang := languageOf(head, in.Name)
	if lang == nil {
		lang = &settingsByLooks
	}
	r := sourceReader{lang: lang, out: out, kind: spar.Source, text: newProseLines(out), body: -1}
	if lang.settings {
		r.kind = spar.Setting
	}
	r.text.inline, r.text.fields = plainDoc, true
	if lang.pod {
		r.pod = newPOD(out)
	}
	if err := eachLine(in, r.line); err != nil {
		return err
	}
	return r.end()
}

// sourceReader is the state between two lines.
type sourceReader struct {
	lang *sourceLanguage
	out  *sink
	kind spar.BlockKind // of the code
	text *proseLines

	comment []line // without their marks
	own     []line // the same as they stand
	held    int    // bytes of comment

	code    []string
	codeAt  spar.Span
	codeN   int
	strings []line // that are prose, in code
	joined  bool   // the line before ended with one

	until string // ends the comment or string that is open; "": none is
	isDoc bool   // the open one is a comment

	docstring bool // the comment is a string that says what the routine around it does
	any       bool // code stood
	body      int  // lines that are indented deeper than this are the body of a routine; -1: none is open
	pod       *podReader
}

const maxComment = 256 << 10

func (r *sourceReader) line(l line) error {
	if r.pod != nil {
		if in, err := r.pod.embedded(l, r.flush); in || err != nil {
			return err
		}
	}
	text := strings.TrimRight(l.text, " \t\r\f\v")
	trimmed := strings.TrimSpace(text)
	switch {
	case r.until != "":
		return r.within(text, l)
	case l.piece || len(text) > maxLine/16:
		return r.addCode(text, l.at, true)
	case trimmed == "":
		if err := r.flushComment(""); err != nil {
			return err
		}
		if r.lang.settings {
			return r.flushCode()
		}
		return r.addCode("", l.at, false)
	}
	for _, b := range r.lang.blocks {
		if strings.HasPrefix(trimmed, b[0]) {
			return r.opens(text, trimmed[len(b[0]):], b[1], l, true)
		}
	}
	for _, mark := range r.lang.line {
		if rest, ok := strings.CutPrefix(trimmed, mark); ok {
			if strings.HasPrefix(trimmed, "#!") && !r.any && len(r.comment) == 0 {
				return r.addCode(text, l.at, false)
			}
			if r.lang.settings && rest != "" && isCommentedSetting(rest) {
				return r.addCode(text, l.at, false)
			}
			rest = strings.TrimLeft(rest, mark[len(mark)-1:]+"!")
			return r.addComment(rest, l)
		}
	}
	quoted := strings.TrimLeft(trimmed, "rRuUbB")
	for _, q := range r.lang.doc {
		if rest, ok := strings.CutPrefix(quoted, q); ok && len(trimmed)-len(quoted) <= 2 {
			return r.opens(text, rest, q, l, true)
		}
	}
	if r.lang.lisp && trimmed[0] == '"' {
		return r.opens(text, trimmed[1:], `"`, l, true)
	}
	return r.codeLine(text, l)
}

// isCommentedSetting reports whether a comment in a settings file is a disabled setting: a key follows its mark at once.
func isCommentedSetting(rest string) bool {
	return (unicode.IsLetter(rune(rest[0])) || rest[0] == '[') && !strings.HasSuffix(rest, ".") && strings.Count(rest, " ") < 6
}

// opens begins a comment or a string that goes on until its end, maybe in the same line.
func (r *sourceReader) opens(whole, rest, until string, l line, doc bool) error {
	if doc && until == "*/" {
		rest = strings.TrimLeft(rest, "*!")
	}
	r.until, r.isDoc = until, doc
	if doc {
		if err := r.flushCodeIfAny(); err != nil {
			return err
		}
	}
	return r.within(rest, l)
}

// flushCodeIfAny emits the code before a comment, if comments of the language belong to the routine around them, as a docstring in Python
// does.
func (r *sourceReader) flushCodeIfAny() error {
	if len(r.lang.doc) > 0 || r.lang.lisp {
		return r.flushCode()
	}
	return nil
}

// within takes a line of a comment or string that is open.
func (r *sourceReader) within(text string, l line) error {
	end := strings.Index(text, r.until)
	if r.until == `"` {
		end = closingQuote(text, '"')
	}
	if !r.isDoc {
		if end >= 0 {
			r.until = ""
		}
		return r.addCode(text, l.at, true)
	}
	rest := ""
	if end >= 0 {
		text, rest, r.until = text[:end], strings.TrimSpace(text[end+len(r.until):]), ""
	} else if r.held > maxComment {
		r.until = "" // nobody writes a comment like this: an end was missed
	}
	if trimmed := strings.TrimLeft(text, " \t"); strings.HasPrefix(trimmed, "*") && !strings.HasPrefix(trimmed, "**") {
		text = trimmed[1:]
	} else if strings.HasPrefix(trimmed, "**") {
		text = strings.TrimLeft(trimmed, "*")
	}
	if err := r.addComment(text, l); err != nil {
		return err
	}
	if end >= 0 && (len(r.lang.doc) > 0 || r.lang.lisp) {
		r.docstring = true
		err := r.flushComment("")
		if r.docstring = false; err != nil {
			return err
		}
	}
	if rest = strings.TrimLeft(rest, ") "); rest == "" {
		return nil
	}
	return r.codeLine(rest, l)
}

func closingQuote(text string, q byte) int {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case q:
			return i
		}
	}
	return -1
}

func (r *sourceReader) addComment(text string, l line) error {
	r.comment = append(r.comment, line{text: text, at: l.at})
	r.own = append(r.own, l)
	if r.held += len(text) + 1; r.held < maxComment {
		return nil
	}
	return r.flushComment("")
}

// codeLine takes a line of code. A name that it declares is the heading of the comment above and of the lines that follow.
func (r *sourceReader) codeLine(text string, l line) error {
	trimmed := strings.TrimSpace(text)
	documented := len(r.comment) > 0
	name, routine := r.lang.declared(text, documented)
	if indent := indentation(text); name != "" && (r.body < 0 || indent <= r.body || routine) || r.body >= indent && trimmed[0] != '}' && trimmed[0] != ')' {
		if r.body = -1; routine {
			r.body = indent
		}
	}
	switch {
	case name != "":
		if err := r.flushCode(); err != nil {
			return err
		}
		level := 1 + min(indentation(text), 10)/2
		if r.lang.settings && !strings.HasPrefix(trimmed, "[") {
			level += 2
		}
		// The comment may begin with headings of its own. They stand above the documented name.
		if err := r.flushComment(name, level); err != nil {
			return err
		}
	case documented && (trimmed[0] == '@' || strings.HasPrefix(trimmed, "#[") || strings.HasPrefix(trimmed, "template")):
		// stands between a comment and the thing it documents
	default:
		if err := r.flushComment(""); err != nil {
			return err
		}
	}
	r.findStrings(text, l)
	return r.addCode(text, l.at, true)
}

func (r *sourceReader) beginsComment(rest string) bool {
	for _, mark := range r.lang.line {
		if strings.HasPrefix(rest, mark) {
			return true
		}
	}
	return false
}

func (r *sourceReader) opensRaw(rest string) string {
	for _, q := range r.lang.raw {
		if strings.HasPrefix(rest, q) {
			return q
		}
	}
	return ""
}

func (r *sourceReader) addCode(text string, at spar.Span, real bool) error {
	if text == "" && len(r.code) == 0 {
		return nil
	}
	r.any = r.any || real
	r.code, r.codeAt, r.codeN = append(r.code, text), r.codeAt.Union(at), r.codeN+len(text)+1
	if r.codeN < maxProseBlock {
		return nil
	}
	return r.flushCode()
}

func (r *sourceReader) flushCode() error {
	code, at, said := r.code, r.codeAt, r.strings
	r.code, r.codeAt, r.codeN, r.strings, r.joined = nil, spar.Span{}, 0, nil, false
	if err := r.out.block(spar.Block{Kind: r.kind, Text: strings.Join(code, "\n"), Locator: spar.Locator{Bytes: at}}); err != nil {
		return err
	}
	for _, s := range said {
		if isProse(s.text) && !r.lang.settings {
			if err := r.out.paragraph(joinWrapped(strings.Split(s.text, "\n")), spar.Locator{Bytes: s.at}); err != nil {
				return err
			}
		}
	}
	return nil
}

// flushComment emits the open comment, below the name of the thing it documents, if there is one.
func (r *sourceReader) flushComment(name string, level ...int) error {
	comment, own := r.comment, r.own
	r.comment, r.own, r.held = nil, nil, 0
	for len(comment) > 0 {
		if title := banner(comment[0].text, own[0].text); title != "" {
			if err := r.heading(1, title, comment[0].at); err != nil {
				return err
			}
		} else if strings.Trim(comment[0].text, " \t") != "" && !isRule(comment[0].text) {
			break
		}
		comment, own = comment[1:], own[1:]
	}
	if name != "" {
		at := spar.Span{}
		if len(own) > 0 {
			at = own[0].at
		}
		if err := r.heading(level[0], name, at); err != nil {
			return err
		}
	}
	if len(comment) == 0 {
		return nil
	}
	code := 0
	for _, c := range comment {
		if looksLikeCode(c.text) {
			code++
		}
	}
	// What stands in the body of a routine says how it works, and stays with it.
	if name == "" && (r.body >= 0 && indentation(own[0].text) > r.body && !r.docstring || code*2 > len(comment)) {
		for _, l := range own {
			if err := r.addCode(strings.TrimRight(l.text, " \t\r"), l.at, true); err != nil {
				return err
			}
		}
		return nil
	}
	if r.lang.settings {
		if err := r.flushCode(); err != nil {
			return err
		}
	}
	for len(comment) > 0 {
		n := 0 // lines of the paragraph, a blank one at its end included
		for n < len(comment) && strings.TrimSpace(comment[n].text) != "" && !isRule(comment[n].text) {
			n++
		}
		part := comment[:n]
		comment = comment[min(len(comment), n+1):]
		if r.lang.settings && areSettings(part) {
			if err := r.text.endTerm(); err != nil {
				return err
			}
			for _, c := range part {
				if err := r.text.add(spar.CodeBlock, strings.TrimSpace(c.text), c.at); err != nil {
					return err
				}
			}
			if err := r.text.flush(); err != nil {
				return err
			}
			continue
		}
		for _, c := range append(part[:n:n], line{}) {
			if err := r.text.line(c.text, c.at); err != nil {
				return err
			}
		}
	}
	return r.text.end()
}

// areSettings reports whether the lines of a comment show what could be set: a key with its value each, and no sentence.
func areSettings(lines []line) bool {
	for _, l := range lines {
		words := strings.Fields(l.text)
		if len(words) > 5 || !settingLine.MatchString(l.text) || ended(strings.TrimSpace(l.text)) {
			return false
		}
		if first := []rune(words[0])[0]; !unicode.IsLower(first) && first != '[' {
			return false
		}
		if len(words) > 2 && !strings.ContainsAny(words[0], "-_.=:") && words[1] != "=" {
			return false
		}
	}
	return len(lines) > 0
}

func (r *sourceReader) heading(level int, title string, at spar.Span) error {
	if err := r.flushCode(); err != nil {
		return err
	}
	return r.out.heading(level, title, spar.Locator{Bytes: at})
}

func (r *sourceReader) flush() error {
	if err := r.flushComment(""); err != nil {
		return err
	}
	return r.flushCode()
}

func (r *sourceReader) end() error {
	if r.pod != nil {
		if err := r.pod.end(); err != nil {
			return err
		}
	}
	return r.flush()
}
