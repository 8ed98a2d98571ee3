package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestModels(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	env := func(name string) (string, bool) {
		v, ok := map[string]string{"SPAR_DATA_DIR": data, "SPAR_CONFIG": ""}[name]
		return v, ok
	}
	parity := filepath.Join("..", "..", "internal", "embed", "testdata", "parity")
	spar := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if got := run(context.Background(), args, strings.NewReader(""), &out, &errs, env); got != want {
			t.Fatalf("spar %v ends with %d, want %d: %s", args, got, want, errs.String())
		}
		return out.String() + errs.String()
	}

	spar(0, "model", "add", filepath.Join(parity, "mpnet"))
	spar(0, "model", "add", filepath.Join(parity, "cross"), "--name", "reranker")
	spar(4, "model", "add", filepath.Join(parity, "ner"), "--name", "mpnet")
	spar(2, "model", "add", filepath.Join(parity, "ner"), "--name", "../out")
	spar(2, "model", "add", filepath.Join(parity, "ner"), "--name", "precise")
	pickled := filepath.Join(t.TempDir(), "old")
	if err := os.CopyFS(pickled, os.DirFS(filepath.Join(parity, "mpnet"))); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(filepath.Join(pickled, "model.safetensors"), filepath.Join(pickled, "pytorch_model.bin")); err != nil {
		t.Fatal(err)
	}
	if got := spar(2, "model", "add", pickled); !strings.Contains(got, "can run code") || !strings.Contains(got, "convert") {
		t.Errorf("pickled weights: %s", got)
	}

	var list struct {
		Models []struct{ Name, Kind, From string }
	}
	if err := json.Unmarshal([]byte(spar(0, "model", "list", "--json")), &list); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list.Models {
		got = append(got, m.Name+" "+m.Kind)
	}
	if want := "precise encoder, mpnet encoder, reranker reranker, light light"; strings.Join(got, ", ") != want {
		t.Errorf("got %q, want %q", got, want)
	}

	if got := spar(0, "model", "check", "mpnet"); !strings.Contains(got, "20 values") {
		t.Errorf("check says %s", got)
	}
	if got := spar(0, "model", "check", "reranker"); !strings.Contains(got, "the reranker runs") {
		t.Errorf("check says %s", got)
	}
	spar(0, "model", "check", filepath.Join(parity, "ner"))
	spar(3, "model", "check", "nowhere")

	reference := filepath.Join(data, "models", "mpnet", "reference.jsonl")
	var cases []struct {
		Text   string    `json:"text"`
		Vector []float32 `json:"vector"`
	}
	stored, err := os.ReadFile(filepath.Join(parity, "mpnet", "cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(stored, &cases); err != nil {
		t.Fatal(err)
	}
	var lines bytes.Buffer
	for _, c := range cases {
		if err := json.NewEncoder(&lines).Encode(c); err != nil {
			t.Fatal(err)
		}
	}
	for text, want := range map[string]int{lines.String(): 0, strings.Replace(lines.String(), `leave"`, `parent"`, 1): 2, "{}\n": 2, "": 2} {
		if err := os.WriteFile(reference, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := spar(want, "model", "check", "mpnet"); want == 0 && !strings.Contains(got, "the stored vectors") {
			t.Errorf("check says %s", got)
		}
	}

	table := strings.Split(strings.TrimSpace(spar(0, "model", "bench", "mpnet", "--seconds", "0.001")), "\n")
	if len(table) != 5 || !strings.HasPrefix(table[4], "int8") || len(strings.Fields(table[4])) != 6 {
		t.Errorf("bench prints %q", table)
	}
}
