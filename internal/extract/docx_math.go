package extract

import (
	"encoding/xml"
	"strings"
	"unicode"
)

// openMath is an open element of Office MathML and where its text begins in that of the paragraph.
type openMath struct {
	name        string
	at          int
	begin, end  string // what stands around a delimited expression
	sign        string // of a sum or an integral
	expressions int
}

// mathStart takes an element of a formula (ECMA-376 part 1, clause 22.1), which becomes a line of text: (a + b)/2, x^2, √(ab).
func (w *wordReader) mathStart(p *wordPara, t xml.StartElement) {
	if t.Name.Local == "oMath" && p.formula > 0 && p.formula == p.text.Len() { // another formula ends here
		w.write(p, " ")
	}
	m := openMath{name: t.Name.Local, at: p.text.Len(), begin: "(", end: ")", sign: "∫"}
	if n := len(w.math); n > 0 {
		of := &w.math[n-1]
		switch m.name {
		case "begChr", "endChr", "chr":
			for k := n - 1; k >= 0; k-- {
				switch d := &w.math[k]; {
				case m.name == "chr" && d.name == "nary":
					d.sign = attr(t, "val")
				case m.name == "begChr" && d.name == "d":
					d.begin = attr(t, "val")
				case m.name == "endChr" && d.name == "d":
					d.end = attr(t, "val")
				default:
					continue
				}
				break
			}
		case "e":
			switch of.expressions++; {
			case of.expressions == 1:
			case of.name == "d" || of.name == "mr":
				w.write(p, ", ")
			case of.name == "eqArr":
				w.write(p, "; ")
			}
		case "mr":
			if of.expressions++; of.expressions > 1 {
				w.write(p, "; ")
			}
		case "den":
			w.write(p, "/")
		case "lim":
			w.write(p, "_")
		case "sup":
			w.write(p, "^")
		case "sub":
			w.write(p, "_")
		}
		m.at = p.text.Len()
	}
	w.math = append(w.math, m)
}

func (w *wordReader) mathEnd(p *wordPara) {
	n := len(w.math)
	if n == 0 {
		return
	}
	m := w.math[n-1]
	w.math = w.math[:n-1]
	if m.name == "oMath" {
		p.formula = p.text.Len()
	}
	if p.text.Len() < m.at { // another paragraph than that where it began
		return
	}
	of := ""
	if n > 1 {
		of = w.math[n-2].name
	}
	all := p.text.String()
	text := all[m.at:]
	if text == "" && (m.name == "sup" || m.name == "sub" || m.name == "lim") {
		p.rewrite(strings.TrimRight(all, "^_"))
		return
	}
	switch m.name {
	case "num", "den", "sup", "sub", "lim":
		text = grouped(text)
	case "e":
		switch of {
		case "sSup", "sSub", "sSubSup":
			text = grouped(text)
		case "rad":
			text = "√" + grouped(text)
		}
	case "d":
		text = m.begin + text + m.end
	case "naryPr":
		text = w.math[n-2].sign
	default:
		return
	}
	p.rewrite(all[:m.at] + text)
}

// grouped puts parentheses around anything longer than one name or number.
func grouped(text string) string {
	text = strings.TrimSpace(text)
	if strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '.' && r != ',' }) && !strings.HasPrefix(text, "(") {
		return "(" + text + ")"
	}
	return text
}

// rewrite sets the text of a paragraph anew.
func (p *wordPara) rewrite(text string) {
	p.text.Reset()
	p.text.WriteString(text)
	p.lead = min(p.lead, len(text))
}

// symbolFont has the characters of the font Symbol from 0x20 to 0x7E, then from 0xA0 to 0xFE.
var symbolFont = [2][]rune{
	[]rune(" !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλµνοπθρστυϖωξψζ{|}∼"),
	[]rune("€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪ 〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭"),
}

// dingbats has the characters of Wingdings that say something: ticks, boxes, arrows, bullets.
var dingbats = map[int]string{
	0x28: "☎", 0x2a: "✉", 0x4a: "☺", 0x4c: "☹", 0x6c: "●", 0x6e: "■", 0x6f: "☐", 0x71: "☐", 0x72: "☐", 0x75: "◆", 0x76: "❖", 0x9f: "•", 0xa1: "○", 0xa7: "▪", 0xa8: "☐",
	0xd8: "➢", 0xdf: "←", 0xe0: "→", 0xe1: "↑", 0xe2: "↓", 0xe8: "➔", 0xef: "⇦", 0xf0: "⇨", 0xfb: "✗", 0xfc: "✓", 0xfd: "☒", 0xfe: "☑",
}

// dingbats2 has the signs of Wingdings 2.
var dingbats2 = map[int]string{0x4f: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0x53: "☒", 0x54: "☒", 0xa3: "☐"}

// symbol is the character of a font of symbols; "" for a character that says nothing.
func symbol(font string, char int) string {
	if char < 0xf000 || char > 0xf0ff {
		if char < ' ' || char >= 0xe000 && char < 0xf900 {
			return ""
		}
		return string(rune(char))
	}
	char &= 0xff
	switch font = strings.ToLower(font); {
	case strings.HasPrefix(font, "wingdings 2"):
		return dingbats2[char]
	case strings.HasPrefix(font, "wingdings"), strings.HasPrefix(font, "webdings"):
		if font == "wingdings" {
			return dingbats[char]
		}
		return ""
	case strings.HasPrefix(font, "symbol") && char >= 0xa0 && char-0xa0 < len(symbolFont[1]):
		return string(symbolFont[1][char-0xa0])
	case strings.HasPrefix(font, "symbol") && char >= 0x20 && char-0x20 < len(symbolFont[0]):
		return string(symbolFont[0][char-0x20])
	case !strings.HasPrefix(font, "symbol") && char >= 0x20 && char < 0x7f:
		return string(rune(char))
	}
	return ""
}
