package models

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/spar"
)

// gguf writes a file that begins as GGUF does.
func gguf(t *testing.T, file, magic string, version uint32, tensors uint64) string {
	t.Helper()
	data := binary.LittleEndian.AppendUint32([]byte(magic), version)
	data = binary.LittleEndian.AppendUint64(data, tensors)
	data = binary.LittleEndian.AppendUint64(data, 1)
	if err := os.WriteFile(file, append(data, "weights"...), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestWriter: a GGUF file is told by how it begins, is copied under a name, is listed as a language model, and is no encoder.
func TestWriter(t *testing.T) {
	data, from := t.TempDir(), t.TempDir()
	file := gguf(t, filepath.Join(from, "tiny.GGUF"), "GGUF", 3, 2)
	for name, bad := range map[string]string{
		"magic":   gguf(t, filepath.Join(from, "other.gguf"), "GGML", 3, 2),
		"version": gguf(t, filepath.Join(from, "old.gguf"), "GGUF", 1, 2),
		"weights": gguf(t, filepath.Join(from, "none.gguf"), "GGUF", 3, 0),
	} {
		if _, err := Add(data, bad, "x"); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%s: %v, want an invalid one", name, err)
		}
		if _, _, err := Writer(data, bad); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%s by its file: %v, want an invalid one", name, err)
		}
	}
	if err := os.WriteFile(filepath.Join(from, "short.gguf"), []byte("GGUF"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Add(data, filepath.Join(from, "short.gguf"), ""); err == nil || !strings.Contains(err.Error(), "too short") {
		t.Errorf("error %v", err)
	}

	m, err := Add(data, file, "")
	if err != nil || m.Name != "tiny" || m.Kind != Writes {
		t.Fatalf("%+v, %v", m, err)
	}
	if _, err := Add(data, file, ""); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("added twice: %v", err)
	}
	os.Remove(file)
	name, added, err := Writer(data, "tiny")
	if err != nil || name != "tiny" || filepath.Dir(filepath.Dir(added)) != Dir(data) {
		t.Errorf("%s, %s, %v", name, added, err)
	}
	if _, _, err := Writer(data, "absent"); spar.CodeOf(err) != spar.NotFound {
		t.Errorf("error %v, want that it is not there", err)
	}
	list, err := List(data)
	if err != nil || !slices.ContainsFunc(list, func(s Stored) bool { return s.Name == "tiny" && s.Kind == Writes && s.Problem == "" }) {
		t.Errorf("the list is %+v, %v", list, err)
	}
	if names := Names(data); slices.Contains(names, "tiny") {
		t.Errorf("it is among the encoders %q", names)
	}
	if err := Usable(data, "tiny"); spar.CodeOf(err) != spar.Invalid || !strings.Contains(err.Error(), "language model") {
		t.Errorf("error %v, want that it is no encoder", err)
	}
	if kind, _, err := CheckModel(t.Context(), data, "tiny"); kind != Writes || err != nil {
		t.Errorf("checked: %s, %v", kind, err)
	}
}
