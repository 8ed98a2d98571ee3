package config

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/spar"
)

// TestChoose: a language model is chosen among those of the data directory, wherever that is, and among the servers of this machine; no
// other file, program or address is.
func TestChoose(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(t.TempDir(), "m.gguf")
	head := append([]byte("GGUF"), make([]byte, 60)...)
	binary.LittleEndian.PutUint32(head[4:], 3)
	head[8], head[16] = 1, 1
	if err := os.WriteFile(file, head, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := models.Add(dir, file, "tiny"); err != nil {
		t.Fatal(err)
	}
	c := load(t, in(t, "budget: 2m\nllm: "+file+"\n", map[string]string{"SPAR_DATA_DIR": dir}), nil)
	text := func(s string) *string { return &s }
	if err := c.Choose(map[string]*string{"llm": text("tiny")}); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(c.File); string(got) != "budget: 2m\nllm: tiny\n" {
		t.Errorf("the file is %q", got)
	}
	if err := c.Set("llm", "tiny"); err != nil {
		t.Errorf("on the machine: %v", err)
	}
	for what, changes := range map[string]map[string]*string{
		"a file": {"llm": text(file)}, "a program": {"llm-program": text("/bin/sh")}, "elsewhere": {"llm-url": text("https://models.example/v1")},
		"a name that leads elsewhere": {"llm-url": text("http://localhost.evil.example/v1")}, "another model": {"llm": text("tiny,big")},
	} {
		if err := c.Choose(changes); err == nil || spar.CodeOf(err) == spar.Internal {
			t.Errorf("%s is chosen, %v", what, err)
		}
	}
	if err := c.Choose(map[string]*string{"llm": nil, "llm-url": text("http://127.0.0.1:11434/v1"), "llm-model": text("small")}); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(c.File); string(got) != "budget: 2m\nllm-url: http://127.0.0.1:11434/v1\nllm-model: small\n" {
		t.Errorf("the file is %q", got)
	}
	keyed := load(t, in(t, "", map[string]string{"SPAR_DATA_DIR": dir, "SPAR_LLM_KEY": "of another server"}), nil)
	if err := keyed.Choose(map[string]*string{"llm-url": text("http://127.0.0.1:11434/v1")}); err == nil {
		t.Error("the key of another server is shown to this one")
	}
}
