package access

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// ownerPrefix begins the owner of the sessions of an account.
const ownerPrefix = "account:"

// An Account is somebody whom another system signs in: who that is to it never changes. It is tied to one person here once, and no
// other account to that person.
type Account struct {
	ID      int64
	Issuer  string // of the account
	Subject string // its number there
	Person  string // to whom it is tied; "" for nobody
	Claim   string // the issuer's name for the person when it was tied
	Name    string // for people to know it by, as the issuer said last
	Groups  []string
	Made    time.Time
	Seen    time.Time // signed in last
}

// Owner is the owner of the account's sessions, and of things that it makes while it is tied to nobody.
func (a Account) Owner() string { return ownerPrefix + strconv.FormatInt(a.ID, 10) }

// AccountOf is the number of the account that an owner is, 0 for none.
func AccountOf(owner string) int64 {
	number, ok := strings.CutPrefix(owner, ownerPrefix)
	id, err := strconv.ParseInt(number, 10, 64)
	if !ok || err != nil {
		return 0
	}
	return id
}

const accountColumns = `SELECT id, issuer, subject, person, claim, name, memberships, made, seen FROM access_accounts`

func scanAccount(row interface{ Scan(...any) error }) (a Account, err error) {
	var made, seen int64
	var groups string
	err = row.Scan(&a.ID, &a.Issuer, &a.Subject, &a.Person, &a.Claim, &a.Name, &groups, &made, &seen)
	a.Made, a.Seen = at(made), at(seen)
	if err == nil {
		err = json.Unmarshal([]byte(groups), &a.Groups)
	}
	return a, err
}

// Arrive notes that an account was signed in, and ties it to a person where it is tied to nobody yet. It is a conflict when the
// account is tied to somebody else than the issuer now says, or the person to another account: only who administers unties them.
func (k *Keys) Arrive(ctx context.Context, a Account) (Account, error) {
	groups, err := json.Marshal(a.Groups)
	if err != nil {
		return a, err
	}
	now := time.Now().Unix()
	err = k.db.Write(ctx, func(tx *db.Tx) error {
		found, err := scanAccount(tx.QueryRowContext(ctx, accountColumns+` WHERE issuer = ? AND subject = ?`, a.Issuer, a.Subject))
		switch {
		case errors.Is(err, sql.ErrNoRows):
			found = Account{Issuer: a.Issuer, Subject: a.Subject, Made: at(now)}
		case err != nil:
			return err
		case found.Person != "" && found.Claim != a.Claim:
			return spar.Errorf(spar.Conflict, "this account is tied to somebody whom the provider called otherwise; who administers SPAR has to forget the account before it can be somebody else")
		}
		if found.Person == "" && a.Person != "" {
			other, err := scanAccount(tx.QueryRowContext(ctx, accountColumns+` WHERE person = ?`, a.Person))
			if err == nil && other.ID != found.ID {
				return spar.Errorf(spar.Conflict, "another account is tied to that person; who administers SPAR has to forget it before this one can be")
			}
			if err != nil && !errors.Is(err, sql.ErrNoRows) {
				return err
			}
			found.Person, found.Claim = a.Person, a.Claim
		}
		found.Name, found.Groups, found.Seen = a.Name, a.Groups, at(now)
		if found.ID == 0 {
			row := tx.QueryRowContext(ctx, `INSERT INTO access_accounts (issuer, subject, person, claim, name, memberships, made, seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
				found.Issuer, found.Subject, found.Person, found.Claim, found.Name, string(groups), now, now)
			err = row.Scan(&found.ID)
		} else {
			_, err = tx.ExecContext(ctx,
				`UPDATE access_accounts SET person = ?, claim = ?, name = ?, memberships = ?, seen = ? WHERE id = ?`,
				found.Person, found.Claim, found.Name, string(groups), now, found.ID)
		}
		a = found
		return err
	})
	return a, err
}

// Account gives an account by its number.
func (k *Keys) Account(ctx context.Context, id int64) (a Account, err error) {
	err = k.db.Read(ctx, func(tx *db.Tx) (err error) {
		a, err = scanAccount(tx.QueryRowContext(ctx, accountColumns+` WHERE id = ?`, id))
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = spar.Errorf(spar.NotFound, "there is no account %d", id)
	}
	return a, err
}

// Accounts lists all accounts, the oldest first.
func (k *Keys) Accounts(ctx context.Context) (list []Account, err error) {
	err = k.db.Read(ctx, func(tx *db.Tx) error {
		list = nil
		return db.Each(ctx, tx, func(rows *sql.Rows) error {
			a, err := scanAccount(rows)
			list = append(list, a)
			return err
		}, accountColumns+` ORDER BY id`)
	})
	return list, err
}

// Forget forgets an account and ends its sessions.
func (k *Keys) Forget(ctx context.Context, id int64) (a Account, err error) {
	err = k.db.Write(ctx, func(tx *db.Tx) (err error) {
		if a, err = scanAccount(tx.QueryRowContext(ctx, accountColumns+` WHERE id = ?`, id)); errors.Is(err, sql.ErrNoRows) {
			return spar.Errorf(spar.NotFound, "there is no account %d", id)
		} else if err != nil {
			return err
		}
		if _, err = tx.ExecContext(ctx, `DELETE FROM access_accounts WHERE id = ?`, id); err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM access_keys WHERE owner = ?`, a.Owner())
		return err
	})
	return a, err
}

// Begin makes a session of an account, as Make does. there is the issuer's number of its own session that this one rests on, "" where
// it tells none; proved is when they showed there who they are.
func (k *Keys) Begin(ctx context.Context, a Account, role spar.Role, lasts time.Duration, there string, proved time.Time) (secret string, err error) {
	secret, _, err = k.make(ctx, Key{Kind: Session, Owner: a.Owner(), Role: role, Proved: proved}, lasts, origin(a.Issuer, there))
	return secret, err
}

// origin names a session of an issuer, which may call it whatever it likes. It is nil for none.
func origin(issuer, there string) []byte {
	if there == "" {
		return nil
	}
	return digest(issuer + "\x00" + there)
}

// Leave ends sessions because their issuer asked for it: the sessions that rest on its session there; where it names none, all sessions of
// the account with a subject. With both given, sessions of the account with unknown origin end too.
func (k *Keys) Leave(ctx context.Context, issuer, subject, there string) error {
	return k.db.Write(ctx, func(tx *db.Tx) error {
		from := origin(issuer, there)
		if from != nil {
			if _, err := tx.ExecContext(ctx, `DELETE FROM access_keys WHERE origin = ?`, from); err != nil {
				return err
			}
		}
		a, err := scanAccount(tx.QueryRowContext(ctx, accountColumns+` WHERE issuer = ? AND subject = ?`, issuer, subject))
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		others := `DELETE FROM access_keys WHERE owner = ? AND kind = ?`
		if from != nil {
			others += ` AND origin IS NULL`
		}
		_, err = tx.ExecContext(ctx, others, a.Owner(), Session)
		return err
	})
}
