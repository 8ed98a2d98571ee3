package access

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/spar"
)

// firstUID begins the numbers of people who have no account of the machine: above those that machines and directories give.
const firstUID = 4_100_000_000

// A Person is somebody whom an administrator has added. Nobody is taken out again, so that nobody else gets what is theirs by their name.
type Person struct {
	ID        int64
	Name      string
	UID       uint32 // of their account; 0: one that no account has is given
	Role      spar.Role
	Clearance string
	Also      []string // other names, such as an address of mail
	Groups    []string
	Expires   time.Time // the zero Time for never
	Disabled  bool
	Made      time.Time
}

// Ended says whether somebody may not ask any more.
func (p Person) Ended(now time.Time) bool {
	return p.Disabled || !p.Expires.IsZero() && !p.Expires.After(now)
}

const personColumns = `SELECT id, name, uid, role, clearance, also, memberships, expires, disabled, made FROM access_people`

func scanPerson(row interface{ Scan(...any) error }) (p Person, err error) {
	var also, groups string
	var uid, expires, made, disabled int64
	if err = row.Scan(&p.ID, &p.Name, &uid, &p.Role, &p.Clearance, &also, &groups, &expires, &disabled, &made); err != nil {
		return p, err
	}
	p.UID, p.Expires, p.Made, p.Disabled = uint32(uid), at(expires), at(made), disabled != 0
	return p, errors.Join(json.Unmarshal([]byte(also), &p.Also), json.Unmarshal([]byte(groups), &p.Groups))
}

// People lists everybody who was added, by name.
func (k *Keys) People(ctx context.Context) (list []Person, err error) {
	err = k.db.Read(ctx, func(tx *db.Tx) error {
		list = nil
		return db.Each(ctx, tx, func(rows *sql.Rows) error {
			p, err := scanPerson(rows)
			list = append(list, p)
			return err
		}, personColumns+` ORDER BY name`)
	})
	return list, err
}

// AddPerson adds somebody, who gets a number.
func (k *Keys) AddPerson(ctx context.Context, p Person) (Person, error) {
	p.Made = at(time.Now().Unix())
	err := k.db.Write(ctx, func(tx *db.Tx) error {
		err := tx.QueryRowContext(ctx, `SELECT id FROM access_people WHERE name = ?`, p.Name).Scan(&p.ID)
		if err == nil {
			return spar.Errorf(spar.Conflict, "there is somebody called %q already: change or enable them", p.Name)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		row := tx.QueryRowContext(ctx, `INSERT INTO access_people (name, uid, role, clearance, also, memberships, expires, disabled, made)
			VALUES (?, ?, '', '', '[]', '[]', 0, 0, ?) RETURNING id`, p.Name, p.UID, p.Made.Unix())
		if err := row.Scan(&p.ID); err != nil {
			return err
		}
		if p.UID == 0 {
			p.UID = uint32(firstUID + p.ID)
		}
		return writePerson(ctx, tx, p)
	})
	return p, err
}

func writePerson(ctx context.Context, tx *db.Tx, p Person) error {
	also, err := json.Marshal(p.Also)
	if err != nil {
		return err
	}
	groups, err := json.Marshal(p.Groups)
	if err != nil {
		return err
	}
	expires, disabled := int64(0), 0
	if !p.Expires.IsZero() {
		expires = p.Expires.Unix()
	}
	if p.Disabled {
		disabled = 1
	}
	_, err = tx.ExecContext(ctx, `UPDATE access_people SET uid = ?, role = ?, clearance = ?, also = ?, memberships = ?, expires = ?, disabled = ? WHERE id = ?`,
		p.UID, p.Role, p.Clearance, string(also), string(groups), expires, disabled, p.ID)
	return err
}

// ChangePerson changes somebody who was added, as change says.
func (k *Keys) ChangePerson(ctx context.Context, name string, change func(*Person) error) (p Person, err error) {
	err = k.db.Write(ctx, func(tx *db.Tx) (err error) {
		if p, err = scanPerson(tx.QueryRowContext(ctx, personColumns+` WHERE name = ?`, name)); errors.Is(err, sql.ErrNoRows) {
			return spar.Errorf(spar.NotFound, "nobody called %q was added here", name)
		}
		if err == nil {
			err = change(&p)
		}
		if err != nil {
			return err
		}
		return writePerson(ctx, tx, p)
	})
	return p, err
}

// Take gives the key of a kind of a secret that is shown, and forgets it: it counts once. One that is not known is the error of [Keys.Find].
func (k *Keys) Take(ctx context.Context, kind Kind, secret string) (Key, error) {
	found, err := k.Find(ctx, kind, secret)
	if err != nil {
		return found, err
	}
	err = k.db.Write(ctx, func(tx *db.Tx) error {
		err := tx.QueryRowContext(ctx, `DELETE FROM access_keys WHERE id = ? RETURNING id`, found.ID).Scan(&found.ID)
		if errors.Is(err, sql.ErrNoRows) {
			return unknownKey(kind)
		}
		return err
	})
	return found, err
}

// Forgo forgets the keys of a kind of an owner.
func (k *Keys) Forgo(ctx context.Context, kind Kind, owner string) error {
	return k.db.Write(ctx, func(tx *db.Tx) error {
		_, err := tx.ExecContext(ctx, `DELETE FROM access_keys WHERE kind = ? AND owner = ?`, kind, owner)
		return err
	})
}
