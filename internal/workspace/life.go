package workspace

import (
	"context"
	"database/sql"
	"iter"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// A State says where a workspace is in its life.
type State string

// The states.
const (
	Open       State = "open"
	Archived   State = "archived"   // kept with its files and threads; nobody asks it until it is reactivated
	Terminated State = "terminated" // its threads are left, for reading
)

// opened refuses what only an open workspace does.
func (ws Workspace) opened() error {
	switch ws.State {
	case Archived:
		return spar.Errorf(spar.Conflict, "the workspace %s is archived since %s", ws.Name, ws.Since.Format(time.DateOnly)).Try(spar.Remedy{Do: spar.ReactivateWorkspace, Name: ws.Name})
	case Terminated:
		return spar.Errorf(spar.Conflict,
			"the workspace %s was terminated on %s: its threads can be read, and it cannot be asked", ws.Name,
			ws.Since.Format(time.DateOnly)).Try(spar.Remedy{Do: spar.CreateWorkspace})
	}
	return nil
}

// Opened gives an open workspace where who has a role.
func (w *Workspaces) Opened(ctx context.Context, who spar.Principal, name string, needs Role) (Workspace, error) {
	ws, err := w.For(ctx, who, name, needs)
	if err == nil {
		err = ws.opened()
	}
	return ws, err
}

// A Held is a file of a workspace as it was when that was archived or pinned.
type Held struct {
	File     spar.FileID
	Share    string
	Path     string
	Size     int64
	Modified time.Time
	Hash     spar.Hash      // zero where it was not read
	Segment  spar.SegmentID // zero where it has no text
}

// HeldAs is a file as a workspace keeps it.
func HeldAs(f spar.File) Held {
	return Held{File: f.ID, Share: f.Share, Path: f.Path, Size: f.Size, Modified: f.ModTime, Hash: f.Hash, Segment: f.Segment}
}

// Same reports whether a file is still the kept version. A hash decides, once both are known.
func (h Held) Same(f spar.File) bool {
	if h.Hash != (spar.Hash{}) && f.Hash != (spar.Hash{}) {
		return h.Hash == f.Hash
	}
	return h.Size == f.Size && h.Modified.Equal(f.ModTime)
}

// Move takes a workspace from one state into another, and drops its end. With files, it keeps that list, and for whom the files were
// listed; nil leaves the kept list.
func (w *Workspaces) Move(ctx context.Context, ws Workspace, to State, who spar.Principal, files iter.Seq[Held]) error {
	return w.db.Write(ctx, func(tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, moveWorkspace, string(to), time.Now().Unix(), ws.ID, string(ws.State))
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil {
			return err
		} else if n == 0 {
			return spar.Errorf(spar.Conflict, "the state of the workspace %s has just changed: look again", ws.Name)
		}
		if files == nil {
			return nil
		}
		return hold(ctx, tx, ws, ws.Pinned, who, files)
	})
}

// Pin fixes the files of a workspace; with nil it follows its scope again.
func (w *Workspaces) Pin(ctx context.Context, ws Workspace, who spar.Principal, files iter.Seq[Held]) error {
	return w.db.Write(ctx, func(tx *db.Tx) error {
		if files == nil {
			return hold(ctx, tx, ws, time.Time{}, who, func(func(Held) bool) {})
		}
		return hold(ctx, tx, ws, time.Now(), who, files)
	})
}

func hold(ctx context.Context, tx *db.Tx, ws Workspace, pinned time.Time, who spar.Principal, files iter.Seq[Held]) error {
	at := int64(0)
	if !pinned.IsZero() {
		at = pinned.Unix()
	}
	if err := change(ctx, tx, ws.Name, pinWorkspace, at, who.Owner(), ws.ID); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, deleteHeld, ws.ID); err != nil {
		return err
	}
	for h := range files {
		hash, segment := []byte{}, []byte{}
		if h.Hash != (spar.Hash{}) {
			hash = h.Hash[:]
		}
		if h.Segment != (spar.SegmentID{}) {
			segment = h.Segment[:]
		}
		if _, err := tx.ExecContext(ctx, insertHeld, ws.ID, h.File, h.Share, []byte(h.Path), h.Size, h.Modified.UnixNano(), hash, segment); err != nil {
			return err
		}
	}
	return nil
}

// Held lists the files that a workspace keeps since it was archived or pinned, by number.
func (w *Workspaces) Held(ctx context.Context, in ID) (list []Held, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var h Held
			var path, hash, segment []byte
			var modified int64
			if err := r.Scan(&h.File, &h.Share, &path, &h.Size, &modified, &hash, &segment); err != nil {
				return err
			}
			h.Path, h.Modified = string(path), time.Unix(0, modified).UTC()
			copy(h.Segment[:], segment)
			copy(h.Hash[:], hash)
			list = append(list, h)
			return nil
		}, selectHeld, in)
	})
	return list, err
}

// Holding gives the versions of files whose text a segment was, as archived and pinned workspaces keep them.
func (w *Workspaces) Holding(ctx context.Context, segment spar.SegmentID) (hashes map[spar.FileID]spar.Hash, err error) {
	hashes = map[spar.FileID]spar.Hash{}
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var id spar.FileID
			var b []byte
			err := r.Scan(&id, &b)
			var hash spar.Hash
			copy(hash[:], b)
			hashes[id] = hash
			return err
		}, selectHolds, segment[:])
	})
	return hashes, err
}

// Expire sets when a workspace is archived; a zero time is never.
func (w *Workspaces) Expire(ctx context.Context, ws Workspace, at time.Time) error {
	seconds := int64(0)
	if !at.IsZero() {
		seconds = at.Unix()
	}
	return w.db.Write(ctx, func(tx *db.Tx) error {
		return change(ctx, tx, ws.Name, expireWorkspace, seconds, ws.ID)
	})
}

// Due lists the open workspaces, of whoever, whose end has come.
func (w *Workspaces) Due(ctx context.Context, now time.Time) (list []Workspace, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		due := map[ID]bool{}
		err := db.Each(ctx, tx, func(r *sql.Rows) error {
			var id ID
			err := r.Scan(&id)
			due[id] = true
			return err
		}, selectDue, now.Unix())
		if err != nil || len(due) == 0 {
			return err
		}
		all, err := workspacesOf(ctx, tx, spar.Principal{All: true}, "")
		for _, ws := range all {
			if due[ws.ID] {
				list = append(list, ws)
			}
		}
		return err
	})
	return list, err
}
