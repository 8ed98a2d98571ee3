package audit

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
)

func TestTrail(t *testing.T) {
	dbtest.Each(t, func(t *testing.T) {
		ctx := t.Context()
		d := dbtest.Open(t, t.TempDir(), Schema)
		trail := New(d)
		begin := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
		for day := range 3 { // more than one batch
			var list []api.AuditEntry
			for i := range batch/2 + 1 {
				list = append(list, api.AuditEntry{At: begin.AddDate(0, 0, day), Who: fmt.Sprintf("person:%d", i%2), Via: "api", Operation: "ask", Outcome: "done", Question: fmt.Sprint(day, i), Files: []string{"docs:a.md"}})
			}
			if err := trail.Add(ctx, list...); err != nil {
				t.Fatal(err)
			}
		}
		count := func(q Query) (n int, first api.AuditEntry) {
			t.Helper()
			last := int64(0)
			for e, err := range trail.List(ctx, q) {
				if err != nil {
					t.Fatal(err)
				}
				if n++; n == 1 {
					first = e
				} else if q.OldestFirst != (e.ID > last) {
					t.Fatalf("%d comes after %d", e.ID, last)
				}
				last = e.ID
			}
			return n, first
		}
		whole := 3 * (batch/2 + 1)
		n, e := count(Query{})
		if n != whole || e.Question != fmt.Sprint(2, batch/2) || !e.At.Equal(begin.AddDate(0, 0, 2)) || e.Schema != api.AuditSchema || len(e.Sum) != 64 || e.Files[0] != "docs:a.md" {
			t.Errorf("%d, %+v", n, e)
		}
		if n, e = count(Query{OldestFirst: true}); n != whole || e.ID != 1 {
			t.Errorf("%d, %+v", n, e)
		}
		if n, _ = count(Query{Who: "person:1", Operation: "ask", Since: begin.AddDate(0, 0, 1), Until: begin.AddDate(0, 0, 2)}); n != (batch/2+1)/2 {
			t.Errorf("of one person on one day: %d", n)
		}
		check := func(want int, part string) {
			t.Helper()
			got, faults, err := trail.Check(ctx)
			if err != nil || got != want || (part == "") != (len(faults) == 0) || !strings.Contains(strings.Join(faults, "\n"), part) {
				t.Errorf("%d entries, %q, %v; want %d, %q", got, faults, err, want, part)
			}
		}
		check(whole, "")
		if n, err := trail.Expire(ctx, begin.AddDate(0, 0, 1)); err != nil || int(n) != whole/3 {
			t.Errorf("%d expired, %v", n, err)
		}
		check(whole*2/3, "")
		if n, err := trail.Expire(ctx, begin.AddDate(0, 0, 9)); err != nil || int(n) != whole*2/3 {
			t.Errorf("%d expired, %v", n, err)
		}
		if err := trail.Add(ctx, api.AuditEntry{At: begin, Operation: "a"}, api.AuditEntry{At: begin, Operation: "b"}, api.AuditEntry{At: begin, Operation: "c"}); err != nil {
			t.Fatal(err)
		}
		check(3, "") // the chain goes on over what went
		change := func(query string) {
			t.Helper()
			if err := d.Write(ctx, func(tx *db.Tx) error { _, err := tx.ExecContext(ctx, query); return err }); err != nil {
				t.Fatal(err)
			}
		}
		change(`UPDATE audit_entries SET who = 'somebody' WHERE operation = 'b'`)
		check(3, "was changed")
		change(`UPDATE audit_entries SET who = '' WHERE operation = 'b'`)
		check(3, "")
		change(`DELETE FROM audit_entries WHERE operation = 'b'`)
		check(2, "taken out")
	})
}
