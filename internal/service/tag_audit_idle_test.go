package service

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	spar "github.com/sparsearch/spar/internal/spar"
)

// TestIdleAudits: the timetable audits the tags once a round is over, and no sooner; what the present round found first is new to whoever sees
// all files, and what an earlier one found is not.
func TestIdleAudits(t *testing.T) {
	h := enginetest.Open(t, map[string]string{"one.txt": "a"}, nil)
	h.Scanned()
	every := time.Hour
	s, ctx := New(h.Opened, Options{AuditEvery: func() (time.Duration, error) { return every, nil }}), t.Context()
	owner := spar.Principal{All: true}
	others := 0
	other := func(context.Context) (int, error) { others++; return 7, nil }
	turn := func(idle func(context.Context) (int, error), want int, when string) {
		t.Helper()
		if n, err := idle(ctx); n != want || err != nil {
			t.Errorf("%s idle time did %d things, not %d: %v", when, n, want, err)
		}
	}
	news := func(want ...string) {
		t.Helper()
		list, err := s.AuditTags(ctx, owner, api.TagAuditQuery{Kind: "duplicate", New: true})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, f := range list {
			names = append(names, slices.Min(f.Tags))
		}
		if slices.Sort(names); !slices.Equal(names, want) {
			t.Errorf("new are %q, not %q", names, want)
		}
	}
	add := func(names ...string) {
		t.Helper()
		for _, name := range names {
			if _, err := s.AddTag(ctx, owner, api.NewTag{Name: name}); err != nil {
				t.Fatal(err)
			}
		}
	}
	round := func() { // the hour is over
		t.Helper()
		every = time.Nanosecond
		turn(s.idleAudits(every, other), 1, "after the round")
		every = time.Hour
	}

	if s.idleAudits(0, nil) != nil {
		t.Error("without a timetable there is something to do")
	}
	turn(s.idleAudits(0, other), 7, "without a timetable")
	turn(s.idleAudits(every, other), 7, "without tags")
	add("Holiday request", "Holiday requests")
	idle := s.idleAudits(every, other)
	turn(idle, 1, "in the first round")
	turn(idle, 7, "within the round")
	turn(s.idleAudits(every, nil), 0, "within the round, with nothing else to do,")
	news("Holiday request")
	add("Travel form", "Travel forms")
	news("Holiday request", "Travel form") // both were found first in this round
	round()
	news()
	add("Badge order", "Badge orders")
	news("Badge order")
	round()
	news()
	broken := errors.New("broken")
	turn2, err := s.idleAudits(every, func(context.Context) (int, error) { return 0, broken })(ctx)
	if turn2 != 0 || !errors.Is(err, broken) {
		t.Errorf("%d, %v", turn2, err)
	}
	if others != 3 {
		t.Errorf("what else there is to do was done %d times", others)
	}
}
