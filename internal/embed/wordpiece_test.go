package embed

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// need skips a test when what it needs is not there, or fails it when SPAR_REQUIRE lists it.
func need(t testing.TB, what, why string) {
	t.Helper()
	if slices.Contains(strings.Split(os.Getenv("SPAR_REQUIRE"), ","), what) {
		t.Fatal(why)
	}
	t.Skip(why)
}

// reference is the folder with the outputs that the encoder must reproduce.
func reference(t testing.TB) string {
	t.Helper()
	dir := filepath.Join(os.Getenv("SPAR_EVAL_DATA"), "minilm_reference")
	if _, err := os.Stat(dir); os.Getenv("SPAR_EVAL_DATA") == "" || err != nil {
		need(t, "data", "SPAR_EVAL_DATA names no folder with minilm_reference")
	}
	return dir
}

// lines decodes a file of JSON lines.
func lines[T any](t testing.TB, path string) []T {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []T
	s := bufio.NewScanner(f)
	s.Buffer(nil, 64<<20)
	for s.Scan() {
		var v T
		if err := json.Unmarshal(s.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

type tokenLine struct {
	Text string
	IDs  []int32
}

func TestTokensOfReference(t *testing.T) {
	w := modelWordpiece(t)
	bad := 0
	for i, line := range lines[tokenLine](t, filepath.Join(reference(t), "tokens.jsonl")) {
		got := w.encode(nil, line.Text, 0)
		if slices.Equal(got, line.IDs) {
			continue
		}
		if bad++; bad <= 20 {
			t.Errorf("line %d, %+q: got %v, want %v", i+1, line.Text, got, line.IDs)
		}
	}
	if bad > 0 {
		t.Errorf("%d lines differ", bad)
	}
}
