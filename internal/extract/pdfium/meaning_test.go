package pdfium

import (
	"encoding/binary"
	"maps"
	"testing"
)

// sfnt makes a font of one table, cmap, with one table of characters in it.
func sfnt(platform, encoding uint16, table []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, 0x00010000)
	b = append(b, 0, 1, 0, 0, 0, 0, 0, 0)
	b = append(b, "cmap\x00\x00\x00\x00"...)
	b = binary.BigEndian.AppendUint32(b, 28)
	b = binary.BigEndian.AppendUint32(b, uint32(12+len(table)))
	for _, n := range []uint16{0, 1, platform, encoding, 0, 12} {
		b = binary.BigEndian.AppendUint16(b, n)
	}
	return append(b, table...)
}

func TestLettersOf(t *testing.T) {
	words := func(list ...uint16) (b []byte) {
		for _, n := range list {
			b = binary.BigEndian.AppendUint16(b, n)
		}
		return b
	}
	for _, c := range []struct {
		name string
		font []byte
		want map[rune]rune
	}{
		{"segments", sfnt(3, 1, words(4, 0, 0, 4, 0, 0, 0, 'C', 0xffff, 0, 'A', 0xffff, 0xffc4, 1, 0, 0)), map[rune]rune{5: 'A', 6: 'B', 7: 'C'}},
		{"list", sfnt(0, 3, words(6, 0, 0, 'x', 2, 9, 4)), map[rune]rune{9: 'x', 4: 'y'}},
		{"groups", sfnt(3, 10, words(12, 0, 0, 0, 0, 0, 0, 1, 1, 0xf600, 1, 0xf601, 0, 3)), map[rune]rune{3: 0x1f600, 4: 0x1f601}},
		{"of a Macintosh", sfnt(1, 0, words(6, 0, 0, 'x', 2, 9, 4)), map[rune]rune{}},
		{"endless", sfnt(3, 10, words(12, 0, 0, 0, 0, 0, 0xffff, 0xffff, 0, 0, 0xffff, 0xffff, 0, 3)), nil},
		{"cut", sfnt(3, 1, words(4, 0, 0, 4))[:36], map[rune]rune{}},
		{"none", []byte("OTTO"), map[rune]rune{}},
	} {
		if got := lettersOf(c.font); c.want != nil && !maps.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// A font whose letters were taken for those of a Macintosh makes words of no language; quotes, dashes and formulas are no sign of that.
func TestMendPages(t *testing.T) {
	for text, want := range map[string]string{
		"Allg‰u K‰ferhofen gr¸ﬂt": "Allgäu Käferhofen grüßt",
		"it’s 5‰ – naïve":         "it’s 5‰ – naïve",
		"Größe a÷b":               "Größe a÷b",
		"caf‰s Łódź":              "caf‰s Łódź",
	} {
		p := &Page{Runs: []Run{{Font: &Font{}}}}
		for _, r := range text {
			p.Chars = append(p.Chars, Char{Rune: r})
		}
		p.mendPages()
		got := ""
		for _, c := range p.Chars {
			got += string(c.Rune)
		}
		if got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// Numbers of glyphs that are letters are taken for them, whatever the font's table says; others are not.
func TestBelieve(t *testing.T) {
	for given, want := range map[string]string{"Faktura nr": "Faktura nr", ":RQLHG": "xxxxxx"} {
		p := &Page{Runs: []Run{{Font: &Font{}}}}
		for i, r := range []rune(given) {
			p.Chars = append(p.Chars, Char{Rune: 'x'})
			p.guessed = append(p.guessed, guess{i, r, true})
		}
		p.believe()
		got := ""
		for _, c := range p.Chars {
			got += string(c.Rune)
		}
		if got != want || (p.Unknown == 0) != (given == want) {
			t.Errorf("%q is read as %q with %d unknown, want %q", given, got, p.Unknown, want)
		}
	}
}
