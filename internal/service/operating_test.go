package service_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestSharesWithin: through a server a folder becomes a share if it really lies below a configured root, and of no other folder
// anything is told.
func TestSharesWithin(t *testing.T) {
	ctx := t.Context()
	top := t.TempDir()
	root, other := filepath.Join(top, "root"), filepath.Join(top, "root-beside")
	for _, dir := range []string{filepath.Join(root, "finance", "2024"), filepath.Join(root, ".hidden"), filepath.Join(other, "private")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "finance", "a.md"), []byte("# A\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(other, filepath.Join(root, "out")); err != nil {
		t.Fatal(err)
	}
	s := service.New(enginetest.Open(t, nil, nil).Opened, service.Options{ShareRoots: []string{root, filepath.Join(top, "missing")}})
	who := enginetest.All
	roots, err := s.Folders(ctx, who, "")
	if err != nil || len(roots.Folders) != 1 || roots.Folders[0].Folder != root {
		t.Fatalf("the roots are %+v, %v", roots, err)
	}
	in, err := s.Folders(ctx, who, root)
	if err != nil || len(in.Folders) != 1 || in.Folders[0].Name != "finance" || in.Up != "" || in.Name != "root" {
		t.Errorf("the root holds %+v, %v", in, err)
	}
	below, err := s.Folders(ctx, who, filepath.Join(root, "finance"))
	if err != nil || below.Files != 1 || below.Up != root || len(below.Folders) != 1 {
		t.Errorf("the folder holds %+v, %v", below, err)
	}
	if _, err := s.Folders(ctx, who, filepath.Join(root, "finance", "a.md")); spar.CodeOf(err) != spar.Unavailable {
		t.Errorf("a file is listed as a folder, %v", err)
	}
	for _, folder := range []string{other, filepath.Join(other, "private"), filepath.Join(root, "out"), filepath.Join(root, "out", "private"), filepath.Join(root, "..", "root-beside"), top, "/", "finance", filepath.Join(root, "nothing"), filepath.Join(other, "nothing")} {
		if out, err := s.Folders(ctx, who, folder); spar.CodeOf(err) != spar.Invalid || len(out.Folders) > 0 || out.In != "" {
			t.Errorf("of %s is told %+v, %v", folder, out, err)
		}
		if _, err := s.AddShareWithin(ctx, who, api.NewShare{Folder: folder}); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%s became a share, %v", folder, err)
		}
	}
	if made, err := s.AddShareWithin(ctx, who, api.NewShare{Folder: filepath.Join(root, "finance")}); err != nil || made.Name != "finance" {
		t.Errorf("the share is %+v, %v", made, err)
	}
	if in, err = s.Folders(ctx, who, root); err != nil || in.Folders[0].Share != "finance" {
		t.Errorf("afterwards the root holds %+v, %v", in, err)
	}
	none := service.New(enginetest.Open(t, nil, nil).Opened, service.Options{})
	if _, err := none.AddShareWithin(ctx, who, api.NewShare{Folder: root}); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("without roots a folder became a share, %v", err)
	}
}
