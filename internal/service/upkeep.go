package service

import (
	"context"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/backup"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/models"
	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/read"
	"github.com/sparsearch/spar/internal/spar"
)

// TrashCount counts the contents of the trash, which an immediate purge would delete for good.
func (s *Service) TrashCount(ctx context.Context, who spar.Principal) (c api.TrashCount, err error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return c, err
	}
	c.Shares, c.Tags, c.Links, c.Attributes, c.Workspaces, err = s.engine.TrashCount(ctx)
	return c, err
}

// Purge removes from the disk the text of deleted and changed files, and old contents of the trash.
func (s *Service) Purge(ctx context.Context, who spar.Principal, r api.PurgeRequest) (api.Purge, error) {
	out := api.Purge{Schema: api.PurgeSchema}
	err := must(who, spar.CanAdminister)
	if err == nil && r.Lost {
		out.Lost, err = s.engine.ForgetAway(ctx)
	}
	if err == nil {
		out.Trash, err = s.engine.PurgeTrash(ctx, r.Now)
	}
	if err == nil {
		err = s.expireAudit(ctx)
	}
	if err != nil {
		return out, err
	}
	purged, err := s.engine.Purge(ctx, r.Now)
	out.Segments, out.Bytes = purged.Segments, purged.Bytes
	return out, err
}

// CheckStore reads everything in the store and compares it with its checksums.
func (s *Service) CheckStore(ctx context.Context, who spar.Principal) (api.StoreCheck, error) {
	out := api.StoreCheck{Schema: api.StoreCheckSchema, Faults: []string{}}
	if err := must(who, spar.CanAdminister); err != nil {
		return out, err
	}
	c, err := s.engine.CheckText(ctx)
	out.Segments, out.Passages, out.Bytes, out.Away = c.Segments, c.Passages, c.Bytes, len(c.Away)
	for _, f := range c.Faults {
		out.Faults = append(out.Faults, f.Err.Error())
	}
	for _, p := range c.Away {
		out.Faults, out.Advice = append(out.Faults, engine.AwayText(p)), engine.AwayAdvice
	}
	return out, err
}

// Check reads the whole data directory, and reports its flaws.
func (s *Service) Check(ctx context.Context, who spar.Principal) (api.Check, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Check{}, err
	}
	c, err := s.engine.Check(ctx)
	out := api.Check{
		Schema: api.CheckSchema, Database: c.Database, Files: c.Files, Segments: c.Segments, Passages: c.Passages, Bytes: c.Bytes,
		Vectors: c.Vectors, Dead: c.Dead, Audit: c.Audit, Flaws: []api.Flaw{},
	}
	for _, f := range c.Flaws {
		out.Flaws = append(out.Flaws, api.Flaw(f))
	}
	return out, err
}

// Missing says what is missing if a data directory has no tables; nil if it has some. It creates nothing.
func Missing(ctx context.Context, dir, database string) (*api.Flaw, error) {
	f, err := engine.NoTables(ctx, dir, database)
	return (*api.Flaw)(f), err
}

// Backup saves the data directory, which may be in use, to a new file or folder. program is the version of this program.
func (s *Service) Backup(ctx context.Context, who spar.Principal, to, program string) (api.Backup, error) {
	if err := must(who, spar.CanAdminister); err != nil {
		return api.Backup{}, err
	}
	m, err := s.engine.Backup(ctx, to, program, nil)
	return api.Backup{Schema: api.BackupSchema, Backup: to, Manifest: manifestOf(m)}, err
}

// RestoreBackup restores a backup into an empty or missing data directory, with its tables in the named database, "" for SQLite. Anybody
// may do it who may write there.
func RestoreBackup(ctx context.Context, from, dir, database string) (api.Restore, error) {
	m, err := engine.Restore(ctx, from, dir, database)
	if err != nil {
		return api.Restore{}, err
	}
	out := api.Restore{Schema: api.RestoreSchema, Data: dir, Manifest: manifestOf(m)}
	if out.Missing, err = models.Missing(dir); err != nil {
		out.Notes = []string{err.Error()} // the rest is restored
	}
	return out, nil
}

func manifestOf(m backup.Manifest) api.Manifest {
	out := api.Manifest{Version: m.Version, Made: m.Made, Program: m.Program, From: m.From}
	for _, f := range m.Files {
		out.Files = append(out.Files, api.SavedFile(f))
	}
	return out
}

// Recover lets other programs read files of a scope that SPAR cannot read: at most most files, 0 for all, until the budget is spent, 0
// for no limit.
func (s *Service) Recover(ctx context.Context, who spar.Principal, text string, most int, budget time.Duration, progress func(done, total int, path string)) (api.Recovery, error) {
	out := api.Recovery{Schema: api.RecoverSchema}
	if err := must(who, spar.CanOperate); err != nil {
		return out, err
	}
	_, sc, err := s.scoped(ctx, who, text)
	if err != nil {
		return out, err
	}
	r, err := s.engine.Recover(ctx, engine.Selection{Who: who, Scope: sc, Budget: order.Of(budget)}, most, func(done, total int, f spar.File) { progress(done, total, f.Path) })
	out.Files, out.Found, out.Left = r.Files, r.Found, r.Left
	if err != nil || r.Files > 0 {
		return out, err
	}
	for _, p := range read.Programs() {
		if p.Path() == "" {
			out.Missing = append(out.Missing, api.Program{Name: p.Name, Reads: p.Why, Package: p.Package})
		}
	}
	return out, nil
}

// Reread reads files again that were read before: the named files, the files of a scope, or all files that the asker may know of. It leaves
// files whose text waits to be recognised, for reading them again does not help.
func (s *Service) Reread(ctx context.Context, who spar.Principal, t api.Target) (api.Reread, error) {
	out := api.Reread{Schema: api.RereadSchema}
	if err := must(who, spar.CanOperate); err != nil {
		return out, err
	}
	if len(t.Files) > 0 && t.Scope != "" {
		return out, spar.Errorf(spar.Invalid, "files and a scope were named; name the one or the other")
	}
	v, sc, err := s.scoped(ctx, who, t.Scope)
	if err != nil {
		return out, err
	}
	var files []spar.FileID
	for _, name := range t.Files {
		_, f, err := s.file(ctx, v, name)
		if err != nil {
			return out, err
		}
		files = append(files, f.ID)
	}
	waits := s.engine.ToRecognise()
	out.Files, err = s.engine.Reread(ctx, engine.Selection{Who: who, Scope: sc}, func(f spar.File) bool {
		if waits(f) {
			out.Recognise++
			return true
		}
		return false
	}, files...)
	return out, err
}
