package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

func TestGuard(t *testing.T) {
	for in, want := range map[string]string{
		"plain\ttext\nand more\n": "plain\ttext\nand more\n",
		"\x1b[31mred\x07\x7f\r":   `\u001b[31mred\u0007\u007f\u000d`,
		"Überstunden \u202egpj":   `Überstunden \u202egpj`,
		"\u009b2J \xff \xe2\x80":  `\u009b2J \xff \xe2\x80`,
	} {
		for _, most := range []int{1, 2, 3, 100} {
			var out bytes.Buffer
			g := &guard{w: &out}
			for rest := []byte(in); len(rest) > 0; rest = rest[min(most, len(rest)):] {
				if n, err := g.Write(rest[:min(most, len(rest))]); err != nil || n != min(most, len(rest)) {
					t.Fatal(n, err)
				}
			}
			if err := g.flush(); err != nil {
				t.Fatal(err)
			}
			if out.String() != want {
				t.Errorf("%q in pieces of %d is written as %q, want %q", in, most, out.String(), want)
			}
		}
	}
}

// TestGuardKeepsJSON: what is read back is what was written.
func TestGuardKeepsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		var out bytes.Buffer
		a := &app{out: &guard{w: &out}}
		if err := a.printJSON(text); err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || back != text {
			t.Fatalf("%q was written as %s and read as %q, %v", text, out.Bytes(), back, err)
		}
	})
}
