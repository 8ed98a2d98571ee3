package embed

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sparsearch/spar/internal/spar"
)

// Remote says where a server for vectors or scores is, and how it is asked. URL and Model are required.
type Remote struct {
	URL    string // of the API, such as http://localhost:11434/v1
	Model  string
	KeyEnv string // the environment variable with the key that is sent as a bearer token; "" sends none

	Dim      int           // of vectors; 0: as the server's first answer has it
	Question string        // put before questions
	Passage  string        // put before passages
	TEI      bool          // a reranker answers as Text Embeddings Inference does, not as Jina, Cohere and llama.cpp
	Batch    int           // texts of one request at most; 0: 32
	Retries  int           // after a failure that may pass; 0: 4, negative: none
	Timeout  time.Duration // for one request; 0: 1 minute

	wait func(ctx context.Context, d time.Duration) error // nil: sleep
}

// Bounds on a request and an answer.
const (
	remoteBytes  = 256 << 10 // of the texts of one request, unless one alone has more
	remoteText   = 32 << 10  // bytes of one text; the rest is cut off
	remoteAnswer = 64 << 20
	remotePause  = time.Minute // that a server may ask for before it is asked again
)

// server is one API of one model.
type server struct {
	Remote
	key    string
	client *http.Client
}

func newServer(o Remote) (*server, error) {
	u, err := url.Parse(o.URL)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return nil, spar.Errorf(spar.Invalid, "the address of the model server is no URL such as http://localhost:11434/v1")
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, spar.Errorf(spar.Invalid, "the address of the model server at %s holds more than a host and a path: give a key by an environment variable", u.Host)
	case o.Model == "":
		return nil, spar.Errorf(spar.Invalid, "the model server %s is named without a model: name one that it serves", u.Host)
	}
	s := &server{Remote: o}
	s.URL = strings.TrimRight(o.URL, "/")
	if o.KeyEnv != "" {
		if s.key = os.Getenv(o.KeyEnv); s.key == "" {
			return nil, spar.Errorf(spar.Invalid, "the environment variable %s, which should hold the key for %s, is not set", o.KeyEnv, u.Host)
		}
		if ip := net.ParseIP(u.Hostname()); u.Scheme == "http" && u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
			return nil, spar.Errorf(spar.Invalid, "the key for %s would go over the network unencrypted: use https", u.Host)
		}
	}
	if s.Batch <= 0 {
		s.Batch = 32
	}
	if s.Retries == 0 {
		s.Retries = 4
	}
	if s.Timeout <= 0 {
		s.Timeout = time.Minute
	}
	if s.wait == nil {
		s.wait = sleep
	}
	// A redirect could carry the key and the texts to another machine.
	s.client = &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	return s, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// fault is the error for a faulty answer.
func (s *server) fault(format string, args ...any) error {
	return spar.Errorf(spar.Unavailable, "the model %s at %s: "+format, append([]any{s.Model, s.URL}, args...)...)
}

// passing is a failure after which asking again may help, in a while if the server names one.
type passing struct {
	error
	after time.Duration
}

func (p passing) Unwrap() error { return p.error }

// ask sends a request, again after failures that may pass, and decodes the answer.
func (s *server) ask(ctx context.Context, path string, request, answer any) error {
	body, err := json.Marshal(request)
	if err != nil {
		return err
	}
	pause := 500 * time.Millisecond
	for try := 0; ; try++ {
		err := s.once(ctx, path, body, answer)
		var p passing
		if err == nil || !errors.As(err, &p) {
			return err
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if p.after > remotePause {
			return s.fault("%w, and asks to wait for %s: ask again then", p.error, p.after.Round(time.Second))
		}
		if try >= s.Retries {
			return s.fault("%w, after %d tries: see that the server runs and is not overloaded", p.error, try+1)
		}
		// Half of the pause is by chance, so that several askers do not come back together.
		if err := s.wait(ctx, max(p.after, pause/2+rand.N(pause/2))); err != nil {
			return err
		}
		pause = min(2*pause, remotePause)
	}
}

func (s *server) once(ctx context.Context, path string, body []byte, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, s.Timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+path, bytes.NewReader(body))
	if err != nil {
		return s.fault("%w", err)
	}
	r.Header.Set("Content-Type", "application/json")
	if s.key != "" {
		r.Header.Set("Authorization", "Bearer "+s.key)
	}
	got, err := s.client.Do(r)
	if err != nil {
		return passing{error: fmt.Errorf("it cannot be reached: %w", err)}
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		return s.status(got)
	}
	data, err := io.ReadAll(io.LimitReader(got.Body, remoteAnswer+1))
	if err != nil {
		return passing{error: fmt.Errorf("its answer breaks off: %w", err)}
	}
	if len(data) > remoteAnswer {
		return s.fault("its answer has more than %d bytes: check the address", remoteAnswer)
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return s.fault("its answer is not what was asked for (%w): check the address and the kind of server", err)
	}
	return nil
}

// status turns an answer other than 200 into an error.
func (s *server) status(got *http.Response) error {
	said, _ := io.ReadAll(io.LimitReader(got.Body, 200)) // as far as it can be read
	err := fmt.Errorf("it answers %d %s %q", got.StatusCode, http.StatusText(got.StatusCode), bytes.TrimSpace(said))
	switch code := got.StatusCode; {
	case code == http.StatusTooManyRequests, code == http.StatusRequestTimeout, code >= 500 && code != http.StatusNotImplemented:
		return passing{err, retryAfter(got.Header.Get("Retry-After"), time.Now())}
	case code >= 300 && code < 400:
		return s.fault("%w, to %q, which is not followed: give the address that it leads to", err, got.Header.Get("Location"))
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return s.fault("%w: check the key", err)
	case code == http.StatusNotFound:
		return s.fault("%w: check the address and the name of the model", err)
	default:
		return s.fault("%w", err)
	}
}

// retryAfter reads the header of that name, seconds or a date (RFC 9110, section 10.2.3); 0 if it says nothing.
func retryAfter(value string, now time.Time) time.Duration {
	if n, err := strconv.ParseInt(value, 10, 32); err == nil {
		return time.Duration(max(n, 0)) * time.Second
	}
	if at, err := http.ParseTime(value); err == nil {
		return max(at.Sub(now), 0)
	}
	return 0
}

// batches cuts texts into ranges that fit a request.
func (s *server) batches(texts []string) []unit {
	var list []unit
	size := 0
	for i, t := range texts {
		if n := len(list); n == 0 || i-list[n-1].from >= s.Batch || size+len(t) > remoteBytes {
			list = append(list, unit{i, i})
			size = 0
		}
		list[len(list)-1].to = i + 1
		size += len(t)
	}
	return list
}

// sendable is a text as servers take it: not empty, not huge, valid UTF-8.
func sendable(prompt, text string) string {
	text = prompt + text
	if len(text) > remoteText {
		text = text[:remoteText]
	}
	if text = strings.ToValidUTF8(text, ""); strings.TrimSpace(text) == "" {
		return " "
	}
	return text
}
