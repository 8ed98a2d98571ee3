package server_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/server"
)

// TestRequestsAMinute: one person who asks too much is told when to come back, and nobody else.
func TestRequestsAMinute(t *testing.T) {
	h := open(t, files, func(o *server.Options) { o.Limits.Requests = 20 })
	ada, eve := h.token("ada"), h.token("eve")
	last := 0
	for i := range 10 {
		status, text, header := h.do(ada, "GET", "/api/v1/me", "")
		if last = status; status == 200 {
			continue
		}
		if after, err := strconv.Atoi(header.Get("Retry-After")); status != 429 || err != nil || after < 1 || after > 60 || !strings.Contains(text, `"too-many"`) || i < 4 {
			t.Fatalf("request %d: %d %v %s", i, status, header, text)
		}
	}
	if last != 429 {
		t.Errorf("ten requests at once end with %d", last)
	}
	for _, path := range []string{"/v1/models", "/metrics"} {
		if status, _, header := h.do(ada, "GET", path, ""); status != 429 || header.Get("Retry-After") == "" {
			t.Errorf("%s: %d %v", path, status, header)
		}
	}
	if status, _, _ := h.do(ada, "POST", "/mcp", `{}`); status != 429 {
		t.Errorf("by MCP: %d", status)
	}
	if status, text, _ := h.do(eve, "GET", "/api/v1/me", ""); status != 200 {
		t.Errorf("somebody else: %d %s", status, text)
	}
	h.server.SetLimits(server.Limits{})
	for range 100 {
		if status, text, _ := h.do(ada, "GET", "/api/v1/me", ""); status != 200 {
			t.Fatalf("without a limit: %d %s", status, text)
		}
	}
}

// TestStrangers: who shows wrong keys is slowed, and who has one of the same address is not.
func TestStrangers(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	for _, guess := range [][3]string{{"GET", "/api/v1/me", ""}, {"GET", "/login?key=guess", ""}, {"POST", "/login", `{"token": "spar_guess"}`}} {
		limited := false
		for range 3000 { // as fast as this machine is
			key := "spar_guess"
			if guess[1] != "/api/v1/me" {
				key = ""
			}
			status, text, header := h.do(key, guess[0], guess[1], guess[2])
			if limited = status == 429 && header.Get("Retry-After") != "" && strings.Contains(text, "too-many"); limited {
				break
			}
			if status != 401 {
				t.Fatalf("%v: %d %s", guess, status, text)
			}
		}
		if !limited {
			t.Errorf("%v: who guesses is not slowed", guess)
		}
	}
	if status, text, _ := h.do(token, "GET", "/api/v1/me", ""); status != 200 {
		t.Errorf("with a key: %d %s", status, text)
	}
}

// TestSlowClients: the server drops clients that send a byte at a time or read nothing, and serves the others meanwhile.
func TestSlowClients(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	on, err := newListener(t)
	if err != nil {
		t.Fatal(err)
	}
	base := &url.URL{Scheme: "http", Host: on.Addr().String()}
	s := server.New(server.Options{Service: h.service, Base: base, Patience: 300 * time.Millisecond})
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, on, nil) }()
	dial := func(text string) net.Conn {
		c, err := net.Dial("tcp", on.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		c.SetDeadline(time.Now().Add(2 * time.Minute))
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		return c
	}
	post := func(authorization string) string {
		return fmt.Sprintf("POST /api/v1/ask HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n%sContent-Length: 1000\r\n\r\n{", base.Host, authorization)
	}
	var slow []net.Conn
	for range 50 {
		slow = append(slow, dial(post("Authorization: Bearer "+token+"\r\n")))
	}
	strange := dial(post(""))
	// A client that asks for much and reads nothing.
	stalled := dial(strings.Repeat("GET /api/openapi.json HTTP/1.1\r\nHost: "+base.Host+"\r\n\r\n", 300))

	begin := time.Now()
	reply, err := http.Get(base.String() + "/readyz")
	if err != nil || reply.StatusCode != 200 || time.Since(begin) > time.Minute {
		t.Errorf("meanwhile: %v %v after %v", reply, err, time.Since(begin))
	}
	reply.Body.Close()
	for i, c := range slow {
		r := bufio.NewReader(c)
		got, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatalf("slow client %d: %v", i, err)
		}
		if got.StatusCode != http.StatusRequestTimeout {
			t.Errorf("slow client %d: %s", i, got.Status)
		}
		if _, err := io.Copy(io.Discard, r); err != nil { // to the end of the connection
			t.Errorf("slow client %d is still there: %v", i, err)
		}
	}
	if _, err := io.Copy(io.Discard, strange); err != nil {
		t.Errorf("a slow stranger is still there: %v", err)
	}
	open := func() string {
		w := httptest.NewRecorder()
		s.Debug().ServeHTTP(w, httptest.NewRequest("GET", "http://localhost/metrics", nil))
		_, rest, _ := strings.Cut(w.Body.String(), "\nspar_requests_open ")
		n, _, _ := strings.Cut(rest, "\n")
		return n
	}
	for end := time.Now().Add(2 * time.Minute); open() != "0"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s requests are still answered", open())
		}
	}
	stalled.Close()
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestDebugListener answers to the names of this machine alone.
func TestDebugListener(t *testing.T) {
	h := open(t, files, nil)
	for host, want := range map[string]int{"localhost:7728": 200, "127.0.0.1": 200, "[::1]:7728": 200, "rebound.example": 421, "10.0.0.1:7728": 421} {
		w := httptest.NewRecorder()
		h.server.Debug().ServeHTTP(w, httptest.NewRequest("GET", "http://"+host+"/metrics", nil))
		if w.Code != want {
			t.Errorf("%s: %d, want %d", host, w.Code, want)
		}
	}
}

// TestAnswersAtOnce: who asks several things at once gets them one after the other.
func TestAnswersAtOnce(t *testing.T) {
	h := open(t, files, func(o *server.Options) { o.Limits.Answers = 2 })
	token := h.token("")
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			if status, text, _ := h.do(token, "POST", "/api/v1/search", `{"question": "paid leave"}`); status != 200 || !strings.Contains(text, "26 days") {
				t.Errorf("%d %s", status, text)
			}
		})
	}
	all.Wait()
}
