package embed

import (
	"os"
	"testing"

	"github.com/sparsearch/spar"
)

// modelDir is a folder with all-MiniLM-L6-v2.
func modelDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("SPAR_MODEL_DIR")
	if dir == "" {
		need(t, "model", "SPAR_MODEL_DIR names no folder with all-MiniLM-L6-v2")
	}
	return dir
}

// builtIn opens the encoder in the program; a test without it is skipped.
func builtIn(t testing.TB) func(Options) (Encoder, error) {
	return func(o Options) (Encoder, error) {
		e, err := Precise(o)
		if spar.CodeOf(err) == spar.Unavailable {
			need(t, "model", err.Error())
		}
		return e, err
	}
}

// modelWordpiece is the built-in encoder's tokenizer.
func modelWordpiece(t testing.TB) *wordpiece {
	t.Helper()
	e, err := builtIn(t)(Options{})
	if err != nil {
		t.Fatal(err)
	}
	return e.(*bert).tokens
}
