package access

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
	"github.com/sparsearch/spar/internal/spar"
)

func TestKeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		ctx := t.Context()
		d := dbtest.Open(t, t.TempDir(), Schema)
		k := New(d)
		secret, made, err := k.Make(ctx, Key{Kind: Token, Owner: "person:ada", Role: spar.Curator}, time.Hour)
		if err != nil || !strings.HasPrefix(secret, Prefix) {
			t.Fatal(secret, err)
		}
		found, err := k.Find(ctx, Token, secret)
		if err != nil || found.Owner != "person:ada" || found.Role != spar.Curator || found.ID != made.ID || !found.Used.IsZero() {
			t.Fatalf("%+v %v", found, err)
		}
		if found, err = k.Find(ctx, Token, secret); err != nil || found.Used.IsZero() {
			t.Errorf("the use of a token is not known: %+v %v", found, err)
		}
		// The secret is nowhere in the tables.
		err = d.Read(ctx, func(tx *db.Tx) error {
			var n int
			err := tx.QueryRowContext(ctx, `SELECT count(*) FROM access_keys WHERE hash = ?`, []byte(secret)).Scan(&n)
			if n != 0 {
				t.Error("the secret is kept as it is")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		unknown := func(kind Kind, secret, why string) {
			t.Helper()
			if _, err := k.Find(ctx, kind, secret); spar.CodeOf(err) != spar.NotFound || err == nil {
				t.Errorf("%s: %v", why, err)
			}
		}
		unknown(Session, secret, "a token as a session")
		unknown(Token, Prefix+"x", "a token that is none")
		unknown(Token, "", "no token")

		session, idle, err := k.Make(ctx, Key{Kind: Session, Owner: "uid:1000", Role: spar.Owner}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.Find(ctx, Session, session); err != nil {
			t.Error(err)
		}
		lasting, stays, err := k.Make(ctx, Key{Kind: Session, Owner: "person:eva", Role: spar.Operator, Lasting: true}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		age(t, d, stays.ID, "used", time.Now().Add(-2*Idle))
		if _, _, err := k.Make(ctx, Key{Kind: Session, Owner: "uid:1", Role: spar.Owner}, -time.Hour); err != nil { // idle ones are forgotten
			t.Fatal(err)
		}
		if list, err := k.List(ctx, "person:eva"); err != nil || len(list) != 1 || !list[0].Lasting {
			t.Errorf("a session that stays is %+v %v", list, err)
		}
		if _, err := k.Find(ctx, Session, lasting); err != nil {
			t.Errorf("a session that stays, after long: %v", err)
		}
		age(t, d, stays.ID, "expires", time.Now().Add(-time.Second))
		unknown(Session, lasting, "a session that stayed, when it has expired")
		age(t, d, idle.ID, "used", time.Now().Add(-time.Hour))
		short := k.Within(30 * time.Minute)
		if _, err := short.Find(ctx, Session, session); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("a session that was idle for an hour where half of one is allowed: %v", err)
		}
		if list, err := short.List(ctx, "uid:1000"); err != nil || len(list) != 0 {
			t.Errorf("%+v %v", list, err)
		}
		if _, err := k.Find(ctx, Session, session); err != nil {
			t.Error(err)
		}
		age(t, d, idle.ID, "used", time.Now().Add(-Idle-time.Minute))
		unknown(Session, session, "a session that was idle")
		if list, err := k.List(ctx); err != nil || len(list) != 1 {
			t.Errorf("%+v %v", list, err)
		}
		if list, err := k.List(ctx, "uid:1000"); err != nil || len(list) != 0 {
			t.Errorf("%+v %v", list, err)
		}
		age(t, d, made.ID, "expires", time.Now().Add(-time.Second))
		unknown(Token, secret, "a token that has expired")

		other, kept, err := k.Make(ctx, Key{Kind: Token, Owner: "person:bob", Role: spar.Reader}, time.Hour) // which forgets the two
		if err != nil {
			t.Fatal(err)
		}
		if err := k.Revoke(ctx, made.ID, 0); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("an expired token is there: %v", err)
		}
		if err := k.Revoke(ctx, kept.ID, 0, "person:ada", "uid:7"); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("another's token is revoked: %v", err)
		}
		if err := k.Revoke(ctx, kept.ID, 0, "person:bob", "uid:8"); err != nil {
			t.Error(err)
		}
		unknown(Token, other, "a revoked token")
	})
}

// age sets a time of a key.
func age(t *testing.T, d *db.DB, id int64, column string, to time.Time) {
	t.Helper()
	err := d.Write(t.Context(), func(tx *db.Tx) error {
		_, err := tx.ExecContext(t.Context(), `UPDATE access_keys SET `+column+` = ? WHERE id = ?`, to.Unix(), id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestLeave(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		ctx := t.Context()
		k := New(dbtest.Open(t, t.TempDir(), Schema))
		arrived := func(issuer, subject string) Account {
			a, err := k.Arrive(ctx, Account{Issuer: issuer, Subject: subject})
			if err != nil {
				t.Fatal(err)
			}
			return a
		}
		ada, bob := arrived("one", "ada"), arrived("one", "bob")
		begun := map[string]string{}
		begin := func(a Account, there string) {
			secret, err := k.Begin(ctx, a, spar.Reader, time.Hour, there, time.Time{})
			if err != nil {
				t.Fatal(err)
			}
			begun[a.Subject+there] = secret
		}
		left := func() (list []string) {
			for name, secret := range begun {
				if _, err := k.Find(ctx, Session, secret); err == nil {
					list = append(list, name)
				}
			}
			slices.Sort(list)
			return list
		}
		for _, there := range []string{"", "1", "2", "3"} {
			begin(ada, there)
		}
		begin(bob, "4")
		for _, c := range []struct{ issuer, subject, there, left string }{
			{"two", "ada", "", "ada ada1 ada2 ada3 bob4"}, {"two", "", "1", "ada ada1 ada2 ada3 bob4"}, {"one", "", "9", "ada ada1 ada2 ada3 bob4"},
			{"one", "", "1", "ada ada2 ada3 bob4"}, {"one", "ada", "2", "ada3 bob4"}, {"one", "ada", "", "bob4"}, {"one", "", "4", ""},
		} {
			if err := k.Leave(ctx, c.issuer, c.subject, c.there); err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(left(), " "); got != c.left {
				t.Errorf("after %+v there are %q", c, got)
			}
		}
	})
}

// TestPeople: who was added is kept as they were, changed and never taken twice, and an invitation counts once.
func TestPeople(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		ctx := t.Context()
		k := New(dbtest.Open(t, t.TempDir(), Schema))
		until := time.Now().Add(time.Hour).UTC().Truncate(time.Second)
		eva, err := k.AddPerson(ctx, Person{Name: "eva", Role: spar.Curator, Groups: []string{"staff"}, Also: []string{"eva@example.org"}, Expires: until})
		if err != nil || eva.UID < firstUID {
			t.Fatal(eva, err)
		}
		if _, err := k.AddPerson(ctx, Person{Name: "eva"}); spar.CodeOf(err) != spar.Conflict {
			t.Errorf("eva is added twice, %v", err)
		}
		list, err := k.People(ctx)
		if err != nil || len(list) != 1 || !reflect.DeepEqual(list[0], eva) || list[0].Ended(time.Now()) || !list[0].Ended(until) {
			t.Errorf("there is %+v, want %+v, %v", list, eva, err)
		}
		changed, err := k.ChangePerson(ctx, "eva", func(p *Person) error { p.Disabled = true; return nil })
		if list, _ = k.People(ctx); err != nil || !changed.Disabled || !list[0].Disabled || !list[0].Ended(time.Now()) {
			t.Errorf("after the change there is %+v, %v", list, err)
		}
		if _, err := k.ChangePerson(ctx, "eve", func(*Person) error { return nil }); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("nobody is changed, %v", err)
		}
		secret, _, err := k.Make(ctx, Key{Kind: Invited, Owner: "person:eva", Role: spar.Reader}, time.Hour)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := k.Find(ctx, Token, secret); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("an invitation is a token, %v", err)
		}
		if taken, err := k.Take(ctx, Invited, secret); err != nil || taken.Owner != "person:eva" {
			t.Errorf("the invitation is %+v, %v", taken, err)
		}
		if _, err := k.Take(ctx, Invited, secret); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("the invitation counts twice, %v", err)
		}
		if secret, _, err = k.Make(ctx, Key{Kind: Invited, Owner: "person:eva", Role: spar.Reader}, time.Hour); err != nil {
			t.Fatal(err)
		}
		if err := k.Forgo(ctx, Invited, "person:eva"); err != nil {
			t.Fatal(err)
		}
		if _, err := k.Take(ctx, Invited, secret); spar.CodeOf(err) != spar.NotFound {
			t.Errorf("an invitation that was taken back counts, %v", err)
		}
	})
}
