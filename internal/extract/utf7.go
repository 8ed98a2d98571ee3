package extract

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// fromUTF7 decodes text that is declared to be UTF-7 (RFC 2152). There, characters beyond ASCII are UTF-16 in base64 between "+" and "-".
func fromUTF7(raw []byte, declared string) ([]byte, bool) {
	switch strings.ToLower(strings.TrimSpace(declared)) {
	case "utf-7", "utf7", "unicode-1-1-utf-7", "csunicode11utf7":
	default:
		return raw, false
	}
	out := make([]byte, 0, len(raw))
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '+')
		if i < 0 {
			return append(out, raw...), true
		}
		out, raw = append(out, raw[:i]...), raw[i+1:]
		n := 0
		for n < len(raw) && inBase64(raw[n]) {
			n++
		}
		units := make([]byte, base64.RawStdEncoding.DecodedLen(n))
		m, _ := base64.RawStdEncoding.Decode(units, raw[:n])
		text := make([]uint16, 0, m/2)
		for k := 0; k+1 < m; k += 2 {
			text = append(text, uint16(units[k])<<8|uint16(units[k+1]))
		}
		if n == 0 {
			out = append(out, '+')
		}
		out = append(out, string(utf16.Decode(text))...)
		if raw = raw[n:]; len(raw) > 0 && raw[0] == '-' {
			raw = raw[1:]
		}
	}
	return out, true
}
