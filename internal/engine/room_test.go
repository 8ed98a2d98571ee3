package engine

import "testing"

// TestRoom: a disk that is full, or soon will be, is a symptom.
func TestRoom(t *testing.T) {
	for free, want := range map[uint64]Level{0: Broken, noRoom - 1: Broken, noRoom: Lacks, scarceRoom - 1: Lacks, scarceRoom: Fine} {
		if got := roomSymptom("/data", free); got.Level != want || got.Level != Fine && got.Remedy == "" {
			t.Errorf("%d bytes free: %+v", free, got)
		}
	}
	if free, ok := room(t.TempDir()); ok && free == 0 {
		t.Error("there is no room for tests")
	}
}
