package extract

import (
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// summaryKeys and documentKeys map the properties of the two standard sets (MS-OLEPS, 3.1) to keys.
var (
	summaryKeys  = map[int64]string{2: "title", 3: "subject", 4: "author", 5: "keywords", 6: "description", 8: "modified-by", 12: "created", 13: "modified", 14: "pages"}
	documentKeys = map[int64]string{2: "category", 14: "manager", 15: "company"}
)

const (
	maxOLEProperties = 1000
	maxPropertySet   = 1 << 20
)

// oleProperties hands on the properties of a compound file; damaged ones cost nothing else.
func oleProperties(c *compound, out *sink) error {
	for _, set := range []struct {
		stream string
		keys   map[int64]string
	}{{"\x05SummaryInformation", summaryKeys}, {"\x05DocumentSummaryInformation", documentKeys}} {
		s := c.open(0, set.stream)
		if s == nil {
			continue
		}
		if err := propertySet(s.bytes(0, maxPropertySet), set.keys, out); err != nil {
			return err
		}
	}
	return nil
}

// propertySet reads the first section of a property set stream (MS-OLEPS, 2.21). It is a list of numbers and places; each place has a type
// and a value. Texts are in the code page that property 1 names.
func propertySet(b []byte, keys map[int64]string, out *sink) error {
	section := u32(b, 44)
	if u16(b, 0) != 0xFFFE || section < 48 || section >= int64(len(b)) {
		return nil
	}
	b = b[section:]
	n := min(u32(b, 4), maxOLEProperties)
	cs := codePage(1252)
	for i := range int(n) {
		if at := int(u32(b, 12+8*i)); u32(b, 8+8*i) == 1 && u16(b, at) == 2 {
			cs = codePage(u16(b, at+4))
		}
	}
	for i := range int(n) {
		key := keys[u32(b, 8+8*i)]
		at := int(u32(b, 12+8*i))
		if key == "" || at+8 > len(b) {
			continue
		}
		var v spar.Value
		switch u16(b, at) {
		case 2, 3: // a number
			v = spar.Value{Kind: spar.Number, Number: float64(int32(u32(b, at+4)))}
			if u16(b, at) == 2 {
				v.Number = float64(int16(u16(b, at+4)))
			}
			if v.Number <= 0 {
				continue
			}
		case 30: // text in the code page
			v = spar.Value{Kind: spar.Text, Text: terminated(cs, piece(b, at+8, u32(b, at+4)))}
		case 31: // text in UTF-16
			v = spar.Value{Kind: spar.Text, Text: terminated(utf16Charset(false, 0), piece(b, at+8, 2*u32(b, at+4)))}
		case 64:
			t := fileTime(u32(b, at+4) | u32(b, at+8)<<32)
			if t.IsZero() {
				continue
			}
			v = spar.Value{Kind: spar.Date, Date: t}
		default:
			continue
		}
		if err := out.property(key, v); err != nil {
			return err
		}
	}
	return nil
}

// piece is n bytes of b from at, fewer at its end.
func piece(b []byte, at int, n int64) []byte {
	if at < 0 || at >= len(b) || n <= 0 {
		return nil
	}
	return b[at : at+int(min(n, int64(len(b)-at)))]
}

// terminated decodes a text up to its first NUL.
func terminated(cs charset, b []byte) string {
	text, _, _ := strings.Cut(cs.decode(b[:len(b)/cs.unit*cs.unit]), "\x00")
	return text
}

// fileTime returns a time given in 100 ns since 1601 (MS-DTYP, 2.3.3). It is zero for a year outside 1970 to 2200.
func fileTime(v int64) time.Time {
	const toUnix = 11_644_473_600
	t := time.Unix(v/10_000_000-toUnix, v%10_000_000*100).UTC()
	if v <= 0 || t.Year() < 1970 || t.Year() > 2200 {
		return time.Time{}
	}
	return t
}
