package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/engine"
)

// behind adds files that get vectors of the second encoder alone, and goes back to the first.
func (m *modelTest) behind() {
	m.Helper()
	m.spar(exitOK, "model", "use", "first", "--now")
	m.hits()
	m.spar(exitOK, "model", "use", "second")
	root := m.TempDir()
	for i := range 5 {
		if err := os.WriteFile(filepath.Join(root, fmt.Sprintf("new%d.md", i)), fmt.Appendf(nil, "The password of window %d is new%02d.\n", i, i), 0o600); err != nil {
			m.Fatal(err)
		}
	}
	m.spar(exitOK, "share", "add", "late", root)
	m.hits()
	if n, _ := m.vectors(); n["first"] != 40 || n["second"] != 45 {
		m.Fatalf("before going back %v", n)
	}
	m.spar(exitOK, "model", "revert")
	if n, used := m.vectors(); used != "first" || n["first"] != 40 {
		m.Fatalf("gone back %v, %s in use", n, used)
	}
}

// chosen is what the file of the choice says.
func (m *modelTest) chosen() string {
	m.Helper()
	data, err := os.ReadFile(filepath.Join(m.data, "encoder.yaml"))
	if err != nil {
		m.Fatal(err)
	}
	return string(data)
}

// What a revert leaves without a vector is made up for, by the command and by none twice.
func TestRevertCatchesUp(t *testing.T) {
	t.Parallel()
	m := newModelTest(t)
	m.behind()
	if got := m.chosen(); !strings.Contains(got, "behind:\n- second") {
		t.Errorf("the choice is %s", got)
	}
	if got := m.spar(exitOK, "model", "use", "first", "--json"); !strings.Contains(got, `"embedded":5`) {
		t.Errorf("to catch up: %s", got)
	}
	if n, _ := m.vectors(); n["first"] != 45 || n["second"] != 45 {
		t.Errorf("caught up %v", n)
	}
	if got := m.chosen(); strings.Contains(got, "behind") {
		t.Errorf("the choice is %s", got)
	}
	if got := m.spar(exitOK, "model", "use", "first", "--json"); !strings.Contains(got, `"embedded":0`) {
		t.Errorf("once more: %s", got)
	}

	// An encoder that is gone is passed over.
	m.spar(exitOK, "model", "use", "second", "--now")
	if err := os.RemoveAll(filepath.Join(m.data, "models", "first")); err != nil {
		t.Fatal(err)
	}
	m.spar(exitOK, "model", "use", "second")
	if got := m.chosen(); strings.Contains(got, "behind") {
		t.Errorf("the choice is %s", got)
	}
	m.spar(exitNotFound, "model", "revert")
}

// A process that runs for long follows a switch that another one makes.
func TestSwitchIsFollowed(t *testing.T) {
	t.Parallel()
	m := newModelTest(t)
	m.spar(exitOK, "model", "use", "first", "--now")
	e, err := engine.Open(t.Context(), engine.Options{Dir: m.data})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	before, err := e.Meaning(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	m.spar(exitOK, "model", "use", "second", "--now")
	after, err := e.Meaning(t.Context())
	if err != nil || after.Encoder.Recipe() == before.Encoder.Recipe() {
		t.Errorf("after the switch the encoder is %s as before, error %v", after.Encoder.Name(), err)
	}
}

// A backup has the models, and the restored directory embeds with them.
func TestBackupOfModels(t *testing.T) {
	t.Parallel()
	m := newModelTest(t)
	m.spar(exitOK, "model", "use", "second", "--now")
	m.hits()
	_, want := m.hits() // from vectors that are kept
	to := filepath.Join(t.TempDir(), "b.tar")
	m.spar(exitOK, "backup", to)
	m.data = filepath.Join(t.TempDir(), "again")
	if got := m.spar(exitOK, "restore", to); strings.Contains(got, "missing") {
		t.Errorf("restored: %s", got)
	}
	if _, got := m.hits(); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("what is restored ranks %v, want %v", got, want)
	}
	for _, name := range []string{"first", "second", "cross"} {
		m.spar(exitOK, "model", "check", name)
	}

	// A backup without them says so when it is restored.
	if err := os.RemoveAll(filepath.Join(m.data, "models")); err != nil {
		t.Fatal(err)
	}
	without := filepath.Join(t.TempDir(), "without")
	m.spar(exitOK, "backup", without)
	m.data = filepath.Join(t.TempDir(), "lacking")
	if got := m.spar(exitOK, "restore", without, "--json"); !strings.Contains(got, `"missing_models":["second"]`) {
		t.Errorf("restored without its model: %s", got)
	}
}
