package workspace

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/accounts"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// A Thread is a conversation of one owner: questions in their order, where each may rest on earlier ones.
type Thread struct {
	ID        int64  // among all threads, which nobody is told
	Number    int    // among those of its owner, never given twice
	Owner     string // as spar.Principal.Owner
	Workspace ID     // 0: none
	Name      string // of the workspace, as who asked for the thread names it; "" where it is not theirs to use
	Title     string // its first question, or what its owner calls it
	Kept      bool   // it stays when its owner asks something else
	Created   time.Time
	Turns     int
	Asked     time.Time     // its last question
	Scope     string        // of its last question, in the query language, beside that of the workspace
	Imported  *api.Imported // of its first question; nil for one that was asked here
}

// Ref names a thread for somebody: its number, with the owner in front for one who may see those of everybody.
func (t Thread) Ref(who spar.Principal) string {
	if t.Number == 0 {
		return "" // of a question that was not kept
	}
	mine := who
	mine.All = false
	if mine.Owns(t.Owner) {
		return strconv.Itoa(t.Number)
	}
	return t.Owner + "/" + strconv.Itoa(t.Number)
}

// ParseTurn reads THREAD or THREAD/NUMBER, where THREAD is as Ref writes it. turn is 0 where only the thread is named.
func ParseTurn(text string) (thread string, turn int, err error) {
	parts := strings.Split(text, "/")
	owner := ""
	if _, err := strconv.Atoi(parts[0]); err != nil && len(parts) > 1 { // uid:1000, person:ada, or a name
		owner, parts = parts[0]+"/", parts[1:]
	}
	numbers := make([]int, len(parts))
	for i, p := range parts {
		if numbers[i], err = strconv.Atoi(p); err != nil || numbers[i] < 1 || p[0] == '+' {
			parts = nil
			break
		}
	}
	if len(parts) != 1 && len(parts) != 2 {
		return "", 0, spar.Errorf(spar.Invalid, "%q names no thread and no turn: write the number of a thread such as 3, or 3/2 for its second turn", text).Try(spar.Remedy{Do: spar.ListThreads})
	}
	if len(parts) == 2 {
		turn = numbers[1]
	}
	return owner + strconv.Itoa(numbers[0]), turn, nil
}

// Thread gives who's thread by its name as Ref writes it.
func (w *Workspaces) Thread(ctx context.Context, who spar.Principal, ref string) (Thread, error) {
	owner, number := "", ref
	if i := strings.LastIndexByte(ref, '/'); i >= 0 {
		owner, number = ref[:i], ref[i+1:]
	}
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > math.MaxInt32 {
		return Thread{}, missingThread(ref)
	}
	var list []Thread
	for _, one := range accounts.Owners(owner) {
		some, err := w.threads(ctx, who, one == "", one, n, 1) // a bare number is the asker's own
		if err != nil {
			return Thread{}, err
		}
		list = append(list, some...)
	}
	switch len(list) {
	case 0:
		return Thread{}, missingThread(ref)
	case 1:
		return list[0], nil
	}
	return Thread{}, spar.Errorf(spar.Conflict, "%s and %s have a thread %d: name one as %s/%[3]d", list[0].Owner, list[1].Owner, n, list[0].Owner)
}

func missingThread(ref string) error {
	return spar.Errorf(spar.NotFound, "there is no thread %s", strconv.Quote(ref)).Try(spar.Remedy{Do: spar.ListThreads})
}

// Threads gives who's threads, the ones shared with them, and those of the workspaces that they have or are a member of, and for one
// who may see everything those of everybody, the one that was asked last first.
func (w *Workspaces) Threads(ctx context.Context, who spar.Principal) ([]Thread, error) {
	return w.threads(ctx, who, false, "", 0, 0)
}

// LastThread gives who's last asked thread among their own that fit; ok is false where none does.
func (w *Workspaces) LastThread(ctx context.Context, who spar.Principal, fits func(Thread) bool) (t Thread, ok bool, err error) {
	list, err := w.threads(ctx, who, true, "", 0, 0)
	for _, t := range list {
		if fits(t) {
			return t, true, err
		}
	}
	return t, false, err
}

// threads gives those of one owner, or with "" all that who may see, or mine alone; with one number, or with 0 all; at most limit, or
// with 0 all.
func (w *Workspaces) threads(ctx context.Context, who spar.Principal, mine bool, owner string, number, limit int) (list []Thread, err error) {
	own := who.Owners()
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		usable, err := workspacesOf(ctx, tx, who, "")
		if err != nil {
			return err
		}
		refs := map[ID]string{}
		for _, ws := range usable {
			refs[ws.ID] = ws.Ref(who)
		}
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var t Thread
			var created, asked int64
			var kept int
			var imported []byte
			err := r.Scan(&t.ID, &t.Number, &t.Owner, &t.Workspace, &t.Title, &kept, &created, &t.Turns, &asked, &t.Scope, &imported)
			if err == nil && len(imported) > 0 {
				t.Imported = &api.Imported{}
				err = json.Unmarshal(imported, t.Imported)
			}
			t.Name = refs[t.Workspace]
			t.Created, t.Asked, t.Kept = time.Unix(created, 0).UTC(), time.Unix(asked, 0).UTC(), kept == 1
			if limit == 0 || len(list) < limit {
				list = append(list, t)
			}
			return err
		}, selectThreads, integer(who.Oversees() && !mine), own[0], own[1], integer(!mine), own[0], own[1], own[0], own[1], integer(!mine), own[0], own[1], number, number, owner, owner)
	})
	return list, err
}

// RenameThread gives a thread another title. It stays from then on.
func (w *Workspaces) RenameThread(ctx context.Context, t Thread, title string) error {
	return w.onThread(ctx, t, renameThread, title, t.ID)
}

// DeleteThread forgets a thread with its turns.
func (w *Workspaces) DeleteThread(ctx context.Context, t Thread) error {
	return w.onThread(ctx, t, deleteThread, t.ID)
}

// onThread changes the row of a thread, which may be gone meanwhile.
func (w *Workspaces) onThread(ctx context.Context, t Thread, statement string, args ...any) error {
	return w.db.Write(ctx, func(tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, statement, args...)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return missingThread(strconv.Itoa(t.Number))
	})
}

// The ratings of an answer.
const (
	Up   = "up"
	Down = "down"
)

// Rate keeps the owner's rating of a turn's answer: Up, Down or "", and why.
func (w *Workspaces) Rate(ctx context.Context, t Thread, turn int, rating, why string) error {
	return w.db.Write(ctx, func(tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, rateTurn, rating, why, t.ID, turn)
		if err != nil {
			return err
		}
		if n, err := r.RowsAffected(); err != nil || n > 0 {
			return err
		}
		return spar.Errorf(spar.NotFound, "thread %d has no turn %d; it has %d", t.Number, turn, t.Turns)
	})
}

// open makes a thread of who's that begins with a question.
func openThread(ctx context.Context, tx *db.Tx, who spar.Principal, in ID, title string, kept bool, at time.Time) (t Thread, err error) {
	own := who.Owners()
	t = Thread{Owner: who.Owner(), Workspace: in, Title: title, Kept: kept, Created: at}
	if err := tx.QueryRowContext(ctx, selectLast, own[0], own[1]).Scan(&t.Number); err != nil {
		return t, err
	}
	t.Number++
	if _, err := tx.ExecContext(ctx, upsertLast, t.Owner, t.Number); err != nil {
		return t, err
	}
	err = tx.QueryRowContext(ctx, insertThread, t.Owner, t.Number, in, title, integer(kept), at.Unix()).Scan(&t.ID)
	if err != nil {
		err = fmt.Errorf("a new thread: %w", err)
	}
	return t, err
}
