package server

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/sparsearch/spar/internal/service"
	"github.com/sparsearch/spar/internal/spar"
	"golang.org/x/oauth2"
)

// A Provider is an OpenID provider whose people may sign in.
type Provider struct {
	Issuer, Client, Secret string
	Scopes                 []string // beside openid

	Person  string   // the claim that says who somebody is here; no default, because the operator must trust it
	Domains []string // if Person is email, only addresses of these domains count
	Groups  string   // the claim with groups; "" for none
	SIDs    string   // the claim with SIDs; "" for none
}

// The bounds of talking with a provider.
const (
	providerTime   = 10 * time.Second // for a request to it
	providerReply  = 1 << 20          // bytes of a reply
	signInTime     = 10 * time.Minute // from the begin of signing in to its end
	longClaim      = 256              // bytes of a claim that names somebody
	mostClaimItems = 1000
)

// A provider is one whose description has been fetched, once it was reached.
type provider struct {
	o      Provider
	client *http.Client
	key    [32]byte // of the cookies that begin to sign in

	mu    sync.Mutex
	found *oidc.Provider
	tried time.Time
	err   error
}

func newProvider(o Provider) *provider {
	p := &provider{o: o, client: &http.Client{Timeout: providerTime, Transport: bounded{http.DefaultTransport}}}
	rand.Read(p.key[:])
	return p
}

// bounded cuts replies off that are larger than any of a provider.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	reply, err := b.next.RoundTrip(r)
	if err == nil {
		reply.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(reply.Body, providerReply), reply.Body}
	}
	return reply, err
}

// discovered returns the description of the provider. If the provider could not be reached, it tries again after a while.
func (p *provider) discovered(ctx context.Context) (*oidc.Provider, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.found != nil {
		return p.found, nil
	}
	if time.Since(p.tried) > 5*time.Second {
		// The provider keeps the context for fetching its keys later.
		p.found, p.err = oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), p.client), p.o.Issuer)
		p.tried = time.Now()
	}
	return p.found, p.err
}

func (p *provider) flow(found *oidc.Provider, base *url.URL) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.o.Client, ClientSecret: p.o.Secret, Endpoint: found.Endpoint(),
		RedirectURL: base.JoinPath("/auth/callback").String(), Scopes: append([]string{oidc.ScopeOpenID}, p.o.Scopes...),
	}
}

// A beginning is what the browser holds while its user signs in elsewhere: the reply must match it.
type beginning struct {
	State, Nonce, Verifier string
	Again                  bool   // the user must sign in again
	To                     string // where to go when it is done
	At                     int64
}

// seal makes a cookie of a beginning that nobody can forge. The server stores nothing, so that repeated beginnings fill nothing.
func (p *provider) seal(b beginning) string {
	text, err := json.Marshal(b)
	if err != nil { // texts and a number
		panic(err)
	}
	mac := hmac.New(sha256.New, p.key[:])
	mac.Write(text)
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)) + "." + base64.RawURLEncoding.EncodeToString(text)
}

func (p *provider) unseal(cookie string) (b beginning, ok bool) {
	sum, text, _ := strings.Cut(cookie, ".")
	sent, err := base64.RawURLEncoding.DecodeString(sum)
	plain, other := base64.RawURLEncoding.DecodeString(text)
	if err != nil || other != nil {
		return b, false
	}
	mac := hmac.New(sha256.New, p.key[:])
	mac.Write(plain)
	if !hmac.Equal(mac.Sum(nil), sent) || json.Unmarshal(plain, &b) != nil {
		return b, false
	}
	age := time.Since(time.Unix(b.At, 0))
	return b, age >= 0 && age < signInTime
}

func (s *Server) beginningCookie() string { return s.cookie() + "-begin" }

func (s *Server) setBeginning(w http.ResponseWriter, value string, age int) {
	http.SetCookie(w, &http.Cookie{Name: s.beginningCookie(), Value: value, Path: "/", MaxAge: age, Secure: s.secure(), HttpOnly: true, SameSite: http.SameSiteLaxMode})
}

// noProvider is the error without a provider.
var noProvider = problem(http.StatusNotFound, string(spar.NotFound), "no provider signs people in here; the setting oidc-issuer names one")

// beginSignIn leads a browser to the provider.
func (s *Server) beginSignIn(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "beginSignIn"
	p := s.provider.Load()
	if p == nil {
		s.fail(w, r, noProvider)
		return
	}
	found, err := p.discovered(r.Context())
	if err != nil {
		s.o.Log.Error("the provider that signs people in cannot be asked", "err", err)
		s.fail(w, r, problem(http.StatusServiceUnavailable, string(spar.Unavailable), "the provider that signs people in cannot be reached now"))
		return
	}
	b := beginning{State: oauth2.GenerateVerifier(), Nonce: oauth2.GenerateVerifier(), Verifier: oauth2.GenerateVerifier(), To: localPath(r.URL.Query().Get("to")), At: time.Now().Unix(), Again: r.URL.Query().Has("again")}
	s.setBeginning(w, p.seal(b), int(signInTime/time.Second))
	options := []oauth2.AuthCodeOption{oidc.Nonce(b.Nonce), oauth2.S256ChallengeOption(b.Verifier)}
	if b.Again { // a provider that is asked so says in the token when that was
		options = append(options, oauth2.SetAuthURLParam("prompt", "login"), oauth2.SetAuthURLParam("max_age", "0"))
	}
	http.Redirect(w, r, p.flow(found, s.o.Base).AuthCodeURL(b.State, options...), http.StatusSeeOther)
}

// localPath is where on this server somebody wants to go; / for anything that could lead elsewhere.
func localPath(to string) string {
	u, err := url.Parse(to)
	if err != nil || !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\r\n\t") || u.Host != "" || u.Scheme != "" || len(to) > 2000 {
		return "/"
	}
	return to
}

// endSignIn takes a browser back from the provider, and signs it in.
func (s *Server) endSignIn(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "endSignIn"
	p := s.provider.Load()
	if p == nil {
		s.fail(w, r, noProvider)
		return
	}
	to, err := provided(s, p, w, r)
	if err != nil {
		s.fail(w, r, err)
		return
	}
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// refusedSignIn returns the error for a browser. Only the log has the exact reason, which may contain foreign input.
func (s *Server) refusedSignIn(r *http.Request, why string, err error) error {
	s.o.Log.Warn("somebody could not sign in", "request", inquiryOf(r).id, "why", why)
	s.o.Log.Debug("why somebody could not sign in", "request", inquiryOf(r).id, "err", err)
	if fault := s.stranger(r); s.faultOf(r, fault).status == http.StatusTooManyRequests {
		return fault
	}
	return problem(http.StatusUnauthorized, "unauthorized", "signing in did not succeed: %s; begin again at /auth/login", spar.Phrase(why))
}

// provided signs in whom a provider sends back, and returns where they wanted to go.
func provided(s *Server, p *provider, w http.ResponseWriter, r *http.Request) (to string, err error) {
	q := r.URL.Query()
	var b beginning
	ok := false
	if c, err := r.Cookie(s.beginningCookie()); err == nil {
		b, ok = p.unseal(c.Value)
	}
	s.setBeginning(w, "", -1)
	switch {
	case !ok:
		return "", s.refusedSignIn(r, "it was not begun in this browser, or too long ago", nil)
	case subtle.ConstantTimeCompare([]byte(q.Get("state")), []byte(b.State)) != 1:
		return "", s.refusedSignIn(r, "the reply belongs to something else", nil)
	case q.Has("iss") && q.Get("iss") != p.o.Issuer: // RFC 9207
		return "", s.refusedSignIn(r, "the reply is not from the provider", nil)
	case q.Get("error") != "":
		return "", s.refusedSignIn(r, "the provider said no", errors.New(q.Get("error")))
	}
	found, err := p.discovered(r.Context())
	if err != nil {
		return "", problem(http.StatusServiceUnavailable, string(spar.Unavailable), "the provider that signs people in cannot be reached now")
	}
	ctx := oidc.ClientContext(r.Context(), p.client)
	token, err := p.flow(found, s.o.Base).Exchange(ctx, q.Get("code"), oauth2.VerifierOption(b.Verifier))
	if err != nil {
		return "", s.refusedSignIn(r, "the provider does not know the reply", err)
	}
	raw, _ := token.Extra("id_token").(string)
	id, err := found.Verifier(&oidc.Config{ClientID: p.o.Client}).Verify(ctx, raw)
	if err != nil {
		return "", s.refusedSignIn(r, "what the provider says cannot be verified", err)
	}
	if subtle.ConstantTimeCompare([]byte(id.Nonce), []byte(b.Nonce)) != 1 {
		return "", s.refusedSignIn(r, "what the provider says belongs to another sign-in", nil)
	}
	var claims map[string]any
	if err := id.Claims(&claims); err != nil {
		return "", s.refusedSignIn(r, "what the provider says cannot be read", err)
	}
	if err := p.complete(ctx, found, token, id.Subject, claims); err != nil {
		return "", s.refusedSignIn(r, "the provider does not say more of who signed in", err)
	}
	arrival, err := p.o.arrival(id, claims)
	if err != nil {
		return "", s.refusedSignIn(r, err.Error(), nil)
	}
	return b.To, s.arrive(w, r, arrival)
}

// complete adds the claims that the provider serves at an address of its own, if the token lacks a claim that the operator chose. Without
// that claim the person could be taken for somebody else, or have other rights.
func (p *provider) complete(ctx context.Context, found *oidc.Provider, token *oauth2.Token, subject string, claims map[string]any) error {
	if found.UserInfoEndpoint() == "" || !slices.ContainsFunc([]string{p.o.Person, p.o.Groups, p.o.SIDs}, func(name string) bool { return name != "" && claims[name] == nil }) {
		return nil
	}
	info, err := found.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return err
	}
	if info.Subject != subject {
		return errors.New("it speaks of somebody else")
	}
	var more map[string]any
	if err := info.Claims(&more); err != nil {
		return err
	}
	for name, claim := range more {
		if _, ok := claims[name]; !ok {
			claims[name] = claim
		}
	}
	return nil
}

// arrive makes a session for somebody whom the provider has signed in.
func (s *Server) arrive(w http.ResponseWriter, r *http.Request, a service.Arrival) error {
	in := inquiryOf(r)
	in.entry.Via = "page"
	in.entry.About = append(in.entry.About, service.Shortened("issuer="+a.Issuer, longAbout), service.Shortened("subject="+a.Subject, longAbout))
	if err := s.trail.now(r.Context(), in.told()); err != nil {
		return err
	}
	who, secret, err := s.o.Service.Arrive(r.Context(), a)
	if err != nil {
		return err
	}
	in.who = who.Owner()
	s.setCookie(w, secret, 12*3600)
	return nil
}

// arrival is who somebody is by the claims that the operator chose.
func (o Provider) arrival(id *oidc.IDToken, claims map[string]any) (service.Arrival, error) {
	a := service.Arrival{Issuer: id.Issuer, Subject: id.Subject}
	if at, ok := claims["auth_time"].(float64); ok && at > 0 && at < float64(time.Now().Add(time.Minute).Unix()) {
		a.Proved = time.Unix(int64(at), 0)
	}
	a.Session, _ = claims["sid"].(string) // as it ends them, too
	for _, name := range []string{"name", "preferred_username", "email"} {
		if text, ok := claims[name].(string); ok && a.Name == "" && len(text) <= longClaim {
			a.Name = text
		}
	}
	if o.Person != "" {
		text, _ := claims[o.Person].(string)
		if len(text) > longClaim || strings.ContainsFunc(text, unprintable) {
			return a, fmt.Errorf("the claim that names people is no name")
		}
		if a.Person = text; o.Person == "email" && !o.verified(text, claims["email_verified"]) {
			a.Person = ""
		}
	}
	a.Groups, a.SIDs = texts(claims[o.Groups]), texts(claims[o.SIDs])
	return a, nil
}

func unprintable(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }

// verified reports whether an address of mail says who somebody is: the provider has verified it, and it is of a domain that counts.
func (o Provider) verified(address string, verified any) bool {
	_, domain, ok := strings.Cut(address, "@")
	return ok && verified == true && slices.ContainsFunc(o.Domains, func(d string) bool { return strings.EqualFold(d, domain) })
}

// texts returns the texts of a claim, which may be one text or a list.
func texts(claim any) (list []string) {
	switch v := claim.(type) {
	case string:
		list = append(list, v)
	case []any:
		for _, item := range v[:min(len(v), mostClaimItems)] {
			if text, ok := item.(string); ok {
				list = append(list, text)
			}
		}
	}
	return slices.DeleteFunc(list, func(text string) bool {
		return text == "" || len(text) > longClaim || strings.ContainsFunc(text, unprintable)
	})
}

// providerLeaves ends the sessions of somebody who signed out at the provider, which says so itself (back-channel logout).
func (s *Server) providerLeaves(w http.ResponseWriter, r *http.Request) {
	inquiryOf(r).operation = "providerLeaves"
	p := s.provider.Load()
	if p == nil {
		s.fail(w, r, noProvider)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostBody)
	found, err := p.discovered(r.Context())
	if err == nil {
		var token *oidc.LogoutToken
		ctx := oidc.ClientContext(r.Context(), p.client)
		if token, err = found.Verifier(&oidc.Config{ClientID: p.o.Client}).VerifyLogout(ctx, r.PostFormValue("logout_token")); err == nil {
			err = s.o.Service.Leave(r.Context(), p.o.Issuer, token.Subject, token.SessionID)
		}
	}
	if err != nil {
		s.o.Log.Debug("a provider's message", "err", err)
		if fault := s.stranger(r); s.faultOf(r, fault).status == http.StatusTooManyRequests {
			s.fail(w, r, fault)
			return
		}
		s.fail(w, r, problem(http.StatusBadRequest, string(spar.Invalid), "this is no message of the provider about somebody who signed out"))
		return
	}
	w.WriteHeader(http.StatusOK)
}

// ends is where a browser is to go after signing out, so that the provider signs it out, too; "" for nowhere.
func (p *provider) ends(base *url.URL) string {
	if p == nil {
		return ""
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	var more struct {
		End string `json:"end_session_endpoint"`
	}
	if p.found == nil || p.found.Claims(&more) != nil {
		return ""
	}
	u, err := url.Parse(more.End)
	if err != nil || u.Host == "" {
		return ""
	}
	q := u.Query()
	q.Set("client_id", p.o.Client)
	q.Set("post_logout_redirect_uri", base.JoinPath("/").String())
	u.RawQuery = q.Encode()
	return u.String()
}

// A FrontProxy has signed people in and names them in a header.
type FrontProxy struct {
	Header string // with the name; "" for no such proxy
	Secret string // that it shows in proxySecret; "" where it alone reaches the socket that is served
}

const proxySecret = "Spar-Proxy-Secret"

// visitor is who a proxy says asks; ok is false where it says nothing that counts.
func (s *Server) visitor(r *http.Request) (who spar.Principal, ok bool, err error) {
	p := s.o.Front
	name := r.Header.Get(cmp.Or(p.Header, "-"))
	if p.Header == "" || name == "" {
		return who, false, nil
	}
	if p.Secret == "" && !s.o.Socket || p.Secret != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get(proxySecret)), []byte(p.Secret)) != 1 {
		return who, false, nil
	}
	if len(r.Header.Values(p.Header)) != 1 || len(name) > longClaim || strings.ContainsFunc(name, unprintable) {
		return who, false, unknown()
	}
	who, err = s.o.Service.Visitor(r.Context(), name)
	return who, err == nil, err
}
