package workspace

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// Rename gives a workspace another name, under which it keeps its history. The name of another one of its owner is a conflict.
func (w *Workspaces) Rename(ctx context.Context, who spar.Principal, from, to string) error {
	if err := validName(to); err != nil {
		return err
	}
	ws, err := w.For(ctx, who, from, Owner)
	if err != nil || ws.Name == to {
		return err
	}
	return w.db.Write(ctx, func(tx *db.Tx) error {
		if err := free(ctx, tx, ownersBeside(who, ws.Owner), to); err != nil {
			return err
		}
		return change(ctx, tx, from, renameWorkspace, to, ws.ID, ws.Name)
	})
}

// ownersBeside is all that an owner is: of who the names that they have, of somebody else the one that is known.
func ownersBeside(who spar.Principal, owner string) []string {
	if own := who.Owners(); slices.Contains(own, owner) {
		return own
	}
	return []string{owner, owner}
}

// change does a statement that changes the row of a workspace, which may be gone since it was looked for.
func change(ctx context.Context, tx *db.Tx, name, statement string, args ...any) error {
	r, err := tx.ExecContext(ctx, statement, args...)
	if err != nil {
		return err
	}
	n, err := r.RowsAffected()
	if err == nil && n == 0 {
		err = missing(name)
	}
	return err
}

// Update gives a workspace another scope and encoder; its history stays.
func (w *Workspaces) Update(ctx context.Context, who spar.Principal, name string, s spar.Scope, encoder string) (Workspace, error) {
	ws, err := w.For(ctx, who, name, Editor)
	if err == nil {
		err = ws.opened()
	}
	if err != nil {
		return ws, err
	}
	ws.Scope, ws.Encoder = s, encoder
	return ws, w.db.Write(ctx, func(tx *db.Tx) error {
		return change(ctx, tx, name, updateWorkspace, scope.Print(s), encoder, ws.ID)
	})
}

// A Trashed is a workspace that was deleted and can be restored.
type Trashed struct {
	ID      int64
	Name    string
	Scope   string // its text
	Owner   string
	Removed time.Time
	Asked   int // questions in its history
}

// Delete puts a workspace with its history into the trash. The files and their segments stay.
func (w *Workspaces) Delete(ctx context.Context, who spar.Principal, name string) (gone Trashed, err error) {
	ws, err := w.For(ctx, who, name, Owner)
	if err != nil {
		return gone, err
	}
	err = w.db.Write(ctx, func(tx *db.Tx) error {
		var id int64
		if err := tx.QueryRowContext(ctx, insertTrash, ws.Name, time.Now().Unix()).Scan(&id); err != nil {
			return err
		}
		if err := change(ctx, tx, name, renameWorkspace, inTrash(id), ws.ID, ws.Name); err != nil {
			return err
		}
		gone = Trashed{ID: id, Name: ws.Name, Scope: scope.Print(ws.Scope), Owner: ws.Owner, Removed: time.Now().UTC().Truncate(time.Second)}
		return tx.QueryRowContext(ctx, countAsked, ws.ID).Scan(&gone.Asked)
	})
	return gone, err
}

// inTrash is the name of a workspace in the trash.
func inTrash(id int64) string { return "/" + strconv.FormatInt(id, 10) }

// Trash is who's workspaces that were deleted, the oldest first.
func (w *Workspaces) Trash(ctx context.Context, who spar.Principal) (list []Trashed, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		list, err = trash(ctx, tx, who, 0)
		return err
	})
	return list, err
}

// trash lists who's workspaces in the trash; with an id, only that one.
func trash(ctx context.Context, tx *db.Tx, who spar.Principal, id int64) (list []Trashed, err error) {
	err = db.Each(ctx, tx, func(r *sql.Rows) error {
		var t Trashed
		var removed int64
		err := r.Scan(&t.ID, &t.Name, &removed, &t.Scope, &t.Owner, &t.Asked)
		t.Removed = time.Unix(removed, 0).UTC()
		list = append(list, t)
		return err
	}, selectTrash, id, id, integer(who.Oversees()), who.Owners()[0], who.Owners()[1])
	return list, err
}

// Restore brings a workspace back from the trash with its history, under its name or another one.
func (w *Workspaces) Restore(ctx context.Context, who spar.Principal, id int64, as string) (name string, err error) {
	err = w.db.Write(ctx, func(tx *db.Tx) error {
		list, err := trash(ctx, tx, who, id)
		if err != nil {
			return err
		}
		if len(list) == 0 || id == 0 {
			return spar.Errorf(spar.NotFound, "the trash has no ws-%d", id).Try(spar.Remedy{Do: spar.ListTrash})
		}
		if name = list[0].Name; as != "" {
			name = as
		}
		if err := validName(name); err != nil {
			return err
		}
		if err := free(ctx, tx, ownersBeside(who, list[0].Owner), name); err != nil {
			if spar.CodeOf(err) == spar.Conflict {
				err = spar.Errorf(spar.Conflict, "there is a workspace %q again", name).Try(spar.Remedy{Do: spar.RestoreAs, Name: fmt.Sprint("ws-", id)})
			}
			return err
		}
		if _, err := tx.ExecContext(ctx, restoreWorkspace, name, inTrash(id)); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, deleteTrash, id)
		return err
	})
	return name, err
}

// PurgeTrash forgets for good the workspaces that were deleted up to a time, and gives their number.
func (w *Workspaces) PurgeTrash(ctx context.Context, before time.Time) (int, error) {
	old := func(tx *db.Tx) (ids []int64, err error) {
		err = db.Each(ctx, tx, func(r *sql.Rows) error {
			var id int64
			err := r.Scan(&id)
			ids = append(ids, id)
			return err
		}, selectOld, before.Unix())
		return ids, err
	}
	var ids []int64
	err := w.db.Read(ctx, func(tx *db.Tx) (err error) {
		ids, err = old(tx)
		return err
	})
	if err != nil || len(ids) == 0 {
		return 0, err
	}
	return len(ids), w.db.Write(ctx, func(tx *db.Tx) error {
		if ids, err = old(tx); err != nil { // one of them may have been restored since
			return err
		}
		for _, id := range ids {
			for _, forget := range []string{forgetHistory, forgetOpened} {
				if _, err := tx.ExecContext(ctx, forget, inTrash(id)); err != nil {
					return err
				}
			}
			if _, err := tx.ExecContext(ctx, forgetWorkspace, inTrash(id)); err != nil {
				return err
			}
			if _, err := tx.ExecContext(ctx, deleteTrash, id); err != nil {
				return err
			}
		}
		return nil
	})
}

// A Needing is a workspace whose scope names something, and whose it is.
type Needing struct {
	Name  string
	Owner string
}

// Naming is all workspaces and saved scopes, of whoever, in whose scope a constraint of one of the keys has a value that is
// meant. Workspaces in the trash are not among them.
func (w *Workspaces) Naming(ctx context.Context, keys []string, meant func(value string) bool) (list, saved []Needing, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return eachScope(ctx, tx, func(in stored) error {
			if in.name[0] == '/' || replace(&in.scope, keys, meant, "") == 0 {
				return nil
			}
			if in.id == 0 {
				saved = append(saved, Needing{in.name, in.owner})
			} else {
				list = append(list, Needing{in.name, in.owner})
			}
			return nil
		})
	})
	return list, saved, err
}

// Renamed follows, within the transaction that gives something another name, in all saved scopes and the scopes of all
// workspaces, those in the trash too: values of the keys that are meant become another. It says how many that changed.
func (w *Workspaces) Renamed(ctx context.Context, tx *db.Tx, keys []string, meant func(value string) bool, to string) (int, error) {
	var changed []stored
	if err := eachScope(ctx, tx, func(in stored) error {
		if replace(&in.scope, keys, meant, to) > 0 {
			changed = append(changed, in)
		}
		return nil
	}); err != nil {
		return 0, err
	}
	for _, in := range changed {
		if err := in.update(ctx, tx); err != nil {
			return 0, err
		}
	}
	return len(changed), nil
}

// A stored is the scope of a workspace, or a saved one, whose id is 0.
type stored struct {
	what        string // for a person
	id          ID
	name, owner string
	scope       spar.Scope
}

func (in stored) update(ctx context.Context, tx *db.Tx) (err error) {
	if in.id == 0 {
		_, err = tx.ExecContext(ctx, updateSaved, scope.Print(in.scope), in.owner, in.name)
	} else {
		_, err = tx.ExecContext(ctx, updateScope, scope.Print(in.scope), in.id)
	}
	return err
}

// eachScope gives every scope that is kept.
func eachScope(ctx context.Context, tx *db.Tx, each func(stored) error) error {
	err := db.Each(ctx, tx, func(r *sql.Rows) (err error) {
		in := stored{what: "the workspace"}
		var text string
		if err := r.Scan(&in.id, &in.name, &text, &in.owner); err != nil {
			return err
		}
		if in.scope, err = scope.Parse(text); err != nil {
			return fmt.Errorf("the stored scope of workspace %q: %w", in.name, err)
		}
		return each(in)
	}, selectScopes)
	if err != nil {
		return err
	}
	all, err := shelf(ctx, tx)
	if err != nil {
		return err
	}
	for _, s := range all.list {
		if err := each(stored{what: "the saved scope", name: s.Name, owner: s.Owner, scope: s.Scope}); err != nil {
			return err
		}
	}
	return nil
}

// replace replaces the values that meant accepts, and counts them.
func replace(s *spar.Scope, keys []string, meant func(value string) bool, to string) (n int) {
	for c := range scope.Leaves(*s) {
		if c.Key == "file" && slices.Contains(keys, "share") {
			for j := range c.Values {
				v := &c.Values[j]
				if share, path, ok := strings.Cut(v.Text, ":"); ok && meant(share) {
					v.Text = to + ":" + path
					n++
				}
			}
		}
		if !slices.Contains(keys, c.Key) {
			continue
		}
		for j := range c.Values {
			if v := &c.Values[j]; !v.Range && meant(v.Text) {
				v.Text = to
				n++
			}
		}
	}
	return n
}
