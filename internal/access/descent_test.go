package access

import (
	"slices"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

// TestDescent: a key made with a token has no more power, lasts no longer, and ends with it.
func TestDescent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		ctx := t.Context()
		k := New(dbtest.Open(t, t.TempDir(), Schema))
		secrets := map[int64]string{}
		key := func(kind Kind, role spar.Role, parent int64, lasts time.Duration) Key {
			secret, made, err := k.Make(ctx, Key{Kind: kind, Owner: "person:ada", Role: role, Parent: parent}, lasts)
			if err != nil {
				t.Fatal(err)
			}
			secrets[made.ID] = secret
			return made
		}
		root := key(Token, spar.Reader, 0, time.Hour)
		child := key(Token, spar.Owner, root.ID, 48*time.Hour)
		session := key(Session, spar.Curator, child.ID, 48*time.Hour)
		other := key(Token, spar.Reader, 0, time.Hour)
		for _, made := range []Key{child, session} {
			found, err := k.Find(ctx, made.Kind, secrets[made.ID])
			if err != nil || found.Role != spar.Reader || found.Expires.After(root.Expires) || found.Parent != made.Parent || found.Parent == 0 {
				t.Errorf("of a token that reads for an hour comes %+v %v", found, err)
			}
		}
		for _, c := range []struct {
			why    string
			id, by int64
			may    bool
			left   []int64
		}{
			{"one that made it", root.ID, child.ID, false, []int64{root.ID, child.ID, session.ID, other.ID}},
			{"one beside it", other.ID, child.ID, false, []int64{root.ID, child.ID, session.ID, other.ID}},
			{"itself, with its session", child.ID, child.ID, true, []int64{root.ID, other.ID}},
			{"one of nobody's", root.ID, 0, true, []int64{other.ID}},
		} {
			err := k.Revoke(ctx, c.id, c.by, "person:ada")
			if (err == nil) != c.may || err != nil && spar.CodeOf(err) != spar.Invalid {
				t.Errorf("%s: %v", c.why, err)
			}
			list, err := k.List(ctx)
			var left []int64
			for _, one := range list {
				left = append(left, one.ID)
			}
			if err != nil || !slices.Equal(left, c.left) {
				t.Errorf("%s: there are %v, want %v; %v", c.why, left, c.left, err)
			}
		}
		// One that has ended makes nothing more.
		_, _, err := k.Make(ctx, Key{Kind: Session, Owner: "person:ada", Role: spar.Reader, Parent: root.ID}, time.Hour)
		if spar.CodeOf(err) != spar.NotFound {
			t.Errorf("a session of a token that has ended: %v", err)
		}
	})
}

// TestOldSessions: of the sessions of older versions those stay that a provider began. Any other may be of a token that was revoked.
func TestOldSessions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		ctx, dir := t.Context(), t.TempDir()
		old := Schema
		old.Steps = Schema.Steps[:3]
		d := dbtest.Open(t, dir, old)
		secrets := map[string]string{"token": Prefix + "one", "session": "two", "provider": "three"}
		err := d.Write(ctx, func(tx *db.Tx) error {
			now := time.Now()
			for name, secret := range secrets {
				kind, from := Session, []byte(nil)
				if name == "token" {
					kind = Token
				} else if name == "provider" {
					from = origin("issuer", "7")
				}
				if _, err := tx.ExecContext(ctx, `INSERT INTO access_keys (kind, hash, owner, role, made, expires, used, origin)
					VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
					kind, digest(secret), "person:ada", spar.Reader, now.Unix(), now.Add(time.Hour).Unix(), now.Unix(), from); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		d.Close()
		k := New(dbtest.Open(t, dir, Schema))
		for name, want := range map[string]bool{"token": true, "session": false, "provider": true} {
			kind := Session
			if name == "token" {
				kind = Token
			}
			if _, err := k.Find(ctx, kind, secrets[name]); (err == nil) != want {
				t.Errorf("the %s: %v", name, err)
			}
		}
	})
}
