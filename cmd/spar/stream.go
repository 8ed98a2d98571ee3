package main

import "io"

// A draft shows what a model writes while it writes. Nobody has checked it: its writer is guarded.
type draft struct {
	w       io.Writer
	written bool
}

func (d *draft) write(model, piece string) {
	if !d.written {
		io.WriteString(d.w, "spar: "+printable(model)+" writes, unchecked:\n")
		d.written = true
	}
	io.WriteString(d.w, piece)
}

// end closes the draft; the answer follows.
func (d *draft) end() {
	if d.written {
		io.WriteString(d.w, "\n\n")
	}
	d.written = false
}

// onTerminal reports whether a person sees standard error while it is written.
func (a *app) onTerminal() bool { return a.screen != nil }
