package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// TestWriters: models of this machine come before those of a server, one is chosen by its name, and faults name their setting.
func TestWriters(t *testing.T) {
	data := t.TempDir()
	file := filepath.Join(data, "tiny.gguf")
	text := append([]byte("GGUF\x03\x00\x00\x00"), make([]byte, 16)...)
	text[8], text[16] = 1, 1
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	load := func(more map[string]string) *Config {
		t.Helper()
		c, err := Load(nil, func(name string) (string, bool) {
			if name == "SPAR_CONFIG" {
				return filepath.Join(data, "config.yaml"), false
			}
			if name == "SPAR_DATA_DIR" {
				return data, true
			}
			v, ok := more[name]
			return v, ok
		})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	both := map[string]string{"SPAR_LLM": file, "SPAR_LLM_URL": "http://localhost:1/v1", "SPAR_LLM_MODEL": "one, two"}
	c := load(both)
	if m, err := c.Model(); err != nil || m.Model() != "tiny" {
		t.Fatalf("%v, %v", m, err)
	}
	for _, name := range []string{"tiny", "one", "two"} {
		if m, err := c.Writer(name); err != nil || m.Model() != name {
			t.Errorf("%s: %v, %v", name, m, err)
		}
	}
	if _, err := c.Writer("tow"); spar.CodeOf(err) != spar.NotFound || !strings.Contains(err.Error(), "tiny, one, two") {
		t.Errorf("error %v, want the names", err)
	}
	if m, err := load(nil).Model(); m != nil || err != nil {
		t.Errorf("without settings: %v, %v", m, err)
	}
	if _, err := load(nil).Writer("tiny"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("without settings: %v", err)
	}
	for name, value := range map[string]string{
		"llm": "absent.gguf", "llm-threads": "-1", "llm-memory": "much", "llm-context": "10", "llm-idle": "0", "llm-first": "0",
	} {
		env := map[string]string{"SPAR_LLM": file}
		env[Setting{Name: name}.Variable()] = value
		if _, err := load(env).Model(); err == nil {
			t.Errorf("%s = %s is taken", name, value)
		}
	}
	for _, name := range []string{"llm-passages", "llm-tokens"} {
		if _, err := load(map[string]string{Setting{Name: name}.Variable(): "x"}).Questions(); err == nil {
			t.Errorf("%s = x is taken", name)
		}
	}
}
