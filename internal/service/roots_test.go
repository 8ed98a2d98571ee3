package service_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestAllowRoot: one more folder may become a share where the owner asks on the machine, as its user, and has just shown who they are. It is
// a folder that is there, and not the whole disk.
func TestAllowRoot(t *testing.T) {
	ctx := t.Context()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root, more, joint := filepath.Join(top, "root"), filepath.Join(top, "more"), string(filepath.ListSeparator)
	for _, dir := range []string{root, filepath.Join(root, "in"), filepath.Join(more, "in"), filepath.Join(top, "a"+joint+"b")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.WriteFile(filepath.Join(top, "file"), nil, 0o600), os.Symlink(more, filepath.Join(top, "link"))); err != nil {
		t.Fatal(err)
	}
	s := service.New(enginetest.Open(t, nil, nil).Opened, service.Options{ShareRoots: []string{root}})
	if _, err := service.AllowRoot(ctx, s, enginetest.All, more, true); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("where no setting can be changed: %v", err)
	}
	var set string
	s.OnChoose(func(changes map[string]*string) error {
		set = *changes["share-roots"]
		return s.Reconfigure(service.Options{ShareRoots: filepath.SplitList(set)})
	})
	stale, reader := enginetest.All, enginetest.All
	stale.Stale, reader.Served, reader.Role = true, true, spar.Reader
	for _, c := range []struct {
		who    spar.Principal
		folder string
		here   bool
		want   string
	}{
		{enginetest.All, more, false, "on the machine of the server"},
		{stale, more, true, "show once more who you are"},
		{reader, more, true, "no such role"},
		{enginetest.All, "more", true, "no whole path"},
		{enginetest.All, "/", true, "the whole disk"},
		{enginetest.All, filepath.Join(top, "gone"), true, "no folder that can be read"},
		{enginetest.All, filepath.Join(top, "file"), true, "is a file"},
		{enginetest.All, filepath.Join(top, "a"+joint+"b"), true, "name the folder above it"},
	} {
		if _, err := service.AllowRoot(ctx, s, c.who, c.folder, c.here); err == nil || !strings.Contains(err.Error(), c.want) || set != "" {
			t.Errorf("%s: %v, and the setting is %q", c.folder, err, set)
		}
	}
	if in, err := service.AllowRoot(ctx, s, enginetest.All, filepath.Join(root, "in"), true); err != nil || in.In != filepath.Join(root, "in") || set != "" {
		t.Errorf("a folder that may already: %+v, %v, %q", in, err, set)
	}
	in, err := service.AllowRoot(ctx, s, enginetest.All, filepath.Join(top, "link"), true)
	if err != nil || in.In != more || len(in.Folders) != 1 || set != root+joint+more {
		t.Errorf("%+v, %v, and the setting is %q", in, err, set)
	}
	outer, err := s.Folders(ctx, enginetest.All, "")
	if outer = service.RootsOf(s, outer, true); err != nil || outer.Roots != set || outer.Joint != joint || !outer.Allows || len(outer.Folders) != 2 {
		t.Errorf("%+v, %v", outer, err)
	}
}
