package server_test

import (
	"bytes"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/sparsearch/spar/internal/server"
)

func secured(o *server.Options) { o.Base = &url.URL{Scheme: "https", Host: o.Base.Host} }

// TestHeaders: every kind of reply, errors among them, says what a browser may do with it.
func TestHeaders(t *testing.T) {
	plain, tls := open(t, files, nil), open(t, files, secured)
	for _, h := range []*house{plain, tls} {
		token := h.token("")
		for _, path := range []string{"/", "/healthz", "/readyz", "/metrics", "/api/openapi.json", "/api/v1/me", "/api/v1/open?at=docs:policies/leave.md", "/api/v1/nowhere", "/v1/models", "/v1/nowhere", "/login?key=x", "/page/nothing", "/mcp", "/.git/config"} {
			status, _, header := h.do(token, "GET", path, "")
			for name, want := range map[string]string{
				"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
			} {
				if got := header.Get(name); got != want {
					t.Errorf("%s (%d): %s is %q", path, status, name, got)
				}
			}
			csp := header.Get("Content-Security-Policy")
			for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
				if !strings.Contains(csp, part) {
					t.Errorf("%s: no %s in the policy %q", path, part, csp)
				}
			}
			if strings.Contains(csp, "unsafe") || strings.Contains(csp, "*") || strings.Contains(csp, "http") || strings.Contains(csp, "data:") {
				t.Errorf("%s: the policy %q lets in what is not ours", path, csp)
			}
			if kind := header.Get("Content-Type"); kind == "" || strings.HasPrefix(kind, "text/") && !strings.Contains(strings.ToLower(kind), "charset=utf-8") {
				t.Errorf("%s (%d): the type is %q", path, status, kind)
			}
			if cache := header.Get("Cache-Control"); cache != "no-store" && cache != "no-cache" && !strings.HasPrefix(cache, "no-store,") {
				t.Errorf("%s: it may be kept: %q", path, cache)
			}
			if got := header.Get("Strict-Transport-Security"); (got != "") != (h == tls) {
				t.Errorf("%s: Strict-Transport-Security %q", path, got)
			}
			for _, name := range []string{"Server", "X-Powered-By", "Access-Control-Allow-Origin"} {
				if header.Get(name) != "" {
					t.Errorf("%s: %s: %s", path, name, header.Get(name))
				}
			}
		}
	}
}

// TestCookies: that of a session is for this host, these requests and no script; a new sign-in has a new one, and an old one ends.
func TestCookies(t *testing.T) {
	signIn := func(h *house, name, with string) *http.Cookie {
		status, text, header := h.do("", "POST", "/login", `{"token": "`+h.token(name)+`"}`, "Cookie", with)
		if status != 200 {
			t.Fatalf("%d %s", status, text)
		}
		c, err := http.ParseSetCookie(header.Get("Set-Cookie"))
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	h := open(t, files, secured)
	c := signIn(h, "ada", "")
	if c.Name != "__Host-spar" || !c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode || c.Path != "/" || c.Domain != "" || len(c.Value) < 43 || c.MaxAge <= 0 || c.MaxAge > 7*24*3600 {
		t.Errorf("the cookie over TLS: %+v", c)
	}
	h = open(t, files, nil)
	c = signIn(h, "ada", "")
	if !strings.HasPrefix(c.Name, "spar-") || c.Secure || !c.HttpOnly || c.SameSite != http.SameSiteLaxMode {
		t.Errorf("the cookie on loopback: %+v", c)
	}
	// Nobody's session becomes somebody else's: one who brings a cookie gets another.
	if again := signIn(h, "ada", c.Name+"="+c.Value); again.Value == c.Value {
		t.Error("a sign-in keeps the session of before")
	}
	fixed := signIn(h, "ada", c.Name+"=chosen-by-somebody-else")
	if fixed.Value == "chosen-by-somebody-else" {
		t.Error("a sign-in takes a session that was brought")
	}
	// The list of keys has the sessions, and ends them.
	_, text, _ := h.do("", "GET", "/api/v1/tokens", "", "Cookie", c.Name+"="+c.Value)
	if !strings.Contains(text, `"kind":"session"`) || strings.Contains(text, c.Value) {
		t.Errorf("%s", text)
	}
}

// TestOrigins: no page of somebody else makes a browser that is signed in do something, by whatever method.
func TestOrigins(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	for _, headers := range [][]string{{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Site", "same-site"}, {"Origin", "https://evil.example"}, {"Origin", "null"}, {"Origin", strings.Replace(h.URL, "http:", "https:", 1) + "0"}} {
		for _, to := range [][2]string{{"POST", "/api/v1/ask"}, {"POST", "/login"}, {"POST", "/logout"}, {"POST", "/mcp"}, {"POST", "/v1/chat/completions"}, {"DELETE", "/api/v1/tokens/1"}, {"PATCH", "/api/v1/workspaces/x"}} {
			if status, text, _ := h.do(token, to[0], to[1], `{}`, headers...); status != http.StatusForbidden {
				t.Errorf("%v %v: %d %s", headers, to, status, text)
			}
		}
		if _, _, header := h.do(token, "OPTIONS", "/api/v1/ask", "", append(headers, "Access-Control-Request-Method", "POST")...); header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%v are let in: %v", headers, header)
		}
	}
	if status, text, _ := h.do(token, "POST", "/api/v1/ask", leave, "Sec-Fetch-Site", "same-origin", "Origin", h.URL); status != 200 {
		t.Errorf("our own page: %d %s", status, text)
	}
}

// TestHosts: the server answers to its own name alone, whatever names a proxy or a page gives it.
func TestHosts(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	for _, host := range []string{"evil.example", "127.0.0.1", "127.0.0.1.evil.example", "localhost.evil.example:80", "[::2]:80"} {
		if status, text, _ := h.do(token, "GET", "/api/v1/me", "", "Host", host); status != http.StatusMisdirectedRequest {
			t.Errorf("%s: %d %s", host, status, text)
		}
	}
	// No header changes the addresses that answers give.
	_, text, _ := h.do(token, "POST", "/v1/chat/completions", `{"model": "spar", "messages": [{"role": "user", "content": "How many days of paid leave do employees get?"}]}`, "X-Forwarded-Host", "evil.example", "Forwarded", "host=evil.example", "X-Forwarded-Proto", "gopher")
	if !strings.Contains(text, h.URL+"/") || strings.Contains(text, "evil") || strings.Contains(text, "gopher") {
		t.Errorf("%s", text)
	}
}

// TestMethodsOfHTTP: the server refuses a method that an address does not have, and takes no method for another.
func TestMethodsOfHTTP(t *testing.T) {
	h := open(t, files, nil)
	token := h.token("")
	for _, c := range [][2]string{{"TRACE", "/api/v1/me"}, {"PUT", "/api/v1/ask"}, {"GET", "/api/v1/ask"}, {"DELETE", "/api/v1/ask"}, {"POST", "/api/v1/me"}, {"GET", "/logout"}} {
		status, text, _ := h.do(token, c[0], c[1], "", "X-HTTP-Method-Override", "POST")
		if status != http.StatusMethodNotAllowed && status != http.StatusNotFound && !(c[1] == "/logout" && status == 200 && !strings.Contains(text, "done")) {
			t.Errorf("%v: %d %s", c, status, text)
		}
	}
	if status, _, _ := h.do(token, "GET", "/api/v1/me", ""); status != 200 {
		t.Error("a GET signs out")
	}
	if status, _, _ := h.do(token, "GET", "/.git/config", ""); status != http.StatusNotFound {
		t.Errorf("/.git/config: %d", status)
	}
	for _, path := range []string{"/api/v1/../../etc/passwd", "/page/..%2f..%2fserver.go", "/page/%2e%2e/page.go", "//evil.example/%2e%2e"} {
		status, text, header := h.do(token, "GET", path, "")
		if strings.Contains(text, "package ") || strings.Contains(text, "root:") || status >= 500 || strings.Contains(header.Get("Location"), "//") {
			t.Errorf("%s: %d %v %s", path, status, header, text)
		}
	}
}

// Whoever keeps the server learns why a key that it made lets nobody in; who shows it learns no more than a stranger.
func TestOwnerOfKeyGone(t *testing.T) {
	var log bytes.Buffer
	h := open(t, files, func(o *server.Options) { o.Log = slog.New(slog.NewTextHandler(&log, nil)) })
	eve := h.token("eve")
	if status, body, _ := h.do(eve, "GET", "/api/v1/me", ""); status != http.StatusOK {
		t.Fatal(status, body)
	}
	if err := os.WriteFile(h.people, []byte("people: []\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(`"request":"[0-9a-f]+"`)
	status, body, _ := h.do(eve, "GET", "/api/v1/me", "")
	if _, strange, _ := h.do("spar_nobody", "GET", "/api/v1/me", ""); status != http.StatusUnauthorized || number.ReplaceAllString(body, "") != number.ReplaceAllString(strange, "") {
		t.Errorf("a key without an owner gets %d %s, a strange one %s", status, body, strange)
	}
	if said := log.String(); strings.Count(said, "nobody here is its owner") != 1 || !strings.Contains(said, "eve") || strings.Contains(said, eve) {
		t.Errorf("the log says %q", said)
	}
}
