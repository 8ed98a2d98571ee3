package extract

import (
	"io"
	"strings"
	"time"
	"unicode"

	"github.com/sparsearch/spar/internal/spar"
)

// rtfSkipped names the destinations whose content is no text of the document.
func rtfSkipped(word string) bool {
	switch word {
	case "colortbl", "filetbl", "pict", "objdata", "objclass", "fldinst", "atnid", "atnauthor", "atntime", "atndate", "atnref", "atnicn", "sp", "nonshppict", "listtable", "listoverridetable", "revtbl", "rsidtbl",
		"generator", "xmlnstbl", "themedata", "colorschememapping", "latentstyles", "datastore", "template", "private", "bkmkstart", "bkmkend", "xe", "tc", "tcn",
		"ftnsep", "ftnsepc", "aftnsep", "aftnsepc", "background", "mmathpr", "pnseclvl", "userprops", "hlloc", "datafield", "falt", "panose", "fontemb",
		"revtim", "printim", "buptim", "ffname", "ffdeftext", "ffhelptext", "ffstattext", "ffentrymcr", "ffexitmcr", "formfield", "passwordhash", "docvar", "oldcprops",
		"oldpprops", "oldtprops", "oldsprops", "wgrffmtfilter", "defchp", "defpap", "protusertbl", "filetable", "blipuid", "htmltag", "mhtmltag":
		return true
	}
	return false
}

// rtfInfo maps the destinations of the information group to keys.
var rtfInfo = map[string]string{"title": "title", "author": "author", "subject": "subject", "keywords": "keywords", "doccomm": "description", "operator": "modified-by",
	"category": "category", "company": "company", "creatim": "created", "revtim": "modified"}

// rtfChars are the control words that stand for characters.
var rtfChars = map[string]string{"tab": "\t", "line": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•",
	"emspace": " ", "enspace": " ", "qmspace": " ", "softline": "\n", "lbr": "\n"}

// rtfCharsets are the code pages of a font's character sets.
var rtfCharsets = map[int]int{77: 10000, 128: 932, 129: 949, 130: 1361, 134: 936, 136: 950, 161: 1253, 162: 1254, 163: 1258, 177: 1255, 178: 1256, 186: 1257, 204: 1251,
	222: 874, 238: 1250, 254: 437, 255: 850}

// word acts on a control word with its number, which is 0 where none is given.
func (r *rtfReader) word(word string, n int, given, fresh bool) error {
	r.decode()
	star := r.star
	r.star = false
	if r.state.dest == "skip" {
		if word == "bin" {
			return r.binary(n)
		}
		return nil
	}
	if fresh {
		switch {
		case word == "fonttbl", word == "stylesheet":
			r.state.dest = word
			return nil
		case word == "info":
			r.state.dest = "info"
			return nil
		case r.state.dest == "info" && rtfInfo[word] != "":
			r.state.dest = word
			r.label.Reset()
			r.info = map[string]int{}
			return nil
		case word == "listtext", word == "pntext":
			r.item = true
			r.state.dest = "listtext"
			r.label.Reset()
			return nil
		case word == "pn":
			r.item = true
			r.state.dest = "skip"
			return nil
		case rtfBeside[word] != "":
			r.beside(rtfBeside[word])
			return nil
		case rtfSkipped(word):
			r.state.dest = "skip"
			if word == "objdata" && r.each != nil {
				return r.object()
			}
			return nil
		case star && word != "shpinst" && word != "shppict" && word != "ud" && word != "cs" && word != "ds" && word != "ts" && word != "nesttableprops":
			r.state.dest = "skip"
			return nil
		case word == "upr":
			r.next = true
			return nil
		}
	}
	switch r.state.dest {
	case "fonttbl":
		switch word {
		case "f":
			r.state.font = n
		case "fcharset", "cpg":
			cp := n
			if word == "fcharset" {
				cp = rtfCharsets[n]
			}
			if cp > 0 && len(r.fonts) < 1<<16 {
				r.fonts[r.state.font] = cp
			}
		}
		return nil
	case "stylesheet":
		r.styleWord(word, n, fresh)
		return nil
	case "":
	default:
		if r.info != nil && given {
			r.info[word] = n
		}
	}
	if text, ok := rtfChars[word]; ok {
		r.write(text)
		return nil
	}
	switch word {
	case "u":
		r.unicode(n)
	case "uc":
		r.state.skipping = max(0, min(n, 100))
	case "bin":
		return r.binary(n)
	case "ansicpg":
		if n > 0 {
			r.page = n
		}
	case "mac":
		r.page = 10000
	case "pc":
		r.page = 437
	case "pca":
		r.page = 850
	case "deff":
		r.deff, r.state.font = n, n
	case "f":
		r.state.font = n
	case "plain":
		r.state.font, r.state.hidden = r.deff, false
	case "v", "deleted":
		r.state.hidden = !given || n != 0
	case "s":
		r.state.para.style = n
	case "outlinelevel":
		r.state.para.level = 0
		if n >= 0 && n < 9 {
			r.state.para.level = n + 1
		}
	case "ls":
		r.state.para.item = n > 0
	case "pard":
		r.state.para = rtfPara{}
	case "intbl":
		r.state.para.table = true
	case "par", "sect", "page", "column":
		return r.paragraph()
	case "cell":
		r.state.para.table = r.state.kind == ""
		return r.cellEnd(false)
	case "nestcell":
		return r.cellEnd(true)
	case "row":
		return r.rowEnd()
	case "trowd", "trhdr", "clmrg", "clvmrg", "cellx":
		if r.state.kind == "" {
			r.rowWord(word)
		}
	}
	return nil
}

// rowWord reads how the cells of a row are.
func (r *rtfReader) rowWord(word string) {
	switch word {
	case "trowd":
		r.defs, r.def, r.head = nil, cell{}, false
	case "trhdr":
		r.head = true
	case "clmrg":
		r.def.cols = -1
	case "clvmrg":
		r.def.above = true
	case "cellx":
		if len(r.defs) < r.out.limits.Columns {
			r.defs = append(r.defs, r.def)
		}
		r.def = cell{}
	}
}

// styleWord reads the sheet of styles: groups of their words and name.
func (r *rtfReader) styleWord(word string, n int, fresh bool) {
	if fresh {
		r.style, r.stl = 0, rtfStyle{}
		r.label.Reset()
	}
	switch word {
	case "s":
		r.style = n
	case "cs", "ds", "ts":
		r.style = -1
	case "outlinelevel":
		if n >= 0 && n < 9 {
			r.stl.level = n + 1
		}
	}
}

// styleEnd takes the style whose group ends: its name may say that it is a heading.
func (r *rtfReader) styleEnd() {
	name := strings.ToLower(squeeze(strings.TrimSuffix(strings.TrimSpace(r.label.String()), ";")))
	if r.style <= 0 || len(r.styles) >= maxStyles {
		return
	}
	if rest, ok := strings.CutPrefix(name, "heading "); ok && r.stl.level == 0 {
		r.stl.level = number(rest, 0)
	} else if name == "title" {
		r.stl.level = 1
	}
	r.styles[r.style] = r.stl
	r.style = 0
}

// leave is called at the end of a destination.
func (r *rtfReader) leave(dest string) error {
	if dest == "listtext" {
		r.number = rtfLabel(r.label.String())
		r.label.Reset()
		return nil
	}
	label := strings.TrimSuffix(strings.TrimSpace(r.label.String()), ";")
	switch key := rtfInfo[dest]; {
	case key == "created" || key == "modified":
		i := r.info
		r.info = nil
		if y, m, d := i["yr"], i["mo"], i["dy"]; y > 1900 && y < 3000 && m >= 1 && m <= 12 && d >= 1 && d <= 31 {
			return r.out.dateProperty(key, time.Date(y, time.Month(m), d, i["hr"], i["min"], i["sec"], 0, time.UTC))
		}
	case key != "":
		r.info = nil
		r.label.Reset()
		return r.out.property(key, spar.Value{Kind: spar.Text, Text: label})
	}
	return nil
}

// rtfLabel is the number of a list's item as its writer spelled it out; "" for a bullet, which may be a letter of a font of
// symbols.
func rtfLabel(s string) string {
	s = squeeze(s)
	digits, letters, marks := false, false, false
	for _, c := range s {
		switch {
		case unicode.IsDigit(c):
			digits = true
		case unicode.IsLetter(c):
			letters = true
		default:
			marks = true
		}
	}
	if !digits && !(letters && marks) {
		return ""
	}
	return s
}

// binary passes over n bytes.
func (r *rtfReader) binary(n int) error {
	if n <= 0 {
		return nil
	}
	_, err := io.CopyN(io.Discard, r.in, int64(n))
	if err == io.EOF {
		return nil
	}
	return err
}
