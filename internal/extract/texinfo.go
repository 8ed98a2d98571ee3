package extract

import (
	"context"
	"strings"

	"github.com/sparsearch/spar/internal/pattern"
	"github.com/sparsearch/spar/internal/spar"
)

var (
	texiCommand = pattern.New(`^\s*@(\w+)(?:\s+(.*)|(\{.*))?$`)
	texiInline  = pattern.New(`@(\w+|[@{}.:*!? -])(?:\{([^{}]*)\})?`)
)

// texiLevels are the commands of sections with their levels.
var texiLevels = map[string]int{
	"top": 1, "part": 1, "chapter": 1, "unnumbered": 1, "appendix": 1, "majorheading": 1, "chapheading": 1, "section": 2, "unnumberedsec": 2, "appendixsec": 2, "heading": 2,
	"subsection": 3, "unnumberedsubsec": 3, "appendixsubsec": 3, "subheading": 3, "subsubsection": 4, "unnumberedsubsubsec": 4, "appendixsubsubsec": 4, "subsubheading": 4,
}

var (
	texiCode   = []string{"example", "smallexample", "lisp", "smalllisp", "display", "smalldisplay", "format", "smallformat", "verbatim"}
	texiHidden = []string{"ignore", "menu", "detailmenu", "tex", "iftex", "html", "ifhtml", "direntry", "copying", "titlepage", "macro", "docbook", "ifdocbook", "xml", "ifxml", "ifnotinfo", "rmacro"}
	texiTables = []string{"table", "ftable", "vtable", "deffn", "defun", "defvar", "defvr", "defopt", "defmac", "deftp", "deftypefn", "deftypefun", "deftypevar", "defspec", "defcv", "defivar", "defmethod", "defop"}
)

// detectTexinfo goes by the name, or the first line that Texinfo has.
func detectTexinfo(head []byte, name string) int {
	if isTextHead(head) && (hasExt(name, ".texi", ".texinfo", ".txi") || strings.HasPrefix(string(head[:min(len(head), 20)]), `\input texinfo`)) {
		return 70
	}
	return 0
}

// extractTexinfo reads the documentation format of GNU: chapters, paragraphs, lists, tables of terms, definitions of functions, examples.
func extractTexinfo(ctx context.Context, in *Input, out *sink) error {
	t := texiReader{prose: prose{out: out, level: 2}, values: map[string]string{}}
	t.inline = t.plain
	if err := eachLine(in, func(l line) error {
		return t.line(strings.TrimRight(l.text, " \t\r"), l.at)
	}); err != nil {
		return err
	}
	return t.endTerm()
}

type texiReader struct {
	prose
	values map[string]string // that @set gave
	hidden string            // the environment that is left out; "": none is
	code   string            // the environment of code that is open
	lists  []string          // environments of lists that are open, the innermost last
}

func (t *texiReader) line(text string, at spar.Span) error {
	m := texiCommand.FindStringSubmatch(text)
	command, rest := "", ""
	if m != nil {
		command, rest = m[1], strings.TrimSpace(m[2]+m[3])
	}
	switch {
	case t.hidden != "":
		if command == "end" && rest == t.hidden {
			t.hidden = ""
		}
		return nil
	case t.code != "":
		if command == "end" && rest == t.code {
			t.code = ""
			return t.flush()
		}
		return t.add(spar.CodeBlock, t.plain(text), at)
	case strings.TrimSpace(text) == "":
		return t.flush()
	case command == "" || m[3] != "" && !contains(texiTables, command):
		if strings.HasPrefix(text, `\input`) {
			return nil
		}
		return t.add(t.open(), text, at)
	}
	return t.command(command, rest, text, at)
}

func (t *texiReader) open() spar.BlockKind {
	if t.kind == spar.ListItem {
		return spar.ListItem
	}
	return spar.Paragraph
}

func (t *texiReader) command(command, rest, text string, at spar.Span) error {
	if level := texiLevels[command]; level > 0 {
		t.lists = nil
		return t.heading(level, rest, at)
	}
	switch {
	case contains(texiHidden, command):
		t.hidden = command
		return t.flush()
	case contains(texiCode, command):
		t.code = command
		return t.flush()
	case command == "itemize", command == "enumerate", command == "multitable", contains(texiTables, command):
		if err := t.flush(); err != nil {
			return err
		}
		if len(t.lists) < 20 {
			t.lists = append(t.lists, command)
		}
		if strings.HasPrefix(command, "def") {
			if err := t.endTerm(); err != nil {
				return err
			}
			return t.beginTerm(t.plain(rest), at)
		}
		return nil
	case command == "end":
		if len(t.lists) > 0 && t.lists[len(t.lists)-1] == rest {
			t.lists = t.lists[:len(t.lists)-1]
			if len(t.lists) == 0 {
				return t.endTerm()
			}
		}
		return t.flush()
	case command == "item", command == "itemx", command == "headitem", command == "tab":
		return t.item(command, rest, at)
	case command == "settitle", command == "title":
		return t.out.textProperty("title", t.plain(rest))
	case command == "author":
		return t.out.textProperty("author", t.plain(rest))
	case command == "set":
		if name, value, _ := strings.Cut(rest, " "); len(t.values) < 200 {
			t.values[name] = value[:min(len(value), 500)]
		}
		return nil
	case command == "noindent", command == "center", command == "exdent":
		if rest == "" {
			return nil
		}
		return t.add(t.open(), rest, at)
	case command == "quotation", command == "cartouche", command == "group", command == "sp", command == "ifinfo", command == "iftex", command == "ifnottex", command == "ifnothtml", command == "ifplaintext":
		return t.flush()
	}
	if strings.HasPrefix(strings.TrimSpace(text), "@"+command+"{") {
		return t.add(t.open(), text, at)
	}
	return nil // what sets the page, indexes, nodes
}

func (t *texiReader) item(command, rest string, at spar.Span) error {
	if len(t.lists) == 0 {
		return nil
	}
	if list := t.lists[len(t.lists)-1]; contains(texiTables, list) {
		if command == "item" {
			if err := t.flush(); err != nil {
				return err
			}
			if len(t.meaning) > 0 {
				if err := t.endTerm(); err != nil {
					return err
				}
			}
		}
		return t.beginTerm(t.plain(rest), at)
	}
	if command == "tab" {
		return t.add(spar.ListItem, "| "+rest, at)
	}
	if err := t.flush(); err != nil {
		return err
	}
	t.kind = spar.ListItem
	if rest == "" {
		return nil
	}
	return t.add(spar.ListItem, rest, at)
}

var texiSigns = map[string]string{"dots": "...", "enddots": "...", "minus": "-", "copyright": "©", "registeredsymbol": "®", "result": "⇒", "expansion": "→", "print": "⊣", "error": "error→", "equiv": "≡", "point": "⋆", "bullet": "•", "TeX": "TeX", "LaTeX": "LaTeX", "ss": "ß", "tie": " ", "comma": ",", "lbracechar": "{", "rbracechar": "}", "atchar": "@", "backslashchar": `\`, "hashchar": "#", "euro": "€", "pounds": "£", "arrow": "→", "leq": "≤", "geq": "≥"}

// texiRounds is how deep commands stand in commands.
const texiRounds = 4

// plain takes the commands of Texinfo out of a text.
func (t *texiReader) plain(s string) string {
	if i := strings.Index(s, "@c "); i >= 0 && (i == 0 || s[i-1] == ' ') {
		s = s[:i]
	}
	for range texiRounds {
		if strings.IndexByte(s, '@') < 0 {
			break
		}
		s = texiInline.ReplaceAllStringFunc(s, func(m string) string {
			g := texiInline.FindStringSubmatch(m)
			name, inner := g[1], g[2]
			braces := strings.HasSuffix(m, "}")
			switch {
			case name == "@":
				return "\x02"
			case name == "{":
				return "\x03"
			case name == "}":
				return "\x04"
			case len(name) == 1 && strings.Contains(".:*!? -", name):
				return strings.Trim(name, ":-*") // an end of a sentence stays
			case texiSigns[name] != "":
				return texiSigns[name]
			case !braces:
				return ""
			}
			switch name {
			case "value":
				return t.values[inner]
			case "xref", "pxref", "ref", "inforef":
				args := strings.Split(inner, ",")
				if len(args) > 2 && strings.TrimSpace(args[2]) != "" {
					return strings.TrimSpace(args[2])
				}
				return args[0]
			case "uref", "url", "email", "acronym", "abbr":
				if at, shown, ok := strings.Cut(inner, ","); ok && strings.TrimSpace(shown) != "" {
					return strings.TrimSpace(shown)
				} else if ok {
					return at
				}
			case "footnote":
				return " (" + inner + ")"
			case "anchor", "cindex", "image", "U":
				return ""
			}
			return inner
		})
	}
	return strings.NewReplacer("\x02", "@", "\x03", "{", "\x04", "}", "``", "“", "''", "”", "---", "—").Replace(s)
}
