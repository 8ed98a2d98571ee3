package network

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestWhy asks servers that fail in different ways, and reads what people are told.
func TestWhy(t *testing.T) {
	html := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>")) }))
	defer html.Close()
	secured := httptest.NewTLSServer(html.Config.Handler)
	defer secured.Close()
	slow := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	defer slow.Close()
	hasty := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }))
	defer hasty.Close()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	nobody := "http://" + free.Addr().String()
	free.Close()
	for _, c := range []struct{ address, want string }{
		{nobody, "nothing answers at 127.0.0.1:"},
		{html.URL, "says is not what such a server says"},
		{secured.URL, "does not trust who signed the certificate of 127.0.0.1:"},
		{strings.Replace(html.URL, "http:", "https:", 1), "does not speak TLS"},
		{slow.URL, "does not answer in time"},
		{hasty.URL, "closed the connection"},
	} {
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		err := asked(ctx, c.address)
		stop()
		if err == nil {
			t.Fatalf("%s answers", c.address)
		}
		got := Why(c.address, err)
		if !strings.Contains(got.Error(), c.want) {
			t.Errorf("%s: %q, which is to say %q: %v", c.address, got, c.want, err)
		}
		if !errors.Is(got, err) {
			t.Errorf("%s: %q does not keep its cause", c.address, got)
		}
		for _, raw := range []string{"dial tcp", "lookup", "invalid character", "x509", "Get \"", "EOF"} {
			if strings.Contains(got.Error(), raw) {
				t.Errorf("%s: %q has words of the network", c.address, got)
			}
		}
	}
	for err, want := range map[error]string{
		&net.DNSError{Name: "nowhere.example", IsNotFound: true}: `no machine is called "nowhere.example"`,
		&net.DNSError{Name: "nowhere.example", IsTimeout: true}:  "cannot be looked up now",
		errors.New("it redirects elsewhere"):                     "it redirects elsewhere",
	} {
		if got := Why("https://nowhere.example/v1", err).Error(); !strings.Contains(got, want) {
			t.Errorf("%v: %q, which is to say %q", err, got, want)
		}
	}
}

func asked(ctx context.Context, address string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return err
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	return json.NewDecoder(reply.Body).Decode(&struct{}{})
}
