package main

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/sparsearch/spar/internal/redact"
	"pgregory.net/rapid"
)

// TestGuardKeepsJSON: JSON reads back as it was written.
func TestGuardKeepsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		var out bytes.Buffer
		a := &app{out: &redact.Guard{W: &out}}
		if err := a.printJSON(text); err != nil {
			t.Fatal(err)
		}
		var back string
		if err := json.Unmarshal(out.Bytes(), &back); err != nil || back != text {
			t.Fatalf("%q was written as %s and read as %q, %v", text, out.Bytes(), back, err)
		}
	})
}
