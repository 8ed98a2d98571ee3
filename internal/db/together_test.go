package db_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/db"
	"github.com/sparsearch/spar/internal/db/dbtest"
)

// Each write of a shared commit is all or nothing, whatever becomes of the others.
func TestTogether(t *testing.T) {
	schema := db.Schema{Room: "r", Steps: []string{"CREATE TABLE together_t (x INTEGER PRIMARY KEY) STRICT"}}
	dbtest.Each(t, func(t *testing.T) {
		d := dbtest.Open(t, t.TempDir(), schema)
		const rounds, members = 3, 40
		own := errors.New("its own fault")
		want := map[int]bool{}
		for round := range rounds {
			// Others write, so that members wait for the writer and share a commit.
			held, let := make(chan struct{}), make(chan struct{})
			var all sync.WaitGroup
			all.Go(func() {
				if err := d.Write(t.Context(), func(*db.Tx) error { close(held); <-let; return nil }); err != nil {
					t.Error(err)
				}
			})
			<-held
			gone, leave := context.WithCancel(t.Context())
			for i := range members {
				x := round*members + i
				kind := i % 8
				want[x] = kind != 1 && kind != 2 && kind != 3 && (kind != 4 || round != 1)
				all.Go(func() {
					ctx := t.Context()
					if kind == 3 {
						ctx = gone
					}
					panicked := false
					err := func() error {
						defer func() { panicked = recover() == "as it will" }()
						return d.Together(ctx, func(ctx context.Context, tx *db.Tx) error {
							if _, err := tx.ExecContext(ctx, "INSERT INTO together_t (x) VALUES (?)", x); err != nil {
								return err
							}
							switch {
							case kind == 1:
								return own
							case kind == 2:
								panic("as it will")
							case kind == 4 && round == 1: // takes the transaction of all with it
								tx.ExecContext(ctx, "ROLLBACK")
								return own
							}
							return nil
						})
					}()
					switch kind {
					case 1:
						if !errors.Is(err, own) {
							t.Errorf("%d: %v", x, err)
						}
					case 2:
						if !panicked {
							t.Errorf("%d: no panic, %v", x, err)
						}
					case 3:
						if !errors.Is(err, context.Canceled) {
							t.Errorf("%d: %v", x, err)
						}
					default:
						if (err == nil) != want[x] {
							t.Errorf("%d: %v", x, err)
						}
					}
				})
			}
			leave()
			time.Sleep(50 * time.Millisecond) // most wait by now
			close(let)
			all.Wait()
		}
		for x, there := range want {
			n := 0
			if err := d.Read(t.Context(), func(tx *db.Tx) error {
				return tx.QueryRow("SELECT count(*) FROM together_t WHERE x = ?", x).Scan(&n)
			}); err != nil || (n == 1) != there {
				t.Errorf("%d: %d rows, want it there: %t; %v", x, n, there, err)
			}
		}
	})
}

// BenchmarkTogether is what a small write takes where many want one at once.
func BenchmarkTogether(b *testing.B) {
	for _, shared := range []bool{false, true} {
		b.Run(fmt.Sprint("shared=", shared), func(b *testing.B) {
			d, err := db.Open(b.Context(), b.TempDir(), db.Schema{Room: "r", Steps: []string{"CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT) STRICT"}})
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			b.SetParallelism(16)
			b.RunParallel(func(each *testing.PB) {
				for each.Next() {
					insert := func(tx *db.Tx) error {
						_, err := tx.Exec("INSERT INTO t (a) VALUES (?)", "a text of some words")
						return err
					}
					write := func() error { return d.Write(b.Context(), insert) }
					if shared {
						write = func() error {
							return d.Together(b.Context(), func(_ context.Context, tx *db.Tx) error { return insert(tx) })
						}
					}
					if err := write(); err != nil {
						b.Error(err)
						return
					}
				}
			})
		})
	}
}
