package server_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/service"
)

// TestTryProvider: a provider is tried by what it says of itself and by its keys; what failed is the last thing that is told.
func TestTryProvider(t *testing.T) {
	good := newTestProvider(t)
	elsewhere := httptest.NewServer(http.RedirectHandler(good.URL+"/.well-known/openid-configuration", http.StatusFound))
	defer elsewhere.Close()
	said := func(change func(at string, d map[string]any)) string {
		var at string
		mux := http.NewServeMux()
		mux.HandleFunc("/.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
			d := map[string]any{"issuer": at, "authorization_endpoint": at + "/auth", "token_endpoint": at + "/token", "jwks_uri": at + "/keys"}
			change(at, d)
			json.NewEncoder(w).Encode(d)
		})
		mux.HandleFunc("/keys", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprint(w, `{"keys": [{"kty": "oct"}, {"kty": "RSA", "use": "enc"}]}`)
		})
		mux.HandleFunc("/large", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"x": "%s", "keys": [{"kty": "RSA"}]}`, strings.Repeat("x", 2<<20))
		})
		on := httptest.NewServer(mux)
		t.Cleanup(on.Close)
		at = on.URL
		return at
	}
	for _, c := range []struct{ issuer, failed, why string }{
		{good.URL, "", ""},
		{elsewhere.URL, "description", "redirects elsewhere"},
		{"http://127.0.0.1:1", "description", "nothing answers"},
		{said(func(_ string, d map[string]any) { d["issuer"] = "https://evil.example" }), "issuer", "https://evil.example"},
		{said(func(_ string, d map[string]any) { d["token_endpoint"] = "http://login.example/token" }), "addresses", "http://login.example/token"},
		{said(func(_ string, d map[string]any) { d["jwks_uri"] = "https://login.example/keys" }), "addresses", "https://login.example/keys"},
		{said(func(at string, d map[string]any) { d["jwks_uri"] = at + "/none" }), "keys", "404"},
		{said(func(at string, d map[string]any) { d["jwks_uri"] = at + "/large" }), "keys", "is not what such a server says"},
		{said(func(string, map[string]any) {}), "keys", "none of them signs"},
	} {
		checks := server.TryProvider(t.Context(), server.Provider{Issuer: c.issuer, Client: "spar"})
		for i, check := range checks {
			last := i == len(checks)-1
			if bad := c.failed != "" && last; check.OK == bad || bad && (check.Check != c.failed || !strings.Contains(check.Detail, c.why)) {
				t.Errorf("%s: %+v, and %s is to fail with %q", c.issuer, check, c.failed, c.why)
			}
		}
		if c.failed == "" && len(checks) != 4 || len(checks) == 0 {
			t.Errorf("%s: %+v", c.issuer, checks)
		}
	}
}

// TestConnect: a server elsewhere is connected only where the machine's owner lets it, by somebody who has just shown who they are, and
// after a trial. Its secret is told to nobody, and the trail has each change.
func TestConnect(t *testing.T) {
	const hush = "a secret that nobody is told"
	body := `{"what": "sign-in", "address": "https://ada:` + "pass" + `@login.example", "client": "spar", "secret": "` + hush + `"}`
	if status, _, _ := open(t, files, nil).do("", "POST", "/api/v1/connections", body); status != http.StatusUnauthorized && status != http.StatusNotFound {
		t.Errorf("without --admin-api: %d", status)
	}
	h := open(t, files, administered)
	fails, kept := true, 0
	var last map[string]*string
	h.service.OnConnect(func(changes map[string]*string) (service.Connection, error) {
		last = changes
		return service.Connection{
			Provider: func(context.Context) []api.ConnectionCheck {
				return []api.ConnectionCheck{{Check: "issuer", OK: !fails}}
			},
			Keep: func() error { kept++; return nil },
		}, nil
	})
	if status, text := h.sitting(time.Now().Add(-time.Hour))("POST", "/api/v1/connections", body); status != http.StatusForbidden || !strings.Contains(text, "show-again") {
		t.Errorf("signed in long ago: %d %s", status, text)
	}
	ask := h.sitting(time.Now())
	for _, c := range []struct {
		body string
		ok   bool
		kept int
	}{
		{body, false, 0}, {strings.Replace(body, "{", `{"try": true, `, 1), true, 0}, {body, true, 1}, {`{"what": "sign-in"}`, false, 2},
	} {
		fails = !c.ok
		status, text := ask("POST", "/api/v1/connections", c.body)
		if status != http.StatusOK || kept != c.kept || strings.Contains(text, hush) {
			t.Errorf("%s: %d %s, kept %d times", c.body, status, text, kept)
		}
	}
	if last["oidc-issuer"] != nil || last["oidc-secret"] != nil || len(last) != 6 {
		t.Errorf("taking it out changes %v", last)
	}
	for what, bad := range map[string]string{"a kind": `{"what": "program"}`, "a secret that is none": `{"what": "model", "secret": 3}`} {
		if status, text := ask("POST", "/api/v1/connections", bad); status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", what, status, text)
		}
	}
	seen := 0
	for _, e := range h.traced() {
		text, _ := json.Marshal(e)
		if e.Operation == "connect" && strings.Contains(string(text), "login.example") {
			seen++
		}
		if strings.Contains(string(text), hush) || strings.Contains(string(text), "pass@") || strings.Contains(string(text), "ada:pass") {
			t.Errorf("the trail tells a secret: %s", text)
		}
	}
	if seen < 3 {
		t.Errorf("the trail has %d entries of it", seen)
	}
}

// TestSetProvider: another provider signs people in without a new start, and none does any more.
func TestSetProvider(t *testing.T) {
	h := open(t, files, nil)
	if status, _ := signsIn(t, h, browser(t), "/"); status != http.StatusNotFound {
		t.Errorf("without a provider: %d", status)
	}
	p := newTestProvider(t)
	p.says(map[string]any{"sub": "1", "login": "ada"})
	server.SetProvider(h.server, server.Provider{Issuer: p.URL, Client: "spar", Secret: "hush", Person: "login"})
	ada := browser(t)
	if status, _ := signsIn(t, h, ada, "/"); status != http.StatusOK || whoIs(t, h, ada).Who != "person:ada" {
		t.Errorf("with one: %d %+v", status, whoIs(t, h, ada))
	}
	server.SetProvider(h.server, server.Provider{})
	if status, _ := signsIn(t, h, browser(t), "/"); status != http.StatusNotFound {
		t.Errorf("without one again: %d", status)
	}
}
