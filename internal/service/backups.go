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
	"unicode"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/durable"
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
	done    int64  // bytes of it that were written and read back
	total   int64  // of so many
	fault   error  // why the last one was not made
}

// Backups lists the backups in the folder that the setting backup-folder names, the newest first, with the one that is being made.
func (s *Service) Backups(ctx context.Context, who spar.Principal) (api.Backups, error) {
	out := api.Backups{Schema: api.BackupsSchema, Folder: s.options().BackupFolder, Made: []api.SavedBackup{}}
	if err := must(who, spar.CanAdminister); err != nil || out.Folder == "" {
		return out, err
	}
	s.saving.mu.Lock()
	out.Running, out.Done, out.Total = s.saving.running, s.saving.done, s.saving.total
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
func (s *Service) BeginBackup(ctx context.Context, who spar.Principal, program string) (save func(context.Context) error, err error) {
	if err := sure(who, sendsOut); err != nil {
		return nil, err
	}
	folder := s.options().BackupFolder
	if folder == "" {
		return nil, spar.Errorf(spar.Invalid, "no folder for backups is named: set backup-folder on the machine of the server, best to one on another disk")
	}
	if _, err := s.apart(ctx, folder); err != nil {
		return nil, err
	}
	s.saving.mu.Lock()
	defer s.saving.mu.Unlock()
	if s.saving.running != "" {
		return nil, spar.Errorf(spar.Conflict, "a backup is being made: wait until it is done")
	}
	name := backupPrefix + time.Now().UTC().Format(backupTime) + backupSuffix
	s.saving.running, s.saving.fault, s.saving.done, s.saving.total = name, nil, 0, 0
	return func(ctx context.Context) error {
		err := s.saveIn(ctx, folder, name, program)
		s.saving.mu.Lock()
		defer s.saving.mu.Unlock()
		s.saving.running, s.saving.fault, s.saving.done, s.saving.total = "", err, 0, 0
		return err
	}, nil
}

// saveIn makes the backup of that name in a folder, which it makes if there is none, and looks at it once more when it is there: what lies
// on the way to it may lead elsewhere by now.
func (s *Service) saveIn(ctx context.Context, folder, name, program string) (err error) {
	made, err := makeFolder(folder)
	defer func() {
		if err != nil {
			removeEmpty(made)
		}
	}()
	if err != nil {
		return err
	}
	real, err := s.apart(ctx, folder)
	if err != nil {
		return err
	}
	_, err = s.engine.Backup(ctx, filepath.Join(real, name), program, func(done, total int64) {
		s.saving.mu.Lock()
		defer s.saving.mu.Unlock()
		s.saving.done, s.saving.total = done, total
	})
	return err
}

// makeFolder makes a folder and the missing ones above it. It returns what it made, the outermost first.
func makeFolder(folder string) (made []string, err error) {
	if info, err := os.Stat(folder); err == nil && info.IsDir() {
		return nil, nil
	}
	if above := filepath.Dir(folder); above != folder {
		if made, err = makeFolder(above); err != nil {
			return made, err
		}
	}
	err = os.Mkdir(folder, 0o700)
	if err == nil {
		return append(made, folder), nil
	}
	if info, serr := os.Stat(folder); serr == nil && info.IsDir() { // somebody else made it meanwhile
		return made, nil
	}
	return made, err
}

// removeEmpty removes folders that makeFolder made, as far as nothing is in them.
func removeEmpty(made []string) {
	for _, folder := range slices.Backward(made) {
		os.Remove(folder)
	}
}

// realPath is the absolute path of a folder without links. Of one that is to be made yet, the part that exists has none.
func realPath(folder string) (string, error) {
	at, err := filepath.Abs(folder)
	if err != nil {
		return "", err
	}
	for missing := ""; ; {
		real, err := filepath.EvalSymlinks(at)
		if err == nil {
			return filepath.Join(real, missing), nil
		}
		above := filepath.Dir(at)
		if !errors.Is(err, fs.ErrNotExist) || above == at {
			return "", err
		}
		at, missing = above, filepath.Join(filepath.Base(at), missing)
	}
}

// apart refuses a folder for backups where a backup would be taken for a file: in a share, whose readers would get what everybody's files
// say, and in the data directory, with which it would be lost. It returns the real path of the folder, which may be to be made yet.
func (s *Service) apart(ctx context.Context, folder string) (string, error) {
	real, err := realPath(folder)
	if err != nil {
		return "", spar.Errorf(spar.Unavailable, "the folder for backups cannot be reached: check that it is mounted: %w", err)
	}
	in := func(root string) bool {
		root, err := realPath(root)
		if err != nil {
			return false // nothing that is reached lies there
		}
		below, err := filepath.Rel(root, real)
		return err == nil && filepath.IsLocal(below)
	}
	if in(s.engine.Dir()) {
		return "", spar.Errorf(spar.Invalid, "%s lies in the data directory that backups save: choose a folder on another disk", folder)
	}
	shares, err := s.catalog.Shares(ctx)
	if err != nil {
		return "", err
	}
	for _, sh := range shares {
		if in(sh.Root) {
			return "", spar.Errorf(spar.Invalid, "%s lies in the share %s, whose readers could find the backup: choose a folder outside of the shares", folder, sh.Name)
		}
	}
	return real, nil
}

// ChooseBackupFolder has backups go to a folder of the server's machine from now on. It is one below the roots for shares: a browser
// reaches no other, and learns of none.
func (s *Service) ChooseBackupFolder(ctx context.Context, who spar.Principal, n api.NewBackupFolder) (out api.Backups, failed error) {
	if err := sure(who, sendsOut); err != nil {
		return out, err
	}
	folder, err := s.within(n.Folder)
	if err != nil {
		return out, err
	}
	if n.Make != "" {
		if n.Make != filepath.Base(n.Make) || strings.HasPrefix(n.Make, ".") || strings.ContainsFunc(n.Make, unicode.IsControl) || len(n.Make) > longLabel {
			return out, spar.Errorf(spar.Invalid, "%q cannot name a folder: take letters and digits, such as spar-backups", Shortened(n.Make, longLabel))
		}
		folder = filepath.Join(folder, n.Make)
	}
	if _, err := s.apart(ctx, folder); err != nil {
		return out, err
	}
	do := s.choose.Load()
	if do == nil {
		return out, spar.Errorf(spar.Unavailable, "settings are changed through a server that runs").Try(spar.Remedy{Do: spar.ChangeSetting, Name: "backup-folder"})
	}
	var made []string
	defer func() {
		if failed != nil {
			removeEmpty(made)
		}
	}()
	if n.Make != "" {
		if made, err = makeFolder(folder); err != nil && !errors.Is(err, fs.ErrExist) {
			return out, spar.Errorf(spar.Unavailable, "the folder cannot be made: %w", err)
		}
		if folder, err = s.within(folder); err != nil { // what has the name already may lead elsewhere
			return out, err
		}
		if _, err := s.apart(ctx, folder); err != nil {
			return out, err
		}
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return out, spar.Errorf(spar.Invalid, "%s is no folder: choose one", folder)
	}
	if err := durable.Writable(folder); err != nil {
		return out, spar.Errorf(spar.Invalid, "nothing can be written to %s: choose a folder that is this user's, or let the user write to it: %w", folder, err)
	}
	if err := (*do)(map[string]*string{"backup-folder": &folder}); err != nil {
		return out, err
	}
	made = nil // it is the setting's now
	return s.Backups(ctx, who)
}
