package workspace

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// A TurnState says what became of a question.
type TurnState string

// The states of a turn.
const (
	Running     TurnState = "running"
	Done        TurnState = "done"
	Interrupted TurnState = "interrupted" // nobody makes its answer any more, and there is none
	Refused     TurnState = "refused"     // the files do not answer it
)

// A Turn is a question of a thread, its interpretation, and its answer with all that made it.
type Turn struct {
	ID           int64
	Number       int // in its thread, from 1
	Asked, Ended time.Time
	Question     string // as it was asked
	Understood   string // made self-contained, "" where it was; it may have words of earlier answers
	Scope        string // in the query language, beside that of the workspace
	State        TurnState
	Mark         string // of the process that makes the answer
	Answer       *api.Answer
	Citations    []spar.Citation // without text
	Uses         []Use
	Settings     Settings
	Coverage     spar.Coverage
	Rating, Why  string
	Imported     *api.Imported // nil for one that was asked here
}

// Sought is the question that was answered.
func (t Turn) Sought() string {
	if t.Understood != "" {
		return t.Understood
	}
	return t.Question
}

// A Use is a version of a file that an answer rests on.
type Use struct {
	File    spar.FileID `json:"file"`
	Share   string      `json:"share"`
	Path    []byte      `json:"path"`
	Segment string      `json:"segment"`          // as spar.SegmentID prints itself
	Hash    string      `json:"hash"`             // as spar.Hash prints itself
	Quoted  bool        `json:"quoted,omitempty"` // words of it may be in the turn; of others it tells at most that they are there
	Worded  bool        `json:"worded,omitempty"` // words of it may be in the question as it was understood
}

// Settings made an answer, beside the question and the files. How files were read is in the names of their segments.
type Settings struct {
	Rank    string  `json:"rank,omitempty"`
	Encoder string  `json:"encoder,omitempty"`
	Model   string  `json:"model,omitempty"` // that wrote the answer
	Meaning float64 `json:"meaning,omitempty"`
	Count   int     `json:"count,omitempty"`
}

// An Asked is one question and what its answer cited, without any text of the files.
type Asked struct {
	At        time.Time
	Who       string // as spar.Principal.Owner
	Question  string
	Refused   bool
	Coverage  spar.Coverage
	Citations []spar.Citation // Text is empty; words of the text that went are taken out of the locators
}

// A Beginning is a question that is about to be answered.
type Beginning struct {
	Thread     *Thread // that it goes on; nil: a new one
	In         ID      // the workspace of a new one
	Keep       bool    // the thread stays when its owner asks something else
	At         time.Time
	Question   string
	Understood string
	Scope      string
	Mark       string
}

// Begin keeps a question whose answer is not there yet.
func (w *Workspaces) Begin(ctx context.Context, who spar.Principal, b Beginning) (t Thread, turn Turn, err error) {
	turn = Turn{Asked: b.At, Question: b.Question, Understood: b.Understood, Scope: b.Scope, State: Running, Mark: b.Mark}
	err = w.db.Together(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if b.Thread == nil {
			if t, err = openThread(ctx, tx, who, b.In, b.Question, b.Keep || b.In != 0, b.At); err != nil {
				return err
			}
		} else {
			t = *b.Thread
			if _, err := tx.ExecContext(ctx, keepThread, t.ID); err != nil {
				return err
			}
		}
		if err := tx.QueryRowContext(ctx, selectNumber, t.ID).Scan(&turn.Number); err != nil {
			return err
		}
		row := tx.QueryRowContext(ctx, insertTurn, t.ID, turn.Number, b.At.Unix(), b.Question, b.Understood, b.Scope, b.Mark)
		return row.Scan(&turn.ID)
	})
	return t, turn, err
}

// longest is how long a question may take to be answered that does not make room for others.
const longest = time.Hour

// End keeps what became of a question. Threads that nobody went on with make room for it.
func (w *Workspaces) End(ctx context.Context, t Thread, turn Turn) error {
	return w.db.Together(ctx, func(ctx context.Context, tx *db.Tx) error {
		if turn.State == Done || turn.State == Refused {
			if _, err := tx.ExecContext(ctx, deleteLoose, t.Owner, t.ID, turn.Ended.Add(-longest).Unix()); err != nil {
				return err
			}
		}
		return end(ctx, tx, turn)
	})
}

// end keeps the answer of a turn, unless its thread was deleted meanwhile.
func end(ctx context.Context, tx *db.Tx, turn Turn) error {
	kept := keptOf(turn.Citations)
	var texts [5]string
	for i, v := range []any{turn.Answer, kept, turn.Uses, turn.Settings, turn.Coverage.Counts()} {
		b, err := json.Marshal(v)
		if err != nil {
			return err
		}
		texts[i] = string(b)
	}
	if turn.Answer == nil {
		texts[0] = ""
	}
	if turn.Uses == nil {
		texts[2] = "[]"
	}
	r, err := tx.ExecContext(ctx, endTurn, turn.Ended.Unix(), turn.Understood, string(turn.State), texts[0], texts[1], texts[2], texts[3], texts[4], turn.ID)
	if err != nil {
		return err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return listWords(ctx, tx, turn.ID, kept, turn.Uses, turn.Answer != nil)
}

// Withdraw takes back a question that could not be asked, with its thread if that is empty then.
func (w *Workspaces) Withdraw(ctx context.Context, t Thread, turn Turn) error {
	return w.db.Together(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.ExecContext(ctx, deleteTurn, turn.ID); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, deleteEmpty, t.ID)
		return err
	})
}

// Turns gives those of a thread in their order. alive says of the mark of a running one whether somebody still makes its answer;
// one that nobody makes is interrupted.
func (w *Workspaces) Turns(ctx context.Context, t Thread, alive func(mark string, asked time.Time) bool) (list []Turn, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			turn, err := scanTurn(r)
			list = append(list, turn)
			return err
		}, selectTurns, t.ID)
	})
	if err != nil {
		return nil, err
	}
	for i, turn := range list {
		if turn.State != Running || alive(turn.Mark, turn.Asked) {
			continue
		}
		list[i].State = Interrupted
		err := w.db.Write(ctx, func(tx *db.Tx) error {
			_, err := tx.ExecContext(ctx, breakTurn, turn.ID)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Interrupt says in restored tables that nobody makes the answers that were being made when they were saved.
func Interrupt(ctx context.Context, d *db.DB) error {
	return d.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.ExecContext(ctx, breakTurns)
		return err
	})
}

func scanTurn(r *sql.Rows) (t Turn, err error) {
	var asked, ended int64
	var answer, citations, uses, settings, coverage, imported []byte
	err = r.Scan(&t.ID, &t.Number, &asked, &ended, &t.Question, &t.Understood, &t.Scope, &t.State, &t.Mark, &answer, &citations, &uses, &settings, &coverage, &t.Rating, &t.Why,
		&imported)
	if err != nil {
		return t, err
	}
	t.Asked = time.Unix(asked, 0).UTC()
	if ended != 0 {
		t.Ended = time.Unix(ended, 0).UTC()
	}
	var stored []cited
	err = errors.Join(json.Unmarshal(citations, &stored), json.Unmarshal(uses, &t.Uses), json.Unmarshal(settings, &t.Settings), json.Unmarshal(coverage, &t.Coverage))
	if len(imported) > 0 {
		t.Imported = &api.Imported{}
		err = errors.Join(err, json.Unmarshal(imported, t.Imported))
	}
	if len(answer) > 0 {
		t.Answer = &api.Answer{}
		err = errors.Join(err, json.Unmarshal(answer, t.Answer))
	}
	if err != nil {
		return t, fmt.Errorf("the stored turn %d: %w", t.Number, err)
	}
	for _, c := range stored {
		t.Citations = append(t.Citations, c.citation())
	}
	return t, nil
}

// History gives who's questions that were answered, or everybody's for one who may see everything, latest first, at most limit:
// those of a workspace, or with 0 all that are not in the trash.
func (w *Workspaces) History(ctx context.Context, who spar.Principal, in ID, limit int) (list []Asked, err error) {
	own := who.Owners()
	err = w.db.Read(ctx, func(tx *db.Tx) error {
		return db.Each(ctx, tx, func(r *sql.Rows) error {
			var a Asked
			var at int64
			var coverage, citations []byte
			if err := r.Scan(&at, &a.Who, &a.Question, &a.Refused, &coverage, &citations); err != nil {
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
			return nil
		}, selectHistory, in, in, integer(who.Oversees()), own[0], own[1], limit)
	})
	return list, err
}

// Asked is how many questions the history of a workspace has.
func (w *Workspaces) Asked(ctx context.Context, in ID) (n int, err error) {
	err = w.db.Read(ctx, func(tx *db.Tx) error { return tx.QueryRowContext(ctx, countAsked, in).Scan(&n) })
	return n, err
}
