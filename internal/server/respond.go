package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/spar"
	"github.com/sparsearch/spar/internal/tongue"
)

// givenUp is the status of a request whose client left before its reply; nobody gets it.
const givenUp = 499

// A fault is an error with its status.
type fault struct {
	status int
	api.Fault
	said  error         // what the message is of, to be said in another language
	spot  *spar.Spot    // where it is in a text that was sent
	retry time.Duration // after which it may go better, where that is known
}

func (f *fault) Error() string { return f.Message }

// of is the fault of a request as its reply has it.
func (f *fault) of(r *http.Request) api.RequestFault {
	return api.RequestFault{Fault: f.Fault, Spot: f.spot, Request: inquiryOf(r).id}
}

func problem(status int, code, format string, args ...any) *fault {
	f := &fault{status: status, Fault: api.Fault{Code: spar.Code(code)}}
	f.say(spar.Errorf(f.Code, format, args...))
	return f
}

// say sets what a fault says.
func (f *fault) say(what error) { f.said, f.Message = what, what.Error() }

// statuses has the status of each code.
var statuses = map[spar.Code]int{
	spar.Invalid: http.StatusBadRequest, spar.NotFound: http.StatusNotFound, spar.Conflict: http.StatusConflict,
	spar.Unavailable: http.StatusServiceUnavailable, spar.Internal: http.StatusInternalServerError,
}

// faultOf returns an error as a client sees it. The text of an internal error may name files, so only the log has it.
func (s *Server) faultOf(r *http.Request, err error) *fault {
	f := s.faultTold(r, err)
	inquiryOf(r).code = string(f.Code)
	return f
}

// in is the fault in a language.
func (f fault) in(language string) *fault {
	if f.said != nil {
		f.Message = tongue.Error(language, f.said)
	}
	return &f
}

func (s *Server) faultTold(r *http.Request, err error) *fault {
	var f *fault
	if errors.As(err, &f) {
		return f
	}
	if errors.Is(err, errSlow) {
		return problem(http.StatusRequestTimeout, "timeout", "the body of the request has not come within %s", s.o.Patience)
	}
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return problem(http.StatusRequestEntityTooLarge, "too-large", "the request is larger than %d bytes", large.Limit)
	}
	code := spar.CodeOf(err)
	if code == spar.Internal {
		if r.Context().Err() != nil {
			return problem(givenUp, string(spar.Unavailable), "the request was given up")
		}
		s.o.Log.Error("a request failed", "request", inquiryOf(r).id, "operation", inquiryOf(r).operation, "err", err)
		return problem(http.StatusInternalServerError, string(code), "SPAR has a fault; its log says more under the number of this request")
	}
	if do := spar.RemediesOf(err); slices.ContainsFunc(do, func(r spar.Remedy) bool { return r.Do == spar.ShowAgain }) {
		f := problem(http.StatusForbidden, "forbidden", "%s", err)
		if f.Do = do; s.provider.Load() != nil {
			f.Do = append(f.Do, spar.Remedy{Do: spar.SignIn})
		}
		return f
	}
	return &fault{status: statuses[code], Fault: api.Fault{Code: code, Message: err.Error(), Do: spar.RemediesOf(err)}, spot: spar.SpotOf(err), said: err}
}

// fail tells an error.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := s.faultOf(r, err).in(inquiryOf(r).language)
	f.advise(w.Header())
	if navigates(r) {
		showFailed(s, w, r, f)
		return
	}
	writeJSON(w, r, f.status, api.Failure{Error: f.of(r)})
}

// advise sets the headers that say what a client may do about a fault.
func (f *fault) advise(h http.Header) {
	switch f.status {
	case http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="spar"`)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		after, _, _ := strings.Cut(seconds(cmp.Or(f.retry, 5*time.Second)), " ")
		h.Set("Retry-After", after)
	}
}

// writeJSON sends a value, its words in the language of whoever asks.
func writeJSON(w http.ResponseWriter, r *http.Request, status int, v any) {
	text, err := json.Marshal(tongue.Value(inquiryOf(r).language, v))
	if err != nil { // our own structs are all encodable
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Add("Vary", "Accept-Language")
	w.WriteHeader(status)
	w.Write(append(text, '\n')) // who is gone needs none
}

// A form is the way to send results that come in pieces.
type form string

const (
	whole  form = "application/json" // the last, or a page
	lines  form = "application/x-ndjson"
	stream form = "text/event-stream"
)

// formOf is the form that a client asks for.
func formOf(r *http.Request) form {
	for _, part := range strings.Split(r.Header.Get("Accept"), ",") {
		kind, _, _ := strings.Cut(part, ";")
		switch f := form(strings.TrimSpace(kind)); f {
		case lines, stream:
			return f
		}
	}
	return whole
}

// A sender sends pieces as they come.
type sender struct {
	mu   sync.Mutex
	w    http.ResponseWriter
	to   *http.ResponseController
	form form
	in   string // language of words
	n    int
	stop func()
}

// Silence is how long a stream of events may be silent before it sends a sign of life: proxies close silent connections.
const silence = 15 * time.Second

// send begins to send pieces in a form.
func (s *Server) send(ctx context.Context, w http.ResponseWriter, f form) *sender {
	out := &sender{w: w, to: http.NewResponseController(w), form: f, in: inquiryIn(ctx).language}
	h := w.Header()
	h.Set("Content-Type", string(f))
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // nginx would keep the events until there are many
	w.WriteHeader(http.StatusOK)
	ctx, cancel := context.WithCancel(ctx)
	var ended sync.WaitGroup
	if f == stream {
		ended.Go(func() {
			tick := time.NewTicker(silence)
			defer tick.Stop()
			for {
				select {
				case <-ctx.Done():
					return
				case <-tick.C:
					out.mu.Lock()
					out.write(": still here\n\n")
					out.mu.Unlock()
				}
			}
		})
	}
	out.stop = func() { cancel(); ended.Wait() }
	return out
}

func (o *sender) write(text string) error {
	if _, err := o.w.Write([]byte(text)); err != nil {
		return err
	}
	return o.to.Flush()
}

// piece sends one piece; name is the event's.
func (o *sender) piece(name string, v any) error {
	text, err := json.Marshal(tongue.Value(o.in, v))
	if err != nil {
		panic(err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.n++
	if o.form == lines {
		return o.write(string(text) + "\n")
	}
	return o.write("id: " + strconv.Itoa(o.n) + "\nevent: " + name + "\ndata: " + string(text) + "\n\n")
}

// data sends one piece without a name and number, as clients of OpenAI's API read them.
func (o *sender) data(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return o.raw("data: " + string(text) + "\n\n")
}

// comment sends what clients pass over.
func (o *sender) comment(text string) { o.raw(": " + text + "\n\n") }

func (o *sender) raw(text string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.write(text)
}
