package share

import (
	"os"
	"path/filepath"
	"testing"
)

func TestAnyCase(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "Papers")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := os.Stat(filepath.Join(filepath.Dir(dir), "pAPERS"))
	want := err == nil
	if got := AnyCase(dir); got != want {
		t.Errorf("an empty folder: %v, want %v", got, want)
	}
	if err := os.WriteFile(filepath.Join(dir, "Report.txt"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if got := AnyCase(dir); got != want {
		t.Errorf("with a file: %v, want %v", got, want)
	}
	if want {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, "rEPORT.TXT"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if AnyCase(dir) {
		t.Error("two files whose names differ in their letter case")
	}
}
