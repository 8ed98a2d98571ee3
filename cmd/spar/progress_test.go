package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sparsearch/spar/internal/api"
)

// TestProgressOffATerminal: a script that waits for an hour sees that the program lives, in lines that get rarer; what is soon done, and
// --quiet, say nothing.
func TestProgressOffATerminal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		a := &app{err: &out}
		read := func(seconds int) {
			p := a.progress()
			for n := range seconds {
				time.Sleep(time.Second)
				p.reading(&api.Reading{Read: n, ToRead: 10000, Path: "a\x1b[31m\n.md"})
			}
			p.done()
		}
		if read(9); out.Len() > 0 {
			t.Errorf("nine seconds say %q", &out)
		}
		read(3600)
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(lines) < 10 || len(lines) > 30 {
			t.Errorf("an hour says %d lines:\n%s", len(lines), &out)
		}
		for _, l := range lines {
			if !strings.HasPrefix(l, "spar: reading ") || !strings.Contains(l, " of 10,000 files") || strings.ContainsAny(l, "\r\x1b") {
				t.Errorf("a line is %q", l)
			}
		}
		out.Reset()
		a.quiet = true
		if read(3600); out.Len() > 0 {
			t.Errorf("--quiet says %q", &out)
		}
	})
}

// TestCitationsAreDated: a citation says which version it is of and when its file was changed, where that is known.
func TestCitationsAreDated(t *testing.T) {
	at := time.Date(2024, 3, 1, 23, 0, 0, 0, time.UTC)
	for want, c := range map[string]api.Citation{
		"":                      {},
		" (changed 2024-03-01)": {Dated: &at},
		" (version 3, in force, changed 2024-03-01)": {Dated: &at, Version: "3", InForce: true},
		" (version 2)": {Version: "2"},
	} {
		if got := datedText(c); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
