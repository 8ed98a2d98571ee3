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

// need skips a test without its data, or fails it when SPAR_REQUIRE lists the data.
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

func tinyWordpiece() *wordpiece {
	v := newVocab(bertFamily)
	v.Tokens = tinyTokens
	return newWordpiece(v)
}

func TestWordpiece(t *testing.T) {
	w := tinyWordpiece()
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{" \t\r\n", nil},
		{"abc", []string{"abc"}},
		{"ABCab", []string{"abc", "##a", "##b"}},
		{"abcabc", []string{"abc", "##abc"}},
		{"abd", []string{"[UNK]"}},
		{"a.b", []string{"a", ".", "b"}},
		{"é", []string{"e"}},
		{"e\u0301\u0327a", []string{"e", "##a"}},
		{"中中a", []string{"中", "中", "a"}},
		{"a\u200bb", []string{"a", "##b"}}, // a format character goes
		{"a\x00\x07b", []string{"a", "##b"}},
		{"a\u3000b\u0085a", []string{"a", "b", "##a"}}, // a space, and a control character that goes
		{"[CLS]a[MASK]b[cls]", []string{"[CLS]", "a", "[MASK]", "b", "[UNK]", "[UNK]", "[UNK]"}},
		{strings.Repeat("1", 100), append([]string{"1"}, slices.Repeat([]string{"##1"}, 99)...)},
		{strings.Repeat("1", 101), []string{"[UNK]"}},
		{"\xff\xfea", []string{"a"}},
	} {
		ids := w.encode(nil, c.text, 0)
		var got []string
		for _, id := range ids[1 : len(ids)-1] {
			got = append(got, tinyTokens[id])
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.text, got, c.want)
		}
	}
}

// Cut to a length, a text has the beginning of its tokens.
func TestWordpieceLimit(t *testing.T) {
	w := tinyWordpiece()
	text := strings.Repeat("abcab . 中é", 50)
	whole := w.encode(nil, text, 0)
	for limit := 2; limit < len(whole)+3; limit++ {
		got := w.encode(nil, text, limit)
		want := slices.Clone(whole)
		if limit < len(whole) {
			want = append(want[:limit-1], w.sep)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("limit %d: got %v, want %v", limit, got, want)
		}
	}
}

func FuzzWordpiece(f *testing.F) {
	for _, s := range []string{"abc", "É中1", "[CLS", "a\u0301\u0300", "\xf0\x28", strings.Repeat("ā", 200)} {
		f.Add(s, 10)
	}
	w := tinyWordpiece()
	f.Fuzz(func(t *testing.T, text string, limit int) {
		whole := w.encode(nil, text, 0)
		if len(whole) < 2 || whole[0] != w.cls || whole[len(whole)-1] != w.sep {
			t.Fatalf("%q: got %v", text, whole)
		}
		if limit >= 2 && limit < len(whole) {
			got := w.encode(nil, text, limit)
			if len(got) != limit || !slices.Equal(got[:limit-1], whole[:limit-1]) {
				t.Errorf("%q cut to %d: got %v of %v", text, limit, got, whole)
			}
		}
	})
}
