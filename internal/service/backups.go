package service

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
)

// The names of backups that a server makes: the prefix, the time in UTC, the suffix.
const (
	backupPrefix = "spar-"
	backupTime   = "20060102-150405"
	backupSuffix = ".tar"
)

// saving is the backup that this process makes, or made last.
type saving struct {
	mu      sync.Mutex
	running string // its name; "" for none
	fault   error  // why the last one was not made
}

// Backups lists the backups in the folder that the setting backup-folder names, the newest first, with the one that is being made.
func (s *Service) Backups(ctx context.Context, who spar.Principal) (api.Backups, error) {
	out := api.Backups{Schema: api.BackupsSchema, Folder: s.options().BackupFolder, Made: []api.SavedBackup{}}
	if err := must(who, spar.CanAdminister); err != nil || out.Folder == "" {
		return out, err
	}
	s.saving.mu.Lock()
	out.Running = s.saving.running
	if s.saving.fault != nil {
		out.Fault = s.saving.fault.Error()
	}
	s.saving.mu.Unlock()
	entries, err := os.ReadDir(out.Folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return out, spar.Errorf(spar.Unavailable, "the folder for backups cannot be listed: %v", err)
	}
	for _, e := range entries {
		at, err := time.Parse(backupTime, strings.TrimSuffix(strings.TrimPrefix(e.Name(), backupPrefix), backupSuffix))
		info, ierr := e.Info()
		if err == nil && ierr == nil && info.Mode().IsRegular() {
			out.Made = append(out.Made, api.SavedBackup{Name: e.Name(), Made: at, Size: info.Size()})
		}
	}
	slices.SortFunc(out.Made, func(a, b api.SavedBackup) int { return cmp.Compare(b.Name, a.Name) })
	return out, nil
}

// BeginBackup prepares to save the data directory in the folder that the setting backup-folder names. save does it, and is called once.
func (s *Service) BeginBackup(_ context.Context, who spar.Principal, program string) (save func(context.Context) error, err error) {
	if err := sure(who); err != nil {
		return nil, err
	}
	folder := s.options().BackupFolder
	if folder == "" {
		return nil, spar.Errorf(spar.Invalid, "no folder for backups is named: set backup-folder on the machine of the server, best to one on another disk")
	}
	s.saving.mu.Lock()
	defer s.saving.mu.Unlock()
	if s.saving.running != "" {
		return nil, spar.Errorf(spar.Conflict, "a backup is being made: wait until it is done")
	}
	name := backupPrefix + time.Now().UTC().Format(backupTime) + backupSuffix
	s.saving.running, s.saving.fault = name, nil
	return func(ctx context.Context) error {
		err := os.MkdirAll(folder, 0o700)
		if err == nil {
			_, err = s.engine.Backup(ctx, filepath.Join(folder, name), program)
		}
		s.saving.mu.Lock()
		defer s.saving.mu.Unlock()
		s.saving.running, s.saving.fault = "", err
		return err
	}, nil
}
