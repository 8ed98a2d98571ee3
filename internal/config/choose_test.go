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

// TestConnect: a server elsewhere is connected whole, and no secret is shown to another address than the one it was given for.
func TestConnect(t *testing.T) {
	text := func(s string) *string { return &s }
	c := load(t, in(t, "budget: 2m\nllm: tiny\n", nil), nil)
	first := map[string]*string{"llm": nil, "llm-url": text("https://models.example/v1"), "llm-model": text("big"), "llm-key": text("k1")}
	then, keep, err := c.Connect(first)
	if err != nil || then.Text("llm-key") != "k1" || then.Text("llm") != "" || c.Text("llm-key") != "" {
		t.Fatal(then, err)
	}
	if got, _ := os.ReadFile(c.File); string(got) != "budget: 2m\nllm: tiny\n" {
		t.Errorf("before it is kept the file is %q", got)
	}
	if err := keep(); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(c.File); string(got) != "budget: 2m\nllm-url: https://models.example/v1\nllm-model: big\nllm-key: k1\n" {
		t.Errorf("the file is %q", got)
	}
	env := func(name string) (string, bool) { return c.File, name == "SPAR_CONFIG" }
	c = load(t, env, nil)
	if then, _, err = c.Connect(map[string]*string{"llm-url": text("https://models.example/v1"), "llm-model": text("small")}); err != nil || then.Text("llm-key") != "k1" {
		t.Errorf("at the same address the key is %q, %v", then.Text("llm-key"), err)
	}
	then, keep, err = c.Connect(map[string]*string{"llm-url": text("https://other.example/v1")})
	if err != nil || then.Text("llm-key") != "" {
		t.Fatalf("at another address the key is %q, %v", then.Text("llm-key"), err)
	}
	if err := keep(); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(c.File); string(got) != "budget: 2m\nllm-url: https://other.example/v1\nllm-model: big\n" {
		t.Errorf("the file is %q", got)
	}
	for what, changes := range map[string]map[string]*string{
		"another setting":        {"llm-program": text("/bin/sh")},
		"a key in the open":      {"llm-url": text("http://models.example/v1"), "llm-key": text("k")},
		"a password":             {"llm-url": text("https://ada:pass@models.example/v1")},
		"what is no setting":     {"no-such": text("x")},
		"a loopback that is one": {"llm-url": text("http://127.0.0.1.evil.example/v1"), "llm-key": text("k")},
	} {
		if _, _, err := c.Connect(changes); err == nil || spar.CodeOf(err) == spar.Internal {
			t.Errorf("%s is connected, %v", what, err)
		}
	}
	fixed := load(t, in(t, "", map[string]string{"SPAR_OIDC_SECRET": "x", "SPAR_OIDC_ISSUER": "https://a.example"}), nil)
	if _, _, err := fixed.Connect(map[string]*string{"oidc-issuer": text("https://b.example")}); err == nil {
		t.Error("a secret of the environment is shown to another provider")
	}
}
