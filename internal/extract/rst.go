package extract

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	rstRule      = pattern.New("^(?:={3,}|-{3,}|~{3,}|\\^{3,}|\"{3,}|'{3,}|`{3,}|\\+{3,}|\\*{3,}|#{3,}|\\.{4,}|:{4,}|_{4,})\\s*$")
	rstDirective = pattern.New(`^(\s*)\.\. (?:\|[^|]+\| )?([\w:+-]+)::(?:\s+(.*))?$`)
	rstTarget    = pattern.New(`^\s*\.\. (?:_[^:]*:|\[[^\]]+\])`)
	rstField     = pattern.New(`^\s*:([\w -]{1,40}):(?:\s+(.*))?$`)
	rstRole      = pattern.New("(?::[\\w:+.-]{1,40}:)?`{1,2}([^`\\n]{1,400}?)`{1,2}_{0,2}")
	rstLink      = pattern.New(`\s*<[^<>]{1,300}>$`)
	rstStrong    = pattern.New(`(^|[\s(])\*{1,2}([^*\s](?:[^*\n]{0,300}[^*\s])?)\*{1,2}`)
	rstName      = pattern.New(`\b([A-Za-z][\w-]*)_(\s|[.,;:)]|$)`)
)

// rstCode are the directives with code, rstHidden the directives with content for programs.
var (
	rstCode   = []string{"code", "code-block", "sourcecode", "literalinclude", "parsed-literal", "highlight", "prompt", "productionlist", "math", "graphviz", "doctest", "testcode", "ipython"}
	rstHidden = []string{"toctree", "image", "figure", "include", "index", "contents", "raw", "meta", "module", "currentmodule", "automodule", "autoclass", "autofunction", "automethod", "highlight", "default-role", "role", "sectnum", "only", "target-notes", "testsetup"}
)

// detectRST goes by the name.
func detectRST(head []byte, name string) int {
	switch {
	case !isTextHead(head):
		return 0
	case hasExt(name, ".rst", ".rest"):
		return 70
	case strings.HasSuffix(strings.ToLower(name), ".rst.txt"):
		return 70
	}
	return 0
}

// extractRST reads reStructuredText: sections by their underlines, lists, definitions, fields, directives, code. It reads tables as in
// plain text.
func extractRST(ctx context.Context, in *Input, out *sink) error {
	r := rstReader{prose: prose{out: out, inline: plainRST, level: 2}, hidden: -1, code: -1, item: -1, blank: true}
	if err := eachLine(in, r.line); err != nil {
		return err
	}
	return r.end()
}

type rstReader struct {
	prose
	levels []string // of headings: the signs of their lines in the order of their first use
	last   line     // that waits for the next one, which may be its underline
	waits  bool
	over   string // the line above the heading that may come

	blank  bool
	hidden int  // lines that are indented deeper than this are left out; -1: none are
	code   int  // lines that are indented deeper than this are code; -1: none are
	item   int  // the indentation of the open item; -1: none is open
	grid   bool // a table is open, which the reader of plain text takes
	table  textParagraph
}

// line takes the next line. Whether it is a heading or a term the one after it tells.
func (r *rstReader) line(l line) error {
	text := strings.TrimRight(l.text, " \t\r\f")
	if !r.waits {
		r.last, r.waits = line{text: text, at: l.at}, true
		return nil
	}
	last := r.last
	if !r.grid && rstRule.MatchString(text) && last.text != "" && last.text[0] != ' ' && !rstRule.MatchString(last.text) &&
		utf8.RuneCountInString(text)+1 >= utf8.RuneCountInString(last.text) && (r.blank || r.over != "") && len(last.text) < 300 {
		sign := text[:1]
		if r.over != "" {
			sign += r.over[:1]
		}
		r.over, r.waits, r.blank, r.item, r.code, r.hidden = "", false, true, -1, -1, -1
		return r.heading(r.levelOf(sign), last.text, last.at.Union(l.at))
	}
	r.last = line{text: text, at: l.at}
	return r.take(last.text, last.at, text)
}

func (r *rstReader) levelOf(sign string) int {
	for i, s := range r.levels {
		if s == sign {
			return i + 1
		}
	}
	if len(r.levels) < 8 {
		r.levels = append(r.levels, sign)
	}
	return len(r.levels)
}

// take takes a line that is no heading, with the one after it in view.
func (r *rstReader) take(text string, at spar.Span, next string) error {
	trimmed := strings.TrimSpace(text)
	indent, after := indentation(text), r.blank
	if r.grid {
		if trimmed != "" {
			return r.table.add(r.out, line{text: text, at: at})
		}
		r.grid = false
		if err := r.table.flush(r.out); err != nil {
			return err
		}
	}
	if trimmed == "" {
		r.blank = true
		if r.kind == spar.CodeBlock {
			return r.add(spar.CodeBlock, "", at)
		}
		return r.flush()
	}
	r.blank = false
	if r.hidden >= 0 {
		if indent > r.hidden {
			return nil
		}
		r.hidden = -1
	}
	if r.code >= 0 {
		if indent > r.code {
			if r.kind != spar.CodeBlock && rstField.MatchString(text) && !after {
				return nil // an option of the directive
			}
			return r.add(spar.CodeBlock, text, at)
		}
		r.code = -1
		if err := r.flush(); err != nil {
			return err
		}
	}
	if rstRule.MatchString(text) && indent == 0 {
		if after && next != "" && !rstRule.MatchString(next) && strings.TrimSpace(next) != "" && !strings.Contains(text, " ") {
			r.over = text // a heading may follow
			return nil
		}
		return nil
	}
	r.over = ""
	if isTextRule(text) && (strings.HasPrefix(trimmed, "+-") || strings.Contains(trimmed, "= =") || strings.Contains(trimmed, "=  =")) {
		if err := r.endTerm(); err != nil {
			return err
		}
		r.grid = true
		return r.table.add(r.out, line{text: text, at: at})
	}
	if m := rstDirective.FindStringSubmatch(text); m != nil {
		return r.directive(m[2], m[3], indent, at)
	}
	if strings.HasPrefix(trimmed, ".. ") || trimmed == ".." {
		if !rstTarget.MatchString(text) || !strings.HasPrefix(trimmed, ".. [") {
			r.hidden = indent // a comment, or a target
			return r.flush()
		}
		text, trimmed = strings.TrimSpace(trimmed[3:]), trimmed[3:]
	}
	if strings.HasPrefix(trimmed, "__ ") {
		return nil
	}
	return r.prosaic(text, trimmed, indent, at, next, after)
}

func (r *rstReader) directive(name, rest string, indent int, at spar.Span) error {
	if err := r.flush(); err != nil {
		return err
	}
	r.item = -1
	switch {
	case contains(rstCode, name):
		r.code = indent
		return nil
	case contains(rstHidden, name):
		r.hidden = indent
		return nil
	}
	if i := strings.LastIndexByte(name, ':'); i >= 0 {
		name = name[i+1:]
	}
	switch name {
	case "option", "function", "method", "class", "attribute", "data", "envvar", "program", "macro", "type", "member", "exception", "staticmethod", "classmethod", "describe", "confval", "setting", "cmdoption", "rst", "directive", "opcode", "glossary", "module":
		if rest == "" {
			return nil
		}
		if err := r.endTerm(); err != nil {
			return err
		}
		return r.beginTerm(plainRST(rest), at)
	case "versionadded", "versionchanged", "deprecated", "versionremoved":
		version, said, _ := strings.Cut(rest, " ")
		return r.add(spar.Paragraph, versionWords[name]+version+": "+said, at)
	}
	if rest != "" {
		return r.add(spar.Paragraph, rest, at)
	}
	return nil
}

// prosaic takes a line of paragraphs, lists, definitions and fields.
func (r *rstReader) prosaic(text, trimmed string, indent int, at spar.Span, next string, after bool) error {
	if r.prose.term != "" && indent == 0 && after {
		if err := r.endTerm(); err != nil {
			return err
		}
	}
	literal := strings.HasSuffix(trimmed, "::")
	if literal {
		defer func() { r.code = indent }()
		if text = strings.TrimSuffix(strings.TrimRight(text, " "), "::"); strings.TrimSpace(text) == "" {
			return r.flush()
		}
		text += ":"
		trimmed = strings.TrimSpace(text)
	}
	if m := rstField.FindStringSubmatch(text); m != nil && !strings.HasPrefix(trimmed, ":`") {
		if err := r.flush(); err != nil {
			return err
		}
		r.item = indent
		return r.add(spar.ListItem, strings.TrimSpace(m[1]+": "+m[2]), at)
	}
	mark := listMark.FindString(text[:min(len(text), 80)])
	switch {
	case mark != "" && len(mark) < len(text) && (after || r.kind == spar.ListItem || r.kind == ""):
		if err := r.flush(); err != nil {
			return err
		}
		r.item = indent
		return r.add(spar.ListItem, bulletMark.ReplaceAllString(text, ""), at)
	case r.item >= 0 && indent > r.item && r.kind == spar.ListItem:
		return r.add(spar.ListItem, trimmed, at)
	case r.item >= 0 && indent <= r.item && r.kind == spar.ListItem:
		if err := r.flush(); err != nil {
			return err
		}
	}
	if indent <= r.item {
		r.item = -1
	}
	if after && next != "" && indentation(next) > indent && strings.TrimSpace(next) != "" && !literal && len(trimmed) < 200 && !ended(trimmed) && (r.item < 0) {
		if err := r.endTerm(); err != nil {
			return err
		}
		return r.beginTerm(plainRST(trimmed), at)
	}
	return r.add(spar.Paragraph, trimmed, at)
}

// ended reports whether a line ends as a sentence does.
func ended(s string) bool { return strings.ContainsAny(s[len(s)-1:], ".!?:;,") }

func (r *rstReader) end() error {
	if r.waits {
		if err := r.take(r.last.text, r.last.at, ""); err != nil {
			return err
		}
	}
	if r.grid {
		if err := r.table.flush(r.out); err != nil {
			return err
		}
	}
	return r.endTerm()
}

func contains(list []string, s string) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// plainRST takes the marks of reStructuredText out of a text.
func plainRST(s string) string {
	if !strings.ContainsAny(s, "`*_|\\") {
		return s
	}
	s = rstRole.ReplaceAllStringFunc(s, func(m string) string {
		inner := strings.TrimLeft(rstRole.FindStringSubmatch(m)[1], "~!")
		if shown := rstLink.ReplaceAllString(inner, ""); shown != "" {
			return shown
		}
		return strings.Trim(inner, "<>")
	})
	s = rstStrong.ReplaceAllString(s, "$1$2")
	s = rstName.ReplaceAllString(s, "$1$2")
	return strings.ReplaceAll(s, `\ `, "")
}
