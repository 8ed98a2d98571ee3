package read

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestClock(t *testing.T) {
	for _, c := range []struct {
		name  string
		share float64 // of the time that the processor works
		held  time.Duration
		want  time.Duration
	}{
		{"at work", 1, 0, 10 * time.Second},
		{"on two processors", 2, 0, 10 * time.Second},
		{"half of the time", .5, 0, 20 * time.Second},
		{"waiting", 0, 0, 30 * time.Second},
		{"at work, and held", 1, 5 * time.Second, 15 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begin := time.Now()
				held := c.held
				clock := newClockOf(t.Context(), 10*time.Second, func() time.Duration {
					return time.Duration(float64(time.Since(begin)-min(held, time.Since(begin))) * c.share)
				})
				defer clock.stop()
				clock.extend(held)
				<-clock.Done()
				if took := time.Since(begin); took < c.want-10*time.Millisecond || took > c.want+10*time.Millisecond {
					t.Errorf("it rang after %v, want %v", took, c.want)
				}
				if clock.Err() != context.DeadlineExceeded {
					t.Error(clock.Err())
				}
			})
		})
	}
}
