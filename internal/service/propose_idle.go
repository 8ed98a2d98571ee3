package service

import (
	"context"
	"strings"
	"time"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/catalog"
	spar "github.com/sparsearch/spar/internal/spar"
)

const (
	proposedInTurn = 50 // files for which tags are proposed in one go of idle time

	// The progress of idle proposals: the number of the last file, and the last entry of the journal.
	proposedFile    = "proposals: files"
	proposedChanges = "proposals: changes"
)

// idleProposals returns a function that proposes tags in idle time, for at most anHour files an hour; nil for 0. It takes new files
// first, then files that were read or changed since. Only people who see all files get these proposals, because neighbours and folders of
// any file may show in them.
func (s *Service) idleProposals(anHour int) func(context.Context) (int, error) {
	if anHour == 0 {
		return nil
	}
	left, since := float64(anHour), time.Now()
	return func(ctx context.Context) (int, error) {
		now := time.Now()
		left = min(float64(anHour), left+float64(anHour)*now.Sub(since).Hours())
		since = now
		n, err := s.proposeIdly(ctx, min(int(left), proposedInTurn))
		left -= float64(n)
		return n, err
	}
}

func (s *Service) proposeIdly(ctx context.Context, most int) (int, error) {
	if most == 0 || s.MayWrite() != nil {
		return 0, nil
	}
	v, err := s.view(ctx, spar.Principal{All: true, Account: "spar"})
	if err != nil || len(v.TagsFor(v.who)) == 0 {
		return 0, err
	}
	last, err := s.catalog.Cursor(ctx, proposedFile)
	if err != nil {
		return 0, err
	}
	seen, err := s.catalog.Cursor(ctx, proposedChanges)
	if err != nil {
		return 0, err
	}
	if last == 0 { // the files themselves show what happened before
		seen = v.Head()
		if err := s.proposedUpTo(ctx, proposedChanges, seen); err != nil {
			return 0, err
		}
	}
	take := roaring.New()
	at, reached := last, seen
	for f := range v.In(v.Files()) {
		if int64(f.ID) > last {
			if take.Add(uint32(f.ID)); int(take.GetCardinality()) == most {
				break
			}
		}
	}
	if !take.IsEmpty() {
		at = int64(take.Maximum())
	}
	for ch, err := range s.catalog.Changes(ctx, seen) {
		if err != nil {
			return 0, err
		}
		if ch.Seq > v.Head() || int(take.GetCardinality()) >= most {
			break
		}
		reached = ch.Seq
		if (ch.Kind == catalog.FileRead || ch.Kind == catalog.FileChanged) && int64(ch.File) <= last {
			take.Add(uint32(ch.File))
		}
	}
	var files []spar.File
	for f := range v.In(take) {
		f.Share, f.Path = strings.Clone(f.Share), strings.Clone(f.Path)
		files = append(files, f)
	}
	if len(files) > 0 {
		_, err := s.propose(ctx, v, files, 0, api.Suggesting{Target: api.Target{Scope: "in idle time"}}, nil)
		if err != nil && spar.CodeOf(err) != spar.Conflict { // people rejected too many proposals: skip these files
			return 0, err
		}
		if _, err := s.proposeValues(ctx, v, files, api.Suggesting{Target: api.Target{Scope: "in idle time"}}); err != nil {
			return 0, err
		}
	}
	if at != last {
		err = s.proposedUpTo(ctx, proposedFile, at)
	}
	if err == nil && reached != seen {
		err = s.proposedUpTo(ctx, proposedChanges, reached)
	}
	return len(files), err
}

func (s *Service) proposedUpTo(ctx context.Context, follower string, seq int64) error {
	_, err := s.catalog.Edit(ctx, catalog.Edit{Cursor: catalog.Cursor{Follower: follower, Seq: seq}})
	return err
}
