package server_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/coreos/go-oidc/v3/oidc/oidctest"
	"github.com/sparsearch/spar/internal/api"
	"github.com/sparsearch/spar/internal/server"
	"github.com/sparsearch/spar/internal/spar"
)

// A testProvider signs in whoever comes, with the claims that a test says.
type testProvider struct {
	*httptest.Server
	t   *testing.T
	key *ecdsa.PrivateKey

	mu     sync.Mutex
	claims map[string]any
	spoil  func(claims map[string]any) // changes the claims before they are signed, against all rules
	reply  func(url.Values)            // changes what the browser carries back
	asked  map[string]url.Values       // by code

	describes bool           // another address serves claims, too
	info      map[string]any // the claims there, nil for a fault
}

func newTestProvider(t *testing.T) *testProvider {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	p := &testProvider{t: t, key: key, asked: map[string]url.Values{}}
	described := &oidctest.Server{PublicKeys: []oidctest.PublicKey{{PublicKey: key.Public(), KeyID: "k", Algorithm: oidc.ES256}}}
	mux := http.NewServeMux()
	mux.Handle("/", described)
	mux.HandleFunc("GET /.well-known/openid-configuration", func(w http.ResponseWriter, _ *http.Request) {
		described := map[string]any{"issuer": p.URL, "authorization_endpoint": p.URL + "/auth", "token_endpoint": p.URL + "/token", "jwks_uri": p.URL + "/keys",
			"end_session_endpoint": p.URL + "/end", "id_token_signing_alg_values_supported": []string{"ES256"}}
		if p.describes {
			described["userinfo_endpoint"] = p.URL + "/userinfo"
		}
		json.NewEncoder(w).Encode(described)
	})
	mux.HandleFunc("GET /userinfo", func(w http.ResponseWriter, r *http.Request) {
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.info == nil || r.Header.Get("Authorization") != "Bearer x" {
			http.Error(w, "no", http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(p.info)
	})
	mux.HandleFunc("GET /auth", p.authorize)
	mux.HandleFunc("POST /token", p.token)
	p.Server = httptest.NewServer(mux)
	t.Cleanup(p.Close)
	described.SetIssuer(p.URL)
	return p
}

func (p *testProvider) authorize(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := r.URL.Query()
	if q.Get("code_challenge_method") != "S256" || q.Get("response_type") != "code" || q.Get("client_id") != "spar" || !strings.Contains(q.Get("scope"), "openid") || len(q.Get("state")) < 32 || len(q.Get("nonce")) < 32 {
		p.t.Errorf("the server asks %v", q)
	}
	code := rand.Text()
	p.asked[code] = q
	back, err := url.Parse(q.Get("redirect_uri"))
	if err != nil {
		p.t.Fatal(err)
	}
	reply := url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {p.URL}}
	if p.reply != nil {
		p.reply(reply)
	}
	back.RawQuery = reply.Encode()
	http.Redirect(w, r, back.String(), http.StatusFound)
}

func (p *testProvider) token(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	q := p.asked[r.PostFormValue("code")]
	delete(p.asked, r.PostFormValue("code"))
	sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
	name, secret, _ := r.BasicAuth()
	if q == nil || base64.RawURLEncoding.EncodeToString(sum[:]) != q.Get("code_challenge") || name != "spar" || secret != "hush" {
		http.Error(w, `{"error": "invalid_grant"}`, http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"access_token": "x", "token_type": "Bearer", "id_token": p.sign(q.Get("nonce"))})
}

// sign gives what the provider says of who signs in.
func (p *testProvider) sign(nonce string) string {
	claims := map[string]any{"iss": p.URL, "aud": "spar", "exp": time.Now().Add(time.Minute).Unix(), "iat": time.Now().Unix(), "nonce": nonce}
	for k, v := range p.claims {
		claims[k] = v
	}
	if p.spoil != nil {
		p.spoil(claims)
	}
	text, err := json.Marshal(claims)
	if err != nil {
		p.t.Fatal(err)
	}
	return oidctest.SignIDToken(p.key, "k", oidc.ES256, string(text))
}

func (p *testProvider) says(claims map[string]any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.claims, p.spoil, p.reply = claims, nil, nil
}

// browser is one that follows redirects and keeps cookies.
func browser(t *testing.T) *http.Client {
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar}
}

// signsIn begins to sign in and gives the status of what comes at last.
func signsIn(t *testing.T, h *house, client *http.Client, to string) (int, string) {
	t.Helper()
	reply, err := client.Get(h.URL + "/auth/login?to=" + url.QueryEscape(to))
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	return reply.StatusCode, reply.Request.URL.RequestURI()
}

func whoIs(t *testing.T, h *house, client *http.Client) api.Me {
	t.Helper()
	reply, err := client.Get(h.URL + "/api/v1/me")
	if err != nil {
		t.Fatal(err)
	}
	defer reply.Body.Close()
	var me api.Me
	if reply.StatusCode == 200 {
		err = json.NewDecoder(reply.Body).Decode(&me)
	}
	if err != nil {
		t.Fatal(err)
	}
	return me
}

func openProvided(t *testing.T, change func(*server.Provider)) (*house, *testProvider) {
	p := newTestProvider(t)
	h := open(t, files, func(o *server.Options) {
		o.Admin = true
		o.Provider = server.Provider{Issuer: p.URL, Client: "spar", Secret: "hush", Person: "login", Groups: "groups", SIDs: "sids", Scopes: []string{"profile"}}
		if change != nil {
			change(&o.Provider)
		}
	})
	return h, p
}

func TestProviderSignsIn(t *testing.T) {
	h, p := openProvided(t, nil)
	ada := browser(t)
	p.says(map[string]any{"sub": "1", "login": "ada", "name": "Ada L."})
	if status, at := signsIn(t, h, ada, "/w?scope=type:pdf"); status != 200 || at != "/w?scope=type:pdf" {
		t.Fatal(status, at)
	}
	if me := whoIs(t, h, ada); me.Who != "person:ada" {
		t.Fatalf("%+v", me)
	}
	// Where to go afterwards is on this server.
	for _, to := range []string{"//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", ""} {
		if status, at := signsIn(t, h, browser(t), to); status != 200 || at != "/" {
			t.Errorf("%q leads to %q, %d", to, at, status)
		}
	}
	// Who is nobody here sees what everybody may, and is not one with others who are nobody.
	first, second := browser(t), browser(t)
	p.says(map[string]any{"sub": "2", "login": "nobody-here"})
	signsIn(t, h, first, "/")
	p.says(map[string]any{"sub": "3"})
	signsIn(t, h, second, "/")
	one, other := whoIs(t, h, first), whoIs(t, h, second)
	if !strings.HasPrefix(one.Who, "account:") || one.Who == other.Who || len(one.May) != 1 {
		t.Errorf("%+v %+v", one, other)
	}
	// The superuser, and accounts by number, are nobody.
	for _, name := range []string{"root", "nobody", "0", "1"} {
		c := browser(t)
		p.says(map[string]any{"sub": "as " + name, "login": name})
		signsIn(t, h, c, "/")
		if me := whoIs(t, h, c); !strings.HasPrefix(me.Who, "account:") {
			t.Errorf("%q is %+v", name, me)
		}
	}
	// The account has now another name, or another account that of hers: neither becomes anybody.
	for what, claims := range map[string]map[string]any{"another name": {"sub": "1", "login": "bob"}, "another account": {"sub": "9", "login": "ada"}} {
		c := browser(t)
		p.says(claims)
		if status, _ := signsIn(t, h, c, "/"); status != http.StatusConflict {
			t.Errorf("%s: %d", what, status)
		}
		if me := whoIs(t, h, c); me.Who != "" {
			t.Errorf("%s is %+v", what, me)
		}
	}
	// Until it is forgotten, which ends its sessions.
	list, err := h.service.Accounts(t.Context(), h.process)
	if err != nil || len(list) < 3 || list[0].Who != "person:ada" || list[0].Subject != "1" {
		t.Fatalf("%+v %v", list, err)
	}
	if _, err := h.service.ForgetAccount(t.Context(), h.process, list[0].ID); err != nil {
		t.Fatal(err)
	}
	if me := whoIs(t, h, ada); me.Who != "" {
		t.Errorf("%+v", me)
	}
	p.says(map[string]any{"sub": "9", "login": "ada"})
	if signsIn(t, h, ada, "/"); whoIs(t, h, ada).Who != "person:ada" {
		t.Error("the other account is not tied")
	}
	// The provider ends the sessions of one who signed out there.
	p.claims = map[string]any{"sub": "9", "jti": "7", "events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}}
	p.spoil = func(claims map[string]any) { delete(claims, "nonce") }
	status, text, _ := h.do("", "POST", "/auth/backchannel", url.Values{"logout_token": {p.sign("")}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if me := whoIs(t, h, ada); status != 200 || me.Who != "" {
		t.Errorf("%d %s, %+v", status, text, me)
	}
	// Or of one session there, whoever's it is.
	elsewhere := browser(t)
	for sid, c := range map[string]*http.Client{"here": ada, "elsewhere": elsewhere} {
		p.says(map[string]any{"sub": "9", "login": "ada", "sid": sid})
		signsIn(t, h, c, "/")
	}
	p.says(map[string]any{"sid": "here", "jti": "8", "events": map[string]any{"http://schemas.openid.net/event/backchannel-logout": map[string]any{}}})
	p.spoil = func(claims map[string]any) { delete(claims, "nonce") }
	status, text, _ = h.do("", "POST", "/auth/backchannel", url.Values{"logout_token": {p.sign("")}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	if me, other := whoIs(t, h, ada), whoIs(t, h, elsewhere); status != 200 || me.Who != "" || other.Who != "person:ada" {
		t.Errorf("%d %s, %+v %+v", status, text, me, other)
	}
	if status, _, _ := h.do("", "POST", "/auth/backchannel", "logout_token=x", "Content-Type", "application/x-www-form-urlencoded"); status != 400 {
		t.Error(status)
	}
}

// TestProviderLies: nothing but what this provider signed for this server, this browser and this sign-in makes a session.
func TestProviderLies(t *testing.T) {
	h, p := openProvided(t, nil)
	for what, spoil := range map[string]func(map[string]any){
		"another nonce": func(c map[string]any) { c["nonce"] = "x" }, "no nonce": func(c map[string]any) { delete(c, "nonce") },
		"another audience": func(c map[string]any) { c["aud"] = "other" }, "another issuer": func(c map[string]any) { c["iss"] = "https://evil.example" },
		"expired": func(c map[string]any) { c["exp"] = time.Now().Add(-time.Hour).Unix() }, "no subject": func(c map[string]any) { c["sub"] = "" },
		"a name that is none": func(c map[string]any) { c["login"] = "ada\n" }, "a long name": func(c map[string]any) { c["login"] = strings.Repeat("a", 1000) },
	} {
		p.says(map[string]any{"sub": "1", "login": "ada"})
		p.spoil = spoil
		c := browser(t)
		if status, _ := signsIn(t, h, c, "/"); status != 401 && status != 400 {
			t.Errorf("%s: %d", what, status)
		}
		if me := whoIs(t, h, c); me.Who != "" {
			t.Errorf("%s: %+v", what, me)
		}
	}
	for what, reply := range map[string]func(url.Values){
		"another state": func(q url.Values) { q.Set("state", "x") }, "no state": func(q url.Values) { q.Del("state") }, "another code": func(q url.Values) { q.Set("code", "x") },
		"from another": func(q url.Values) { q.Set("iss", "https://evil.example") }, "a no": func(q url.Values) { q.Set("error", "<script>") },
	} {
		p.says(map[string]any{"sub": "1", "login": "ada"})
		p.reply = reply
		c := browser(t)
		if status, _ := signsIn(t, h, c, "/"); status != 401 {
			t.Errorf("%s: %d", what, status)
		}
		if me := whoIs(t, h, c); me.Who != "" {
			t.Errorf("%s: %+v", what, me)
		}
	}
	// A reply that somebody else's browser began is of no use in this one.
	p.says(map[string]any{"sub": "1", "login": "ada"})
	theirs := browser(t)
	theirs.CheckRedirect = func(r *http.Request, _ []*http.Request) error {
		if r.URL.Path == "/auth/callback" {
			return http.ErrUseLastResponse
		}
		return nil
	}
	reply, err := theirs.Get(h.URL + "/auth/login")
	if err != nil {
		t.Fatal(err)
	}
	reply.Body.Close()
	back, err := http.NewRequest("GET", reply.Header.Get("Location"), nil)
	if err != nil {
		t.Fatal(err)
	}
	mine := browser(t)
	if reply, err = mine.Do(back); err != nil || reply.StatusCode != 401 {
		t.Fatal(reply, err)
	}
	reply.Body.Close()
	if me := whoIs(t, h, mine); me.Who != "" {
		t.Errorf("%+v", me)
	}
	// A cookie of the beginning that is made up.
	forged := base64.RawURLEncoding.EncodeToString([]byte(`{"State":"x","Nonce":"x","Verifier":"x","To":"/","At":` + time.Now().Format("20060102") + `}`))
	status, _, _ := h.do("", "GET", "/auth/callback?state=x&code=x", "", "Cookie", "spar-"+strings.Split(h.URL, ":")[2]+"-begin=AAAA."+forged)
	if status != 401 {
		t.Error(status)
	}
}

// TestProviderTellsElsewhere: by the standard most claims are told at an address of their own, and not in the token.
func TestProviderTellsElsewhere(t *testing.T) {
	h, p := openProvided(t, nil)
	p.describes = true
	for what, c := range map[string]struct {
		token, info map[string]any
		who         string
	}{
		"the name in the token":         {map[string]any{"sub": "1", "login": "ada", "groups": []string{}, "sids": []string{}}, nil, "person:ada"},
		"the name elsewhere":            {map[string]any{"sub": "1"}, map[string]any{"sub": "1", "login": "ada"}, "person:ada"},
		"another name elsewhere":        {map[string]any{"sub": "1", "login": "ada"}, map[string]any{"sub": "1", "login": "bob"}, "person:ada"},
		"somebody else elsewhere":       {map[string]any{"sub": "1"}, map[string]any{"sub": "2", "login": "bob"}, ""},
		"nothing elsewhere":             {map[string]any{"sub": "1", "login": "ada"}, nil, ""},
		"nobody in particular anywhere": {map[string]any{"sub": "3"}, map[string]any{"sub": "3", "name": "C."}, "account:"},
	} {
		p.says(c.token)
		p.info = c.info
		b := browser(t)
		signsIn(t, h, b, "/")
		if me := whoIs(t, h, b); !strings.HasPrefix(me.Who, c.who) || c.who == "" && me.Who != "" {
			t.Errorf("%s: %+v", what, me)
		}
	}
}

// TestProviderOfMail: an address says who somebody is where the provider has verified it and its domain counts.
func TestProviderOfMail(t *testing.T) {
	h, p := openProvided(t, func(o *server.Provider) { o.Person, o.Domains = "email", []string{"House.example"} })
	for i, c := range []struct {
		email    string
		verified any
		tied     bool
	}{{"ada@evil.example", true, false}, {"ada@house.example", false, false}, {"ada@house.example", "true", false}, {"ada@house.example", nil, false}, {"ada@house.example", true, true}} {
		b := browser(t)
		p.says(map[string]any{"sub": string(rune('a' + i)), "email": c.email, "email_verified": c.verified})
		signsIn(t, h, b, "/")
		if me := whoIs(t, h, b); (me.Who == "person:ada") != c.tied {
			t.Errorf("%+v is %+v", c, me)
		}
	}
}

func TestProviderIsGone(t *testing.T) {
	h := open(t, files, func(o *server.Options) {
		o.Provider = server.Provider{Issuer: "http://127.0.0.1:1", Client: "spar"}
	})
	if status, _ := signsIn(t, h, browser(t), "/"); status != 503 {
		t.Error(status)
	}
	if status, text, _ := h.do("", "GET", "/api/v1/me", ""); status != 401 || !strings.Contains(text, "/auth/login") || !strings.Contains(text, `"do":"sign-in"`) {
		t.Error(status, text)
	}
	none := open(t, files, nil)
	for _, path := range []string{"/auth/login", "/auth/callback"} {
		if status, _, _ := none.do("", "GET", path, ""); status != 404 {
			t.Error(path, status)
		}
	}
}

// TestFrontProxy: a header names somebody on a socket or with the secret, and for requests of a page alone.
func TestFrontProxy(t *testing.T) {
	const secret = "a secret of the proxy"
	h := open(t, files, func(o *server.Options) { o.Front = server.FrontProxy{Header: "Remote-User", Secret: secret} })
	me := func(headers ...string) (int, api.Me) {
		status, text, _ := h.do("", "GET", "/api/v1/me", "", headers...)
		if status != 200 {
			return status, api.Me{}
		}
		return status, decode[api.Me](t, text)
	}
	if status, who := me("Remote-User", "ada", "Spar-Proxy-Secret", secret); status != 200 || who.Who != "person:ada" {
		t.Errorf("%d %+v", status, who)
	}
	if status, who := me("Remote-User", "root", "Spar-Proxy-Secret", secret); status != 200 || who.Who != "visitor:root" || len(who.May) != 1 || who.May[0] != spar.CanRead {
		t.Errorf("%d %+v", status, who)
	}
	for _, headers := range [][]string{{"Remote-User", "ada"}, {"Remote-User", "ada", "Spar-Proxy-Secret", "wrong"}, {"Spar-Proxy-Secret", secret}} {
		if status, who := me(headers...); status != 401 {
			t.Errorf("%v: %d %+v", headers, status, who)
		}
	}
	if status, _, _ := h.do("", "GET", "/v1/models", "", "Remote-User", "ada", "Spar-Proxy-Secret", secret); status != 401 {
		t.Errorf("programs' endpoints take the header: %d", status)
	}
	if status, _, _ := h.do("", "POST", "/api/v1/search", `{"question": "leave"}`, "Remote-User", "ada", "Spar-Proxy-Secret", secret, "Sec-Fetch-Site", "cross-site"); status != 403 {
		t.Errorf("another site's page asks in somebody's name: %d", status)
	}
	on := open(t, files, func(o *server.Options) { o.Front, o.Socket = server.FrontProxy{Header: "Remote-User"}, true })
	if status, text, _ := on.do("", "GET", "/api/v1/me", "", "Remote-User", "ada"); status != 200 || decode[api.Me](t, text).Who != "person:ada" {
		t.Errorf("on a socket: %d %s", status, text)
	}
	no := open(t, files, func(o *server.Options) { o.Front = server.FrontProxy{Header: "Remote-User"} })
	if status, _, _ := no.do("", "GET", "/api/v1/me", "", "Remote-User", "ada", "Spar-Proxy-Secret", ""); status != 401 {
		t.Errorf("without a socket and a secret: %d", status)
	}
}
