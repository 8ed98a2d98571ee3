package server

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/engine/enginetest"
	"github.com/sparsearch/spar/internal/service"
)

// TestTrailOfAStop: what a request did that ends after the server was told to is in the trail, and so is the begin of an operation that
// its asker left.
func TestTrailOfAStop(t *testing.T) {
	h := enginetest.Open(t, nil, nil)
	on, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	base := &url.URL{Scheme: "http", Host: on.Addr().String()}
	s := New(Options{Service: service.New(h.Opened, service.Options{}), Base: base, Drain: time.Second})
	begun := make(chan struct{})
	s.mux = s.outermost(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		inquiryOf(r).operation = "ask"
		close(begun)
		<-r.Context().Done()
		time.Sleep(300 * time.Millisecond) // as a question does that keeps the best answer so far
	}))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, on, nil) }()
	go func() {
		if reply, err := http.Get(s.o.Base.String() + "/api/v1/ask"); err == nil {
			reply.Body.Close()
		}
	}()
	<-begun
	left, leave := context.WithCancel(t.Context())
	leave()
	if err := s.trail.now(left, api.AuditEntry{At: time.Now(), Operation: "revokeToken"}); err != nil {
		t.Errorf("an operation that its asker left: %v", err)
	}
	stop()
	<-ended
	var got []string
	for e, err := range s.o.Service.Audit(t.Context(), enginetest.All, api.AuditQuery{OldestFirst: true}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, e.Operation+" "+e.Outcome)
	}
	want := []string{"start done", "revokeToken begun", "ask done", "stop done"}
	if len(got) != len(want) {
		t.Fatalf("the trail has %q, not %q", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("the trail has %q, not %q", got, want)
		}
	}
}
