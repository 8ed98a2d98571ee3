package main

import (
	"bytes"
	"testing"
)

// TestStart: each run makes all commands, and most of its time is theirs where it does little else, as completing a word does.
// Allocations are counted, for time is not the same on two machines.
func TestStart(t *testing.T) {
	var out, err bytes.Buffer
	got := testing.AllocsPerRun(5, func() {
		(&app{out: &out, err: &err, env: func(string) (string, bool) { return "", false }}).command()
	})
	if most := 10_000.; got > most {
		t.Errorf("all commands are made in %.0f allocations, more than %.0f", got, most)
	}
}
