package server

import (
	"net/http/httptest"
	"testing"
)

// TestForwarded: where a request comes from is what the connection says, and behind a proxy what that says last.
func TestForwarded(t *testing.T) {
	for _, c := range []struct {
		proxied bool
		remote  string
		said    []string
		want    string
	}{
		{false, "192.0.2.7:1234", nil, "192.0.2.7"},
		{false, "192.0.2.7:1234", []string{"198.51.100.1"}, "192.0.2.7"},
		{true, "127.0.0.1:1234", nil, "127.0.0.1"},
		{true, "127.0.0.1:1234", []string{"203.0.113.9, 198.51.100.1"}, "198.51.100.1"},
		{true, "127.0.0.1:1234", []string{"203.0.113.9", "198.51.100.2"}, "198.51.100.2"},
		{true, "127.0.0.1:1234", []string{"who knows"}, "unknown"},
		{false, "[2001:db8:1:2:3::4]:99", nil, "2001:db8:1:2::/64"},
		{false, "[::ffff:192.0.2.7]:99", nil, "192.0.2.7"},
		{false, "[fe80::1%eth0]:99", nil, "fe80::/64"},
	} {
		r := httptest.NewRequest("GET", "/", nil)
		r.RemoteAddr = c.remote
		for _, text := range c.said {
			r.Header.Add("X-Forwarded-For", text)
		}
		if got := (&Server{o: Options{Proxied: c.proxied}}).address(r); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
}
