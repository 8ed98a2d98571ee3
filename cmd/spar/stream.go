package main

import (
	"io"
	"strings"
	"unicode/utf8"
)

// A draft shows what a model writes while it writes. Nobody has checked it: whatever a terminal could obey is shown,
// not sent, also when it comes in pieces.
type draft struct {
	w       io.Writer
	rest    string // of a character whose other bytes have not come yet
	written bool
}

func (d *draft) write(model, piece string) {
	if !d.written {
		io.WriteString(d.w, "spar: "+printable(model)+" writes, unchecked:\n")
		d.written = true
	}
	text := d.rest + piece
	whole := len(text)
	for i := max(0, len(text)-utf8.UTFMax+1); i < len(text); i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRuneInString(text[i:]) {
			whole = i
			break
		}
	}
	d.rest = text[whole:]
	d.show(text[:whole])
}

func (d *draft) show(text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			io.WriteString(d.w, "\n")
		}
		io.WriteString(d.w, printable(line))
	}
}

// end closes the draft; the answer follows.
func (d *draft) end() {
	if d.written {
		d.show(d.rest)
		io.WriteString(d.w, "\n\n")
	}
	d.rest, d.written = "", false
}

// onTerminal reports whether a person sees standard error while it is written.
func (a *app) onTerminal() bool { return a.screen != nil }
