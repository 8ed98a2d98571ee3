package models

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/spar"
)

func TestChoice(t *testing.T) {
	dir := t.TempDir()
	if c, err := ReadChoice(dir); err != nil || c.Encoder != Precise {
		t.Fatalf("without a choice: %+v, %v", c, err)
	}
	first := Choice{Encoder: Precise}.Switched("a", []string{Precise}, true)
	second := first.Switched("b", append([]string{"a"}, first.Before...), true)
	want := Choice{Encoder: "b", Before: []string{"a", Precise}, Behind: []string{"a", Precise}}
	if diff := cmp.Diff(want, second); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Choice{Encoder: "a", Before: []string{Precise}, Behind: []string{"b", Precise}}, second.Switched("a", second.Before[1:], true)); diff != "" {
		t.Errorf("back: %s", diff)
	}
	if err := second.Write(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadChoice(dir); err != nil || !cmp.Equal(got, want) {
		t.Errorf("read back: %+v, %v", got, err)
	}
	if missing, err := Missing(dir); err != nil || !cmp.Equal(missing, []string{"b", "a"}) {
		t.Errorf("missing: %v, %v", missing, err)
	}
	if err := os.MkdirAll(filepath.Join(Dir(dir), "b"), 0o700); err != nil {
		t.Fatal(err)
	}
	if missing, err := Missing(dir); err != nil || !cmp.Equal(missing, []string{"a"}) {
		t.Errorf("missing with one there: %v, %v", missing, err)
	}
	for _, text := range []string{"encoder: auto", "encoder: ''", "- a"} {
		if err := os.WriteFile(choiceFile(dir), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadChoice(dir); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestCheckName(t *testing.T) {
	for name, ok := range map[string]bool{"mpnet": true, "a.b-c": true, "": false, "a/b": false, "..": false, ".hidden": false, Precise: false, None: false, Auto: false, Light: false} {
		if err := checkName(name); (err == nil) != ok {
			t.Errorf("%q: %v", name, err)
		}
	}
}
