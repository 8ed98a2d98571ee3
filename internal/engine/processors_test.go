package engine

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"
)

// TestProcessorsInTurn: questions get a processor in the order of their arrival; one that is given up leaves the queue.
func TestProcessorsInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcessors(1)
		first, err := p.compute(t.Context(), "ada")
		if err != nil {
			t.Fatal(err)
		}
		leaves, leave := context.WithCancel(t.Context())
		var order []int
		for i := range 4 {
			ctx := t.Context()
			if i == 1 {
				ctx = leaves
			}
			go func() {
				c, err := p.compute(ctx, "ada")
				if i == 1 {
					if !errors.Is(err, context.Canceled) {
						t.Errorf("who leaves gets %v", err)
					}
					return
				}
				order = append(order, i) // one at a time
				time.Sleep(slice / 10)
				c.end()
				c.end()
			}()
			synctest.Wait()
		}
		if len(order) > 0 {
			t.Fatalf("%v compute beside the first", order)
		}
		leave()
		synctest.Wait()
		first.end()
		time.Sleep(slice)
		if !slices.Equal(order, []int{0, 2, 3}) {
			t.Errorf("they compute in the order %v", order)
		}
		if p.free != 1 {
			t.Error("the processor is not free once")
		}
	})
}

// TestLongQuestionHoldsNobodyUp: one that computes for longer than its slice goes on beside the next, of somebody else.
func TestLongQuestionHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcessors(1)
		long, err := p.compute(t.Context(), "ada")
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		next, err := p.compute(t.Context(), "eve")
		if err != nil || time.Since(begin) != slice {
			t.Errorf("the next waits %v, %v", time.Since(begin), err)
		}
		long.end() // which takes nothing from the next
		if p.free != 0 {
			t.Error("two have the one processor")
		}
		next.end()
		(*computing)(nil).end()
	})
}

// TestFloodWaitsForItself: a person with many computations has them done one after the other as soon as somebody else asks. The other
// person waits for none of them. Too many are refused.
func TestFloodWaitsForItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newProcessors(2)
		compute := func(who string, takes time.Duration) (waited time.Duration, err error) {
			begin := time.Now()
			c, err := p.compute(t.Context(), who)
			if err != nil {
				return 0, err
			}
			waited = time.Since(begin)
			time.Sleep(takes)
			c.end()
			return waited, nil
		}
		refused, most := 0, 0
		for range 2 + mostWaiting + 3 {
			go func() {
				if _, err := compute("bob", 5*time.Second); errors.Is(err, ErrManyWait) {
					refused++
				} else if err != nil {
					t.Error(err)
				}
			}()
			synctest.Wait()
		}
		if refused != 3 || p.of["bob"].running != 2 {
			t.Errorf("alone he has %d refused, and %d computed at a time", refused, p.of["bob"].running)
		}
		for i := range 50 {
			waited, err := compute("eve", 10*time.Millisecond)
			if err != nil || waited > slice || i > 0 && waited > 0 {
				t.Errorf("somebody else waits %v the %d. time: %v", waited, i, err)
			}
			time.Sleep(time.Second)
			if i > 5 {
				most = max(most, p.of["bob"].running)
			}
		}
		if most != 1 {
			t.Errorf("%d of the many compute at a time beside her", most)
		}
		time.Sleep(time.Hour)
		if p.free != 2 || len(p.line) > 0 || p.of["bob"].running > 0 {
			t.Errorf("at the end %d processors are free, and %d wait", p.free, len(p.line))
		}
	})
}
