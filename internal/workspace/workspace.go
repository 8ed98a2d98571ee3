// Package workspace keeps the records of workspaces, scopes under a name, and of conversations: threads of questions, in a
// workspace or in none, with their answers and what these rest on. A workspace holds no text and no vectors; what it selects is
// evaluated anew for whoever asks, and the segments of its files are shared with all other workspaces. An answer quotes files;
// who looks at it has to be shown to have a right to them, and it goes with their text.
package workspace

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
)

// A Workspace is a named scope of one owner, who has no other of that name.
type Workspace struct {
	ID      ID
	Name    string
	Scope   spar.Scope
	Encoder string // a model that its questions compare meaning with; "": the one in use
	Owner   string // as spar.Principal.Owner
	Created time.Time
}

// An ID is the number of a workspace, which no other gets after it. 0 stands for questions outside any workspace.
type ID int64

// Workspaces keeps the records.
type Workspaces struct{ db *db.DB }

// New keeps them in a database that was opened with Schema.
func New(d *db.DB) *Workspaces { return &Workspaces{d} }

// Create makes a workspace, with an encoder of its own if that is not "". The name of another one of who's is a conflict.
func (w *Workspaces) Create(ctx context.Context, who spar.Principal, name string, s spar.Scope, encoder string) (Workspace, error) {
	if err := validName(name); err != nil {
		return Workspace{}, err
	}
	ws := Workspace{Name: name, Scope: s, Encoder: encoder, Owner: who.Owner(), Created: time.Now().UTC().Truncate(time.Second)}
	err := w.db.Write(ctx, func(tx *db.Tx) error {
		if err := free(ctx, tx, who.Owners(), name); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, insertWorkspace, ws.Owner, name, scope.Print(s), ws.Created.Unix(), encoder).Scan(&ws.ID)
	})
	return ws, err
}

// free refuses a name that one of the owners has given to a workspace.
func free(ctx context.Context, tx *db.Tx, owners []string, name string) error {
	var n int
	err := tx.QueryRowContext(ctx, countNamed, owners[0], owners[1], name).Scan(&n)
	if err == nil && n > 0 {
		err = taken(name)
	}
	return err
}

// Get gives who's workspace of that name. One who may see everything gets another's by its name too, or by OWNER/NAME where
// several have one of that name.
func (w *Workspaces) Get(ctx context.Context, who spar.Principal, name string) (Workspace, error) {
	owner, bare := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 && who.All {
		owner, bare = name[:i], name[i+1:]
	}
	if bare == "" {
		return Workspace{}, missing(name)
	}
	list, err := w.list(ctx, who, bare)
	if err != nil {
		return Workspace{}, err
	}
	if owner != "" {
		list = slices.DeleteFunc(list, func(ws Workspace) bool { return ws.Owner != owner })
	}
	mine := slices.IndexFunc(list, func(ws Workspace) bool { return slices.Contains(who.Owners(), ws.Owner) })
	switch {
	case mine >= 0:
		return list[mine], nil
	case len(list) == 1:
		return list[0], nil
	case len(list) == 0:
		return Workspace{}, missing(name)
	}
	return Workspace{}, spar.Errorf(spar.Conflict, "%s and %s have a workspace %q: name one as %s/%s", list[0].Owner, list[1].Owner, bare, list[0].Owner, bare)
}

// List gives who's workspaces by name.
func (w *Workspaces) List(ctx context.Context, who spar.Principal) ([]Workspace, error) {
	return w.list(ctx, who, "")
}

func (w *Workspaces) list(ctx context.Context, who spar.Principal, name string) (list []Workspace, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		own := who.Owners()
		rows, err := tx.QueryContext(ctx, selectWorkspaces, name, name, integer(who.All), own[0], own[1])
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var ws Workspace
			var text string
			var created int64
			if err := rows.Scan(&ws.ID, &ws.Name, &text, &ws.Owner, &created, &ws.Encoder); err != nil {
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

// integer is how a truth value is kept.
func integer(b bool) int {
	if b {
		return 1
	}
	return 0
}
