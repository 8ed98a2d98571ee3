package eval

import (
	"bytes"
	"fmt"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"
)

// A lockWatch looks at the mutex profile again and again, for the longest wait.
type lockWatch struct {
	second  float64 // cycles
	known   map[[32]uintptr]runtime.BlockProfileRecord
	longest time.Duration
	at      [32]uintptr // of the longest
	over    chan struct{}
	done    chan struct{}
}

// watchLocks begins to look. The profile sums waits by place, so that what it finds is the mean of the few waits of one place
// within a twentieth of a second.
func watchLocks() *lockWatch {
	var text bytes.Buffer
	pprof.Lookup("mutex").WriteTo(&text, 1)
	w := &lockWatch{known: map[[32]uintptr]runtime.BlockProfileRecord{}, over: make(chan struct{}), done: make(chan struct{})}
	if _, err := fmt.Sscanf(text.String(), "--- mutex:\ncycles/second=%f", &w.second); err != nil {
		w.second = 1e9
	}
	runtime.SetMutexProfileFraction(1)
	w.look()
	w.longest = 0 // what was before is not of this round
	go func() {
		defer close(w.done)
		for {
			select {
			case <-w.over:
				return
			case <-time.After(50 * time.Millisecond):
				w.look()
			}
		}
	}()
	return w
}

func (w *lockWatch) look() {
	n, _ := runtime.MutexProfile(nil)
	list := make([]runtime.BlockProfileRecord, n+50)
	n, _ = runtime.MutexProfile(list)
	now := map[[32]uintptr]runtime.BlockProfileRecord{} // several records may begin with the same frames
	for _, r := range list[:min(n, len(list))] {
		sum := now[r.Stack0]
		sum.Count, sum.Cycles = sum.Count+r.Count, sum.Cycles+r.Cycles
		now[r.Stack0] = sum
	}
	for place, r := range now {
		was := w.known[place]
		w.known[place] = r
		if count := r.Count - was.Count; count > 0 {
			if took := time.Duration(float64(r.Cycles-was.Cycles) / float64(count) / w.second * float64(time.Second)); took > w.longest {
				w.longest, w.at = took, place
			}
		}
	}
}

// end returns the longest wait, and who let go of the lock.
func (w *lockWatch) end() (longest time.Duration, at string) {
	close(w.over)
	<-w.done
	w.look()
	runtime.SetMutexProfileFraction(0)
	frames := runtime.CallersFrames(w.at[:])
	for more := w.longest > 0; more; {
		var f runtime.Frame
		if f, more = frames.Next(); f.Function != "" && !strings.HasPrefix(f.Function, "runtime.") && !strings.HasPrefix(f.Function, "sync.") {
			return w.longest, f.Function
		}
	}
	return w.longest, ""
}
