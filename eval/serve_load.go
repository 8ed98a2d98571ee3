package eval

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sparsearch/spar/internal/api"
)

// send sends a request to a server and gives the reply, whose body the caller closes. Any status but 2xx is an error.
func (s *served) send(ctx context.Context, token, method, path, accept string, body any) (*http.Response, error) {
	var text io.Reader
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		text = bytes.NewReader(encoded)
	}
	r, err := http.NewRequestWithContext(ctx, method, s.url+path, text)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if accept != "" {
		r.Header.Set("Accept", accept)
	}
	reply, err := s.client.Do(r)
	if err != nil {
		return nil, err
	}
	if reply.StatusCode/100 != 2 {
		defer reply.Body.Close()
		said, _ := io.ReadAll(io.LimitReader(reply.Body, 500)) // it is for a message
		return nil, fmt.Errorf("%s %s: %s: %s", method, path, reply.Status, said)
	}
	return reply, nil
}

// whole returns the body of a reply.
func (s *served) whole(ctx context.Context, token, method, path, accept string, body any) ([]byte, error) {
	reply, err := s.send(ctx, token, method, path, accept, body)
	if err != nil {
		return nil, err
	}
	defer reply.Body.Close()
	return io.ReadAll(reply.Body)
}

func (s *served) ask(ctx context.Context, token, text string) (a api.Answer, err error) {
	body, err := s.whole(ctx, token, "POST", "/api/v1/ask", "", api.Question{Question: text})
	if err == nil {
		err = json.Unmarshal(body, &a)
	}
	return a, err
}

// follow begins an answer as a job and reads its events until the last, which must be its end.
func (s *served) follow(ctx context.Context, token, text string) error {
	body, err := s.whole(ctx, token, "POST", "/api/v1/answers", "", api.Question{Question: text})
	if err != nil {
		return err
	}
	var job api.AnswerJob
	if err := json.Unmarshal(body, &job); err != nil {
		return err
	}
	reply, err := s.send(ctx, token, "GET", "/api/v1/answers/"+job.ID+"/events", "text/event-stream", nil)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	last := ""
	lines := bufio.NewScanner(reply.Body)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		if name, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			last = name
		}
	}
	if err := lines.Err(); err != nil || last != api.StageFinal {
		return errors.Join(err, fmt.Errorf("the last event of an answer is %q", last))
	}
	return nil
}

// The kinds of requests of a round, in their order.
var serveKinds = []string{"ask", "search", "open", "follow"}

// one sends the nth request of a round.
func (h *servedHouse) one(ctx context.Context, s *served, n int, token string) (err error) {
	question := h.questions[n/len(serveKinds)%len(h.questions)]
	switch serveKinds[n%len(serveKinds)] {
	case "ask":
		_, err = s.ask(ctx, token, question)
	case "search":
		_, err = s.whole(ctx, token, "POST", "/api/v1/search", "", api.Question{Question: question})
	case "open":
		_, err = s.whole(ctx, token, "GET", "/api/v1/open?at="+url.QueryEscape(h.opens[n/len(serveKinds)%len(h.opens)]), "", nil)
	case "follow":
		err = s.follow(ctx, token, question)
	}
	return err
}

// round has so many clients send requests at once.
func (h *servedHouse) round(ctx context.Context, s *served, clients int) (ServeRound, error) {
	requests := max(h.o.Requests, len(serveKinds)*clients)
	took := make([]time.Duration, requests)
	var next atomic.Int64
	var mu sync.Mutex
	r := ServeRound{Clients: clients, Requests: requests}
	used, begun := processTime(s.cmd.Process.Pid), time.Now()
	var all sync.WaitGroup
	for c := range clients {
		all.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= requests {
					return
				}
				asked := time.Now()
				err := h.one(ctx, s, i, h.tokens[c])
				took[i] = time.Since(asked)
				if err != nil {
					mu.Lock()
					if r.Errors++; r.Fault == "" {
						r.Fault = err.Error()
					}
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	r.Rate = float64(requests) / time.Since(begun).Seconds()
	r.CPU = milliseconds(processTime(s.cmd.Process.Pid)-used) / float64(requests)
	for k, name := range serveKinds {
		var of []time.Duration
		for i := k; i < requests; i += len(serveKinds) {
			of = append(of, took[i])
		}
		slices.Sort(of)
		r.Kinds = append(r.Kinds, ServeKind{Kind: name, Requests: len(of), P50: milliseconds(part(of, 50)), P95: milliseconds(part(of, 95)), P99: milliseconds(part(of, 99))})
	}
	return r, ctx.Err()
}

// part returns a percentile of a sorted list.
func part(of []time.Duration, percent int) time.Duration {
	return of[min(len(of)-1, len(of)*percent/100)]
}

// roundBesideScans runs round while it scans the share again and again. A failed scan is a fault.
func (h *servedHouse) roundBesideScans(ctx context.Context, s *served, clients int) (ServeRound, error) {
	over := make(chan struct{})
	done := make(chan error, 1)
	go func() {
		for {
			select {
			case <-over:
				done <- nil
				return
			default:
			}
			if _, err := s.whole(ctx, h.owner, "POST", "/api/v1/scan", "", map[string]string{"share": "set"}); err != nil {
				done <- err
				return
			}
		}
	}()
	r, err := h.round(ctx, s, clients)
	close(over)
	r.Scanning = true
	return r, errors.Join(err, <-done)
}

// first measures when a search has sent its first hits.
func (h *servedHouse) first(ctx context.Context, s *served) (*ServeFirst, error) {
	var cpu, took []time.Duration
	for i := range 2 * len(h.questions) { // the first half warms up
		used, begun := processTime(s.cmd.Process.Pid), time.Now()
		reply, err := s.send(ctx, h.tokens[0], "POST", "/api/v1/search", "text/event-stream", api.Question{Question: h.questions[i%len(h.questions)]})
		if err != nil {
			return nil, err
		}
		lines := bufio.NewScanner(reply.Body)
		lines.Buffer(nil, 16<<20)
		seen := false
		for lines.Scan() {
			if !seen && strings.HasPrefix(lines.Text(), "data: ") && strings.Contains(lines.Text(), `"hits":`) {
				seen = true
				if i >= len(h.questions) {
					cpu, took = append(cpu, processTime(s.cmd.Process.Pid)-used), append(took, time.Since(begun))
				}
			}
		}
		reply.Body.Close()
		if err := lines.Err(); err != nil || !seen {
			return nil, errors.Join(err, fmt.Errorf("a search of %q has sent no hits", h.questions[i%len(h.questions)]))
		}
	}
	slices.Sort(cpu)
	slices.Sort(took)
	return &ServeFirst{Searches: len(took), CPU: milliseconds(part(cpu, 50)), P50: milliseconds(part(took, 50)), P95: milliseconds(part(took, 95))}, nil
}

// The number of pages to ask for pictures, and how often to ask for each.
const (
	mostPages     = 16
	pictureRounds = 4
)

// pictures times the pictures of the first pages of files that have some.
func (h *servedHouse) pictures(ctx context.Context, s *served) (*ServePictures, error) {
	list, err := s.whole(ctx, h.tokens[0], "GET", "/api/v1/files?scope=type:pdf", "application/x-ndjson", nil)
	if err != nil {
		return nil, err
	}
	var pages []string
	each := json.NewDecoder(bytes.NewReader(list))
	for each.More() {
		var f api.File
		if err := each.Decode(&f); err != nil {
			return nil, err
		}
		for page := 1; page <= 2; page++ {
			path := fmt.Sprintf("/api/v1/picture?dpi=96&at=%s", url.QueryEscape(fmt.Sprintf("%s:%s#page=%d", f.Share, f.Path.Name, page)))
			if _, err := s.whole(ctx, h.tokens[0], "GET", path, "", nil); err == nil && len(pages) < mostPages { // some have one page
				pages = append(pages, path)
			}
		}
	}
	if len(pages) == 0 {
		return nil, nil
	}
	p := &ServePictures{Pages: len(pages)}
	var took []time.Duration
	used, own, bytes := familyTime(s.cmd.Process.Pid), processTime(s.cmd.Process.Pid), 0
	for range pictureRounds {
		for _, path := range pages {
			asked := time.Now()
			png, err := s.whole(ctx, h.tokens[0], "GET", path, "", nil)
			if err != nil {
				return nil, err
			}
			took, bytes = append(took, time.Since(asked)), bytes+len(png)
		}
	}
	p.Asked, p.Bytes = len(took), bytes/len(took)
	p.CPU = milliseconds(familyTime(s.cmd.Process.Pid)-used) / float64(len(took))
	p.Own = milliseconds(processTime(s.cmd.Process.Pid)-own) / float64(len(took))
	slices.Sort(took)
	p.P50, p.P95 = milliseconds(part(took, 50)), milliseconds(part(took, 95))
	return p, nil
}
