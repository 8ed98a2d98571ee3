package server

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/time/rate"
)

// Limits bounds the requests of one person; 0 is no limit.
type Limits struct {
	Requests int // a minute, a fifth of them at once
	Answers  int // that are made for them at a time
}

const (
	mostOpen        = 64               // requests of one person at a time, events that they follow among them
	mostConnections = 4096             // of all clients
	waitForPlace    = 10 * time.Second // among the answers of one person
	waitForSearch   = 3 * time.Second  // the same, of a question on the page, beside which the page tries questions of its own
	mostBody        = 1 << 20          // bytes that it may have
	strangersMinute = 600              // wrong keys that one address may show a minute, a fifth of them at once
	mostBuckets     = 10_000           // clients whose recent requests are counted
)

// limiter knows how much each client asks.
type limiter struct {
	mu      sync.Mutex
	limits  Limits
	buckets map[string]*rate.Limiter // requests by person
	strange map[string]*rate.Limiter // wrong keys by address
	noted   map[string]time.Time     // of addresses, when a wrong key was last noted
	open    map[string]int           // requests by person
	answers map[string]int           // by person
	freed   chan struct{}            // closed when a place becomes free
}

func newLimiter(l Limits) *limiter {
	return &limiter{limits: l, buckets: map[string]*rate.Limiter{}, strange: map[string]*rate.Limiter{},
		noted: map[string]time.Time{}, open: map[string]int{}, answers: map[string]int{}, freed: make(chan struct{})}
}

// SetLimits changes the limits for requests to come.
func (s *Server) SetLimits(l Limits) {
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	if l.Requests != s.limiter.limits.Requests {
		clear(s.limiter.buckets)
	}
	s.limiter.limits = l
}

// take takes a token of a bucket, or says how long it takes until there is one. Buckets that are full are as good as none.
func take(buckets map[string]*rate.Limiter, key string, aMinute int) (wait time.Duration) {
	b := buckets[key]
	if b == nil {
		if len(buckets) >= mostBuckets {
			for k, old := range buckets {
				if old.Tokens() >= float64(old.Burst()) {
					delete(buckets, k)
				}
			}
		}
		if len(buckets) >= mostBuckets { // so many ask that each is refused who is not known yet
			return time.Second
		}
		b = rate.NewLimiter(rate.Limit(float64(aMinute)/60), max(1, aMinute/5))
		buckets[key] = b
	}
	r := b.Reserve()
	if wait = r.Delay(); wait > 0 {
		r.Cancel()
	}
	return wait
}

// admit counts a request of somebody until it ends, or refuses it.
func (s *Server) admit(r *http.Request, who spar.Principal) error {
	name, l := who.Owner(), s.limiter
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.limits.Requests > 0 {
		if wait := take(l.buckets, name, l.limits.Requests); wait > 0 {
			return s.tooMany(tooManyRequests, wait, "you have asked more than %d times in a minute: ask again in %s", l.limits.Requests, seconds(wait))
		}
	}
	if l.open[name] >= mostOpen {
		return s.tooMany(tooManyAtOnce, time.Second, "%d of your requests are being answered, and more at a time are not taken of one person: ask again when one of them has ended", mostOpen)
	}
	l.open[name]++
	in := inquiryOf(r)
	in.ended = append(in.ended, func() { l.leave(l.open, name) })
	return nil
}

// enter takes a place among the answers that are made for one person; leave gives it back. Where all are taken it waits a while: an
// assistant asks several things at once, and most answers take no time.
func (s *Server) enter(ctx context.Context, who spar.Principal, patience time.Duration) (leave func(), err error) {
	name, l := who.Owner(), s.limiter
	late := time.NewTimer(patience)
	defer late.Stop()
	for over := patience == 0; ; {
		l.mu.Lock()
		most, freed := l.limits.Answers, l.freed
		if most == 0 || l.answers[name] < most {
			l.answers[name]++
			l.mu.Unlock()
			return func() { l.leave(l.answers, name) }, nil
		}
		l.mu.Unlock()
		if over {
			return nil, s.tooMany(tooManyAnswers, 5*time.Second, "you wait for %d answers already, and more at a time are not made for one person: ask again when one of them is there", most)
		}
		select {
		case <-freed:
		case <-late.C:
			over = true
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// compute waits for the turn of the asker to compute, and returns a context for the computation. The caller calls end.
func (s *Server) compute(ctx context.Context, who spar.Principal) (_ context.Context, end func(), err error) {
	ctx, end, err = s.o.Service.Computing(ctx, who)
	if errors.Is(err, service.ErrManyWait) {
		err = s.tooMany(tooManyWaiting, 2*time.Second, "%s", err.Error())
	}
	return ctx, end, err
}

func (l *limiter) leave(counts map[string]int, name string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if counts[name]--; counts[name] == 0 {
		delete(counts, name)
	}
	close(l.freed)
	l.freed = make(chan struct{})
}

// stranger returns the error for a wrong key. Keys cannot be guessed; but an attacker is slowed, and does not fill the trail.
func (s *Server) stranger(r *http.Request) error {
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	if wait := take(s.limiter.strange, inquiryOf(r).entry.From, strangersMinute); wait > 0 {
		return s.tooMany(tooManyUnknown, wait, "more than %d requests with keys that are not known came from your address in a minute: try again in %s", strangersMinute, seconds(wait))
	}
	// One a minute of an address is noted: who guesses must not fill the disk.
	in := inquiryOf(r)
	if now := time.Now(); now.Sub(s.limiter.noted[in.entry.From]) >= time.Minute {
		if len(s.limiter.noted) >= mostBuckets {
			clear(s.limiter.noted)
		}
		s.limiter.noted[in.entry.From], in.wrongKey = now, true
	}
	f := s.strange()
	f.say(spar.Errorf(f.Code, "this key lets nobody in: it was mistyped, has ended or was revoked. Sign in anew, or make another token"))
	return f
}

func (s *Server) tooMany(limit string, wait time.Duration, format string, args ...any) *fault {
	s.metrics.limited.WithLabelValues(limit).Inc()
	f := problem(http.StatusTooManyRequests, "too-many", format, args...)
	f.retry = wait
	return f
}

// seconds is a time to wait as people and the header Retry-After have it: never 0.
func seconds(d time.Duration) string { return strconv.Itoa(max(1, int(math.Ceil(d.Seconds())))) + " s" }

// address is where a request comes from: of IPv6 the network, which is one customer's. Behind a proxy, which alone reaches this server,
// it is what that proxy says last.
func (s *Server) address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	if s.o.Proxied {
		if said := r.Header.Values("X-Forwarded-For"); len(said) > 0 {
			list := strings.Split(said[len(said)-1], ",")
			host = strings.TrimSpace(list[len(list)-1])
		}
	}
	a, err := netip.ParseAddr(host)
	if err != nil {
		return "unknown"
	}
	if a = a.Unmap().WithZone(""); a.Is6() {
		network, _ := a.Prefix(64) // no address has fewer bits
		return network.Masked().String()
	}
	return a.String()
}

// A timedBody is a body that must arrive in time, so that a client that sends a byte at a time does not hold a connection.
type timedBody struct {
	io.ReadCloser
	to *http.ResponseController
}

// timed gives a request a body that is waited for no longer than clients are waited for.
func (s *Server) timed(w http.ResponseWriter, r *http.Request) {
	to := http.NewResponseController(w)
	to.SetWriteDeadline(time.Time{}) // the one for the reply before, on the same connection
	if r.Body == nil || r.Body == http.NoBody {
		return
	}
	to.SetReadDeadline(time.Now().Add(s.o.Patience)) // recorders of tests have none
	r.Body = &timedBody{r.Body, to}
}

// errSlow ends the reading of a body that does not come.
var errSlow = errors.New("the body of the request has not come in time")

func (b *timedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	switch {
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = errSlow
	case err == io.EOF: // what else comes is the end of the connection, which is looked for while the answer is made
		b.to.SetReadDeadline(time.Time{})
	}
	return n, err
}
