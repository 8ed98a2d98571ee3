package watch

import (
	"time"

	"github.com/sparsearch/spar/internal/share"
)

// A Schedule is when the whole of a share is scanned next, and why then. A copy says what other settings would make of it.
type Schedule struct {
	every    time.Duration // between two scans; 0 adapts to what they find
	hours    share.Hours   // outside of these nothing is scanned
	full     time.Time     // when the whole share is next, if the hours hold then
	last     time.Time     // when it was last, zero before the first time
	interval time.Duration
	covered  bool // events tell of every folder
	failures int
}

// Cover says whether events tell of every folder from now on.
func (s *Schedule) Cover(all bool) {
	if s.covered == all {
		return
	}
	s.covered = all
	if s.every > 0 || s.failures > 0 || s.last.IsZero() {
		return
	}
	least, most := s.bounds()
	s.interval = min(most, max(least, s.interval))
	s.full = s.last.Add(s.interval)
}

// Every sets the time between scans of the whole share, as Options.Interval does. It counts from the last scan.
func (s *Schedule) Every(interval time.Duration) {
	if s.every == interval {
		return
	}
	s.every = interval
	if s.failures > 0 || s.last.IsZero() {
		return
	}
	if least, most := s.bounds(); interval == 0 {
		s.interval = min(most, max(least, s.interval))
	} else {
		s.interval = interval
	}
	s.full = s.last.Add(s.interval)
}

// Within sets the hours when scans begin, of the whole share and of changed folders.
func (s *Schedule) Within(h share.Hours) { s.hours = h }

// Full is when the whole share is next. A time outside of the hours moves to when they began before it, so that a scan every day at
// night is tonight, or, where the last scan was after that, to when they begin again.
func (s *Schedule) Full(now time.Time) time.Time {
	at := s.full
	if !s.hours.Hold(at) {
		if began := s.hours.Began(at); began.After(s.last) {
			at = began
		} else {
			at = s.hours.Next(at)
		}
	}
	if at.Before(now) {
		return s.hours.Next(now)
	}
	return at
}

func (s *Schedule) bounds() (least, most time.Duration) {
	if s.covered {
		return shortestBeside, longestBeside
	}
	return shortest, longest
}
