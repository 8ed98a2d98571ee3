package embed

import (
	"os"
	"testing"
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

func modelWordpiece(t testing.TB) *wordpiece {
	t.Helper()
	v, err := readVocab(modelDir(t))
	if err != nil {
		t.Fatal(err)
	}
	return newWordpiece(v)
}
