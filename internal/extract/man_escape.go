package extract

import (
	"strconv"
	"strings"
)

// manSigns are the special characters of troff that pages use, by the names that groff_char(7) gives them.
var manSigns = map[string]string{
	"em": "—", "en": "–", "hy": "-", "bu": "•", "lq": "“", "rq": "”", "oq": "‘", "cq": "’", "dq": `"`, "aq": "'", "ga": "`", "ha": "^", "ti": "~", "rs": `\`, "sl": "/", "at": "@", "sh": "#", "Do": "$",
	"lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "<", "ra": ">", "ba": "|", "bv": "|", "co": "©", "rg": "®", "tm": "™", "de": "°", "mu": "×", "+-": "±", "<=": "≤", ">=": "≥", "!=": "≠", "->": "→", "<-": "←",
	"Fo": "«", "Fc": "»", "fo": "‹", "fc": "›", "ss": "ß", ":a": "ä", ":o": "ö", ":u": "ü", ":A": "Ä", ":O": "Ö", ":U": "Ü", "'e": "é", "`e": "è", "'a": "á", "`a": "à", "'o": "ó", "'i": "í", "'u": "ú", "~n": "ñ", ",c": "ç", "/o": "ø", "oa": "å", "ae": "æ",
	"ct": "¢", "Po": "£", "Ye": "¥", "Eu": "€", "sc": "§", "dg": "†", "ps": "¶", "12": "½", "14": "¼", "34": "¾", "mi": "-", "pl": "+", "eq": "=", "**": "*", "or": "|", "*a": "α", "*b": "β", "*m": "µ", "bq": "‚", "Bq": "„", "/_": "∠", "if": "∞", "OK": "✓",
	"lh": "☜", "rh": "☞", "sq": "□", "ul": "_", "ru": "_", "br": "|", "fm": "′", "nb": "", "fi": "fi", "fl": "fl", "ff": "ff",
}

// manStrings are the strings that the macro packages define.
var manStrings = map[string]string{
	"R": "®", "Tm": "™", "lq": "“", "rq": "”", "Lq": "“", "Rq": "”", "Ba": "|", "Lt": "<", "Gt": ">", "Le": "≤", "Ge": "≥", "Ne": "≠", "Am": "&", "Pm": "±", "q": `"`, "L\"": "“", "R\"": "”", "C+": "C++", "--": "–", "PI": "π", "C`": "", "C'": "", "Px": "POSIX", "Ai": "ANSI", "-": "-", "aq": "'",
}

// manDepth is how deep strings stand in strings.
const manDepth = 3

// plain returns the characters that troff escapes stand for. It leaves out escapes that set type or place.
func (m *manReader) plain(s string) string { return m.unescape(s, manDepth) }

func (m *manReader) unescape(s string, depth int) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			if s[i] != '\\' {
				b.WriteByte(s[i])
			}
			i++
			continue
		}
		c := s[i+1]
		i += 2
		switch c {
		case '-':
			b.WriteByte('-')
		case ' ', '~', '0':
			b.WriteByte(' ')
		case 'e', '\\', 'E':
			b.WriteByte('\\')
		case 't':
			b.WriteByte('\t')
		case '.', '\'', '`', '_':
			b.WriteByte(c)
		case '(':
			b.WriteString(manSigns[s[i:min(i+2, len(s))]])
			i += 2
		case '[':
			name, n := bracketed(s[i-1:])
			i += n - 1
			b.WriteString(manSign(name))
		case 'f', 'F', 'm', 'M', 'g', 'k', 'n', 'Y', 'V', 'O':
			_, n := manName(s[min(i, len(s)):])
			i += n
		case '*':
			name, n := manName(s[min(i, len(s)):])
			i += n
			if value, ok := m.strings[name]; ok && depth > 0 && b.Len() < maxProseBlock {
				b.WriteString(m.unescape(value, depth-1))
			} else {
				b.WriteString(manStrings[name])
			}
		case 's':
			for i < len(s) && (s[i] == '+' || s[i] == '-') {
				i++
			}
			switch {
			case i < len(s) && (s[i] == '(' || s[i] == '['):
				_, n := manName(s[i:])
				i += n
			case i < len(s) && s[i] == '\'':
				i += quotedEscape(s[i:])
			default:
				for n := 0; i < len(s) && n < 2 && s[i] >= '0' && s[i] <= '9'; n++ {
					i++
				}
			}
		case 'h', 'v', 'w', 'D', 'l', 'L', 'x', 'b', 'o', 'H', 'S', 'R', 'Z', 'X', 'B', 'A':
			if i < len(s) {
				i += quotedEscape(s[i:])
			}
		case 'N', 'C':
			if i < len(s) {
				n := quotedEscape(s[i:])
				name := strings.Trim(s[i:i+n], s[i:i+1])
				if code, err := strconv.Atoi(name); c == 'N' && err == nil && code >= 32 && code < 127 {
					b.WriteByte(byte(code))
				} else if c == 'C' {
					b.WriteString(manSign(name))
				}
				i += n
			}
		case '"', '#':
			return b.String()
		}
		i = min(i, len(s))
	}
	return b.String()
}

// manSign is the character of a name, which may be a code point: u2014.
func manSign(name string) string {
	if sign, ok := manSigns[name]; ok {
		return sign
	}
	if hex, ok := strings.CutPrefix(name, "u"); ok {
		if code, err := strconv.ParseUint(hex, 16, 32); err == nil && code >= 32 && code < 0x110000 {
			return string(rune(code))
		}
	}
	return ""
}

// manName is the name that an escape takes, one character, "(" and two, or any in brackets, and how many bytes that is.
func manName(s string) (string, int) {
	switch {
	case s == "":
		return "", 0
	case s[0] == '(':
		end := min(len(s), 3)
		return s[1:end], end
	case s[0] == '[':
		return bracketed(s)
	}
	return s[:1], 1
}

// bracketed returns the text in the brackets that s begins with, and its length with them.
func bracketed(s string) (string, int) {
	if end := strings.IndexByte(s, ']'); end > 0 {
		return s[1:end], end + 1
	}
	return s[1:], len(s)
}

// quotedEscape is the length of an argument between two equal characters.
func quotedEscape(s string) int {
	if end := strings.IndexByte(s[1:], s[0]); end >= 0 {
		return end + 2
	}
	return len(s)
}
