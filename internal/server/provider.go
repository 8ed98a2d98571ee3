package server

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"reflect"
	"strings"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/network"
	"github.com/sparsearch/spar/internal/redact"
	"github.com/sparsearch/spar/internal/spar"
)

// SetProvider has people of another provider sign in from now on, or nobody if it has no issuer. Sessions that began go on.
func SetProvider(s *Server, o Provider) {
	was := s.provider.Load()
	switch {
	case o.Issuer == "":
		s.provider.Store(nil)
	case was == nil || !reflect.DeepEqual(was.o, o): // the same one keeps its keys, and those who are about to sign in
		s.provider.Store(newProvider(o))
	}
}

// SafeAddress reports whether nobody on the way can change what an address says: it is one of TLS, or of this machine.
func SafeAddress(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || ip != nil && ip.IsLoopback())
}

// TryProvider looks at what a provider says of itself, and at its keys. It follows no redirect to another server.
func TryProvider(ctx context.Context, o Provider) (checks []api.ConnectionCheck) {
	p := newProvider(o)
	p.client.CheckRedirect = func(r *http.Request, via []*http.Request) error {
		if first := via[0].URL; r.URL.Host != first.Host || r.URL.Scheme != first.Scheme || len(via) > 3 {
			return spar.Errorf(spar.Unavailable, "it redirects elsewhere, which is not followed")
		}
		return nil
	}
	failed := func(check string, err error) []api.ConnectionCheck {
		return append(checks, api.ConnectionCheck{Check: check, Detail: redact.Text(err.Error())})
	}
	passed := func(check, detail string) {
		checks = append(checks, api.ConnectionCheck{Check: check, OK: true, Detail: redact.Text(detail)})
	}
	var d struct {
		Issuer string `json:"issuer"`
		Auth   string `json:"authorization_endpoint"`
		Token  string `json:"token_endpoint"`
		Keys   string `json:"jwks_uri"`
	}
	at := strings.TrimSuffix(o.Issuer, "/") + "/.well-known/openid-configuration"
	if err := fetched(ctx, p.client, at, &d); err != nil {
		return failed("description", err)
	}
	passed("description", at)
	if d.Issuer != o.Issuer {
		return failed("issuer", spar.Errorf(spar.Unavailable, "it calls itself %q: write the address as it does", d.Issuer))
	}
	if _, err := oidc.NewProvider(oidc.ClientContext(ctx, p.client), o.Issuer); err != nil {
		return failed("issuer", network.Why(o.Issuer, err))
	}
	passed("issuer", d.Issuer)
	for _, address := range []string{d.Auth, d.Token, d.Keys} {
		// A provider elsewhere must not lead to what this machine serves for itself.
		if !SafeAddress(address) || strings.HasPrefix(o.Issuer, "https:") != strings.HasPrefix(address, "https:") {
			return failed("addresses", spar.Errorf(spar.Unavailable, "%q does not begin with https://", address))
		}
	}
	passed("addresses", d.Auth)
	var keys struct {
		Keys []struct {
			Type string `json:"kty"`
			Use  string `json:"use"`
		} `json:"keys"`
	}
	if err := fetched(ctx, p.client, d.Keys, &keys); err != nil {
		return failed("keys", err)
	}
	n := 0
	for _, k := range keys.Keys {
		if (k.Type == "RSA" || k.Type == "EC" || k.Type == "OKP") && k.Use != "enc" {
			n++
		}
	}
	if n == 0 {
		return failed("keys", spar.Errorf(spar.Unavailable, "none of them signs"))
	}
	passed("keys", fmt.Sprint(n))
	return checks
}

// fetched reads a JSON object.
func fetched(ctx context.Context, client *http.Client, at string, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, at, nil)
	if err != nil {
		return err
	}
	reply, err := client.Do(r)
	if err != nil {
		return network.Why(at, err)
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return spar.Errorf(spar.Unavailable, "%s answers with status %d: check the address", at, reply.StatusCode)
	}
	if err := json.NewDecoder(reply.Body).Decode(into); err != nil {
		return network.Why(at, err)
	}
	return nil
}
