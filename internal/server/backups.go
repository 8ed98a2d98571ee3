package server

import (
	"context"
	"net/http"
	"reflect"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
)

// startBackup begins a backup, which goes on when who asked for it leaves. Its outcome is an entry of the audit trail.
func startBackup(s *Server, c *call) error {
	if _, err := input[nothing](c); err != nil {
		return err
	}
	save, err := s.o.Service.BeginBackup(c.r.Context(), c.who, s.o.Version)
	if err != nil {
		return err
	}
	of := inquiryOf(c.r)
	ends := &inquiry{id: of.id, operation: "endBackup", who: of.who, begin: time.Now(), metrics: s.metrics, entry: api.AuditEntry{Via: of.entry.Via, Key: of.entry.Key}}
	r := c.r.WithContext(context.WithValue(s.scans.ctx, inquiryKey{}, ends))
	s.jobs.running.Go(func() {
		if fault := save(r.Context()); fault != nil {
			ends.code = string(s.faultOf(r, fault).Fault.Code)
		}
		s.audit(ends, http.StatusOK)
	})
	now, err := s.o.Service.Backups(c.r.Context(), c.who)
	if err == nil {
		writeJSON(c.w, c.r, c.op.status, now)
	}
	return err
}

var saved = []operation{
	one("backups", "GET", "/backups", spar.CanAdminister, "the backups that this server made, and the one that it makes", func(c ctx, s *service.Service, who spar.Principal, _ nothing) (api.Backups, error) {
		return s.Backups(c, who)
	}),
	one("chooseBackupFolder", "POST", "/backups/folder", spar.CanAdminister, "have backups go to a folder below the setting share-roots, or to a new one in it, outside of the shares and of the data directory; by who has just shown who they are", func(c ctx, s *service.Service, who spar.Principal, n api.NewBackupFolder) (api.Backups, error) {
		return s.ChooseBackupFolder(c, who, n)
	}),
	{id: "startBackup", method: http.MethodPost, path: "/backups", needs: spar.CanAdminister, status: http.StatusAccepted,
		tells: "begin to save the data directory in the folder that the setting backup-folder names", in: reflect.TypeFor[nothing](), out: reflect.TypeFor[api.Backups](),
		serve: startBackup},
}
