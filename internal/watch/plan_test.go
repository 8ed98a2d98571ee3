package watch

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sparsearch/spar/internal/share"
)

// A clock is a plan with the time that it thinks it is.
type clock struct {
	*Plan
	t   *testing.T
	now time.Time
}

func start(t *testing.T, o Options) *clock {
	now := time.Unix(1e9, 0)
	return &clock{New(o, now), t, now}
}

// run performs the next actions until a time has passed, and lists them.
func (c *clock) run(d time.Duration, news bool, unsettled ...string) (did []string) {
	end := c.now.Add(d)
	for {
		a := c.Next(c.now)
		if a.At.After(end) {
			c.now = end
			return did
		}
		if a.At.After(c.now) {
			c.now = a.At
			continue
		}
		c.Begin(a)
		if a.Full {
			did = append(did, "all")
		} else {
			did = append(did, fmt.Sprint(a.Parts))
		}
		c.Done(a, news, unsettled, c.now, c.now)
	}
}

func TestPlan(t *testing.T) {
	c := start(t, Options{})
	if got := c.run(0, false); !cmp.Equal(got, []string{"all"}) {
		t.Fatalf("first: %v", got)
	}
	c.Cover(true)
	c.run(0, false)
	// Events of a folder are looked at together, when it is quiet.
	for range 5 {
		c.Event("a", false, c.now)
		c.Event("b/c", true, c.now)
		if got := c.run(time.Second, false); got != nil {
			t.Errorf("while it is busy: %v", got)
		}
	}
	if got, want := c.run(2*time.Second, true), []string{fmt.Sprint([]share.Part{{Path: "a"}, {Path: "b/c", Deep: true}})}; !cmp.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	// One that never is quiet is looked at all the same.
	var got []string
	for range 60 {
		c.Event("log", false, c.now)
		got = append(got, c.run(time.Second, true)...)
	}
	if len(got) < 1 || len(got) > 2 || got[0] != "[{log false}]" {
		t.Errorf("a busy folder: %v", got)
	}
	c.run(10*time.Second, false)
	// Lost events, and too many, mean the whole share.
	c.Event("x", false, c.now)
	c.Lost(c.now)
	if got := c.run(3*time.Second, false); !cmp.Equal(got, []string{"all"}) {
		t.Errorf("lost events: %v", got)
	}
	for i := range maxParts + 1 {
		c.Event(fmt.Sprint(i), false, c.now)
	}
	if got := c.run(3*time.Second, false); !cmp.Equal(got, []string{"all"}) {
		t.Errorf("many events: %v", got)
	}
}

func TestIntervals(t *testing.T) {
	count := func(c *clock, d time.Duration, news bool) int { return len(c.run(d, news)) }
	c := start(t, Options{})
	quiet, later := count(c, time.Hour, false), count(c, 24*time.Hour, false)
	if quiet < 5 || quiet > 40 || later < 24 || later > 40 {
		t.Errorf("%d scans in a quiet hour, %d in the day after it", quiet, later)
	}
	if busy := count(c, 2*time.Hour, true); busy < 100 {
		t.Errorf("%d scans in two busy hours", busy)
	}
	c = start(t, Options{Interval: time.Minute})
	if n := count(c, time.Hour, false); n != 61 {
		t.Errorf("%d scans in an hour, one a minute", n)
	}
	c = start(t, Options{})
	c.Cover(true)
	if n := count(c, 24*time.Hour, false); n < 2 || n > 30 {
		t.Errorf("%d scans in a day of a share with events", n)
	}
	// A scan that takes long is not repeated at once, whatever it finds.
	c = start(t, Options{})
	a := c.Next(c.now)
	c.Begin(a)
	c.Done(a, true, nil, c.now, c.now.Add(2*time.Minute))
	if next := c.Next(c.now.Add(2 * time.Minute)); next.At.Sub(c.now) < 40*time.Minute {
		t.Errorf("the next scan is after %v", next.At.Sub(c.now))
	}
}

func TestWriting(t *testing.T) {
	c := start(t, Options{})
	c.Cover(true)
	c.run(0, false)
	c.Event("d", false, c.now)
	began := c.now
	looks := 0
	for {
		a := c.Next(c.now)
		if a.At.After(c.now) {
			c.now = a.At
			continue
		}
		if a.Full {
			t.Fatal("the whole share")
		}
		looks++
		c.Begin(a)
		if a.Settle == 0 {
			break // it is taken as it is
		}
		c.Done(a, false, []string{"d"}, c.now, c.now)
	}
	if took := c.now.Sub(began); took < 5*time.Minute || took > 6*time.Minute || looks > 200 {
		t.Errorf("taken as it is after %v and %d looks", took, looks)
	}
	c.Done(Action{Parts: []share.Part{{Path: "d"}}}, true, nil, c.now, c.now)
	if a := c.Next(c.now); a.settleOf() == 0 {
		t.Error("the next file is not waited for")
	}
}

func (a Action) settleOf() time.Duration {
	if a.Settle == 0 && len(a.Parts) == 0 {
		return 1 // nothing to do yet
	}
	return a.Settle
}

func TestBackOff(t *testing.T) {
	c := start(t, Options{})
	c.run(0, false)
	tries := 0
	for end := c.now.Add(2 * time.Hour); c.now.Before(end); {
		a := c.Next(c.now)
		if a.At.After(c.now) {
			c.now = a.At
			continue
		}
		if !a.Full {
			t.Fatalf("%+v", a)
		}
		c.Begin(a)
		c.Event("d", false, c.now)
		c.Failed(c.now)
		tries++
	}
	if tries < 10 || tries > 40 || !c.Failing() {
		t.Errorf("%d tries in two hours", tries)
	}
	a := c.Next(c.now.Add(lastRetry))
	c.Begin(a)
	c.Done(a, false, nil, c.now, c.now)
	if c.Failing() {
		t.Error("it fails still")
	}
}

// TestWrote: files that somebody wrote to come with the folder that they lie in, once.
func TestWrote(t *testing.T) {
	c := start(t, Options{})
	c.run(0, false)
	for _, file := range []string{"top", "a/x", "a/y", "b/z"} {
		c.Wrote(file)
	}
	c.Event("a", false, c.now)
	c.now = c.now.Add(3 * time.Second)
	a := c.Next(c.now)
	slices.Sort(a.Wrote)
	if want := []string{"a/x", "a/y"}; a.Full || !cmp.Equal(a.Wrote, want) {
		t.Errorf("of a folder: %+v, want %q", a, want)
	}
	c.Begin(a)
	c.Done(a, true, nil, c.now, c.now)
	c.Lost(c.now)
	c.now = c.now.Add(3 * time.Second)
	a = c.Next(c.now)
	slices.Sort(a.Wrote)
	if want := []string{"b/z", "top"}; !a.Full || !cmp.Equal(a.Wrote, want) {
		t.Errorf("of all: %+v, want %q", a, want)
	}
	c.Begin(a)
	if a = c.Next(c.now); a.Wrote != nil {
		t.Errorf("again: %q", a.Wrote)
	}
}

// TestEvery: another time between scans counts from the last one on, at once.
func TestEvery(t *testing.T) {
	c := start(t, Options{})
	c.run(0, false)
	c.Every(6 * time.Hour)
	if got := c.run(5*time.Hour, false); got != nil {
		t.Errorf("within six hours: %v", got)
	}
	if got, want := c.Full(c.now), time.Unix(1e9, 0).Add(6*time.Hour); !got.Equal(want) {
		t.Errorf("the next is at %v, want %v", got, want)
	}
	c.Every(time.Hour) // has passed
	if got := c.run(0, false); len(got) != 1 {
		t.Errorf("after an hour: %v", got)
	}
	c.Every(0)
	if got := c.run(2*longest, false); len(got) == 0 {
		t.Error("found by itself it scans no more")
	}
}

// TestWithinHours: outside of the hours nothing is scanned, neither the share nor a folder that changed, and the next scan is in them.
func TestWithinHours(t *testing.T) {
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, time.UTC) }
	night := share.Hours{From: 22, To: 6}
	c := &clock{New(Options{}, at(26, 7, 42)), t, at(26, 7, 42)}
	c.Cover(true)
	c.run(0, false)
	c.Every(24 * time.Hour)
	c.Within(night)
	if got, want := c.Full(c.now), at(26, 22, 0); !got.Equal(want) {
		t.Errorf("after a scan by day the next is at %v, want %v", got, want)
	}
	c.Event("a", false, c.now)
	if got := c.run(10*time.Hour, true); got != nil {
		t.Errorf("by day: %v", got)
	}
	c.Lost(c.now)
	if got, want := c.Full(c.now), at(26, 22, 0); !got.Equal(want) {
		t.Errorf("after events were lost the next is at %v, want %v", got, want)
	}
	if got := c.run(5*time.Hour, true); !cmp.Equal(got, []string{"all"}) {
		t.Errorf("at night: %v", got)
	}
	c.Event("b", false, c.now)
	if got, want := c.run(time.Minute, true), []string{fmt.Sprint([]share.Part{{Path: "b"}})}; !cmp.Equal(got, want) {
		t.Errorf("a folder at night: %v, want %v", got, want)
	}
	if got, want := c.Full(c.now), at(27, 22, 0); !got.Equal(want) {
		t.Errorf("after a scan at night the next is at %v, want %v", got, want)
	}
	// A server that starts by day waits too, and one that cannot reach the share tries again at night alone.
	c = &clock{New(Options{Interval: time.Hour}, at(26, 12, 0)), t, at(26, 12, 0)}
	c.Within(night)
	if got, want := c.Full(c.now), at(26, 22, 0); !got.Equal(want) || !c.Next(c.now).At.Equal(want) {
		t.Errorf("begun by day the first is at %v, want %v", got, want)
	}
	c.now = at(27, 5, 59)
	c.Failed(c.now)
	c.Failed(c.now)
	c.Failed(c.now)
	c.Failed(c.now)
	c.now = at(27, 6, 1)
	if got, want := c.Next(c.now).At, at(27, 22, 0); !got.Equal(want) {
		t.Errorf("it is tried again at %v, want %v", got, want)
	}
	// Another setting of a copy leaves the plan alone.
	other := c.Schedule
	other.Within(share.Hours{})
	if got := other.Full(c.now); !got.Before(at(27, 7, 0)) || c.Full(c.now).Equal(got) {
		t.Errorf("without hours it is at %v, with them at %v", got, c.Full(c.now))
	}
}
