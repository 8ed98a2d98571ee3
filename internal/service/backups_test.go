package service_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// TestBackups makes a backup in the folder for it: one at a time, by somebody who showed again who they are, and it can be restored.
func TestBackups(t *testing.T) {
	h := enginetest.Open(t, letters, nil)
	h.Scanned()
	ctx, folder := t.Context(), filepath.Join(t.TempDir(), "backups")
	s := service.New(h.Opened, service.Options{})
	if _, err := s.BeginBackup(ctx, enginetest.All, "test"); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("without a folder: %v", err)
	}
	s = service.New(h.Opened, service.Options{BackupFolder: folder})
	stale := enginetest.All
	stale.Stale = true
	if _, err := s.BeginBackup(ctx, stale, "test"); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("by a browser that was left open: %v", err)
	}
	save, err := s.BeginBackup(ctx, enginetest.All, "test")
	if err != nil {
		t.Fatal(err)
	}
	got, err := s.Backups(ctx, enginetest.All)
	if err != nil || got.Running == "" || len(got.Made) != 0 {
		t.Errorf("while it is made: %+v, %v", got, err)
	}
	if _, err := s.BeginBackup(ctx, enginetest.All, "test"); spar.CodeOf(err) != spar.Conflict {
		t.Errorf("a second one beside it: %v", err)
	}
	if err := save(ctx); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "spar-notes.tar"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	name := got.Running
	if got, err = s.Backups(ctx, enginetest.All); err != nil || got.Running != "" || len(got.Made) != 1 || got.Made[0].Name != name || got.Made[0].Size == 0 {
		t.Fatalf("when it is made: %+v, %v", got, err)
	}
	if _, err := service.RestoreBackup(ctx, filepath.Join(folder, name), filepath.Join(t.TempDir(), "data"), ""); err != nil {
		t.Errorf("restored: %v", err)
	}
	if err := os.WriteFile(filepath.Join(folder, "in the way"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s = service.New(h.Opened, service.Options{BackupFolder: filepath.Join(folder, "in the way")})
	if save, err = s.BeginBackup(ctx, enginetest.All, "test"); err != nil {
		t.Fatal(err)
	}
	if err := save(ctx); err == nil {
		t.Error("a backup was made where a file is in the way")
	}
	s = service.New(h.Opened, service.Options{BackupFolder: folder})
	if _, err := s.Backups(ctx, reader); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("listed by somebody else: %v", err)
	}
}
