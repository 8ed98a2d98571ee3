package engine

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sync/semaphore"
)

// TestProcessorsInTurn: questions get a processor in the order in which they came; one that is given up leaves the queue.
func TestProcessorsInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := processors{semaphore.NewWeighted(1)}
		first, err := p.compute(t.Context())
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
				c, err := p.compute(ctx)
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
		if !p.free.TryAcquire(1) || p.free.TryAcquire(1) {
			t.Error("the processor is not free once")
		}
	})
}

// TestLongQuestionHoldsNobodyUp: one that computes for longer than its slice goes on beside the next.
func TestLongQuestionHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := processors{semaphore.NewWeighted(1)}
		long, err := p.compute(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		next, err := p.compute(t.Context())
		if err != nil || time.Since(begin) != slice {
			t.Errorf("the next waits %v, %v", time.Since(begin), err)
		}
		long.end() // which takes nothing from the next
		if p.free.TryAcquire(1) {
			t.Error("two have the one processor")
		}
		next.end()
		(*computing)(nil).end()
	})
}
