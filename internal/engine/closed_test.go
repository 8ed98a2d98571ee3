package engine

import (
	"context"
	"sync"
	"testing"
	"time"
)

// TestSilentGround asks a file system that does not answer: nobody waits without end, a second asker hardly at all, and
// once it answers it is heard again.
func TestSilentGround(t *testing.T) {
	var g grounds
	if got := g.ask("/a", func() string { return notMounted }); got != notMounted {
		t.Fatalf("%q", got)
	}
	answer := make(chan struct{})
	began := time.Now()
	if got := g.ask("/a", func() string { <-answer; return "" }); got != silent {
		t.Errorf("a file system that hangs: %q", got)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("it took %v to find that out", took)
	}
	asked := false
	if got := g.ask("/a", func() string { asked = true; return "" }); got != silent || asked {
		t.Errorf("asked while it hangs: %q, asked again: %v", got, asked)
	}
	if got := g.ask("/b", func() string { return "" }); got != "" {
		t.Errorf("another one: %q", got)
	}
	close(answer)
	for deadline := time.Now().Add(time.Minute); g.ask("/a", func() string { return "" }) != ""; {
		if time.Now().After(deadline) {
			t.Fatal("it answers, and is not heard")
		}
	}
}

// TestLooksAreShared has many look at one share at once: each waits for a scan that began after it came, and there are
// far fewer scans than askers.
func TestLooksAreShared(t *testing.T) {
	var l looks
	var mu sync.Mutex
	scans := 0
	var began []time.Time
	scan := func() looked {
		mu.Lock()
		scans++
		began = append(began, time.Now())
		mu.Unlock()
		time.Sleep(20 * time.Millisecond)
		return looked{whole: true}
	}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			came := time.Now()
			if !l.join(t.Context(), 1, func(context.Context) looked { return scan() }).whole {
				t.Error("the look did not end")
			}
			mu.Lock()
			defer mu.Unlock()
			if last := began[len(began)-1]; last.Before(came) {
				t.Errorf("came at %v and was given a scan of %v", came, last)
			}
		})
	}
	all.Wait()
	if scans > 10 {
		t.Errorf("%d scans for 50 askers", scans)
	}
	l.close()
}
