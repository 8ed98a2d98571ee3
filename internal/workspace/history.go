package workspace

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// An Inquiry is a question that was asked in a workspace, with the thread that it is a turn of.
type Inquiry struct {
	Thread Thread
	Turn   Turn
}

// Inquiries gives the questions of a workspace, whoever asked them, the latest first, at most limit. They may rest on files that who
// looks may not read.
func (w *Workspaces) Inquiries(ctx context.Context, in ID, limit int, alive func(mark string, asked time.Time) bool) (list []Inquiry, err error) {
	type turn struct {
		thread int64
		number int
	}
	var order []turn
	threads := map[int64]Thread{}
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			t := Thread{Workspace: in}
			var one turn
			err := r.Scan(&t.ID, &t.Number, &t.Owner, &one.number)
			one.thread, threads[t.ID] = t.ID, t
			order = append(order, one)
			return err
		}, selectAskedIn, in, limit)
	})
	if err != nil {
		return nil, err
	}
	turns := map[turn]Turn{}
	for id, t := range threads {
		all, err := w.Turns(ctx, t, alive)
		if err != nil {
			return nil, err
		}
		for _, one := range all {
			turns[turn{id, one.Number}] = one
		}
	}
	for _, at := range order {
		if t, ok := turns[at]; ok { // otherwise it was forgotten meanwhile
			list = append(list, Inquiry{threads[at.thread], t})
		}
	}
	return list, nil
}

// An Opening is a place that somebody looked at.
type Opening struct {
	Who   string // as spar.Principal.Owner
	At    time.Time
	File  spar.FileID
	Place string        // its address, without words of the file
	Dwelt time.Duration // for how long, in whole seconds, as far as anybody told
}

// NoteOpening keeps that somebody looked at a place from within a workspace.
func (w *Workspaces) NoteOpening(ctx context.Context, in ID, o Opening) error {
	return w.db.Together(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.ExecContext(ctx, insertOpened, in, o.Who, o.At.Unix(), o.File, o.Place)
		return err
	})
}

// Openings lists the places opened from within a workspace, the latest first, at most limit.
func (w *Workspaces) Openings(ctx context.Context, in ID, limit int) (list []Opening, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var o Opening
			var at, dwelt int64
			err := r.Scan(&o.Who, &at, &o.File, &o.Place, &dwelt)
			o.At, o.Dwelt = moment(at), time.Duration(dwelt)*time.Second
			list = append(list, o)
			return err
		}, selectOpened, in, limit)
	})
	return list, err
}

// ForgetOwn forgets who's questions and openings in a workspace, and gives the number of threads.
func (w *Workspaces) ForgetOwn(ctx context.Context, who spar.Principal, in ID) (threads int, err error) {
	own := who.Owners()
	err = w.db.Write(ctx, func(tx *db.Tx) error {
		r, err := tx.ExecContext(ctx, deleteOwnIn, in, own[0], own[1])
		if err != nil {
			return err
		}
		n, err := r.RowsAffected()
		if err != nil {
			return err
		}
		threads = int(n)
		_, err = tx.ExecContext(ctx, deleteOpened, in, own[0], own[1])
		return err
	})
	return threads, err
}

// A Conversation is a thread with its turns, brought from elsewhere.
type Conversation struct {
	Title   string
	Created time.Time
	Turns   []Turn
}

func (t Turn) answered() bool { return t.State == Done || t.State == Refused }

// Bring makes a workspace as Create does, and keeps conversations as threads of who's in it. Turns that were not answered are left out.
func (w *Workspaces) Bring(ctx context.Context, who spar.Principal, name string, s spar.Scope, encoder string, list []Conversation) error {
	if err := validName(name); err != nil {
		return err
	}
	return w.db.Write(ctx, func(tx *db.Tx) error {
		ws, err := create(ctx, tx, who, name, s, encoder)
		if err != nil {
			return err
		}
		for _, c := range list {
			if !slices.ContainsFunc(c.Turns, Turn.answered) {
				continue
			}
			t, err := openThread(ctx, tx, who, ws.ID, c.Title, true, c.Created)
			if err != nil {
				return err
			}
			n := 0
			for _, turn := range c.Turns {
				if !turn.answered() {
					continue
				}
				n++
				if err := tx.QueryRowContext(ctx, insertTurn, t.ID, n, turn.Asked.Unix(), turn.Question, turn.Understood, turn.Scope, "").Scan(&turn.ID); err != nil {
					return err
				}
				if err := end(ctx, tx, turn); err != nil {
					return err
				}
				if turn.Imported != nil {
					text, err := json.Marshal(turn.Imported)
					if err != nil {
						return err
					}
					if _, err := tx.ExecContext(ctx, markImported, string(text), turn.ID); err != nil {
						return err
					}
				}
				if _, err := tx.ExecContext(ctx, rateTurn, turn.Rating, turn.Why, t.ID, n); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
