package workspace

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Role is what somebody may do in a workspace. None gives a right to a file.
type Role string

// The roles, each with what those before it may do. Outsider is no role.
const (
	Outsider Role = ""
	Viewer   Role = "viewer" // asks, looks at its files and threads
	Editor   Role = "editor" // changes its scope and files
	Owner    Role = "owner"  // the rest
)

var roles = []Role{Outsider, Viewer, Editor, Owner}

// ParseRole reads a role.
func ParseRole(text string) (Role, error) {
	if i := slices.Index(roles, Role(text)); i > 0 {
		return roles[i], nil
	}
	return "", spar.Errorf(spar.Invalid, "there is no role %q: somebody is %s, %s or %s of a workspace", text, Viewer, Editor, Owner)
}

// May reports whether a role includes another one.
func (r Role) May(needs Role) bool { return slices.Index(roles, r) >= slices.Index(roles, needs) }

func (r Role) more(other Role) Role {
	if other.May(r) {
		return other
	}
	return r
}

// A Member is somebody who a workspace is shared with.
type Member struct {
	Who   string // as spar.Principal.Owner
	Role  Role
	Since time.Time
}

// For gives a workspace where who has a role.
func (w *Workspaces) For(ctx context.Context, who spar.Principal, name string, needs Role) (Workspace, error) {
	ws, err := w.Get(ctx, who, name)
	if err == nil && !ws.Role.May(needs) {
		err = spar.Errorf(spar.Invalid, "you are %s of the workspace %s, and that is for its %s: ask %s", ws.Role, ws.Name, needs, accounts.Shown(ws.Owner))
	}
	return ws, err
}

// Members lists who a workspace is shared with.
func (w *Workspaces) Members(ctx context.Context, in ID) (list []Member, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var m Member
			var since int64
			err := r.Scan(&m.Who, &m.Role, &since)
			m.Since = moment(since)
			list = append(list, m)
			return err
		}, selectMembers, in)
	})
	return list, err
}

// Share gives somebody a role in a workspace; Outsider takes theirs away. Everybody may leave.
func (w *Workspaces) Share(ctx context.Context, who spar.Principal, name string, with spar.Principal, role Role) (Workspace, error) {
	needs := Owner
	if role == Outsider && slices.Equal(who.Owners(), with.Owners()) {
		needs = Viewer
	}
	ws, err := w.For(ctx, who, name, needs)
	if err == nil && slices.Contains(with.Owners(), ws.Owner) {
		err = spar.Errorf(spar.Invalid, "the workspace %s is %s's: give it to somebody else first", ws.Name, accounts.Shown(ws.Owner)).Try(spar.Remedy{Do: spar.TransferWorkspace, Name: ws.Name})
	}
	if err == nil && role != Outsider {
		err = w.usable(ctx, ws)
	}
	if err != nil {
		return ws, err
	}
	own := with.Owners()
	return ws, w.db.Write(ctx, func(tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, deleteMember, ws.ID, own[0], own[1])
		if err != nil {
			return err
		}
		if role != Outsider {
			_, err := tx.ExecContext(ctx, upsertMember, ws.ID, with.Owner(), string(role), time.Now().Unix())
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return spar.Errorf(spar.NotFound, "the workspace %s is not shared with %s", ws.Name, accounts.Shown(with.Owner()))
	})
}

// Transfer gives a workspace to somebody; its owner has no part in it any more. If the receiver has one of that name it gets a number. The
// giver is not told: the names of others' workspaces are not theirs to know.
func (w *Workspaces) Transfer(ctx context.Context, who spar.Principal, name string, to spar.Principal) error {
	ws, err := w.For(ctx, who, name, Owner)
	if err != nil || slices.Contains(to.Owners(), ws.Owner) {
		return err
	}
	if err := w.usable(ctx, ws); err != nil {
		return err
	}
	ws.Scope = qualified(ws.Scope, ws.Owner)
	return w.db.Write(ctx, func(tx *db.Tx) error {
		called := ws.Name
		for n := 2; ; n++ {
			err := free(ctx, tx, to.Owners(), called)
			if err == nil {
				break
			}
			if spar.CodeOf(err) != spar.Conflict {
				return err
			}
			called = fmt.Sprint(ws.Name, "-", n)
		}
		for _, own := range [][]string{to.Owners(), who.Owners()} {
			if _, err := tx.ExecContext(ctx, deleteMember, ws.ID, own[0], own[1]); err != nil {
				return err
			}
		}
		if err := change(ctx, tx, name, giveWorkspace, to.Owner(), called, ws.ID, ws.Owner); err != nil {
			return err
		}
		return change(ctx, tx, name, updateScope, scope.Print(ws.Scope), ws.ID)
	})
}

// usable refuses a workspace whose scope refers to a saved scope that nobody but its owner may use.
func (w *Workspaces) usable(ctx context.Context, ws Workspace) error {
	shelf, err := w.Shelf(ctx)
	if err != nil {
		return err
	}
	return shelf.sharable(Saved{Owner: ws.Owner, Name: ws.Name, Scope: ws.Scope, Shared: true})
}

// qualified names the owner in references to their saved scopes, so that these mean the same when somebody else has the workspace.
func qualified(s spar.Scope, owner string) spar.Scope {
	s = clone(s)
	for c := range scope.Leaves(s) {
		if c.Key == spar.Saved && !slices.Contains([]byte(c.Values[0].Text), '/') {
			c.Values = []spar.Match{{Text: owner + "/" + c.Values[0].Text}}
		}
	}
	return s
}
