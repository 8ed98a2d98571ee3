// Package workspace keeps the records of workspaces, scopes under a name, and of conversations: threads of questions, in a workspace or in
// none, with their answers and sources. A workspace holds no text and no vectors; its scope is evaluated anew for each asker, and the
// segments of its files are shared with all other workspaces. An answer quotes files: it is shown only to people with a right to them, and
// it goes with their text.
package workspace

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/nearest"
	"github.com/sparsearch/spar/internal/scope"
	"github.com/sparsearch/spar/internal/spar"
)

// A Workspace is a named scope of one owner, who has no other of that name.
type Workspace struct {
	ID      ID
	Name    string
	Scope   spar.Scope
	Encoder string // a model that its questions compare meaning with; "": the one in use
	Owner   string // as spar.Principal.Owner
	Created time.Time
	State   State
	Since   time.Time // when it came into its state; zero: when it was made
	Expires time.Time // when it is archived; zero: never
	Pinned  time.Time // when its files were fixed; zero: it follows its scope
	Keep    Keep
	Holder  string // for whom its files were listed when it was archived or pinned
	Role    Role   // that who asked for it has in it
	Starred bool   // by who asked for it
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
	var ws Workspace
	err := w.db.Write(ctx, func(tx *db.Tx) (err error) {
		ws, err = create(ctx, tx, who, name, s, encoder)
		return err
	})
	return ws, err
}

func create(ctx context.Context, tx *db.Tx, who spar.Principal, name string, s spar.Scope, encoder string) (Workspace, error) {
	ws := Workspace{Name: name, Scope: s, Encoder: encoder, Owner: who.Owner(), Created: time.Now().UTC().Truncate(time.Second), State: Open, Keep: Keep{Opened: true}, Role: Owner}
	if err := free(ctx, tx, who.Owners(), name); err != nil {
		return Workspace{}, err
	}
	err := tx.QueryRowContext(ctx, insertWorkspace, ws.Owner, name, scope.Print(s), ws.Created.Unix(), encoder).Scan(&ws.ID)
	return ws, err
}

// Free refuses a name that cannot be given to a new workspace of who's.
func (w *Workspaces) Free(ctx context.Context, who spar.Principal, name string) error {
	if err := validName(name); err != nil {
		return err
	}
	return w.db.Read(ctx, func(tx *db.Tx) error { return free(ctx, tx, who.Owners(), name) })
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

// Get gives who's workspace of that name, or one that they are a member of. OWNER/NAME names somebody else's where several have
// one of that name; OWNER is uid:1000, person:ada, or a name. One who may see everything gets everybody's.
func (w *Workspaces) Get(ctx context.Context, who spar.Principal, name string) (Workspace, error) {
	owner, bare := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		owner, bare = name[:i], name[i+1:]
	}
	if bare == "" || owner == "" && bare != name {
		return Workspace{}, missing(name)
	}
	list, err := w.list(ctx, who, bare)
	if err != nil {
		return Workspace{}, err
	}
	if owner != "" {
		owners := accounts.Owners(owner)
		list = slices.DeleteFunc(list, func(ws Workspace) bool { return !slices.Contains(owners, ws.Owner) })
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
	a, b := accounts.Shown(list[0].Owner), accounts.Shown(list[1].Owner)
	one := accounts.Ref(list[0].Owner + "/" + bare)
	if a == b { // somebody of the principals file, and an account of that name
		a, b, one = list[0].Owner, list[1].Owner, list[0].Owner+"/"+bare
	}
	return Workspace{}, spar.Errorf(spar.Conflict, "%s and %s have a workspace %q: name one as %s", a, b, bare, one)
}

// Ref names a workspace for somebody: its name, with the owner in front where it is not theirs.
func (ws Workspace) Ref(who spar.Principal) string {
	if slices.Contains(who.Owners(), ws.Owner) {
		return ws.Name
	}
	return ws.Owner + "/" + ws.Name
}

// List gives who's workspaces and the ones that have them as a member, by name.
func (w *Workspaces) List(ctx context.Context, who spar.Principal) ([]Workspace, error) {
	return w.list(ctx, who, "")
}

func (w *Workspaces) list(ctx context.Context, who spar.Principal, name string) (list []Workspace, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		list, err = workspacesOf(ctx, tx, who, name)
		return err
	})
	return list, err
}

// workspacesOf lists what who may use, of one name, or with "" all.
func workspacesOf(ctx context.Context, tx *db.Tx, who spar.Principal, name string) (list []Workspace, err error) {
	own := who.Owners()
	roles := map[ID]Role{}
	err = db.Each(ctx, tx, func(r *sql.Rows) error {
		var in ID
		var role Role
		err := r.Scan(&in, &role)
		roles[in] = role.more(roles[in])
		return err
	}, selectRoles, own[0], own[1])
	if err != nil {
		return nil, err
	}
	stars, err := starred(ctx, tx, who)
	if err != nil {
		return nil, err
	}
	err = db.Each(ctx, tx, func(r *sql.Rows) (err error) {
		var ws Workspace
		var text string
		var created, since, expires, pinned, opened int64
		if err := r.Scan(&ws.ID, &ws.Name, &text, &ws.Owner, &created, &ws.Encoder, &ws.State, &since, &expires, &pinned, &ws.Holder, &ws.Keep.Days, &opened); err != nil {
			return err
		}
		if ws.Scope, err = scope.Parse(text); err != nil {
			return fmt.Errorf("the stored scope of workspace %q: %w", ws.Name, err)
		}
		ws.Created, ws.Since, ws.Expires, ws.Pinned = time.Unix(created, 0).UTC(), moment(since), moment(expires), moment(pinned)
		ws.Keep.Opened, ws.Starred = opened == 1, stars[ws.ID]
		if ws.Role = roles[ws.ID]; who.Owns(ws.Owner) {
			ws.Role = Owner
		}
		list = append(list, ws)
		return nil
	}, selectWorkspaces, name, name, integer(who.Oversees()), own[0], own[1], own[0], own[1])
	return list, err
}

// moment is a time that is kept as a number of seconds, 0 for none.
func moment(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

func missing(name string) error {
	return spar.Errorf(spar.NotFound, "%w", nearest.Unknown{Kind: "workspace", Name: name}).Try(spar.Remedy{Do: spar.ListWorkspaces}, spar.Remedy{Do: spar.CreateWorkspace})
}

func taken(name string) error {
	return spar.Errorf(spar.Conflict, "there is a workspace %q already: choose another name", name).Try(spar.Remedy{Do: spar.DeleteWorkspace, Name: name})
}

// LongestName is how many characters the name of a workspace or of a saved scope may have.
const LongestName = 200

func validName(name string) error {
	if name == "" || strings.ContainsAny(name, "/\n\x00") {
		return spar.Errorf(spar.Invalid, "%q cannot name a workspace: give it a name without slashes and line breaks", begin(name))
	}
	return validLength("workspace", name)
}

// validLength refuses a name that is longer than anybody reads.
func validLength(of, name string) error {
	if n := utf8.RuneCountInString(name); n > LongestName {
		return spar.Errorf(spar.Invalid,
			"the name %q of the %s has %d characters and may have %d: choose a shorter one", begin(name), of, n, LongestName)
	}
	return nil
}

// begin is the beginning of a name, for messages.
func begin(name string) string {
	if r := []rune(name); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return name
}

// integer is how a truth value is kept.
func integer(b bool) int {
	if b {
		return 1
	}
	return 0
}
