package service_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/sparsearch/spar/internal/api"
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

// TestChooseBackupFolder: backups go to a folder that a browser may reach, outside of the shares and of the data directory, and nowhere else.
func TestChooseBackupFolder(t *testing.T) {
	h := enginetest.Open(t, letters, nil)
	h.Scanned()
	ctx, root := t.Context(), t.TempDir()
	inside := t.TempDir()
	for _, dir := range []string{"disk", "closed"} {
		if err := os.Mkdir(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(inside, filepath.Join(root, "away")); err != nil {
		t.Fatal(err)
	}
	files := h.Root
	s := service.New(h.Opened, service.Options{ShareRoots: []string{root, files, h.Dir()}})
	var kept string
	s.OnChoose(func(changes map[string]*string) error { kept = *changes["backup-folder"]; return nil })
	stale := enginetest.All
	stale.Stale = true
	for name, c := range map[string]struct {
		who spar.Principal
		n   api.NewBackupFolder
	}{
		"a browser that was left open": {stale, api.NewBackupFolder{Folder: filepath.Join(root, "disk")}},
		"somebody else":                {reader, api.NewBackupFolder{Folder: filepath.Join(root, "disk")}},
		"a folder elsewhere":           {enginetest.All, api.NewBackupFolder{Folder: inside}},
		"a link that leads elsewhere":  {enginetest.All, api.NewBackupFolder{Folder: filepath.Join(root, "away")}},
		"made where a link leads":      {enginetest.All, api.NewBackupFolder{Folder: root, Make: "away"}},
		"a way up":                     {enginetest.All, api.NewBackupFolder{Folder: filepath.Join(root, "disk"), Make: ".."}},
		"two folders":                  {enginetest.All, api.NewBackupFolder{Folder: root, Make: "a/b"}},
		"a share":                      {enginetest.All, api.NewBackupFolder{Folder: files}},
		"in a share":                   {enginetest.All, api.NewBackupFolder{Folder: files, Make: "backups"}},
		"the data directory":           {enginetest.All, api.NewBackupFolder{Folder: h.Dir(), Make: "backups"}},
	} {
		if _, err := s.ChooseBackupFolder(ctx, c.who, c.n); spar.CodeOf(err) != spar.Invalid || kept != "" {
			t.Errorf("%s: %v, kept %q", name, err, kept)
		}
	}
	refused := errors.New("refused")
	s.OnChoose(func(map[string]*string) error { return refused })
	if _, err := s.ChooseBackupFolder(ctx, enginetest.All, api.NewBackupFolder{Folder: filepath.Join(root, "disk"), Make: "spar-backups"}); !errors.Is(err, refused) {
		t.Fatal(err)
	}
	if _, err := os.Lstat(filepath.Join(root, "disk", "spar-backups")); err == nil {
		t.Error("a folder that was not chosen is left")
	}
	s.OnChoose(func(changes map[string]*string) error { kept = *changes["backup-folder"]; return nil })
	if _, err := s.ChooseBackupFolder(ctx, enginetest.All, api.NewBackupFolder{Folder: filepath.Join(root, "disk"), Make: "spar-backups"}); err != nil {
		t.Fatal(err)
	}
	real, err := filepath.EvalSymlinks(filepath.Join(root, "disk", "spar-backups"))
	if err != nil || kept != real {
		t.Fatalf("kept %q: %v", kept, err)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("others may look into it: %v %v", info.Mode(), err)
	}
	// A folder in a share is refused when a backup begins, however it was named.
	s = service.New(h.Opened, service.Options{BackupFolder: filepath.Join(files, "backups")})
	if _, err := s.BeginBackup(ctx, enginetest.All, "test"); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("in a share: %v", err)
	}
	// It says how far it is.
	s = service.New(h.Opened, service.Options{BackupFolder: real})
	save, err := s.BeginBackup(ctx, enginetest.All, "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := save(ctx); err != nil {
		t.Fatal(err)
	}
	if now, err := s.Backups(ctx, enginetest.All); err != nil || len(now.Made) != 1 || now.Total != 0 {
		t.Errorf("afterwards: %+v, %v", now, err)
	}
}

// TestBackupFolderNamed: however the setting names a folder, one in a share is none for backups, and one that is to be made is made with
// those above it, or not at all.
func TestBackupFolderNamed(t *testing.T) {
	h := enginetest.Open(t, letters, nil)
	h.Scanned()
	ctx, root, away := t.Context(), t.TempDir(), t.TempDir()
	t.Chdir(h.Root)
	link := filepath.Join(root, "link")
	if err := os.Symlink(h.Root, link); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{
		".", "backups", filepath.Join("a", "b", "c"), filepath.Join(h.Root, "a", "b", "c"), link, filepath.Join(link, "a", "b"),
		filepath.Join(h.Dir(), "a", "b"),
	} {
		if _, err := service.New(h.Opened, service.Options{BackupFolder: folder}).BeginBackup(ctx, enginetest.All, "test"); spar.CodeOf(err) != spar.Invalid {
			t.Errorf("%s: %v", folder, err)
		}
	}
	t.Chdir(root)
	for _, folder := range []string{filepath.Join(root, "spar", "daily"), filepath.Join("near", "daily")} {
		save, err := service.New(h.Opened, service.Options{BackupFolder: folder}).BeginBackup(ctx, enginetest.All, "test")
		if err != nil {
			t.Fatal(err)
		}
		if err := save(ctx); err != nil {
			t.Error(err)
		}
		if made, err := os.ReadDir(folder); err != nil || len(made) != 1 {
			t.Errorf("%s has %v, %v", folder, made, err)
		}
	}
	// Between the beginning and the backup, the way may come to lead into a share.
	turned := filepath.Join(away, "turned")
	save, err := service.New(h.Opened, service.Options{BackupFolder: filepath.Join(turned, "a", "b")}).BeginBackup(ctx, enginetest.All, "test")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(h.Root, turned); err != nil {
		t.Fatal(err)
	}
	if err := save(ctx); spar.CodeOf(err) != spar.Invalid {
		t.Errorf("turned: %v", err)
	}
	if _, err := os.Lstat(filepath.Join(h.Root, "a")); err == nil {
		t.Error("a folder was left in the share")
	}
}
