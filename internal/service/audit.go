package service

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/audit"
	"github.com/sparsearch/spar/internal/spar"
)

// How much of a question the audit trail keeps, and the word for no trail.
const (
	AuditText = "text"
	AuditHash = "hash"
	AuditNone = "none"
	AuditOff  = "off"
)

// Auditing says what the audit trail keeps.
type Auditing struct {
	Questions string        // "": AuditText
	Keep      time.Duration // 0: for ever
}

// expireEach is the time between two searches for old entries.
const expireEach = time.Hour

// Record adds entries to the audit trail, with as much of their questions as the setting keeps.
func (s *Service) Record(ctx context.Context, entries ...api.AuditEntry) error {
	set, err := s.set.Load().audit()
	if err != nil {
		return err
	}
	if set.Questions == AuditOff || len(entries) == 0 {
		return nil
	}
	kept := make([]api.AuditEntry, len(entries))
	for i, e := range entries {
		if e.Question != "" && set.Questions == AuditHash {
			sum := sha256.Sum256([]byte(e.Question))
			e.QuestionSHA256 = hex.EncodeToString(sum[:])
		}
		if set.Questions != "" && set.Questions != AuditText {
			e.Question = ""
		}
		kept[i] = e
	}
	if err := s.trail.Add(ctx, kept...); err != nil {
		return err
	}
	last := s.expired.Load()
	if now := time.Now().Unix(); now-last >= int64(expireEach/time.Second) && s.expired.CompareAndSwap(last, now) {
		if err := s.expireAudit(ctx); err != nil { // the new entries are stored
			s.engine.Warn("entries of the audit trail that are too old were not taken out", err)
		}
	}
	return nil
}

// expireAudit deletes the entries of the audit trail that are older than its setting keeps them.
func (s *Service) expireAudit(ctx context.Context) error {
	set, err := s.set.Load().audit()
	if err == nil && set.Keep > 0 {
		_, err = s.trail.Expire(ctx, time.Now().Add(-set.Keep))
	}
	return err
}

// Audit returns the entries of the audit trail that match a query, the latest first unless it says otherwise.
func (s *Service) Audit(ctx context.Context, who spar.Principal, q api.AuditQuery) iter.Seq2[api.AuditEntry, error] {
	return func(yield func(api.AuditEntry, error) bool) {
		var none api.AuditEntry
		if err := sure(who, tells); err != nil {
			yield(none, err)
			return
		}
		in := audit.Query{Who: q.Who, Operation: q.Operation, OldestFirst: q.OldestFirst}
		var are []string // owners that have the name
		if q.Who != "" && !strings.Contains(q.Who, ":") {
			in.Who, are = "", accounts.Owners(q.Who)
		}
		about, deeds := func(api.AuditEntry) bool { return true }, q.Deeds
		if q.File != "" {
			file, err := spar.ParseAddress(q.File)
			if err == nil && file.Share == "" {
				err = spar.Errorf(spar.Invalid, "%q has no share: name the file as share:path", q.File)
			}
			if err != nil {
				yield(none, err)
				return
			}
			deeds = false // who asks for a file wants to know who saw it
			about = func(e api.AuditEntry) bool {
				return slices.ContainsFunc(e.Files, func(at string) bool { return placeIn(at, file) })
			}
		}
		for _, t := range []struct {
			text string
			to   *time.Time
		}{{q.Since, &in.Since}, {q.Until, &in.Until}} {
			at, err := moment(t.text, time.Now())
			if err != nil {
				yield(none, err)
				return
			}
			*t.to = at
		}
		if _, err := time.Parse(time.DateOnly, q.Until); err == nil {
			in.Until = in.Until.Add(day) // a day is meant whole
		}
		meant, err := meantBy(q.Kind, q.Find)
		if err != nil {
			yield(none, err)
			return
		}
		t := teller{language: q.Language, called: calling()}
		for e, err := range s.trail.List(ctx, in) {
			if err == nil {
				e.Look = e.Look || previews(e)
				if !about(e) || deeds && e.Look || q.Looks && !e.Look || are != nil && !slices.Contains(are, e.Who) {
					continue
				}
				if t.tell(&e); !meant(e) {
					continue
				}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// placeIn reports whether an address of the trail is in a file, or in a file inside it, such as an archive or a message.
func placeIn(at string, file spar.Address) bool {
	place, err := spar.ParseAddress(at)
	if err != nil || place.Share != file.Share {
		return false
	}
	return place.Path == file.Path || strings.HasPrefix(place.Path, file.Path+"!/")
}

// moment parses a day, a time or an age; "" is the zero Time.
func moment(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.Parse(form, text); err == nil {
			return at, nil
		}
	}
	if n, err := strconv.Atoi(strings.TrimSuffix(text, "d")); err == nil && strings.HasSuffix(text, "d") && n >= 0 && n < 100_000 {
		return now.Add(-time.Duration(n) * day), nil
	}
	if ago, err := time.ParseDuration(text); err == nil && ago >= 0 {
		return now.Add(-ago), nil
	}
	return time.Time{}, spar.Errorf(spar.Invalid, "%q is no time: write a day such as 2026-01-31, a time such as 2026-01-31T08:00:00Z, or how long ago, such as 7d or 12h", text)
}
