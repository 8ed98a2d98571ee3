package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestScopeIsBounded: a scope of too many constraints, and a pattern that takes for ever, are refused with the remedy.
func TestScopeIsBounded(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	many := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "-name:*x%d* ", i)
		}
		return b.String()
	}
	for _, tc := range []struct {
		name, scope, says string
		status            int
	}{
		{"as many as may be", many(256), `"funnel"`, http.StatusOK},
		{"too many", many(257), "join those of one key", http.StatusBadRequest},
		{"far too many", many(4500), "257|4500 constraints", http.StatusBadRequest},
		{"braces", "name:" + strings.Repeat("{a,aa}", 20) + "z", "braces", http.StatusBadRequest},
		{"braces of an attribute", "author:*" + strings.Repeat("{a,aa}", 20) + "z", "braces", http.StatusBadRequest},
	} {
		begin := time.Now()
		status, text, _ := h.do(token, "POST", "/api/v1/scope/explain", fmt.Sprintf(`{"text": %q}`, tc.scope))
		_, says, either := strings.Cut(tc.says, "|")
		if !either {
			says = tc.says
		}
		if status != tc.status || !strings.Contains(text, says) {
			t.Errorf("%s: %d %.300s", tc.name, status, text)
		}
		if took := time.Since(begin); took > time.Minute {
			t.Errorf("%s takes %v", tc.name, took)
		}
	}
}

// TestFloodIsRefused: of very many requests of one person those are refused that are more than wait for a processor, with the
// time after which to
// come again; and somebody else is answered.
func TestFloodIsRefused(t *testing.T) {
	h := open(t, files, nil)
	bob, eve := h.token("ada"), h.token("eve")
	var all sync.WaitGroup
	var mu sync.Mutex
	counts := map[int]int{}
	for i := range 60 {
		all.Go(func() {
			scope := strings.Repeat(fmt.Sprintf("-name:*%d?q*z* ", i), 200)
			status, text, header := h.do(bob, "POST", "/api/v1/scope/explain", fmt.Sprintf(`{"text": %q}`, scope))
			mu.Lock()
			defer mu.Unlock()
			counts[status]++
			if status != http.StatusOK && (status != http.StatusTooManyRequests || header.Get("Retry-After") == "") {
				t.Errorf("%d %v %.200s", status, header, text)
			}
		})
	}
	for range 10 {
		if status, text, _ := h.do(eve, "GET", "/api/v1/files/count", ""); status != http.StatusOK {
			t.Errorf("somebody else: %d %s", status, text)
		}
	}
	all.Wait()
	if counts[http.StatusOK] < 32 {
		t.Errorf("of 60 requests %v", counts)
	}
}
