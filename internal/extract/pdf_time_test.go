package extract

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestAhead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		begin := time.Now()
		bounded, stop := ahead(ctx)
		defer stop()
		<-bounded.Done()
		if took := time.Since(begin); took != 9*time.Second || context.Cause(bounded) != context.DeadlineExceeded || ctx.Err() != nil {
			t.Errorf("it ended after %v by %v", took, context.Cause(bounded))
		}
		never, stop := ahead(t.Context())
		stop()
		if <-never.Done(); context.Cause(never) != context.Canceled {
			t.Error(context.Cause(never))
		}
	})
}
