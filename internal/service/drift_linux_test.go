package service_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/sparsearch/spar/internal/api"
)

// TestGoneOrClosed: a pinned workspace tells the one who pinned it the same of a file that was deleted and of one that was closed to them.
func TestGoneOrClosed(t *testing.T) {
	ctx := t.Context()
	told := map[string]string{}
	for how, change := range map[string]func(path string) error{
		"deleted": os.Remove,
		"closed":  func(path string) error { return os.Chmod(path, 0o600) },
	} {
		tm := newTeam(t)
		tm.ws(tm.s.CreateWorkspace(ctx, tm.bob, api.NewWorkspace{Name: "hr", Scope: "path:hr/**"}, nil))
		tm.ws(tm.s.PinWorkspace(ctx, tm.bob, "hr"))
		tm.ws(tm.s.ShareWorkspace(ctx, tm.bob, "hr", tm.ada.Owner(), "viewer"))
		if err := change(filepath.Join(tm.h.Root, "hr/pool.md")); err != nil {
			t.Fatal(err)
		}
		tm.h.Scanned()
		d := tm.ws(tm.s.Workspace(ctx, tm.bob, "hr")).Drift
		if d == nil || d.Gone != 1 || d.Unchanged != 1 || len(d.Files) != 1 || d.Files[0].How != "gone" || d.Files[0].Path.Name != "hr/pool.md" {
			t.Fatalf("%s: %+v", how, d)
		}
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		told[how] = regexp.MustCompile(`"since":"[^"]*"`).ReplaceAllString(string(text), "")
	}
	if told["deleted"] != told["closed"] {
		t.Errorf("deleted:\n%s\nclosed:\n%s", told["deleted"], told["closed"])
	}
}
