// Package evaltest is what tests of evaluation share: sets of their own, and the folder of the public data sets.
package evaltest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const dataEnv = "SPAR_EVAL_DATA"

// Data is the folder of the public data sets; without it the test is skipped, or fails where it is required.
func Data(t testing.TB) string {
	t.Helper()
	dir := os.Getenv(dataEnv)
	if _, err := os.Stat(dir); dir != "" && err == nil {
		return dir
	}
	if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), "data") {
		t.Fatalf("%s=%q is not a folder, and SPAR_REQUIRE asks for it", dataEnv, dir)
	}
	t.Skipf("set %s to the folder of the public data sets to run this test", dataEnv)
	return ""
}

// Write makes a small valid set and then puts other files into it; "" removes one.
func Write(t *testing.T, files map[string]string) string {
	t.Helper()
	all := map[string]string{
		"corpus.jsonl":   `{"_id":"d1","text":"one"}` + "\n",
		"queries.jsonl":  `{"_id":"q1","text":"what?"}` + "\n",
		"qrels/test.tsv": "q1\td1\t1\n",
	}
	for name, text := range files {
		all[name] = text
	}
	dir := t.TempDir()
	for name, text := range all {
		if text == "" {
			continue
		}
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}
