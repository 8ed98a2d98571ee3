package invented

import (
	"slices"
	"strings"
	"testing"
)

// TestNames: paths come as often as asked for, each once, many to a folder, and the same every time.
func TestNames(t *testing.T) {
	list := slices.Collect(Names(1000, 1, "txt"))
	if again := slices.Collect(Names(1000, 1, "txt")); len(list) != 1000 || !slices.Equal(list, again) {
		t.Fatalf("%d names, and %d others", len(list), len(again))
	}
	met, folders := map[string]bool{}, map[string]bool{}
	for _, name := range list {
		if met[name] || strings.Count(name, "/") != 4 || !strings.HasSuffix(name, ".txt") {
			t.Errorf("%q", name)
		}
		met[name], folders[name[:strings.LastIndexByte(name, '/')]] = true, true
	}
	if len(folders) != (1000+perFolder-1)/perFolder {
		t.Errorf("%d folders", len(folders))
	}
	for range Names(10, 1, "txt") {
		break
	}
}
