package share

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	spar "github.com/sparsearch/spar/internal/spar"
	"golang.org/x/time/rate"
)

// Limits spare a share. The zero value has none.
type Limits struct {
	Bytes float64 `json:"bytes_per_second,omitempty"` // read
	Opens float64 `json:"opens_per_second,omitempty"` // files
	Names float64 `json:"names_per_second,omitempty"` // examined by a scan
	Hours Hours   `json:"hours,omitzero"`             // when background work may scan and read
}

// Rated reports whether opening and reading files is bounded.
func (l Limits) Rated() bool { return l.Bytes > 0 || l.Opens > 0 }

// Hours are a part of the day, in local time, from the beginning of one hour to that of another, which may be of the next
// day. The zero value is the whole day.
type Hours struct{ From, To int }

// ParseHours reads hours such as "19-7".
func ParseHours(text string) (h Hours, err error) {
	from, to, ok := strings.Cut(text, "-")
	if !ok {
		return h, badHours(text)
	}
	for s, n := range map[string]*int{from: &h.From, to: &h.To} {
		s = strings.TrimSuffix(strings.TrimSpace(s), ":00")
		if *n, err = strconv.Atoi(s); err != nil || *n < 0 || *n > 24 {
			return Hours{}, badHours(text)
		}
	}
	if h.From%24 == h.To%24 {
		return Hours{}, nil
	}
	h.From, h.To = h.From%24, h.To%24
	return h, nil
}

func badHours(text string) error {
	return spar.Errorf(spar.Invalid, "%q are no hours: write them as 19-7, from the first to the hour that they end with", text)
}

// String is what ParseHours reads; "" for the whole day.
func (h Hours) String() string {
	if h == (Hours{}) {
		return ""
	}
	return fmt.Sprintf("%d-%d", h.From, h.To)
}

// MarshalText is String.
func (h Hours) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText is ParseHours, and takes "" for the whole day.
func (h *Hours) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*h = Hours{}
		return nil
	}
	*h, err = ParseHours(string(text))
	return err
}

// Hold reports whether a time lies in the hours.
func (h Hours) Hold(t time.Time) bool {
	hour := t.Hour()
	switch {
	case h == Hours{}:
		return true
	case h.From < h.To:
		return hour >= h.From && hour < h.To
	}
	return hour >= h.From || hour < h.To
}

// Next is a time if it lies in the hours, else when they begin after it.
func (h Hours) Next(t time.Time) time.Time {
	if h.Hold(t) {
		return t
	}
	began := time.Date(t.Year(), t.Month(), t.Day(), h.From, 0, 0, 0, t.Location())
	if began.Before(t) {
		began = time.Date(t.Year(), t.Month(), t.Day()+1, h.From, 0, 0, 0, t.Location())
	}
	return began
}

// Began is when the hours began last, at a time or before it.
func (h Hours) Began(t time.Time) time.Time {
	began := time.Date(t.Year(), t.Month(), t.Day(), h.From, 0, 0, 0, t.Location())
	if began.After(t) {
		began = time.Date(t.Year(), t.Month(), t.Day()-1, h.From, 0, 0, 0, t.Location())
	}
	return began
}

// A Pace keeps the rates of Limits within this process. It may be used by many goroutines; a nil Pace keeps none.
type Pace struct{ bytes, opens, names *rate.Limiter }

// NewPace begins to keep limits, nil where there are none.
func NewPace(l Limits) *Pace {
	if l.Bytes <= 0 && l.Opens <= 0 && l.Names <= 0 {
		return nil
	}
	limiter := func(perSecond float64) *rate.Limiter {
		if perSecond <= 0 {
			return nil
		}
		return rate.NewLimiter(rate.Limit(perSecond), max(1, int(perSecond)))
	}
	return &Pace{limiter(l.Bytes), limiter(l.Opens), limiter(l.Names)}
}

// Names waits until n names may be examined.
func (p *Pace) Names(ctx context.Context, n int) error {
	if p == nil {
		return nil
	}
	return wait(ctx, p.names, int64(n))
}

// Open waits until a file of a size may be opened and read.
func (p *Pace) Open(ctx context.Context, size int64) error {
	if p == nil {
		return nil
	}
	if err := wait(ctx, p.opens, 1); err != nil {
		return err
	}
	return wait(ctx, p.bytes, size)
}

// wait waits for n, a second's worth at a time, which is all that a limiter gives at once.
func wait(ctx context.Context, l *rate.Limiter, n int64) error {
	if l == nil {
		return nil
	}
	for n > 0 {
		step := min(n, int64(l.Burst()))
		r := l.ReserveN(time.Now(), int(step))
		timer := time.NewTimer(r.Delay())
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
		n -= step
	}
	return nil
}
