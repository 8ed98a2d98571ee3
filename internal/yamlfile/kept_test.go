package yamlfile_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/yamlfile"
)

// TestKept reads a file again when it has changed, came or went, and not more often once it is old enough to tell.
func TestKept(t *testing.T) {
	file := filepath.Join(t.TempDir(), "settings.yaml")
	var k yamlfile.Kept[string]
	read := 0
	now := func(want string, reads int) {
		t.Helper()
		read = 0
		for range 2 {
			got, err := k.Now(file, func() (string, error) {
				read++
				text, err := os.ReadFile(file)
				if os.IsNotExist(err) {
					return "none", nil
				}
				return string(text), err
			})
			if err != nil || got != want {
				t.Errorf("it says %q, %v; want %q", got, err, want)
			}
		}
		if read != reads {
			t.Errorf("%q was read %d times, want %d", want, read, reads)
		}
	}
	write := func(text string, age time.Duration) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	now("none", 1)
	write("one", time.Hour)
	now("one", 1)
	write("two", time.Minute)
	now("two", 1)
	write("six", 0)
	now("six", 2)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	now("none", 1)
}
