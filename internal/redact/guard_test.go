package redact

import (
	"bytes"
	"testing"
)

func TestGuard(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\nand more\n":  "plain\ttext\nand more\n",
		"\x1b[31mred\x07\x7f\r":    `\u001b[31mred\u0007\u007f\u000d`,
		"Überstunden \u202egpj":    `Überstunden \u202egpj`,
		"a\u200b\u2060\U000e0041b": `a\u200b\u2060\udb40\udc41b`, "pay\u00adroll می\u200cخواهم 👩\u200d🔬 ❤\ufe0f": "pay\u00adroll می\u200cخواهم 👩\u200d🔬 ❤\ufe0f",
		"\u009b2J \xff \xe2\x80": `\u009b2J \xff \xe2\x80`,
	} {
		for _, most := range []int{1, 2, 3, 100} {
			var out bytes.Buffer
			g := &Guard{W: &out}
			for rest := []byte(in); len(rest) > 0; rest = rest[min(most, len(rest)):] {
				if n, err := g.Write(rest[:min(most, len(rest))]); err != nil || n != min(most, len(rest)) {
					t.Fatal(n, err)
				}
			}
			if err := g.Flush(); err != nil {
				t.Fatal(err)
			}
			if out.String() != want {
				t.Errorf("%q in pieces of %d is written as %q, want %q", in, most, out.String(), want)
			}
		}
	}
}

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{"plain ü": "plain ü", "two\nlines\t.": `two\nlines\u0009.`, "a\u200bb": `a\u200bb`, "pay\u00adroll": `pay\u00adroll`,
		"a\u200db\ufe0f": `a\u200db\ufe0f`, "\U000e0041\ufeff": `\udb40\udc41\ufeff`, "\u3164\u2066": `\u3164\u2066`, "Łódź 日本 👍 سلام": "Łódź 日本 👍 سلام",
		"\x1b[31m\xff": `\u001b[31m\xff`} {
		if got := Printable(in); got != want {
			t.Errorf("%q is printed as %q, want %q", in, got, want)
		}
	}
	if got := Harmless("two\nlines\t\x1b."); got != "two\nlines\t." {
		t.Errorf("what is left is %q", got)
	}
}
