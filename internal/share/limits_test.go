package share

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"
)

func TestHours(t *testing.T) {
	at := func(hour int) time.Time { return time.Date(2026, 11, 21, hour, 59, 0, 0, time.Local) }
	for _, tt := range []struct {
		text     string
		in, out  []int
		prints   string
		mistaken bool
	}{
		{"19-7", []int{19, 23, 0, 6}, []int{7, 12, 18}, "19-7", false},
		{"9-17", []int{9, 16}, []int{17, 8, 0}, "9-17", false},
		{"19:00-07:00", []int{19, 6}, []int{7}, "19-7", false},
		{"0-24", []int{0, 12, 23}, nil, "", false},
		{"22-24", []int{22, 23}, []int{0, 21}, "22-0", false},
		{"19", nil, nil, "", true}, {"a-b", nil, nil, "", true}, {"-1-3", nil, nil, "", true}, {"3-25", nil, nil, "", true}, {"19:30-7", nil, nil, "", true},
	} {
		h, err := ParseHours(tt.text)
		if (err != nil) != tt.mistaken || h.String() != tt.prints {
			t.Errorf("%s: %q, %v", tt.text, h, err)
		}
		for _, hour := range tt.in {
			if !h.Hold(at(hour)) {
				t.Errorf("%s leaves %d out", tt.text, hour)
			}
		}
		for _, hour := range tt.out {
			if h.Hold(at(hour)) {
				t.Errorf("%s takes %d in", tt.text, hour)
			}
		}
	}
	night, noon := Hours{19, 7}, Hours{12, 13}
	for _, tt := range []struct {
		h                   Hours
		at, next, lastBegan int // hours of one day, at 59 minutes; hours after 24 are of the next day, before 0 of the day before
	}{
		{night, 3, -1, -5}, {night, 12, 19, -5}, {night, 20, -1, 19}, {noon, 12, -1, 12}, {noon, 13, 36, 12}, {noon, 5, 12, -12},
	} {
		midnight := time.Date(2026, 11, 21, 0, 0, 0, 0, time.Local)
		next := midnight.Add(time.Duration(tt.next) * time.Hour)
		if tt.next < 0 { // the hours hold
			next = at(tt.at)
		}
		if got := tt.h.Next(at(tt.at)); !got.Equal(next) {
			t.Errorf("%v next after %d: %v, want %v", tt.h, tt.at, got, next)
		}
		if got, want := tt.h.Began(at(tt.at)), midnight.Add(time.Duration(tt.lastBegan)*time.Hour); !got.Equal(want) {
			t.Errorf("%v before %d: %v, want %v", tt.h, tt.at, got, want)
		}
	}
	text, err := json.Marshal(Limits{Bytes: 5, Hours: Hours{19, 7}})
	var back Limits
	if err := errors.Join(err, json.Unmarshal(text, &back)); err != nil || back != (Limits{Bytes: 5, Hours: Hours{19, 7}}) {
		t.Errorf("%s: %v, %v", text, back, err)
	}
	if text, _ := json.Marshal(Limits{}); string(text) != "{}" {
		t.Errorf("no limits are %s", text)
	}
}

// TestPace lets through a second's worth at once, and then makes wait.
func TestPace(t *testing.T) {
	if p := NewPace(Limits{Hours: Hours{1, 2}}); p != nil || p.Names(t.Context(), 1e9) != nil || p.Open(t.Context(), 1e15) != nil {
		t.Error("no limits limit")
	}
	p := NewPace(Limits{Bytes: 1000, Opens: 2, Names: 10})
	if err := errors.Join(p.Open(t.Context(), 400), p.Open(t.Context(), 600), p.Names(t.Context(), 10)); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for name, err := range map[string]error{
		"a third file": p.Open(ended, 0), "an eleventh name": p.Names(ended, 1), "many bytes": NewPace(Limits{Bytes: 10}).Open(ended, 100),
	} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s did not wait: %v", name, err)
		}
	}
}
