// Package access keeps the keys that show a server who a person or program is: tokens, which they carry themselves, and sessions, which a
// browser keeps. Only the SHA-256 of a key is kept, so that a reader of the tables cannot act as anybody.
package access

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// A Kind is the purpose of a key.
type Kind string

// The kinds.
const (
	Token   Kind = "token"      // of a program, in the header Authorization
	Session Kind = "session"    // of a browser, in a cookie
	Invited Kind = "invitation" // of somebody who has no key yet; it is taken once
)

// Prefix begins every token, so that scanners for secrets that were published find it.
const Prefix = "spar_"

// Idle is how long a session lasts that nobody uses, unless [Keys.Within] says otherwise.
const Idle = 12 * time.Hour

// fresh is how exactly the last use of a key is known: a use is written down when the last is older.
const fresh = time.Minute

// Schema is the tables of this room. Times are seconds since 1970.
var Schema = db.Schema{Room: "access", Steps: []string{`
CREATE TABLE access_keys (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	kind    TEXT NOT NULL,
	hash    BLOB NOT NULL UNIQUE,
	owner   TEXT NOT NULL,
	role    TEXT NOT NULL,
	made    INTEGER NOT NULL,
	expires INTEGER NOT NULL,
	used    INTEGER NOT NULL
) STRICT;
CREATE INDEX access_keys_owner ON access_keys (owner, id);
`, `
CREATE TABLE access_accounts (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	issuer  TEXT NOT NULL,
	subject TEXT NOT NULL,
	person  TEXT NOT NULL,
	claim   TEXT NOT NULL,
	name    TEXT NOT NULL,
	memberships TEXT NOT NULL,
	made    INTEGER NOT NULL,
	seen    INTEGER NOT NULL,
	UNIQUE (issuer, subject)
) STRICT;
CREATE UNIQUE INDEX access_accounts_person ON access_accounts (person) WHERE person <> '';
`, `
ALTER TABLE access_keys ADD COLUMN origin BLOB; -- SHA-256 of the issuer and its number of the session that began this one; NULL for none
CREATE INDEX access_keys_origin ON access_keys (origin) WHERE origin IS NOT NULL;
`, `
ALTER TABLE access_keys ADD COLUMN parent INTEGER NOT NULL DEFAULT 0; -- number of the token that made this key; 0 for none
CREATE INDEX access_keys_parent ON access_keys (parent) WHERE parent <> 0;
-- Nobody knows which of the older sessions a token opened, and whether it was revoked since. All end whose provider is not known:
-- people sign in again.
DELETE FROM access_keys WHERE kind = 'session' AND origin IS NULL;
`, `
CREATE TABLE access_people (
	id      INTEGER PRIMARY KEY AUTOINCREMENT,
	name    TEXT NOT NULL UNIQUE,
	uid     INTEGER NOT NULL,
	role    TEXT NOT NULL,
	clearance TEXT NOT NULL,
	also    TEXT NOT NULL,
	memberships TEXT NOT NULL,
	expires INTEGER NOT NULL, -- 0 for never
	disabled INTEGER NOT NULL,
	made    INTEGER NOT NULL
) STRICT;
ALTER TABLE access_keys ADD COLUMN proved INTEGER NOT NULL DEFAULT 0; -- of a session: when a key was last shown for it; 0 for never
`, `
ALTER TABLE access_keys ADD COLUMN lasting INTEGER NOT NULL DEFAULT 0; -- 1 for a session that goes on until it expires, used or not
`}}

// A Key holds the facts about a token or session.
type Key struct {
	ID      int64
	Kind    Kind
	Owner   string    // as the owner of a workspace: uid:NUMBER or person:NAME
	Role    spar.Role // the most that its bearer may do, whatever their own role; it gives nobody a role
	Made    time.Time
	Expires time.Time
	Used    time.Time // to the minute; the zero Time for never
	Parent  int64     // number of the token that made this key and ends it with itself; 0 for none
	Proved  time.Time // of a session: when whoever has it showed who they are, by a key or to a provider; the zero Time for never
	Lasting bool      // of a session: it goes on until it expires, used or not
}

// Keys are those of one database.
type Keys struct {
	db   *db.DB
	idle time.Duration // a session without use for so long has ended
}

// New gives the keys of a database with the tables of [Schema].
func New(d *db.DB) *Keys { return &Keys{d, Idle} }

// Within gives the same keys, where a session ends when nobody has used it for a time. It should be some minutes: a use is known
// to the minute.
func (k *Keys) Within(idle time.Duration) *Keys { return &Keys{k.db, idle} }

// Make makes a key of a kind, an owner, a role and perhaps a parent, and gives its secret, which nobody can be told again. A key never
// has a higher role than its parent, nor lasts longer; where the parent has ended meanwhile, no key is made. Keys that have expired are
// forgotten.
func (k *Keys) Make(ctx context.Context, n Key, lasts time.Duration) (secret string, made Key, err error) {
	return k.make(ctx, n, lasts, nil)
}

// make keeps where a session began, nil for here.
func (k *Keys) make(ctx context.Context, made Key, lasts time.Duration, origin []byte) (secret string, _ Key, err error) {
	random := make([]byte, 32)
	rand.Read(random) // it never fails
	secret = base64.RawURLEncoding.EncodeToString(random)
	if made.Kind == Token {
		secret = Prefix + secret
	}
	now := time.Now()
	made.Made, made.Expires = at(now.Unix()), at(now.Add(lasts).Unix())
	err = k.db.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM access_keys WHERE expires <= ? OR kind = ? AND lasting = 0 AND used <= ?`,
			now.Unix(), Session, now.Add(-k.idle).Unix())
		if err != nil {
			return err
		}
		if made.Parent != 0 {
			parent, err := scan(tx.QueryRowContext(ctx, columns+` WHERE id = ? AND kind = ?`, made.Parent, Token))
			if errors.Is(err, sql.ErrNoRows) {
				return spar.Errorf(spar.NotFound, "the token that asks for another key has ended")
			}
			if err != nil {
				return err
			}
			if slices.Index(spar.Roles(), parent.Role) < slices.Index(spar.Roles(), made.Role) {
				made.Role = parent.Role
			}
			if made.Expires.After(parent.Expires) {
				made.Expires = parent.Expires
			}
		}
		used := int64(0)
		if made.Kind == Session {
			used = now.Unix()
		}
		proved := int64(0)
		if !made.Proved.IsZero() {
			proved = made.Proved.Unix()
		}
		row := tx.QueryRowContext(ctx, `INSERT INTO access_keys (kind, hash, owner, role, made, expires, used, origin, parent, proved, lasting)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
			made.Kind, digest(secret), made.Owner, made.Role, made.Made.Unix(), made.Expires.Unix(), used, origin, made.Parent, proved, made.Lasting)
		return row.Scan(&made.ID)
	})
	return secret, made, err
}

func digest(secret string) []byte {
	sum := sha256.Sum256([]byte(secret))
	return sum[:]
}

// at is a time as it is kept.
func at(seconds int64) time.Time {
	if seconds == 0 {
		return time.Time{}
	}
	return time.Unix(seconds, 0).UTC()
}

const columns = `SELECT id, kind, owner, role, made, expires, used, parent, proved, lasting FROM access_keys`

func scan(row interface{ Scan(...any) error }) (k Key, err error) {
	var made, expires, used, proved int64
	err = row.Scan(&k.ID, &k.Kind, &k.Owner, &k.Role, &made, &expires, &used, &k.Parent, &proved, &k.Lasting)
	k.Made, k.Expires, k.Used, k.Proved = at(made), at(expires), at(used), at(proved)
	return k, err
}

// Find gives the key of a secret that is shown. One that does not exist, has expired, was idle or is of another kind is the
// same error.
func (k *Keys) Find(ctx context.Context, kind Kind, secret string) (Key, error) {
	unknown := unknownKey(kind)
	if kind == Token && !strings.HasPrefix(secret, Prefix) {
		return Key{}, unknown
	}
	now := time.Now()
	var found Key
	err := k.db.Read(ctx, func(tx *db.Tx) (err error) {
		// The hash is looked up by an index: the time that takes tells of the hash, and nobody gets from that to the secret.
		found, err = scan(tx.QueryRowContext(ctx, columns+` WHERE hash = ? AND kind = ? AND expires > ?`, digest(secret), kind, now.Unix()))
		return err
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return Key{}, unknown
	case err != nil:
		return Key{}, err
	case kind == Session && !found.Lasting && now.Sub(found.Used) >= k.idle:
		return Key{}, unknown
	}
	if now.Sub(found.Used) >= fresh {
		err = k.db.Together(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.ExecContext(ctx, `UPDATE access_keys SET used = ? WHERE id = ?`, now.Unix(), found.ID)
			return err
		})
	}
	return found, err
}

// List gives the keys of the owners, or everybody's where none is named, that have not expired, oldest first.
func (k *Keys) List(ctx context.Context, owners ...string) (list []Key, err error) {
	now := time.Now()
	err = k.db.Read(ctx, func(tx *db.Tx) error {
		list = nil
		return db.Each(ctx, tx, func(rows *sql.Rows) error {
			found, err := scan(rows)
			if err == nil && (len(owners) == 0 || slices.Contains(owners, found.Owner)) {
				list = append(list, found)
			}
			return err
		}, columns+` WHERE expires > ? AND (kind <> ? OR lasting = 1 OR used > ?) ORDER BY id`, now.Unix(), Session, now.Add(-k.idle).Unix())
	})
	return list, err
}

// Get gives a key that has not expired by its number.
func (k *Keys) Get(ctx context.Context, id int64) (found Key, err error) {
	err = k.db.Read(ctx, func(tx *db.Tx) (err error) {
		found, err = scan(tx.QueryRowContext(ctx, columns+` WHERE id = ? AND expires > ?`, id, time.Now().Unix()))
		return err
	})
	if errors.Is(err, sql.ErrNoRows) {
		err = noKey(id)
	}
	return found, err
}

func unknownKey(kind Kind) error {
	return spar.Errorf(spar.NotFound, "this %s is not known, or it has expired", kind)
}

func noKey(id int64) error { return spar.Errorf(spar.NotFound, "there is no token or session %d", id) }

// descent gives the numbers of a key and of all keys that it made, directly or by others.
const descent = `WITH RECURSIVE line (id) AS (SELECT id FROM access_keys WHERE id = ?
	UNION SELECT made.id FROM access_keys made JOIN line ON made.parent = line.id) SELECT id FROM line`

// Revoke forgets a key of one of the owners, or of anybody where none is named, and all keys that it made. By names the token that asks,
// which may revoke itself and what it made; 0 stands for no token, and for one that may revoke any.
func (k *Keys) Revoke(ctx context.Context, id, by int64, owners ...string) error {
	return k.db.Write(ctx, func(tx *db.Tx) error {
		found, err := scan(tx.QueryRowContext(ctx, columns+` WHERE id = ?`, id))
		if errors.Is(err, sql.ErrNoRows) || err == nil && len(owners) > 0 && !slices.Contains(owners, found.Owner) {
			return noKey(id)
		}
		if err != nil {
			return err
		}
		if by != 0 {
			own := 0
			if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM (`+descent+`) own WHERE id = ?`, by, id).Scan(&own); err != nil {
				return err
			}
			if own == 0 {
				return spar.Errorf(spar.Invalid, "a token ends itself and the keys that it made, and %d is none of these: "+
					"sign in otherwise than with a token to end it", id)
			}
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM access_keys WHERE id IN (`+descent+`)`, id)
		return err
	})
}
