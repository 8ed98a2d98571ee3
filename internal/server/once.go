package server

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"
)

// A request that creates something may come twice, because its sender got no reply. With the header Idempotency-Key the server performs
// it once, and answers the second with the first reply (draft-ietf-httpapi-idempotency-key-header). Replies stay in memory, so after a
// restart a request is performed again.

const (
	onceFor  = 24 * time.Hour // a reply is kept
	mostOnce = 4096           // replies are kept, the last ones
	longKey  = 255            // bytes of a key
)

// A once is a request with a key, and its reply when that is there.
type once struct {
	body  [sha256.Size]byte
	begun time.Time
	reply *keptReply
	done  chan struct{}
}

type keptReply struct {
	status int
	header http.Header
	body   []byte
}

// onces are the requests with keys, the oldest first.
type onces struct {
	mu    sync.Mutex
	byKey map[string]*once
	order []string
}

// take gives the request that has a key already, or notes that this one has it.
func (o *onces) take(key string, body [sha256.Size]byte) (first *once, again bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.order) > 0 && (len(o.order) >= mostOnce || time.Since(o.byKey[o.order[0]].begun) > onceFor) {
		delete(o.byKey, o.order[0])
		o.order = o.order[1:]
	}
	if first, ok := o.byKey[key]; ok {
		return first, true
	}
	first = &once{body: body, begun: time.Now(), done: make(chan struct{})}
	o.byKey[key] = first
	o.order = append(o.order, key)
	return first, false
}

// forget lets a request be done again: what failed by itself may work the next time.
func (o *onces) forget(key string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.byKey, key)
	for i, k := range o.order {
		if k == key {
			o.order = append(o.order[:i], o.order[i+1:]...)
			return
		}
	}
}

// only serves a request once that has a key; do serves it, and gives the error that it ended with.
func (s *Server) only(c *call, do func() error) error {
	key := c.r.Header.Get("Idempotency-Key")
	if key == "" || c.r.Method != http.MethodPost || c.op.event != nil || c.op.takes != "" {
		return do()
	}
	if len(key) > longKey {
		return problem(http.StatusBadRequest, "invalid", "the header Idempotency-Key has %d bytes and may have %d", len(key), longKey)
	}
	text, err := io.ReadAll(http.MaxBytesReader(c.w, c.r.Body, mostBody))
	if err != nil {
		return err
	}
	c.r.Body = io.NopCloser(bytes.NewReader(text))
	named := fmt.Sprintf("%s\x00%s\x00%s", c.who.Owner(), c.r.URL.RequestURI(), key)
	first, again := s.onces.take(named, sha256.Sum256(text))
	if again {
		if first.body != sha256.Sum256(text) {
			return problem(http.StatusUnprocessableEntity, "invalid", "another request had this Idempotency-Key, with another body: give each request a key of its own")
		}
		select {
		case <-first.done:
		case <-c.r.Context().Done():
			return c.r.Context().Err()
		}
		if first.reply == nil {
			return problem(http.StatusConflict, "conflict", "the first request with this Idempotency-Key failed: send it again")
		}
		for name, values := range first.reply.header {
			c.w.Header()[name] = values
		}
		c.w.Header().Set("Idempotency-Replayed", "true")
		c.w.WriteHeader(first.reply.status)
		_, err := c.w.Write(first.reply.body)
		return err
	}
	defer close(first.done)
	kept := &keeping{ResponseWriter: c.w}
	c.w = kept
	if err := do(); err != nil {
		s.onces.forget(named)
		return err
	}
	first.reply = &keptReply{kept.status, http.Header{"Content-Type": c.w.Header().Values("Content-Type")}, kept.body.Bytes()}
	return nil
}

// keeping is a ResponseWriter that keeps the reply.
type keeping struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (k *keeping) WriteHeader(status int) {
	k.status = status
	k.ResponseWriter.WriteHeader(status)
}

func (k *keeping) Write(b []byte) (int, error) {
	k.body.Write(b)
	return k.ResponseWriter.Write(b)
}
