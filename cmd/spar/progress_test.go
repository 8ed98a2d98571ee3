package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/config"
	"github.com/sparsearch/spar/internal/spar"
)

// TestProgressOffATerminal: a script that waits for an hour sees that the program lives, in lines that get rarer. A short command, and
// one with --quiet, says nothing.
func TestProgressOffATerminal(t *testing.T) {
	t.Parallel()
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

// TestReadText: what was left unread because it hardly matters is no reason to ask again.
func TestReadText(t *testing.T) {
	t.Parallel()
	low, high := .03, .4
	for want, c := range map[string]spar.Coverage{
		"read 64 of 1,000 files, which is enough: one of the others holds something better with a chance of 3 %; --all reads everything":                 {Read: 64, InScope: 1000, Waiting: 936, Better: &low},
		"read 64 of 1,000 files; one of the others holds something better with a chance of 40 %; ask again to read on, or with --all to read everything": {Read: 64, InScope: 1000, Waiting: 936, Better: &high},
		"read 64 of 1,000 files; ask again to read on, or with --all to read everything":                                                                 {Read: 64, InScope: 1000, Waiting: 936},
	} {
		var out bytes.Buffer
		settings, err := config.Load(func(string) (string, bool) { return "", false }, func(string) (string, bool) { return "", false })
		if err != nil {
			t.Fatal(err)
		}
		a := &app{err: &out, config: settings}
		if a.printCoverage(c, false); out.String() != "spar: "+want+"\n" {
			t.Errorf("got %q, want %q", &out, want)
		}
	}
}

// TestCitationsAreDated: a citation says which version it is of and when its file was changed, where that is known.
func TestCitationsAreDated(t *testing.T) {
	t.Parallel()
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
