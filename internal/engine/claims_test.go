package engine

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/sparsearch/spar/internal/order"
	"github.com/sparsearch/spar/internal/spar"
)

func finding(id spar.FileID) []spar.Finding {
	return []spar.Finding{{Version: spar.FileVersion{File: id}}}
}

// TestClaims lets two parties read the same files. One of them begins each file; the other waits for the files that it passed over.
func TestClaims(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c claims
		one, two := c.enter(), c.enter()
		hurried := 0
		one.hurriedBy(func() { hurried++ })
		if !one.take(1) || !one.take(2) || two.take(1) || two.take(2) || !two.take(3) || one.take(3) {
			t.Fatal("a file is not read by the one who comes first alone")
		}
		two.recorded(finding(3))
		if one.take(3) {
			t.Error("a file was read again that was recorded just now")
		}
		waited := make(chan int)
		go func() { waited <- two.wait(t.Context()) }()
		synctest.Wait()
		if hurried != 1 || !one.wanted(1) || one.wanted(3) {
			t.Errorf("who waits is not heard: hurried %d times", hurried)
		}
		one.recorded(finding(1))
		select {
		case <-waited:
			t.Fatal("did not wait for the second file")
		case <-time.After(time.Minute):
		}
		one.leave() // the other file was not read: who waits reads it
		if n := <-waited; n != 2 {
			t.Errorf("%d files were waited for", n)
		}
		if three := c.enter(); !three.take(2) || one.take(4) {
			t.Error("a file stays claimed by one who left, or is claimed by one")
		}
	})
}

// TestClaimsEndWithTheBudget waits for one who never ends.
func TestClaimsEndWithTheBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c claims
		slow, asker := c.enter(), c.enter()
		slow.take(1)
		asker.take(1)
		s := Selection{Budget: order.Of(time.Second)}.begun()
		ctx, stop := s.reading(t.Context())
		defer stop()
		began := time.Now()
		if n := asker.wait(ctx); n != 0 || time.Since(began) != time.Second || context.Cause(ctx) == nil {
			t.Errorf("%d files, after %v", n, time.Since(began))
		}
	})
}

// TestClaimsOfEachOther lets two parties wait for each other's file. Neither file arrives.
func TestClaimsOfEachOther(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c claims
		one, two := c.enter(), c.enter()
		one.take(1)
		two.take(2)
		one.take(2)
		two.take(1)
		done := make(chan int)
		for _, p := range []*party{one, two} {
			go func() { done <- p.wait(t.Context()) }()
		}
		for range 2 {
			if <-done != 1 {
				t.Error("not each waited for one file")
			}
		}
	})
}
