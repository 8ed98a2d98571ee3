package extract

import (
	"slices"
	"strings"

	"github.com/sparsearch/spar/internal/spar"
)

// mdocEnclosures are the macros that put the rest of the line between two marks.
var mdocEnclosures = map[string][2]string{
	"Op": {"[", "]"}, "Dq": {"“", "”"}, "Sq": {"‘", "’"}, "Pq": {"(", ")"}, "Qq": {`"`, `"`}, "Bq": {"[", "]"}, "Brq": {"{", "}"}, "Aq": {"<", ">"}, "Ql": {"‘", "’"}, "Eq": {"", ""},
}

// mdocOpen and mdocClose do the same over several lines.
var (
	mdocOpen  = map[string]string{"Oo": "[", "Do": "“", "So": "‘", "Po": "(", "Qo": `"`, "Bo": "[", "Bro": "{", "Ao": "<", "Xo": "", "Eo": ""}
	mdocClose = map[string]string{"Oc": "]", "Dc": "”", "Sc": "’", "Pc": ")", "Qc": `"`, "Bc": "]", "Brc": "}", "Ac": ">", "Xc": "", "Ec": ""}
)

// mdocWords are the macros whose arguments are words of the text.
var mdocWords = strings.Fields("Ar Cm Pa Ev Va Vt Fa Ft Fd In Sy Em Li No Tn Ad An Mt Dv Er Ic Ms Cd Nm Fl Xr Sx St Lk Fn Fo Ns Ap Pf Ux Bx Nx Fx Ox At Nd Sm Tg Lb Bt Db Hf Rv Ex Dl D1 Os Dx %A %T %J %B %D %N %P %R %V %I %O %U %Q %C Bk Ek")

var mdocSystems = map[string]string{"Ux": "UNIX", "Bx": "BSD", "Nx": "NetBSD", "Fx": "FreeBSD", "Ox": "OpenBSD", "At": "AT&T UNIX", "Dx": "DragonFly"}

func isMdoc(word string) bool {
	_, encloses := mdocEnclosures[word]
	_, opens := mdocOpen[word]
	_, closes := mdocClose[word]
	return encloses || opens || closes || slices.Contains(mdocWords, word)
}

// mdocMacro carries out a macro of mdoc(7).
func (m *manReader) mdocMacro(name string, args []string, at spar.Span) error {
	switch name {
	case "Dt":
		return m.title(args)
	case "Dd":
		return m.dated(strings.Join(args, " "))
	case "Bl":
		if err := m.flush(); err != nil {
			return err
		}
		if len(m.lists) < 20 {
			kind := strings.Join(args, " ")
			m.lists = append(m.lists, manList{tagged: !strings.Contains(kind, "-bullet") && !strings.Contains(kind, "-dash") && !strings.Contains(kind, "-hyphen") && !strings.Contains(kind, "-enum") && !strings.Contains(kind, "-item") && !strings.Contains(kind, "-column"), columns: strings.Contains(kind, "-column")})
		}
		return nil
	case "El":
		if len(m.lists) > 0 {
			m.lists = m.lists[:len(m.lists)-1]
		}
		if len(m.lists) == 0 {
			return m.endTerm()
		}
		return m.flush()
	case "It":
		return m.item(args, at)
	case "Nm":
		if m.name == "" && len(args) > 0 && !isMdoc(args[0]) {
			m.name = args[0]
		}
	case "Nd":
		return m.mdocLine("— "+m.mdoc(args), at)
	case "Dl", "D1":
		if err := m.flush(); err != nil {
			return err
		}
		if err := m.add(spar.CodeBlock, m.mdoc(args), at); err != nil {
			return err
		}
		return m.flush()
	case "Rs", "Re":
		return m.flush()
	}
	if !isMdoc(name) {
		return nil
	}
	return m.mdocLine(m.mdoc(append([]string{name}, args...)), at)
}

// item begins an item of the innermost list. In nested lists only the terms of the outer list stay terms.
func (m *manReader) item(args []string, at spar.Span) error {
	if err := m.flush(); err != nil {
		return err
	}
	if len(m.lists) == 0 {
		return nil
	}
	list := m.lists[len(m.lists)-1]
	switch {
	case list.columns:
		var cells []string
		cell := []string{}
		for _, a := range args {
			if a == "Ta" {
				cells, cell = append(cells, m.mdoc(cell)), nil
			} else {
				cell = append(cell, a)
			}
		}
		cells = append(cells, m.mdoc(cell))
		return m.hand(spar.Block{Kind: spar.ListItem, Text: strings.Join(cells, " | "), Locator: spar.Locator{Bytes: at}})
	case !list.tagged:
		m.kind = spar.ListItem
		return nil
	}
	if slices.Contains(args, "Xo") {
		m.parts = manPending{open: true, text: []string{m.mdoc(args)}}
		return nil
	}
	return m.term(m.mdoc(args), at)
}

func (m *manReader) term(term string, at spar.Span) error {
	if len(m.lists) > 1 && m.prose.term != "" {
		m.kind = spar.ListItem
		return m.add(spar.ListItem, term+":", at)
	}
	return m.beginTerm(term, at)
}

// mdocLine takes the text of a line: of the tag that is open, of an example, or of a paragraph.
func (m *manReader) mdocLine(text string, at spar.Span) error {
	if m.parts.open {
		if len(m.parts.text) < 100 {
			m.parts.text = append(m.parts.text, text)
		}
		if strings.Contains(text, xoEnd) {
			term := joinMarks(strings.ReplaceAll(strings.Join(m.parts.text, " "), xoEnd, ""))
			m.parts = manPending{}
			return m.term(term, at)
		}
		return nil
	}
	if text = strings.ReplaceAll(text, xoEnd, ""); text == "" {
		return nil
	}
	if m.verb {
		return m.add(spar.CodeBlock, text, at)
	}
	if n := len(m.prose.lines); n > 0 && m.kind != spar.CodeBlock && (strings.HasSuffix(m.prose.lines[n-1], glueMark) || strings.HasPrefix(text, glueMark)) {
		m.prose.lines[n-1] = strings.TrimSuffix(m.prose.lines[n-1], glueMark) + strings.TrimPrefix(text, glueMark)
		m.at = m.at.Union(at)
		return nil
	}
	return m.add(m.open(), strings.Trim(text, glueMark), at)
}

func (m *manReader) endParts() error {
	if !m.parts.open {
		return nil
	}
	term := joinMarks(strings.ReplaceAll(strings.Join(m.parts.text, " "), xoEnd, ""))
	m.parts = manPending{}
	return m.term(term, spar.Span{})
}

// joinMarks takes the blanks out of a tag that its marks stand for.
func joinMarks(s string) string {
	s = strings.ReplaceAll(strings.ReplaceAll(s, glueMark+" ", ""), " "+glueMark, "")
	return strings.TrimSpace(strings.ReplaceAll(s, glueMark, ""))
}

// xoEnd and glueMark pass something from one line of mdoc to the next: a tag ends, or no blank comes. No text has these characters.
const (
	xoEnd    = "\x02"
	glueMark = "\x03"
)

const (
	closingMarks = ".,:;)]?!"
	openingMarks = "(["
)

// mdoc gives the text of a line of mdoc, macros among its words.
func (m *manReader) mdoc(words []string) string {
	var b strings.Builder
	glue, flag, quiet := true, false, false // no blank before the next word; it is an option; the macro before had no word yet
	var ends []string
	put := func(s string, tight bool) {
		if s == "" {
			return
		}
		if !glue && !tight && b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(s)
		glue = false
	}
	macro := ""
	finish := func() {
		if quiet {
			switch macro {
			case "Fl":
				put("-", false)
				glue = true
			case "Nm":
				put(m.name, false)
			case "Ar":
				put("file ...", false)
			case "Pa":
				put("~", false)
			}
			if system := mdocSystems[macro]; system != "" {
				put(system, false)
			}
		}
		quiet, flag, macro = false, false, ""
	}
	for i := 0; i < len(words); i++ {
		w := words[i]
		switch marks, encloses := mdocEnclosures[w]; {
		case encloses:
			finish()
			put(marks[0], false)
			glue, ends = true, append(ends, marks[1])
			continue
		case w == "Xc":
			finish()
			b.WriteString(xoEnd)
			continue
		case w == "Ns":
			finish()
			if b.Len() == 0 {
				b.WriteString(glueMark)
			}
			glue = true
			if i+1 == len(words) {
				b.WriteString(glueMark)
			}
			continue
		case w == "Ap":
			finish()
			put("'", true)
			glue = true
			continue
		case w == "Pf":
			finish()
			if i+1 < len(words) {
				i++
				put(m.plain(words[i]), false)
			}
			glue = true
			continue
		case w == "Sm" || w == "Tg" || w == "Bk" || w == "Ek":
			return b.String()
		case mdocClose[w] != "":
			finish()
			put(mdocClose[w], true)
			continue
		}
		if open, ok := mdocOpen[w]; ok {
			finish()
			put(open, false)
			glue = open != "" || glue
			continue
		}
		if slices.Contains(mdocWords, w) {
			if macro == "Fl" && w == "Fl" && quiet {
				put("-", false)
				glue = true
				continue
			}
			finish()
			macro, quiet, flag = w, true, w == "Fl"
			if w == "No" || w == "Sy" || w == "Em" || w == "Li" || w == "Nd" {
				quiet = false
			}
			continue
		}
		text := m.plain(w)
		switch {
		case len(w) == 1 && strings.Contains(closingMarks, w):
			if quiet {
				finish()
			}
			if i == len(words)-1 || allClosing(words[i:]) { // behind the marks that are open
				for len(ends) > 0 {
					put(ends[len(ends)-1], true)
					ends = ends[:len(ends)-1]
				}
			}
			put(text, true)
			continue
		case len(w) == 1 && strings.Contains(openingMarks, w):
			put(text, false)
			glue = true
			continue
		case w == "|":
			put(text, false)
			continue
		case flag:
			put("-"+text, false)
		case macro == "Xr" && i+1 < len(words) && !strings.Contains(closingMarks, words[i+1]) && quiet:
			put(text+"("+words[i+1]+")", false)
			i++
		case macro == "Fn" && quiet:
			put(text+"()", false)
		case macro == "In":
			put("<"+text+">", false)
		case macro == "Lk" && quiet:
			put(text, false)
		default:
			put(text, false)
		}
		quiet = false
	}
	finish()
	for len(ends) > 0 {
		put(ends[len(ends)-1], true)
		ends = ends[:len(ends)-1]
	}
	return b.String()
}

func allClosing(words []string) bool {
	for _, w := range words {
		if len(w) != 1 || !strings.Contains(closingMarks, w) {
			return false
		}
	}
	return true
}
