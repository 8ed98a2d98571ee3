package service

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/durable"
	"github.com/sparsearch/spar/internal/engine"
	"github.com/sparsearch/spar/internal/spar"
)

// anyFile is the scope of all files.
const anyFile = "path:**"

// WorkAt is how far long work is.
type WorkAt struct {
	Done, Total int
	Last        spar.FileID // files up to it have their proposals
}

// Work does long work over the files of a scope that the asker may read, from where it was. It tells how far it is. Without tell it only
// refuses what cannot be done. What it has done stays when ctx ends.
func (s *Service) Work(ctx context.Context, who spar.Principal, n api.NewWork, at WorkAt, tell func(WorkAt)) error {
	if err := must(who, spar.CanOperate); err != nil {
		return err
	}
	if !slices.Contains([]string{api.WorkRead, api.WorkRecognise, api.WorkEmbed, api.WorkPropose}, n.Kind) {
		return spar.Errorf(spar.Invalid, "there is no work %q: it is %s, %s, %s or %s", n.Kind, api.WorkRead, api.WorkRecognise, api.WorkEmbed, api.WorkPropose)
	}
	if err := s.MayWrite(); err != nil {
		return err
	}
	v, sc, err := s.scoped(ctx, who, n.Scope)
	if err == nil && n.Kind == api.WorkPropose && len(v.TagsFor(who)) == 0 {
		err = spar.Errorf(spar.Conflict, "there are no tags yet, so that none can be proposed: import a vocabulary, or make tags of files that are alike").
			Try(spar.Remedy{Do: spar.ImportVocabulary})
	}
	if err != nil || tell == nil {
		return err
	}
	switch n.Kind {
	case api.WorkRead:
		from, read := at.Done, 0
		read, err = s.engine.ReadAhead(ctx, engine.Selection{Who: who, Scope: sc}, func(p engine.Progress) {
			at.Done, at.Total = from+p.Read, from+p.ToRead
			tell(at)
		})
		at.Done = max(at.Done, from+read) // progress is told now and then
		if err == nil && ctx.Err() == nil {
			at.Total = at.Done
		}
		tell(at)
		if err == nil && ctx.Err() == nil {
			err = s.recognise(ctx, who, sc, at, tell) // what reading alone gives no text of
		}
	case api.WorkRecognise:
		err = s.recognise(ctx, who, sc, at, tell)
	case api.WorkEmbed:
		r := engine.Request{Selection: engine.Selection{Who: who, Scope: sc}} // of no question, so that files come as they stand
		_, err = s.embed(ctx, who, r, func(done, total int) { tell(WorkAt{Done: done, Total: total}) })
	default:
		err = s.proposeOn(ctx, who, n, at, tell)
	}
	return cmp.Or(ctx.Err(), err)
}

// recognise has other programs read what SPAR cannot.
func (s *Service) recognise(ctx context.Context, who spar.Principal, sc spar.Scope, at WorkAt, tell func(WorkAt)) error {
	from := at.Done
	r, err := s.engine.Recover(ctx, engine.Selection{Who: who, Scope: sc}, 0, func(done, total int, _ spar.File) {
		at.Done, at.Total = from+done, from+total
		tell(at)
	})
	at.Done = from + r.Files
	if at.Total = max(at.Total, at.Done); err == nil && ctx.Err() == nil {
		at.Total = at.Done
	}
	tell(at)
	return err
}

// proposeOn proposes tags for the files after at.Last, some at a time, so that it can stop between them.
func (s *Service) proposeOn(ctx context.Context, who spar.Principal, n api.NewWork, at WorkAt, tell func(WorkAt)) error {
	q := api.Suggesting{Target: api.Target{Scope: cmp.Or(n.Scope, anyFile)}}
	v, files, only, err := s.suggesting(ctx, who, q)
	if err != nil {
		return err
	}
	slices.SortFunc(files, func(a, b spar.File) int { return cmp.Compare(a.ID, b.ID) })
	files = slices.DeleteFunc(files, func(f spar.File) bool { return f.ID <= at.Last })
	at.Total = at.Done + len(files)
	tell(at)
	for turn := range slices.Chunk(files, proposedInTurn) {
		if _, err := s.propose(ctx, v, turn, only, q, nil); err != nil {
			return err
		}
		at.Done, at.Last = at.Done+len(turn), turn[len(turn)-1].ID
		tell(at)
	}
	return nil
}

// toldFor is how long the work that a server told of counts as its work now. Servers tell it more often.
const toldFor = 15 * time.Second

// TellWork writes what long work this process does, so that other processes can say so; nothing for none.
func (s *Service) TellWork(list []api.Work) error {
	host, err := os.Hostname()
	if err != nil {
		return err
	}
	name := filepath.Join(s.engine.Dir(), "locks", fmt.Sprintf("work-%s-%d.json", filepath.Base(host), os.Getpid()))
	if len(list) == 0 {
		if err := os.Remove(name); err != nil && !os.IsNotExist(err) {
			return err
		}
		return nil
	}
	text, err := json.Marshal(list)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(name), 0o700)
	}
	if err == nil {
		err = durable.WriteFile(name, text, 0o600)
	}
	return err
}

// A LeftWork is long work that has not ended, as the next server is told of it.
type LeftWork struct {
	Work   api.Work
	At     WorkAt
	Owners []string // of who began it
}

func (s *Service) leftWork() string { return filepath.Join(s.engine.Dir(), "locks", "left-work.json") }

// KeepWork writes what a server would leave undone if it ended now.
func (s *Service) KeepWork(list []LeftWork) error {
	text, err := json.Marshal(list)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(s.leftWork()), 0o700)
	}
	if err == nil {
		err = durable.WriteFile(s.leftWork(), text, 0o600)
	}
	return err
}

// LeftWork returns what the server before this one left undone.
func (s *Service) LeftWork() (list []LeftWork, err error) {
	text, err := os.ReadFile(s.leftWork())
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &list)
	}
	return list, err
}

// toldWork returns the long work of all processes with this data directory. What a lost process told does not count.
func (s *Service) toldWork() (list []api.Work, err error) {
	names, err := filepath.Glob(filepath.Join(s.engine.Dir(), "locks", "work-*.json"))
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || time.Since(info.ModTime()) > toldFor {
			continue // it ended, or was lost
		}
		text, err := os.ReadFile(name)
		if os.IsNotExist(err) {
			continue
		}
		var one []api.Work
		if err == nil {
			err = json.Unmarshal(text, &one)
		}
		if err != nil {
			return nil, fmt.Errorf("the work of a server: %w", err)
		}
		list = append(list, one...)
	}
	return list, nil
}
