// Package workspace keeps the records of workspaces: a scope under a name, the questions asked of it, and what was
// cited. A workspace holds no text and no vectors; what it selects is evaluated anew for whoever asks, and the
// segments of its files are shared with all other workspaces.
package workspace

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
)

// A Workspace is a named scope of one owner. Names are unique among all owners of a data directory.
type Workspace struct {
	Name    string
	Scope   spar.Scope
	Encoder string // a model that its questions compare meaning with; "": the one in use
	Owner   uint32 // the numeric user
	Created time.Time
}

// An Asked is one question and what its answer cited, without any text of the files.
type Asked struct {
	At        time.Time
	Who       uint32
	Question  string
	Refused   bool
	Coverage  spar.Coverage
	Citations []spar.Citation // Text is empty; words of the text that went are taken out of the locators
}

// Workspaces keeps the records.
type Workspaces struct{ db *db.DB }

// New keeps them in a database that was opened with Schema.
func New(d *db.DB) *Workspaces { return &Workspaces{d} }

// Create makes a workspace, with an encoder of its own if that is not "". A name that is taken, by whomever, is a conflict.
func (w *Workspaces) Create(ctx context.Context, who spar.Principal, name string, s spar.Scope, encoder string) (Workspace, error) {
	if err := validName(name); err != nil {
		return Workspace{}, err
	}
	ws := Workspace{Name: name, Scope: s, Encoder: encoder, Owner: who.UID, Created: time.Now().UTC().Truncate(time.Second)}
	err := w.db.Write(ctx, func(tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, insertWorkspace, name, scope.Print(s), who.UID, ws.Created.Unix(), encoder)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n == 0 {
			return errors.Join(err, taken(name))
		}
		return nil
	})
	return ws, err
}

// Get gives the workspace of that name if it is who's own, or who may see everything.
func (w *Workspaces) Get(ctx context.Context, who spar.Principal, name string) (Workspace, error) {
	list, err := w.list(ctx, who, name)
	if err == nil && len(list) == 0 {
		err = missing(name)
	}
	if err != nil {
		return Workspace{}, err
	}
	return list[0], nil
}

// List gives who's workspaces by name.
func (w *Workspaces) List(ctx context.Context, who spar.Principal) ([]Workspace, error) {
	return w.list(ctx, who, "")
}

func (w *Workspaces) list(ctx context.Context, who spar.Principal, name string) (list []Workspace, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		rows, err := tx.QueryContext(ctx, selectWorkspaces, name, name, integer(who.All), who.UID)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var ws Workspace
			var text string
			var created int64
			if err := rows.Scan(&ws.Name, &text, &ws.Owner, &created, &ws.Encoder); err != nil {
				return err
			}
			if ws.Scope, err = scope.Parse(text); err != nil {
				return fmt.Errorf("the stored scope of workspace %q: %w", ws.Name, err)
			}
			ws.Created = time.Unix(created, 0).UTC()
			list = append(list, ws)
		}
		return rows.Err()
	})
	return list, err
}

func missing(name string) error {
	return spar.Errorf(spar.NotFound, "%w", nearest.Unknown{Kind: "workspace", Name: name}).Try(spar.Remedy{Do: spar.ListWorkspaces}, spar.Remedy{Do: spar.CreateWorkspace})
}

func taken(name string) error {
	return spar.Errorf(spar.Conflict, "there is a workspace %q already", name).Try(spar.Remedy{Do: spar.DeleteWorkspace, Name: name})
}

func validName(name string) error {
	if name == "" || strings.ContainsAny(name, "/\n\x00") {
		return spar.Errorf(spar.Invalid, "%q cannot name a workspace: give it a name without slashes and line breaks", name)
	}
	return nil
}

// Log keeps a question in the history of a workspace; with name "" it becomes the asker's latest question outside any
// workspace, of which only one is kept.
func (w *Workspaces) Log(ctx context.Context, name string, a Asked) error {
	kept := keptOf(a.Citations)
	citations, err := json.Marshal(kept)
	if err != nil {
		return err
	}
	coverage, err := json.Marshal(a.Coverage)
	if err != nil {
		return err
	}
	return w.db.Write(ctx, func(tx *db.Tx) error {
		if name == "" {
			if _, err := tx.ExecContext(ctx, deleteLoose, a.Who); err != nil {
				return err
			}
		}
		var id int64
		row := tx.QueryRowContext(ctx, insertAsked, name, a.At.Unix(), a.Who, a.Question, integer(a.Refused), string(coverage), string(citations))
		if err := row.Scan(&id); err != nil {
			return err
		}
		return listWords(ctx, tx, id, kept)
	})
}

// integer is how a truth value is kept.
func integer(b bool) int {
	if b {
		return 1
	}
	return 0
}

// History gives who's questions, or everybody's for one who may see everything, latest first, at most limit: those of
// a workspace, or with name "" of all.
func (w *Workspaces) History(ctx context.Context, who spar.Principal, name string, limit int) (list []Asked, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		rows, err := tx.QueryContext(ctx, selectHistory, name, name, integer(who.All), who.UID, limit)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var a Asked
			var at int64
			var coverage, citations []byte
			if err := rows.Scan(&at, &a.Who, &a.Question, &a.Refused, &coverage, &citations); err != nil {
				return err
			}
			a.At = time.Unix(at, 0).UTC()
			var stored []cited
			if err := errors.Join(json.Unmarshal(coverage, &a.Coverage), json.Unmarshal(citations, &stored)); err != nil {
				return fmt.Errorf("the stored history: %w", err)
			}
			for _, c := range stored {
				a.Citations = append(a.Citations, c.citation())
			}
			list = append(list, a)
		}
		return rows.Err()
	})
	return list, err
}
