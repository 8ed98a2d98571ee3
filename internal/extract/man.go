package extract

import (
	"bytes"
	"context"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	manBegin  = pattern.New(`(?m)^(?:\.TH[ \t]+\S|\.Dd[ \t]*\S*[^\n]*\n(?:\.[^\n]*\n)*?\.Dt[ \t]|\.so man\w+/\S+\s*$)`)
	manMacro  = pattern.New(`(?m)^\.(?:SH|Sh)[ \t]+\S`)
	manEnding = pattern.New(`(?i)\.(?:[1-9n](?:[a-z]{0,4})?|man|mdoc|roff)$`)
)

// detectMan goes by the macros that a manual page begins with.
func detectMan(head []byte, name string) int {
	if !isTextHead(head) || !bytes.ContainsAny(head[:1], ".'\\") && !manEnding.MatchString(name) {
		return 0
	}
	switch {
	case manBegin.Match(head) && (manMacro.Match(head) || manEnding.MatchString(name)):
		return 72
	case manEnding.MatchString(name) && manMacro.Match(head):
		return 60
	}
	return 0
}

// extractMan reads manual pages written with the macros of man(7) or mdoc(7): sections, paragraphs, options with their meaning, examples.
func extractMan(ctx context.Context, in *Input, out *sink) error {
	m := manReader{prose: prose{out: out, level: 3}, strings: map[string]string{}}
	if err := eachLine(in, func(l line) error {
		return m.line(strings.TrimRight(l.text, "\r"), l.at)
	}); err != nil {
		return err
	}
	return m.end()
}

// manReader is the state between two lines.
type manReader struct {
	prose
	strings map[string]string // that the page defines
	name    string            // of what an mdoc page is about

	until  string     // ends a part that is left out, such as the definition of a macro
	braces int        // of a conditional part that is left out
	tag    bool       // the next line is a tag
	verb   bool       // lines stand as they are
	table  *manTable  // that is open
	lists  []manList  // of mdoc that are open, the innermost last
	parts  manPending // what mdoc gathers for one line of text
}

// manList is a list of mdoc.
type manList struct{ tagged, columns bool }

// manPending is the tag of mdoc that goes on over several lines.
type manPending struct {
	open bool
	text []string
}

func (m *manReader) line(text string, at spar.Span) error {
	text = strings.TrimSuffix(text, `\c`)
	control := len(text) > 0 && (text[0] == '.' || text[0] == '\'')
	switch {
	case m.until != "":
		if strings.TrimRight(text, " \t") == m.until {
			m.until = ""
		}
		return nil
	case m.braces > 0:
		m.braces = max(0, m.braces+strings.Count(text, `\{`)-strings.Count(text, `\}`))
		return nil
	case m.table != nil:
		if strings.HasPrefix(text, ".TE") {
			t := m.table
			m.table = nil
			return t.close()
		}
		return m.table.line(text, m, at)
	case !control:
		return m.text(text, at)
	}
	body := strings.TrimLeft(text[1:], " \t")
	if strings.HasPrefix(body, `\"`) || body == "" || body == `\}` {
		return nil
	}
	macro, rest, _ := strings.Cut(body, " ")
	if i := strings.IndexByte(macro, '\t'); i >= 0 {
		macro, rest = macro[:i], macro[i+1:]+" "+rest
	}
	return m.macro(macro, strings.TrimLeft(rest, " \t"), at)
}

// text takes a line that is no macro.
func (m *manReader) text(text string, at spar.Span) error {
	plain := m.plain(text)
	switch {
	case m.verb:
		return m.add(spar.CodeBlock, strings.TrimRight(plain, " \t"), at)
	case strings.TrimSpace(plain) == "":
		if text == "" {
			return m.flush()
		}
		return nil
	case m.tag:
		m.tag = false
		return m.beginTerm(strings.TrimSpace(plain), at)
	}
	return m.add(m.open(), plain, at)
}

// open is the kind of block that text goes to.
func (m *manReader) open() spar.BlockKind {
	if m.kind == spar.ListItem {
		return spar.ListItem
	}
	return spar.Paragraph
}

// macro carries out a request or a macro. Like troff, it leaves out unknown ones with their arguments.
func (m *manReader) macro(name, rest string, at spar.Span) error {
	args := manArguments(rest)
	switch name {
	case "TH":
		return m.title(args)
	case "SH", "SS", "Sh", "Ss":
		level := 1
		if name[1] == 'S' || name[1] == 's' {
			level = 2
		}
		m.verb, m.tag, m.lists = false, false, nil
		title := m.plain(strings.Join(args, " "))
		if name[1] == 'h' || name[1] == 's' {
			title = m.mdoc(args)
		}
		if m.endParts() != nil || title == "" {
			return m.endTerm()
		}
		return m.heading(level, title, at)
	case "PP", "P", "LP", "HP":
		m.tag = false
		return m.endTerm()
	case "Pp", "sp", "br", "Lp":
		if name == "br" && m.kind == spar.Paragraph && !m.verb {
			return m.add(spar.Paragraph, "", at)
		}
		return m.flush()
	case "TP", "TQ":
		if name == "TP" && len(m.meaning) > 0 || m.kind != "" {
			if err := m.endTerm(); err != nil {
				return err
			}
		}
		m.tag = true
		return nil
	case "IP":
		return m.tagged(args, at)
	case "nf", "EX", "Bd", "DS":
		if name == "Bd" && !strings.Contains(rest, "-literal") && !strings.Contains(rest, "-unfilled") {
			return m.flush()
		}
		if err := m.flush(); err != nil {
			return err
		}
		m.verb = true
		return nil
	case "fi", "EE", "Ed", "DE":
		m.verb = false
		return m.flush()
	case "TS":
		if err := m.endTerm(); err != nil {
			return err
		}
		m.table = &manTable{}
		m.table.sink = m.out.table("", nil, spar.Locator{Bytes: at})
		return nil
	case "B", "I", "SM", "SB", "R", "CW":
		if len(args) == 0 {
			return nil
		}
		return m.text(strings.Join(args, " "), at)
	case "BR", "BI", "RB", "RI", "IB", "IR":
		return m.text(strings.Join(args, ""), at)
	case "UR", "MT", "URL":
		if len(args) > 0 && name != "URL" {
			return m.text(args[0], at)
		}
		return m.text(strings.Join(args, " "), at)
	case "SY", "OP":
		if name == "OP" {
			return m.text("["+strings.Join(args, " ")+"]", at)
		}
		return m.text(strings.Join(args, " "), at)
	case "so":
		return m.text("See "+rest, at)
	case "ds":
		if len(args) > 0 && len(m.strings) < 200 {
			value := strings.TrimPrefix(strings.TrimLeft(rest[len(args[0]):], " \t"), `"`)
			m.strings[args[0]] = value[:min(len(value), 1000)]
		}
		return nil
	case "de", "ig", "am", "de1":
		m.until = ".."
		if name == "ig" && len(args) > 0 {
			m.until = "." + args[0]
		} else if len(args) > 1 {
			m.until = "." + args[1]
		}
		return nil
	case "if", "ie", "el", "while":
		return m.condition(name, rest, at)
	}
	return m.mdocMacro(name, args, at)
}

// title takes name, section, date and source of a page.
func (m *manReader) title(args []string) error {
	for i := range args {
		args[i] = strings.TrimSpace(m.plain(args[i]))
	}
	if len(args) < 2 {
		return nil
	}
	if err := m.out.textProperty("title", args[0]+"("+args[1]+")"); err != nil {
		return err
	}
	if len(args) > 3 {
		if err := m.out.textProperty("version", args[3]); err != nil {
			return err
		}
	}
	if len(args) > 2 {
		return m.dated(args[2])
	}
	return nil
}

// manDates are the date formats of manual pages.
var manDates = []string{"January 2, 2006", "January 2 2006", "2 January 2006", "2006-01-02", "02 Jan 2006", "2 Jan 2006", "Jan 2, 2006", "January 2006", "2006/01/02"}

// dated takes the date of a page; revision systems put it between signs.
func (m *manReader) dated(text string) error {
	text = strings.TrimSpace(strings.TrimPrefix(strings.Trim(text, "$ "), "Mdocdate:"))
	for _, form := range manDates {
		if t, err := time.Parse(form, text); err == nil {
			return m.out.dateProperty("modified", t)
		}
	}
	return nil
}

// tagged carries out the macro IP. It begins an item of a list or a term with its meaning, or continues the item before.
func (m *manReader) tagged(args []string, at spar.Span) error {
	m.tag = false
	tag := ""
	if len(args) > 0 {
		tag = strings.TrimSpace(m.plain(args[0]))
	}
	switch {
	case tag == "":
		return m.flush()
	case strings.Trim(tag, "•*-–o+.") == "" || strings.Trim(tag, "0123456789.)(") == "":
		if err := m.endTerm(); err != nil {
			return err
		}
		m.kind = spar.ListItem
		return nil
	}
	return m.beginTerm(tag, at)
}

// condition takes the request of a conditional part: what holds for a terminal is carried out, all else left out.
func (m *manReader) condition(name, rest string, at spar.Span) error {
	holds := false
	if name == "if" || name == "ie" {
		if rest == "" {
			return nil
		}
		holds = rest[0] == 'n' && (len(rest) == 1 || rest[1] == ' ' || rest[1] == '\\')
	}
	opened := strings.Count(rest, `\{`) - strings.Count(rest, `\}`)
	switch {
	case !holds && opened > 0:
		m.braces = opened
		return nil
	case !holds || opened > 0 || len(rest) < 2:
		return nil
	}
	return m.line(strings.TrimLeft(rest[1:], " \t"), at)
}

func (m *manReader) end() error {
	if m.table != nil {
		if err := m.table.close(); err != nil {
			return err
		}
	}
	if err := m.endParts(); err != nil {
		return err
	}
	return m.endTerm()
}

// manArguments cuts a macro's line into arguments. A quoted argument may hold blanks; two quotes in it stand for one.
func manArguments(s string) (args []string) {
	if i := strings.Index(s, `\"`); i >= 0 && (i == 0 || s[i-1] != '\\') {
		s = s[:i]
	}
	for i := 0; i < len(s); {
		switch s[i] {
		case ' ', '\t':
			i++
		case '"':
			var b strings.Builder
			for i++; i < len(s); i++ {
				if s[i] == '"' {
					if i+1 < len(s) && s[i+1] == '"' {
						i++
					} else {
						break
					}
				}
				b.WriteByte(s[i])
			}
			i++
			args = append(args, b.String())
		default:
			from := i
			for i < len(s) && s[i] != ' ' && s[i] != '\t' {
				if s[i] == '\\' && i+1 < len(s) {
					i++
				}
				i++
			}
			args = append(args, s[from:min(i, len(s))])
		}
	}
	return args
}

// A manTable is a table of tbl(1) that is open.
type manTable struct {
	sink   *tableSink
	began  bool   // the form of the columns was passed
	sep    string // between cells
	block  []string
	cells  []string
	inText bool
}

func (t *manTable) line(text string, m *manReader, at spar.Span) error {
	if !t.began {
		if trimmed := strings.TrimSpace(text); strings.HasSuffix(trimmed, ".") {
			t.began = true
		} else if i := strings.Index(trimmed, "tab("); i >= 0 && len(trimmed) > i+4 {
			t.sep = trimmed[i+4 : i+5]
		}
		return nil
	}
	if t.sep == "" {
		t.sep = "\t"
	}
	switch {
	case t.inText && strings.HasPrefix(text, "T}"):
		t.inText = false
		t.cells = append(t.cells, joinWrapped(t.block))
		t.block = nil
		if text = strings.TrimPrefix(text[2:], t.sep); text == "" {
			return t.row(m, at)
		}
	case t.inText:
		if len(t.block) < 200 {
			if strings.HasPrefix(text, ".") {
				_, text, _ = strings.Cut(text, " ")
			}
			t.block = append(t.block, m.plain(text))
		}
		return nil
	case strings.Trim(text, "_= ") == "" || strings.HasPrefix(text, "."):
		return nil
	}
	for cell := range strings.SplitSeq(text, t.sep) {
		if cell == "T{" {
			t.inText = true
			return nil
		}
		if len(t.cells) < 200 {
			t.cells = append(t.cells, m.plain(cell))
		}
	}
	return t.row(m, at)
}

func (t *manTable) row(_ *manReader, at spar.Span) error {
	cells := t.cells
	t.cells = nil
	return t.sink.row(cells, spar.Locator{Bytes: at})
}

func (t *manTable) close() error { return t.sink.close() }
